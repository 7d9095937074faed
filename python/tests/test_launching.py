"""How a kernel is launched: its grid, its arguments, functions that make it."""

import unittest

from support import NEW, OLD, KernelTest, blocks, record, record_all, run, tensor


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

    def test_a_dimension_that_the_grid_has_not(self):
        body = "def k():\n    assert nl.program_id({}) == 0"
        record_all(body.format(1))
        text = "the launch grid [2] has no dimension 1; kernel.grid: [4, 2] has two"
        self.refused("E3", text, body.format(1), ranks={"tp": 1, "lnc": 2})

    def test_grid_of_the_function(self):
        body = "@nki.jit\ndef k():\n    nl.full((1, 1), nl.program_id(0) * 3 + nl.program_id(1), nl.float32)\n"
        files, request = {"k.py": NEW + body}, {"nki": "k.py", "function": "k[2, 3]", "args": []}
        self.assertEqual(6, len(blocks(run(request, files).stream)))
        refused = run({**request, "ranks": {"lnc": 2}}, files)
        self.assertIn("give kernel.grid: [2, 3]", refused.error["text"])
        files = {"k.py": NEW + body.replace("@nki.jit\n", "")}  # a host function passes it to nki.jit
        self.assertEqual(6, len(blocks(run(request, files).stream)))

    def test_sizes_in_cores(self):
        body = "def k():\n    nl.full((1, 1), nl.program_id(0), nl.float32)\n"
        for size, cores in (
            ("nl.nc(2) * 2", [0, 0, 1, 1]), ("2 * nl.nc(2)", [0, 1, 0, 1]),
            ("nl.spmd_dim(2, nl.nc(2))", [0, 1, 0, 1]), (4, [None] * 4),
        ):
            found = record_all(body, grid=[size], ranks={"lnc": 2})
            self.assertEqual([4], found[0].head["grid"])
            self.assertEqual(cores, [block.head.get("core") for block in found])
        for size in ("nl.nc(2) + 2", "nl.nc()", "nl.cores(2)", "nl.nc(2", "2.5", 0, -1, True, 2.5, None):
            with self.subTest(size):
                self.refused("E1", "expected a number or cores, as in nl.nc(2) * 4", body, grid=[size])

    def test_without_grid(self):
        block = record("def k():\n    assert nl.program_ndim() == 0 and nl.num_programs() == 1\n"
                       "    assert nl.program_id(0) == 0")
        self.assertEqual(([0], [1]), (block.head["pid"], block.head["grid"]))

    def test_a_launch_with_a_grid_names_the_grid(self):
        body = """
            @nki.jit
            def inner(a):
                return a
            def k(a):
                return inner[2, 3](a)
            """
        self.refused("E3", "give kernel.grid: [2, 3]", body, [tensor(128, 64)])

    def test_a_grid_of_cores_says_where_its_programs_run(self):
        body = OLD + (
            "@nki.jit\ndef inner(a):\n"
            "    nl.store(a[nl.program_id(0), nl.program_id(1)], nl.load(a[0, 0]))\n"
            "def k(a):\n    inner[{}, 3](a)\n"
        )
        for size, cores in (("nl.spmd_dim(2, nl.nc(2))", [0, 1]), ("nl.nc(2) * 2", [0, 0, 1, 1])):
            request = {"nki": "k.py", "function": "k", "args": [tensor(4, 3, 128, 8)], "ranks": {"lnc": 2}}
            found = blocks(run(request, {"k.py": body.format(size)}).stream)
            self.assertEqual([4, 3], found[0].head["grid"])
            self.assertEqual(
                (cores * 2)[:4], [one.head["core"] for one in found if one.head["pid"][1] == 0])


class ArgumentTest(KernelTest):
    def test_a_tuple_as_an_argument(self):
        body = """
            def k(pair):
                assert type(pair) is tuple and pair[1] == 3
                nl.store(pair[0], nl.load(pair[0]))
                return pair[0]
            """
        self.assertEqual("pair_0", record(body, [{"tuple": [tensor(128, 4), 3]}]).bufs[0]["name"])

    def test_arguments_that_go_by_their_place(self):
        body = """
        def k({}):
            assert x.shape == (128, 64) and y.shape == (64, 32) and {}
            nisa.dma_copy(x[0:64, 0:32], y)
        """
        x, y = tensor(128, 64), tensor(64, 32)
        record(body.format("x, /, y", "True"), {"y": y, "x": x})
        record(body.format("x, *rest, last=1", "last == 2").replace("y.", "rest[0].").replace(", y)", ", rest[0])"),
               {"last": 2, "rest": [y], "x": x})
        alone = body.format("*rest", "True").replace("def k(*rest):", "def k(*rest):\n            x, y = rest")
        for given in ({"rest": [x, y]}, [x, y]):
            record(alone, given)
        record("def k(*rest):\n    nl.load(rest[0])\n", {"rest": x})

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


class MadeKernelTest(KernelTest):
    """A function of the file makes the kernel."""

    BODY = """
        class Shop:
            def make(rows, *, kind=None):
                @nki.jit
                def kernel(a):
                    t = nl.ndarray((rows, 64), dtype=kind, buffer=nl.sbuf)
                    nisa.dma_copy(dst=t, src=a)
                return kernel, rows
        """

    def test_by_a_call(self):
        call = "Shop.make(96, kind=nl.bfloat16)[0]"
        made = record(self.BODY, [tensor(96, 64)], function=call).bufs[1]
        self.assertEqual(([96, 64], "bfloat16"), (made["shape"], made["dtype"]))

    def test_what_is_no_kernel(self):
        for function, said in (
            ("Shop.made(1)", "nearest: make"),
            ("Shop.make(96)", "is a tuple, not a function"),
            ("Shop.make(", "expected a name or a call"),
            ("Shop.make if 1 else 2", "expected a name or a call"),
        ):
            self.refused("E1", said, self.BODY, [tensor(96, 64)], function=function)

    def test_a_kernel_that_a_branch_leaves_out(self):
        body = "from absent import FAST\nif FAST:\n    def k(a):\n        return a\n"
        said = "what line 6 decides left it out; 'absent' is not installed"
        self.refused("E1", said, body, [tensor(96, 64)])


if __name__ == "__main__":
    unittest.main()
