"""Numbers that grow, grids of launches, sizes of stated values, and what assertions compute."""

from __future__ import annotations

import unittest

from test_proposal import COPY, proposed


class GrownTest(unittest.TestCase):
    def test_numbers_are_what_their_names_let_expect(self):
        text = "\n@nki.jit\ndef k(x, num_bins, chunk_size, axis, mode: int):\n    range(num_bins), range(chunk_size), range(axis)"
        found = proposed(text + "\n    assert chunk_size <= 8" + COPY)["scenario"]
        self.assertIn("num_bins: 64  # a guess\n    chunk_size: 8  # a guess\n    axis: 1  # a guess\n    mode: 1", found)

    def test_a_convolution_has_few_taps(self):
        found = proposed("\n@nki.jit\ndef k(x, kernel_rows):\n    range(kernel_rows)" + COPY)["scenario"]
        self.assertIn("kernel_rows: 3  # a guess", found)

    def test_a_number_that_ends_in_one_stays(self):
        found = proposed("\n@nki.jit\ndef k(x, rows: int):\n    assert rows == 1" + COPY)["scenario"]
        self.assertIn("rows: 1  # a guess", found)

    def test_sizes_have_the_numbers_of_their_names_in_any_case(self):
        text = """
@nki.jit
def k(
    x,  # [B, C_in, H_in * W_in]
    c_in, h_in, w_in,
):
    tile = nl.ndarray((c_in, h_in * w_in), dtype=x.dtype, buffer=nl.sbuf)
    out = nl.ndarray((c_in, h_in * w_in), dtype=x.dtype, buffer=nl.shared_hbm)
    nisa.dma_copy(dst=tile, src=x[0, 0:c_in, 0:h_in * w_in])
    nisa.dma_copy(dst=out, src=tile)
    return out
"""
        found = proposed(text)["scenario"]
        self.assertIn("x: { shape: [B, C_in, 1024], dtype: bf16 }", found)
        self.assertIn("c_in: C_in\n    h_in: 32  # a guess\n    w_in: 32  # a guess", found)

    def test_a_result_is_as_large_as_another_tensor(self):
        text = """
@nki.jit
def k(x, w, y):
    b, p, n = x.shape
    assert tuple(w.shape) == (p, 1, 4)
    for k in range(p // 128):
        tile = nl.ndarray((128, n), dtype=x.dtype, buffer=nl.sbuf)
        part = nl.ndarray((128, 4), dtype=x.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=tile, src=x[0, k * 128 : k * 128 + 128, 0:n])
        nisa.dma_copy(dst=part, src=w[k * 128 : k * 128 + 128, 0, 0:4])
        nisa.dma_copy(dst=y[0, k * 128 : k * 128 + 128, 0:n], src=tile)
"""
        found = proposed(text)
        self.assertEqual("", found["refused"])
        self.assertIn("y: { shape: [1, p, n]", found["scenario"])

    def test_a_tensor_is_as_long_as_it_is_read(self):
        text = """
@nki.jit
def k(x):
    out = nl.ndarray((128, 18000), dtype=x.dtype, buffer=nl.shared_hbm)
    for m in range(6):
        tile = nl.ndarray((128, 3000), dtype=x.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=tile, src=x[0:128, 3000 * m : 3000 * m + 3000])
        nisa.dma_copy(dst=out[0:128, 3000 * m : 3000 * m + 3000], src=tile)
    return out
"""
        self.assertIn("x: { shape: [128, 18000], dtype: bf16 }", proposed(text)["scenario"])


class AssertedTest(unittest.TestCase):
    def test_sums_with_defaults(self):
        text = proposed('''
@nki.jit
def k(mixes, x, hc=4, part=96):
    """mixes: [P, (2+hc)*hc]
    x: [P, hc*D]"""
    P, width = mixes.shape
    _, wide = x.shape
    D = wide // hc
    assert width == (2 + hc) * hc and P % part == 0 and wide == hc * D
''' + COPY.replace("x", "mixes"))["scenario"]
        self.assertIn("mixes: { shape: [P, width], dtype: bf16 }\n    x: { shape: [P, wide]", text)
        self.assertIn("P: 96, width: 24", text)

    def test_sums_of_the_assertion_alone(self):
        text = "\n@nki.jit\ndef k(x, y, n: int):\n    P, K = x.shape\n    assert y.shape == (P, 2 * K + n), 'no'"
        found = proposed(text + COPY)["scenario"]
        self.assertRegex(found, r"y: \{ shape: \[P, \d+\]")
        self.assertIn("# Sizes found by trial: 2 instructions.", found)

    def test_a_quotient_is_a_number(self):
        text = '\n@nki.jit\ndef k(x, scale, sm_scale):\n    """x: [R, D]\n    scale: 1/sqrt(D)"""\n'
        found = proposed(text + COPY)["scenario"]
        self.assertIn("scale: 1  # a guess\n    sm_scale: 1  # a guess", found)

    def test_an_operand_that_is_not_on_chip_is_a_number(self):
        text = COPY.replace("    nisa.dma_copy(dst=out", "    nisa.tensor_scalar(dst=tile, data=tile, op0=nl.multiply, "
                            "operand0=factor)\n    nisa.dma_copy(dst=out", 1)
        self.assertIn("factor: 1.0  # a guess", proposed("\n@nki.jit\ndef k(x, factor):" + text)["scenario"])
        two = text.replace("operand0=factor)", "operand0=factor, op1=nl.add, operand1=more)")
        self.assertIn("factor: 1.0  # a guess\n    more: 1.0", proposed("\n@nki.jit\ndef k(x, factor, more):" + two)["scenario"])
        self.assertIn("less: 1  # a guess", proposed("\n@nki.jit\ndef k(x, less):\n    -less" + COPY)["scenario"])


class LaunchedTest(unittest.TestCase):
    COPY = """
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    nl.store(out[nl.program_id(0), nl.program_id(1)], nl.load(x[nl.program_id(0), nl.program_id(1)]))
    return out
"""

    def test_the_grid_of_a_call(self):
        text = "\n@nki.jit\ndef k(x):" + self.COPY + "\nROWS = 4\ndef test():\n    k[ROWS, 2](np.zeros((4, 2, 8, 8)))\n"
        found = proposed("\nimport numpy as np" + text)
        self.assertEqual("", found["refused"])
        self.assertIn("x: { shape: [4, 2, 8, 8], dtype: fp32 }\n  grid: [4, 2]\n", found["scenario"])

    def test_a_grid_without_a_dimension(self):
        text = "\n@nki.jit\ndef k(x):" + self.COPY + "\nk[2](np.zeros((4, 2, 8, 8)))\n"
        self.assertIn("has no dimension 1", proposed("\nimport numpy as np" + text)["refused"])


class StatedValuesTest(unittest.TestCase):
    def call(self, given: str) -> str:
        text = f"\nimport torch\nimport numpy as np\n\n@nki.jit\ndef k(x):{COPY}\nk({given})\n"
        return proposed(text)["scenario"]

    def test_values_that_stand_in_the_file(self):
        self.assertIn(
            "x: { shape: [2, 3], dtype: int32, values: [0, 4, 9, 1, 2, 3] }",
            self.call("torch.tensor([[0, 4, 9], [1, 2, 3]])"),
        )
        self.assertIn("x: { shape: [1, 2], dtype: fp16, values: [0.5, 2] }", self.call("np.array([[0.5, 2]], dtype=np.float16)"))
        self.assertIn("shape: [1, 2], dtype: int32, values", self.call("torch.IntTensor([3, 4]).unsqueeze(dim=0)"))

    def test_values_have_no_names_for_sizes(self):
        text = f"\nimport numpy as np\n\n@nki.jit\ndef k(x, y):\n    N, D = x.shape\n    assert y.shape[1] == D{COPY}\n"
        found = proposed(text + "k(np.array([[1, 2]]), np.zeros((8, 2)))\n")["scenario"]
        self.assertIn("x: { shape: [1, 2], dtype: int32, values: [1, 2] }\n    y: { shape: [8, D]", found)
        self.assertIn("shape: { D: 2 }", found)

    def test_sizes_alone(self):
        self.assertIn("x: { shape: [96, 2], dtype: fp32 }", self.call("np.array([[1.0, 2.0]] * 96)"))
        self.assertIn("x: { shape: [1, 2], dtype: int32 }", self.call("torch.tensor([[some(), 2]])"))
        self.assertIn("found by trial", self.call("torch.tensor([[1, 2], [3]])"))
        self.assertIn("found by trial", self.call("torch.tensor([[], []])"))

    def test_types(self):
        self.assertIn("[8, 8], dtype: uint8", self.call("np.zeros((8, 8), dtype=np.bool_)"))
        self.assertIn("[8, 1], dtype: fp32", self.call("np.expand_dims(np.zeros(8), axis=1)"))
        for one in ("np.less(np.zeros((8, 8)), 0.5)", "np.zeros((8, 8)) > 0.5", "0.5 < np.zeros((8, 8))"):
            self.assertIn("[8, 8], dtype: uint8", self.call(one))

    def test_numbers_of_types(self):
        text = f"\nimport numpy as np\n\n@nki.jit\ndef k(x, a, b):{COPY}\nk(np.zeros((8, 8)), np.float32(0.0), np.int32(7))\n"
        self.assertIn("a: 0.0\n    b: 7\n", proposed(text)["scenario"])

    def test_tensors_of_places_are_whole_numbers(self):
        self.assertIn("top_ids: { shape: [128, 128], dtype: int32 }", proposed("\n@nki.jit\ndef k(x, top_ids):" + COPY)["scenario"])


if __name__ == "__main__":
    unittest.main()
