"""Checks and products that are kept must not be used where something differs."""

import unittest

from support import OLD, KernelTest, record, tensor


class ChecksTest(KernelTest):
    def test_operands_of_a_sum_that_goes_on(self):
        """What fits is looked at again where a shape, a type or a mode changes within a group."""
        body = """
        def k(x):
            t = nl.ndarray((128, 128), dtype=nl.float32, buffer=nl.sbuf)
            other = nl.ndarray((128, 128), dtype=nl.bfloat16, buffer=nl.sbuf)
            acc = nl.ndarray((64, 32), dtype=nl.float32, buffer=nl.psum)
            nisa.memset(t, 1)
            nisa.memset(other, 1)
            for _ in range(3):
                nisa.nc_matmul(acc, t[:, 0:64], t[:, 0:32])
            {}
        """
        for text, call in (
            ("does not fit", "nisa.nc_matmul(acc, t[:, 0:64], t[:, 0:33])"),
            ("differ in partitions", "nisa.nc_matmul(acc, t[0:64, 0:64], t[:, 0:32])"),
            ("float32 with bfloat16", "nisa.nc_matmul(acc, t[:, 0:64], other[:, 0:32])"),
            ("does not fit", "nisa.nc_matmul(acc, t[:, 0:64], t[:, 0:32], perf_mode='double_row')"),
            ("does not fit", "nisa.nc_matmul(acc[:, 0:8], t[:, 0:64], t[:, 0:32])"),
            ("expected psum", "nisa.nc_matmul(t[0:64, 0:32], t[:, 0:64], t[:, 0:32])"),
        ):
            with self.subTest(call):
                self.refused("E5", text, body.format(call), [tensor(128, 64)])

    def test_contents_of_a_sum_that_goes_on(self):
        """An operand that nothing wrote is told of, also behind others of the group."""
        block = record(
            """
            def k(x):
                t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                never = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                other = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                acc = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)
                nisa.memset(t, 1)
                for left, right, more in (
                    (t, t, {}), (t, t, {}), (t, never, {}), (t, t, {"name": "last"}), (other, t, {})
                ):
                    nisa.nc_matmul(acc, left, right, **more)
                with nl.no_reorder():
                    nisa.nc_matmul(acc, t, t)
            """,
            [tensor(128, 64)],
        )
        self.assertEqual(["W1", "W1"], block.warnings())
        self.assertEqual([1, 0, 0, 0, 0, 0], [block.attrs(n)["start"] for n in range(1, 7)])
        self.assertEqual([None] * 3 + ["last", None, None],
                         [block.attrs(n).get("name") for n in range(1, 7)])
        self.assertEqual([False] * 5 + [True], ["region" in block.attrs(n) for n in range(1, 7)])

    def test_bounds_of_a_sum_that_goes_on(self):
        self.refused(
            "E4", "index 40..71 is out of bounds",
            """
            def k(x):
                t = nl.load(x)
                i, j = nl.arange(128)[:, None], nl.arange(32)[None, :]
                acc = nl.zeros((64, 32), dtype=nl.float32, buffer=nl.psum)
                for first in (0, 0, 40):
                    nisa.nc_matmul(acc, t, t[i, first + j])
            """,
            [tensor(128, 64)], OLD,
        )

    def test_a_tile_whose_value_went_elsewhere(self):
        """Read by a sum that goes on, it is written after all, and copied to where it went."""
        block = record(
            """
            def k(x):
                t = nl.load(x)
                other = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                acc = nl.zeros((64, 64), dtype=nl.float32, buffer=nl.psum)
                kept = nl.exp(t)
                other[...] = kept
                nisa.nc_matmul(acc, t, t)
                nisa.nc_matmul(acc, t, kept)
            """,
            [tensor(128, 64)], OLD,
        )
        self.assertEqual(
            ["dma_copy", "activation", "tensor_copy", "nc_matmul", "nc_matmul"], block.ops()
        )

    def test_operands_that_a_mask_clips(self):
        """A clipped matmul of a group says nothing about one without a mask."""
        self.refused(
            "E5", "does not fit",
            """
            def k(x):
                t = nl.load(x)
                i = nl.arange(64)[:, None]
                acc = nl.zeros((64, 32), dtype=nl.float32, buffer=nl.psum)
                nisa.nc_matmul(acc, t[:, 0:64], t[:, 0:32], mask=i < 16)
                nisa.nc_matmul(acc, t[:, 0:64], t[:, 0:16])
            """,
            [tensor(128, 64)], OLD,
        )

    def test_transposes_by_dma(self):
        body = """
        def k(x):
            t = nl.ndarray((64, 128), dtype=nl.float32, buffer=nl.sbuf)
            p = nl.ndarray((64, 128), dtype=nl.float32, buffer=nl.psum)
            for _ in range(2):
                nisa.dma_transpose(dst=t, src=x)
            {}
        """
        for text, call in (
            ("is not src (128, 64) transposed", "nisa.dma_transpose(dst=t[:, 0:64], src=x)"),
            ("cannot access psum", "nisa.dma_transpose(dst=p, src=x)"),
            ("cannot transpose", "nisa.dma_transpose(dst=t, src=x, axes=(0, 0))"),
        ):
            with self.subTest(call):
                self.refused("E5", text, body.format(call), [tensor(128, 64)])


class PlacesTest(KernelTest):
    """Tiles that one place of an old kernel makes behind its instruction."""

    def test_shapes_types_and_masks(self):
        block = record(
            """
            def k(x):
                i = nl.arange(128)[:, None]
                for width, kind, limit in (
                    (64, nl.float32, 128), (32, nl.float32, 128), (64, nl.bfloat16, 128),
                    (64, nl.float32, 100), (64, nl.float32, 128), (64, nl.float32, -5),
                ):
                    j = nl.arange(width)[None, :]
                    nl.load(x[i, j], dtype=kind, mask=i < limit)
            """,
            [tensor(128, 64)], OLD,
        )
        made = [(block.bufs[one[3][0][0]]["shape"], block.bufs[one[3][0][0]]["dtype"], one[3][0][2][1])
                for one in block.code]
        self.assertEqual(
            [([128, 64], "float32", 128), ([128, 32], "float32", 128), ([128, 64], "bfloat16", 128),
             ([128, 64], "float32", 100), ([128, 64], "float32", 128)],
            made,
        )

    def test_operands_of_an_operator(self):
        """Alike, a column on either side, a number, whole numbers, power: one line."""
        block = record(
            """
            def k(x):
                t = nl.load(x)
                c, n = nl.load(x[:, 0:1]), nl.load(x, dtype=nl.int32)
                for a, b in ((t, t), (t, c), (c, t), (t, 2.0), (n, n), (t, t)):
                    nl.multiply(a, b)
                nl.power(t, t)
            """,
            [tensor(128, 64)], OLD,
        )
        self.assertEqual(
            [("tensor_tensor", None), ("tensor_scalar", None), ("tensor_scalar", None),
             ("tensor_scalar", None), ("tensor_tensor", "gpsimd"), ("tensor_tensor", None),
             ("tensor_tensor", "gpsimd")],
            [tuple(one[:2]) for one in block.code[3:]],
        )
        self.assertEqual({"op0": "multiply", "operand0": "$1"}, block.attrs(4))
        self.assertEqual({"op0": "multiply", "operand0": "$1", "reverse0": 1}, block.attrs(5))

    def test_transposes(self):
        body = """
        def k(x):
            t = nl.load(x)
            for data, kind in ((t, None), (t, None), (t, nl.bfloat16), {}):
                nisa.nc_transpose(data, dtype=kind)
        """
        block = record(body.format("(t[0:64], None)"), [tensor(128, 64)], OLD)
        made = [block.bufs[one[3][0][0]] for one in block.code if one[0] == "nc_transpose"]
        self.assertEqual([[64, 128]] * 3 + [[64, 64]], [one["shape"] for one in made])
        self.assertEqual(["float32", "float32", "bfloat16", "float32"], [one["dtype"] for one in made])
        wide = body.replace("t = nl.load(x)", "t = nl.load(x[:, 0:64])")
        self.refused("E5", "256 partitions, at most 128", wide.format("(nl.load(x), None)"),
                     [tensor(128, 256)], OLD)


class ProductsTest(KernelTest):
    """A matmul's tile has a buffer once something looks at it."""

    def test_one_that_nothing_uses(self):
        block = record(
            """
            def k(x):
                a = nl.load(x)
                for _ in range(3):
                    nisa.nc_matmul(a, a)
            """,
            [tensor(128, 64)], OLD,
        )
        self.assertEqual([(1, 1)] * 3, [(block.attrs(n)["start"], block.attrs(n)["stop"]) for n in (1, 2, 3)])
        self.assertEqual([2, 3, 4], [one[3][0][0] for one in block.code[1:]])
        self.assertEqual([[64, 64]] * 3, [block.bufs[n]["shape"] for n in (2, 3, 4)])

    def test_one_that_is_read_after_it_was_added(self):
        """Its matmul is made once more, right behind, before anything can change the operands."""
        block = record(
            """
            def k(x):
                a = nl.load(x)
                acc = nl.zeros((64, 64), dtype=nl.float32, buffer=nl.psum)
                for _ in range(3):
                    kept = nisa.nc_matmul(a, a)
                    acc += kept
                nl.copy(kept)
                nl.copy(acc)
            """,
            [tensor(128, 64)], OLD,
        )
        self.assertNotIn("W1", block.warnings())
        read = block.code[-2][4][0][0]
        self.assertEqual("kept", block.bufs[read]["name"])
        self.assertNotIn(read - 1, block.bufs)
        matmuls = [one for one in block.code if one[0] == "nc_matmul"]
        self.assertEqual([2, 2, 2, read], [one[3][0][0] for one in matmuls])
        flags = [(one[5]["start"], one[5]["stop"]) for one in matmuls]
        self.assertEqual([(1, 0), (0, 0), (0, 1), (1, 1)], flags)

    def test_one_that_is_read_after_others_were_added_to_it(self):
        block = record(
            """
            def k(x):
                a = nl.load(x)
                acc = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)
                kept = nisa.nc_matmul(a, a)
                acc[...] = kept
                acc += nisa.nc_matmul(a, a)
                nl.copy(kept)
                nl.copy(acc)
            """,
            [tensor(128, 64)], OLD,
        )
        kept, acc = (one[4][0][0] for one in block.code[-2:])
        made = [one[3][0][0] for one in block.code if one[0] == "nc_matmul"]
        self.assertEqual([acc, kept, acc], made)

    def test_what_others_wrote_is_added_to_by_vector(self):
        for fill in ("acc[...] = nl.copy(a[0:64])", "acc[...] = 3.0"):
            block = record(
                f"""
                def k(x):
                    a = nl.load(x)
                    acc = nl.zeros((64, 64), dtype=nl.float32, buffer=nl.psum)
                    {fill}
                    acc += nisa.nc_matmul(a, a)
                    nl.copy(acc)
                """,
                [tensor(128, 64)], OLD,
            )
            self.assertEqual("tensor_tensor", block.code[-2][0], fill)

    def test_zeros_that_no_matmul_overwrites_stay(self):
        body = """
            def k(x):
                a = nl.load(x)
                acc = nl.zeros((64, 64), dtype=nl.float32, buffer=nl.psum)
                for first in (0, 16, {}):
                    acc[:, first : first + 16] += nisa.nc_matmul(a, a[:, first : first + 16])
                nl.copy(acc[:, 0:48])
            """
        fills = [record(body.format(last), [tensor(128, 64)], OLD).ops()[1] for last in (32, 40)]
        self.assertEqual(["nc_matmul", "memset"], fills)

    def test_those_that_the_kernel_keeps_are_told_apart(self):
        block = record(
            """
            def k(x):
                a = nl.load(x)
                acc = nl.zeros((64, 64), dtype=nl.float32, buffer=nl.psum)
                kept = []
                for n in range(6):
                    p = nisa.nc_matmul(a, a)
                    acc += p
                    if n % 2:
                        kept.append(p)
                    if n == 1:
                        nl.copy(p)
                for p in kept:
                    nl.copy(p)
            """,
            [tensor(128, 64)], OLD,
        )
        read = [one[4][0][0] for one in block.code if one[0] == "tensor_copy"]
        self.assertEqual([4, 4, 7, 9], read)
        made = [one[3][0][0] for one in block.code if one[0] == "nc_matmul"]
        self.assertEqual([2, 2, 4, 2, 2, 7, 2, 2, 9], made)

    def test_parts_sums_and_shapes(self):
        """Parts are views of its buffer, a sum of two is added to, other operands make another."""
        block = record(
            """
            def k(x):
                a = nl.load(x)
                for width in (64, 64, 32, 64):
                    p = nisa.nc_matmul(a, a[:, 0:width])
                    p += nisa.nc_matmul(a, a[:, 0:width])
                    nl.copy(p[:, 0:16])
            """,
            [tensor(128, 64)], OLD,
        )
        matmuls = [one for one in block.code if one[0] == "nc_matmul"]
        copies = [one for one in block.code if one[0] == "tensor_copy"]
        self.assertEqual([one[4][0][0] for one in copies for _ in range(2)],
                         [one[3][0][0] for one in matmuls])
        self.assertEqual([64, 64, 64, 64, 32, 32, 64, 64], [one[3][0][2][3] for one in matmuls])
        flags = [block.code[n][5] for n, one in enumerate(block.code) if one[0] == "nc_matmul"]
        self.assertEqual([{"start": 1, "stop": 0}, {"start": 0, "stop": 1}] * 4,
                         [{k: f[k] for k in ("start", "stop")} for f in flags])


if __name__ == "__main__":
    unittest.main()
