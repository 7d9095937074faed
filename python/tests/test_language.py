"""`nki.language`: allocation, arithmetic on tiles, moves, loops, grid."""

import unittest

from support import NEW, OLD, KernelTest, blocks, record, record_all, run, tensor

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
    "nl.gather_flattened(a, b, axis=0)": ["nc_n_gather"],
    "nl.where(a, a, b)": ["tensor_copy", "tensor_copy_predicated"],
    "nl.add(a, 2.0)": ["tensor_scalar"],
    "nl.subtract(1.0, a)": ["tensor_scalar"],
    "nl.multiply(a, v)": ["tensor_scalar"],
    "a + b": ["tensor_tensor"],
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


class ExpressionTest(KernelTest):
    def test_each_records(self):
        for head in (None, OLD):
            for text, wanted in EXPRESSIONS.items():
                with self.subTest(text, old=head is not None):
                    more = {} if head is None else {"head": head}
                    block = record(START + text, [tensor(128, 64)], **more)
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
        self.assertEqual(["bfloat16", "uint8"], kinds)

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
        self.refused("E3", "buffer is 'sbof'", "def k():\n    nl.ndarray((1, 2), nl.float32, 'sbof')")


class GridTest(KernelTest):
    BODY = """
    def k(x):
        assert nl.num_programs() == nl.num_programs(0) == nl.num_programs(axes=[0])[0]
        assert nl.program_ndim() == 1
        out = nl.ndarray((128, 4), dtype=nl.float32, buffer=nl.shared_hbm)
        t = nl.load(x[nl.ds(nl.program_id(0) * 128, 128)])
        nl.store(out, t)
        return out
    """

    def test_one_block_per_program(self):
        found = record_all(self.BODY, [tensor(256, 4)], ranks={"tp": 1, "lnc": 2})
        self.assertEqual([[0], [1]], [block.head["pid"] for block in found])
        self.assertEqual([[2], [2]], [block.head["grid"] for block in found])
        self.assertEqual([0, 512], [block.code[0][4][0][1] for block in found])

    def test_two_dimensions(self):
        body = "def k():\n    assert nl.num_programs() == 6 and nl.program_ndim() == 2\n    nl.program_id(1)"
        found = record_all(body, grid=[2, 3])
        self.assertEqual(6, len(found))
        self.assertEqual([1, 2], found[-1].head["pid"])

    def test_grid_of_the_function(self):
        body = "@nki.jit\ndef k():\n    nl.full((1, 1), nl.program_id(0) * 3 + nl.program_id(1), nl.float32)\n"
        files, request = {"k.py": NEW + body}, {"nki": "k.py", "function": "k[2, 3]", "args": []}
        self.assertEqual(6, len(blocks(run(request, files).stream)))
        refused = run({**request, "ranks": {"lnc": 2}}, files)
        self.assertIn("give kernel.grid: [2, 3]", refused.error["text"])

    def test_without_grid(self):
        block = record("def k():\n    assert nl.program_ndim() == 0 and nl.num_programs() == 1\n"
                       "    assert nl.program_id(0) == 0")
        self.assertEqual(([0], [1]), (block.head["pid"], block.head["grid"]))


class LoopTest(KernelTest):
    def test_loops_are_noted(self):
        block = record("""
        def k(x):
            for i in nl.affine_range(2):
                nl.load(x)
                for j in nl.sequential_range(1, 5, 2):
                    nl.load(x)
            nl.load(x)
        """, [tensor(128, 4)])
        loops = [block.attrs(i).get("loop") for i in range(7)]
        self.assertEqual([[0, 0], [1, 0], [1, 1], [0, 1], [2, 0], [2, 1], None], loops)
        kinds = [(kind, count, outer) for kind, _, count, outer in block.end["loops"]]
        self.assertEqual(
            [("affine", 2, None), ("sequential", 2, [0, 0]), ("sequential", 2, [0, 1])], kinds
        )

    def test_break_leaves_the_loop(self):
        block = record("""
        def k(x):
            for i in nl.affine_range(9):
                if i == 1:
                    break
            nl.load(x)
        """, [tensor(128, 4)])
        self.assertEqual({}, block.attrs(0))

    def test_run_time_bounds(self):
        body = """
        def k(x):
            n = nisa.register_alloc()
            nisa.register_load(n, nl.load(x[0:1, 0:1]))
            for i in nl.dynamic_range(n):
                nl.load(x)
            nl.fori_loop(0, n, lambda i: nl.load(x))
            nl.while_loop(n, lambda r: (nl.load(x), r)[1])
            while n:
                nl.load(x)
        """
        lines = [9, 11, 12, 13]
        self.refused("E8", 'set kernel.trip_counts: {"kernel', body, [tensor(128, 4)])
        import support

        name = f"kernel{support._COUNT + 1}.py"
        counts = {f"{name}:{line}": times for line, times in zip(lines, (2, 3, 4, 5))}
        block = record(body, [tensor(128, 4)], trip_counts=counts)
        self.assertEqual(2 + 3 + 4 + 5, block.ops().count("loop_end"))
        self.assertEqual(4, block.ops().count("loop_begin"))
        self.assertEqual(4 + 2 * (1 + 2 + 3 + 4 + 5), len(block.code))

    def test_sums_over_the_cores(self):
        body = """
        def k(x):
            tile = nl.load(x)
            total = nl.all_reduce(tile, op=nl.add, program_axes=[nl.program_id(0)], dtype=nl.float32)
            peak = nisa.tensor_reduce(nl.max, total, axis=[1])
            assert peak.as_tile().shape_2d == (128, 1)
            assert peak.expand_dims((2, 3)).shape == (128, 1, 1, 1)
        """
        alone = record(body, [tensor(128, 4)], OLD)
        self.assertEqual(["dma_copy", "tensor_copy", "tensor_reduce"], alone.ops())
        cores = record(body, [tensor(128, 4)], OLD, ranks={"lnc": 2})
        self.assertEqual(["dma_copy", "sendrecv", "tensor_tensor", "tensor_reduce"], cores.ops())
        self.assertIn("W3", cores.warnings())
        self.refused("E10", "over a grid of 2x2 programs", body, [tensor(128, 4)], OLD, grid=[2, 2])

    def test_a_loop_that_is_reached_again_may_take_another_number_of_turns(self):
        body = """
        def k(x):
            n = nisa.register_alloc()
            for j in range(3):
                nl.fori_loop(0, n, lambda i: nl.load(x))
                while n:
                    nl.load(x)
        """
        import support

        def counts(*numbers):
            name = f"kernel{support._COUNT + 1}.py"
            return {f"{name}:{line}": list(numbers) for line in (9, 10)}

        block = record(body, [tensor(128, 4)], trip_counts=counts(0, 3, 1))
        self.assertEqual(2 * 4, block.ops().count("loop_end"))
        text = "has 2 numbers, and the loop is reached once more"
        self.refused("E8", text, body, [tensor(128, 4)], trip_counts=counts(2, 1))

    def test_register_start(self):
        body = """
        def k(x):
            n = nisa.register_alloc()
            for i in nl.dynamic_range(n, 9):
                nl.load(x[nl.ds(i, 2)])
        """
        import support

        block = record(body, [tensor(128, 4)], trip_counts={f"kernel{support._COUNT + 1}.py:8": 2})
        self.assertEqual([[0, 0, [4, 2, 1, 4], ["r", 0, 4]], [0, 4, [4, 2, 1, 4], ["r", 0, 4]]],
                         [one[4][0] for one in block.code if one[0] == "dma_copy"])

    def test_loops_without_an_iteration_begin(self):
        body = """
        def k(x):
            n = nisa.register_alloc()
            nisa.register_load(n, nl.load(x[0:1, 0:1]))
            for i in nl.dynamic_range(n):
                nl.load(x)
            while n:
                nl.load(x)
        """
        import support

        name = f"kernel{support._COUNT + 1}.py"
        block = record(body, [tensor(128, 4)], trip_counts={f"{name}:9": 0, f"{name}:11": 0})
        self.assertEqual(["dma_copy", "register_load", "loop_begin", "loop_begin"], block.ops())

    def test_iterations_on_the_device_end_with_a_barrier(self):
        block = record("""
        def k(x):
            for i in nl.dynamic_range(2):
                nl.load(x)
                for j in nl.static_range(2):
                    nl.load(x)
            nl.load(x)
        """, [tensor(128, 4)])
        load, end = "dma_copy", "loop_end"
        self.assertEqual(["loop_begin"] + [load, load, load, end] * 2 + [load], block.ops())
        self.assertEqual({"ins": 1, "loop": [0, 1]}, block.attrs(8))


class PlainPythonTest(KernelTest):
    def test_classes_closures_generators(self):
        block = record("""
        from dataclasses import dataclass
        from enum import Enum

        class Kind(nl.NKIObject, Enum):
            A = 1

        @dataclass
        class Config(nl.NKIObject):
            rows: int
            columns = 4
            kind = Kind.A

        class Plain(nl.NKIObject):
            size: int
            twice = None
            def __post_init__(self):
                self.twice = self.size * 2

        class Loose(nl.NKIObject):
            size: int
            name: str = "n"

        def tiles(x, config):
            for i in range(2):
                yield nl.load(x[0:config.rows, i:config.columns])

        @nki.jit
        def helper(t: nl.ndarray, scale: "nl.ndarray | float" = 1.0):
            return nl.multiply(t, scale)

        @nki.jit(mode="auto")
        def k(x, f=max):
            config = Config(rows=64, columns=3)
            assert Plain(3).twice == 6 and Config(5).columns == 4 and isinstance(x, nl.ndarray)
            assert (Loose().size, Loose(4).size, Loose().name) == (None, 4, "n")
            double = lambda t: helper(t, 2.0)
            results = [double(t) for t in tiles(x, config)]
            assert f(1, 2) == 2 and len({str(t.dtype): t for t in results}) == 1
        """, [tensor(128, 4)])
        self.assertEqual(["dma_copy", "dma_copy", "tensor_scalar", "tensor_scalar"],
                         sorted(block.ops()))
        chain = [(function, file) for file, _, function in block.srcs[block.code[1][2]]]
        self.assertEqual("helper", chain[0][0])
        self.assertEqual("k", chain[-1][0])

    def test_neuronxcc_adds_a_logging_level(self):
        body = "import logging\nlogging.disable(logging.OFF)\ndef k(x):\n    nl.load(x)\n"
        self.assertEqual(["dma_copy"], record(body, [tensor(128, 4)], head=OLD).ops())

    def test_host_packages_are_stood_in_for(self):
        record("""
        import torch, jax.numpy as jnp, ml_dtypes, pytest
        from torch_xla.core import xla_model as xm
        from scipy.special import softmax

        class Module(torch.nn.Module):
            def forward(self, x: torch.Tensor) -> "torch.Tensor | None":
                return torch.zeros(3)

        @pytest.mark.parametrize("a", [1])
        def test(a): ...
        assert test(1) is None and Module().forward
        if torch.cuda.is_available():
            raise AssertionError
        with torch.no_grad():
            pass

        @nki.jit
        def k(x, dtype=ml_dtypes.bfloat16):
            nl.ndarray((1, 2), dtype=dtype)
            nl.ndarray((1, 2), dtype=torch.float16)
        run = k[nl.nc(2)]
        """, [tensor(128, 4)])
        self.refused("E2", "torch.zeros belongs to a package that is not installed",
                     "import torch\ndef k():\n    torch.zeros(3)")

    def test_arguments_that_are_objects_of_the_file(self):
        block = record("""
        import enum
        from dataclasses import dataclass

        class Mode(enum.Enum):
            FAST = 1

        @dataclass
        class Config:
            rows: int
            weight: object
            mode: Mode = None

        @nki.jit
        def k(x, cfg: Config):
            assert cfg.mode is Mode.FAST
            nl.load(x[0 : cfg.rows])
            nl.load(cfg.weight)
        """, {"x": tensor(128, 4),
              "cfg": {"call": "Config", "rows": 2, "weight": tensor(8, 4), "mode": {"enum": "Mode.FAST"}}})
        self.assertEqual(["x", "cfg_weight"], [b["name"] for b in block.bufs.values() if b["role"] == "input"])

    def test_choices_by_values_of_a_missing_package(self):
        """A constant is the same wherever it is named; what else decides a branch is noted."""
        block = record("""
        from torch import Mode, FAST

        @nki.jit
        def k(x, mode=Mode.SILU, other=Mode.GELU):
            t = nl.load(x)
            if mode == Mode.SILU and mode in (Mode.RELU, Mode.SILU):
                nisa.activation(dst=t, op=nl.silu, data=t)
            if other == Mode.SILU or FAST or Mode.LEVEL == 3:
                nisa.activation(dst=t, op=nl.exp, data=t)
        """, [tensor(128, 4)])
        self.assertEqual(["dma_copy", "activation"], block.ops())
        texts = [warning["text"] for warning in block.end["warnings"] if warning["code"] == "W6"]
        self.assertEqual(["torch.FAST belongs to a package that is not installed: taken to be false",
                          "torch.Mode.LEVEL belongs to a package that is not installed: "
                          "taken to be other than 3"], sorted(texts))


if __name__ == "__main__":
    unittest.main()
