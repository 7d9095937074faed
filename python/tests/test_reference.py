"""Reference functions: called with values, under the limits of a recording."""

import json
import unittest

from support import run

REQUEST = {"nki": "checks.py", "function": "expected", "values": [[[1.0, 2.0], [3.0, 4.0]], 2.0]}


class ReferenceTest(unittest.TestCase):
    def test_lists_and_numbers(self):
        text = "def expected(a, s):\n    return [[float(x) * s for x in row] for row in a], s\n"
        result = run(REQUEST, {"checks.py": text}, "out.json")
        self.assertEqual(0, result.status, result.err)
        self.assertEqual([[[2.0, 4.0], [6.0, 8.0]], 2.0], json.loads(result.stream))
        self.assertEqual(2, json.loads(result.out)["results"])

    def test_by_name(self):
        text = "def expected(b, a):\n    return [a, b]\n"
        result = run({**REQUEST, "values": {"a": 1, "b": 2}}, {"checks.py": text}, "out.json")
        self.assertEqual([[1, 2]], json.loads(result.stream))

    def test_errors(self):
        for text, code, line, words in (
            ("def expected(a, s):\n    return 1 / 0\n", "E11", 2, "ZeroDivisionError"),
            ("def expected(a, s):\n    return 'x'\n", "E3", 0, "returns str, expected lists"),
            ("def expected(a, s):\n    open(__file__ + '.new', 'w')\n", "E11", 2, "may not write"),
        ):
            result = run(REQUEST, {"checks.py": text}, "out.json")
            self.assertEqual(2, result.status)
            self.assertEqual((code, line), (result.error["code"], result.error["line"]))
            self.assertIn(words, result.error["text"])
            self.assertEqual((None, []), (result.stream, result.left))


if __name__ == "__main__":
    unittest.main()
