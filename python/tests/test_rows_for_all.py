"""One row that all partitions see."""

import unittest

from support import OLD, KernelTest, record, tensor

HBM = "o = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)"


class RowForAllTest(KernelTest):
    """One row that all partitions see: DMA reads it so, engines need copies of it."""

    HEAD = """
            def k(a, b):
                row = nl.ndarray((1, 64), dtype=a.dtype, buffer=nl.sbuf)
                t = nl.ndarray((100, 64), dtype=a.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=row, src=a)
        """
    ARGS = [tensor(1, 64), tensor(100, 64)]

    def after_the_load(self, body):
        return record(self.HEAD + body, self.ARGS)

    def test_engines_get_copies(self):
        for seen in ("row.broadcast(0, 100)", "row.broadcast_to((100, 64))", "row.ap([[0, 100], [1, 64]])"):
            block = self.after_the_load(
                f"        nisa.tensor_tensor(dst=t, data1=t, data2={seen}, op=nl.add)\n"
            )
            self.assertEqual(["nc_stream_shuffle"] * 4 + ["tensor_tensor"], block.ops()[1:])
            made = block.code[1][3][0][0]
            self.assertEqual([128, 64], block.bufs[made]["shape"])
            self.assertEqual([made, 0, [64, 100, 1, 64]], block.code[-1][4][1])
            self.assertIn("W3", block.warnings())

    def test_a_column_of_one_element(self):
        text = "        nisa.tensor_scalar(dst=t, data=t, op0=nl.add, operand0=row[:, 0:1]{})\n"
        self.refused("E5", "(100, 1); copy it to all partitions first", self.HEAD + text.format(""), self.ARGS)
        block = self.after_the_load(text.format(".broadcast(0, 100)"))
        self.assertEqual(["nc_stream_shuffle"] * 4 + ["tensor_scalar"], block.ops()[1:])

    def test_a_predicated_copy(self):
        block = self.after_the_load(
            "        nisa.tensor_copy_predicated(dst=t, src=row.broadcast(0, 100), predicate=t)\n"
        )
        self.assertEqual(["nc_stream_shuffle"] * 4 + ["tensor_copy_predicated"], block.ops()[1:])

    def test_dma_reads_it_as_it_is(self):
        block = self.after_the_load("        nisa.dma_copy(dst=b, src=row.broadcast(0, 100))\n")
        self.assertEqual([0, 100, 1, 64], block.code[1][4][0][2])

    def test_the_function_makes_a_tile_once(self):
        block = self.after_the_load(
            "        every = nl.broadcast_to(row, (100, 64))\n"
            "                nisa.tensor_tensor(dst=t, data1=every, data2=every, op=nl.add)\n"
        )
        self.assertEqual(["nc_stream_shuffle"] * 4 + ["tensor_tensor"], block.ops()[1:])

    def test_a_copy_over_partitions_is_made_by_the_tensor_engine(self):
        block = record(
            f"""
            def k(a):
                {HBM}
                t = nl.ndarray((128, 64), dtype=a.dtype)
                t[...] = nl.load(a[0:1]).broadcast_to((128, 64))
                nl.store(o, t)
                return o
            """,
            [tensor(128, 64)], OLD,
        )
        self.assertEqual(["dma_copy", "partition_broadcast", "tensor_copy", "dma_copy"], block.ops())


if __name__ == "__main__":
    unittest.main()
