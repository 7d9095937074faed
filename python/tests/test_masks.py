"""Masks with more dimensions or fewer than what they mask."""

import unittest

from support import OLD, KernelTest, record, tensor

STORE = """
def k(x):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    rows, columns = nl.arange(128), nl.arange(64)
    tile = nl.load(x)
    nl.store(out, {tile}, mask={mask})
    return out
"""
LINE = """
def k(x):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    place = nl.arange(128)
    nl.store(out[place], nl.load(x[place], mask=place < 10), mask={mask})
    return out
"""


def sizes(body, *shape):
    """Of each DMA, what it writes and what it reads, without dimensions of one element."""
    block = record(body, [tensor(*shape)], OLD)
    return [
        [[n for n in access[2][1::2] if n > 1] for access in (one[3][0], one[4][0])]
        for one in block.code
    ]


class MasksTest(KernelTest):
    def test_of_columns_alone(self):
        self.assertEqual([[128, 40]] * 2, sizes(STORE.format(tile="tile", mask="columns < 40"), 128, 64)[1])

    def test_of_rows_of_a_tile_with_more_dimensions(self):
        body = STORE.format(tile="tile", mask="rows[:, None] < 100")
        self.assertEqual([[100, 4, 16]] * 2, sizes(body, 128, 4, 16)[1])

    def test_of_one_dimension(self):
        for mask in ("place < 10", "place[:, None] < 10"):
            self.assertEqual([[[10]] * 2] * 2, sizes(LINE.format(mask=mask), 10))

    def test_of_what_is_reduced(self):
        for shape, mask in ((("128", "1"), "columns < 40"), (("128", "4"), "(k < 10) & (i < 100)")):
            data = f"tile.reshape(({', '.join(shape)}, {64 // int(shape[1])}))"
            lines = "i, j, k = nl.mgrid[0:128, 0:4, 0:16]\n    "
            body = STORE.replace("tile = nl.load(x)", "tile = nl.load(x)\n    " + lines + (
                f"part = nisa.tensor_reduce(nl.add, {data}, axis=[2], mask={mask})"))
            with self.subTest(mask):
                made = record(body.format(tile="tile", mask="None"), [tensor(128, 64)], OLD).code[1]
                kept = [[n for n in one[0][2][1::2] if n > 1] for one in made[3:5]]
                self.assertEqual([[128], [128, 40]] if "columns" in mask else [[100, 4], [100, 4, 10]], kept)

    def test_that_is_no_box_and_of_columns_alone(self):
        block = record(STORE.format(tile="nl.exp(tile, mask=2 * columns == 40)", mask="None"),
                       [tensor(128, 64)], OLD)
        self.assertEqual([[-40, [0, 2], "=="]], block.attrs(1)["mask"])

    def test_of_columns_alone_of_what_turns_or_multiplies(self):
        for call, written in (("nl.transpose(tile, mask=columns < 40)", [40, 128]),
                              ("nl.load_transpose2d(x, mask=columns < 40)", [40, 128]),
                              ("nl.matmul(tile, tile, transpose_x=True, mask=columns < 40)", [64, 40])):
            with self.subTest(call):
                block = record(STORE.format(tile="tile", mask="None").replace(
                    "nl.store", f"part = {call}\n    nl.store"), [tensor(128, 64)], OLD)
                ops = ("nc_transpose", "dma_transpose", "nc_matmul")
                made = next(one for one in block.code if one[0] in ops)
                self.assertEqual(written, made[3][0][2][1::2])

    def test_that_does_not_fit(self):
        body = STORE.format(tile="tile", mask="(rows[:, None] < 100) & (columns < 40)")
        self.refused("E9", "a mask over (128, 64) does not fit (128, 4, 16)", body,
                     [tensor(128, 4, 16)], head=OLD)
        body = STORE.format(tile="tile", mask="(rows[:, None] < 100) & (columns < 40)")
        self.refused("E9", "a mask over (128, 64) does not fit (128, 32)", body, [tensor(128, 32)], head=OLD)

    def test_of_another_size_where_nothing_is_asked_of_it(self):
        """Conditions on rows alone, from a grid of rows and columns; and columns of what is left of a sum."""
        grid = STORE.replace("rows, columns =", "i, j = nl.mgrid[0:128, 0:64]\n    rows, columns =")
        body = grid.format(tile="tile", mask="i < 100")
        self.assertEqual([[100, 32]] * 2, sizes(body, 128, 32)[1])
        one = "nl.exp(nl.sum(tile, axis=1, keepdims=True), mask=(i < 100) & (j < 40))"
        block = record(grid.format(tile=one, mask="None"), [tensor(128, 64)], OLD)
        self.assertEqual([100], [n for n in block.code[2][3][0][2][1::2] if n > 1])

    def test_for_each_place_of_a_larger_shape(self):
        body = """
def k(x):
    out = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.shared_hbm)
    inside = nl.broadcast_to(nl.arange(64)[None, :] < 10, shape=(128, 64))
    nl.store(out, nl.where(inside, nl.load(x), 0.0))
    return out
"""
        block = record(body, [tensor(128, 64)], OLD)
        copied = [one[3][0][2][1::2] for one in block.code if one[0] == "tensor_copy"]
        self.assertEqual([[128, 10]], copied)
        self.refused("E5", "does not fit", body.replace("shape=(128, 64)", "shape=(128, 32)"), [tensor(128, 64)], OLD)

    def test_in_more_dimensions(self):
        body = """
def k(x):
    out = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.shared_hbm)
    rows, columns = nl.arange(128) < 100, nl.arange(64) < 40
    tile = nl.load(x, mask=rows[:, None] & columns[None, :])
    nl.store(out, tile, mask={})
    return out
"""
        block = record(body.format("None"), [tensor(128, 64)], OLD)
        self.assertEqual([100, 40], block.code[0][3][0][2][1::2])
        self.refused("E9", "takes no indices but", body.format("rows[0:4]"), [tensor(128, 64)], OLD)
        self.refused("E9", "of 1 dimensions", body.format("rows[None]"), [tensor(128, 64)], OLD)


if __name__ == "__main__":
    unittest.main()
