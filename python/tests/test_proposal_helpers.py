"""Calls that tests make through functions of their own, and arrays that such functions make."""

from __future__ import annotations

import unittest

from support import NEW, OLD, blocks, record, run, tensor
from test_proposal import COPY, proposed

KERNEL = "\n@nki.jit\ndef k{}:" + COPY


class HelpersTest(unittest.TestCase):
    def scenario(self, said: str, kernel: str = KERNEL.format("(x)")) -> str:
        found = proposed("import numpy as np\nimport torch\n" + kernel + said)
        self.assertEqual("", found["refused"])
        return found["scenario"]

    def assertShape(self, shape: str, dtype: str, said: str) -> None:
        self.assertIn(f"x: {{ shape: {shape}, dtype: {dtype} }}\n", self.scenario(said))

    def test_arguments_go_from_function_to_function(self):
        said = """
CASES = [(96, 48, "first"), (7, 9, "second")]

class Test:
    def run(self, x, times):
        return nki.simulate(k)(x, times)

    def check(self, rows, cols, times):
        data = np.zeros((rows, cols), np.float16)
        return self.run(data, times=times)

    def test_all(self):
        return [self.check(m, n, times={}) for m, n, _ in CASES]
"""
        text = self.scenario(said.format(5), KERNEL.format("(x, times)"))
        self.assertIn("x: { shape: [96, 48], dtype: fp16 }\n    times: 5\n", text)

    def test_the_first_call_of_which_all_is_known(self):
        said = """
def check(rows, cols):
    k(np.zeros((rows, cols), np.float32))

def main(rows):
    check(rows, 8)
    check(24, 16)
"""
        self.assertShape("[24, 16]", "fp32", said)

    def test_loops_over_lists_of_the_file(self):
        for loop in ("rows, cols in SIZES", "i, (rows, cols) in enumerate(SIZES)", "rows, cols in zip([40], [20])"):
            said = f"\nSIZES = ((40, 20), (3, 3))\nfor {loop}:\n    k(np.zeros((rows, cols), np.float32))\n"
            self.assertShape("[40, 20]", "fp32", said)

    def test_what_functions_of_the_file_return(self):
        said = """
def sizes(rows):
    return rows * 2, min(rows, 24)

def inputs(rows, other):
    m, n = sizes(rows)
    return np.zeros((m, n), np.float16), other

def given(x):
    return dict(x=x, rows=3)

x, y = inputs(32, unknown)
{}
"""
        kernel = KERNEL.format("(x, rows)")
        for call in ("k(**given(x))", 'also = {"x": x, "rows": 3}\nk(**also)', 'also = {"rows": 3}\nk(x, also["rows"])'):
            text = self.scenario(said.format(call), kernel)
            self.assertIn("x: { shape: [64, 24], dtype: fp16 }\n    rows: 3\n", text)

    def test_numbers_that_loops_make_are_not_told(self):
        said = """
def power(n):
    p = 1
    while p < n:
        p *= 2
    return p

k(np.zeros((16, 8), np.float32), power(40))
"""
        self.assertIn("    rows: 1  # a guess\n", self.scenario(said, KERNEL.format("(x, rows)")))

    def test_any_wrapper_may_be_called(self):
        said = "\nRUN = lambda kernel: kernel\ndef main():\n    RUN(k)(np.zeros((nl.tile_size.pmax, 8)))\n"
        self.assertShape("[128, 8]", "fp32", said)
        said = "\nfrom functools import partial\npartial(k, np.zeros((16, 8)))(7)\n"
        self.assertIn("x: { shape: [16, 8], dtype: fp32 }\n    rows: 7\n", self.scenario(said, KERNEL.format("(x, rows)")))

    def test_functions_that_change_shapes(self):
        for shape, made in (
            ("[128, 4]", "np.tile(np.zeros((16, 4)), (8, 1))"), ("[32, 12]", "torch.zeros(16, 4).repeat(2, 3)"),
            ("[16, 4]", "torch.zeros(4, 16).transpose(0, 1)"), ("[4, 6, 5]", "np.zeros((5, 6, 4)).transpose(2, 1, 0)"),
            ("[6, 5, 4]", "np.transpose(np.zeros((5, 6, 4)), (1, 0, 2))"), ("[1, 16]", "torch.zeros(16).unsqueeze(0)"),
            ("[64]", "torch.zeros(4, 16).flatten()"), ("[24, 16]", "torch.cat([torch.zeros(8, 16), torch.ones(16, 16)])"),
            ("[4, 8]", "torch.zeros(1, 8).expand(4, -1)"), ("[4, 8]", "torch.zeros(2, 16).view(4, -1)"),
            ("[16, 4]", "torch.zeros(4, 16).t()"), ("[16, 1]", "np.expand_dims(np.zeros(16), 1)"),
        ):
            with self.subTest(made):
                self.assertShape(shape, "fp32", f"\nk({made})\n")

    def test_shapes_that_cannot_be_told_are_found_by_trial(self):
        for made in ("np.repeat(np.zeros((16, 4)), 8)", "np.stack([np.zeros((16, 4))])", "torch.zeros(16, 4).sum(0)",
                     "torch.zeros(3, 4).view(5, -1)", "np.zeros((16, 4)).transpose(0)"):
            with self.subTest(made):
                self.assertIn("found by trial", self.scenario(f"\nk({made})\n"))

    def test_types_of_arrays_whose_sizes_are_not_known(self):
        said = "\ndef run(x):\n    ids = x.reshape(-1, 1).to(torch.int32)\n    k(ids)\n"
        self.assertIn("dtype: int32 }", self.scenario(said))
        said = "\ndef run(x):\n    k(x.half())\n"
        self.assertIn("found by trial", self.scenario(said))

    def test_a_parameter_that_a_call_gives_an_array_is_no_number(self):
        kernel = "\n@nki.jit\ndef k(x, size):" + COPY.replace("src=x)", "src=use(size))") + "\ndef use(one):\n    return one\n"
        text = self.scenario("\nk(np.zeros((3, 3)), np.zeros((32, 16)))\n", kernel.replace("x.shape", "size.shape"))
        self.assertIn("size: { shape: [32, 16], dtype: fp32 }\n", text)


class OperatorsTest(unittest.TestCase):
    KERNEL = """
import numpy as np
@nki.jit
def k(x, compare_op0):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    tile = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=tile, src=x)
    nisa.tensor_tensor(dst=tile, data1=tile, data2=tile, op=compare_op0)
    nisa.dma_copy(dst=out, src=tile)
    return out
"""

    def test_operators_are_arguments_by_name(self):
        for given in ("np.greater_equal", "nl.greater_equal"):
            found = proposed(self.KERNEL + f"k(np.zeros((32, 16)), {given})\n")
            self.assertEqual("", found["refused"])
            self.assertIn('    compare_op0: "greater_equal"\n', found["scenario"])

    def test_an_operator_that_nothing_tells_is_a_guess(self):
        found = proposed(self.KERNEL)
        self.assertEqual("", found["refused"])
        self.assertIn("    compare_op0: add  # a guess\n", found["scenario"])


class LaunchTest(unittest.TestCase):
    BY_PROGRAM = """
@nki.jit
def k(x):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    tile = nl.ndarray((32, 16), dtype=x.dtype, buffer=nl.sbuf)
    rows = nl.ds(nl.program_id(0) * 32, 32)
    nisa.dma_copy(dst=tile, src=x[rows, 0:16])
    nisa.dma_copy(dst=out[rows, 0:16], src=tile)
    return out
"""

    def test_cores_that_a_launcher_computes(self):
        found = proposed(self.BY_PROGRAM + """
def launch(x, cores=2):
    return k[nl.nc(cores)](x)

import numpy as np
launch(np.zeros((64, 16)), cores=2)
""")
        self.assertIn("  function: launch\n", found["scenario"])
        self.assertIn("ranks: { tp: 1, lnc: 2 }", found["scenario"])

    def test_a_launch_on_more_cores_than_there_are_is_noted(self):
        kernel = NEW + self.BY_PROGRAM + """
def launch(x):
    return k[nl.nc(2)](x)
"""
        for lnc, notes in ((1, ["W3"]), (2, [])):
            given = {"nki": "k.py", "function": "launch", "args": [tensor(64, 16)], "ranks": {"tp": 1, "lnc": lnc}}
            first = blocks(run(given, {"k.py": kernel}).stream)[0]
            self.assertEqual(notes, first.warnings())

    def test_sizes_with_names_of_the_function_that_makes_the_kernel(self):
        found = proposed('''
def make(seq, block):
    PADDED = (seq + block - 1) // block * block
    FRONT = PADDED + block

    @nki.jit
    def k(x, y):
        """x: (PADDED, block)
        y: (FRONT, 8)"""
        tile = nl.ndarray((block, block), dtype=x.dtype, buffer=nl.sbuf)
        out = nl.ndarray((PADDED, block), dtype=x.dtype, buffer=nl.shared_hbm)
        for i in range(PADDED // block):
            nisa.dma_copy(dst=tile, src=x[i * block : (i + 1) * block, 0:block])
            nisa.dma_copy(dst=out[i * block : (i + 1) * block, 0:block], src=tile)
        return out

    return k

make(100, 64)
''', function="k")["scenario"]
        self.assertIn("shape: { PADDED: 128, block: 64, FRONT: 192 }", found)


class MadeInsideTest(unittest.TestCase):
    """Kernels within functions that use them themselves, and that have no mark of NKI's."""

    BODY = """
        out = nl.ndarray((rows, 8), dtype=x.dtype, buffer=nl.shared_hbm)
        tile = nl.ndarray((rows, 8), dtype=x.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=tile, src=x)
        nisa.dma_copy(dst=out, src=tile)
        return out
"""

    def test_a_kernel_that_a_benchmark_makes_and_calls(self):
        found = proposed(f"""
import numpy as np
def bench(rows, warmup=2):
    @nki.benchmark(warmup=warmup)
    def kernel(x):{self.BODY}
    kernel(np.zeros((rows, 8), np.float16))
    return 3

bench(48)
""")
        self.assertEqual(("bench(48)", ""), (found["function"], found["refused"]))
        self.assertIn("of the call in line", found["scenario"])
        self.assertIn("x: { shape: [48, 8], dtype: fp16 }", found["scenario"])

    def test_a_plain_function_that_another_returns(self):
        found = proposed(f"""
def make(rows):
    def inner(x):{self.BODY}
    return inner

make(40)
""", function="make")
        self.assertEqual(("make(40)", ""), (found["function"], found["refused"]))

    def test_the_kernel_itself_where_what_launches_it_needs_other_packages(self):
        found = proposed(f"""
import torch
if True:
    @nki.jit
    def kernel(x):
        rows = x.shape[0]{self.BODY}

def run(x):
    out = torch.empty_like(x)
    out[0] = kernel[1](x[0].contiguous())
    return out
""")
        self.assertEqual(("kernel", ""), (found["function"], found["refused"]))

    def test_docstrings_of_functions_that_get_the_tensors(self):
        found = proposed(f"""
@nki.jit
def kernel(x):
    return body(x)

def body(data):
    '''data: [rows, 8] float16'''
    rows = data.shape[0]
    x = data
{self.BODY.replace("        ", "    ")}
""")["scenario"]
        self.assertIn("x: {{ shape: [rows, 8], dtype: fp16 }}".format(), found)

    def test_what_is_read_before_it_is_written_is_said(self):
        found = proposed(f"""
@nki.jit
def kernel(x):
    rows = x.shape[0]
    lost = nl.ndarray((rows, 8), dtype=x.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=x, src=lost)
{self.BODY.replace("        ", "    ")}
""")["scenario"]
        self.assertIn("instructions; 'lost' is read before anything writes it.", found)


class LabelsTest(unittest.TestCase):
    def test_several_statements_of_one_line(self):
        made = record("""
def k(x):
    a = nl.load(x); b = nl.load(x)
    c = nl.ndarray((4, 4), dtype=nl.float32, buffer=nl.sbuf); d = nl.multiply(a, b)
    c[...] = nl.copy(d)
    out = nl.ndarray((4, 4), dtype=nl.float32, buffer=nl.shared_hbm); nl.store(out, c)
    return out
""", [tensor(4, 4)], OLD)
        self.assertLessEqual({"a", "b", "c", "d"}, {one.get("label") or one.get("name") for one in made.bufs.values()})


if __name__ == "__main__":
    unittest.main()
