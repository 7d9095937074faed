"""Forms that `nki` or its compiler refuses: what is refused here as well, and what is noted."""

import unittest

from support import NEW, OLD, KernelTest, record, run, tensor

TILE = "def k(x):\n    t = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.sbuf)\n    nisa.dma_copy(dst=t, src=x)\n"


class Noted(KernelTest):
    def noted(self, body, args, head=NEW, **more):
        block = record(body, args, head, **more)
        return [one["text"] for one in block.end["warnings"] if one["code"] == "W11"]


class PatternTest(Noted):
    """The first pair of an access pattern is that of partitions."""

    ARGS = [tensor(32, 8, 16)]

    def test_steps_within_a_partition_are_refused_with_those_of_the_tile(self):
        for step in (1, 16, 64, 200):
            text = f"ap: the first step is {step}, expected 128, the elements that 't' has in a partition; "
            body = TILE + f"    nl.copy(t.ap([[{step}, 32], [2, 4]]))\n"
            self.refused("E5", text + "one step along each dimension of (32, 8, 16) is [128, 16, 1]",
                         body, self.ARGS)

    def test_the_tile_s_own_step_and_a_row_for_all_are_taken(self):
        for pattern in ("[[128, 32], [16, 8], [2, 8]]", "[[0, 32], [1, 8]]", "[[7, 1], [2, 4]]"):
            self.assertEqual([], self.noted(TILE + f"    nl.copy(t.ap({pattern}))\n", self.ARGS), pattern)

    def test_another_type_has_steps_of_its_own(self):
        body = TILE + "    nl.copy(t.ap([[{}, 32], [1, 4]], dtype=nl.bfloat16))\n"
        self.assertEqual([], self.noted(body.format(256), self.ARGS))
        self.refused("E5", "expected 256", body.format(128), self.ARGS)

    def test_steps_in_hbm_are_free(self):
        body = "def k(x):\n    t = nl.load(x.ap([[3, 32], [1, 4]]))\n"
        self.assertEqual([], self.noted(body, self.ARGS))

    def test_partitions_apart_are_noted(self):
        body = TILE + "    nisa.dma_copy(dst=x[0:8], src=t.ap([[512, 8], [1, 128]]))\n"
        (text,) = self.noted(body, self.ARGS)
        self.assertIn("ap over partitions 4 apart, where nki takes those next to each other alone", text)


class OperandTest(Noted):
    ARGS = [tensor(128, 64)]

    def test_an_operator_of_two_operands_has_both(self):
        self.refused("E3", "tensor_scalar: multiply needs operand0, a number or a tile",
                     TILE + "    nisa.tensor_scalar(t, t, nl.multiply)\n", self.ARGS)
        self.refused("E3", "tensor_scalar: add needs operand1",
                     TILE + "    nisa.tensor_scalar(t, t, nl.multiply, 2.0, op1=nl.add)\n", self.ARGS)

    def test_an_operator_of_one_needs_no_other(self):
        block = record(TILE + "    nisa.tensor_scalar(t, t, nl.abs)\n", self.ARGS)
        self.assertEqual("abs", block.attrs(1)["op0"])


    def test_operators_have_as_many_operands_as_their_instruction(self):
        call = TILE + "    nisa.{}\n"
        self.refused("E3", "tensor_tensor: exp has one operand, expected an operator such as nl.add; nisa.act",
                     call.format("tensor_tensor(t, t, t, nl.exp)"), self.ARGS)
        self.refused("E3", "activation: add has two operands, expected a function such as nl.exp",
                     call.format("activation(t, nl.add, t)"), self.ARGS)
        for one in ("tensor_scalar(t, t, nl.exp, 0.0)", "tensor_reduce(t[:, 0:1], nl.exp, t, 1)"):
            (text,) = self.noted(call.format(one), self.ARGS)
            self.assertIn("with exp, an operator that nki's compiler refuses; instead: nisa.activation", text)
        for one in ("tensor_scalar(t, t, nl.rsqrt, 0.0)", "tensor_reduce(t[:, 0:1], nl.max, t, 1)",
                    "activation(t, nl.reciprocal, t)", "tensor_tensor(t, t, t, nl.power)"):
            self.assertEqual([], self.noted(call.format(one), self.ARGS), one)

    def test_gpsimd_does_not_reach_psum(self):
        body = TILE + ("    p = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.psum)\n"
                       "    nisa.tensor_copy(p, t, engine=nisa.{}_engine)\n    nisa.tensor_copy(t, p)\n")
        self.assertEqual([], self.noted(body.format("vector"), self.ARGS))
        (text,) = self.noted(body.format("gpsimd"), self.ARGS)
        self.assertIn("tensor_copy on GpSimd of a tile in psum, which it cannot reach", text)

    def test_an_axis_that_is_taken_for_the_last(self):
        body = TILE + ("    d = nl.ndarray((8, 4), dtype=x.dtype, buffer=nl.sbuf)\n"
                       "    nisa.tensor_reduce(dst=d, op=nl.add, data=t, axis={})\n")
        for axis in ("2", "-1", "(2,)", "[2]"):
            self.assertEqual([], self.noted(body.format(axis), [tensor(8, 4, 2)]), axis)
        for axis in ("1", "(1,)"):
            (text,) = self.noted(body.format(axis), [tensor(8, 4, 2)])
            self.assertIn(f"tensor_reduce over axis {axis} of (8, 4, 2), taken for [2], as nki before 0.5", text)

    def test_sizes_are_whole_numbers(self):
        body = "def k(x):\n    nl.ndarray((128, x.shape[1] / 2), dtype=x.dtype, buffer=nl.sbuf)\n"
        record(body.replace("/", "//"), self.ARGS)
        self.refused("E3", "shape (128, 32.0) is not of whole numbers: // divides them", body, self.ARGS)


class DmaTest(Noted):
    def test_axes_that_no_transposing_dma_has(self):
        body = ("def k(x):\n    t = nl.ndarray((4, 4, 2), dtype=x.dtype, buffer=nl.sbuf)\n"
                "    nisa.dma_transpose(dst=t, src=x, axes=(0, 2, 1))\n")
        (text,) = self.noted(body, [tensor(4, 2, 4)])
        self.assertIn("dma_transpose with axes (0, 2, 1), where nki takes (1, 0), (2, 1, 0), ", text)

    def test_axes_that_it_has(self):
        body = ("def k(x):\n    t = nl.ndarray((4, 2, 8), dtype=x.dtype, buffer=nl.sbuf)\n"
                "    nisa.dma_transpose(dst=t, src=x, axes=(2, 1, 0))\n")
        self.assertEqual([], self.noted(body, [tensor(8, 2, 4)]))

    def test_a_priority_needs_a_later_core(self):
        body = TILE + "    nisa.dma_copy(dst=x, src=t, priority=1)\n"
        self.assertEqual(["dma_copy with priority needs a NeuronCore-v4"], self.noted(body, [tensor(8, 8)]))

    def test_partitions_do_not_become_columns_on_chip(self):
        body = TILE + ("    u = nl.ndarray((3, 4), dtype=x.dtype, buffer=nl.sbuf)\n"
                       "    nisa.dma_copy(dst=u, src=t[1])\n")
        (text,) = self.noted(body, [tensor(8, 12)])
        self.assertIn("dma_copy of (1, 12) into (3, 4) on chip", text)

    def test_other_shapes_of_as_many_partitions_do(self):
        body = TILE + ("    u = nl.ndarray((8, 3, 4), dtype=x.dtype, buffer=nl.sbuf)\n"
                       "    nisa.dma_copy(dst=u, src=t)\n    nisa.dma_copy(dst=x[0:2], src=u[0:2])\n")
        self.assertEqual([], self.noted(body, [tensor(8, 12)]))


class MeantTest(unittest.TestCase):
    """A name that is not there comes with what does what it says."""

    CASES = {
        "nisa.multiply(t, t)": "nki.isa.multiply is not supported; it is an operator: op=nl.multiply of ten",
        "nisa.scalar_mul(t, t)": "nki.isa.scalar_mul is not supported; instead: nisa.tensor_scalar(dst, ",
        "nisa.fill(t, 0)": "nki.isa.fill is not supported; instead: nisa.memset(dst, value)",
        "nisa.transpose(t, t)": "nki.isa.transpose is not supported; instead: nisa.nc_transpose(dst, data)",
        "nisa.softmax(t)": "nki.isa.softmax is not supported; nki.language has it: nl.softmax",
        "nl.dma_copy(t, x)": "nki.language.dma_copy is not supported; nki.isa has it: nisa.dma_copy",
        "nl.clip(t, -1, 1)": "nki.language.clip is not supported; instead: nl.minimum(nl.maximum(x, low)",
        "nl.cast(t, nl.bfloat16)": "nki.language.cast is not supported; instead: nl.copy(x, dtype), or nisa.",
        "nl.dot(t, t)": "nki.language.dot is not supported; instead: nisa.nc_matmul(dst, stationary",
        "nl.reshape(t, (1, 2))": "instead: x.reshape((rows, columns)), a method of tensors",
        "nki.nl.zeros((1, 2))": "nki.nl is not supported; instead: import nki.language as nl",
        "t.fill(0)": "a tensor has no attribute 'fill'; instead: nisa.memset(dst, value)",
        "t.numpy()": "a tensor has no attribute 'numpy'; its values are not known before the kernel runs",
        "nl.tile_size(128)": "nl.tile_size object is not callable; it holds numbers: nl.tile_size.pmax is 128",
        "nl.min(128, 64)": "nl.min of 128, expected a tile; of numbers, Python's min does it",
        "nl.sum(t, axis=1, dst=t)": "nki.language.sum has no parameter 'dst'; it returns its result",
        "range(x.shape[1] / 2)": "cannot be interpreted as an integer; // divides whole numbers",
        "nl.copy(dst=t, src=t)": "'x'; it takes x, dtype, mask; it returns a tile, where functions of nki",
    }

    def test_what_is_meant(self):
        for call, text in self.CASES.items():
            found = run({"nki": "k.py", "function": "k", "args": [tensor(128, 64)]},
                        {"k.py": NEW + TILE + f"    {call}\n"})
            self.assertIn(text, found.line, call)
            self.assertIn("k.py:8: ", found.line, call)


class SizesTest(Noted):
    """Sizes that do not fit come with what does."""

    ARGS = [tensor(128, 64)]

    def test_dma(self):
        text = "dst (128, 128) does not fit src (2, 2): 16384 elements for 4; a slice of the larger one"
        body = ("def k(x):\n    t = nl.ndarray((128, 128), dtype=x.dtype, buffer=nl.sbuf)\n"
                "    nisa.dma_copy(dst=t, src=x[0:2, 0:2])\n")
        self.refused("E5", text, body, self.ARGS)

    def test_a_column_and_a_row(self):
        body = TILE + "    nisa.tensor_tensor(dst=t, data1=t, data2={}, op=nl.add)\n"
        (text,) = self.noted(body.format("t[:, 0:1]"), self.ARGS)
        self.assertIn("(128, 1) into (128, 64), which the compiler refuses: tensor_scalar takes", text)
        self.refused("E5", "(1, 64); nl.broadcast_to(row, (128, 64)) copies a row",
                     body.format("t[0:1]"), self.ARGS)

    def test_results_in_hbm(self):
        for call in ("nisa.tensor_copy(dst=x, src=t)", "nisa.memset(dst=x, value=0.0)"):
            self.refused("E5", "dst 'x' is in shared_hbm, expected sbuf or psum: nisa.dma_copy takes a tile",
                         TILE + f"    {call}\n", self.ARGS)

    def test_limits_of_a_matmul_come_before_the_shape_of_its_result(self):
        body = TILE + ("    p = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum)\n"
                       "    nisa.nc_matmul(dst=p, stationary=t, moving=t)\n")
        self.refused("E5", "stationary has 256 columns, at most 128", body, [tensor(128, 256)])

    def test_more_rows_than_partitions(self):
        self.refused("E5", "256 partitions, at most 128: take at most 128 rows at a time", TILE, [tensor(256, 8)])


class SumTest(Noted):
    """What a matmul may add to."""

    ARGS = [tensor(128, 64), tensor(128, 512)]
    BODY = """
def k(a, b):
    s = nl.ndarray((128, 64), dtype=a.dtype, buffer=nl.sbuf)
    m = nl.ndarray((128, 512), dtype=a.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=s, src=a)
    nisa.dma_copy(dst=m, src=b)
    p = nl.ndarray((64, 512), dtype=nl.float32, buffer=nl.psum)
    {before}
    for i in range(3):
        nisa.nc_matmul(dst=p, stationary=s, moving=m, accumulate={flag})
    nisa.tensor_copy(dst=m[0:64], src=p)
    nisa.dma_copy(dst=b, src=m)
"""

    def noted_sum(self, before, flag):
        return self.noted(self.BODY.format(before=before, flag=flag), self.ARGS)

    def test_what_others_wrote_is_no_beginning_of_a_sum(self):
        for before in ("nisa.memset(p, 0.0)", "nisa.memset(p, 1.0)", "nisa.tensor_copy(p, m[0:64])"):
            (text,) = self.noted_sum(before, "True")
            self.assertIn("accumulate=True adds to what no matmul wrote, undefined before", text)

    def test_neither_is_nothing(self):
        (text,) = self.noted_sum("pass", "True")
        self.assertIn("accumulate=True adds to nothing", text)

    def test_a_first_matmul_that_overwrites_is(self):
        for before in ("pass", "nisa.memset(p, 0.0)", "nisa.tensor_copy(p, m[0:64])"):
            self.assertEqual([], self.noted_sum(before, "i > 0"), before)
            self.assertEqual([], self.noted_sum(before, "None"), before)

    def test_all_of_a_sum_say_whether_they_add_or_none(self):
        first = "nisa.nc_matmul(dst=p, stationary=s, moving=m{})"
        for more, flag in (("", "True"), (", accumulate=False", "None")):
            (text,) = self.noted_sum(first.format(more), flag)
            self.assertIn("accumulate in a sum of others without it, which the compiler refuses (NCC", text)
        self.assertEqual([], self.noted_sum(first.format(""), "i > 0"))

    def test_a_sum_goes_on_after_it_was_read(self):
        before = ("nisa.nc_matmul(dst=p, stationary=s, moving=m, accumulate=False)\n"
                  "    nisa.tensor_copy(dst=m[64:128], src=p)")
        self.assertEqual([], self.noted_sum(before, "True"))


class GoneTest(Noted):
    """What the older dialect has, and `nki` has not."""

    ARGS = [tensor(32, 12)]
    CALLS = {
        "i = nl.arange(12)[None, :]": "nl.arange, which nki has not; instead: slices, or .ap(pattern)",
        "i = nl.mgrid[0:32, 0:12]": "nl.mgrid, which nki has not",
        "nl.ndarray((2, nl.par_dim(32), 8), nl.float32, buffer=nl.sbuf)":
            "a dimension before nl.par_dim, which nki has not; instead: a list of tiles",
        "t.astype(nl.bfloat16)": "astype of a tensor, which nki has not; instead: nl.copy(x, dtype)",
        "n = nl.float32(2)": "a call of nl.float32, which nki has not; instead: the number itself",
        "t.reshape(32, 3, 4)": "reshape with 3 numbers, where nki takes a tuple: reshape((32, 3, 4))",
        "nisa.tensor_scalar(t, t, nl.divide, 2.0)": "tensor_scalar with divide, an operator that nki's compi",
        "nisa.tensor_scalar(t, t, nl.add, 2.0, op1=nl.mod, operand1=2.0)": "tensor_scalar with mod, an oper",
    }

    def test_calls(self):
        for call, text in self.CALLS.items():
            found = self.noted(TILE + f"    {call}\n", self.ARGS)
            self.assertEqual([text], [one[: len(text)] for one in found], call)

    def test_the_older_dialect_has_them(self):
        body = "def k(x):\n    t = nl.load(x)\n    {}\n    nl.store(x, t)\n"
        for call in self.CALLS:
            if "nisa" not in call:
                self.assertEqual([], self.noted(body.format(call), self.ARGS, OLD), call)

    def test_functions_of_the_language_divide(self):
        body = TILE + "    nl.divide(t, t)\n    nl.divide(t, 2.0)\n    nisa.tensor_tensor(t, t, t, nl.divide)\n"
        self.assertEqual([], self.noted(body, self.ARGS))

    def test_outside_of_a_kernel_nothing_is_said(self):
        body = "I = nl.arange(12)\nN = nl.float32(2)\n" + TILE
        self.assertEqual([], self.noted(body, self.ARGS))

    def test_a_transpose_by_a_matmul_converts_nothing(self):
        body = TILE + ("    p = nl.ndarray((64, 64), dtype=nl.{}, buffer=nl.psum)\n"
                       "    nisa.nc_matmul(dst=p, stationary=t, moving=t, is_transpose=True)\n")
        args = [tensor(64, 64, dtype="bf16")]
        self.assertEqual([], self.noted(body.format("bfloat16"), args))
        (text,) = self.noted(body.format("float32"), args)
        self.assertIn("nc_matmul with is_transpose of bfloat16 into float32: it converts nothing", text)

    def test_psum_is_not_stored(self):
        body = TILE + "    p = nl.ndarray((32, 12), dtype=nl.float32, buffer=nl.psum)\n    x[...] = p\n"
        self.refused("E5", "an assignment: DMA cannot access psum; nisa.tensor_copy into", body, self.ARGS)

    def test_what_does_not_fit_is_not_stored(self):
        self.refused("E5", "cannot store t[1, 8] float32 in sbuf into t[1, 4] float32 in sbuf",
                     TILE + "    t[0, 0:4] = t[1, 0:8]\n", self.ARGS)


class PythonTest(Noted):
    """Statements that the compiler refuses, in a kernel and what it calls."""

    BODY = """
def rows(x):
    if x.shape[0] > 128:
        raise ValueError("too many")
    return x.shape[0]

def unused(x):
    raise ValueError("never")

@nki.jit
def k(x):
    {line}
    t = nl.ndarray((rows(x), 64), dtype=x.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=t, src=x)
    nisa.dma_copy(dst=x, src=t)
"""

    def places(self, body, head=NEW):
        found = record(body, [tensor(128, 64)], head).end["warnings"]
        return [(one["at"].rpartition(":")[2], one["text"].split(",")[0])
                for one in found if one["code"] == "W11"]

    def test_statements_of_functions_that_are_called(self):
        self.assertEqual([("8", "raise")], self.places(self.BODY.format(line="pass")))
        body = self.BODY.format(line="import math")
        self.assertEqual([("16", "import within a function"), ("8", "raise")], self.places(body))

    def test_kernels_that_a_kernel_calls_are_read_and_missing_packages_are_not(self):
        body = ("from nowhere import log\n\n@nki.jit\ndef inner(x):\n    if x is None:\n        raise ValueError\n"
                "    nisa.dma_copy(dst=x, src=nl.load(x))\n\n"
                "@nki.jit\ndef k(x):\n    inner(x)\n    if x is None:\n        log(x)\n")
        self.assertEqual([("10", "raise")], self.places(body))

    FORMS = {
        "s = [i for i in range(2)]": "a list comprehension, which NKI before 0.7 refuses: a loop does it tha",
        "s = sum(i for i in range(2))": "a generator expression, which NKI before 0.7 refuses: a loop does",
        "s = {i for i in range(2)}": "a set comprehension, which NKI before 0.7 refuses: a loop does it that",
        "s = {str(i): i for i in range(2)}": "a dictionary comprehension, which NKI before 0.7 refuses: a ",
        "def f(i): return i": "a function within a function, which NKI before 0.7 refuses: it goes to the top",
        "class C: pass": "class within a function, which NKI before 0.7 refuses: it goes to the top of the f",
        "global N": "global, which NKI before 0.7 refuses: a dictionary that is passed on does it",
        "try: rows(x)\n    except ValueError: pass": "try, which NKI before 0.7 refuses: if does it",
    }

    def test_each_form(self):
        body = self.BODY.replace("        raise ValueError(\"too many\")\n", "        pass\n", 1)
        for form, text in self.FORMS.items():
            (found,) = record(body.format(line=form), [tensor(128, 64)]).end["warnings"]
            self.assertEqual("W11", found["code"])
            self.assertEqual(text, found["text"][: len(text)])
            self.assertTrue(found["at"].endswith(":16"), found["at"])

    def test_lines_of_one_form_are_one_note(self):
        body = ("def inner(n):\n    return [i for i in range(n)]\n\n@nki.jit\ndef k(x):\n    a = [i for i in (1, 2)]\n"
                "    b = [i for i in a]\n    inner(2)\n    nisa.dma_copy(dst=x, src=nl.load(x))\n")
        (found,) = record(body, [tensor(128, 64)]).end["warnings"]
        self.assertTrue(found["at"].endswith(":6"), found["at"])
        self.assertTrue(found["text"].endswith("appends to a list; also in lines 10, 11"), found["text"])
        many = "@nki.jit\ndef k(x):\n    nisa.dma_copy(dst=x, src=nl.load(x))\n" + "    [i for i in ()]\n" * 8
        (found,) = record(many, [tensor(128, 64)]).end["warnings"]
        self.assertTrue(found["text"].endswith("; also in lines 9, 10, 11, 12, 13 and 2 more"), found["text"])

    def test_the_body_of_a_loop_on_the_device_is_within_a_function(self):
        body = ("@nki.jit\ndef k(x):\n    def step(i):\n        nisa.dma_copy(dst=x, src=t)\n"
                "    t = nl.load(x)\n    {}\n")
        for loop in ("nl.fori_loop(0, 2, step)", "nl.fori_loop(0, 2, body_fun=step)"):
            self.assertEqual([], self.places(body.format(loop)))
        self.assertEqual([("7", "a function within a function")], self.places(body.format("step(0)")))

    def test_parameters_by_name_alone(self):
        body = "{}\ndef k(x, *, scale=1.0):\n    nisa.dma_copy(dst=x, src=nl.load(x))\n"
        self.assertEqual([("5", "parameters behind * in a kernel")], self.places(body.format("@nki.jit")))
        self.assertEqual([], self.places(body.format("").lstrip()))
        helper = ("def f(x, *, n):\n    return nl.load(x)\n\n@nki.jit\ndef k(x):\n"
                  "    nisa.dma_copy(dst=x, src=f(x, n=1))\n")
        self.assertEqual([], self.places(helper))

    def test_what_it_reads(self):
        """Conditions, tests for None, a `with`, slices and calls with names are fine."""
        body = self.BODY.replace("        raise ValueError(\"too many\")\n", "        pass\n", 1)
        for line in ("n = 1 if x is None else 2", "assert 1 in (1, 2), f'{x.shape}'", "while False: pass",
                     "with nl.no_reorder(): nl.copy(nl.load(x))", "a, b = x.shape", "s = slice(0, 2)"):
            self.assertEqual([], self.places(body.format(line=line)), line)

    def test_decorators_are_python(self):
        body = ("def checked(n):\n    if n < 1:\n        raise ValueError\n    return lambda f: f\n\n"
                "@nki.jit\n@checked(1)\ndef k(x):\n    nisa.dma_copy(dst=x, src=nl.load(x))\n")
        self.assertEqual([], self.places(body))

    def test_plain_functions_and_the_older_dialect_are_python(self):
        plain = self.BODY.replace("@nki.jit\n", "").format(line="pass")
        self.assertEqual([], self.places(plain))
        old = self.BODY.format(line="pass").replace("nl.ndarray((rows(x), 64), dtype=x.dtype, buffer=nl.sbuf)",
                                                    "nl.load(x[0:rows(x)])")
        self.assertEqual([], self.places(old, OLD))


class OlderTest(Noted):
    """The older dialect takes parameters that say nothing."""

    def test_parameters_without_meaning(self):
        body = "def k(x):\n    t = nl.load(x)\n    nl.store(x, nl.exp(t, precise=True))\n"
        self.assertEqual([], self.noted(body, [tensor(128, 64)], OLD))


if __name__ == "__main__":
    unittest.main()
