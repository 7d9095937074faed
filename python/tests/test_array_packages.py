"""What numpy, jax and torch give a kernel: types, operators, numbers."""

import unittest

from support import OLD, KernelTest, record, tensor


class ArrayPackagesTest(KernelTest):
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


if __name__ == "__main__":
    unittest.main()
