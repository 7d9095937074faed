"""Views: which elements slices, integers and view methods name."""

import unittest

import support

support.record("def k():\n    pass")

from trn2sim_recorder.basics.dtypes import DTYPES  # noqa: E402
from trn2sim_recorder.basics.errors import RecordError  # noqa: E402
from trn2sim_recorder.tensors.buffers import SBUF, SHARED_HBM, Allocation, layout  # noqa: E402
from trn2sim_recorder.tensors.registers import Reg  # noqa: E402
from trn2sim_recorder.tensors.slices import DynamicSlice as ds  # noqa: E402
from trn2sim_recorder.tensors.views import whole  # noqa: E402


def make(shape, space=SBUF, dtype="float32"):
    plan = layout(tuple(shape), DTYPES[dtype], space, 212984)
    return whole([None] * 7, Allocation(plan, "t", "k.py:1"))


class ViewTest(unittest.TestCase):
    def setUp(self):
        self.t = make((128, 4, 32))
        self.h = make((4, 256, 512), SHARED_HBM, "bfloat16")

    def expect(self, view, shape, strides, offset):
        self.assertEqual((shape, strides, offset), (view.shape, view.strides, view.offset))

    def refused(self, code, text, call):
        with self.assertRaises(RecordError) as caught:
            call()
        self.assertEqual(code, caught.exception.code)
        self.assertIn(text, caught.exception.text)

    def test_slices_and_integers_on_chip(self):
        self.expect(self.t[:, 2, 8:16], (128, 8), (128, 1), 72)
        self.expect(self.t[5], (1, 4, 32), (128, 32, 1), 640)
        self.expect(self.t[:, 1, 7], (128, 1), (128, 1), 39)
        self.expect(self.t[:, :, ::2], (128, 4, 16), (128, 32, 2), 0)
        self.expect(self.t[64:, -1, -4:], (64, 4), (128, 1), 64 * 128 + 3 * 32 + 28)
        self.expect(self.t[...], (128, 4, 32), (128, 32, 1), 0)
        self.expect(self.t[..., 3], (128, 4), (128, 32), 3)

    def test_hbm_drops_dimensions(self):
        self.expect(self.h[3, 128:256], (128, 512), (512, 1), 458752)
        self.expect(self.h[1, 2, 3], (1,), (1,), 131072 + 1024 + 3)
        self.expect(self.h[None, 0], (1, 256, 512), (0, 512, 1), 0)

    def test_slices_of_a_matrix(self):
        flat = make((128, 512), SHARED_HBM)
        self.expect(flat[0:64, 0:128], (64, 128), (512, 1), 0)
        self.expect(flat[2:, 8:128], (126, 120), (512, 1), 1032)
        for _ in range(3):
            for row, column in ((0, 8), (8, 0), (8, 8)):
                part = flat[row : row + 64, column : column + 128]
                self.expect(part, (64, 128), (512, 1), row * 512 + column)
                self.expect(part[1:2, 1:], (1, 127), (512, 1), (row + 1) * 512 + column + 1)
        self.assertIs(flat[8:72, 0:128], flat[8:72, 0:128])
        self.expect(flat[0:64:2, 0:128], (32, 128), (1024, 1), 0)
        self.expect(flat[0:64][0:32, 0:128], (32, 128), (512, 1), 0)

    def test_dynamic_slices(self):
        self.expect(self.t[:, ds(1, 2)], (128, 2, 32), (128, 32, 1), 32)
        reg = Reg(3, "ring", {})
        view = self.h[ds(reg, 1)]
        self.expect(view, (1, 256, 512), (131072, 512, 1), 0)
        self.assertEqual(("r", 3, 131072, None), view.dynamic)
        view = self.h[:, reg * 128 + 2 : reg * 128 + 130]
        self.expect(view, (4, 128, 512), (131072, 512, 1), 1024)
        self.assertEqual(("r", 3, 128 * 512, None), view.dynamic)
        self.refused("E7", "one run-time offset", lambda: self.h[reg, reg])

    def test_out_of_bounds(self):
        for call, text in (
            (lambda: self.t[:, 4], "index 4 is out of bounds for dimension 1 of size 4 of t"),
            (lambda: self.t[:, 0:5], "slice 0:5 is out of bounds for dimension 1 of size 4"),
            (lambda: self.t[:, -5], "index -5"),
            (lambda: self.t[:, 2:2], "slice 2:2 is empty"),
            (lambda: self.t[0, 0, 0, 0], "4 indices"),
            (lambda: self.t[:, 3:1:-1], "steps are positive"),
            (lambda: self.t[:, ds(3, 2)], "slice 3:5"),
        ):
            self.refused("E4", text, call)

    def test_two_dimensions(self):
        """Two plain slices have a way of their own, on chip and, remembered, in HBM."""
        for flat in (make((128, 512)), make((128, 512), SHARED_HBM)):
            for _ in range(2):
                self.expect(flat[32:64, 100:300], (32, 200), (512, 1), 32 * 512 + 100)
                self.expect(flat[:, 500:], (128, 12), (512, 1), 500)
                self.expect(flat[-8:, :-2], (8, 510), (512, 1), 120 * 512)
                self.expect(flat[8:16, 8:16][2:4, 1:3], (2, 2), (512, 1), 10 * 512 + 9)
                self.refused("E4", "slice 0:129", lambda: flat[0:129, 0:1])
                self.refused("E4", "slice 448:576", lambda: flat[0:1, 448:576])
                self.refused("E4", "slice 5:5 is empty", lambda: flat[5:5, 0:1])

    def test_reshape(self):
        self.expect(self.t.reshape((128, 128))[:, 40:48], (128, 8), (128, 1), 40)
        self.expect(self.t.reshape(128, 2, -1), (128, 2, 64), (128, 64, 1), 0)
        self.expect(self.t.reshape(shape=(128, 128)), (128, 128), (128, 1), 0)
        turned = self.t.permute((0, 2, 1))
        self.expect(turned, (128, 32, 4), (128, 1, 32), 0)
        self.refused("E5", "needs a copy", lambda: turned.reshape((128, 128)))
        self.refused("E5", "cannot give", lambda: self.t.reshape((128, 100)))
        self.refused("E5", "a DMA moves data across partitions", lambda: self.t.reshape((64, 256)))
        self.refused("E5", "a DMA moves data across partitions", lambda: turned.reshape((64, 256)))
        self.expect(self.h.reshape((1024, 512))[512:514], (2, 512), (512, 1), 262144)

    def test_dimension_methods(self):
        self.expect(self.t.slice(2, 0, 32, 4), (128, 4, 8), (128, 32, 4), 0)
        self.expect(self.t.select(1, 3), (128, 32), (128, 1), 96)
        self.expect(self.t.select(-1, -1), (128, 4), (128, 32), 31)
        self.expect(self.t.reshape_dim(2, (4, 8)), (128, 4, 4, 8), (128, 32, 8, 1), 0)
        self.expect(self.t.reshape_dim(2, (-1, 16)), (128, 4, 2, 16), (128, 32, 16, 1), 0)
        self.expect(self.t.flatten_dims(1, 2), (128, 128), (128, 1), 0)
        self.expect(self.t.expand_dim(2), (128, 4, 1, 32), (128, 32, 0, 1), 0)
        self.expect(self.t.expand_dim(2).squeeze_dim(2), (128, 4, 32), (128, 32, 1), 0)
        self.expect(self.t[:, 0:1].broadcast(1, 9), (128, 9, 32), (128, 0, 1), 0)
        self.expect(make((1, 8)).broadcast_to((128, 8)), (128, 8), (0, 1), 0)
        self.refused("E5", "not 1", lambda: self.t.broadcast(1, 9))
        self.refused("E5", "partition", lambda: self.t.permute((1, 0, 2)))
        self.refused("E5", "partition", lambda: self.t.expand_dim(0))
        self.refused("E5", "no dimension 5", lambda: self.t.select(5, 0))

    def test_rearrange(self):
        view = self.t.rearrange(("p", "a", ("b", "c")), ("p", "b", "a", "c"), {"c": 8})
        self.expect(view, (128, 4, 4, 8), (128, 8, 32, 1), 0)
        self.expect(self.t.rearrange("p a b", "p (a b)"), (128, 128), (128, 1), 0)
        named = {"src_pattern": "p a (b c)", "dst_pattern": "p c a b", "fixed_sizes": {"c": 2}}
        self.expect(self.t.rearrange(**named), (128, 2, 4, 16), (128, 1, 32, 2), 0)
        row = self.t[3:4]
        self.expect(row.rearrange("p a b", "p b a"), (1, 32, 4), (128, 1, 32), 384)
        self.refused("E5", "partition", lambda: row.rearrange("p a b", "a p b"))
        self.refused("E5", "needs a copy", lambda: self.t.rearrange("p a b", "p (b a)"))
        self.refused("E3", "same dimensions", lambda: self.t.rearrange("p a b", "p a"))
        self.refused("E5", "partition", lambda: self.t.rearrange("p a b", "a p b"))

    def test_other_type(self):
        view = self.t.view("bfloat16")
        self.expect(view, (128, 4, 64), (256, 64, 1), 0)
        self.assertEqual("bfloat16", view.dtype)
        back = self.t[:, 1].view("uint8").view("float32")
        self.expect(back, (128, 32), (128, 1), 32)
        self.refused("E5", "not contiguous", lambda: self.t[:, :, ::2].view("int8"))

    def test_access_pattern(self):
        reg = Reg(1, "rank", {})
        view = self.h.ap([[512, 128], [1, 512]], offset=65536, scalar_offset=reg)
        self.expect(view, (128, 512), (512, 1), 65536)
        self.assertEqual(("r", 1, 131072, None), view.dynamic)
        view = self.h.ap([[512, 2], [1, 512]], scalar_offset=reg * 2 + 1, indirect_dim=1)
        self.assertEqual(("r", 1, 1024, None), view.dynamic)
        self.assertEqual(512, view.offset)
        view = self.h[1].ap([[512, 4], [1, 512]], offset=reg * 8 + 3)
        self.assertEqual(("r", 1, 8, None), view.dynamic)
        self.assertEqual(131075, view.offset)
        self.refused("E3", "offset, or", lambda: self.h.ap([[1, 4]], offset=reg, scalar_offset=reg))
        self.expect(self.h[1].ap([[1, 4]]), (4,), (1,), 131072)
        self.expect(self.h[1].ap([[1, 4]], offset=0), (4,), (1,), 131072)
        self.expect(self.h[1, 2].ap([[512, 2], [1, 4]], offset=8), (2, 4), (512, 1), 132104)
        as_bytes = self.h[1].ap([[1, 4]], offset=3, dtype=DTYPES["uint8"])
        self.expect(as_bytes, (4,), (1,), 2 * 131072 + 3)
        self.expect(self.h.ap([[1, 4]], scalar_offset=2), (4,), (1,), 262144)
        index = make((128, 1), dtype="uint32")
        part = self.h[2, :, 0:64].ap([[512, 128], [1, 64]], scalar_offset=reg)
        self.assertEqual(512, part.dynamic[2])
        view = self.h.ap([[512, 128], [1, 512]], vector_offset=index)
        self.assertEqual(("v", 7, 131072, index), view.dynamic)
        self.refused("E4", "reaches element", self.h.ap([[512, 2000], [1, 512]]).check_pending)
        self.expect(self.h.ap([[512, 1], [-1, 8]], offset=7), (1, 8), (512, -1), 7)
        self.refused("E4", "element -1", self.h.ap([[512, 1], [-1, 8]], offset=6).check_pending)
        self.refused(
            "E3", "not both", lambda: self.h.ap([[1, 1]], scalar_offset=reg, vector_offset=index)
        )

    def test_access_pattern_of_a_view_that_moves(self):
        reg, index = Reg(1, "rank", {}), make((128, 1), dtype="uint32")
        moved = self.h.ap([[512, 128], [1, 512]], scalar_offset=reg, indirect_dim=1)
        again = moved.ap([[512, 4], [1, 8]], offset=3)
        self.assertEqual((("r", 1, 512, None), 3), (again.dynamic, again.offset))
        self.refused("E7", "one run-time offset", lambda: moved.ap([[1, 1]], scalar_offset=reg))
        wide = moved.ap([[1, 4]], dtype=DTYPES["float32"])
        self.assertEqual(("r", 1, 256, None), wide.dynamic)
        bytes_of = self.h.ap([[1, 4]], vector_offset=index, indirect_dim=1, dtype=DTYPES["uint8"])
        self.assertEqual(("v", index.base.id, 1024, index), bytes_of.dynamic)
        odd = self.h.ap([[1, 2]], scalar_offset=reg, indirect_dim=2)
        self.refused("E5", "do not divide", lambda: odd.view("float32"))
        self.refused("E5", "do not divide", lambda: self.h[0, 0, 1:].ap([[1, 2]], dtype=DTYPES["float32"]))
        self.refused(
            "E5", "expected an index in each",
            lambda: self.h.ap([[512, 4], [1, 8]], vector_offset=index.ap([[0, 4], [1, 1]])),
        )

    def test_what_kernels_ask(self):
        view = self.t[:, 1:3]
        self.assertEqual([[128, 128], [32, 2], [1, 32]], view.get_pattern())
        self.assertEqual((view.get_pattern(), 32), view._get_pattern_and_offset())
        self.assertEqual((3, 8192, "sbuf", 4), (view.ndim, view.size, view.buffer, view.itemsize))
        self.assertEqual((False, True), (view.is_identity(), self.t.is_identity()))
        self.assertTrue(view.is_contiguous())
        self.assertTrue(self.t.is_contiguous())
        self.assertFalse(self.t[:, :, 0:8].is_contiguous())
        self.assertFalse(self.h[:, 0:8].is_contiguous())
        self.assertFalse(view.is_indirect())
        self.assertEqual(128, len(view))

    def test_a_part_of_a_tensor_has_a_pattern_and_the_whole_has_none(self):
        self.assertIsNone(self.h._pattern)
        self.assertIsNone(self.t.reshape((128, 128))._pattern)
        self.assertEqual([[512, 64], [1, 512]], self.h[1, 0:64]._pattern)

    def test_contents_are_unknown(self):
        for call in (bool, int, float, list):
            self.refused("E6", "the value of 't' is not known", lambda c=call: c(self.t))

    def test_registers_are_no_numbers(self):
        reg = Reg(0, "rank", {})
        for call in (int, float, lambda r: r < 3, lambda r: r // 2, lambda r: r * 0.5):
            self.refused("E7", "run time only", lambda c=call: c(reg))
        self.assertEqual(3, (reg * 4 + 5) - (reg * 4 + 2))

    def test_a_shape_is_no_type(self):
        for shape in ((128, 128), [128, 128]):
            self.refused("E3", "view takes a data type; reshape((128, 128)) gives", lambda s=shape: self.t.view(s))
            self.refused("E3", "reshape((128, 128)) gives", lambda s=shape: self.t.view(*s))


if __name__ == "__main__":
    unittest.main()
