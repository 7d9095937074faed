"""Sizes of tensors that a kernel reads with numbers of its source alone."""

from __future__ import annotations

import unittest

from support import OLD
from test_proposal import proposed


class ConstantIndicesTest(unittest.TestCase):
    def kernel(self, body: str, signature: str = "x") -> str:
        found = proposed(f"""
STEP = 40
@nki.jit
def k({signature}):
    out = nl.ndarray((128, 8), dtype=nl.float32, buffer=nl.shared_hbm)
    nl.store(out, nl.zeros((128, 8), dtype=nl.float32))
{body}
    return out
""", OLD)
        self.assertEqual("", found["refused"])
        return found["scenario"]

    def test_loops_and_ranges_of_indices(self):
        text = self.kernel("""
    for i in nl.affine_range(9):
        for j in range(1, 5):
            for n in nl.affine_range(6):
                nl.load(x[i, n, STEP * j + nl.arange(STEP)[:, None], nl.arange(70)[None, :]], dtype=x.dtype)
                nl.load(y[nl.ds(i * 16, 16), j // 2, n, :30])""", "x, y")
        self.assertIn("x: { shape: [9, 6, 200, 70]", text)
        self.assertIn("y: { shape: [144, 3, 6, 30]", text)

    def test_grids_and_names(self):
        text = self.kernel("""
    rows = 2 * STEP
    p, f = nl.mgrid[0:rows, 0:24]
    nl.load(x[p, f + 8])
    g = nl.mgrid[0:16, 0:6]
    nl.load(y[g.p, 5 - g.x])""", "x, y")
        self.assertIn("x: { shape: [80, 32]", text)
        self.assertIn("y: { shape: [16, 6]", text)

    def test_shapes_that_are_asked_for_and_indices_that_are_not_known_are_left_to_trial(self):
        text = self.kernel("""
    rows, columns = x.shape
    nl.load(x[0:40, 0:24])
    i = 3
    for n in (1, 2):
        i = i + n
        nl.load(y[0:n, 0:24])""", "x, y")
        self.assertIn("x: { shape: [rows, columns]", text)
        self.assertNotIn("y: { shape: [1,", text)


if __name__ == "__main__":
    unittest.main()
