"""Tensors that are no larger than what a kernel reads, and kernels that take longer than an attempt has."""

from __future__ import annotations

import unittest
from unittest import mock

from test_proposal import COPY, proposed

from trn2sim_recorder.proposal.attempts import Attempt
from trn2sim_recorder.proposal.fitting import Fitted, _measure

FIXED = """
@nki.jit
def k(a, b):
    n = b.shape[0]
    out = nl.ndarray((128, n), dtype=a.dtype, buffer=nl.shared_hbm)
    for i in range(6):
        tile = nl.ndarray((64, 40), dtype=a.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=tile, src=a[i, {place}, 8:48])
        more = nl.ndarray((128, n), dtype=a.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=more, src=b.reshape((n * b.shape[1],))[0 : 128 * n].reshape((128, n)))
        nisa.dma_copy(dst=out, src=more)
    return out
"""


class ExtentsTest(unittest.TestCase):
    def test_sizes_without_a_name_are_those_that_are_read(self):
        text = proposed(FIXED.format(place="32:96"))["scenario"]
        self.assertIn("a: { shape: [6, 96, 48], dtype: bf16 }\n", text)
        self.assertIn("b: { shape: [n, 512], dtype: bf16 }\n", text)

    def test_places_that_are_decided_at_run_time_may_be_anywhere(self):
        text = FIXED.format(place="nl.ds(r, 64)").replace("    for", "    r = nisa.register_alloc(0)\n    for", 1)
        self.assertIn("a: { shape: [6, 512, 48], dtype: bf16 }\n", proposed(text)["scenario"])
        text = text.replace("8:48", "8 * n // n:48 * n // n")  # sizes that only the recording tells
        self.assertRegex(proposed(text)["scenario"], r"a: \{ shape: .\d+, 512, 512., dtype: bf16 \}\n")

    def test_what_makes_a_difference_stays(self):
        text = FIXED.format(place="0:64").replace("range(6)", "range(6 if a.shape[1] < 70 else 3)")
        self.assertRegex(proposed(text)["scenario"], r"a: \{ shape: .\d+, 512, 512.")


class TypesTest(unittest.TestCase):
    def test_what_is_copied_has_the_type_of_the_copy(self):
        text = proposed("""
@nki.jit
def k(x, ids, named):
    "named: [128, 4] fp16"
    out = nl.ndarray((128, 4), dtype=x.dtype, buffer=nl.shared_hbm)
    tile = nl.ndarray((128, 4), dtype=x.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=tile, src=x[0:128, 0:4])
    numbers = nl.ndarray((128, 4), dtype=nl.int32, buffer=nl.sbuf)
    nisa.dma_copy(dst=numbers, src=ids[0:128, 0:4])
    nisa.dma_copy(dst=numbers, src=named[0:128, 0:4])
    nisa.dma_copy(dst=out, src=tile)
    return out
""")["scenario"]
        for name, kind in (("x", "bf16"), ("ids", "int32"), ("named", "fp16")):
            self.assertRegex(text, f"{name}: {{ shape: .128, 4., dtype: {kind} }}")

    def test_types_that_a_call_gives(self):
        text = proposed("""
@nki.jit
def k(x, acc_type, other_type):
    out = nl.ndarray((128, 4), dtype=acc_type, buffer=nl.shared_hbm)
    tile = nl.ndarray((128, 4), dtype=other_type, buffer=nl.sbuf)
    nisa.dma_copy(dst=tile, src=x[0:128, 0:4])
    nisa.dma_copy(dst=out, src=tile)
    return out

if __name__ == "__main__":
    k(load(), acc_type=nl.float32)
""")["scenario"]
        self.assertIn("    acc_type: { dtype: fp32 }\n    other_type: { dtype: bf16 }  # a guess\n", text)

    def test_an_exchange_needs_two_cores(self):
        text = proposed("""
@nki.jit
def k(x):
    out = nl.ndarray((128, 4), dtype=x.dtype, buffer=nl.shared_hbm)
    mine = nl.ndarray((128, 2), dtype=x.dtype, buffer=nl.sbuf)
    theirs = nl.ndarray((128, 2), dtype=x.dtype, buffer=nl.sbuf)
    core = nl.program_id(0)
    nisa.dma_copy(dst=mine, src=x[0:128, 0:2])
    nisa.sendrecv(src=mine, dst=theirs, send_to_rank=1 - core, recv_from_rank=1 - core, pipe_id=0)
    nisa.dma_copy(dst=out[:, 0:2], src=mine)
    nisa.dma_copy(dst=out[:, 2:4], src=theirs)
    return out
""")
        self.assertEqual("", text["refused"])
        self.assertIn("ranks: { tp: 1, lnc: 2 }", text["scenario"])


class GridTest(unittest.TestCase):
    def test_a_decorator_may_have_the_grid(self):
        kernel = "@nki.jit({})\ndef k(x):\n    assert nl.num_programs(0) == 2\n" + COPY.replace(
            "src=tile)", "src=tile if nl.program_id(0) else tile)")
        for grid in ("grid=[2]", "grid=2", "grid=(2,), mode='auto'"):
            found = proposed(kernel.format(grid))
            self.assertEqual("", found["refused"])
            self.assertIn("ranks: { tp: 1, lnc: 2 }", found["scenario"])


class LongTest(unittest.TestCase):
    def test_a_kernel_that_is_long_gets_the_time(self):
        endless = mock.Mock(endless=True)
        tried = mock.Mock(cores=1)
        tried.measured.return_value = (Attempt(7), [])
        source = mock.Mock()
        source.dimensions.named.return_value = {}
        fit = Fitted({"n": 3}, "", endless)
        _measure(fit, source, tried)
        tried.measured.assert_called_once_with({"n": 3}, endless)
        self.assertEqual(7, fit.attempt.instructions)


if __name__ == "__main__":
    unittest.main()
