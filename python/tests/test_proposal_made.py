"""Scenarios for kernels that a function of the file makes."""

from __future__ import annotations

import unittest

from test_proposal import COPY, proposed, refused

BODY = COPY.replace("\n", "\n    ")
MADE = "\ndef make(rows{}):\n    @nki.jit\n    def inner(x):" + BODY + "\n    return inner, rows\n"


class MadeTest(unittest.TestCase):
    def test_the_call_that_makes_it(self):
        found = proposed(MADE.format(""), function="make(96)[0]")
        self.assertEqual(("make(96)[0]", 2), (found["function"], found["instructions"]))
        self.assertNotIn("guesses", found["scenario"])
        alone = MADE.format("=3").replace("return inner, rows", "return inner")
        self.assertEqual("make()", proposed(alone)["function"])

    def test_arguments_of_the_call_are_guessed_and_say_so(self):
        text = MADE.format("").replace("inner, rows", "rows, inner").replace("make(rows", "make(block_rows, heads")
        text = text.replace("tile = nl", "assert heads == 2 and block_rows == 256\n        tile = nl", 1)
        text = text.replace("rows, inner", "heads, inner")
        for wanted in ({}, {"function": "make"}, {"function": "inner"}):
            found = proposed(text, **wanted)
            self.assertEqual(("make(256, 2)[1]", "", 2), (found["function"], found["refused"], found["instructions"]))
            self.assertIn("function: make(256, 2)[1]  # its arguments are guesses\n", found["scenario"])

    def test_numbers_that_no_word_tells(self):
        text = MADE.format("").replace("make(rows", "make(wanted").replace("inner, rows", "inner")
        text = text.replace("tile = nl", "assert wanted == 1, 'one'\n        tile = nl", 1)
        self.assertEqual("make(1)", proposed(text)["function"])
        none = text.replace("wanted == 1", "wanted == 77")
        self.assertIn("AssertionError: one", proposed(none)["refused"])

    def test_numbers_that_the_file_states(self):
        text = MADE.format("").replace("inner, rows", "inner")
        self.assertEqual("make(96)", proposed(text + "\ndef use():\n    return make(96)\n")["function"])
        self.assertEqual("make(80)", proposed("ROWS = 80\n" + text)["function"])

    def test_functions_that_launch_what_they_make_are_kernels_themselves(self):
        text = "\ndef host(x):\n    @nki.jit\n    def inner(x):" + BODY + "\n    return inner(x)\n"
        self.assertEqual("host", proposed(text, function="host")["function"])

    def test_what_is_handed_to_another_package(self):
        text = """
import numpy as np
import nki.isa as nisa_new
import nki.language as nl_new
from torch import launched, wrapped

def test_copy():
    def inner(x):
        out = nl_new.ndarray(x.shape, dtype=x.dtype, buffer=nl_new.shared_hbm)
        nisa_new.dma_copy(dst=out, src=x)
        return out
    launch = wrapped(inner, [np.zeros((64, 8))], new=True)

    def host(x):
        return launch(x)
    launched(host, np.zeros((64, 8)))
"""
        found = proposed(text, function="inner")
        self.assertEqual(("test_copy()", "", 1), (found["function"], found["refused"], found["instructions"]))
        twice = text + text.replace("test_copy", "test_more")
        self.assertIn(
            "no function 'inner': test_copy and test_more each have one inside; name the call that makes it, "
            "such as test_copy()", refused(twice, function="inner"),
        )

    def test_several_are_to_be_named(self):
        two = MADE.format("=3") + MADE.format("").replace("make", "more").replace("inner", "other")
        self.assertIn("2 inside; name one: inner (by make), other (by more)", refused(two))
        self.assertIn("has 2 kernels that a call such as third(1) may make", refused(two, function="third(1)"))
        self.assertEqual("make()[0]", proposed(two, function="inner")["function"])


if __name__ == "__main__":
    unittest.main()
