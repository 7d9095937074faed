"""Imports of a file: its package, names left out, slips, packages that are not there."""

import json
import unittest

from support import NEW, OLD, KernelTest, blocks, record, run, tensor


class ImportTest(KernelTest):
    def test_packages_that_are_not_here_are_stood_in_for(self):
        body = """
            import nowhere_to_be_found
            from nowhere_to_be_found.at_all import register, sizes
            try:
                import not_even_wanted
                here = True
            except ImportError:
                here = False
            @register
            @nki.jit
            def k(a):
                assert not here
                return a
            """
        warnings = record(body, [tensor(128, 64)]).end["warnings"]
        self.assertEqual(
            [("W6", "'nowhere_to_be_found' is not installed and stood in for")],
            [(warning["code"], warning["text"]) for warning in warnings])
        self.assertTrue(warnings[0]["at"].endswith(".py:6"), warnings)

    def test_both_dialects_have_a_release(self):
        body = """
            import neuronxcc.nki
            def k(a):
                releases = [dialect.__version__.split(".") for dialect in (nki, neuronxcc.nki)]
                assert [int(first) for first, *_ in releases] == [0, 0]
                assert int(releases[0][1]) > int(releases[1][1])
                return a
            """
        self.assertEqual([], record(body, [tensor(128, 64)]).end["warnings"])

    def test_what_a_package_that_is_not_here_holds_is_not_nothing(self):
        for use in ("for step in nowhere_at_all.steps:\n        pass", "len(nowhere_at_all.steps)"):
            body = f"import nowhere_at_all\nseen = list(nowhere_at_all.steps)\ndef k(a):\n    {use}\n"
            self.refused("E2", "nowhere_at_all.steps belongs to a package that", body, [tensor(128, 64)])

    def test_files_that_were_missed_are_listed_without_a_hash(self):
        files = {"k.py": NEW + "import nowhere_at_all\ndef k(a):\n    return a\n"}
        result = run({"nki": "k.py", "function": "k", "args": [tensor(128, 64)]}, files)
        imports = blocks(result.stream)[0].head["imports"]
        missed = {name for name, sha in imports.items() if not sha}
        self.assertEqual({"nowhere_at_all.py", "nowhere_at_all/__init__.py"}, missed)
        self.assertEqual(["k.py"], list(json.loads(result.out)["files"]))

    def test_an_import_that_some_file_can_do_without_fails(self):
        kernel = "def k(a):\n    return a[count - 1]\n"
        tried = "try:\n    from fast import count\nexcept ImportError:\n    count = 3\n"
        suppressed = "import contextlib\ncount = 3\n" + (
            "with contextlib.suppress(ImportError):\n    from nowhere_at_all import count\n")
        for text in (tried, suppressed):
            files = {"k.py": NEW + text + kernel, "fast.py": "from nowhere_at_all import count\n"}
            result = run({"nki": "k.py", "function": "k", "args": [tensor(128, 64)]}, files)
            self.assertEqual(0, result.status, result.err)
            self.assertEqual([], blocks(result.stream)[0].warnings())

    def test_slips_in_names_of_modules_are_refused_where_they_are_imported(self):
        files = {"helper.py": "", "lib/k.py": NEW + "from .helpr import f\n", "lib/helper.py": ""}
        slips = (
            ("helpr", "helper"), ("nkii", "nki"), ("nki.languag", "nki.language"),
            ("neuronxcc.nki.languag", "neuronxcc.nki.language"),
        )
        for name, meant in slips:
            text = NEW + f"import {name}\ndef k(a):\n    return a\n"
            result = run({"nki": "k.py", "function": "k"}, {**files, "k.py": text})
            self.assertEqual(2, result.status, name)
            self.assertTrue(result.line.startswith(f"k.py:5: E1 No module named '{name}'"), result.line)
            self.assertEqual(meant, result.error["nearest"])
        result = run({"nki": "lib/k.py", "function": "k"}, files)
        self.assertEqual(("E1", 5, "lib.helper"), tuple(result.error[key] for key in ("code", "line", "nearest")))

    def test_parts_that_other_releases_keep_names_in(self):
        text = NEW + """
from nki.compiler.driver import compile_all
from nki.compiler.backends.neuron.tensors import Chip
from nki.language.buffers import shared_hbm as far
from nki.language.opcode import maximum as larger
from nki.language.tensor import NkiTensor

def k(a: NkiTensor):
    out = nl.ndarray(a.shape, dtype=a.dtype, buffer=far)
    tile = nl.load(a)
    nisa.tensor_scalar(dst=tile, data=tile, op0=larger, operand0=0.0)
    nisa.dma_copy(dst=out, src=tile)
    return out
"""
        request = {"nki": "k.py", "function": "k", "args": [tensor(128, 64)]}
        made = run(request, {"k.py": text})
        self.assertEqual(0, made.status, made.err)
        block = blocks(made.stream)[0]
        self.assertEqual(["dma_copy", "tensor_scalar", "dma_copy"], block.ops())
        self.assertEqual("maximum", block.attrs(1)["op0"])
        slip = text.replace("import maximum", "import maximm")
        self.assertEqual("maximum", run(request, {"k.py": slip}).error["nearest"])

    def test_names_left_out_are_of_the_dialect_that_the_file_imports(self):
        body = """
            def k(a):
                tile = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                nisa.dma_copy(dst=tile, src=a)
            """
        for root in ("nki", "neuronxcc.nki"):
            block = record(body, [tensor(128, 64)], f"import {root}.isa as nisa\n")
            said = [warning["text"] for warning in block.end["warnings"]]
            self.assertEqual([f"'nl' is not imported and taken to be {root}.language"], said)

    def test_memories_are_words_of_the_language_in_early_releases(self):
        body = """
            def k(a):
                tile = sbuf.view(dtype=a.dtype, shape=a.shape)
                other = sbuf.view("float32", (128, 64))
                out = hbm.view(dtype=a.dtype, shape=a.shape)
                nisa.dma_copy(dst=tile, src=a)
                nisa.tensor_copy(dst=other, src=tile)
                nisa.dma_copy(dst=out, src=other)
                return out
            """
        block = record(body, [tensor(128, 64, dtype="bf16")])
        self.assertEqual(["dma_copy", "tensor_copy", "dma_copy"], block.ops())
        self.assertEqual(
            [("a", "shared_hbm"), ("tile", "sbuf"), ("other", "sbuf"), ("out", "private_hbm")],
            [(buf["name"], buf["space"]) for buf in block.bufs.values()],
        )
        said = [warning["text"] for warning in block.end["warnings"] if warning["code"] == "W6"]
        self.assertEqual(
            ["'hbm' is not imported and taken to be nki.language.hbm",
             "'sbuf' is not imported and taken to be nki.language.sbuf"], said)
        both = "import neuronxcc.nki.language as nl_old\nimport nki.isa as nisa_new\n"
        other = record(body.replace("nisa.", "nisa_new."), [tensor(128, 64, dtype="bf16")], both)
        self.assertEqual(block.ops(), other.ops())
        with self.assertRaises(NameError):
            record("def k(a):\n    return sbuf.view(a.dtype, a.shape)\n", [tensor(128, 64)], OLD)

    def test_a_file_that_leaves_its_imports_to_others(self):
        old = """
            @nki.jit
            def k(a):
                tile = nl.ndarray((par_dim(128), 64), dtype=np.float32)
                tile[...] = nisa.tensor_tensor(nl.load(a), nl.load(a), op=np.add)
                nl.store(a, value=tile)
            """
        new = """
            @nki.jit
            def k(a):
                tile = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                nisa.dma_copy(dst=tile, src=a)
                nisa.tensor_tensor(dst=tile, data1=tile, data2=tile, op=nl.add)
                nisa.dma_copy(dst=a, src=tile)
            """
        for body, root, last in ((old, "neuronxcc.nki", "par_dim"), (new, "nki", "nl")):
            block = record(body, [tensor(128, 64)], "")
            self.assertEqual(["tensor_tensor", "dma_copy"], block.ops()[-2:])
            said = [warning["text"] for warning in block.end["warnings"]]
            self.assertIn(f"'{last}' is not imported and taken to be {root}.language", said)

    def test_what_another_function_imports_is_its_own(self):
        body = """
            @nki.jit
            def k(a):
                tile = nl.load(a, dtype=np.float32)
                nl.store(a, value=nl.exp(tile))
            def check(nl):
                import numpy as np
                return np.zeros(3)
            """
        self.assertEqual(["dma_copy", "activation", "dma_copy"], record(body, [tensor(128, 64)], "").ops())

    def test_parts_of_nki_that_only_host_code_needs(self):
        body = """
            import nki.profiling.reader as reader
            from nki.framework.compiled import compile_to_bir
            from neuronxcc.nki.kernels.attention import flash_fwd
            @nki.jit
            def k(a):
                return a
            kernel = compile_to_bir(k)
            """
        warnings = record(body, [tensor(128, 64)]).end["warnings"]
        self.assertEqual({"W6"}, {warning["code"] for warning in warnings})
        with self.assertRaises(ModuleNotFoundError):
            record("import nki.languge\ndef k(a):\n    return a", [tensor(128, 64)])

    def test_a_file_of_a_package(self):
        files = {
            "lib/core/kernels/k.py": NEW + "from ..utils.sizes import rows\ndef k(a):\n    return a[rows()]\n",
            "lib/core/kernels/whole.py": NEW + "from lib.core.utils.sizes import rows\n"
            "def k(a):\n    return a[rows()]\n",
            "lib/core/utils/sizes.py": "from ...more import two\ndef rows():\n    return two() - 1\n",
            "lib/more.py": "def two():\n    return 2\n",
        }
        for name in ("k.py", "whole.py"):
            request = {"nki": f"lib/core/kernels/{name}", "function": "k", "args": [tensor(128, 64)]}
            result = run(request, files)
            self.assertEqual(0, result.status, result.err)
            self.assertIn("../../more.py", blocks(result.stream)[0].head["imports"])

    def test_a_file_without_the_others_of_its_package(self):
        text = NEW + "from .sizes import rows, Kind\nfrom . import tools\nfrom ..more.deep import two\n" + (
            "@tools\ndef k(a: Kind):\n    return a\ndef calls(a):\n    return a[rows()]\n")
        for folder in ("up/my-kernels", "up/kernels-v0.3", "up.1/kernels", "up/nki", "json/numpy"):
            request = {"nki": f"{folder}/k.py", "function": "k", "args": [tensor(128, 64)]}
            result = run(request, {f"{folder}/k.py": text})
            self.assertEqual(0, result.status, result.err)
            upper, lower = folder.split("/")
            said = [(warning["code"], warning["text"]) for warning in blocks(result.stream)[0].end["warnings"]]
            names = (f"{lower}/sizes.py", f"{lower}/tools.py", f"{upper}/more.py")
            self.assertEqual([("W6", f"{name} is not there and stood in for") for name in names], said)
        result = run({**request, "function": "calls"}, {f"{folder}/k.py": text})
        self.assertIn("E2 rows belongs to numpy/sizes.py, which is not there", result.line)

    def test_parts_of_the_library_that_a_file_of_it_imports_from_its_place(self):
        body = "from ..{0}.{1} import {1}\n" + NEW + "def k(x):\n    {1}(x is None, 'none')\n"
        for part, name, said in (
            ("utils", "kernel_assert", "AssertionError: none"), ("others", "div_ceil", "div_ceil belongs to"),
            ("others", "kernel_assert", "AssertionError: none"),  # which is what it is anywhere
        ):
            request = {"nki": "core/sort/k.py", "function": "k", "args": [tensor(128, 4)]}
            self.assertIn(said, run(request, {"core/sort/k.py": body.format(part, name)}).line)

    def test_files_that_come_to_be_there_are_looked_for(self):
        text = NEW + "from lib.more.sizes import rows\nfrom .own import one\ndef k(a):\n    return a\n"
        result = run({"nki": "lib/k.py", "function": "k", "args": [tensor(128, 64)]}, {"lib/k.py": text})
        imports = blocks(result.stream)[0].head["imports"]
        missed = {name for name, sha in imports.items() if not sha}
        self.assertLessEqual({"more.py", "more/__init__.py", "own.py"}, missed)

    def test_a_package_whose_folder_has_no_name_for_one(self):
        files = {
            "up.1/__init__.py": "from .more import two\n",
            "up.1/more.py": "def two():\n    return 2\n",
            "up.1/my-kernels/__init__.py": "one = 1\n",
            "up.1/my-kernels/k.py": NEW + "from . import one\nfrom .. import two\n"
            "def k(a):\n    return a[two() - one]\n",
        }
        result = run({"nki": "up.1/my-kernels/k.py", "function": "k", "args": [tensor(128, 64)]}, files)
        self.assertEqual(0, result.status, result.err)
        self.assertEqual(4, len(blocks(result.stream)[0].head["imports"]))

    def test_a_name_that_a_file_of_the_package_lacks_is_refused(self):
        text = NEW + "from .sizes import rows\ndef k(a):\n    return a\n"
        for file in ("lib/sizes/__init__.py", "lib/sizes.py"):
            result = run({"nki": "lib/k.py", "function": "k"}, {"lib/k.py": text, file: "row = 1\n"})
            self.assertIn("cannot import name 'rows'", result.line)

    def test_a_file_that_its_package_imports_runs_once(self):
        files = {
            "lib/__init__.py": "from .json import k\n",
            "lib/json.py": NEW + "class Sizes:\n    pass\nfrom .more import sizes\n"
            "def k(a):\n    assert isinstance(sizes(), Sizes)\n    return a\n",
            "lib/more.py": "from .json import Sizes\ndef sizes():\n    return Sizes()\n",
        }
        request = {"nki": "lib/json.py", "function": "k", "args": [tensor(128, 64)]}
        result = run(request, files)
        self.assertEqual(0, result.status, result.err)
        self.assertEqual("json.py", blocks(result.stream)[0].head["file"])


if __name__ == "__main__":
    unittest.main()
