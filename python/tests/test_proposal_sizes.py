"""Sizes that sources and docstrings compute from others, and what prose says of them."""

from __future__ import annotations

import ast
import os
import signal
import sys
import tempfile
import textwrap
import unittest
from unittest import mock

from support import NEW, tensor
from test_proposal import COPY, proposed

from trn2sim_recorder.modules import install
from trn2sim_recorder.proposal import attempts
from trn2sim_recorder.proposal.attempts import Attempts
from trn2sim_recorder.proposal.sums import computed, expression, facts
from trn2sim_recorder.running.request import Request


class SumsTest(unittest.TestCase):
    def test_sums_and_their_values(self):
        values = {"K": 9, "H": 512}
        for text, value in {"K-1": 8, "3 * H // 128": 12, "H/128": 4, "2*K + H": 530, "H / 0": None, "M+1": None}.items():
            self.assertEqual(value, computed(expression(text), values), text)
        for text in ("K", "a b", "f(K) + 1", "K ** 2", "1.5 * K", "(", "K + 'a'"):
            self.assertIsNone(expression(text), text)
        self.assertEqual(7, computed(ast.Constant(7), {}))

    def test_what_prose_says(self):
        said = """Requires P == 64, `N` == 128; H is a multiple of 256, I divisible by 1024 and T <= 96.
        K % 32 == 0, S < 5, T must be 1 and U must be 1.5, eps = 1e-6, rows=3.5, a.b == 4, c = 2 * d, version=2.0, X >= 9"""
        self.assertEqual(
            [("P", "==", 64), ("N", "==", 128), ("H", "%", 256), ("I", "%", 1024), ("T", "<=", 96), ("K", "%", 32),
             ("S", "<", 5), ("T", "==", 1)],
            list(facts(said)),
        )


class SizesTest(unittest.TestCase):
    def kernel(self, said: str, code: str = "", head: str = "") -> str:
        return proposed(f'{head}\n@nki.jit\ndef k(x, y):\n    """{said}"""\n{code}' + COPY)["scenario"]

    def test_sums_of_docstrings(self):
        found = self.kernel("x [R, K] bf16, y [R, K-1] fp32", "    assert x.shape[1] - 1 == y.shape[1]")
        self.assertIn("y: { shape: [R, 127], dtype: fp32 }", found)
        self.assertIn("K: 128 }", found)

    def test_sums_of_numbers(self):
        said = """
    Args:
        x: ``(N * S + S, 4)`` int32 keys; only a part is read.
        N: blocks
    """
        text = f'\n@nki.jit\ndef k(x, N: int, S: int):\n    """{said}"""\n    assert N == 8, "no"' + COPY
        self.assertIn("x: { shape: [72, 4], dtype: int32 }\n    N: 8  # a guess\n    S: 8", proposed(text)["scenario"])

    def test_sums_of_the_source(self):
        code = "    H, P = x.shape\n    I = H * P // 2\n    assert y.shape == (I,), 'no'"
        found = self.kernel("x [H, P] bf16, y [I] fp32", code)
        self.assertIn("y: { shape: [I], dtype: fp32 }", found)
        self.assertNotIn("refused", found)

    def test_what_the_source_takes_off_a_size(self):
        code = "    H = x.shape[1] - 2\n    assert H % 256 == 0 and H > 0, 'no'"
        found = self.kernel("as it is", code)
        self.assertNotIn("refused", found)
        self.assertRegex(found, r"x: { shape: \[\d+, (258|514|1026)\]")

    def test_limits_in_prose(self):
        for head, said in (("", "x [R, C]; C == 96, R <= 64"), ('"""Needs C == 96 and R <= 64."""', "x [R, C]")):
            text = f'\n@nki.jit\ndef k(x, y):\n    """{said}"""' + COPY
            found = proposed(text, head=head + "\nimport nki\nimport nki.language as nl\nimport nki.isa as nisa\n")["scenario"]
            self.assertIn("shape: { R: 64, C: 96 }", found)


    def test_comments_beside_parameters(self):
        text = """
        @nki.jit
        def k(
            x,  # [T, H]  bf16 (T must be 1)
            w,  # (E, H, 2*I) float32 -- experts
            y: nl.ndarray,  # Shape: [E, I, H] int32 (e.g., [8, 64, 512])
            z,  # no shape here
        ):
            assert x.shape[0] == 1 and w.shape[1] == x.shape[1]
            assert w.shape[2] == 2 * y.shape[1], "no"
        """
        found = proposed(textwrap.dedent(text).rstrip() + COPY)["scenario"]
        for line in ("x: { shape: [T, H], dtype: bf16 }", "w: { shape: [E, H, 1024], dtype: fp32 }",
                     "y: { shape: [E, I, H], dtype: int32 }", "shape: { T: 1, H: 512, E: 2, I: 512 }"):
            self.assertIn(line, found)

    def test_sizes_of_several_tensors_that_grow_together(self):
        text = """
        @nki.jit
        def k(x, gate, up, down):
            T, H = x.shape
            F = gate.shape[1]
            for h in range(H):
                for other in (gate[h:h + 1, 0:F], up[h:h + 1, 0:F], down[0:F, h:h + 1]):
                    pass
        """
        found = proposed(textwrap.dedent(text).rstrip() + COPY)["scenario"]
        for line in ("gate: { shape: [H, F]", "up: { shape: [H, F]", "down: { shape: [F, H]"):
            self.assertIn(line, found)

    def test_names_that_share_their_sizes(self):
        found = self.kernel("x, y [rows, width] bf16", "    rows, _ = x.shape")
        for line in ("x: { shape: [rows, width], dtype: bf16 }", "y: { shape: [rows, width], dtype: bf16 }"):
            self.assertIn(line, found)

    def test_parameters_that_are_sizes(self):
        code = "    r, c = x.shape\n    assert r == rows and width == y.shape[1]\n    assert rows % 4 == 0, 'no'"
        text = f"\n@nki.jit\ndef k(x, y, rows, width):\n{code}" + COPY
        found = proposed(text)["scenario"]
        self.assertIn("x: { shape: [rows, c], dtype: bf16 }", found)
        self.assertIn("rows: rows\n    width: width\n", found)
        self.assertRegex(found, r"y: { shape: \[\d+, width\]")

    def test_defaults_of_parameters_with_the_name_of_a_size(self):
        text = "\n@nki.jit\ndef k(x, kd=96, *, R=7):\n    \"\"\"x [R, kd] bf16\"\"\"" + COPY
        self.assertIn("shape: { R: 7, kd: 96 }", proposed(text)["scenario"])

    def test_long_kernels_are_no_step_further(self):
        text = """
        @nki.jit
        def k(x, y):
            out = nl.ndarray((y.shape[0], 8), dtype=x.dtype, buffer=nl.shared_hbm)
            tile = nl.ndarray((1, 8), dtype=x.dtype, buffer=nl.sbuf)
            for _ in range(x.shape[0] * 32):
                nisa.memset(tile, 0.0)
            nisa.dma_copy(dst=out[0:1, :], src=tile)
            return out
        """
        found = proposed(text)
        self.assertEqual("", found["refused"])
        self.assertNotIn("not all results", found["scenario"])
        self.assertIn("y: { shape: [1, ", found["scenario"])


class TimeTest(unittest.TestCase):
    def test_no_alarm_is_left_behind_an_attempt(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "k.py"), "w", encoding="utf-8") as out:
                out.write(NEW + "\n@nki.jit\ndef k(x):" + COPY)
            if "nki.isa" not in sys.modules:
                install.install([])
            tried = Attempts(Request({"nki": "k.py", "function": "k"}, folder))
            self.assertTrue(tried({"x": tensor(64, 32)}).good)
            self.assertEqual((0.0, 0.0), signal.getitimer(signal.ITIMER_REAL))

    def test_instructions_and_not_the_clock_end_what_is_tried(self):
        body = "\n@nki.jit\ndef k(x):\n    for _ in range(50):\n        nisa.memset("
        body += "nl.ndarray((128, 8), dtype=nl.float32, buffer=nl.sbuf), 1)"
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "k.py"), "w", encoding="utf-8") as out:
                out.write(NEW + body)
            if "nki.isa" not in sys.modules:
                install.install([])
            with mock.patch.multiple(attempts, _EACH=49, _ALL=2090):
                tried = Attempts(Request({"nki": "k.py", "function": "k"}, folder))
                before = tried({"x": tensor(64, 32)})
                self.assertTrue(before.endless and tried.in_time())
                tried({"x": tensor(64, 32)})
                self.assertFalse(tried.in_time())
                measured, _ = tried.measured({"x": tensor(64, 32)}, before)
                self.assertEqual((50, True), (measured.instructions, measured.error is None))


class CoresTest(unittest.TestCase):
    def test_launches_on_two_cores(self):
        kernel = "\n@nki.jit\ndef k(x):" + COPY
        for launch, cores in (
            ("k[2](x)", 2), ("wrap(k)[LNC](x)", 2), ("fast = wrap(k)\n    return fast[(2,)](x)", 2),
            ("k[nl.nc(2)](x)", 2), ("k[4](x)", 1), ("k(x)", 1), ("other[2](x)", 1), ("two[n](x)", 1),
        ):
            host = f"\nLNC = 2\ndef test(x, n):\n    return {launch}\n"
            if launch.startswith("fast"):
                host = f"\ndef test(x):\n    {launch}\n"
            found = proposed(kernel + host)["scenario"]
            self.assertEqual(cores == 2, "ranks: { tp: 1, lnc: 2 }" in found, launch)


if __name__ == "__main__":
    unittest.main()
