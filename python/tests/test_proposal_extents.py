"""Tensors that are no larger than what a kernel reads, and kernels that take longer than an attempt has."""

from __future__ import annotations

import unittest
from unittest import mock

from test_proposal import proposed

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
        self.assertIn("a: { shape: [128, 512, 512], dtype: bf16 }\n", proposed(text)["scenario"])

    def test_what_makes_a_difference_stays(self):
        text = FIXED.format(place="0:64").replace("range(6)", "range(6 if a.shape[1] < 70 else 3)")
        self.assertIn("a: { shape: [128, 512, 512]", proposed(text)["scenario"])


class LongTest(unittest.TestCase):
    def test_a_kernel_that_is_long_gets_the_time(self):
        endless = mock.Mock(endless=True)
        tried = mock.Mock()
        tried.measured.return_value = (Attempt(7), {})
        source = mock.Mock()
        source.dimensions.named.return_value = {}
        fit = Fitted({"n": 3}, "", endless)
        _measure(fit, source, tried)
        tried.measured.assert_called_once_with({"n": 3}, endless)
        self.assertEqual(7, fit.attempt.instructions)


if __name__ == "__main__":
    unittest.main()
