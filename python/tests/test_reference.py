"""Reference functions: called with the kernel's arguments, under the limits of a recording."""

import json
import unittest

from support import run, tensor

ROWS = [[1.0, 2.0], [3.0, 4.0]]
REQUEST = {
    "nki": "checks.py",
    "function": "expected",
    "args": [tensor(2, 2), 2.0],
    "values": {"rank": 0, "group": [[ROWS]]},
}


def call(text: str, **more):
    return run({**REQUEST, **more}, {"checks.py": text}, "out.json")


class ReferenceTest(unittest.TestCase):
    def returns(self, expected, text, **more):
        result = call(text, **more)
        self.assertEqual(0, result.status, result.err)
        self.assertEqual(expected, json.loads(result.stream))

    def test_tensors_are_their_values_and_numbers_stay(self):
        text = "def expected(a, s):\n    return [[float(x) * s for x in row] for row in a], s\n"
        self.returns([[[2.0, 4.0], [6.0, 8.0]], 2.0], text)

    def test_takes_what_it_wants(self):
        by_name = {"x": tensor(2, 2), "n": 3, "group": 7}
        text = "def expected(n, x):\n    return [n, float(x[1][0])]\n"
        self.returns([[3, 3.0]], text, args=by_name)
        self.returns([[7, 3]], "def expected(group, **o):\n    return [group, o['n']]\n", args=by_name)
        self.returns([2], "def expected(a):\n    return len(a)\n")

    def test_objects_hold_their_fields(self):
        cfg = {"call": "Config", "weight": tensor(2, 2), "mode": {"enum": "Mode.FAST"}}
        text = "def expected(cfg):\n    assert cfg.mode == 'Mode.FAST'\n    return float(cfg.weight[1][1])\n"
        self.returns([4.0], text, args={"cfg": cfg})

    def test_numbers_of_numpy_among_others(self):
        text = (
            "class Int64:\n    def tolist(self):\n        return 5\n"
            "def expected(a, s):\n    return [Int64(), 2]\n"
        )
        self.returns([[5, 2]], text)

    def test_a_stream_has_tensors_alone(self):
        request = {key: value for key, value in REQUEST.items() if key != "args"}
        text = "def expected(a):\n    return [float(a[0][1])]\n"
        result = run(request, {"checks.py": text}, "out.json")
        self.assertEqual([[2.0]], json.loads(result.stream))

    def test_all_ranks_of_the_group(self):
        values = {"rank": 1, "group": [[[1.0, 2.0]], [[3.0, 4.0]]]}
        text = "def expected(a, rank, group):\n    return [float(x) for g in group for x in g[0]] + [rank]\n"
        self.returns([[1.0, 2.0, 3.0, 4.0, 1]], text, args=[tensor(2)], values=values)

    def test_errors(self):
        for text, code, line, words in (
            ("def expected(a, s):\n    return 1 / 0\n", "E11", 2, "ZeroDivisionError"),
            ("def expected(a, s):\n    return 'x'\n", "E3", 0, "returns str, expected lists"),
            ("def expected(a, s):\n    return ['x', {1}]\n", "E3", 0, "returns no numbers"),
            ("def expected(a, s):\n    return [s / 1e-320]\n", "E3", 0, "returns no numbers"),
            ("def expected(a, s):\n    open(__file__ + '.new', 'w')\n", "E11", 2, "may not write"),
        ):
            result = call(text)
            self.assertEqual(2, result.status)
            self.assertEqual((code, line), (result.error["code"], result.error["line"]))
            self.assertIn(words, result.error["text"])
            self.assertEqual((None, []), (result.stream, result.left))


if __name__ == "__main__":
    unittest.main()
