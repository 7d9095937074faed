"""Masks of DMAs that leave several boxes."""

import unittest

from support import OLD, KernelTest, record, tensor

BODY = """
def k(x):
    out = nl.ndarray((100,), dtype=x.dtype, buffer=nl.shared_hbm)
    p, f = nl.mgrid[0:{tall}, 0:10]
    for row in range({rows}):
        place = 37 * row + 10 * p + f
        inside = {mask}
        tile = nl.load(x[place], mask=inside)
        nl.store(out[place], tile, mask=inside)
    return out
"""


def moved(mask, rows=1, tall=4):
    """Where the DMAs begin in HBM and their sizes, loads and stores apart."""
    block = record(BODY.format(mask=mask, rows=rows, tall=tall), [tensor(100)], OLD)
    sides = ([one[4][0] for one in block.code], [one[3][0] for one in block.code])
    spaces = {number: buffer["space"] for number, buffer in block.bufs.items()}
    return [
        [(access[1], access[2][1::2]) for access in side if spaces[access[0]] != "sbuf"]
        for side in sides
    ]


class BoxesTest(KernelTest):
    def test_a_range_that_the_mask_keeps_inside(self):
        loads, stores = moved("(10 * p + f < 37) & (place < 100)", rows=3)
        self.assertEqual([(0, [4, 10]), (37, [4, 10]), (74, [2, 10]), (94, [1, 6])], loads)
        self.assertEqual([(74, [2, 10]), (94, [1, 6])], stores[-2:])

    def test_a_store_leaves_alone_what_is_beside_it(self):
        loads, stores = moved("10 * p + f < 37")
        self.assertEqual([(0, [4, 10])], loads)
        self.assertEqual([(0, [3, 10]), (30, [1, 7])], stores)

    def test_a_store_of_many_boxes_is_one(self):
        few = [(0, [1, 9]), (10, [1, 8]), (20, [1, 7]), (30, [1, 6])]
        self.assertEqual(few, moved("f < 9 - p")[1])
        self.assertEqual([(0, [5, 10])], moved("f < 9 - p", tall=5)[1])

    def test_a_mask_that_leaves_nothing(self):
        loads, stores = moved("(10 * p + f < 37) & (20 * p + 2 * f + 1 == 10)")
        self.assertEqual(([], []), (loads[1:], stores))

    def test_what_the_mask_does_not_keep_inside(self):
        text = "index 74..103 is out of bounds for dimension 0 of size 100 of x"
        body = BODY.format(mask="10 * p + f < 37", rows=3, tall=4)
        self.refused("E4", text, body, [tensor(100)], head=OLD)


if __name__ == "__main__":
    unittest.main()
