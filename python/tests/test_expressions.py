"""`nki.language`: allocation and arithmetic on tiles."""

import importlib.util
import unittest

from support import NEW, OLD, KernelTest, record, tensor

START = "def k(h):\n    a = nl.load(h)\n    b = nl.load(h)\n    v = nl.load(h[:, 0:1])\n    "

# expression -> ops recorded after the three loads
EXPRESSIONS = {
    **{f"nl.{op}(a, b)": ["tensor_tensor"] for op in (
        "add subtract multiply divide maximum minimum power bitwise_and bitwise_or bitwise_xor "
        "left_shift right_shift equal not_equal greater greater_equal less less_equal logical_and "
        "logical_or logical_xor mod").split()},
    **{f"nl.{op}(a)": ["activation"] for op in (
        "exp log sqrt rsqrt tanh sigmoid relu gelu gelu_dx gelu_apprx_tanh gelu_apprx_sigmoid silu "
        "silu_dx softplus mish erf erf_dx square sin cos arctan sign").split()},
    **{f"nl.{op}(a)": ["tensor_scalar"] for op in
       "negative abs floor ceil trunc invert logical_not".split()},
    **{f"nl.{op}(a, axis=1)": ["tensor_reduce"] for op in "sum max min prod all".split()},
    "nl.reciprocal(a)": ["reciprocal"],
    "nl.copy(a, dtype=nl.bfloat16)": ["tensor_copy"],
    "a.astype(nl.bfloat16)": ["tensor_copy"],
    "nl.mean(a, axis=1)": ["tensor_reduce", "tensor_scalar"],
    "nl.var(a, axis=1)": ["bn_stats", "bn_aggr"],
    "nl.softmax(a, axis=1)": [
        "tensor_reduce", "tensor_scalar", "activation", "reciprocal", "tensor_scalar"],
    "nl.rms_norm(a, b, axis=1, n=64)": [
        "activation", "tensor_scalar", "activation", "tensor_scalar", "tensor_tensor"],
    "nl.rms_norm(a, b, axis=1, n=64, epsilon=1e-5, compute_dtype=nl.float32)": [
        "activation", "tensor_scalar", "activation", "tensor_scalar", "tensor_tensor"],
    "nl.broadcast_to(v, (128, 64), dtype=nl.bfloat16)": ["tensor_copy"],
    "nl.broadcast_to(v, shape=(128, 64))": [],
    "nl.gather_flattened(a, b.view(nl.uint32), axis=0)": ["nc_n_gather"],
    "nl.where(a, a, b)": ["tensor_copy", "tensor_copy_predicated"],
    "nl.add(a, 2.0)": ["tensor_scalar"],
    "nl.subtract(1.0, a)": ["tensor_scalar"],
    "nl.multiply(a, v)": ["tensor_scalar"],
    "a + b": ["tensor_tensor"],
    "a == b": ["tensor_tensor"],
    "a != 0": ["tensor_scalar"],
    "v != a": ["tensor_scalar"],
    "a if a == None else b": [],
    "(a == 'a') + 0": [],
    "a - 1": ["tensor_scalar"],
    "2 / a": ["tensor_scalar"],
    "a ** 2": ["tensor_scalar"],
    "-a": ["tensor_scalar"],
    "a < b": ["tensor_tensor"],
    "nl.transpose(a[:, 0:64])": ["nc_transpose"],
    "nl.matmul(a, b, transpose_x=True)": ["nc_matmul"],
    "a @ b[0:64]": ["nc_transpose", "tensor_copy", "nc_matmul"],
    "nl.load_transpose2d(h)": ["dma_transpose"],
    "nl.zeros((128, 4), dtype=nl.float32)": ["memset"],
    "nl.ones((128, 4), dtype=nl.float32)": ["memset"],
    "nl.full((128, 4), 3.0, dtype=nl.float32)": ["memset"],
    "nl.zeros_like(a)": ["memset"],
    "nl.empty_like(a)": [],
    "nl.ndarray((128, 4), dtype=nl.float32)": [],
    "nl.rand((128, 4), dtype=nl.float32)": ["rng"],
    "nl.dropout(a, 0.5)": ["dropout"],
    "nl.store(h, a)": ["dma_copy"],
    "nl.store(h, 0)": ["dma_fill"],
    "nl.atomic_rmw(h, a, op=nl.add)": ["dma_add"],
    "nl.broadcast_to(v, (128, 9))": [],
    "nl.expand_dims(a, 1)": [],
    "nl.device_print('x', a)": [],
}

IN_NEW = {"nl.copy(a, dtype=nl.bfloat16)": ["activation"], "nl.rsqrt(a)": ["tensor_scalar"]}


class ExpressionTest(KernelTest):
    def test_each_records(self):
        for head in (None, OLD):
            for text, wanted in EXPRESSIONS.items():
                with self.subTest(text, old=head is not None):
                    more = {} if head is None else {"head": head}
                    block = record(START + text, [tensor(128, 64)], **more)
                    wanted = wanted if head else IN_NEW.get(text, wanted)
                    ops = [op for op in block.ops()]
                    if "nc_transpose" in ops:
                        ops.remove("dma_copy")
                    self.assertEqual(["dma_copy"] * 3 + wanted, ops)

    def test_names(self):
        import nki.language as nl

        for name in (
            "sbuf psum hbm private_hbm shared_hbm tile_size ds arange mgrid par_dim program_id "
            "num_programs program_ndim affine_range sequential_range static_range dynamic_range "
            "fori_loop while_loop no_reorder nc spmd_dim NKIObject NkiTensor is_hbm is_sbuf is_psum "
            "is_on_chip fp32 shared_constant shared_identity_matrix loop_reduce random_seed "
            "bool_ int8 int16 int32 uint8 uint16 uint32 float16 float32 bfloat16 tfloat32 "
            "float8_e4m3 float8_e4m3fn float8_e5m2 float8_e5m2_x4 float4_e2m1fn_x4"
        ).split():
            self.assertTrue(hasattr(nl, name), name)

    def test_memories_are_members_of_memory_region(self):
        import nki.language as nl

        for name in ("sbuf", "psum", "private_hbm", "shared_hbm"):
            memory = getattr(nl, name)
            self.assertIs(memory, getattr(nl.MemoryRegion, name))
            self.assertIsInstance(memory, nl.MemoryRegion)
            self.assertEqual(name, memory.value)

    def test_every_float_has_its_short_name(self):
        for name in ("float16", "float32", "float8_e4m3", "float8_e4m3fn", "float8_e5m2"):
            short = name.replace("float", "fp")
            block = record("def k(x):\n    nl.load(x)\n", [tensor(128, 4, dtype=short)])
            self.assertEqual([name, name], [buffer["dtype"] for buffer in block.bufs.values()])

    def test_sizes_of_tiles(self):
        import nki.language as nl

        sizes = nl.tile_size
        self.assertEqual(
            (212984, 53246, 128 * 212984, 2048),
            (sizes.sbuf_fmax_bytes, sizes.sbuf_fmax, sizes.sbuf_size_bytes, sizes.psum_fmax_bytes))

    def test_inverse_roots_are_of_gpsimd_in_nki(self):
        for head, engine in ((NEW, "gpsimd"), (OLD, "scalar")):
            block = record(START + "nl.rsqrt(a, dtype=nl.bfloat16)", [tensor(128, 64)], head)
            self.assertEqual(engine, block.code[-1][1])
            self.assertEqual("bfloat16", block.bufs[block.code[-1][3][0][0]]["dtype"])

    def test_reverse_and_operands(self):
        block = record(START + "nl.subtract(1.0, a)", [tensor(128, 64)])
        self.assertEqual({"op0": "subtract", "operand0": 1.0, "reverse0": 1}, block.attrs(-1))
        block = record(START + "nl.multiply(v, a)", [tensor(128, 64)])
        self.assertEqual({"op0": "multiply", "operand0": "$1", "reverse0": 1}, block.attrs(-1))

    def test_result_types(self):
        body = (
            "def k(x, y):\n    a = nl.load(x)\n    b = nl.load(y)\n"
            "    t = nl.add(a, b)\n    u = nl.less(a, b)\n    return [str(t.dtype), str(u.dtype)] and None"
        )
        block = record(body, [tensor(128, 4, dtype="int32"), tensor(128, 4, dtype="bf16")])
        kinds = [block.bufs[one[3][0][0]]["dtype"] for one in block.code[-2:]]
        self.assertEqual(["bfloat16", "bfloat16"], kinds)

    def test_comparisons_have_the_type_of_what_they_compare(self):
        """As the SDK states of `nki`: a mask may be subtracted from; the older dialect's has bytes."""
        body = (
            "def k(x):\n    a = nl.load(x)\n    m = nl.greater(a, 0.5)\n"
            "    n = nl.equal(1.0, a, dtype=nl.uint8)\n    nl.exp(nl.subtract(m, 1.0))"
        )
        for head, kind in ((NEW, "float32"), (OLD, "uint8")):
            block = record(body, [tensor(128, 4)], head=head)
            kinds = [block.bufs[one[3][0][0]]["dtype"] for one in block.code[1:4]]
            self.assertEqual([kind, "uint8", "float32"], kinds)

    def test_types_are_promoted(self):
        """The examples of the SDK's page on type promotion, and others by the same rules."""
        for first, second, wanted in (
            ("int32", "float16", "float16"), ("uint16", "tfloat32", "tfloat32"),
            ("float32", "tfloat32", "float32"), ("float32", "bfloat16", "float32"),
            ("float16", "bfloat16", "float32"), ("float8_e4m3", "float16", "float16"),
            ("float8_e4m3", "bfloat16", "bfloat16"), ("float8_e4m3", "float8_e5m2", "bfloat16"),
            ("int16", "int32", "int32"), ("uint8", "uint16", "uint16"), ("uint16", "int32", "int32"),
            ("int8", "uint8", "int16"), ("int8", "uint16", "int32"), ("int32", "uint32", "float32"),
            ("bool_", "uint8", "uint8"), ("uint32", "uint8", "uint32"),
        ):
            body = (
                f"def k():\n    a, b = nl.ones((4, 4), nl.{first}), nl.ones((4, 4), nl.{second})\n"
                "    nl.add(a, b)\n    nl.add(b, a)"
            )
            self.assertEqual([wanted, wanted], self._kinds(body, 2))
        bits = "def k():\n    nl.bitwise_or(nl.ones((4, 4), nl.int32), nl.ones((4, 4), nl.uint32))"
        self.assertEqual(["int32"], self._kinds(bits, 1))

    def test_numbers_widen_types_in_the_older_dialect(self):
        for first, number, wanted in (
            ("int8", "2", "int32"), ("float16", "1.2", "float32"), ("bfloat16", "2", "bfloat16"),
            ("uint8", "True", "uint8"), ("int32", "0.5", "float32"), ("uint8", "-1e9", "float32"),
        ):
            body = f"def k():\n    nl.multiply(nl.ones((4, 4), nl.{first}), {number})"
            self.assertEqual([wanted], self._kinds(body, 1))
            self.assertEqual([first], self._kinds(body, 1, NEW))
        bits = "def k():\n    nl.left_shift(nl.ones((4, 4), nl.uint8), 2)"
        self.assertEqual(["uint8"], self._kinds(bits, 1))

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "needs numpy")
    def test_numbers_that_have_a_type(self):
        body = (
            "import numpy as np\ndef k():\n    a = nl.ones((4, 4), nl.float16)\n"
            "    nl.add(a, np.float16(2))\n    nl.add(a, np.float64(2))\n"
            "    nl.add(nl.ones((4, 4), nl.int8), np.int64(2))"
        )
        self.assertEqual(["float16", "float32"], self._kinds(body.rpartition("\n")[0], 2))
        self.assertEqual(["int32"], self._kinds(body, 1))

    def _kinds(self, body: str, last: int, head: str = OLD) -> list[str]:
        block = record(body, [], head=head)
        return [block.bufs[one[3][0][0]]["dtype"] for one in block.code[-last:]]

    def test_identity_in_a_tile_of_the_kernel(self):
        block = record(
            "def k(x):\n    d = nl.ndarray((64, 64), dtype=nl.bfloat16, buffer=nl.sbuf)\n"
            "    assert nl.shared_identity_matrix(64, dst=d) is d\n    nl.exp(d)",
            [tensor(128, 4)],
        )
        self.assertEqual(["dma_copy", "activation"], block.ops())
        self.assertEqual([], block.warnings())

    def test_result_types_of_one_operator(self):
        block = record(
            "def k(x, y, z):\n    a, b, c = nl.load(x), nl.load(y), nl.load(z)\n"
            "    for left, right in ((b, b), (b, c), (c, b), (b, a), (a, a), (b, b)):\n"
            "        nl.multiply(left, right)",
            [tensor(128, 4, dtype="int32"), tensor(128, 4, dtype="bf16"), tensor(128, 4)],
        )
        kinds = [block.bufs[one[3][0][0]]["dtype"] for one in block.code[3:]]
        self.assertEqual(
            ["bfloat16", "float32", "float32", "bfloat16", "int32", "bfloat16"], kinds
        )

    def test_row_over_partitions_goes_through_tensor_engine(self):
        block = record(
            "def k(h):\n    a = nl.load(h)\n    row = nl.load(h[0:1])\n"
            "    c = nl.add(a, row.broadcast_to((128, 600)))",
            [tensor(128, 600)],
        )
        self.assertEqual(
            ["partition_broadcast", "tensor_copy"] * 2 + ["tensor_tensor"], block.ops()[2:])
        self.assertEqual({"ins": 1}, block.attrs(2))
        self.assertEqual(4, block.end["inserted"])
        texts = [one["text"] for one in block.end["warnings"]]
        self.assertIn("4 instructions inserted by the recorder's rules", texts)

    def test_row_that_a_psum_bank_holds_is_read_there(self):
        block = record(
            "def k(h):\n    a = nl.load(h)\n    row = nl.load(h[0:1])\n"
            "    c = nl.add(a, row.broadcast_to((128, 512)))",
            [tensor(128, 512)],
        )
        self.assertEqual(["partition_broadcast", "tensor_tensor"], block.ops()[2:])

    def test_shapes_that_do_not_combine(self):
        self.refused("E5", "do not combine", START + "nl.add(a, b[:, 0:3])", [tensor(128, 64)])
        self.refused("E5", "partition dimension", START + "nl.sum(a, axis=0)", [tensor(128, 64)])

    def test_constants(self):
        block = record(
            "import numpy as np\nimport nki.tensor as nt\n"
            "def k():\n"
            "    for c in (np.identity(128, dtype=np.int8), nt.identity(64, nl.float32), np.zeros((2, 3))):\n"
            "        nl.load(nl.shared_constant(c, dtype=nl.bfloat16))\n"
            "    i = nl.shared_identity_matrix(128, dtype=nl.bfloat16)\n"
            "    assert i is nl.shared_identity_matrix(128, dtype=nl.bfloat16)"
        )
        fills = [b["fill"] for b in block.bufs.values() if "fill" in b]
        self.assertEqual(["identity", "identity", "zeros", "identity"], fills)

    def test_arithmetic_of_constants(self):
        block = record(
            "import nki.meta.tensor as nt\n"
            "def k(dtype: nl.DType = nl.bfloat16):\n"
            "    for c in (nt.zeros((2, 2)) + 1, 3 - nt.arange(0, 6, 2) * 2, nt.identity(2) / 2 + nt.ones((2, 2))):\n"
            "        nl.load(nl.shared_constant(c, dtype=dtype))"
        )
        fills = [b["fill"] for b in block.bufs.values() if "fill" in b]
        self.assertEqual([[1] * 4, [3, -1, -5], [1.5, 1, 1, 1.5]], fills)

    def test_memory_limits(self):
        for text, call in (
            ("129 partitions", "(129, 4), dtype=nl.float32, buffer=nl.sbuf"),
            ("needs 16388 bytes per partition, psum has 16384", "(1, 4097), dtype=nl.float32, buffer=nl.psum"),
            ("sbuf has 212984", "(1, 60000), dtype=nl.float32, buffer=nl.sbuf"),
            ("no elements", "(128, 0), dtype=nl.float32, buffer=nl.sbuf"),
        ):
            self.refused("E5", text, f"def k():\n    nl.ndarray({call})")
        self.refused("E3", "'float23' is not a data type (nearest: float32)",
                     "def k():\n    nl.ndarray((1, 2), dtype='float23')")
        self.refused("E3", "dtype of 'x': 'fp8' is not a data type (nearest: fp8_e4m3)",
                     "def k(x):\n    return x", {"x": {"shape": [2, 2], "dtype": "fp8"}})
        self.refused("E3", "dtype of 'x': 'fp8e4' is not a data type (nearest: fp8_e4m3)",
                     "def k(x):\n    return x", {"x": {"shape": [2, 2], "dtype": "fp8e4"}})
        self.refused("E3", "buffer is 'sbof'", "def k():\n    nl.ndarray((1, 2), nl.float32, 'sbof')")

    def test_columns_of_as_many_elements_are_added_as_tensors(self):
        body = """
            def k(a):
                column = nl.load(a[:, 0:1])
                other = nl.add(column.reshape((128, 1, 1)), column)
            """
        self.assertEqual(["dma_copy", "tensor_tensor"], record(body, [tensor(128, 64)], OLD).ops())


if __name__ == "__main__":
    unittest.main()
