"""The benchmark reads what `run --timings` says."""

import unittest

import support  # noqa: F401: it finds the package

import benchmark


class PartsTest(unittest.TestCase):
    def test_the_last_line_has_the_parts(self):
        said = (
            "k: 8 instructions, 3 events, recorded in 9.000 s, simulated in 1.000 s\n"
            "k: recording 1.250 s, reading 0.500 s\n"
        )
        self.assertEqual({"recording": 1.25, "reading": 0.5}, benchmark._parts(said))

    def test_a_command_that_says_nothing_has_none(self):
        self.assertEqual({}, benchmark._parts(""))


if __name__ == "__main__":
    unittest.main()
