"""The old dialect: forms of calls, assignments of returned tiles."""

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


    def test_the_memory_of_a_result(self):
        body = """
        def k(x):
            t = nl.load(x)
            u = nisa.activation(nl.exp, t, buffer=nl.psum)
            assert u.buffer == nl.psum
            nl.store(x, nisa.tensor_scalar(u, nl.add, 1.0, buffer=nl.sbuf))
        """
        self.assertEqual(["dma_copy", "activation", "tensor_scalar", "dma_copy"],
                         [one[0] for one in old(body, tensor(128, 64)).code])
        wrong = body.replace("nl.psum)", "nl.shared_hbm)", 1)
        self.refused("E3", "nki.isa.activation: buffer is nl.sbuf or nl.psum", wrong, [tensor(128, 64)], OLD)

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


class TruthTest(KernelTest):
    """What Python asks of a tensor: whether it is there, never what it holds."""

    BODY = "def k(x, bias=None):\n    t = nl.load(x)\n    nl.store(x, nl.add(t, 1.0) if bias else t)\n"

    def test_an_argument_is_there(self):
        ops = {count: old(self.BODY, *[tensor(128, 64)] * count).ops() for count in (1, 2)}
        self.assertEqual(["dma_copy", "dma_copy"], ops[1])
        self.assertEqual(["dma_copy", "tensor_scalar", "dma_copy"], ops[2])

    def test_what_one_number_holds_is_not_known(self):
        self.refused("E6", "the value of 'bias'", self.BODY, [tensor(128, 64), tensor(1, 1)], OLD)
        self.refused("E6", "the value of 'bias'", self.BODY, [tensor(128, 64)] * 2)

    def test_conditions_are_joined_by_an_operator(self):
        body = "def k(x):\n    i, j = nl.mgrid[0:128, 0:64]\n    nl.load(x[i, j], mask=(i < 64 and j < 8))\n"
        self.refused("E9", "join conditions by &, not by and", body, [tensor(128, 64)], OLD)


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


if __name__ == "__main__":
    unittest.main()
