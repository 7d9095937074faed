"""Arrays where numpy is not installed."""

import importlib.util
import unittest

from support import KernelTest, record, tensor

from trn2sim_recorder.host.numpy_stub import NumpyStub

np = NumpyStub()

# expression: its shape and elements, row by row
ARRAYS = {
    "np.arange(6).reshape(2, -1).T": ((3, 2), [0, 3, 1, 4, 2, 5]),
    "np.arange(0, 8, 2) / 8": ((4,), [0, 0.25, 0.5, 0.75]),
    "2 ** np.arange(3)": ((3,), [1, 2, 4]),
    "np.arange(8).reshape(2, 2, 2).transpose(0, 2, 1)": ((2, 2, 2), [0, 2, 1, 3, 4, 6, 5, 7]),
    "np.arange(24).reshape(2, 3, 4)[1, ::2, None, -1]": ((2, 1), [15, 23]),
    "np.arange(6).reshape(2, 3)[..., [2, 0]]": ((2, 2), [2, 0, 5, 3]),
    "np.arange(5)[np.arange(5) > 2]": ((2,), [3, 4]),
    "np.where(np.arange(2)[:, None] >= np.arange(2), 0.0, -1e9)": ((2, 2), [0, -1e9, 0, 0]),
    "np.tril(np.triu(np.ones((2, 4)), k=1), k=2)": ((2, 4), [0, 1, 1, 0, 0, 0, 1, 1]),
    "np.eye(2).reshape(1, 4)": ((1, 4), [1, 0, 0, 1]),
    "np.eye(2, 3, k=1)": ((2, 3), [0, 1, 0, 0, 0, 1]),
    "np.kron(np.eye(2), np.ones((1, 2)))": ((2, 4), [1, 1, 0, 0, 0, 0, 1, 1]),
    "np.tile(np.arange(2), (2, 1))": ((2, 2), [0, 1, 0, 1]),
    "np.repeat(np.arange(2) * 4, 2).reshape(4, 1)": ((4, 1), [0, 0, 4, 4]),
    "np.concatenate([np.ones((2, 1)), np.zeros((2, 2))], axis=1)": ((2, 3), [1, 0, 0, 1, 0, 0]),
    "np.stack([np.arange(2), np.arange(2)], axis=1)": ((2, 2), [0, 0, 1, 1]),
    "np.roll(np.arange(4), 1)": ((4,), [3, 0, 1, 2]),
    "np.flip(np.arange(4).reshape(2, 2), axis=0)": ((2, 2), [2, 3, 0, 1]),
    "np.cumsum(np.arange(4).reshape(2, 2), axis=0)": ((2, 2), [0, 1, 2, 4]),
    "np.outer(np.arange(2), [1, 2])": ((2, 2), [0, 0, 1, 2]),
    "np.arange(4).reshape(2, 2) @ np.arange(2)": ((2,), [1, 3]),
    "np.full((1, 2), 3, dtype=np.float32).sum(axis=1, keepdims=True)": ((1, 1), [6]),
    "(np.arange(4) % 2 == 0).astype(np.float32)": ((4,), [1, 0, 1, 0]),
    "np.array([1.5, -1.5]).astype(np.int32)": ((2,), [1, -1]),
    "np.maximum(np.arange(3), 1)": ((3,), [1, 1, 2]),
}


class ConstantsTest(KernelTest):
    def test_arrays(self):
        for text, expected in ARRAYS.items():
            found = eval(text)
            with self.subTest(text):
                self.assertEqual(expected, (found.shape, found.values()))

    def test_numbers(self):
        found = [np.sum(np.arange(4)), np.arange(4)[2], int(np.ceil(3.5)), np.prod([2, 3]), len(np.eye(3))]
        self.assertEqual([6, 2, 4, 6, 3], found)
        self.assertEqual([[0, 1], [2, 3]], np.arange(4).reshape(2, 2).tolist())

    def test_elements_are_set(self):
        array = np.zeros((2, 3))
        array[0, 1] = 2
        array[1:, :] = 1.0
        array[:, 2] = [7, 8]
        array[array == 8] = -1
        self.assertEqual([0, 2, 7, 1, 1, -1], array.values())

    def test_what_does_not_fit(self):
        for text in ("np.arange(6).reshape(4, 2)", "np.arange(3) + np.arange(2)", "bool(np.arange(2))"):
            with self.subTest(text), self.assertRaises(ValueError):
                eval(text)
        with self.assertRaises(IndexError):
            np.arange(3)[3]

    def test_what_a_kernel_holds_of_them(self):
        block = record(
            "import nki.meta.tensor as nt\n"
            "def k():\n"
            "    for c in (nt.identity(2).reshape(1, 4), nt.arange(3) > 0):\n"
            "        nl.load(nl.shared_constant(c, dtype=nl.uint8))"
        )
        self.assertEqual([[1, 0, 0, 1], [0, 1, 1]], [b["fill"] for b in block.bufs.values() if "fill" in b])


class FileTest(KernelTest):
    """`nl.shared_constant` of a file that an array was saved in."""

    BODY = """
    import numpy as np
    from tempfile import NamedTemporaryFile
    def k(x):
        with NamedTemporaryFile(suffix=".npy") as file:
            np.save(file, np.array([[1.0, 2.0], [3.0, 5.0]], dtype=np.float32))
            file.flush()
            c = nl.shared_constant({})
        assert c.shape == (2, 2) and c.dtype == nl.float32
        nl.load(c)
    """

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "needs numpy")
    def test_values(self):
        block = record(self.BODY.format("file.name"), [tensor(128, 4)])
        self.assertEqual([[1, 2, 3, 5]], [b["fill"] for b in block.bufs.values() if "fill" in b])

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "needs numpy")
    def test_what_is_no_such_file(self):
        self.refused("E3", "nl.shared_constant of 'nowhere.npy': ", self.BODY.format("'nowhere.npy'"),
                     [tensor(128, 4)])


if __name__ == "__main__":
    unittest.main()
