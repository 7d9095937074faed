"""What calls in a kernel's file say of its arguments: as things stand there, and in numbers alone."""

from __future__ import annotations

import json
import unittest

from support import NEW
from test_proposal import COPY, proposed

KERNEL = "\n@nki.jit\ndef k{}:" + COPY
SIZED = KERNEL.format("(x, rows, scale)").replace("tile =", "assert rows == {}\n    tile =", 1)


class CallsTest(unittest.TestCase):
    def scenario(self, text: str) -> str:
        found = proposed("import numpy as np\n" + text)
        self.assertEqual("", found["refused"])
        return found["scenario"]

    def test_a_variable_is_what_it_is_at_the_call(self):
        said = "\nx = np.zeros((64, 96), dtype=np.float16)\nk(x)\nx = np.zeros((32, 16))\nprint(x)\n"
        text = self.scenario(KERNEL.format("(x)") + said)
        self.assertIn("x: { shape: [64, 96], dtype: fp16 }\n", text)

    def test_branches_that_may_not_be_run(self):
        said = """
def use(fast=False):
    if fast:
        x = np.zeros((64, 96), np.float32)
    else:
        x = np.zeros((32, 16), np.float32)
        k(x)
"""
        self.assertIn("x: { shape: [32, 16], dtype: fp32 }\n", self.scenario(KERNEL.format("(x)") + said))
        only = "\ntry:\n    k(y)\nexcept TypeError:\n    x = np.zeros((32, 16))\nwhile k:\n    k(x)\n"
        self.assertIn("x: { shape: [32, 16], dtype: fp32 }\n", self.scenario(KERNEL.format("(x)") + only))

    def test_fields_of_objects(self):
        said = """
from types import SimpleNamespace
from dataclasses import dataclass
@dataclass
class Config:
    other: int
    rows: int = {}
DEFAULT = {}
fast = k[2] if k else None
def use(x, eps: float = 0.5, tune=False):
    if tune:
        chosen = tuned(x, rows=7)
    else:
        chosen = DEFAULT
    return fast(x, chosen.rows, float(eps))
"""
        for rows, made in ((40, "Config(3)"), (3, "Config(1, 48)"), (3, "SimpleNamespace(rows=56)")):
            wanted = {"Config(3)": 40, "Config(1, 48)": 48}.get(made, 56)
            text = self.scenario(SIZED.format(wanted) + said.format(rows, made))
            self.assertIn(f"    rows: {wanted}\n    scale: 0.5\n", text)

    def test_what_is_certainly_a_number(self):
        said = "\ndef use(x, y, z):\n    wrapped = wrap(k)\n    wrapped[1](x, int(y), float(z))\n"
        text = self.scenario(KERNEL.format("(x, rows, scale)") + said)
        self.assertIn("    rows: 128  # a guess\n    scale: 1  # a guess\n", text)

    def test_sizes_from_shapes_and_around_a_function(self):
        said = """
def outer(d=24):
    x = np.zeros((d, 8), np.float32)
    n, _ = x.shape
    def inner():
        return k(np.ones([x.shape[1], n], dtype=np.float16))
"""
        self.assertIn("x: { shape: [8, 24], dtype: fp16 }\n", self.scenario(KERNEL.format("(x)") + said))

    def test_types_of_the_first_releases(self):
        said = "\nfrom neuronxcc.nki.typing import tensor\nk(tensor[[96, 512], nl.float16])\n"
        self.assertIn("x: { shape: [96, 512], dtype: fp16 }\n", self.scenario(KERNEL.format("(x)") + said))


class FurtherCallsTest(unittest.TestCase):
    def scenario(self, said: str, kernel: str = KERNEL.format("(x)")) -> str:
        found = proposed("import numpy as np\n" + kernel + said)
        self.assertEqual("", found["refused"])
        return found["scenario"]

    def test_arguments_in_a_list(self):
        said = "\ngiven = (np.zeros((48, 24), np.float32), 5)\n{}\n"
        kernel = KERNEL.format("(x, rows)")
        for call in ("fast = trace(client=1)(k)\nagain = fast[(1, 1)]\nagain(*given)",
                     "fast = nki.jit(k)\nnki.simulate_kernel(fast[1], *given)"):
            text = self.scenario(said.format(call), kernel)
            self.assertIn("x: { shape: [48, 24], dtype: fp32 }\n    rows: 5\n", text)

    def test_a_function_has_the_arguments_of_its_first_call(self):
        said = """
def check(tiles, width=3):
    k(np.zeros((tiles * 16, width)))

if __name__ == "__main__":
    check(4, width=40)
    check(7)
"""
        self.assertIn("x: { shape: [64, 40], dtype: fp32 }\n", self.scenario(said))

    def test_cores_in_a_grid_of_several_sizes(self):
        said = "\ndef launch(a, b):\n    return k[nl.spmd_dim(4, nl.nc(2)), 3](a)\n"
        found = proposed(KERNEL.format("(x)") + said, function="k")
        self.assertIn("ranks: { tp: 1, lnc: 2 }", found["scenario"])

    def test_assertions_that_are_calls(self):
        found = proposed("""
@nki.jit
def k(x, y):
    rows, width = x.shape
    same, _ = y.shape
    nkilib.kernel_assert(rows == same and width <= 96, "rows")
    out = nl.ndarray((rows, width), dtype=x.dtype, buffer=nl.shared_hbm)
    tile = nl.ndarray((rows, width), dtype=x.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=tile, src=x)
    nisa.dma_copy(dst=out, src=tile)
    return out
""", "import nkilib.core.utils.kernel_assert as nkilib\n" + NEW)["scenario"]
        self.assertIn("x: { shape: [rows, width], dtype: bf16 }\n    y: { shape: [rows, ", found)
        self.assertIn("width: 96", found)


class DocstringTest(unittest.TestCase):
    def kernel(self, signature: str, said: str) -> str:
        return proposed(f"@nki.jit\ndef k({signature}):\n    {json.dumps(said)}\n" + COPY.strip("\n"))["scenario"]

    def test_lines_with_an_equals_sign_and_numbers(self):
        text = self.kernel("x, y, eps, n_most", "Tensors:\n    x = (64, 96)\n    y = (1, D)\n    eps: fp32 scalar\n    z = (a)")
        self.assertIn("x: { shape: [64, 96], dtype: bf16 }\n    y: { shape: [1, D]", text)
        self.assertIn("    eps: 1e-06  # a guess\n    n_most: 1  # a guess\n", text)
        self.assertIn("bias: { shape", self.kernel("x, bias", "bias: float tensor, small"))

    def test_examples(self):
        text = self.kernel("x, rows", "Copies.\n\n>>> x = np.zeros((48, 24))\n>>> y = k(x, rows=3)\n>>> y.shape\n(48, 24)")
        self.assertIn("x: { shape: [48, 24], dtype: fp32 }\n    rows: 3\n", text)
        self.assertIn("x: { shape: [", self.kernel("x", ">>> ) nothing"))

    def test_a_width_of_heads_is_no_number_of_heads(self):
        self.assertIn("heads: 2, head_dim: 512", self.kernel("x", "x: [heads, 64, head_dim]"))

    def test_squares_and_partial_slices(self):
        said = '"""x: [B, K] and y: [K, K]; q: [T, D, H]"""'
        text = proposed(f"""
@nki.jit
def k(x, y, q):
    {said}
    B, K = x.shape
    H = q.shape[2]
    out = nl.ndarray((B, K), dtype=x.dtype, buffer=nl.shared_hbm)
    tile = nl.ndarray((B, K), dtype=x.dtype, buffer=nl.sbuf)
    row = nl.ndarray((1, 64, H), dtype=x.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=tile, src=x)
    nisa.dma_copy(dst=row, src=q[0, 0:64])
    nisa.dma_copy(dst=tile[0:64, 0:K], src=y[0:64, 0:K])
    nisa.dma_copy(dst=out, src=tile)
    return out
""")["scenario"]
        self.assertIn("y: { shape: [K, K], dtype: bf16 }\n    q: { shape: [T, D, H]", text)


if __name__ == "__main__":
    unittest.main()
