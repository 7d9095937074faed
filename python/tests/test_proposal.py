"""Scenarios that are proposed for a kernel file."""

from __future__ import annotations

import json
import textwrap
import unittest

from support import NEW, OLD, run

COPY = """
    tile = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.sbuf)
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    nisa.dma_copy(dst=tile, src=x)
    nisa.dma_copy(dst=out, src=tile)
    return out
"""

PRODUCT = """
@nki.jit
def product(lhsT, rhs):
    K, M = lhsT.shape
    _, N = rhs.shape
    out = nl.ndarray((M, N), dtype=lhsT.dtype, buffer=nl.shared_hbm)
    for m in nl.affine_range(M // 128):
        sums = nl.ndarray((128, N), dtype=nl.float32, buffer=nl.psum)
        for k in nl.affine_range(K // 128):
            left = nl.ndarray((128, 128), dtype=lhsT.dtype, buffer=nl.sbuf)
            right = nl.ndarray((128, N), dtype=rhs.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=left, src=lhsT[k * 128 : k * 128 + 128, m * 128 : m * 128 + 128])
            nisa.dma_copy(dst=right, src=rhs[k * 128 : k * 128 + 128, :])
            nisa.nc_matmul(sums, left, right)
        result = nl.ndarray((128, N), dtype=lhsT.dtype, buffer=nl.sbuf)
        nisa.tensor_copy(result, sums)
        nisa.dma_copy(dst=out[m * 128 : m * 128 + 128, :], src=result)
    return out
"""


def proposed(text: str, head: str = NEW, **more: str) -> dict:
    done = run({"nki": "k.py", "propose": "k.py", **more}, {"k.py": head + textwrap.dedent(text)})
    if done.status:
        raise AssertionError(done.err)
    if done.left:
        raise AssertionError(done.left)
    return json.loads(done.stream)


def refused(text: str, **more: str) -> str:
    return run({"nki": "k.py", "propose": "k.py", **more}, {"k.py": NEW + text}).line


class ProposalTest(unittest.TestCase):
    def kernel(self, signature: str, body: str = COPY, **more: str) -> str:
        return proposed(f"\n@nki.jit\ndef k{signature}:{body}", **more)["scenario"]

    def test_sizes_have_the_names_of_the_source_and_agree(self):
        found = proposed(PRODUCT)
        self.assertEqual(
            {
                "function": "product",
                "instructions": 56,
                "refused": "",
                "tensors": [
                    {"name": "lhsT", "shape": [512, 512], "dtype": "bf16"},
                    {"name": "rhs", "shape": [512, 512], "dtype": "bf16"},
                ],
                "scenario": textwrap.dedent(
                    """\
                    # Sizes found by trial: 56 instructions.
                    kernel:
                      nki: k.py
                      function: product
                      args:
                        lhsT: { shape: [K, M], dtype: bf16 }
                        rhs: { shape: [K, N], dtype: bf16 }
                      # to compare the values, add check or reference: docs/nki.md
                    shape: { K: 512, M: 512, N: 512 }
                    """
                ),
            },
            found,
        )

    def test_a_call_in_the_file_gives_sizes_and_types(self):
        call = """
        if __name__ == "__main__":
            rows = 256
            a = np.random.rand(rows, 128).astype(np.float16)
            b = torch.zeros((256, 2 * 128), dtype=torch.bfloat16)
            print(product(a, b))
        """
        found = proposed(PRODUCT + textwrap.dedent(call))["scenario"]
        self.assertIn("# Sizes of the call in line 28: 8 instructions.", found)
        self.assertIn("lhsT: { shape: [K, M], dtype: fp16 }", found)
        self.assertIn("rhs: { shape: [K, N], dtype: bf16 }", found)
        self.assertIn("shape: { K: 256, M: 128, N: 256 }", found)

    def test_calls_through_wrappers_and_grids_count(self):
        for call in (
            "product[1](a, b)",
            "nki.simulate_kernel(product, a, b)",
            "nki.benchmark(warmup=5)(product)(a, b)",
            "product(rhs=b, lhsT=a)",
            "fast = nki.jit(product)\n    fast(a, b)",
        ):
            host = f"\ndef test():\n    a = np.ones([128, 128])\n    b = np.ones([128, 384])\n    {call}\n"
            found = proposed(PRODUCT + host)["scenario"]
            self.assertIn("shape: { K: 128, M: 128, N: 384 }", found, call)

    def test_a_function_that_launches_a_grid_stands_for_its_kernel(self):
        text = """
        @nki.jit
        def part(x):
            out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
            rows = nl.program_id(0) * 128 + nl.arange(128)[:, None]
            columns = nl.arange(64)[None, :]
            nl.store(out[rows, columns], nl.load(x[rows, columns]) * 2)
            return out

        def whole(x):
            return part[x.shape[0] // 128](x)

        if __name__ == "__main__":
            whole(-np.arange(384 * 64, dtype=np.float16).reshape((384, 64)))
        """
        found = proposed(text, OLD)
        self.assertEqual(("whole", 9), (found["function"], found["instructions"]))
        self.assertIn("x: { shape: [384, 64], dtype: fp16 }", found["scenario"])

    def test_a_call_gives_numbers_and_lists_too(self):
        body = "\n    rows, columns = shape\n    assert rows * columns == x.shape[1] and n == -3" + COPY
        call = "\nk(np.zeros((8, 12), dtype=np.int8), (3, 4), -3)\n"
        found = proposed("\n@nki.jit\ndef k(x, shape, n):" + body + call)["scenario"]
        self.assertIn("x: { shape: [8, 12], dtype: int8 }\n    shape: [3, 4]\n    n: -3\n", found)

    def test_a_refusal_may_name_the_shape(self):
        needs = "\n    small = nl.ndarray((1, 7), dtype=y.dtype, buffer=nl.sbuf)"
        needs += "\n    nisa.dma_copy(dst=small, src=y)" + COPY
        self.assertIn("y: { shape: [1, 7], dtype: bf16 }", self.kernel("(x, y)", needs))

    def test_a_kernel_may_stand_in_a_condition(self):
        text = "\nif True:\n    @nki.jit\n    def k(x):" + COPY.replace("\n    ", "\n        ")
        self.assertIn("function: k\n", proposed(text)["scenario"])

    def test_loops_that_the_device_decides_get_rounds(self):
        body = """
        @nki.jit
        def k(x, how_many):
            count = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.sbuf)
            nisa.dma_copy(dst=count, src=how_many[0:1, 0:1])
            rounds = nisa.register_alloc()
            nisa.register_load(rounds, count)
            tile = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.sbuf)
            out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
            nisa.dma_copy(dst=tile, src=x)
            for _ in nl.dynamic_range(rounds):
                nisa.tensor_scalar(tile, tile, nl.add, 1.0)
            nisa.dma_copy(dst=out, src=tile)
            return out
        """
        self.assertIn('trip_counts: { "k.py:15": 2 }', proposed(body)["scenario"])

    def test_what_asserts_say_is_kept(self):
        said = "\n    P, F = x.shape\n    assert P == 96 and F <= 200\n    assert F % 40 == 0" + COPY
        self.assertIn("shape: { P: 96, F: 200 }", self.kernel("(x)", said))

    def test_a_shape_may_be_compared_as_a_whole(self):
        said = "\n    P, _ = y.shape\n    assert x.shape == (P, 96) and y.shape == x.shape" + COPY
        found = self.kernel("(x, y)", said)
        self.assertIn("x: { shape: [P, 96], dtype: bf16 }\n    y: { shape: [P, 96], dtype: bf16 }", found)

    def test_sizes_of_helpers_count(self):
        helper = "\ndef move(given):\n    assert given.shape[0] == 64\n    return copied(given)\n"
        text = helper + "\ndef copied(x):" + COPY + "\n@nki.jit\ndef k(x):\n    return move(x)\n"
        self.assertIn("x: { shape: [64, 512], dtype: bf16 }", proposed(text)["scenario"])

    def test_one_size_after_another_is_changed_until_the_kernel_takes_them(self):
        needs = "\n    if y.shape[0] != 3:\n        raise ValueError()"
        needs += "\n    if z.shape[1] < 1000:\n        raise ValueError()" + COPY
        found = self.kernel("(x, y, z)", needs)
        self.assertRegex(found, r"y: { shape: \[3, ")
        self.assertRegex(found, r"z: { shape: \[\d+, 1024\]")

    def test_what_is_no_tensor_gets_a_guess(self):
        counted = "\n    for _ in range(n):\n        pass" + COPY
        found = self.kernel("(x, n, scale: float, dtype, tp_degree, optional=None)", counted)
        for line in ("n: 1  # a guess", "scale: 1.0  # a guess", "dtype: { dtype: bf16 }  # a guess",
                     "tp_degree: tp  # a guess"):
            self.assertIn("    " + line, found)
        self.assertNotIn("optional", found)

    def test_collectives_get_ranks(self):
        gathered = (
            "\n    out = nl.ndarray((4 * x.shape[0], x.shape[1]), dtype=x.dtype, buffer=nl.shared_hbm)"
            "\n    ncc.all_gather(srcs=[x], dsts=[out], replica_group=group, collective_dim=0)"
            "\n    return out\n"
        )
        found = self.kernel("(x, group)", gathered)
        self.assertIn("group: { replica_group: tp }  # a guess", found)
        self.assertIn("ranks: { tp: 4, lnc: 1 }", found)
        others = (("(x, rg)", gathered.replace("=group", "=rg")), ("(x, rg: ncc.ReplicaGroup)", COPY))
        for parameters, body in others:
            self.assertIn("rg: { replica_group: tp }  # a guess", self.kernel(parameters, body))

    def test_a_kernel_that_takes_nothing_says_why(self):
        found = proposed("\n@nki.jit\ndef k(x):\n    assert x.shape[0] == -1, 'never'" + COPY)
        self.assertIn("k.py:8: E11 AssertionError: never", found["refused"])
        self.assertIn("# Sizes to be set; with these the kernel is refused: k.py:8", found["scenario"])

    def test_the_older_dialect(self):
        body = """
        @nki.jit
        def double(x):
            rows, columns = x.shape
            out = nl.ndarray((rows, columns), dtype=x.dtype, buffer=nl.shared_hbm)
            nl.store(out, nl.load(x) * 2)
            return out
        """
        self.assertIn("shape: { rows: 128, columns: 128 }", proposed(body, OLD)["scenario"])

    def test_the_kernel_must_be_clear(self):
        two = "\n@nki.jit\ndef first(x):" + COPY + "\n@nki.jit\ndef second(x):" + COPY
        self.assertEqual(
            "E1 k.py has 2 kernels, name one of them: first (line 7), second (line 15)", refused(two)
        )
        self.assertIn("has no function 'frist'; nearest: first", refused(two, function="frist"))
        self.assertEqual("second", proposed(two, function="second")["function"])
        nested = two.replace("return out\n\n@nki", "return second(x)\n\n@nki")
        self.assertEqual("first", proposed(nested)["function"])
        self.assertIn("no function with nki.jit", refused("\ndef host():\n    pass\n"))
        self.assertRegex(refused("\ndef host(:\n"), r"E1 k\.py:\d+: invalid syntax$")


class StatedTest(unittest.TestCase):
    """What a file says besides: of classes, options, tests and docstrings."""

    HOST = """
        import argparse, pytest
        SIZES = [(96, 320), (1, 2)]
        def use({given}):
            {first}
            a = np.zeros(({rows}, {columns}), dtype=np.float16)
            k(a)
        """

    def scenario(self, text: str) -> str:
        return proposed(textwrap.dedent(text) + "\n@nki.jit\ndef k(x):" + COPY)["scenario"]

    def test_sizes_that_are_options_or_defaults(self):
        options = (
            "p = argparse.ArgumentParser()\n    p.add_argument('--rows', default=96)\n    "
            "p.add_argument('-c', '--num-columns', type=int, default=320)\n    args = p.parse_args()"
        )
        for given, first, rows, columns in (
            ("", options, "args.rows", "args.num_columns"),
            ("m=96, n=2 * 160", "pass", "m", "n"),
            ("", "for m, n in [(96, 320), (1, 2)]: pass", "m", "n"),
        ):
            text = textwrap.dedent(self.HOST).format(given=given, first=first, rows=rows, columns=columns)
            self.assertIn("x: { shape: [96, 320], dtype: fp16 }", self.scenario(text), first)

    def test_sizes_that_a_test_is_to_try(self):
        for mark in (
            "'m, n', [(96, 320), (1, 2)]", "['m', 'n'], [[96, 320]]", "('m', 'n'), [pytest.param(96, 320, id='a')]",
        ):
            text = textwrap.dedent(self.HOST).format(given="m, n", first="pass", rows="m", columns="n")
            text = text.replace("def use", f"@pytest.mark.parametrize({mark})\ndef use")
            self.assertIn("x: { shape: [96, 320], dtype: fp16 }", self.scenario(text), mark)

    def test_shapes_of_docstrings(self):
        said = """
    \"\"\"Copies.

    Args:
        x (nl.ndarray): [R, S, C=96], the input
        y: tensor of shape (C, 5)
        n: a number (integer)
    \"\"\"
"""
        found = proposed("\n@nki.jit\ndef k(x, y, n: int):" + said + COPY)["scenario"]
        self.assertIn("x: { shape: [R, S, C], dtype: bf16 }\n    y: { shape: [C, 5], dtype: bf16 }", found)
        self.assertIn(", C: 96 }", found)
        wrong = COPY.replace("src=x", "src=x[0:128, 0:512]")
        found = proposed("\n@nki.jit\ndef k(x, y, n: int):" + said + wrong)["scenario"]
        self.assertRegex(found, r"x: { shape: \[\w+, \w+\]")

    def test_numbers_that_the_file_has_under_the_name(self):
        counted = "\n    for _ in range(block_size):\n        pass" + COPY
        kernel = "\n@nki.jit\ndef k(x, block_size):" + counted
        for said in (
            "CONFIG = dict(block_size=96)", "def run(x, block_size: int = 96):\n    pass", "BLOCK_SIZE = 96",
            "ROWS = 96\nCONFIG = dict(block_size=ROWS)",
        ):
            self.assertIn("block_size: 96  # a guess", proposed(f"\n{said}\n" + kernel)["scenario"], said)
        other = "\nCONFIG = dict(block_size=0.5)\n" + kernel.replace("block_size)", "block_size: int)", 1)
        self.assertIn("block_size: 1  # a guess", proposed(other)["scenario"])

    def test_shapes_beside_names(self):
        said = '\n    """x [R, H, C-1] f32, y [R, H] int32, z/w ``[H]``."""' + COPY
        found = proposed("\n@nki.jit\ndef k(x, y, z, w):" + said)["scenario"]
        self.assertIn("x: { shape: [R, H, 512], dtype: fp32 }\n    y: { shape: [R, H], dtype: int32 }", found)
        self.assertIn("z: { shape: [H], dtype: bf16 }\n    w: { shape: [H], dtype: bf16 }", found)
        self.assertIn("shape: { R: 2, H: 32 }", found)

    def test_shapes_in_prose(self):
        said = '''
    """x (R, C // 2, 3) bf16 and y fp32 [R, C]; w (as always, but other) is like
    z int32 (C, 1), v (int32, optional)."""''' + COPY
        found = proposed("\n@nki.jit\ndef k(x, y, z, w):" + said)["scenario"]
        self.assertIn("x: { shape: [R, 256, 3], dtype: bf16 }\n    y: { shape: [R, C], dtype: fp32 }", found)
        self.assertIn("z: { shape: [C, 1], dtype: int32 }", found)
        self.assertRegex(found, r"w: { shape: \[\w+(, \w+)*\], dtype: bf16 }")
        self.assertNotIn("always", found)

    def test_numbers_that_have_the_name_of_a_size(self):
        said = '''
    """Args:
        x, y: [H, T] fp32, alike
        H, T: ints
    """
    for _ in range(H):
        assert x.shape[0] == H''' + COPY
        found = proposed("\n@nki.jit\ndef k(x, y, H, T):" + said)["scenario"]
        self.assertIn("x: { shape: [H, T], dtype: fp32 }\n    y: { shape: [H, T], dtype: fp32 }", found)
        self.assertIn("    H: H\n", found)

    def test_shapes_of_which_the_source_indexes_the_first(self):
        said = '\n    """y: [R, 4, S]"""\n    part = y[0, 1]' + COPY
        found = proposed("\n@nki.jit\ndef k(x, y):" + said)["scenario"]
        self.assertIn("y: { shape: [R, 4, S], dtype: bf16 }", found)

    def test_a_call_that_does_not_fit_is_told_as_in_a_run(self):
        found = proposed("\n@nki.jit\ndef k(x):\n    nisa.nc_matmul(x, x)" + COPY)["refused"]
        self.assertIn("E3 nki.isa.nc_matmul: missing 1 required positional argument: 'moving'; it takes dst", found)

    def test_sizes_that_leave_loops_empty_are_no_step(self):
        found = proposed("""
        @nki.jit
        def k(x):
            out = nl.ndarray((128, 256), dtype=x.dtype, buffer=nl.shared_hbm)
            for row in range(x.shape[0] // 4096):
                tile = nl.ndarray((128, 256), dtype=x.dtype, buffer=nl.sbuf)
                nisa.memset(tile, 0.0)
                nisa.dma_copy(dst=tile, src=x[0:128, :])
                nisa.dma_copy(dst=out, src=tile)
            return out
        """)
        self.assertEqual("", found["refused"])
        self.assertIn("shape: [4096, 256]", found["scenario"])

    def test_kernels_of_classes(self):
        body = COPY.replace("\n", "\n    ")
        for kind, given, name in (
            ("@staticmethod\n    @nki.jit", "x", "Ops.k"), ("@nki.jit", "self, x", "Ops().k"),
            ("@classmethod\n    @nki.jit", "cls, x", "Ops.k"),
        ):
            text = f"\nclass Ops:\n    {kind}\n    def k({given}):{body}\n    def host(self):\n        pass\n"
            text += "\ndef test(ops):\n    ops.k(np.zeros((64, 32), dtype=np.int32))\n"
            for named in ({}, {"function": name}, {"function": "k"}, {"function": "Ops.k"}):
                found = proposed(text, **named)
                self.assertEqual(name, found["function"])
                self.assertIn("x: { shape: [64, 32], dtype: int32 }", found["scenario"])
        self.assertIn("has no function 'Ops.q'; nearest: Ops.k", refused(text, function="Ops.q"))


if __name__ == "__main__":
    unittest.main()
