"""Forms that kernels in the wild use beyond the documented examples."""

import json
import unittest

from support import NEW, OLD, KernelTest, blocks, record, run, tensor

HBM = "o = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)"


class IndexTest(KernelTest):
    def test_a_range_starts_where_a_tensor_says(self):
        block = record(
            """
            def k(a, places):
                o = nl.ndarray((128, 4, 8), dtype=a.dtype, buffer=nl.shared_hbm)
                s, at = nl.load(a), nl.load(places)
                p, h, x = nl.mgrid[0:128, 0:4, 0:8]
                nl.store(o, nisa.tensor_copy_dynamic_src(s[p, h, x + at[0, 1]]))
                nl.store(o, nisa.tensor_copy_dynamic_src(s[p, h, at[0, 2] + x]))
                return o
            """,
            [tensor(128, 4, 64), tensor(1, 4, dtype="int32")], OLD,
        )
        copies = [one for one in block.code if one[0] == "tensor_copy"]
        self.assertEqual([["s", copies[0][4][0][3][1], 1]] * 2, [c[4][0][3] for c in copies])
        self.assertEqual([256, 128, 64, 4, 1, 8], copies[0][4][0][2])

    def test_rows_by_a_tensor_of_numbers(self):
        block = record(
            """
            def k(rows, which, out):
                at = nl.load(which)
                p, x = nl.arange(128)[:, None], nl.arange(64)[None, :]
                nl.store(out[at[p, 0], x], nl.load(rows[at[p, 0], x]))
                return out
            """,
            [tensor(300, 64), tensor(128, 1, dtype="int32"), tensor(300, 64)], OLD,
        )
        self.assertEqual([64, 128, 1, 64], block.code[1][4][0][2])
        self.assertEqual(["v", "v"], [block.code[1][4][0][3][0], block.code[2][3][0][3][0]])

    def test_a_mask_clips_the_first_of_the_rows_that_a_tensor_names(self):
        block = record(
            """
            def k(rows, which):
                at = nl.load(which)
                p, x = nl.arange(128)[:, None], nl.arange(64)[None, :]
                nl.load(rows[at[p, 0], x], mask=(p >= 20) & (x >= 8))
            """,
            [tensor(300, 64), tensor(128, 1, dtype="int32")], OLD,
        )
        source, index = block.code[1][4]
        self.assertEqual([8, [64, 108, 1, 56], "v"], [source[1], source[2], source[3][0]])
        self.assertEqual(20, index[1])

    def test_several_columns_of_indices_are_a_gather_each(self):
        body = """
            def k(table, which):
                at = nl.ndarray((64, 3), dtype=which.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=at, src=which)
                rows = table.ap([[32, 192], [1, 32]], vector_offset=at)
                t = nl.ndarray((96, 64), dtype=table.dtype, buffer=nl.sbuf)
                u = nl.ndarray((32, 192), dtype=table.dtype, buffer=nl.sbuf)
                first = nisa.dma_copy(dst=t, src=rows)
                nisa.dma_transpose(dst=u, src=rows).depends_on(first)
            """
        block = record(body, [tensor(300, 32), tensor(64, 3, dtype="uint32")])
        self.assertEqual(["dma_copy"] * 4 + ["dma_transpose"] * 3, block.ops())
        self.assertEqual([0, 32 * 64, 64 * 64], [one[3][0][1] for one in block.code[1:4]])
        self.assertEqual([0, 64, 128], [one[3][0][1] for one in block.code[4:]])
        self.assertEqual([[3, 64, 1, 1]] * 3, [one[4][1][2] for one in block.code[1:4]])
        self.assertEqual([0, 1, 2], [one[4][1][1] for one in block.code[1:4]])
        self.assertEqual([3], block.attrs(6)["after"])
        self.refused("E5", "do not fill", body.replace("(96, 64)", "(64, 96)"),
                     [tensor(300, 32), tensor(64, 3, dtype="uint32")])

    def test_block_dimensions_one_by_one(self):
        block = record(
            f"""
            def k(a):
                {HBM}
                t = nl.ndarray((2, 3, nl.par_dim(128), 64), dtype=a.dtype, buffer=nl.sbuf)
                t[1][2] = nl.load(a)
                t[1][2][:, 0:8] = nl.load(a[:, 0:8])
                nl.store(o, t[1][2])
                scale = nl.ndarray((2, nl.par_dim(128), 1), dtype=nl.float32)
                scale[0, 0:128, 0] = nl.load(a[:, 0])
                nl.store(o[:, 0:1].view(nl.float8_e4m3), scale.view(nl.float8_e4m3)[0, :128, :4])
                return o
            """,
            [tensor(128, 64)], OLD,
        )
        self.assertEqual(1, len({one[3][0][0] for one in block.code[:2]}))
        self.assertEqual("float8_e4m3", block.code[-1][4][0][4])

    def test_a_mask_of_two_axes_on_a_matmul_is_of_the_moving_side(self):
        block = record(
            f"""
            def k(a):
                {HBM}
                w = nl.load(a)
                x = nl.arange(64)[None, :]
                acc = nl.zeros((64, 64), nl.float32, buffer=nl.psum)
                acc[:, 0:64] += nisa.nc_matmul(w[:, 0:64], w[nl.arange(128)[:, None], x], mask=x < 48)
                acc[:, 0:64] += nisa.nc_matmul(w[:, 0:64], w[x < 64])
                nl.store(o[0:64], acc)
                return o
            """,
            [tensor(128, 64)], OLD,
        )
        self.assertEqual([64, 128, 1, 48], block.code[1][4][1][2])
        self.assertEqual([64, 128, 1, 64], block.code[2][4][1][2])


class LanguageTest(KernelTest):
    def test_gathers_that_do_not_fit_are_refused_where_they_are_called(self):
        text = """
def part(a, i, o, rows):
    t = nl.ndarray((128, 4), dtype=nl.int32, buffer=nl.sbuf)
    nisa.dma_copy(dst=t, src=i)
    rows = a.ap(pattern=[[64, rows], [1, 64]], offset=0, vector_offset=t, indirect_dim=0)
    nisa.dma_copy(dst=o, src=rows)
def k(a, i):
    part(a, i, nl.ndarray(SHAPE, dtype=nl.float32, buffer=nl.shared_hbm), ROWS)
"""
        args = [tensor(1024, 64), {**tensor(128, 4, dtype="int32"), "range": [0, 1024]}]
        for shape, rows, told in (
            ("(640, 64)", "640", "640 rows, but 128 x 4 indices"),
            ("(3, 6400)", "300", "300 gathered rows do not fill (3, 6400)"),
        ):
            source = NEW + text.replace("SHAPE", shape).replace("ROWS", rows)
            error = run({"nki": "k.py", "function": "k", "args": args}, {"k.py": source}).error
            self.assertEqual(("E5", 10, "part"), (error["code"], error["line"], error["function"]))
            self.assertIn(told, error["text"])
            self.assertEqual("nisa.dma_copy(dst=o, src=rows)", error["kernel_line"])

    def test_gather_flattened(self):
        for head in (NEW, OLD):
            block = record(
                """
                def k(a, i):
                    o = nl.ndarray(i.shape, dtype=a.dtype, buffer=nl.shared_hbm)
                    nl.store(o, nl.gather_flattened(nl.load(a), nl.load(i)))
                    return o
                """,
                [tensor(128, 64), tensor(128, 16, dtype="uint32")], head,
            )
            self.assertIn("nc_n_gather", block.ops())

    def test_a_copy_over_partitions_is_made_by_the_tensor_engine(self):
        block = record(
            f"""
            def k(a):
                {HBM}
                t = nl.ndarray((128, 64), dtype=a.dtype)
                t[...] = nl.load(a[0:1]).broadcast_to((128, 64))
                nl.store(o, t)
                return o
            """,
            [tensor(128, 64)], OLD,
        )
        self.assertEqual(["dma_copy", "partition_broadcast", "tensor_copy", "dma_copy"], block.ops())

    def test_axis_1_is_the_last_one_where_the_result_says_so(self):
        block = record(
            """
            def k(a):
                t = nl.ndarray((128, 4, 16), dtype=a.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=t, src=a)
                r = nl.ndarray((128, 4), dtype=a.dtype, buffer=nl.sbuf)
                nisa.tensor_reduce(dst=r, op=nl.maximum, data=t, axis=1)
                o = nl.ndarray((128, 4), dtype=a.dtype, buffer=nl.shared_hbm)
                nisa.dma_copy(dst=o, src=r)
                return o
            """,
            [tensor(128, 4, 16)],
        )
        self.assertEqual([2], block.attrs(1)["axis"])

    def test_bounds_of_a_range_select_may_be_numbers(self):
        block = record(
            f"""
            def k(a):
                {HBM}
                t, u = nl.load(a), nl.full((128, 1), 7.0, nl.float32, buffer=nl.sbuf)
                s = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                nisa.range_select(s, t, nl.greater_equal, nl.less, 0.0, u)
                nl.store(o, s)
                return o
            """,
            [tensor(128, 64)],
        )
        self.assertEqual(["memset", "range_select"], block.ops()[2:4])
        self.assertEqual({"value": 0.0, "ins": 1}, block.attrs(2))

    def test_a_loop_between_registers_with_known_numbers(self):
        block = record(
            """
            def k(a):
                o = nl.ndarray((512, 64), dtype=a.dtype, buffer=nl.shared_hbm)
                first, last = nisa.register_alloc(0), nisa.register_alloc(512)
                for i in nl.dynamic_range(first, last, 128):
                    t = nl.ndarray((128, 64), dtype=a.dtype, buffer=nl.sbuf)
                    nisa.dma_copy(dst=t, src=a.ap([[64, 128], [1, 64]], scalar_offset=i))
                    nisa.dma_copy(dst=o.ap([[64, 128], [1, 64]], scalar_offset=i), src=t)
                return o
            """,
            [tensor(512, 64)],
        )
        self.assertEqual(8, block.ops().count("dma_copy"))

    def test_addresses_by_a_partial_function(self):
        block = record(
            f"""
            import functools
            def bank(banks, idx, pdim_size, fdim_size):
                return banks[idx], 0, 0
            def k(a):
                {HBM}
                w = nl.load(a)
                where = ncc.psum.alloc(functools.partial(bank, banks={{(0,): 1, (1,): 5}}))
                t = nl.ndarray((2, nl.par_dim(64), 64), dtype=nl.float32, buffer=where)
                for i in range(2):
                    t[i] = nisa.nc_matmul(w, w)
                    nl.store(o[0:64], t[i])
                return o
            """,
            [tensor(128, 64)], OLD,
        )
        places = [b["addr"] for b in block.bufs.values() if "addr" in b]
        self.assertEqual([[0, 2048], [0, 5 * 2048]], places)


class HostTest(KernelTest):
    def test_numpy_knows_our_types(self):
        body = """
            import numpy as np
            def k(a):
                assert np.dtype(nl.bfloat16).itemsize + np.dtype(nl.float8_e4m3).itemsize == 3
                assert np.finfo(nl.float16).max == 65504 and np.finfo(nl.bfloat16).min < -3e38
                t = nl.ndarray((128, 64), dtype=np.dtype(nl.bfloat16), buffer=nl.sbuf)
                nisa.memset(t, 0)
                o = nl.ndarray((128, 64), dtype=np.dtype(np.float32), buffer=nl.shared_hbm)
                nisa.dma_copy(dst=o, src=t)
                return o
            """
        block = record(body, [tensor(128, 64)])
        self.assertEqual({"bfloat16", "float32"}, {b["dtype"] for b in block.bufs.values()})

    def test_where_by_index_ranges_takes_columns_numbers_and_a_mask(self):
        body = """
            import numpy as np
            def k(a):
                i, j = nl.arange(128)[:, None], nl.arange(64)[None, :]
                t, c = nl.load(a), nl.load(a[:, 0:1])
                one = nl.where(i < 3, c, t)
                two = nl.where(i < 3, np.float32(2), c, mask=i < 5)
                three = nl.where(j < 3, c, 0.0)
            """
        block = record(body, [tensor(128, 64)], OLD)
        whole, column = [64, 128, 1, 64], [1, 128, 1, 1]
        self.assertEqual(
            [whole, [64, 3, 1, 64], [1, 5, 1, 1], [1, 3, 1, 1], whole, [64, 128, 1, 3]],
            [one[3][0][2] for one in block.code[2:]])
        self.assertEqual([whole, [1, 3, 0, 64], column[:1] + [5, 1, 1]],
                         [one[4][0][2] for one in block.code[2:5]])
        self.assertEqual({"value": 2.0}, block.attrs(5))

    def test_truth_values_are_numbers_where_numbers_are_wanted(self):
        body = """
            import numpy as np
            def k(a):
                t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                for value in (True, np.bool_(True), 1):
                    nisa.memset(t, value)
                    nisa.tensor_scalar(t, t, nl.multiply, value)
            """
        block = record(body, [tensor(128, 64)])
        found = [(block.attrs(n)["value"], block.attrs(n + 1)["operand0"]) for n in (0, 2, 4)]
        self.assertEqual([(int, int)] * 3, [tuple(map(type, pair)) for pair in found])

    def test_columns_of_as_many_elements_are_added_as_tensors(self):
        body = """
            def k(a):
                column = nl.load(a[:, 0:1])
                other = nl.add(column.reshape((128, 1, 1)), column)
            """
        self.assertEqual(["dma_copy", "tensor_tensor"], record(body, [tensor(128, 64)], OLD).ops())

    def test_several_statements_of_a_line_may_fail_before_the_kernel(self):
        body = f"""
            a = 1; b = int("nothing"); c = int("nothing")
            @nki.jit
            def k(a):
                {HBM}
                nl.store(o, nl.load(a))
                return o
            """
        self.assertEqual(["W6"], record(body, [tensor(128, 64)]).warnings())

    def test_a_file_may_fail_after_its_kernel(self):
        body = f"""
            @nki.jit
            def k(a):
                {HBM}
                nl.store(o, nl.load(a))
                return o
            result = k[0](3)
            print(int("nothing"))
            """
        warnings = record(body, [tensor(128, 64)]).end["warnings"]
        self.assertEqual(["W6"], [warning["code"] for warning in warnings])
        self.assertTrue(warnings[0]["at"].endswith(".py:12"), warnings)

    def test_host_code_that_fails_before_the_kernel_is_stepped_over(self):
        body = f"""
            print(int("nothing"))
            known = 7
            first = [x for x in "ab"][5]
            @nki.jit
            def k(a):
                {HBM}
                nl.store(o, nl.load(a) * known)
                return o
            """
        warnings = record(body, [tensor(128, 64)], OLD).end["warnings"]
        self.assertEqual(["W6"], [warning["code"] for warning in warnings])
        self.assertTrue(warnings[0]["at"].endswith(".py:6"), warnings)

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

    def test_helpers_around_a_kernel(self):
        body = f"""
            from neuronxcc.nki.compiler.backends.neuron.dimensions import Anything
            from neuronxcc.nki._private.private_api import sendrecv, do_while
            from neuronxcc.nki.isa.neuron_isa import dma_copy
            from neuronxcc.nki.nccl.collectives import all_gather
            from nki.dtype import bfloat16
            assert bfloat16 == "bfloat16"
            @nki.benchmark(warmup=5, iters=10)
            def k(a):
                {HBM}
                dma_copy(dst=o, src=a)
                return o
            seen = nki.simulate_kernel(k, 3)
            k.benchmark_result.nc_latency.get_latency_percentile(50)
            """
        self.assertEqual(["dma_copy"], record(body, [tensor(128, 64)], OLD).ops())

    def test_collectives_as_earlier_releases_have_them(self):
        body = """
            from neuronxcc.nki.nccl.collectives import all_gather, all_reduce
            from neuronxcc.nki.nccl.collectives import collective_permute_implicit
            def k(a):
                parts = [nl.ndarray((128, 64), dtype=a.dtype, buffer=nl.shared_hbm) for _ in range(3)]
                whole = nl.ndarray((512, 64), dtype=a.dtype, buffer=nl.shared_hbm)
                ring = [[0, 1, 2, 3]]
                collective_permute_implicit(
                    src=a, dst=parts[0], replica_groups=ring, channel_id=0, num_channels=1)
                all_reduce(op=np.add, srcs=[parts[0]], dsts=[parts[1]], replica_groups=ring)
                all_gather(
                    op=np.add, srcs=[parts[1]], dsts=[whole], replica_groups=ring, all_gather_dim=0)
                return whole
            """
        ops = record(body, [tensor(128, 64)], OLD + "import numpy as np\n", ranks={"tp": 4}).ops()
        self.assertEqual(["collective_permute_implicit", "all_reduce", "all_gather"], ops)

    def test_calls_as_earlier_releases_have_them(self):
        body = """
            def k(a):
                o = nl.ndarray((128, 64), dtype=a.dtype, buffer="shared_hbm")
                s = nl.ndarray((128, 64), dtype=a.dtype, buffer="sbuf")
                nisa.dma_copy(dst=s, src=a, dge_mode=2, oob_mode=0)
                nisa.affine_select(s, [[1, 64]], 5, -1, s, 0.0)
                nisa.dma_copy(dst=o, src=s)
                nisa.dma_copy(dst=o, src=s, dst_rmw_op=nl.add, unique_indices=True)
                nisa.dma_compute(o, [s], reduce_op=nl.add)
                nisa.dma_compute(o, [o, s], [0.5, 2.0], nl.add)
                nisa.register_move(nisa.register_alloc(), imm=4)
                nl.full_like(s, nki.fp32.min), nl.ones_like(s)
            """
        block = record(body, [tensor(128, 64)])
        self.assertEqual({"dge_mode": "hwdge", "oob_mode": "error"}, block.attrs(0))
        select = block.attrs(1)
        self.assertEqual((5, -1), (select["offset"], select["channel_multiplier"]))
        self.assertEqual(["dma_compute"] * 3 + ["register_move", "memset", "memset"], block.ops()[3:])
        self.assertEqual([2, 2, 2], [len(one[4]) for one in block.code[3:6]])
        self.assertEqual([0.5, 2.0], block.attrs(5)["scales"])
        self.refused("E3", "dge_mode is 7", body.replace("dge_mode=2", "dge_mode=7"), [tensor(128, 64)])

    def test_types_compare_under_any_of_their_names(self):
        body = """
            import numpy as np
            import torch
            def k(a):
                assert a.dtype == np.float32 and np.float32 == a.dtype and a.dtype == torch.float32
                assert a.dtype == "float32" and a.dtype in (nl.bfloat16, np.float32)
                assert a.dtype != np.float16 and a.dtype != nl.bfloat16 and a.dtype != None
                assert a.dtype == np.dtype(np.float32) and {nl.float32: 1}[a.dtype] == 1
                assert not (a.dtype == 5 or a.dtype == object())
                nl.store(a, nl.load(a))
            """
        self.assertEqual(["dma_copy"] * 2, record(body, [tensor(128, 64)], OLD).ops())

    def test_operators_and_types_of_array_packages_that_are_not_installed(self):
        body = """
            import jax.numpy as jnp
            import torch
            def k(a):
                tile = nl.ndarray((128, 64), dtype=jnp.float32, buffer=nl.sbuf)
                nisa.dma_copy(dst=tile, src=a)
                nisa.tensor_tensor(dst=tile, data1=tile, data2=tile, op=jnp.add)
                nisa.activation(dst=tile, op=torch.exp, data=tile)
                nisa.dma_copy(dst=a, src=tile)
            """
        ops = record(body, [tensor(128, 64)]).ops()
        self.assertEqual(["dma_copy", "tensor_tensor", "activation", "dma_copy"], ops)
        self.refused("E3", "is not an operator", body.replace("jnp.add", "jnp.einsum"), [tensor(128, 64)])

    def test_a_name_of_the_typing_module_that_few_files_use(self):
        body = """
            from neuronxcc.nki.typing import mutable_tensor, scalar
            def k(a: mutable_tensor, n: scalar):
                nl.store(a, nl.load(a))
            """
        self.assertEqual(["dma_copy"] * 2, record(body, [tensor(128, 64), 3], OLD).ops())

    def test_a_tuple_as_an_argument(self):
        body = """
            def k(pair):
                assert type(pair) is tuple and pair[1] == 3
                nl.store(pair[0], nl.load(pair[0]))
                return pair[0]
            """
        self.assertEqual("pair_0", record(body, [{"tuple": [tensor(128, 4), 3]}]).bufs[0]["name"])

    def test_a_launch_with_a_grid_names_the_grid(self):
        body = """
            @nki.jit
            def inner(a):
                return a
            def k(a):
                return inner[2, 3](a)
            """
        self.refused("E3", "give kernel.grid: [2, 3]", body, [tensor(128, 64)])

    def test_a_grid_of_cores_says_where_its_programs_run(self):
        body = OLD + (
            "@nki.jit\ndef inner(a):\n"
            "    nl.store(a[nl.program_id(0), nl.program_id(1)], nl.load(a[0, 0]))\n"
            "def k(a):\n    inner[{}, 3](a)\n"
        )
        for size, cores in (("nl.spmd_dim(2, nl.nc(2))", [0, 1]), ("nl.nc(2) * 2", [0, 0, 1, 1])):
            request = {"nki": "k.py", "function": "k", "args": [tensor(4, 3, 128, 8)], "ranks": {"lnc": 2}}
            found = blocks(run(request, {"k.py": body.format(size)}).stream)
            self.assertEqual([4, 3], found[0].head["grid"])
            self.assertEqual(
                (cores * 2)[:4], [one.head["core"] for one in found if one.head["pid"][1] == 0])


class ScalarTest(KernelTest):
    """Numbers that a kernel loads and computes with, as NKI has them since 0.7."""

    BODY = """
        def k(a, number, out):
            t = nl.ndarray((1, 2), dtype=nl.int32, buffer=nl.sbuf)
            row = nl.ndarray((1, 64), dtype=a.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=t, src=number)
            i, j = nisa.scalar_load(t[:, 0:1]), nisa.scalar_load(t[:, 1:2])
            assert isinstance(i, nisa.NkiScalar)
            at = 5 - (i * 2 - j * 3)
            nisa.dma_copy(dst=row, src=a.ap([[64, 1], [1, 64]], scalar_offset=at * i + 1))
            nisa.scalar_store(t[:, 0:1], at)
            nisa.activation(dst=row, op=nl.exp, data=row, engine=nisa.engine.scalar)
            nisa.dma_copy(dst=out, src=row)
        """
    ARGS = [tensor(64, 64), tensor(1, 2, dtype="int32"), tensor(1, 64)]

    def test_arithmetic_of_two_is_a_register_of_its_own(self):
        block = record(self.BODY, self.ARGS)
        moves = [block.attrs(n) for n, op in enumerate(block.ops()) if op == "register_move"]
        self.assertEqual(
            [{"reg": 2, "from": [0, 2, 0], "with": [1, -3, 0]},
             {"reg": 3, "from": [2, -1, 5], "with": [0, 1, 0], "product": 1}],
            [{key: move[key] for key in move} for move in moves],
        )
        self.assertEqual([64, ["r", 3, 64]], block.code[5][4][0][1::2])
        self.assertEqual({"from": [2, -1, 5]}, block.attrs(6))

    def test_engines_that_have_no_activations(self):
        self.refused("E10", "needs a NeuronCore-v4",
                     self.BODY.replace("nisa.engine.scalar", "nisa.engine.gpsimd"), self.ARGS)


class MadeKernelTest(KernelTest):
    """A function of the file makes the kernel."""

    BODY = """
        class Shop:
            def make(rows, *, kind=None):
                @nki.jit
                def kernel(a):
                    t = nl.ndarray((rows, 64), dtype=kind, buffer=nl.sbuf)
                    nisa.dma_copy(dst=t, src=a)
                return kernel, rows
        """

    def test_by_a_call(self):
        call = "Shop.make(96, kind=nl.bfloat16)[0]"
        made = record(self.BODY, [tensor(96, 64)], function=call).bufs[1]
        self.assertEqual(([96, 64], "bfloat16"), (made["shape"], made["dtype"]))

    def test_what_is_no_kernel(self):
        for function, said in (
            ("Shop.made(1)", "nearest: make"),
            ("Shop.make(96)", "is a tuple, not a function"),
            ("Shop.make(", "expected a name or a call"),
            ("Shop.make if 1 else 2", "expected a name or a call"),
        ):
            self.refused("E1", said, self.BODY, [tensor(96, 64)], function=function)


class RowForAllTest(KernelTest):
    """One row that all partitions see: DMA reads it so, engines need copies of it."""

    HEAD = """
            def k(a, b):
                row = nl.ndarray((1, 64), dtype=a.dtype, buffer=nl.sbuf)
                t = nl.ndarray((100, 64), dtype=a.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=row, src=a)
        """
    ARGS = [tensor(1, 64), tensor(100, 64)]

    def after_the_load(self, body):
        return record(self.HEAD + body, self.ARGS)

    def test_engines_get_copies(self):
        for seen in ("row.broadcast(0, 100)", "row.broadcast_to((100, 64))", "row.ap([[0, 100], [1, 64]])"):
            block = self.after_the_load(
                f"        nisa.tensor_tensor(dst=t, data1=t, data2={seen}, op=nl.add)\n"
            )
            self.assertEqual(["nc_stream_shuffle"] * 4 + ["tensor_tensor"], block.ops()[1:])
            made = block.code[1][3][0][0]
            self.assertEqual([128, 64], block.bufs[made]["shape"])
            self.assertEqual([made, 0, [64, 100, 1, 64]], block.code[-1][4][1])
            self.assertIn("W3", block.warnings())

    def test_a_column_of_one_element(self):
        text = "        nisa.tensor_scalar(dst=t, data=t, op0=nl.add, operand0=row[:, 0:1]{})\n"
        self.refused("E5", "(100, 1); copy it to all partitions first", self.HEAD + text.format(""), self.ARGS)
        block = self.after_the_load(text.format(".broadcast(0, 100)"))
        self.assertEqual(["nc_stream_shuffle"] * 4 + ["tensor_scalar"], block.ops()[1:])

    def test_a_predicated_copy(self):
        block = self.after_the_load(
            "        nisa.tensor_copy_predicated(dst=t, src=row.broadcast(0, 100), predicate=t)\n"
        )
        self.assertEqual(["nc_stream_shuffle"] * 4 + ["tensor_copy_predicated"], block.ops()[1:])

    def test_dma_reads_it_as_it_is(self):
        block = self.after_the_load("        nisa.dma_copy(dst=b, src=row.broadcast(0, 100))\n")
        self.assertEqual([0, 100, 1, 64], block.code[1][4][0][2])

    def test_the_function_makes_a_tile_once(self):
        block = self.after_the_load(
            "        every = nl.broadcast_to(row, (100, 64))\n"
            "                nisa.tensor_tensor(dst=t, data1=every, data2=every, op=nl.add)\n"
        )
        self.assertEqual(["nc_stream_shuffle"] * 4 + ["tensor_tensor"], block.ops()[1:])


if __name__ == "__main__":
    unittest.main()
