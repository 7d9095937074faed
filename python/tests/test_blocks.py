"""The old dialect: block dimensions and where their tiles are."""

import unittest

from support import OLD, KernelTest, record, tensor

HBM = "o = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)"


def old(body, *args, **more):
    return record(body, list(args), head=OLD, **more)


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
        self.refused("E5", "with integers", body.format("nl.exp(t[0:2, :, :])"), head=OLD)
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

    def test_banks_partitions_and_bytes_take_turns_on_their_own(self):
        block = old("""
        def k(x):
            a = nl.ndarray((4, 6, nl.par_dim(32), 8), nl.float32, buffer=ncc.sbuf.mod_alloc(
                base_addr=64, num_par_tiles=(2, 1), num_free_tiles=(1, 3)))
            b = nl.ndarray((4, 6, nl.par_dim(128), 8), nl.float32, buffer=ncc.psum.mod_alloc(
                base_bank=2, base_addr=256, num_bank_tiles=(4, 1), num_free_tiles=(1, 2)))
            a[3, 4] = 1.0
            b[3, 5] = 1.0
        """, tensor(128, 64))
        found = {b["name"]: b["addr"] for b in block.bufs.values() if "addr" in b}
        self.assertEqual({"a": [32, 64 + 32], "b": [0, 5 * 2048 + 256 + 32]}, found)

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

    def test_slices_keep_block_dimensions(self):
        body = """
        def k(x):
            t = nl.ndarray(({count}, nl.par_dim(64), 8, 16), dtype=nl.float32, buffer=nl.sbuf)
            for i in nl.affine_range({count}):
                t[i, :, :, :] = nl.load(x[i])
            part = t[:, :, 1:5, 2:10]
            assert part.shape == ({count}, 64, 4, 8), part.shape
            for i in nl.affine_range({count}):
                {use}
        """
        for count, taken in (
            (3, "part[i, :, 3, 0:4]"), (1, "part[i, :, 3, 0:4]"), (3, "part[0:3][i][:, 3, 0:4]"),
            (3, "part[::-1][i, :, 3, 0:4]"),
        ):
            with self.subTest(taken):
                use = f"nl.store(x[i, :, 0, 0:4], {taken})"
                block = old(body.format(count=count, use=use), tensor(3, 64, 8, 16))
                places = {one[4][0][0]: one[4][0][1:3] for one in block.code[-count:]}
                self.assertEqual(count, len(places))
                self.assertEqual([[4 * 16 + 2, [128, 64, 1, 4]]] * count, list(places.values()))

    def test_one_sliced_block_is_its_tile(self):
        block = old("""
        def k(x):
            t = nl.ndarray((1, nl.par_dim(64), 16), dtype=nl.float32, buffer=nl.sbuf)
            t[0] = nl.load(x)
            u = t[:, :, 0:8] * 2.0
            u[...] = t[:, :, 4:12]
            nl.store(x[:, 0:8], nl.add(t[:, :, 8:16], u))
        """, tensor(64, 16))
        self.assertEqual(["dma_copy", "tensor_scalar", "tensor_copy", "tensor_tensor", "dma_copy"], block.ops())
        self.refused("E5", "index the block dimensions of (2, 64, 16) with integers", """
        def k(x):
            t = nl.zeros((2, nl.par_dim(64), 16), dtype=nl.float32, buffer=nl.sbuf)
            nl.exp(t[:, :, 0:8])
        """, [tensor(64, 16)], OLD)

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


class PsumBlockTest(KernelTest):
    BODY = """
    def k(x):
        a = nl.load(x)
        p, f = nl.arange(64)[:, None], nl.arange(64)[None, :]
        acc = nl.zeros((2, nl.par_dim(64), 64), dtype=nl.float32, buffer=nl.psum)
        {lines}
        nl.store(x, acc[1])
    """

    def ops(self, *lines):
        body = self.BODY.format(lines="\n        ".join(lines))
        ops = record(body, [tensor(64, 64)], OLD).ops()[:-2]  # without the store
        return [op for op in ops if op != "dma_copy"]

    def test_zeros_are_filled_in_where_no_matmul_is_next(self):
        product = "nisa.nc_matmul(a, a)"
        self.assertEqual(["nc_matmul"], self.ops(f"acc[1] = {product}"))
        self.assertEqual(["nc_matmul", "nc_matmul"], self.ops(*[f"acc[1] += {product}"] * 2))
        self.assertEqual(["memset"], self.ops())
        self.assertEqual(["memset", "tensor_tensor"], self.ops("acc[1] = nl.add(acc[1], a)"))

    def test_sums_of_a_part_are_added_to_the_whole(self):
        whole, part = "acc[1] += nisa.nc_matmul(a, a)", "acc[1, :, 8:16] += nisa.nc_matmul(a, a[:, 0:8])"
        self.assertEqual(["nc_matmul", "nc_matmul", "tensor_tensor"], self.ops(whole, part))
        self.assertEqual(["memset", "nc_matmul", "nc_matmul"], self.ops(part, part))

    def test_dma_and_gpsimd_make_copies_in_psum(self):
        self.assertEqual(["memset", "tensor_copy"], self.ops("acc[1] = nl.load(x)"))
        made = self.ops("acc[1] = nisa.iota(64 * p + f, dtype=nl.int32)")
        self.assertEqual(["memset", "iota", "tensor_copy"], made)

    def test_a_copy_of_a_masked_value_has_its_mask(self):
        for mask, rows, masked in (("p < 20", 20, False), ("f < p", 64, True)):
            lines = (f"t = nl.tanh(a[p, f], mask={mask})", "acc[1] += a", "acc[1, p, f] = t")
            body = self.BODY.format(lines="\n        ".join(lines))
            block = record(body, [tensor(64, 64)], OLD)
            copy = next(n for n, op in enumerate(block.ops()) if op == "tensor_copy")
            self.assertEqual(masked, "mask" in block.attrs(copy))
            self.assertEqual(rows, block.code[copy][3][0][2][1])


if __name__ == "__main__":
    unittest.main()
