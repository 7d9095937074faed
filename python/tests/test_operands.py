"""What engines can access, and what NKI says an instruction can take."""

import unittest

from support import NEW, OLD, KernelTest, record, tensor

LOAD = """
def k(x):
    t = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.sbuf)
    nisa.dma_copy(dst=t, src=x)
    {call}
    nisa.dma_copy(dst=x, src=t)
"""


class StartTest(KernelTest):
    """Partitions that an engine can begin at."""

    def noted(self, call, head=NEW):
        block = record(LOAD.format(call=call), [tensor(128, 512)], head)
        return [one for one in block.end["warnings"] if one["code"] == "W11"]

    def test_partitions_that_begin_elsewhere_are_noted_once_for_each_line(self):
        loop = "for i in range(4):\n        nisa.tensor_scalar(t[i:i + 1], t[i:i + 1], nl.add, 1.0)"
        (found,) = self.noted(loop)
        self.assertEqual(("10", 3), (found["at"].rpartition(":")[2], found["count"]))
        self.assertIn("tensor_scalar accesses 1 partition of 't' from 1 on", found["text"])

    def test_how_many_decides_where_they_begin(self):
        for rows, first, allowed in (
            (32, 96, True), (20, 32, True), (33, 32, False), (64, 64, True), (65, 32, False),
            (8, 5, False), (1, 16, False), (64, 0, True), (128, 0, True),
        ):
            call = f"nisa.reciprocal(t[{first}:{first + rows}], t[{first}:{first + rows}])"
            self.assertEqual(allowed, not self.noted(call), call)

    def test_an_address_counts(self):
        tile = "u = nl.ndarray((32, 512), dtype=nl.float32, buffer=nl.sbuf, address=({}, 0))\n    "
        copy = "nisa.tensor_copy(u[0:16], t[0:16]); nisa.tensor_copy(u[16:32], t[0:16])"
        self.assertEqual(1, len(self.noted(tile.format(32) + copy)))

    def test_dmas_and_registers_begin_anywhere(self):
        moves = (
            "nisa.dma_copy(dst=t[5:9], src=t[17:21]); "
            "r = nisa.register_alloc(); nisa.register_load(r, t.view(nl.int32)[3:4, 0:1])"
        )
        self.assertEqual([], self.noted(moves))

    def test_what_the_recorder_inserts_is_not_noted(self):
        row = "nisa.tensor_tensor(t, t, t[5:6].broadcast(0, 128), nl.add)"
        self.assertEqual([], self.noted(row))

    def test_the_older_compiler_moves_tiles(self):
        body = "def k(x):\n    t = nl.load(x)\n    nl.store(x[0:8], nl.exp(t[5:13]))\n"
        self.assertNotIn("W11", record(body, [tensor(128, 512)], OLD).warnings())


class RefusedTest(KernelTest):
    """What `nki` refuses and its predecessor took: tiles have no operators, and two dimensions."""

    def noted(self, text, head=NEW):
        block = record("def k(x):\n    t = nl.load(x)\n    " + text + "\n", [tensor(64, 4, 8)], head)
        return [one["text"] for one in block.end["warnings"] if one["code"] == "W11"]

    def test_each_is_noted(self):
        for said, text in (
            ("an operator on a tile, which nki refuses: nl.add or nisa.tensor_tensor does it", "t + t"),
            ("nl.multiply or nisa.tensor_tensor does it", "2.0 * t"),
            ("nl.subtract or nisa.tensor_tensor does it", "t -= 1.0"),
            ("nl.add or nisa.tensor_tensor does it", "t += t"),
            ("nl.greater or nisa.tensor_tensor does it", "t > 0.0"),
            ("'u' has one dimension, and nki wants two of a tile",
             "u = nl.ndarray((64,), dtype=nl.float32, buffer=nl.sbuf)"),
            ("nl.sum leaves one dimension", "nl.sum(t, axis=[1, 2])"),
            ("nl.max leaves one dimension", "nl.max(t[:, 0], axis=1)"),
            ("tensor_reduce over axes [1] of (64, 4, 8), where nki takes the last ones alone",
             "nl.sum(t, axis=1)"),
        ):
            with self.subTest(text):
                (found,) = self.noted(text)
                self.assertIn(said, found)
                if "ndarray" not in text:
                    self.assertEqual([], self.noted(text, OLD))

    def test_functions_that_are_no_operators_are_noted_in_kernels_of_nki(self):
        reduce = "r = nl.ndarray((64, 4, 1), dtype=nl.float32, buffer=nl.sbuf); nisa.tensor_reduce(r, {}, t, axis=2)"
        for text, called, meant in (
            (reduce.format("nl.sum"), "tensor_reduce with sum", "nl.add"),
            (reduce.format("np.sum"), "tensor_reduce with sum", "nl.add"),
            (reduce.format("'sum'"), "tensor_reduce with sum", "nl.add"),
            ("nisa.tensor_scalar(t, t, nl.add, 1.0, op1=nl.prod, operand1=2.0)", "tensor_scalar with prod", "nl.multiply"),
            ("nisa.tensor_tensor(t, t, t, nl.any)", "tensor_tensor with any", "nl.logical_or"),
        ):
            with self.subTest(text):
                (found,) = self.noted("import numpy as np; " + text)
                self.assertEqual(f"{called}, a function and no operator of NKI; instead: {meant}", found)
        for op in ("nl.max", "nl.min", "nl.add", "np.add"):  # which NKI takes
            self.assertEqual([], self.noted("import numpy as np; " + reduce.format(op)), op)
        old = "nisa.tensor_reduce(nl.sum, t, axis=2); nisa.tensor_tensor(t, t, op=nl.sum)"
        self.assertEqual([], self.noted(old, OLD))

    def test_one_row_for_many_partitions_is_noted_in_kernels_of_nki(self):
        for text in (
            "nl.multiply(t, t[0:1])", "nl.where(nl.greater(t[0:1], 0.0), t, 0.0)", "nl.add(t[0:1], t)",
        ):
            with self.subTest(text):
                (found,) = self.noted(text)
                self.assertIn("which nki refuses: nl.broadcast_to copies a row", found)
                self.assertEqual([], self.noted(text, OLD))

    def test_operators_of_the_older_dialect_do_not_repeat_one_row(self):
        for text in ("t + t[0:1]", "t[0:1] * t", "t -= t[0:1]", "t > t[0:1]", "t == t[0:1]"):
            with self.subTest(text):
                (found,) = self.noted(text, OLD)
                self.assertIn("an operator on tiles of (", found)
        for text in ("t + t[:, 0:1]", "t + t", "t * 2.0", "nl.rms_norm(t[:, 0], t[0:1, 1], axis=1, n=8)"):
            self.assertEqual([], self.noted(text, OLD), text)

    def test_dimensions_of_size_1_repeat_in_a_tensor_tensor(self):
        body = "def k(x):\n    t = nl.load(x)\n    nisa.tensor_tensor(t{0}, t{0}, t{1}, nl.subtract)\n"
        for into, of, does in (
            ("[:, 1]", "[:, 0, 0:1]", "tensor_scalar takes a column"),
            ("", "[:, 0:1]", ".broadcast_to repeats it"),
        ):
            block = record(body.format(into, of), [tensor(64, 4, 8)])
            (noted,) = [one["text"] for one in block.end["warnings"] if one["code"] == "W11"]
            self.assertIn("which the compiler refuses: " + does, noted)
            self.assertIn(0, block.code[-1][4][1][2][2::2])  # a step
        self.refused("E5", "does not fit (32, 4, 8)", body.format("", "[0:32]"), [tensor(64, 4, 8)])

    def test_what_is_demanded_of_operands(self):
        tiles = (
            "f = nl.ndarray((64, 32), dtype=nl.float32, buffer=nl.sbuf); nisa.tensor_copy(f, t)\n    "
            "i = nl.ndarray((64, 32), dtype=nl.int32, buffer=nl.sbuf); nisa.tensor_copy(i, t)\n    "
            "u = nl.ndarray((64, 32), dtype=nl.uint8, buffer=nl.sbuf); nisa.tensor_copy(u, t)\n    "
            "b = nl.ndarray((64, 32), dtype=nl.bfloat16, buffer=nl.sbuf); nisa.tensor_copy(b, t)\n    "
            "e = nl.ndarray((64, 32), dtype=nl.float8_e4m3fn, buffer=nl.sbuf); nisa.tensor_copy(e, t)\n    "
            "p = nl.ndarray((32, 32), dtype=nl.float32, buffer=nl.psum)\n    "
            "r = nl.ndarray((1, 32), dtype=nl.float32, buffer=nl.sbuf)\n    "
            "c = nl.ndarray((32, 64), dtype=nl.bfloat16, buffer=nl.sbuf)\n    "
        )
        for said, call in (
            ("nc_matmul of uint8: TensorE multiplies floats alone", "nisa.nc_matmul(p, u, u)"),
            ("nc_matmul of float8_e4m3fn needs a NeuronCore-v4", "nisa.nc_matmul(p, e, e)"),
            ("with tile_size (32, 128) at (16, 0): it must fit, and begin at a multiple of it",
             "nisa.nc_matmul(p, f[0:32], f[0:32], tile_position=(16, 0), tile_size=(32, 128))"),
            ("with tile_size and no tile_position: nki takes both or neither",
             "nisa.nc_matmul(p, f[0:32], f[0:32], tile_size=(32, 128))"),
            ("with tile_position and no tile_size", "nisa.nc_matmul(p, f[0:32], f[0:32], tile_position=(0, 0))"),
            ("with tile_size (32, 128) at (0, 0)",
             "nisa.nc_matmul(p, f, f, tile_position=(0, 0), tile_size=(32, 128))"),
            ("tensor_copy_predicated by int32: its predicate is uint8", "nisa.tensor_copy_predicated(f, f, i)"),
            ("tensor_copy_predicated of float32 into bfloat16", "nisa.tensor_copy_predicated(b, f, u)"),
            ("tensor_scalar_cumulative of int32", "nisa.tensor_scalar_cumulative(i, i, nl.add, nl.add, 1.0)"),
            ("with op1 divide: it takes add", "nisa.tensor_scalar_cumulative(f, f, nl.add, nl.divide, 1.0)"),
            ("dma_transpose of float32 into bfloat16: it converts nothing", "nisa.dma_transpose(c, f)"),
            ("tensor_partition_reduce with multiply", "nisa.tensor_partition_reduce(r, nl.multiply, f)"),
            ("tensor_scalar with bitwise_and of float32", "nisa.tensor_scalar(f, f, nl.bitwise_and, 3)"),
            ("tensor_tensor with abs_max needs a NeuronCore-v4", "nisa.tensor_tensor(f, f, f, nl.abs_max)"),
            ("nc_matmul into bfloat16: products are float32",
             "q = nl.ndarray((32, 32), dtype=nl.bfloat16, buffer=nl.psum); nisa.nc_matmul(q, b, b)"),
            ("tensor_scalar: operand0 is a tile of bfloat16, expected float32",
             "nisa.tensor_scalar(f, f, nl.add, b[:, 0:1])"),
            ("scalar_tensor_tensor: operand0 is a tile of int32",
             "nisa.scalar_tensor_tensor(f, f, nl.add, i[:, 0:1], nl.add, f)"),
            ("tensor_scalar with maximum on Scalar, which has multiply",
             "nisa.tensor_scalar(f, f, nl.maximum, 1.0, engine=nisa.scalar_engine)"),
            ("tensor_scalar with add and multiply on Scalar",
             "nisa.tensor_scalar(f, f, nl.add, 1.0, op1=nl.multiply, operand1=2.0, engine=nisa.scalar_engine)"),
            ("activation: scale is a tile of bfloat16", "nisa.activation(f, nl.exp, f, scale=b[:, 0:1])"),
            ("activation_reduce with reduce_op maximum: Scalar adds up alone",
             "nisa.activation_reduce(f, nl.exp, f, nl.maximum, f[:, 0:1])"),
            ("activation with reduce_res and no reduce_cmd, which adds nothing up: reset_reduce does",
             "nisa.activation(b, nl.exp, f, reduce_op=nl.add, reduce_res=f[:, 0:1])"),
            ("select_reduce with reduce_res and no reduce_cmd",
             "nisa.select_reduce(b, u, f, 0.0, reduce_res=f[:, 0:1])"),
            ("select_reduce by int32: its predicate is one of int8", "nisa.select_reduce(f, i, f, 0.0)"),
            ("range_select with on_false_value -1.0: it is the least float32",
             "nisa.range_select(b, f, nl.less, nl.less, f[:, 0:1], f[:, 1:2], on_false_value=-1.0)"),
            ("nc_transpose of float32 into bfloat16: it converts nothing",
             "q = nl.ndarray((32, 64), dtype=nl.bfloat16, buffer=nl.psum); nisa.nc_transpose(q, f)"),
            ("nc_stream_shuffle of float32 into bfloat16",
             "nisa.nc_stream_shuffle(b[0:32], f[0:32], [0] * 32)"),
            ("nc_find_index8 with indices of int32, expected uint16 or uint32",
             "nisa.nc_find_index8(i[:, 0:8], f, f[:, 0:8])"),
            ("nc_n_gather with indices of int32, expected uint32", "nisa.nc_n_gather(f, f, i)"),
            ("memset of int32 with 2.0: its value is a whole number", "nisa.memset(i, 2.0)"),
            ("dma_copy of float32 into bfloat16 with hwdge, which converts nothing",
             "nisa.dma_copy(b, f, dge_mode=nisa.dge_mode.hwdge)"),
            ("dma_copy by indices with hwdge",
             "nisa.dma_copy(f, x.ap([[32, 64], [1, 32]], vector_offset=i.view(nl.uint32)[:, 0:1], "
             "indirect_dim=0), dge_mode=nisa.dge_mode.hwdge)"),
            ("dma_transpose into (32, 64), where nki wants all dimensions of (32, 1, 64)",
             "nisa.dma_transpose(c, b.reshape((64, 1, 32)))"),
            ("nl.rsqrt of a tile in psum, which nki refuses: nisa.activation", "nl.rsqrt(p)"),
            ("nl.all leaves one dimension, and nki wants two of a tile: nisa.tensor_reduce keeps them",
             "nl.all(f, axis=1)"),
            ("dma_transpose with swdge, which is for rows by indices",
             "nisa.dma_transpose(c, b, dge_mode=nisa.dge_mode.swdge)"),
            ("dma_transpose of float32 with hwdge, which takes elements of two bytes",
             "g = nl.ndarray((32, 64), dtype=nl.float32, buffer=nl.sbuf); "
             "nisa.dma_transpose(g, f, dge_mode=nisa.dge_mode.hwdge)"),
        ):
            with self.subTest(call):
                (found,) = self.noted(tiles + call)
                self.assertIn(said, found)
        for call in (
            "nisa.nc_matmul(p, f[32:64], f[32:64], tile_position=(32, 0), tile_size=(32, 128))",
            "nisa.tensor_copy_predicated(f, f, u); nl.where(nl.greater(f, 0.0), f, 1.0)",
            "nisa.tensor_scalar_cumulative(f, f, nl.add, nl.maximum, 1.0); nisa.dma_transpose(c, b)",
            "nisa.tensor_partition_reduce(r, nl.maximum, f); nisa.tensor_scalar(i, i, nl.bitwise_and, 3)",
            "nisa.tensor_scalar(i, i, nl.bitwise_and, i[:, 0:1]); nisa.nc_matmul(p, b, b)",
            "nisa.tensor_scalar(f, f, nl.multiply, f[:, 0:1], op1=nl.add, operand1=1.0, "
            "engine=nisa.scalar_engine)",
            "nisa.activation(b, nl.exp, f, bias=b[:, 0:1], reduce_op=nl.add, reduce_res=f[:, 0:1], "
            "reduce_cmd=nisa.reduce_cmd.reset_reduce)",
            "nisa.range_select(b, f, nl.less, nl.less, f[:, 0:1], f[:, 1:2], on_false_value=-3.4028235e38)",
            "nisa.memset(i, 2); nisa.memset(f, 2); nisa.dma_copy(b, f, dge_mode=nisa.dge_mode.swdge)",
            "nisa.dma_transpose(c, b, dge_mode=nisa.dge_mode.hwdge); nisa.activation(f, nl.exp, f, bias=i[:, 0:1])",
        ):
            self.assertEqual([], self.noted(tiles + call), call)

    def test_what_instructions_of_vector_and_gpsimd_demand(self):
        tiles = (
            "w = nl.ndarray((64, 8), dtype=nl.int32, buffer=nl.sbuf)\n"
            "    a = nl.ndarray((64, 8), dtype=nl.float32, buffer=nl.sbuf)\n"
            "    q = nl.ndarray((64, 8), dtype=nl.float32, buffer=nl.psum)\n"
            "    b = nl.ndarray((64, 8), dtype=nl.bfloat16, buffer=nl.sbuf)\n"
            "    m = nl.ndarray((64, 8), dtype=nl.uint8, buffer=nl.psum)\n    c = a[:, 0:1]\n    "
        )
        less = "comp_op0=nl.greater, comp_op1=nl.less"
        for said, text in (
            ("no operators on bits",
             "nisa.scalar_tensor_tensor(w, w, nl.bitwise_and, 3, nl.bitwise_or, w)"),
            ("no operators on bits", "nisa.tensor_tensor_scan(w, w, w, 0, nl.bitwise_and, nl.bitwise_or)"),
            ("two tiles in PSUM", "nisa.scalar_tensor_tensor(a, q, nl.add, 3.0, nl.add, q)"),
            ("two tiles in PSUM", "nisa.tensor_copy_predicated(a, q, m)"),
            ("two tiles in PSUM", "nisa.select_reduce(a, m, q, 0.0)"),
            ("select_reduce of int32", "nisa.select_reduce(w, m, w, 0.0)"),
            ("with reduce_op logical_and", "nisa.tensor_scalar_reduce(a, a, nl.add, 1.0, nl.logical_and, c)"),
            ("with not_equal", "nisa.range_select(a, a, nl.not_equal, nl.less, c, c)"),
            ("range_select of int32", f"nisa.range_select(w, w, {less}, bound0=c, bound1=c)"),
            ("bounds of int32", f"nisa.range_select(a, a, {less}, bound0=w[:, 0:1], bound1=c)"),
            ("bias is a tile of tfloat32", "nisa.activation(a, nl.exp, a, bias=c.view(nl.tfloat32))"),
            ("bitwise_or and negate",
             "nisa.tensor_reduce(w[:, 0:1], nl.bitwise_or, w, axis=1, negate=True)"),
            ("of 3 elements per index",
             "nisa.local_gather(t.reshape((64, 32)), a, w.view(nl.uint16)[:, 0:1], 3, 8)"),
            ("float32 into bfloat16", "nisa.nc_n_gather(b, a, w.view(nl.uint32))"),
            ("sequence_bounds of 64 partitions", "nisa.sequence_bounds(t.reshape((64, 32))[:, 0:16], a)"),
            ("nonzero_with_count of bfloat16", "nisa.nonzero_with_count(w, b[:, 0:7])"),
        ):
            found = self.noted(tiles + text)
            self.assertTrue(any(said in one for one in found), (said, found))

    def test_what_it_takes_is_not(self):
        for text in ("nl.sum(t, axis=[1, 2], keepdims=True)", "nl.sum(t, axis=2)", "nl.var(t, axis=[1, 2])",
                     "t == None", "t.shape[0] + 1", "nl.add(t, 1.0)"):
            self.assertEqual([], self.noted(text), text)


class SizeTest(KernelTest):
    def test_elements_that_an_instruction_can_take(self):
        for code, text, call in (
            ("E5", "bn_stats: 'u' has 600 elements per partition, expected 1 to 512",
             "nisa.bn_stats(t[:, 0:6], u)"),
            ("E5", "max8: 't' has 4 elements per partition, expected 8 to 16384",
             "nisa.max8(t[:, 0:8], t[:, 0:4])"),
            ("E5", "nc_find_index8: 't' has 4 elements per partition, expected 8 to 8",
             "nisa.nc_find_index8(t[:, 0:8].view(nl.uint32), t, t[:, 0:4])"),
            ("E5", "nc_match_replace8: 't' has 9 elements", "nisa.nc_match_replace8(t, t, t[:, 0:9], 0.0)"),
            ("E5", "nc_n_gather: indices 't' are float32", "nisa.nc_n_gather(t[:, 0:8], t, t[:, 0:8])"),
            ("E5", "local_gather: indices 't' are float32",
             "nisa.local_gather(t[:, 0:16], t, t[:, 0:1])"),
            ("E5", "nc_n_gather: dst (128, 8) does not fit (128, 9)",
             "nisa.nc_n_gather(t[:, 0:8], t, t[:, 0:9].view(nl.uint32))"),
            ("E5", "local_gather: dst (128, 8) holds less than 16 elements",
             "nisa.local_gather(t[:, 0:8], t, t.view(nl.uint16)[:, 0:1])"),
            ("E5", "local_gather: dst (20, 16) is not whole groups of 16 partitions",
             "nisa.local_gather(t[0:20, 0:16], t[0:20], t[0:20].view(nl.uint16)[:, 0:1])"),
            ("E5", "num_valid_indices=17; 16 partitions of index hold 16",
             "nisa.local_gather(t[:, 0:32], t, t.view(nl.uint16)[:, 0:1], num_valid_indices=17)"),
            ("E5", "bn_aggr: data (128, 4) is not threes of numbers", "nisa.bn_aggr(t[:, 0:2], t[:, 0:4])"),
            ("E3", "dma_compute: 1 scales for 2 srcs", "nisa.dma_compute(x, [t, t], nl.add, [1.0])"),
            ("E3", "expected 32 numbers from 0 to 31, or 255",
             "nisa.nc_stream_shuffle(t[0:32], t[0:32], list(range(16)))"),
            ("E3", "expected 32 numbers", "nisa.nc_stream_shuffle(t[0:32], t[0:32], [40] * 32)"),
        ):
            wide = "u = nl.ndarray((128, 600), dtype=nl.float32, buffer=nl.sbuf)\n    "
            self.refused(code, text, LOAD.format(call=wide + call), [tensor(128, 512)])

    def test_masks_may_leave_partitions_as_they_are(self):
        call = "nisa.nc_stream_shuffle(t[0:32], t[32:64], [255] * 31 + [0])"
        self.assertIn("nc_stream_shuffle", record(LOAD.format(call=call), [tensor(128, 512)]).ops())


class FarTest(KernelTest):
    def test_a_tensor_in_hbm_is_loaded_first(self):
        text = "'x' is in shared_hbm, expected sbuf or psum: nl.load brings it there"
        for value in (
            "nl.exp(x)", "x + 1.0", "nl.add(nl.load(x), x)", "nl.sum(x, axis=1)", "nl.copy(x)",
            "nl.multiply(nl.copy(nl.load(x)), x)", "nl.where(x, nl.load(x), 0.0)",
        ):
            body = f"def k(x):\n    t = {value}\n    nl.store(x[:, 0:1], t[:, 0:1])\n"
            self.refused("E5", text, body, [tensor(128, 512)], OLD)
        self.refused("E5", "a DMA brings it there", LOAD.format(call="nisa.tensor_copy(t, x)"),
                     [tensor(128, 512)])

    def test_functions_of_tiles_take_no_numbers(self):
        for text, call in (
            ("nl.sqrt of 512, expected a tile; of numbers, Python computes it (math.sqrt)", "nl.sqrt(512)"),
            ("nl.add of 2, expected a tile", "nl.add(1, 2)"),
            ("nl.exp of nothing, expected a tile", "nl.exp(None)"),
        ):
            for head in (NEW, OLD):
                self.refused("E3", text, f"def k(x):\n    {call}\n", [tensor(128, 512)], head)


if __name__ == "__main__":
    unittest.main()
