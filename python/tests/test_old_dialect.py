"""The old dialect: index ranges, masks, block dimensions, assignments of returned tiles."""

import unittest

from support import OLD, KernelTest, record, tensor


def old(body, *args, **more):
    return record(body, list(args), head=OLD, **more)


class ArgumentTest(KernelTest):
    def test_a_mask_clips_slices_that_are_too_long(self):
        body = """
        def k(x):
            i, j = nl.mgrid[0:128, 0:50]
            there = (i < 100) & (50 + j < 80)
            tile = nl.load(x[0:128, nl.ds(50, 50)], mask=there)
            nl.store(x[0:128, nl.ds(50, 50)], tile, mask=there)
        """
        load, store = record(body, [tensor(100, 80)], OLD).code
        self.assertEqual([[0, 50, [80, 100, 1, 30]]], load[4])
        self.assertEqual([[0, 50, [80, 100, 1, 30]]], store[3])
        text = "index 64..163 is out of bounds for dimension 0 of size 100 of x"
        for use in ("nl.load({})", "nl.load({}.expand_dim(1))", "nl.load({}[0:10])", "{}.view(nl.int32)"):
            again = "def k(x):\n    " + use.format("x[64:164, :]")
            self.refused("E4", text, again, [tensor(100, 80)], OLD)

    def test_a_value_by_place_and_by_name(self):
        body = """
        def k(x):
            t = nl.load(x)
            nisa.tensor_scalar(t, nl.add, 1.0, operand0=2.0)
        """
        self.refused("E3", "nki.isa.tensor_scalar: operand0 is given twice", body, [tensor(128, 64)], OLD)


    def test_a_row_for_all_beside_a_tile_in_psum(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            turned = nisa.nc_transpose(t)
            row = nl.broadcast_to(t[0:1, :], shape=(128, 128))
            nisa.tensor_tensor_scan(row, turned, initial=0.0, op0=nl.multiply, op1=nl.add)
            nisa.tensor_tensor_scan(row, t, initial=0.0, op0=nl.multiply, op1=nl.add)
        """, tensor(128, 128))
        self.assertEqual(
            ["partition_broadcast", "tensor_copy", "tensor_tensor_scan", "partition_broadcast",
             "tensor_tensor_scan"],
            block.ops()[3:],
        )


    def test_where_by_a_column(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            chosen = nl.where(t[:, 0:1] > 0, t, 0.0)
            assert chosen.shape == (128, 64)
            assert nl.where(t > 0, t[:, 0:1], t[:, 1:2]).shape == (128, 64)
        """, tensor(128, 64))
        self.assertEqual([1, 128, 0, 64], block.code[-4][4][1][2])


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


class NewFormsTest(KernelTest):
    """Calls in the form of the new dialect, which old modules take as well."""

    def test_tile_to_write_first_or_by_name(self):
        block = old("""
        def k(x):
            a = nl.load(x)
            i, j = nl.mgrid[0:64, 0:64]
            p = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)
            b = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.sbuf)
            n = nl.ndarray((64, 64), dtype=nl.int32, buffer=nl.sbuf)
            c = nl.ndarray((64, 1), dtype=nl.float32, buffer=nl.sbuf)
            nisa.nc_matmul(p, a, a)
            nisa.nc_matmul(dst=p, stationary=a, moving=a)
            nisa.nc_transpose(p, a)
            nisa.tensor_copy(b, p)
            nisa.tensor_tensor(b, a, b, nl.add)
            nisa.tensor_tensor(dst=b, data1=a, data2=b, op=nl.add)
            nisa.tensor_scalar(b, a, nl.multiply, 2.0)
            nisa.tensor_reduce(c, nl.add, b, 1)
            nisa.activation(b, nl.exp, a)
            nisa.activation(dst=b, op=nl.exp, data=a)
            nisa.reciprocal(b, a)
            nisa.memset(b, 0.0)
            nisa.memset(dst=b, value=1.0)
            nisa.iota(n, [[1, 64]], 0, 0)
            nisa.affine_select(b, [[1, 64]], 0, a, 0.0)
            nisa.dma_transpose(b, x)
            nisa.dma_copy(b, x)
        """, tensor(64, 64))
        self.assertEqual(
            "dma_copy nc_matmul nc_matmul nc_transpose tensor_copy tensor_tensor tensor_tensor "
            "tensor_scalar tensor_reduce activation activation reciprocal memset memset iota "
            "affine_select dma_transpose dma_copy".split(),
            [op for one, op in zip(block.code, block.ops()) if "ins" not in (one[5:] or [{}])[0]],
        )

    def test_index_ranges_as_values(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            t[...] = t + nl.broadcast_to(nl.arange(64)[None, :], shape=(64, 64))
            nl.square(nl.arange(64)[None, :])
        """, tensor(64, 64))
        self.assertEqual(["dma_copy", "iota", "partition_broadcast", "tensor_tensor", "iota", "activation"],
                         block.ops())


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


class AssignmentTest(KernelTest):
    def test_result_goes_to_its_place(self):
        block = old("""
        def k(x):
            big = nl.ndarray((128, 2, 64), dtype=nl.bfloat16)
            big[:, 1] = nl.load(x)
            big[:, 0] = nl.exp(big[:, 1])
        """, tensor(128, 64))
        self.assertEqual(["dma_copy", "activation"], block.ops())
        self.assertEqual([64, 0], [one[3][0][1] for one in block.code])
        self.assertEqual(1, sum(b["role"] == "scratch" for b in block.bufs.values()))

    def test_copy_where_it_cannot(self):
        block = old("""
        def k(x):
            a = nl.ndarray((128, 64), dtype=nl.float32)
            b = nl.ndarray((128, 64), dtype=nl.float32)
            t = nl.load(x)
            a[...] = t
            b[...] = t
            s = nl.ndarray((64, 64), dtype=nl.float32)
            s[...] = nl.matmul(a, b, transpose_x=True)
            a[...] = 0
        """, tensor(128, 64))
        self.assertEqual(
            ["dma_copy", "tensor_copy", "tensor_copy", "nc_matmul", "tensor_copy", "memset"], block.ops()
        )
        self.assertEqual([], block.warnings())

    def test_a_value_stored_and_then_used_again(self):
        block = old("""
        def k(x):
            best = nl.ndarray((128, 4), dtype=nl.float32)
            t = nl.load(x)
            for i in range(4):
                m = nl.max(t, axis=1)
                best[:, i] = m
                t[...] = nl.subtract(t, m)
            nl.exp(best)
        """, tensor(128, 64))
        self.assertEqual(["tensor_reduce", "tensor_copy", "tensor_scalar"], block.ops()[1:4])
        made, copied, used = block.code[1:4]
        self.assertEqual([made[3], copied[4][0]], [[copied[4][0]], used[4][1]])
        self.assertEqual([], block.warnings())

    def test_accumulation(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            acc = nl.zeros((64, 64), dtype=nl.float32, buffer=nl.psum)
            for _ in nl.affine_range(3):
                acc += nisa.nc_matmul(t, t)
            for _ in nl.affine_range(2):
                acc[...] += nl.matmul(t, t, transpose_x=True)
            s = nl.copy(acc)
            s += 1.0
            s[0:32, 0:8] += s[0:32, 8:16]
            s *= 2
        """, tensor(128, 64))
        self.assertEqual(
            ["dma_copy"] + ["nc_matmul"] * 5
            + ["tensor_copy", "tensor_scalar", "tensor_tensor", "tensor_scalar"],
            block.ops(),
        )
        flags = [(block.attrs(i)["start"], block.attrs(i)["stop"]) for i in range(1, 6)]
        self.assertEqual([(1, 0), (0, 0), (0, 0), (0, 0), (0, 1)], flags)
        self.assertEqual(1, len({one[3][0][0] for one in block.code[1:6]}))

    def test_store_from_psum_goes_through_sbuf(self):
        block = old("""
        def k(x, y):
            t = nl.load(x)
            nl.store(y, nl.matmul(t, t, transpose_x=True))
        """, tensor(128, 64), tensor(64, 64))
        self.assertEqual(["dma_copy", "nc_matmul", "tensor_copy", "dma_copy"], block.ops())
        self.assertEqual(1, block.attrs(2)["ins"])

    def test_operands_an_engine_cannot_read(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            row = nl.load(x[0:1])
            wide = nl.zeros((128, 64, 2), dtype=nl.float32)
            nisa.scalar_tensor_tensor(data=t, op0=nl.multiply, operand0=2.0, op1=nl.add,
                                      operand1=row.broadcast_to((128, 64)))
            nl.equal(t, nl.arange(64)[None, :])
            nisa.tensor_tensor(wide, t, nl.multiply)
        """, tensor(128, 64))
        self.assertEqual(
            ["partition_broadcast", "scalar_tensor_tensor", "iota", "partition_broadcast",
             "tensor_tensor", "tensor_tensor"], block.ops()[3:],
        )
        self.assertEqual([64, 128, 1, 64, 0, 2], block.code[-1][4][1][2])

    def test_one_element_for_several_partitions(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            wide = nl.ndarray((128, 2, 1), dtype=nl.float32)
            wide[nl.arange(128)[:, None, None], 1, 0] = t[0, 5] * 2.0
        """, tensor(128, 64))
        self.assertEqual(["dma_copy", "tensor_scalar", "partition_broadcast", "tensor_copy"], block.ops())
        self.assertEqual([2, 128, 0, 1, 0, 1], block.code[3][3][0][2])

    def test_index_of_a_loop_as_a_tile(self):
        block = old("""
        def k(x):
            rows = nl.load(x[0:1]).broadcast_to([128, 64])
            for i in nl.affine_range(2):
                place = nisa.iota(i + 3, dtype=nl.uint32)
                nl.exp(nl.copy(place.broadcast_to([128, 1]), dtype=nl.float32))
                nisa.tensor_copy_dynamic_src(rows[nl.arange(128)[:, None], place])
        """, tensor(128, 64))
        self.assertEqual("iota", block.ops()[1])
        self.assertEqual([3, 4], [a["offset"] for a in map(block.attrs, range(len(block.code))) if "offset" in a])
        self.assertEqual([1, 1], block.bufs[block.code[1][3][0][0]]["shape"])

    def test_columns_in_predicated_copies(self):
        block = old("""
        def k(x, y):
            t = nl.load(x)
            nisa.tensor_copy_predicated(dst=t, src=nl.zeros((128, 1), dtype=nl.float32), predicate=nl.load(y))
        """, tensor(128, 64), tensor(128, 1, dtype="uint8"))
        self.assertEqual([[1, 128, 0, 64]] * 2, [view[2] for view in block.code[-1][4][:2]])

    def test_tensor_engine_reads_sbuf_only(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            a = nisa.nc_transpose(t)
            b = nisa.nc_matmul(a, a)
            nl.full((128, 2), nl.finfo(nl.bfloat16).min, dtype=nl.bfloat16)
        """, tensor(128, 64))
        self.assertEqual(["nc_transpose", "tensor_copy", "tensor_copy", "nc_matmul", "memset"],
                         block.ops()[2:])
        self.assertEqual(-3.3895313892515355e38, block.attrs(-1)["value"])

    def test_numbers_of_numpy(self):
        block = old("""
        import numpy as np
        def k(x):
            t = nl.load(x)
            t[...] = np.float32(2)
            nl.load(x[nl.arange(4)[:, None], np.int32(5)])
            nl.add(t, np.float32(1))
        """, tensor(128, 64))
        self.assertEqual(["dma_copy", "memset", "dma_copy", "tensor_scalar"], block.ops())
        self.assertEqual(5, block.code[2][4][0][1])

    def test_loop_reduce(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            total = nl.zeros((128, 64), dtype=nl.float32)
            for i in nl.affine_range(2):
                total[...] = nl.loop_reduce(t, op=nl.add, loop_indices=[i])
        """, tensor(128, 64))
        self.assertEqual(["memset", "tensor_copy", "tensor_tensor"], block.ops()[1:])
        self.assertEqual(1, len({str(one[3]) for one in block.code[1:]}))

    def test_loop_reduce_without_a_tile_to_go_to(self):
        block = old("""
        def k(x):
            t = nl.load(x)
            for i in nl.affine_range(3):
                most = nl.loop_reduce(t, op=nl.max, loop_indices=[i],
                                      mask=(i < 2) & (nl.arange(64)[None, :] < 32))
            nl.exp(most)
        """, tensor(128, 64))
        self.assertEqual(["tensor_copy", "tensor_tensor", "activation"], block.ops()[1:])
        self.assertEqual("maximum", block.attrs(2)["op"])
        self.assertEqual([64, 128, 1, 32], block.code[2][3][0][2])


class BlockTest(KernelTest):
    def test_tiles_are_made_on_first_use(self):
        block = old("""
        def k(x):
            t = nl.ndarray((64, 32, nl.par_dim(128), 2048), dtype=nl.float32, buffer=nl.psum)
            u = nl.zeros((2, nl.par_dim(128), 64), dtype=nl.float32)
            for i in nl.affine_range(2):
                u[i, :, 0:4] = nl.load(x[:, 0:4])
                u[i] += 1.0
            t[3, 1, :, 0:64] = nl.copy(u[-1])
        """, tensor(128, 64))
        shapes = [(b["name"], b["shape"]) for b in block.bufs.values() if b["role"] == "scratch"]
        self.assertEqual([("u", [128, 64]), ("u", [128, 64]), ("t", [128, 2048])], shapes)
        groups = {b["group"] for b in block.bufs.values() if b["name"] == "u"}
        self.assertEqual(1, len(groups))

    def test_lazy_zeros_and_tiles_put_in(self):
        block = old("""
        def k(x):
            acc = nl.zeros((64, 9, nl.par_dim(64), 64), nl.float32, nl.psum, lazy_initialization=True)
            w = nl.ndarray((4, nl.par_dim(128), 64), dtype=nl.float32)
            w[2] = nl.ndarray((nl.par_dim(128), 64), dtype=nl.float32)
            nisa.dma_copy(src=x, dst=w[2])
            for i in nl.affine_range(2):
                acc[3, 1] += nisa.nc_matmul(w[2], w[2])
            big = nl.ndarray((128, 5, 1), dtype=nl.float32)
            big[0:128, 0:5, 0:1] = w[2, 0:128, 3:4]
        """, tensor(128, 64))
        self.assertEqual(["dma_copy", "nc_matmul", "nc_matmul", "tensor_copy"], block.ops())
        self.assertEqual([(1, 0), (0, 1)], [(block.attrs(i)["start"], block.attrs(i)["stop"]) for i in (1, 2)])
        self.assertEqual([64, 128, 0, 5, 0, 1], block.code[3][4][0][2])

    def test_refused(self):
        body = "def k():\n    t = nl.ndarray((2, nl.par_dim(128), 4), dtype=nl.float32)\n    {}"
        self.refused("E5", "with integers", body.format("t[0:2, :, :]"), head=OLD)
        self.refused("E4", "out of bounds", body.format("t[2]"), head=OLD)

    def test_allocators(self):
        block = old("""
        def place(idx, pdim_size, fdim_size):
            return 0, 4096 + idx[0] % 2 * fdim_size
        def bank(idx, pdim_size, fdim_size):
            return idx[0] % 8, 0, 0
        def k(x):
            a = nl.ndarray((4, nl.par_dim(128), 8), nl.float32, buffer=ncc.sbuf.alloc(place))
            b = nl.ndarray((4, nl.par_dim(128), 8), nl.float32,
                           buffer=ncc.sbuf.mod_alloc(base_addr=64, num_free_tiles=(2,)))
            c = nl.ndarray((4, nl.par_dim(128), 8), nl.float32, buffer=ncc.psum.alloc(bank))
            d = nl.ndarray((4, nl.par_dim(128), 8), nl.float32,
                           buffer=ncc.psum.mod_alloc(base_bank=4, num_bank_tiles=(4,)))
            e = nl.ndarray((128, 8), nl.float32, buffer=ncc.sbuf.mod_alloc(base_addr=9))
            for t in (a, b, c, d):
                t[3] = 1.0
            e[...] = 1.0
        """, tensor(128, 64))
        found = {b["name"]: b["addr"] for b in block.bufs.values() if "addr" in b}
        self.assertEqual(
            {"a": [0, 4128], "b": [0, 96], "c": [0, 6144], "d": [0, 14336], "e": [0, 9]}, found
        )

    def test_flags_of_the_compiler(self):
        block = old("""
        @ncc.skip_middle_end_transformations
        @nki.jit
        @ncc.enable_stack_allocator(log_level=1)
        def k(x):
            pass
        """, tensor(128, 64))
        self.assertEqual(
            ["enable_stack_allocator", "skip_middle_end_transformations"], block.head["flags"]
        )


if __name__ == "__main__":
    unittest.main()
