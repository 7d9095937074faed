"""Views that are kept with a tensor must not be used where something differs."""

import unittest

from support import OLD, KernelTest, record, tensor


class SlicesTest(KernelTest):
    """Boxes of a tensor with three dimensions, taken again and again."""

    BODY = """
    def k(x):
        t = nl.ndarray((128, 10, 64), dtype=nl.float32, buffer=nl.sbuf)
        for _ in range(3):
            nisa.memset(t[:, 2:10, 1:63], 1)
            nisa.memset(t[:, 3:10, 1:], 1)
            {}
    """

    def accesses(self, more: str) -> list:
        block = record(self.BODY.format(f"nisa.memset(t{more}, 1)"), [tensor(128, 64)])
        self.assertEqual([one[3][0][1:] for one in block.code[:3]] * 3,
                         [one[3][0][1:] for one in block.code])
        return block.code[2][3][0][1:]

    def test_bounds_steps_and_integers_are_told_apart(self):
        self.assertEqual([129, [640, 128, 64, 8, 1, 62]], self.accesses("[0:128, 2:10, 1:63]"))
        self.assertEqual([129, [640, 128, 64, 8, 2, 31]], self.accesses("[:, 2:10, 1:63:2]"))
        self.assertEqual([129, [640, 128, 1, 62]], self.accesses("[:, 2, 1:63]"))
        self.assertEqual([129, [640, 128, 64, 7, 1, 62]], self.accesses("[:, 2:-1, 1:63]"))
        self.assertEqual([640 + 129, [640, 1, 64, 8, 1, 62]], self.accesses("[1, 2:10, 1:63]"))

    def test_bounds_after_success(self):
        for more, text in (("[:, 3:11, 1:63]", "slice 3:11 is out of bounds"),
                           ("[:, 2:2, 1:63]", "slice 2:2 is empty")):
            self.refused("E4", text, self.BODY.format(f"nisa.memset(t{more}, 1)"), [tensor(128, 64)])

    def test_numbers_that_are_not_whole(self):
        for more, found in (("[:, 2.0:10, 1:63]", "2.0"), ("[:, 2:10, 1:63.0]", "63.0")):
            self.refused("E9", f"a slice has whole numbers for bounds, not {found}",
                         self.BODY.format(f"nisa.memset(t{more}, 1)"), [tensor(128, 64)])
        self.refused(
            "E9",
            "a slice has whole numbers for bounds, not 32.0",
            """
            def k(x):
                t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                for last in (32, 32, 32, 32.0):
                    nisa.memset(t[:, 0:last], 1)
            """,
            [tensor(128, 64)],
        )


class LayersTest(SlicesTest):
    """A number between two slices: one of the matrices that a tile holds side by side."""

    BODY = """
    def k(x):
        t = nl.ndarray((128, 10, 64), dtype=nl.float32, buffer=nl.sbuf)
        for _ in range(3):
            nisa.memset(t[:, 1, 1:63], 1)
            nisa.memset(t[0:64, 0, :], 1)
            {}
    """

    def test_bounds_steps_and_integers_are_told_apart(self):
        for more, found in {
            "[:, 2, 1:63]": [129, [640, 128, 1, 62]],
            "[:, True, 1:63]": [65, [640, 128, 1, 62]],
            "[:, -9, 1:63]": [65, [640, 128, 1, 62]],
            "[:, 1, 1:-1]": [65, [640, 128, 1, 62]],
            "[:, 1, -4:62]": [64 + 60, [640, 128, 1, 2]],
            "[-8:128, 1, 1:63]": [120 * 640 + 65, [640, 8, 1, 62]],
            "[:, 1, 1:63:2]": [65, [640, 128, 2, 31]],
            "[::128, 1, 1:63]": [65, [81920, 1, 1, 62]],
            "[32:64, 9, 60:]": [32 * 640 + 9 * 64 + 60, [640, 32, 1, 4]],
            "[:, 1:2, 1:63]": [65, [640, 128, 64, 1, 1, 62]],
            "[5, 1, 1:63]": [5 * 640 + 65, [640, 1, 1, 62]],
            "[:, 1, 1]": [65, [640, 128, 1, 1]],
            "[:, 1]": [64, [640, 128, 1, 64]],
            "[:, 1, 1:63][0:8, 2:4]": [67, [640, 8, 1, 2]],
        }.items():
            with self.subTest(more):
                self.assertEqual(found, self.accesses(more))

    def test_bounds_after_success(self):
        for more, text in (("[:, 10, 1:63]", "index 10 is out of bounds for dimension 1 of size 10"),
                           ("[:, -11, 1:63]", "index -11 is out of bounds for dimension 1"),
                           ("[:, 1, 1:65]", "slice 1:65 is out of bounds for dimension 2"),
                           ("[0:129, 1, 1:63]", "slice 0:129 is out of bounds for dimension 0"),
                           ("[:, 1, 63:63]", "slice 63:63 is empty")):
            self.refused("E4", text, self.BODY.format(f"nisa.memset(t{more}, 1)"), [tensor(128, 64)])

    def test_numbers_that_are_not_whole(self):
        for more, found in (("[:, 1, 1:63.0]", "63.0"), ("[0.0:64, 0, :]", "0.0")):
            self.refused("E9", f"a slice has whole numbers for bounds, not {found}",
                         self.BODY.format(f"nisa.memset(t{more}, 1)"), [tensor(128, 64)])
        self.refused("E9", "float cannot be an index", self.BODY.format("t[:, 1.0, 1:63]"),
                     [tensor(128, 64)])

    def test_a_sum_in_one_of_them(self):
        """A layer of PSUM goes on with its sum, the one beside it has its own."""
        block = record(
            """
            def k(x):
                t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                sums = nl.ndarray((64, 2, 32), dtype=nl.float32, buffer=nl.psum)
                nisa.memset(t, 1)
                for n in (0, 0, 1, 0):
                    nisa.nc_matmul(sums[:, n, :], t, t[:, 0:32])
            """,
            [tensor(128, 64)],
        )
        flags = [(block.attrs(n)["start"], block.attrs(n)["stop"]) for n in range(1, 5)]
        self.assertEqual([(1, 0), (0, 0), (1, 1), (0, 1)], flags)


class RangesTest(KernelTest):
    """Index ranges that are alike are one object, and what becomes of them is kept."""

    def test_limits_of_one_range(self):
        block = record(
            """
            def k(x):
                i = nl.arange(128)[:, None]
                j = nl.arange(64)[None, :]
                for limit in (200, 128, 100, 200, 100):
                    nl.load(x[i, j], mask=i < limit)
            """,
            [tensor(128, 64)], OLD,
        )
        self.assertEqual([128, 128, 100, 128, 100], [one[4][0][2][1] for one in block.code])

    def test_a_tile_that_takes_the_place_of_another(self):
        block = record(
            """
            def k(x):
                table = nl.ndarray((2, nl.par_dim(128), 64), dtype=nl.float32)
                i, j = nl.mgrid[0:128, 0:32]
                table[0] = nl.load(x)
                nl.copy(table[0, i, j])
                nl.copy(table[0, i, j + 1])
                other = nl.ndarray((nl.par_dim(128), 128), dtype=nl.float32)
                table[0] = other
                nisa.memset(other, 1)
                nl.copy(table[0, i, j])
                nl.copy(table[False, i, j])
            """,
            [tensor(128, 64)], OLD,
        )
        other = block.code[3][3][0][0]
        self.assertEqual(
            [[0, [64, 128, 1, 32]], [1, [64, 128, 1, 32]], [0, [128, 128, 1, 32]],
             [0, [128, 128, 1, 32]]],
            [one[4][0][1:] for one in block.code if one[0] == "tensor_copy"],
        )
        self.assertEqual([other, other], [one[4][0][0] for one in block.code[-2:]])

    def test_numbers_that_are_not_whole(self):
        body = """
        def k(x):
            table = nl.ndarray((2, nl.par_dim(128), 4, 64), dtype=nl.float32)
            i, j = nl.mgrid[0:128, 0:32]
            for n, m in ((0, 1), (0, 1), (0, 1), {}):
                table[n] = nl.load(x)
                nl.copy(table[n, i, {}, j])
        """
        with self.assertRaises(AttributeError):
            record(body.format("(0.0, 1)", "i * 0"), [tensor(128, 4, 64)], OLD)
        self.refused("E9", "float cannot be an index", body.format("(0, 1.0)", "m"),
                     [tensor(128, 4, 64)], OLD)


    def test_ranges_that_move_at_run_time(self):
        """Where they begin is not known, though a range like them is."""
        block = record(
            """
            def k(x, places):
                at = nl.load(places)
                i, j = nl.arange(128)[:, None], nl.arange(32)[None, :]
                for row, column in ((i, j), (i, j + at[0, 1]), (i + at[0, 0], j), (i, j)):
                    nl.load(x[row, column])
            """,
            [tensor(128, 64), tensor(1, 4, dtype="int32")], OLD,
        )
        self.assertEqual([3, 4, 4, 3], [len(one[4][0]) for one in block.code[1:]])

    def test_a_row_and_a_range(self):
        body = """
        def k(x):
            j = nl.arange(32)[None, :]
            for row in (1, 2, 1, {}):
                nl.load(x[row, j])
        """
        block = record(body.format("-1"), [tensor(128, 64)], OLD)
        self.assertEqual([64, 128, 64, 127 * 64], [one[4][0][1] for one in block.code])
        self.refused("E9", "float cannot be an index", body.format("1.0"), [tensor(128, 64)], OLD)


class TablesTest(KernelTest):
    """Parts of a table's tiles, kept by number and bounds, and worked out once for a layout."""

    BODY = """
    def k(x):
        table = nl.ndarray((3, nl.par_dim(128), 64), dtype=nl.float32)
        same = nl.ndarray((3, nl.par_dim(128), 64), dtype=nl.float32)
        for n in range(3):
            table[n] = nl.load(x)
            same[n] = nl.load(x)
        i, j = nl.mgrid[0:128, 0:32]
        for n in range(2):
            for tiles in (table, same):
                nl.copy(tiles[n, :, 8:40])
                nl.copy(tiles[n, i, j + 8])
        nl.copy({})
    """

    def access(self, what: str) -> list:
        block = record(self.BODY.format(what), [tensor(128, 64)], OLD)
        copies = [one[4][0] for one in block.code if one[0] == "tensor_copy"]
        self.assertEqual([[8, [64, 128, 1, 32]]] * 8, [one[1:] for one in copies[:8]])
        written = [one[3][0][0] for one in block.code if one[0] == "dma_copy"]
        self.assertEqual([written[n] for n in (0, 0, 1, 1, 2, 2, 3, 3)], [one[0] for one in copies[:8]])
        return [written.index(copies[8][0]), *copies[8][1:]]

    def test_numbers_bounds_and_steps_are_told_apart(self):
        for what, found in {
            "table[2, :, 8:40]": [4, 8, [64, 128, 1, 32]],
            "table[-1, :, 8:40]": [4, 8, [64, 128, 1, 32]],
            "table[1, 0:128, 8:40]": [2, 8, [64, 128, 1, 32]],
            "table[1, :, 8:-24]": [2, 8, [64, 128, 1, 32]],
            "table[1, :, 8:40:2]": [2, 8, [64, 128, 2, 16]],
            "table[1, 4:8, 8:40]": [2, 4 * 64 + 8, [64, 4, 1, 32]],
            "same[1, :, nl.ds(8, 32)]": [3, 8, [64, 128, 1, 32]],
            "same[1, :, 8]": [3, 8, [64, 128, 1, 1]],
            "same[1, 3, 8:40]": [3, 3 * 64 + 8, [64, 1, 1, 32]],
            "same[1, i, j + 9]": [3, 9, [64, 128, 1, 32]],
            "same[2, i, j + 8]": [5, 8, [64, 128, 1, 32]],
            "same[True, :, 8:40]": [3, 8, [64, 128, 1, 32]],
            "same[1, i, 8]": [3, 8, [64, 128, 0, 1]],
            "same[1, :, nl.arange(32) + 8]": [3, 8, [64, 128, 1, 32]],
            "same[1, 0:64, nl.arange(32) + 8]": [3, 8, [64, 64, 1, 32]],
        }.items():
            with self.subTest(what):
                self.assertEqual(found, self.access(what))

    def test_bounds_after_success(self):
        for what, text in (
            ("table[3, :, 8:40]", "index 3 is out of bounds for a block dimension of size 3"),
            ("table[0, :, 8:65]", "slice 8:65 is out of bounds for dimension 1 of size 64"),
            ("table[0, :, 8:8]", "slice 8:8 is empty"),
            ("table[0, i, j + 40]", "index 40..71 is out of bounds"),
        ):
            with self.subTest(what):
                self.refused("E4", text, self.BODY.format(what), [tensor(128, 64)], OLD)
        self.refused("E9", "a slice has whole numbers for bounds, not 40.0",
                     self.BODY.format("table[0, :, 8:40.0]"), [tensor(128, 64)], OLD)

    def test_ranges_that_reach_too_far_are_clipped(self):
        """In every tile, and refused where no mask does so."""
        body = """
        def k(x):
            table = nl.ndarray((2, nl.par_dim(128), 64), dtype=nl.float32)
            i, j = nl.mgrid[0:128, 0:32]
            table[0], table[1] = nl.load(x), nl.load(x)
            for n in (0, 1, 0):
                nl.store(table[n, i, j + 40], 1.0, mask=j < 24{})
        """
        block = record(body.format(""), [tensor(128, 64)], OLD)
        self.assertEqual([[40, [64, 128, 1, 24]]] * 3, [one[3][0][1:] for one in block.code[2:]])
        self.refused("E4", "index 40..71 is out of bounds",
                     body.format(" if n == 0 else None"), [tensor(128, 64)], OLD)

    def test_a_tile_of_another_shape_in_its_place(self):
        block = record(
            """
            def k(x):
                table = nl.ndarray((2, nl.par_dim(128), 64), dtype=nl.float32)
                table[0] = nl.load(x)
                table[1] = nl.load(x)
                other = nl.ndarray((nl.par_dim(128), 128), dtype=nl.float32)
                nl.copy(table[0, :, 8:40])
                table[0] = other
                nisa.memset(other, 1)
                nl.copy(table[0, :, 8:40])
                part = nl.ndarray((nl.par_dim(128), 128), dtype=nl.float32)[:, 64:128]
                table[1] = part
                nisa.memset(part, 1)
                nl.copy(table[1, :, 8:40])
            """,
            [tensor(128, 64)], OLD,
        )
        copies = [one[4][0][1:] for one in block.code if one[0] == "tensor_copy"]
        self.assertEqual(
            [[8, [64, 128, 1, 32]], [8, [128, 128, 1, 32]], [72, [128, 128, 1, 32]]], copies
        )


if __name__ == "__main__":
    unittest.main()
