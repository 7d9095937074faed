"""Kernel files that end Python, that are no text, or that say too much: one line with their place."""

import unittest

from support import NEW, run, tensor

REQUEST = {"nki": "k.py", "function": "k", "args": [tensor(128, 4)], "limits": {"seconds": 60}}


class EndTest(unittest.TestCase):
    def refused(self, source):
        result = run(REQUEST, {"k.py": source})
        self.assertEqual(2, result.status, result.err)
        self.assertEqual((None, []), (result.stream, result.left))
        self.assertNotIn("\n", result.line)
        return result

    def test_ending_python(self):
        for call in ("_exit(0)", "abort()"):
            with self.subTest(call):
                line = self.refused(NEW + f"def k(x):\n    import os\n    os.{call}\n").line
                self.assertIn(f"k.py:7: E11 Refused: a kernel file may not end Python (os.{call[:-3].strip('(')}", line)

    def test_ending_a_process(self):
        line = self.refused(NEW + "def k(x):\n    import os\n    os.kill(os.getppid(), 9)\n").line
        self.assertIn("k.py:7: E11 Refused: a kernel file may not end processes while it is recorded (os.kill)", line)

    def test_zero_bytes(self):
        line = self.refused(NEW + "def k(x):\n    pass\n\0\n").line
        self.assertIn("k.py:7: E1 SyntaxError: a zero byte", line)

    def test_long_words(self):
        error = self.refused(NEW + "def k(x):\n    raise ValueError('first ' + 'y' * 50_000_000)\n").error
        self.assertLess(len(error["text"]), 1100)
        self.assertTrue(error["text"].startswith("ValueError: first yyy"))
        self.assertTrue(error["text"].endswith(" ..."))

    def test_long_lines(self):
        error = self.refused(NEW + f"def k(x):\n    assert x is None, {'z' * 50_000!r}\n").error
        self.assertLess(len(error["text"]) + len(error["kernel_line"]), 2200)


if __name__ == "__main__":
    unittest.main()
