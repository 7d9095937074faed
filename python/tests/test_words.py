"""Numbers, words and places that an instruction cannot take: each is refused where it is given."""

import unittest

from support import OLD, KernelTest, record, tensor

BODY = """
def k(x):
    t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
    o = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
    n = nl.ndarray((128, 64), dtype=nl.int32, buffer=nl.sbuf)
    p = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)
    nisa.dma_copy(t, x)
    {call}
    nisa.dma_copy(x, t)
"""


class WordTest(KernelTest):
    def refuse(self, code, text, call, **more):
        self.refused(code, text, BODY.format(call=call), [tensor(128, 64)], **more)

    def test_numbers(self):
        self.refuse("E3", "value is str, expected a number", "nisa.memset(o, '3')")
        self.refuse("E3", "'1', expected a whole number", "nisa.iota(n, [['1', 64]])")
        self.refuse("E3", "0.5, expected a whole number", "nisa.iota(n, [[1, 64]], offset=0.5)")
        self.refuse("E3", "expected [[step, count], ...]", "nisa.iota(n, [1, 64])")
        self.refuse("E3", "0.5, expected a whole", "nisa.affine_select(o, [[1, 64]], 0.5, t, 0.0)")
        self.refuse("E3", "shuffle_mask [0.5", "nisa.nc_stream_shuffle(o, t, [0.5] * 32)")
        self.refuse("E3", "needs imm1", "nisa.tensor_scalar_cumulative(o, t, nl.add, nl.add, 1.0, "
                    "reduce_cmd=nisa.reduce_cmd.load_reduce)")
        self.refuse("E6", "'t' is not known", "f'{t:.3f}'")

    def test_axes(self):
        for call in ("nisa.tensor_reduce(o[:, 0:1], nl.add, t, axis={})", "nl.sum(t, axis={})"):
            self.refuse("E5", "which has 2 dimensions", call.format(5))
            self.refuse("E5", "which has 2 dimensions", call.format([1, -3]))
            self.refuse("E3", "axis is 1.0", call.format(1.0))
            self.refuse("E3", "axis is ()", call.format(()))
        self.refuse("E5", "which has 2 dimensions", "nl.max(t, axis=2)", head=OLD.replace("as ncc", "as c"))
        block = record(BODY.format(call="nisa.tensor_reduce(t[:, 0:1], nl.add, t, axis=-1)"), [tensor(128, 64)])
        self.assertIn("tensor_reduce", block.ops())

    def test_comparisons(self):
        self.refuse("E3", "range_select: add is not a comparison",
                    "nisa.range_select(o, t, nl.greater, nl.add, t[:, 0:1], t[:, 1:2])")
        self.refuse("E3", "affine_select: add is not a comparison",
                    "nisa.affine_select(o, [[1, 64]], 1, t, 0.0, cmp_op=nl.add)")

    def test_members(self):
        self.refuse("E3", "reduce_cmd is 'sum', expected a member of nki.isa.reduce_cmd",
                    "nisa.activation(o, nl.exp, t, reduce_op=nl.add, reduce_res=o[:, 0:1], reduce_cmd='sum')")
        self.refuse("E3", "dge_mode is 'fast'", "nisa.dma_copy(o, t, dge_mode='fast')")
        self.refuse("E3", "engine is 'warp', expected a member of nki.isa.engine",
                    "nisa.tensor_copy(o, t, engine='warp')")
        for engine in ("'vector'", "nisa.vector_engine", "nisa.engine.unknown", "None"):
            record(BODY.format(call=f"nisa.tensor_copy(o, t, engine={engine})"), [tensor(128, 64)])

    def test_what_comes_later_cannot_be_waited_for(self):
        for other in ("a", "nisa.tensor_copy(o, t)"):
            self.refuse("E3", "tensor_copy depends on an instruction that does not come before it",
                        f"a = nisa.tensor_copy(o, t); a.depends_on({other})")
        self.refuse("E3", "depends_on: list", "a = nisa.tensor_copy(o, t); a.depends_on([a])")

    def test_addresses(self):
        for address, code, text in (
            ((32, 0), "E5", "at partition 32 and byte 0 is not within the 128 partitions of sbuf"),
            ((0, -4), "E5", "byte -4"), (5, "E3", "address of 'u' is 5"), ((0, 1.5), "E3", "(partition, byte)"),
        ):
            self.refuse(code, text, f"u = nl.ndarray((128, 4), nl.float32, buffer=nl.sbuf, address={address})")
        record(BODY.format(call="u = nl.ndarray((96, 4), nl.float32, buffer=nl.sbuf, address=(32, 64))"),
               [tensor(128, 64)])


if __name__ == "__main__":
    unittest.main()
