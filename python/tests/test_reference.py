"""Reference functions: called with the kernel's arguments, under the limits of a recording."""

import base64
import importlib.util
import struct
import unittest

from support import run, tensor


def packed(*numbers, shape, kind="f4"):
    code = {"f4": "f", "i8": "q"}[kind]
    data = base64.b64encode(struct.pack(f"<{len(numbers)}{code}", *numbers)).decode("ascii")
    return {"type": kind, "shape": shape, "data": data}


def unpacked(text: str) -> list:
    """The numbers of each result."""
    lines = [base64.b64decode(line, validate=True) for line in text.splitlines()]
    return [list(struct.unpack(f"<{len(line) // 8}d", line)) for line in lines]


ROWS = packed(1.0, 2.0, 3.0, 4.0, shape=[2, 2])
REQUEST = {
    "nki": "checks.py",
    "function": "expected",
    "args": [tensor(2, 2), 2.0],
    "values": {"rank": 0, "group": [[ROWS]]},
}


def call(text: str, **more):
    return run({**REQUEST, **more}, {"checks.py": text}, "out.txt")


class ReferenceTest(unittest.TestCase):
    def returns(self, expected, text, **more):
        result = call(text, **more)
        self.assertEqual(0, result.status, result.err)
        self.assertEqual(expected, unpacked(result.stream))

    def test_tensors_are_their_values_and_numbers_stay(self):
        text = "def expected(a, s):\n    return [[float(x) * s for x in row] for row in a], s\n"
        self.returns([[2.0, 4.0, 6.0, 8.0], [2.0]], text)

    def test_takes_what_it_wants(self):
        by_name = {"x": tensor(2, 2), "n": 3, "group": 7}
        text = "def expected(n, x):\n    return [n, float(x[1][0])]\n"
        self.returns([[3, 3.0]], text, args=by_name)
        self.returns([[7, 3]], "def expected(group, **o):\n    return [group, o['n']]\n", args=by_name)
        self.returns([[2]], "def expected(a):\n    return len(a)\n")

    def test_groups_of_so_many_of_all_ranks(self):
        args = {"x": tensor(2, 2), "groups": {"replica_group": 2}}
        text = "def expected(x, groups):\n    return [len(groups.groups), sum(groups.groups[1])]\n"
        self.returns([[2, 5]], text, args=args, ranks={"tp": 2, "groups": 2})

    def test_objects_hold_their_fields(self):
        cfg = {"call": "Config", "weight": tensor(2, 2), "mode": {"enum": "Mode.FAST"}}
        text = "def expected(cfg):\n    assert cfg.mode == 'Mode.FAST'\n    return float(cfg.weight[1][1])\n"
        self.returns([[4.0]], text, args={"cfg": cfg})

    def test_numbers_of_numpy_among_others(self):
        text = (
            "class Int64:\n    def tolist(self):\n        return 5\n"
            "def expected(a, s):\n    return [Int64(), 2]\n"
        )
        self.returns([[5, 2]], text)

    def test_values_are_exact_and_whole_numbers_are_whole(self):
        large = 2**53 - 1
        values = [packed(1 / 3, -0.0, shape=[2, 1]), packed(-7, large, shape=[2], kind="i8")]
        text = (
            "def expected(a, n):\n"
            "    whole = all(v % 1 == 0 and 'int' in type(v).__name__ for v in n)\n"
            "    a[0][0] += 0  # what a function gets is its own\n"
            "    return [row[0] for row in a], n, [int(n[1]), whole]\n"
        )
        third = struct.unpack("<f", struct.pack("<f", 1 / 3))[0]
        expected = [[third, -0.0], [-7.0, float(large)], [float(large), 1.0]]
        args = [tensor(2, 1), tensor(2, dtype="int32")]
        self.returns(expected, text, args=args, values={"rank": 0, "group": [values]})

    def test_lists_and_arrays_of_more_dimensions(self):
        values = packed(*range(24), shape=[2, 3, 4])
        more = {"args": [tensor(2, 3, 4)], "values": {"rank": 0, "group": [[values]]}}
        self.returns([[23.0, *range(24)]], "def expected(a):\n    return (a[1][2][3], a),\n", **more)
        self.returns(
            [[6.0], [*range(24)]],
            "def expected(a):\n    return a[0][1][2], tuple(list(row) for part in a for row in part)\n",
            **more,
        )

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "needs numpy")
    def test_arrays_of_numpy(self):
        text = (
            "import numpy as np\n"
            "def expected(a, s):\n"
            "    assert a.dtype == np.float64 and a.flags.writeable, a.dtype\n"
            "    return a.T, a.astype(np.float16), a > 2, (a.astype('i4'), [a[0, 0]]), np.float32(s)\n"
        )
        columns, rows = [1.0, 3.0, 2.0, 4.0], [1.0, 2.0, 3.0, 4.0]
        self.returns([columns, rows, [0.0, 0.0, 1.0, 1.0], [*rows, 1.0], [2.0]], text)
        result = call("import numpy as np\ndef expected(a, s):\n    return a * np.nan\n")
        self.assertIn("returns no numbers: some are NaN", result.error["text"])
        result = call("import numpy as np\ndef expected(a, s):\n    return a * 1j\n")
        self.assertIn("complex is no number", result.error["text"])

    def test_infinite_numbers(self):
        self.returns([[float("-inf"), 2.0]], "def expected(a, s):\n    return [-s / 1e-320, s]\n")

    def test_a_stream_has_tensors_alone(self):
        request = {key: value for key, value in REQUEST.items() if key != "args"}
        text = "def expected(a):\n    return [float(a[0][1])]\n"
        result = run(request, {"checks.py": text}, "out.txt")
        self.assertEqual([[2.0]], unpacked(result.stream))

    def test_all_ranks_of_the_group(self):
        values = {"rank": 1, "group": [[packed(1.0, 2.0, shape=[2])], [packed(3.0, 4.0, shape=[2])]]}
        text = "def expected(a, rank, group):\n    return [float(x) for g in group for x in g[0]] + [rank]\n"
        self.returns([[1.0, 2.0, 3.0, 4.0, 1]], text, args=[tensor(2)], values=values)

    def test_all_ranks_if_the_kernel_has_a_group_of_its_own(self):
        values = {"rank": 0, "group": [[packed(1.0, shape=[1])], [packed(3.0, shape=[1])]]}
        text = "def expected(group, all_ranks):\n    return [float(g['a'][0]) for g in all_ranks] + [group]\n"
        self.returns([[1.0, 3.0, 7]], text, args={"a": tensor(1), "group": 7}, values=values)

    def test_a_parameter_of_another_name_is_said(self):
        result = call("def expected(y):\n    return y\n", args={"x": tensor(2, 2), "n": 3})
        self.assertEqual(2, result.status)
        self.assertIn("E3 the reference takes 'y', and the scenario gives the kernel no argument", result.line)
        self.assertIn("it gives x, n", result.line)

    def test_a_call_without_an_end(self):
        result = call("def expected(x, s):\n    while True:\n        pass\n", limits={"seconds": 1})
        self.assertIn("checks.py:", result.line)
        self.assertIn(
            "E12 the call of the reference has no end after 1 s; --record-timeout S allows more", result.line
        )

    def test_errors(self):
        for text, code, line, words in (
            ("def expected(a, s):\n    return 1 / 0\n", "E11", 2, "ZeroDivisionError"),
            ("def expected(a, s):\n    return 'x'\n", "E3", 0, "returns str, expected lists"),
            ("def expected(a, s):\n    return ['x', {1}]\n", "E3", 0, "returns no numbers"),
            ("def expected(a, s):\n    return [None]\n", "E3", 0, "NoneType is no number"),
            ("def expected(a, s):\n    return [s * float('nan')]\n", "E3", 0, "some are NaN"),
            ("def expected(a, s):\n    return [10**400]\n", "E3", 0, "returns no numbers"),
            ("def expected(a, s):\n    open(__file__ + '.new', 'w')\n", "E11", 2, "may not write"),
        ):
            result = call(text)
            self.assertEqual(2, result.status)
            self.assertEqual((code, line), (result.error["code"], result.error["line"]))
            self.assertIn(words, result.error["text"])
            self.assertEqual((None, []), (result.stream, result.left))


if __name__ == "__main__":
    unittest.main()
