"""Code around a kernel."""

import textwrap
import unittest

from support import NEW, OLD, KernelTest, record, tensor

HBM = "o = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)"


class FailureTest(KernelTest):
    """Host code that fails is left out."""

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

    def test_a_function_whose_decorator_fails_is_defined_without_it(self):
        body = f"""
            import torch
            @torch.library.custom_op("own::twice", mutates_args=())
            def op(x):
                return k(x)
            @op.register_fake
            def factor(x=2):
                return x
            @nki.jit
            def k(a):
                {HBM}
                nl.store(o, nl.load(a) * factor())
                return o
            """
        self.assertEqual(["W6"], record(body, [tensor(128, 64)], OLD).warnings())
        with self.assertRaises(NameError):
            record("@unknown.register\ndef k(a):\n    return a\n", [tensor(128, 64)])


class PlainPythonTest(KernelTest):
    def test_classes_closures_generators(self):
        block = record("""
        from dataclasses import dataclass
        from enum import Enum

        class Kind(nl.NKIObject, Enum):
            A = 1

        @dataclass
        class Config(nl.NKIObject):
            rows: int
            columns = 4
            kind = Kind.A

        class Plain(nl.NKIObject):
            size: int
            twice = None
            def __post_init__(self):
                self.twice = self.size * 2

        class Loose(nl.NKIObject):
            size: int
            name: str = "n"

        def tiles(x, config):
            for i in range(2):
                yield nl.load(x[0:config.rows, i:config.columns])

        @nki.jit
        def helper(t: nl.ndarray, scale: "nl.ndarray | float" = 1.0):
            return nl.multiply(t, scale)

        @nki.jit(mode="auto")
        def k(x, f=max):
            config = Config(rows=64, columns=3)
            assert Plain(3).twice == 6 and Config(5).columns == 4 and isinstance(x, nl.ndarray)
            assert (Loose().size, Loose(4).size, Loose().name) == (None, 4, "n")
            double = lambda t: helper(t, 2.0)
            results = [double(t) for t in tiles(x, config)]
            assert f(1, 2) == 2 and len({str(t.dtype): t for t in results}) == 1
        """, [tensor(128, 4)])
        self.assertEqual(["dma_copy", "dma_copy", "tensor_scalar", "tensor_scalar"],
                         sorted(block.ops()))
        chain = [(function, file) for file, _, function in block.srcs[block.code[1][2]]]
        self.assertEqual("helper", chain[0][0])
        self.assertEqual("k", chain[-1][0])

    def test_types_that_kernels_ask_for(self):
        body = """
            TYPES.tensor[1, 2]
            def k(x, number):
                assert isinstance(x, TYPES.tensor) and isinstance(x, TYPES.mutable_tensor)
                assert isinstance(number, TYPES.scalar) and not isinstance(x, TYPES.scalar)
                assert not isinstance(number, TYPES.tensor)
                nl.load(x)
            """
        for head, root in ((NEW, "nki"), (OLD, "neuronxcc.nki")):
            text = f"import {root}.typing\n" + textwrap.dedent(body).replace("TYPES", f"{root}.typing")
            self.assertEqual(["dma_copy"], record(text, [tensor(128, 4), 3], head).ops())

    def test_neuronxcc_adds_a_logging_level(self):
        body = "import logging\nlogging.disable(logging.OFF)\ndef k(x):\n    nl.load(x)\n"
        self.assertEqual(["dma_copy"], record(body, [tensor(128, 4)], head=OLD).ops())

    def test_host_packages_are_stood_in_for(self):
        record("""
        import torch, jax.numpy as jnp, ml_dtypes, pytest
        from torch_xla.core import xla_model as xm
        from scipy.special import softmax

        class Module(torch.nn.Module):
            def forward(self, x: torch.Tensor) -> "torch.Tensor | None":
                return torch.zeros(3)

        @pytest.mark.parametrize("a", [1])
        def test(a): ...
        assert test(1) is None and Module().forward
        if torch.cuda.is_available():
            raise AssertionError
        with torch.no_grad():
            pass

        @nki.jit
        def k(x, dtype=ml_dtypes.bfloat16):
            nl.ndarray((1, 2), dtype=dtype)
            nl.ndarray((1, 2), dtype=torch.float16)
        run = k[nl.nc(2)]
        """, [tensor(128, 4)])
        self.refused("E2", "torch.zeros belongs to a package that is not installed",
                     "import torch\ndef k():\n    torch.zeros(3)")

    def test_choices_by_values_of_a_missing_package(self):
        """A constant is the same wherever it is named; what else decides a branch is noted."""
        block = record("""
        from torch import Mode, FAST

        @nki.jit
        def k(x, mode=Mode.SILU, other=Mode.GELU):
            t = nl.load(x)
            if mode == Mode.SILU and mode in (Mode.RELU, Mode.SILU):
                nisa.activation(dst=t, op=nl.silu, data=t)
            if other == Mode.SILU or FAST or Mode.LEVEL == 3:
                nisa.activation(dst=t, op=nl.exp, data=t)
        """, [tensor(128, 4)])
        self.assertEqual(["dma_copy", "activation"], block.ops())
        texts = [warning["text"] for warning in block.end["warnings"] if warning["code"] == "W6"]
        self.assertEqual(["torch.FAST belongs to a package that is not installed: taken to be false",
                          "torch.Mode.LEVEL belongs to a package that is not installed: "
                          "taken to be other than 3"], sorted(texts))

    def test_flags_of_a_missing_file_that_say_nki_is_there(self):
        for flag in ("HAS_NKI", "NKI_AVAILABLE", "_USE_NKI", "nki_is_available", "OLD_NKI_AVAILABLE"):
            text = f"""
            from .flags import {flag}, FAST
            if {flag} and not FAST:
                @nki.jit
                def k(x):
                    nl.store(x, nl.load(x))
            else:
                k = None
            """
            with self.subTest(flag):
                self.assertEqual(["dma_copy", "dma_copy"], record(text, [tensor(128, 4)]).ops())

    def test_a_kernel_that_a_missing_file_leaves_out(self):
        text = """
        from .flags import FAST
        if FAST:
            def k(x):
                nl.store(x, nl.load(x))
        else:
            k = None
        """
        self.refused("E1", "'k' is None: what line 7 decides left it out; ", text, [tensor(128, 4)])


if __name__ == "__main__":
    unittest.main()
