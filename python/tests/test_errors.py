"""Errors as an author sees them: code, file, line, one line of text; and what a run leaves."""

import json
import unittest

from support import NEW, run, tensor

REQUEST = {"nki": "k.py", "function": "k", "args": [tensor(128, 512)]}

# name: (code, line of the file, part of the text, kernel)
CASES = {
    "no function": ("E1", 0, "k.py has no function 'k'; nearest: kk", "def kk(x):\n    pass\n"),
    "syntax": ("E1", 5, "SyntaxError", "def k(x)\n    pass\n"),
    "indentation": ("E1", 6, "IndentationError", "def k(x):\npass\n"),
    "missing package": ("E2", 7, "nowhere.size belongs to a package that is not installed",
                        "import nowhere\ndef k(x):\n    nowhere.size(x)\n"),
    "missing number": ("E2", 7, "nowhere.SIZE belongs to a package that is not installed; install it",
                       "import nowhere\ndef k(x):\n    range(x.shape[0] // nowhere.SIZE)\n"),
    "missing bound": ("E2", 7, "nowhere.SIZE belongs to a package that is not installed",
                      "from nowhere import SIZE\ndef k(x):\n    assert x.shape[0] <= SIZE\n"),
    "missing operand": (
        "E2", 8, "nowhere.SCALE belongs to a package that is not installed",
        "from nowhere import SCALE\ndef k(x):\n    t = nl.load(x)\n"
        "    nisa.tensor_scalar(t, t, nl.multiply, SCALE)\n"),
    "missing module": ("E1", 5, "No module named 'json.nowhere'; if only host code needs it",
                       "import json.nowhere\ndef k(x):\n    pass\n"),
    "unknown name": ("E2", 6, "nki.isa.tensor_cpy is not supported; nearest: tensor_copy",
                     "def k(x):\n    nisa.tensor_cpy(x, x)\n"),
    "unknown import": ("E2", 5, "nki.isa.nc_matmull is not supported; nearest: nc_matmul",
                       "from nki.isa import nc_matmull\ndef k(x):\n    pass\n"),
    "unknown parameter": (
        "E3", 7, "nki.isa.activation has no parameter 'biass' (nearest: bias); it takes dst, op, data,",
        "def k(x):\n    t = nl.load(x)\n    nisa.activation(dst=t, op=nl.exp, data=t, biass=1)\n"),
    "missing parameter": (
        "E3", 6, "nki.isa.tensor_copy: missing 1 required positional argument: 'src'; it takes dst, src",
        "def k(x):\n    nisa.tensor_copy(x)\n"),
    "missing parameter of nl": (
        "E3", 6, "nki.language.store: missing 1 required positional argument: 'value'; it takes dst, value, mask",
        "def k(x):\n    nl.store(x)\n"),
    "missing size": (
        "E3", 6, "nki.language.ds: missing 1 required positional argument: 'size'; it takes start, size",
        "def k(x):\n    nl.load(x[nl.ds(0)])\n"),
    "form of the older dialect": (
        "E3", 7, "'moving'; it takes dst, stationary, moving",
        "def k(x):\n    t = nl.load(x)\n    acc = nisa.nc_matmul(t, t)\n"),
    "parameter of the older dialect": (
        "E3", 7, "has no parameter 'dtype'; it takes dst, src, priority, ",
        "def k(x):\n    t = nl.load(x)\n    nisa.dma_copy(dst=t, src=x, dtype=nl.float32)\n"),
    "mask of the older dialect": (
        "E3", 7, "has no parameter 'mask'; it takes dst, src, engine, name, dtype; slices and affine_select",
        "def k(x):\n    t = nl.load(x)\n    nisa.tensor_copy(dst=t, src=t, mask=None)\n"),
    "unknown method": ("E2", 6, "a tensor has no attribute 'squeeze'; nearest: squeeze_dim",
                       "def k(x):\n    x.squeeze(0)\n"),
    "operator for an instruction": (
        "E2", 6, "nki.isa.rsqrt is not supported; it is an operator: op=nl.rsqrt of activation",
        "def k(x):\n    nisa.rsqrt(x, x)\n"),
    "part of what an instruction returns": (
        "E11", 7, "the result of an instruction object is not subscriptable; it writes dst",
        "def k(x):\n    t = nl.load(x)\n    nisa.tensor_copy(t, t)[0:1]\n"),
    "memory called": (
        "E11", 6, "a memory object is not callable; nl.ndarray(shape, dtype, buffer=nl.sbuf) makes a tile",
        "def k(x):\n    nl.sbuf((128, 4), nl.float32)\n"),
    "missing axis": ("E3", 7, "nki.language.sum: missing 1 required positional argument: 'axis'; it takes "
                     "x, axis, dtype, keepdims, mask", "def k(x):\n    t = nl.load(x)\n    nl.sum(t)\n"),
    "method of an array around a kernel": (
        "E2", 9, "that type; k calls the kernel inner, which function: inner records alone",
        "@nki.jit\ndef inner(x):\n    return x\ndef k(x):\n    return inner(x.to('xla'))\n"),
    "package around a kernel": (
        "E2", 10, "in kernel.path; k calls the kernel inner, which function: inner records alone",
        "import nowhere\n@nki.jit\ndef inner(x):\n    return x\ndef k(x):\n    return nowhere.to(inner(x))\n"),
    "method of an array": ("E2", 7, "a tensor has no attribute 'T'; nl.transpose is a function",
                           "def k(x):\n    t = nl.load(x)\n    t.T\n"),
    "machine code": (
        "E10", 7, "inline_asm_bytes: machine code is not simulated",
        "from neuronxcc.nki._private.private_api import inline_asm_bytes\n"
        "def k(x):\n    inline_asm_bytes(dsts=[x], srcs=[x], asm_bytes='00')\n"),
    "unknown parameter of ndarray": (
        "E3", 6, "nki.language.ndarray has no parameter 'bufer' (nearest: buffer)",
        "def k(x):\n    nl.ndarray((1, 2), dtype=nl.float32, bufer=nl.sbuf)\n"),
    "assertion without words": ("E11", 6, "AssertionError: assert x.shape[0] == 64; x.shape[0] is 128",
                                "def k(x):\n    assert x.shape[0] == 64\n"),
    "operator that tensors have not": (
        "E11", 7, "TypeError: unsupported operand type(s) for //: a tensor and 'int'",
        "def k(x):\n    t = nl.load(x)\n    t // 2\n"),
    "function that is no operator": (
        "E3", 9, "own() is not an operator, as nl.add and np.add are",
        "def own(a, b):\n    return a\ndef k(x):\n    t = nl.load(x)\n"
        "    nisa.tensor_tensor(t, t, t, own)\n"),
    "out of bounds": ("E4", 6, "slice 448:576 is out of bounds for dimension 1 of size 512 of x",
                      "def k(x):\n    nl.load(x[:, 448:576])\n"),
    "wrong shape": ("E5", 8, "tensor_copy: dst (128, 256) does not fit (128, 512)",
                    "def k(x):\n    t = nl.load(x)\n    d = nl.ndarray((128, 256), nl.float32, nl.sbuf)\n"
                    "    nisa.tensor_copy(d, t)\n"),
    "wide moving": (
        "E5", 8, "nc_matmul: stationary has 128 columns, at most 128; moving has 1024, at most 512",
        "def k(x):\n    t = nl.ndarray((128, 1024), nl.bfloat16, nl.sbuf)\n"
        "    d = nl.ndarray((128, 1024), nl.float32, nl.psum)\n    nisa.nc_matmul(d, t[:, 0:128], t)\n"),
    "bits and numbers": (
        "E3", 7, "tensor_scalar: right_shift and add; both must work on bits, or neither",
        "def k(x):\n    t = nl.load(x)\n    nisa.tensor_scalar(t, t, nl.right_shift, 2, op1=nl.add, operand1=3)\n"),
    "data-dependent branch": ("E6", 7, "'t' is not known while recording; to choose by values, use",
                              "def k(x):\n    t = nl.load(x)\n    if t[0:1, 0:1]:\n        pass\n"),
    "branch on an expression": (
        "E6", 7, "the value of an expression of tensors is not known while recording",
        "def k(x):\n    t = nl.load(x)\n    if t[0:1, 0:1] > 0:\n        pass\n"),
    "loop over indices": ("E9", 6, "an index range is no loop; range and nl.affine_range are",
                          "def k(x):\n    for i in nl.arange(4):\n        pass\n"),
    "register as number": ("E7", 7, "a rank register is known at run time only",
                           "def k(x):\n    r = ncc.rank_id()\n    range(r)\n"),
    "register in a branch": ("E7", 7, "a rank register is known at run time only",
                             "def k(x):\n    r = ncc.rank_id()\n    if r == 0:\n        pass\n"),
    "result on chip": ("E5", 5, "the kernel returns 't' of k.py:6 in sbuf, expected a tensor in HBM",
                       "def k(x):\n    t = nl.load(x)\n    return t\n"),
    "missing argument": ("E3", 5, "k: missing argument y", "def k(x, y):\n    pass\n"),
    "inside another": ("E1", 0, "k.py has no function 'k': it is inside make; name the call that makes "
        "it, such as make()", "def make(n):\n    def k(x):\n        pass\n    return k\n"),
    "no name near": ("E1", 0, "k.py has no function 'k'; it has kernel, other",
                     "def kernel(x):\n    pass\n@nki.jit\ndef other(x):\n    pass\n"),
    "trip count": ("E8", 7, 'set kernel.trip_counts: {"k.py:7": N}',
                   "def k(x):\n    r = nisa.register_alloc()\n    for i in nl.dynamic_range(r):\n        pass\n"),
    "not affine": ("E9", 6, "index expression", "def k(x):\n    nl.arange(4) // 2\n"),
    "not on trn2": ("E10", 6, "nki.isa.quantize_mx", "def k(x):\n    nisa.quantize_mx(x, x, x)\n"),
    "indices that repeat": (
        "E10", 8, "nki.isa.dma_compute: NKI does not support indices that repeat",
        "def k(x):\n    t = nl.load(x)\n    at = x.ap([[512, 128], [1, 512]], vector_offset=t[:, 0:1].view(nl.int32))\n"
        "    nisa.dma_compute(at, [at, t], nl.add, unique_indices=False)\n"),
    "assertion of two sizes": ("E11", 7, "AssertionError: assert m == x.shape[1] // 2; m is 128, x.shape[1] // 2 is 256",
                               "def k(x):\n    m = x.shape[0]\n    assert m == x.shape[1] // 2\n"),
    "assertion of a call": ("E11", 6, "AssertionError: assert len(x.shape) == 3",
                            "def k(x):\n    assert len(x.shape) == 3\n"),
    "own assertion": ("E11", 7, "AssertionError: tp must be even, got 3",
                      "def k(x):\n    tp = 3\n    assert tp % 2 == 0, f'tp must be even, got {tp}'\n"),
    "assertion helper": (
        "E11", 9, "AssertionError: too big",
        "def check(ok, text):\n    '''Says so.'''\n    assert ok, text\n"
        "def k(x):\n    check(x.shape[0] < 3, 'too big')\n"),
    "own exception": ("E11", 7, "KeyError: 'a'", "def k(x):\n    d = {}\n    d['a']\n"),
    "own name": ("E11", 7, "NameError: name 'tille' is not defined; nearest: tile",
                 "def k(x):\n    tile = nl.load(x)\n    nl.store(x, tille)\n"),
    "own exit": ("E11", 6, "SystemExit: 3", "def k(x):\n    raise SystemExit(3)\n"),
    "deep calls": ("E12", 6, "calls nest too deeply", "def k(x):\n    k(x)\n"),
}


class ErrorTest(unittest.TestCase):
    def test_each(self):
        for name, (code, line, text, body) in CASES.items():
            with self.subTest(name):
                result = run(REQUEST, {"k.py": NEW + body})
                self.assertEqual(2, result.status, result.err)
                error = result.error
                self.assertEqual((code, line), (error["code"], error["line"]), error)
                self.assertIn(text, error["text"])
                self.assertNotIn("\n", result.line)
                if line:
                    self.assertTrue(result.line.startswith(f"k.py:{line}: {code} "), result.line)
                    self.assertTrue(error["file"].endswith("k.py"))
                self.assertEqual((None, []), (result.stream, result.left))

    def test_fields(self):
        body = "def deeper(x):\n    nl.load(x[:, 0:999])\ndef k(x):\n    deeper(x)\n"
        error = run(REQUEST, {"k.py": NEW + body}).error
        self.assertEqual("deeper", error["function"])
        self.assertEqual("nl.load(x[:, 0:999])", error["kernel_line"])
        self.assertEqual([[8, "k"], [6, "deeper"]], [frame[1:] for frame in error["stack"]])

    def test_bad_requests(self):
        for text, request in (
            ("unknown key 'functon'; nearest: function", {"nki": "k.py", "functon": "k"}),
            ("'function' is missing", {"nki": "k.py"}),
            ("either 'nki' (a file) or 'module'", {"function": "k"}),
            ("no file", {"nki": "no.py", "function": "k"}),
            ("k has no parameter 'xs' (nearest: x); it takes x", {**REQUEST, "args": {"xs": 1}}),
            ("k: missing argument x; a tensor is written { shape:", {**REQUEST, "args": {}}),
            ("k: missing argument x", {**REQUEST, "args": []}),
            ("k.py has no function 'Modes.FAST'", {**REQUEST, "args": [{"enum": "Modes.FAST"}]}),
            ("enum 'k:Nope' cannot be found", {**REQUEST, "args": [{"enum": "k:Nope"}]}),
        ):
            result = run(request, {"k.py": NEW + "def k(x):\n    pass\n"})
            self.assertEqual(2, result.status)
            self.assertIn(text, result.error["text"])
            self.assertEqual([], result.left)

    def test_unreadable_request(self):
        from support import PYTHON

        import os
        import subprocess
        import sys

        done = subprocess.run(
            [sys.executable, "-m", "trn2sim_recorder", "-", "-o", "x"], input="{", text=True,
            capture_output=True, env={**os.environ, "PYTHONPATH": PYTHON},
        )
        self.assertEqual(2, done.returncode)
        self.assertEqual("E1", json.loads(done.stderr)["error"]["code"])


class ArgumentTest(unittest.TestCase):
    BODY = """
from enum import Enum
class Mode(Enum):
    FAST = 1
def k(x, group, mode, dtype, values, text=None, flag=False):
    assert mode is Mode.FAST and dtype == nl.bfloat16 and text == "t" and flag is True
    assert group.groups == [[0, 1]] and values[1].shape == (2, 3) and values[0] == 1.5
    nl.load(values[1])
"""

    def test_kinds(self):
        args = {
            "x": tensor(4, 4), "group": {"replica_group": [[0, 1]]}, "mode": {"enum": "k:Mode.FAST"},
            "dtype": {"dtype": "bf16"}, "values": [1.5, tensor(2, 3)], "text": "t", "flag": True,
        }
        result = run({**REQUEST, "args": args}, {"k.py": NEW + self.BODY})
        self.assertEqual(0, result.status, result.err)
        self.assertIn('"name":"values_1"', result.stream)


if __name__ == "__main__":
    unittest.main()
