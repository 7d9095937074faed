"""Sentences of docstrings, sizes that kernels take apart in two ways, and loops without rounds."""

from __future__ import annotations

import unittest

from support import NEW, blocks, run
from test_proposal import COPY, proposed


class SentencesTest(unittest.TestCase):
    def kernel(self, said: str, signature: str = "x", before: str = "") -> str:
        return proposed(f'{before}\n@nki.jit\ndef k({signature}):\n    """{said}"""{COPY}')["scenario"]

    def test_is_and_are(self):
        self.assertIn("x: { shape: [64, 96], dtype: fp16 }", self.kernel("Sums. x is (64, 96) float16 in HBM."))
        text = self.kernel("y,x are (D, S); out is (S, D).", "y, x")
        self.assertIn("y: { shape: [D, S], dtype: bf16 }\n    x: { shape: [D, S]", text)

    def test_the_docstring_of_the_file(self):
        found = proposed("\n@nki.jit\ndef k(x):" + COPY, '"""Layout: x is (rows, 96). All of it."""\n' + NEW)
        self.assertIn("x: { shape: [rows, 96], dtype: bf16 }", found["scenario"])

    def test_lines_of_the_docstring_of_the_file(self):
        head = '"""Copies.\n\nx:      [rows, 96] BF16, what to copy\ny : [rows] int32\n"""\n' + NEW
        body = COPY.replace("x.", "x_hbm.").replace("src=x)", "src=x_hbm)")
        text = proposed(f"\n@nki.jit\ndef k(x_hbm, y):{body}", head)["scenario"]
        self.assertIn("x_hbm: { shape: [rows, 96], dtype: bf16 }\n    y: { shape: [rows], dtype: int32 }", text)

    def test_types_in_capitals_and_broken_lines(self):
        self.assertIn("x: { shape: [n, n], dtype: fp32 }", self.kernel("x : (n, n) FP32 in HBM"))
        self.assertIn("x: { shape: [R, 40], dtype: bf16 }", self.kernel("x: an input tensor of shape\n        [R, 40], to copy"))

    def test_sentences_about_all_of_them(self):
        for said in ("Both arguments are ``(rows, 48)`` float32 tensors.", "Inputs: 2 x (rows, 48) float32 tiles",
                     "Layout: all inputs are 2D tensors of shape (rows, 48) float32."):
            text = self.kernel(said.replace("Both", "All two"), "x, y, scale=1.0")
            self.assertIn("x: { shape: [rows, 48], dtype: fp32 }\n    y: { shape: [rows, 48], dtype: fp32 }\n", text)
        text = self.kernel("All inputs are (rows, 48) tensors.\n    y: [rows, 32] fp16", "x, y")
        self.assertIn("x: { shape: [rows, 48], dtype: bf16 }\n    y: { shape: [rows, 32], dtype: fp16 }\n", text)
        self.assertIn("x: { shape: [P, 24], dtype: bf16 }", self.kernel("Copies. Input shape `(P, 24)`."))
        self.assertNotIn("24]", self.kernel("Copies. Input shape `(P, 24)`.", "x, y"))

    def test_a_type_above_all_lines(self):
        text = self.kernel("Inputs (HBM, f32):\n        x: [rows, 48] -- to copy\n        y: [rows] int32\n", "x, y")
        self.assertIn("x: { shape: [rows, 48], dtype: fp32 }\n    y: { shape: [rows], dtype: int32 }", text)

    def test_indices_are_no_sizes(self):
        self.assertNotIn("shape: [i", self.kernel("sends x[i,:] to all"))

    def test_what_is_loaded_whole_is_a_tensor_whatever_its_name(self):
        for moved in ("nl.load(num_rows)", "nisa.dma_copy(dst=few, src=num_rows)"):
            text = proposed(f"""
@nki.jit
def k(x, num_rows):
    few = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.sbuf)
    {moved}{COPY}""")["scenario"]
            self.assertIn("num_rows: { shape: [", text)

    def test_constants_of_the_file_are_sizes(self):
        self.assertIn("ROWS: 96", self.kernel("x: [ROWS, D]", before="ROWS = 96"))

    def test_sizes_that_others_are_made_of(self):
        kernel = '''
@nki.jit
def k(x, y):
    """x: [M, K]
    y: [K // 2, 2 * N]"""
    assert y.dtype == nl.float16 and x.dtype in (nl.float32, nl.bfloat16)
    M, K = x.shape
    half, double = y.shape
    N = double // 2
    assert half * 2 == K and N % 64 == 0
'''
        text = proposed(kernel + COPY)["scenario"]
        self.assertIn("x: { shape: [M, K], dtype: fp32 }\n    y: { shape: [half, double], dtype: fp16 }", text)


class TwoWaysTest(unittest.TestCase):
    def test_the_docstring_decides(self):
        text = proposed('''
@nki.jit
def k(x, gamma):
    """x: [T, H] or [B, S, H]
    gamma: [1, H]"""
    if len(x.shape) == 3:
        B, S, H = x.shape
        T = B * S
    else:
        T, H = x.shape
    assert tuple(gamma.shape) == (1, H)
''' + COPY)["scenario"]
        self.assertIn("x: { shape: [T, H], dtype: bf16 }\n    gamma: { shape: [1, H]", text)

    def test_the_first_way_is_taken_where_nothing_else_decides(self):
        text = proposed("""
@nki.jit
def k(x, gamma):
    assert x.ndim in (2, 3)
    if x.ndim == 2:
        T, H = x.shape
    else:
        B, T, H = x.shape
    if gamma.ndim == 2:
        assert gamma.shape == (1, H)
    else:
        assert gamma.shape == (H,)
    few = nl.load(gamma.reshape((1, H)))""" + COPY)["scenario"]
        self.assertIn("x: { shape: [T, H], dtype: bf16 }\n    gamma: { shape: [1, H]", text)

    def test_another_shape_under_the_same_name_says_nothing(self):
        text = proposed('''
@nki.jit
def k(x, g):
    """g: [width], a weight"""
    rows, width = x.shape
    g = g.reshape((1, width))
    row = nl.ndarray((1, width), dtype=x.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=row, src=g[0:1, 0:width])
''' + COPY.replace("tile = nl", "x = x[0:64, 0:width]\n    tile = nl"))["scenario"]
        self.assertIn("g: { shape: [width], dtype: bf16 }", text)

    def test_sizes_of_ranks_are_no_groups_and_stay(self):
        text = proposed('''
import nki.collectives as ncc
@nki.jit
def k(x, E: int, replica_group_size: int):
    each = E // replica_group_size
    assert E % replica_group_size == 0
    small = nl.ndarray((1, replica_group_size - 1), dtype=x.dtype, buffer=nl.sbuf)
''' + COPY)["scenario"]
        self.assertIn("    E: 4  # a guess\n    replica_group_size: tp", text)


class EmptyLoopsTest(unittest.TestCase):
    KERNEL = """
@nki.jit
def k(x):
    rows, width = x.shape
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    tile = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=tile, src=x)
    for i in nl.affine_range(width // 512):
        part = nl.ds(i * 512, 512)
        nisa.tensor_scalar(dst=tile[0:rows, part], data=tile[0:rows, part], op0=nl.add, operand0=1.0)
    nisa.dma_copy(dst=out, src=tile)
    return out
"""

    def test_sizes_at_which_all_loops_have_rounds_are_preferred(self):
        text = proposed(self.KERNEL)["scenario"]
        self.assertIn("shape: { rows: 128, width: 512 }", text)

    def notes(self, shape: list[int]) -> list:
        given = {"nki": "k.py", "function": "k", "args": [{"shape": shape, "dtype": "bf16"}]}
        block, = blocks(run(given, {"k.py": NEW + self.KERNEL}).stream)
        return [one for one in block.end["warnings"] if one["code"] == "W5"]

    def test_a_loop_without_a_round_is_noted(self):
        note, = self.notes([64, 256])
        self.assertIn("loops have no round", note["text"])
        self.assertIn("k.py:", note["text"])
        self.assertEqual([], self.notes([64, 512]))

    def test_rounds_of_loops_on_the_device_are_stated(self):
        kernel = self.KERNEL.replace("nl.affine_range(width // 512)", "nl.dynamic_range(width // 512)")
        given = {"nki": "k.py", "function": "k", "args": [{"shape": [64, 256], "dtype": "bf16"}]}
        block, = blocks(run(given, {"k.py": NEW + kernel}).stream)
        self.assertNotIn("W5", block.warnings())


if __name__ == "__main__":
    unittest.main()
