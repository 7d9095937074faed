"""The old dialect: index ranges, and masks and choices by them."""

import unittest

from support import OLD, KernelTest, record, tensor


def old(body, *args, **more):
    return record(body, list(args), head=OLD, **more)


class RangeTest(KernelTest):
    def test_strides_of_expressions(self):
        block = old("""
        def k(img):
            i_p, i_h, i_w = nl.mgrid[0:128, 0:6, 0:14]
            x = nl.load(img[i_p, 2 * i_h + 1, i_w])
            tile = nl.zeros((128, 512), dtype=nl.float32)
            t = nl.copy(tile[i_p, (i_h + 2) * 16 + i_w + 3])
            nl.load(img[nl.arange(4)[:, None], nl.arange(4)[None, :], 5])
            nl.load(img[1, nl.arange(8), 0])
            grid = nl.mgrid[0:16, 0:4]
            nl.load(img[grid.p, grid.p - grid.x + 3, grid.x * 4])
        """, tensor(128, 32, 16))
        accesses = [one[4][0][1:] for one in block.code if one[4]]
        self.assertEqual(
            [
                [16, [512, 128, 32, 6, 1, 14]],
                [35, [512, 128, 16, 6, 1, 14]],
                [5, [512, 4, 16, 4]],
                [512, [16, 8, 1, 1]],
                [48, [528, 16, -12, 4]],
            ],
            accesses,
        )

    def test_grids_know_all_their_axes(self):
        block = old("""
        def k(x):
            w = nl.mgrid[0:128, 0:5, 0:3, 0:3]
            t = nl.load(x)
            s = nl.copy(t[w.p, 2 * w.x + w.z, w.y])
            i = nisa.iota(3 * w.y + w.z, dtype=nl.uint32)
            one = nl.mgrid[0:128, 0:9]
            u = nl.copy(t[one.p, 7, 0])
            v = nl.copy(t[one.p, nl.mgrid[0:128, 0:4].x, 0])
        """, tensor(128, 16, 8))
        self.assertEqual([128, 128, 16, 5, 1, 3, 8, 3], block.code[1][4][0][2])
        self.assertEqual([128, 5, 3, 3], block.bufs[block.code[2][3][0][0]]["shape"])
        self.assertEqual([[0, 5], [3, 3], [1, 3]], block.attrs(2)["pattern"])
        self.assertEqual([128, 128, 0, 1], block.code[3][4][0][2])
        self.assertEqual([128, 128, 8, 4], block.code[4][4][0][2])

    def test_indexed_columns_are_operands(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            i = nl.arange(128)[:, None]
            nisa.activation(nl.exp, t, bias=t[i, 0], scale=t[i, 3])
        """, tensor(128, 64))
        self.assertEqual(("$1", "$2"), (block.attrs(1)["bias"], block.attrs(1)["scale"]))
        self.assertEqual([1, 3, [64, 128, 0, 1]], block.code[1][4][2])

    def test_ranges_of_different_grids_index_dimensions_of_their_own(self):
        block = record(
            """
            def k(h):
                a = nl.load(h)
                p, f, one = nl.mgrid[0:128, 0:64, 0:1]
                part, six = nl.mgrid[0:32, 0:6]
                s = nl.ndarray((128, 12), dtype=nl.float32)
                rows, _ = nl.mgrid[0:128, 0:64]
                s[rows, 6 + six] = nisa.bn_stats(a[rows, 32 + part])
                row = nl.load(h[0:1].reshape((1, 64))[one, f])
                a * row.broadcast_to((128, 64))
            """,
            [tensor(128, 64)], head=OLD,
        )
        stats = next(one for one in block.code if one[0] == "bn_stats")
        self.assertEqual([64, 128, 1, 32], stats[4][0][2])
        self.assertEqual((6, [12, 128, 1, 6]), (stats[3][0][1], stats[3][0][2]))

    def test_not_affine(self):
        for text in ("i // 2", "i % 2", "i * i", "i * 0.5"):
            self.refused(
                "E9", "", f"def k(x):\n    i = nl.arange(4)\n    nl.load(x[{text}, 0])",
                [tensor(16, 4)], OLD,
            )
        self.refused("E9", "takes ':' and None only",
                     "def k():\n    i = nl.arange(4)\n    i[:, None]\n    i[0:2, None]", head=OLD)
        self.refused("E9", "truth value", "def k():\n    if nl.arange(4) < 2: pass", head=OLD)

    def test_bounds_are_checked_when_used(self):
        body = "def k(x):\n    i = nl.arange(128)[:, None]\n    j = nl.arange(4)[None, :]\n    {}"
        self.refused("E4", "index 1..128 is out of bounds for dimension 0 of size 128",
                     body.format("nl.load(x[i + 1, j])"), [tensor(128, 4)], OLD)
        old(body.format("nl.load(x[i + 1, j], mask=i + 1 < 128)"), tensor(128, 4))


class MaskTest(KernelTest):
    BODY = """
    def k(x):
        i_p, i_f = nl.mgrid[0:128, 0:64]
        for m in nl.affine_range(3):
            {}
    """

    def test_clips_operands(self):
        block = old(self.BODY.format("t = nl.load(x[m * 128 + i_p, i_f], mask=m * 128 + i_p < 300)"),
                    tensor(300, 64))
        self.assertEqual([[64, 128, 1, 64]] * 2 + [[64, 44, 1, 64]], [o[4][0][2] for o in block.code])
        self.assertEqual([[64, 128, 1, 64]] * 2 + [[64, 44, 1, 64]], [o[3][0][2] for o in block.code])
        self.assertEqual([128, 64], block.bufs[block.code[2][3][0][0]]["shape"])

    def test_nothing_left(self):
        block = old(self.BODY.format("nl.load(x[m * 128 + i_p, i_f], mask=m * 128 + i_p < 128)"),
                    tensor(300, 64))
        self.assertEqual(1, len(block.code))

    def test_two_conditions_and_numbers(self):
        block = old("""
        def k(x):
            i_p, i_f = nl.mgrid[0:128, 0:64]
            nl.load(x[i_p, i_f], mask=(i_p <= 9) & (60 > i_f) & (i_p >= 0) & True)
            t = nl.load(x[i_p, i_f], mask=3 > 2)
            t[...] = nl.copy(t, mask=3 < 2)
            nl.load(x[i_p, i_f], mask=2 * i_f + 1 < 20)
        """, tensor(128, 64))
        self.assertEqual([[64, 10, 1, 60], [64, 128, 1, 64], [64, 128, 1, 10]],
                         [one[4][0][2] for one in block.code])

    def test_causal_is_kept_for_values(self):
        block = old("""
        def k(x):
            i_p, i_f = nl.mgrid[0:64, 0:64]
            t = nl.load(x)
            nl.exp(t, mask=i_p >= i_f)
        """, tensor(64, 64))
        self.assertEqual([[-1, [-1, 1], "<"]], block.attrs(1)["mask"])
        self.assertEqual([64, 64, 1, 64], block.code[1][4][0][2])
        self.assertIn("W4", block.warnings())

    def test_matmul_masks_are_over_k_m_n(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            i_k = nl.arange(128)[:, None, None]
            i_n = nl.arange(64)[None, None, :]
            r = nisa.nc_matmul(t, t, mask=(i_k < 100) & (i_n < 10))
        """, tensor(128, 64))
        one = block.code[1]
        self.assertEqual([[64, 64, 1, 10], [64, 100, 1, 64], [64, 100, 1, 10]],
                         [one[3][0][2], one[4][0][2], one[4][1][2]])

    def test_transposes_turn_the_mask(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            i_p, i_f = nl.mgrid[0:128, 0:64]
            r = nisa.nc_transpose(t, mask=(i_p < 100) & (i_f < 10))
            s = nl.zeros((64, 64), dtype=nl.float32, buffer=nl.psum)
            s += nl.matmul(t, t, transpose_x=True, mask=1 > 2)
            nisa.nc_transpose(t, mask=i_p < 0)
        """, tensor(128, 64))
        self.assertEqual(["dma_copy", "dma_copy", "nc_transpose", "memset"], block.ops())
        one = block.code[2]
        self.assertEqual([128, 10, 1, 100], one[3][0][2])
        self.assertEqual([[64, 100, 1, 10], [128, 128, 1, 128]], [a[2] for a in one[4]])

    def test_from_below(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            i, j = nl.mgrid[0:128, 0:64]
            t[...] = nl.exp(t[i, j], mask=(j >= 10) & (2 * i > 200) & (i + j < 150))
        """, tensor(128, 64))
        clipped = [101 * 64 + 10, [64, 27, 1, 54]]
        self.assertEqual([clipped, clipped], [a[1:3] for a in (block.code[1][3][0], block.code[1][4][0])])
        self.assertEqual([[101 + 10 - 150, [1, 1], "<"]], block.attrs(1)["mask"])

    def test_windows_that_reach_over_an_edge(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            i = nl.arange(16)[:, None, None]
            o = nl.arange(8)[None, :, None]
            w = nl.arange(3)[None, None, :]
            at = 2 * o + w - 1
            y = nl.max(t[i, at], axis=[2], mask=(at >= 0) & (at < 15))
            nl.exp(y)
        """, tensor(16, 15))
        self.assertEqual(["memset"] + 3 * ["tensor_tensor"], block.ops()[1:5])
        self.assertEqual([1, 0, 0], [one[3][0][1] for one in block.code[2:5]])
        self.assertEqual([[15, 16, 2, 7], [15, 16, 2, 8], [15, 16, 2, 7]],
                         [one[4][1][2] for one in block.code[2:5]])
        self.assertEqual([1, 0, 1], [one[4][1][1] for one in block.code[2:5]])

    def test_masks_cannot_be_or(self):
        self.refused("E9", "joined by & only",
                     "def k():\n    i = nl.arange(4)\n    (i < 2) | (i > 3)", head=OLD)

    def test_a_mask_of_two_axes_on_a_matmul_is_of_the_moving_side(self):
        block = record(
            """
            def k(a):
                o = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)
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


class WhereTest(KernelTest):
    def test_index_ranges_choose(self):
        body = """
            def k(a):
                x = nl.load(a)
                p, q = nl.arange(128)[:, None], nl.arange(64)[None, :]
                nl.where((p < 100) & (q < 60), x, 0.0)
                nl.where(p >= q, 1.0, x, dtype=nl.bfloat16)
            """
        block = record(body, [tensor(128, 64)], OLD)
        self.assertEqual(["dma_copy", "memset", "tensor_copy", "tensor_copy", "memset"], block.ops())
        self.assertEqual([64, 100, 1, 60], block.code[2][3][0][2])
        self.assertEqual([[-1, [-1, 1], "<"]], block.attrs(4)["mask"])

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

    def test_slices_beside_ranges_or_tiles_are_noted(self):
        body = """
            def k(x, at):
                i = nl.arange(64)[:, None]
                places = nl.load(at)
                nl.store(x[0:64, 0:32], nl.load(x[{index}]))
            """
        said = {"i, 0:32": "nl.arange", "places, nl.ds(0, 32)": "a tile"}
        for index in (*said, "i, nl.arange(32)[None, :]", "places, nl.arange(32)[None, :]"):
            block = record(body.format(index=index), [tensor(128, 32), tensor(64, 1, dtype="int32")], OLD)
            noted = [one["text"] for one in block.end["warnings"] if one["code"] == "W11"]
            text = f"'x' is indexed by {said.get(index)} and by slices, which NKI refuses"
            self.assertEqual([f"{text}: nl.arange does for the slices"] if index in said else [], noted)


if __name__ == "__main__":
    unittest.main()
