"""Partitions that do not follow one another."""

import unittest

from support import OLD, KernelTest, record, record_all, tensor

HEAD = "def k(x):\n    t = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf)\n    nisa.dma_copy(dst=t, src=x)\n"
OUT = "    o = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.shared_hbm)\n"


class PartitionStepsTest(KernelTest):
    def rows(self, found, place):
        """Offset and pattern of an operand of each DMA after the first: its output or its input."""
        return [one[place][0][1:] for one in found.code[1:]]

    def test_a_dma_is_one_for_each_partition(self):
        body = HEAD + OUT + "    nisa.dma_copy(dst=o[0:8, :], src=t[3:128:16, :])\n    return o\n"
        found = record(body, [tensor(128, 64)])
        self.assertEqual(["dma_copy"] * 9, found.ops())
        self.assertEqual([(3 + 16 * n) * 64 for n in range(8)], [at for at, _ in self.rows(found, 4)])
        self.assertEqual([n * 64 for n in range(8)], [at for at, _ in self.rows(found, 3)])
        self.assertIn("over partitions 16 apart", str(found.end["warnings"]))

    def test_patterns_and_index_ranges_skip_partitions_too(self):
        bodies = {
            None: HEAD + "    nisa.dma_copy(dst=t.ap([[512, 16], [1, 64]]), src=x[0:16, :])\n    return x\n",
            OLD: HEAD + "    i, j = nl.mgrid[0:16, 0:64]\n    nl.store(x[i, j], t[8 * i, j])\n",
        }
        for head, body in bodies.items():
            with self.subTest(head=head):
                found = record(body, [tensor(128, 64)], *([head] if head else []))
                self.assertEqual(["dma_copy"] * 17, found.ops())

    def test_every_core_has_its_own(self):
        body = HEAD + OUT + (
            "    c = nl.program_id(0)\n    nisa.dma_copy(dst=o[c * 64:c * 64 + 64, :], src=t[c:128:2, :])\n    return o\n"
        )
        for core in record_all(body, [tensor(128, 64)], ranks={"lnc": 2}):
            self.assertEqual(65, len(core.code))

    def test_engines_and_gathers_do_not_skip_any(self):
        wrong = {
            "tensor_scalar: the partitions of 't' are 2 apart": "nisa.tensor_scalar(t[::2, :], t[::2, :], nl.add, 1.0)",
            "dma_copy: the partitions of 't' are 4 apart": "nisa.dma_copy(dst=x.reshape((64, 128))[0:16, :], src=t[::4, :])",
        }
        for said, call in wrong.items():
            self.refused("E5", said, HEAD + f"    {call}\n    return x\n", [tensor(128, 64)])


if __name__ == "__main__":
    unittest.main()
