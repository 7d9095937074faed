"""The package for notebooks, against a launcher that notes what it was asked."""

import json
import os
import stat
import sys
import tempfile
import unittest
from unittest import mock

import support  # noqa: F401: puts the packages on the path

import trn2sim
from trn2sim import simulation

LAUNCHER = """#!{python}
import json, sys
command, *asked, scenario, _, folder = sys.argv[1:]
given = json.load(open(scenario))
if given["kernel"]["function"] == "bad":
    sys.exit("k.py:3: E4 out of bounds")
result = {{"time_us": {{"total": 12.5}}, "lines": [{{"line": 3}}], "scenario": given, "bounds_us": {{}}}}
if given["kernel"].get("check") == "wrong(a)":
    result["functional"] = {{"passed": False}}
    result["notes"] = ["W1 k.py:3: 't' is read before anything writes it"]
if asked == ["--range"]:
    result.update(story=["FUSE: about 12.5 us."], speedup=1.5)
    result["range_us"] = {{"low": 12, "high": 13, "stated_low": 11, "stated_high": 14}}
json.dump(result, open(folder + "/result.json", "w"))
print("about 12.5 us")
sys.exit("functional" in result)
"""


class Array:
    """Anything with a shape and a dtype."""

    def __init__(self, shape, dtype):
        self.shape, self.dtype = shape, dtype


def kernel(a, b, scale=1.0, sizes=()):
    """Stands for a kernel."""


def many(*tensors, **named):
    """Stands for a kernel that takes any number of arguments."""


def bad(a):
    """Stands for a kernel that is refused."""


class SimulateTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.launcher = os.path.join(self.folder.name, "launcher")
        with open(self.launcher, "w", encoding="utf-8") as out:
            out.write(LAUNCHER.format(python=sys.executable))
        os.chmod(self.launcher, stat.S_IRWXU)

    def run_kernel(self, function, *args, named=None, **more):
        out = os.path.join(self.folder.name, "out")
        asked = trn2sim.simulate(function, out=out, launcher=self.launcher, **more)
        return asked(*args, **(named or {}))

    def test_scenario_and_result(self):
        found = self.run_kernel(
            kernel, Array((4, 8), "torch.bfloat16"), Array((8, 2), "float32"), 2.0, ranks=4, lnc=2,
            compiler={"order": "source"},
        )
        scenario = found.result["scenario"]
        self.assertEqual(
            {"a": {"shape": [4, 8], "dtype": "bfloat16"}, "b": {"shape": [8, 2], "dtype": "float32"},
             "scale": 2.0},
            scenario["kernel"]["args"],
        )
        self.assertEqual({"tp": 4, "lnc": 2}, scenario["ranks"])
        self.assertEqual({"order": "source"}, scenario["compiler"])
        self.assertTrue(scenario["kernel"]["nki"].endswith("test_notebook.py"))
        self.assertEqual(12.5, found.total_us)
        self.assertEqual({"bounds_us": {}}, found.findings)
        self.assertTrue(found.report.endswith("report.html"))
        with mock.patch.dict(sys.modules, {"pandas": None}):
            self.assertEqual([{"line": 3}], found.rows())
            self.assertEqual([], found.rows("links"))
        with self.assertRaisesRegex(ValueError, "no table 'lnes', expected one of lines, engines"):
            found.rows("lnes")

    def test_a_kernel_whose_imports_are_not_there(self):
        path = os.path.join(self.folder.name, "k.py")
        with open(path, "w", encoding="utf-8") as out:
            out.write("import no_such_package\n\ndef k(a, scale=1.0, *, flag):\n    pass\n")
        found = self.run_kernel(
            path + ":k", Array((4,), "float32"), named={"flag": True}, check="relu(a)"
        )
        asked = found.result["scenario"]["kernel"]
        self.assertEqual({"a": {"shape": [4], "dtype": "float32"}, "flag": True}, asked["args"])
        self.assertEqual("relu(a)", asked["check"])
        self.assertEqual("both", found.result["scenario"]["run"]["mode"])
        self.assertEqual("about 12.5 us\n", found.summary)
        self.assertIsNone(found.passed)
        for lacking in ("k.py", path + ":j"):
            with self.assertRaises(ValueError):
                self.run_kernel(lacking)
        with self.assertRaisesRegex(TypeError, "flag"):
            self.run_kernel(path + ":k", Array((4,), "float32"))

    def test_a_type_may_be_a_class(self):
        kinds = type("float32", (), {}), type("dtype", (), {"name": "int8"})(), "torch.bfloat16"
        shown = [simulation.argument(Array((4,), kind))["dtype"] for kind in kinds]
        self.assertEqual(["float32", "int8", "bfloat16"], shown)

    def test_wrong_values_are_a_result(self):
        found = self.run_kernel(kernel, Array((4,), "f4"), 1, check="wrong(a)")
        self.assertIs(False, found.passed)
        self.assertEqual(["W1 k.py:3: 't' is read before anything writes it"], found.notes)
        self.assertIn(" WRONG VALUES. Report: ", repr(found))

    def test_the_answer_with_its_range(self):
        found = self.run_kernel(kernel, Array((4,), "f4"), 1, range=True)
        self.assertEqual((11, 14), found.range_us)
        self.assertEqual(1.5, found.speedup)
        self.assertEqual(["FUSE: about 12.5 us."], found.story)
        self.assertEqual("FUSE: about 12.5 us. Report: " + found.report, repr(found))
        plain = self.run_kernel(kernel, Array((4,), "f4"), 1)
        self.assertEqual((None, None, []), (plain.range_us, plain.speedup, plain.story))
        self.assertEqual([], plain.notes)
        self.assertTrue(repr(plain).startswith("About 12.5 us. Report: "), repr(plain))

    def test_arguments_in_any_number(self):
        found = self.run_kernel(many, Array((4,), "f4"), (1, 2), named={"scale": 2.0})
        args = found.result["scenario"]["kernel"]["args"]
        self.assertEqual({"tensors": [{"shape": [4], "dtype": "f4"}, {"tuple": [1, 2]}], "scale": 2.0}, args)

    def test_refused(self):
        with self.assertRaisesRegex(trn2sim.SimulationError, "k.py:3: E4 out of bounds"):
            self.run_kernel(bad, Array((1,), "float32"))
        with self.assertRaises(TypeError):
            self.run_kernel(bad, object())
        for kernel in (5, "k.py"):
            with self.assertRaisesRegex(ValueError, "expected a function or 'file.py:function'"):
                trn2sim.simulate(kernel)

    def test_arguments(self):
        from trn2sim.simulation import argument

        group = type("Group", (), {"groups": [[0, 1]]})()
        self.assertEqual([1, None, {"replica_group": [[0, 1]]}], argument([1, None, group]))
        self.assertEqual({"tuple": [1, [2]]}, argument((1, [2])))
        number = Array((), "int64")
        number.item = lambda: 3
        self.assertEqual([3], argument([number]))
        self.assertEqual("true", json.dumps(argument(True)))
        written = {"call": "Config", "rows": {"shape": [2, 4], "dtype": "float32"}}
        self.assertEqual(
            written, argument({"call": "Config", "rows": Array((2, 4), "torch.float32")})
        )


if __name__ == "__main__":
    unittest.main()
