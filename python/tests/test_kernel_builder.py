"""`nki.compiler.kernel_builder`: its names for tiles, instructions and loops, and what it has no cost for."""

import textwrap
import unittest

from support import KernelTest, blocks, record, run, tensor

from trn2sim_recorder.modules import install, kernel_builder

HEAD = """
import neuronxcc.nki as nki
import nki.compiler.kernel_builder as nb
from nki.compiler.kernel_builder import Tensor, isa as nisa
from nki.compiler.kernel_builder.target_info import get_target_info

def tile(*shape, dtype=nb.float32, space=nb.sbuf):
    made = nb.ndarray(shape, dtype, memspace=space, num_buffers=2)
    nisa.memset(dst=made, value=1.0)
    return made
"""

# By function: what a kernel writes, the instruction, and attributes of it.
CALLS = {
    "dma_copy": ("dst=a, src=x, engine=nisa.engine.Sync", "dma_copy", {"queue": "sync"}),
    "dma_transpose": ("dst=a, src=b, permutation=[1, 0]", "dma_transpose", {}),
    "tensor_copy": ("dst=a, src=b, engine=nisa.engine.Scalar", "tensor_copy", {}),
    "copy_predicated": ("dst=a, pred_mask=u, src=b", "tensor_copy_predicated", {}),
    "memset": ("a, 2.0", "memset", {"value": 2.0}),
    "iota": ("dst=i, pattern=[[1, 128]], offset=0, channel_multiplier=1", "iota", {}),
    "matmul": ("dst=p, stationary=a, moving=b", "nc_matmul", {}),
    "stream_transpose": ("dst=a[0:32, 0:32], src=b[0:32, 0:32]", "nc_transpose", {}),
    "stream_shuffle": ("dst=a, src=b, shuffle_mask=[0] * 32", "nc_stream_shuffle", {}),
    "activation": (
        "dst=a, src=b, bias=c, scale=2.0, op=nisa.activation_function.exp, reduce_res=c, "
        "reduce_op=nisa.activation_reduce_op.Add",
        "activation", {"op": "exp", "reduce_cmd": "reset_reduce"},
    ),
    "exponential": ("dst=a, src=b", "exponential", {}),
    "reciprocal": ("dst=a, src=b", "reciprocal", {}),
    "tensor_tensor_arith": ("dst=a, lhs=a, rhs=b, op=nisa.arith_op.IsGE", "tensor_tensor", {"op": "greater_equal"}),
    "tensor_tensor_bitvec": ("dst=i, lhs=i, rhs=i, op=nisa.bitvec_op.BitwiseXor", "tensor_tensor", {"op": "bitwise_xor"}),
    "tensor_scalar_arith": (
        "dst=a, src=b, operand0=c, op0=nisa.arith_op.Subtract, operand1=2.0, op1=nisa.arith_op.Max, "
        "reverse_operands=nisa.tens_scalar_rev_ops.First",
        "tensor_scalar", {"op0": "subtract", "op1": "maximum", "reverse0": 1},
    ),
    "tensor_scalar_bitvec": ("dst=i, src=i, operand0=1, op0=nisa.bitvec_op.BitwiseAnd", "tensor_scalar", {}),
    "scalar_tensor_tensor_arith": (
        "dst=a, src0=a, src1=b, imm0=c, op0=nisa.arith_op.Multiply, op1=nisa.arith_op.Add",
        "scalar_tensor_tensor", {"op0": "multiply", "op1": "add"},
    ),
    "tensor_scalar_cache_reduce": (
        "dst=a, reduce_res=c, src=b, operand0=0.5, op0=nisa.arith_op.Multiply, reduce_op=nisa.arith_op.Max",
        "tensor_scalar_reduce", {"op0": "multiply", "reduce_op": "maximum"},
    ),
    "tensor_reduce_arith": (
        "dst=c, src=a, op=nisa.arith_op.Max, num_r_dim=1, negated=True", "tensor_reduce", {"axis": [1], "negate": 1}
    ),
    "cross_lane_reduce_arith": (
        "dst=a[0:1, :], src=b, reduce_op=nisa.cross_lane_reduce_arith_op.Add, num_r_dim=0",
        "tensor_partition_reduce", {"op": "add"},
    ),
    "tensor_tensor_scan": (
        "dst=a, src0=a, src1=b, imm0=0.0, op0=nisa.arith_op.Multiply, op1=nisa.arith_op.Add",
        "tensor_tensor_scan", {"initial": 0.0},
    ),
    "select_reduce": ("dst=a, predicate=u, on_true=b, on_false=0.0", "select_reduce", {}),
    "range_select": (
        "dst=a, src=b, bound0=c, bound1=c, fill_value=-1.0, comp_op0=nisa.range_select_cmp.IsGe, "
        "comp_op1=nisa.range_select_cmp.IsLt",
        "range_select", {"comp_op0": "greater_equal", "comp_op1": "less"},
    ),
    "sequence_bounds": ("dst=tile(1, 2, 128), src=tile(1, 128)", "sequence_bounds", {}),
    "gather": ("dst=a, src=b, indices=u", "nc_n_gather", {}),
}


class KernelBuilderTest(KernelTest):
    def kernel(self, body, *args):
        return record(body, list(args), HEAD)

    def test_every_function_is_an_instruction_of_nki_isa(self):
        self.assertEqual(set(kernel_builder._CALLS), set(CALLS))
        for name, (given, op, attrs) in CALLS.items():
            with self.subTest(name):
                block = self.kernel(f"""
                def k(x: Tensor):
                    a, b, c, p = tile(128, 128), tile(128, 128), tile(128, 1), tile(128, 128, space=nb.psum)
                    i, u = tile(128, 128, dtype=nb.int32), tile(128, 128, dtype=nb.uint32)
                    nisa.{name}({given})
                """, tensor(128, 128))
                found = [n for n, one in enumerate(block.code) if one[0] == op]
                self.assertTrue(found, block.ops())
                self.assertEqual(attrs, {word: block.attrs(found[-1]).get(word) for word in attrs})

    def test_a_kernel_whose_result_is_an_argument(self):
        block = self.kernel("""
        @nki.jit
        def k(x: Tensor, out: Tensor):
            assert get_target_info().name == "trn2"
            wide = nb.compiler.alloc((128, 4, 32), x.dtype, space=nb.sbuf)
            with nb.compiler.perfetto_group("load", loop_vars={"i": 0}):
                    nisa.dma_copy(wide, x)
            pairs = wide.rearrange("p n (c two) -> p n c two", two=2)
            assert pairs.shape == (128, 4, 16, 2) and pairs.strides == (128, 32, 2, 1)
            again = wide[:, 0, :].repeat("p x -> p c x", c=4)
            assert again.shape == (128, 4, 32) and again.strides == (128, 0, 1)
            made = nb.ndarray_like(wide)
            nisa.tensor_tensor_arith(dst=made, lhs=wide, rhs=again, op=nisa.arith_op.Add, name="sum")
            nisa.dma_copy(dst=out, src=made)
            nb.compiler.release(wide)
        """, tensor(128, 4, 32), tensor(128, 4, 32))
        self.assertEqual(["dma_copy", "tensor_tensor", "dma_copy"], block.ops())
        self.assertEqual("new", block.head["dialect"])
        self.assertEqual(["input", "inout"], [block.bufs[n]["role"] for n in (0, 1)])

    def test_places_and_tiles_are_those_of_the_kernel(self):
        block = self.kernel("""
        def k(x: Tensor):
            for n in nb.range(2):
                a = nb.ndarray((128, 64), x.dtype)
                b = nb.ndarray((128, 64), x.dtype)
                nisa.dma_copy(dst=a, src=x[:, nb.ts(n, 64)])
                nisa.tensor_copy(dst=b, src=a)
        """, tensor(128, 128))
        groups = {one["group"].rpartition(":")[2] for one in block.bufs.values() if one["space"] == "sbuf"}
        self.assertEqual(2, len(groups))
        self.assertNotEqual(block.line(0), block.line(1))

    def test_loops_on_the_device(self):
        body = """
        def k(x: Tensor, n: Tensor):
            held = nb.ndarray((1, 1), nb.int32)
            nisa.dma_copy(dst=held, src=n)
            many = nisa.load_register(held[0:1, :])
            def body(i):
                a = nb.ndarray((128, 64), x.dtype)
                nisa.dma_copy(dst=a, src=x[:, nb.ds(i * 64, 64)])
            nb.fori_loop(2, body)
            nb.fori_loop(0, many, body)
        """
        text = HEAD + textwrap.dedent(body)
        done = run({
            "nki": "k.py", "function": "k", "args": [tensor(128, 512), tensor(1, 1, dtype="int32")],
            "trip_counts": {f"k.py:{text.count(chr(10))}": 3},
        }, {"k.py": text})
        self.assertEqual(0, done.status, done.err)
        self.assertEqual(1 + 2 + 3, blocks(done.stream)[0].ops().count("dma_copy"))

    def told(self, call):
        done = run(
            {"nki": "k.py", "function": "k", "args": [tensor(128, 64)]},
            {"k.py": HEAD + f"def k(x: Tensor):\n    a = tile(128, 64)\n    {call}\n"},
        )
        self.assertEqual(2, done.status)
        return done.line

    def test_what_is_refused_says_so(self):
        self.assertIn("E10", self.told("nb.if_else(1, None)"))
        self.assertIn("nearest: lhs", self.told("nisa.tensor_tensor_arith(dst=a, lhss=a, rhs=a, op=nisa.arith_op.Add)"))
        self.assertIn("Add", self.told("nisa.arith_op.Ad"))
        self.assertIn("num_r_dim", self.told("nisa.tensor_reduce_arith(a, a, nisa.arith_op.Add, 2)"))
        self.assertIn("repeat", self.told('a.repeat("p x -> c p x", c=2)'))
        self.assertIn("needs the size of c", self.told('a.repeat("p x -> p c x")'))
        self.assertIn("broadcast", self.told("a.repeat(2)"))


class HostTest(unittest.TestCase):
    def test_both_packages_have_it(self):
        import sys

        install.install([])
        for prefix in ("nki", "neuronxcc.nki"):
            self.assertIs(sys.modules["nki.compiler.kernel_builder"], sys.modules[f"{prefix}.compiler.kernel_builder"])


if __name__ == "__main__":
    unittest.main()
