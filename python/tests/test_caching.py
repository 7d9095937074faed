"""What is worked out once for a place in the source must not be used where something differs."""

import unittest

from support import NEW, OLD, KernelTest, record, tensor

HEAD = len(NEW.splitlines())


class SiteTest(KernelTest):
    """One line of a kernel, reached with different arguments."""

    def test_shapes_types_and_memories(self):
        block = record(
            """
            def k(x):
                for shape, kind, space in (
                    ((128, 64), nl.float32, nl.sbuf), ((64, 64), nl.float32, nl.sbuf),
                    ((128, 64), nl.bfloat16, nl.sbuf), ((128, 64), nl.float32, nl.psum),
                    ((128, 64), nl.float32, nl.sbuf),
                ):
                    t = nl.ndarray(shape, dtype=kind, buffer=space)
                    nisa.memset(t, 1)
            """,
            [tensor(128, 64)],
        )
        found = [(b["shape"], b["dtype"], b["space"]) for b in block.bufs.values()][1:]
        first = ([128, 64], "float32", "sbuf")
        self.assertEqual(
            [first, ([64, 64], "float32", "sbuf"), ([128, 64], "bfloat16", "sbuf"),
             ([128, 64], "float32", "psum"), first],
            found,
        )

    def test_names(self):
        """Of one place: those the kernel gives, and numbers for tiles without one."""
        block = record(
            """
            def k(x):
                for name in ("left", "right", "say \\"so\\"", "left"):
                    nl.zeros((128, 64), dtype=nl.float32, buffer=nl.sbuf, name=name)
                for _ in range(2):
                    nl.load(x)
            """,
            [tensor(128, 64)], OLD,
        )
        self.assertEqual(
            ["x", "left", "right", 'say "so"', "left", "t5", "t6"],
            [block.bufs[n]["name"] for n in range(7)],
        )

    def test_keywords(self):
        block = record(
            """
            def k(x):
                t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                c = nl.ndarray((128, 1), dtype=nl.float32, buffer=nl.sbuf)
                nisa.memset(t, 1)
                nisa.memset(c, 1)
                for more in (
                    {}, {"op1": nl.add, "operand1": 2.0}, {"engine": nisa.vector_engine}, {},
                    {"operand0": c}, {"operand0": 2}, {"operand0": 2.0}, {"reverse0": True},
                ):
                    nisa.tensor_scalar(t, t, **{"op0": nl.multiply, "operand0": 1.0, **more})
            """,
            [tensor(128, 64)],
        )
        made = block.code[2:]
        plain = {"op0": "multiply", "operand0": 1.0}
        self.assertEqual([None, None, "vector"] + [None] * 5, [one[1] for one in made])
        self.assertEqual(
            [plain, {**plain, "op1": "add", "operand1": 2.0}, plain, plain,
             {**plain, "operand0": "$1"}, {**plain, "operand0": 2}, {**plain, "operand0": 2.0},
             {**plain, "reverse0": 1}],
            [block.attrs(place) for place in range(2, 10)],
        )
        self.assertEqual([1] * 4 + [2] + [1] * 3, [len(one[4]) for one in made])

    def test_types_that_a_matmul_sees(self):
        """A buffer seen as another type of the same size: the sizes fit, the types may not."""
        self.refused(
            "E5", "bfloat16 with float32",
            """
            def k(x):
                whole = nl.ndarray((128, 64), dtype=nl.int16, buffer=nl.sbuf)
                other = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                out = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)
                nisa.nc_matmul(out, whole.view(nl.int16), other)
                nisa.nc_matmul(out, whole, other)
                nisa.nc_matmul(out, whole.view(nl.bfloat16), other)
            """,
            [tensor(128, 64)],
        )

    def test_single_elements_of_memories(self):
        """An element of a tensor on chip keeps its partition."""
        block = record(
            """
            def k(x):
                zero = nl.arange(4) * 0
                tile = nl.load(x)
                assert x[zero, zero].shape == (1,)
                assert x[zero, zero].shape == (1,)
                assert tile[zero, zero].shape == (1, 1)
                assert tile[zero, zero].shape == (1, 1)
            """,
            [tensor(128, 64)],
            OLD,
        )
        self.assertEqual(["dma_copy"], block.ops())

    def test_lists_that_change(self):
        """A shape, an axis and a pattern are what they were when the call was made."""
        block = record(
            """
            def k(x):
                shape, axis, pattern = [128, 4, 8], [2], [[1, 32]]
                for size in (8, 16):
                    shape[2] = size
                    t = nl.ndarray(shape, dtype=nl.float32, buffer=nl.sbuf)
                    pattern[0][1] = 4 * size
                    nisa.iota(t, pattern=pattern)
                    r = nl.ndarray((128, 4 if size == 8 else 1), dtype=nl.float32, buffer=nl.sbuf)
                    nisa.tensor_reduce(r, nl.add, t, axis=axis)
                    axis.insert(0, 1)
            """,
            [tensor(128, 64)],
        )
        self.assertEqual([[[1, 32]], [[1, 64]]], [block.attrs(n)["pattern"] for n in (0, 2)])
        self.assertEqual([[2], [1, 2]], [block.attrs(n)["axis"] for n in (1, 3)])
        self.assertEqual([128, 4, 16], block.bufs[3]["shape"])

    def test_errors_after_success(self):
        cases = {
            "tensor_copy: dst (128, 64) does not fit (64, 64)": "nisa.tensor_copy(t, src)",
            "tensor_tensor: dst (128, 64) does not fit (64, 64)": "nisa.tensor_tensor(t, t, src, nl.add)",
            "dma_copy: dst (128, 64) does not fit src (64, 64)": "nisa.dma_copy(dst=t, src=src)",
            "operand0 (64, 64) is not a number or": "nisa.tensor_scalar(t, t, nl.add, src[:, 0:n])",
            "tensor_reduce: dst (128, 1) does not fit (64, 64)": "nisa.tensor_reduce(t[:, 0:1], nl.add, src, 1)",
            "nc_matmul: dst (64, 64) does not fit": "nisa.nc_matmul(acc, t, src)",
            "nc_transpose: dst (64, 128) is not (64, 64) transposed": "nisa.nc_transpose(turned, src)",
        }
        body = """
        def k(x):
            t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
            acc = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)
            turned = nl.ndarray((64, 128), dtype=nl.float32, buffer=nl.psum)
            nisa.memset(t, 1)
            for src, n in ((t, 1), (t, 1), (t[0:64], 64)):
                {}
        """
        for text, call in cases.items():
            with self.subTest(call):
                self.refused("E5", text, body.format(call), [tensor(128, 64)])

    def test_bounds_after_success(self):
        body = """
        def k(x):
            t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
            for first in (0, 32, {}):
                nisa.memset(t[:, first : first + 32], 1)
        """
        self.refused("E4", "slice 48:80 is out of bounds", body.format(48), [tensor(128, 64)])
        self.refused("E4", "slice 32:32 is empty", body.format("slice(32, 0).start").replace(
            "first + 32", "32"), [tensor(128, 64)])


class PlaceTest(unittest.TestCase):
    """Call chains, where functions are reached in more ways than one."""

    def chains(self, body: str) -> list[list]:
        block = record(body, [tensor(128, 64)])
        return [[line - HEAD for _, line, _ in block.srcs[one[2]]] for one in block.code]

    def test_a_closure_from_different_lines(self):
        self.assertEqual(
            [[4, 6], [4, 7], [4, 6], [4, 7], [9]],
            self.chains(
                """
                def k(x):
                    t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                    fill = lambda: nisa.memset(t, 1)
                    for _ in range(2):
                        fill()
                        fill()

                    nisa.memset(t, 2)
                """
            ),
        )

    def test_a_generator_goes_on_from_elsewhere(self):
        """Its own instructions, and those of a function it calls, are noted where it is asked."""
        self.assertEqual(
            [[6, 13], [3, 7, 13], [6, 15], [3, 7, 15], [6, 10, 16], [3, 7, 10, 16]],
            self.chains(
                """
                def fill(t):
                    nisa.memset(t, 1)
                def parts(t):
                    while True:
                        nisa.memset(t, 2)
                        fill(t)
                        yield t
                def step(g):
                    next(g)
                def k(x):
                    g = parts(nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf))
                    next(g)

                    next(g)
                    step(g)
                """
            ),
        )

    def test_a_generator_alone(self):
        for inside, chain in (("nisa.memset(t, 2)", [6]), ("fill(t)", [3, 6])):
            self.assertEqual(
                [chain + [10], chain + [12]],
                self.chains(
                    f"""
                    def fill(t):
                        nisa.memset(t, 1)
                    def parts(t):
                        while True:
                            {inside}
                            yield t
                    def k(x):
                        g = parts(nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf))
                        next(g)

                        next(g)
                    """
                ),
            )

    def test_one_function_at_two_depths(self):
        self.assertEqual(
            [[3, 9], [3, 5, 10], [3, 9], [3, 5, 10]],
            self.chains(
                """
                def fill(t):
                    nisa.memset(t, 1)
                def twice(t):
                    fill(t)
                def k(x):
                    t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                    for _ in range(2):
                        fill(t)
                        twice(t)
                """
            ),
        )


class OldDialectTest(KernelTest):
    def test_a_range_over_different_tensors(self):
        block = record(
            """
            def k(x, y):
                i = nl.arange(64)[:, None]
                j = nl.arange(32)[None, :]
                for source, first in ((x, 0), (y, 0), (x, 64), (y, 1)):
                    nl.load(source[first + i, j])
            """,
            [tensor(128, 64), tensor(128, 32, dtype="bf16")], OLD,
        )
        self.assertEqual(
            [[0, 0, [64, 64, 1, 32]], [1, 0, [32, 64, 1, 32]], [0, 4096, [64, 64, 1, 32]],
             [1, 32, [32, 64, 1, 32]]],
            [one[4][0] for one in block.code],
        )
        self.assertEqual(["float32", "bfloat16"] * 2, [block.bufs[n]["dtype"] for n in range(2, 6)])

    def test_a_range_that_goes_too_far(self):
        body = """
        def k(x):
            i = nl.arange(64)[:, None]
            for first in (0, 64, {}):
                nl.load(x[first + i, nl.arange(32)[None, :]])
        """
        self.refused("E4", "index 65..128 is out of bounds", body.format(65), [tensor(128, 64)], OLD)
        self.refused("E4", "index -1..62 is out of bounds", body.format(-1), [tensor(128, 64)], OLD)

    def test_a_mask_that_holds_at_first(self):
        block = record(
            """
            def k(x):
                i = nl.arange(128)[:, None]
                j = nl.arange(64)[None, :]
                for tile in range(3):
                    rows = tile * 128 + i
                    t = nl.load(x[rows, j], mask=rows < 300)
                    nl.store(x[rows, j], t, mask=(rows < 300) & (j < 64))
            """,
            [tensor(300, 64)], OLD,
        )
        self.assertEqual([128, 128, 128, 128, 44, 44], [one[4][0][2][1] for one in block.code])

    def test_a_product_that_is_used_in_many_ways(self):
        """Added at once, kept and added later, read before it is added, added to another shape."""
        block = record(
            """
            def k(x):
                a, b = nl.load(x[0:128, 0:64]), nl.load(x[0:128, 0:32])
                acc = nl.zeros((64, 32), dtype=nl.float32, buffer=nl.psum)
                for way in (0, 0, 1, 2):
                    kept = nisa.nc_matmul(a, b)
                    if way == 1:
                        nl.copy(a)
                    if way == 2:
                        nl.copy(kept)
                    acc += kept
                nl.copy(acc)
            """,
            [tensor(128, 64)], OLD,
        )
        acc = block.code[-1][4][0][0]
        ops = [(one[0], one[3][0][0] == acc, block.attrs(place).get("start"),
                block.attrs(place).get("stop")) for place, one in enumerate(block.code)][2:]
        self.assertEqual(
            [("nc_matmul", True, 1, 0), ("nc_matmul", True, 0, 0), ("nc_matmul", True, 0, 1),
             ("tensor_copy", False, None, None), ("nc_matmul", False, 1, 1),
             ("tensor_copy", False, None, None), ("tensor_tensor", True, None, None),
             ("tensor_copy", False, None, None)],
            ops,
        )
        self.refused(
            "E5", "cannot add",
            """
            def k(x):
                a = nl.load(x)
                acc = nl.zeros((64, 32), dtype=nl.float32, buffer=nl.psum)
                acc += nisa.nc_matmul(a, a[:, 0:32])
                acc += nisa.nc_matmul(a, a)
            """,
            [tensor(128, 64)], OLD,
        )

    def test_sums_side_by_side(self):
        """Two groups take turns in one tile; a sum that was read in between is added to."""
        block = record(
            """
            def k(x):
                a, b = nl.load(x[0:128, 0:64]), nl.load(x[0:128, 0:32])
                both = nl.zeros((64, 64), dtype=nl.float32, buffer=nl.psum)
                left, right = both[:, 0:32], both[:, 32:64]
                for _ in range(2):
                    left += nisa.nc_matmul(a, b)
                    right += nisa.nc_matmul(a, b)
                product = nisa.nc_matmul(a, b)
                nl.copy(left)
                left += product
            """,
            [tensor(128, 64)], OLD,
        )
        flags = [(block.attrs(n)["start"], block.attrs(n)["stop"]) for n in range(2, 7)]
        self.assertEqual([(1, 0), (1, 0), (0, 1), (0, 1), (1, 1)], flags)
        self.assertEqual(["nc_matmul", "tensor_copy", "tensor_tensor"], block.ops()[-3:])

    def test_part_of_a_sum_ends_it(self):
        """A group that is alone in its tile ends where a part of it is read or written."""
        for use in ("tensor_copy(dst=t[:, 0:8], src=acc[:, 0:8])", "memset(acc[:, 8:16], 1)"):
            block = record(
                f"""
                def k(x):
                    t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                    acc = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)
                    nisa.memset(t, 1)
                    for _ in range(2):
                        nisa.nc_matmul(acc, t, t)
                        nisa.nc_matmul(acc, t, t)
                        nisa.{use.replace("t[:, 0:8]", "t[0:64, 0:8]")}
                """,
                [tensor(128, 64)],
            )
            flags = [(block.attrs(n)["start"], block.attrs(n)["stop"]) for n in (1, 2, 4, 5)]
            self.assertEqual([(1, 0), (0, 1), (1, 0), (0, 1)], flags)

    def test_tiles_of_a_table(self):
        body = """
        def k(x):
            table = nl.ndarray((2, nl.par_dim(128), 64), dtype=nl.float32)
            for n in (0, 1):
                table[n] = nl.load(x)
            for n in (0, 1, {}):
                nl.copy(table[n])
        """
        block = record(body.format(-1), [tensor(128, 64)], OLD)
        self.assertEqual([2, 4, 4], [one[4][0][0] for one in block.code[2:]])
        self.refused("E4", "out of bounds for a block dimension", body.format(2), [tensor(128, 64)], OLD)
        for index in ("table[n]", "table[n, :, 0:8]"):
            with self.assertRaises(AttributeError):
                record(body.format(1.0).replace("table[n])", f"{index})"), [tensor(128, 64)], OLD)

    def test_tiles_of_a_table_of_two_dimensions(self):
        body = """
        def k(x):
            table = nl.ndarray((2, 2, nl.par_dim(128), 64), dtype=nl.float32)
            for n in (0, 1):
                for m in (0, 1):
                    table[n, m] = nl.load(x)
            i, j = nl.mgrid[0:128, 0:8]
            for n in (0, 1):
                nl.copy(table[n, 1])
                nl.copy(table[n, 1, i, j + 8])
                nl.copy(table[n, 1, :, nl.ds(8, 8)])
            nl.copy({})
        """
        part = [8, [64, 128, 1, 8]]
        for last, found in {
            "table[0, -1]": [4, 0, [64, 128, 1, 64]],
            "table[True, 0, i, j + 8]": [6, *part],
            "table[1, 0, :, 8:16]": [6, *part],
        }.items():
            block = record(body.format(last), [tensor(128, 64)], OLD)
            self.assertEqual([4, 4, 4, 8, 8, 8], [one[4][0][0] for one in block.code[4:10]])
            self.assertEqual([part] * 2, [one[4][0][1:] for one in block.code[5:7]])
            self.assertEqual(found, block.code[10][4][0])
        for last in ("table[0, 1.0]", "table[0.0, 1, i, j]"):
            with self.assertRaises(AttributeError):
                record(body.format(last), [tensor(128, 64)], OLD)
        self.refused(
            "E5", "with integers", body.format("table[:, 1, i, j]"), [tensor(128, 64)], OLD
        )

    def test_reductions_of_different_shapes(self):
        block = record(
            """
            def k(x):
                t = nl.load(x)
                for data, axis, keep in ((t, 1, False), (t[:, 0:8], 1, True), (t, [1], False), (t, -1, True)):
                    nl.sum(data, axis=axis, keepdims=keep)
            """,
            [tensor(128, 64)], OLD,
        )
        self.assertEqual([[1]] * 4, [block.attrs(place)["axis"] for place in range(1, 5)])
        self.assertEqual([64, 8, 64, 64], [one[4][0][2][3] for one in block.code[1:]])
        self.refused(
            "E5", "axis 0",
            "def k(x):\n    for axis in (1, 0):\n        nl.sum(nl.load(x), axis=axis)\n",
            [tensor(128, 64)], OLD,
        )


if __name__ == "__main__":
    unittest.main()
