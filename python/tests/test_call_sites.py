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

    def test_zeros_of_either_sign(self):
        block = record(
            """
            def k(x):
                t = nl.load(x)
                for zero in (0.0, -0.0, 0.0, -0.0):
                    nisa.memset(t, zero)
                    nisa.tensor_scalar(t, t, nl.add, zero, op1=nl.multiply, operand1=-zero)
            """,
            [tensor(128, 64)],
        )
        fills = [block.attrs(n)["value"] for n in range(1, 9, 2)]
        self.assertEqual("[0.0, -0.0, 0.0, -0.0]", str(fills))
        pairs = [(block.attrs(n)["operand0"], block.attrs(n)["operand1"]) for n in range(2, 10, 2)]
        self.assertEqual(str([(0.0, -0.0), (-0.0, 0.0)] * 2), str(pairs))

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

    def test_helpers_of_helpers_and_lines_between_them(self):
        once = [[8], [3, 5, 9], [6, 9], [3, 10]]
        self.assertEqual(
            [place[:-1] + [place[-1] + 4] for place in once * 2],
            self.chains(
                """
                def fill(t):
                    nisa.memset(t, 1)
                def twice(t):
                    fill(t)
                    nisa.memset(t, 2)
                def k(x):
                    t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)

                    for _ in range(2):

                        nisa.memset(t, 3)
                        twice(t)
                        fill(t)
                """
            ),
        )

    def test_a_function_far_below_itself(self):
        """The chain has all of its calls, however deep the first instruction is."""
        deep = self.chains(
            """
            def down(t, n):
                if n:
                    return down(t, n - 1)
                nisa.memset(t, n)
            def k(x):
                t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                down(t, 600)
                nisa.memset(t, 2)
            """
        )
        self.assertEqual([[5] + [4] * 600 + [8], [9]], deep)

    def test_comprehensions_are_lines_of_their_function(self):
        """As from CPython 3.12 on, which gives them no frame."""
        body = """
        def fill(t):
            return nisa.memset(t, 1)
        def k(x):
            t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
            [
                [fill(t) for _ in range(1)]
                for _ in range(1)
            ]
            {n: nisa.memset(t, n) for n in range(1)}
        """
        block = record(body, [tensor(128, 64)])
        found = [[(line - HEAD, name) for _, line, name in block.srcs[one[2]]] for one in block.code]
        self.assertEqual([[(3, "fill"), (7, "k")], [(10, "k")]], found)


if __name__ == "__main__":
    unittest.main()
