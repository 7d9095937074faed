"""As in `test_call_sites`, for ranges, masks, sums and tables of the old dialect."""

import unittest

from support import OLD, KernelTest, record, tensor


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
