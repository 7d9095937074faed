"""Every function of `nki.isa`, both dialects: what is recorded, on which engine."""

import unittest

from support import NEW, OLD, KernelTest, record, tensor

TILES = """
def k():
    a = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
    b = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
    c = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
    v = nl.ndarray((128, 1), dtype=nl.float32, buffer=nl.sbuf)
    e = nl.ndarray((128, 8), dtype=nl.float32, buffer=nl.sbuf)
    i = nl.ndarray((128, 8), dtype=nl.uint32, buffer=nl.sbuf)
    p = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)
    h = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)
    r = nisa.register_alloc()
    {call}
"""

# call, engine, outputs, inputs, attributes that must be there
NEW_CALLS = {
    "dma_copy": ("nisa.dma_copy(dst=a, src=h)", "dma", 1, 1, {}),
    "dma_transpose": ("nisa.dma_transpose(dst=h.reshape((64, 128)), src=a, axes=(1, 0))", "dma", 1, 1,
                      {"axes": [1, 0]}),
    "dma_compute": ("nisa.dma_compute(h, [h, a], nl.add)", "dma", 1, 2, {"reduce_op": "add", "guess": 1}),
    "tensor_copy": ("nisa.tensor_copy(a, b)", None, 1, 1, {}),
    "memset": ("nisa.memset(a, 1.5)", None, 1, 0, {"value": 1.5}),
    "nc_matmul": ("nisa.nc_matmul(p, a, b)", "tensor", 1, 2, {"start": 1, "stop": 1}),
    "nc_transpose": ("nisa.nc_transpose(p, a[0:64])", "tensor", 1, 2, {}),
    "tensor_tensor": ("nisa.tensor_tensor(a, b, c, nl.add)", None, 1, 2, {"op": "add"}),
    "tensor_scalar": ("nisa.tensor_scalar(a, b, nl.multiply, 2.0, op1=nl.add, operand1=v)", None, 1, 2,
                      {"op0": "multiply", "operand0": 2.0, "op1": "add", "operand1": "$1"}),
    "scalar_tensor_tensor": ("nisa.scalar_tensor_tensor(a, b, nl.multiply, v, nl.add, c)", "vector", 1, 3,
                             {"operand0": "$2"}),
    "tensor_reduce": ("nisa.tensor_reduce(v, nl.max, a, axis=1, negate=True)", "vector", 1, 1,
                      {"op": "maximum", "axis": 1, "negate": 1}),
    "tensor_partition_reduce": ("nisa.tensor_partition_reduce(a[0:1], nl.add, b)", "gpsimd", 1, 1, {}),
    "tensor_scalar_reduce": ("nisa.tensor_scalar_reduce(a, b, nl.multiply, 1.0, nl.add, v)", "vector", 2, 1,
                             {"reduce_op": "add"}),
    "tensor_scalar_cumulative": ("nisa.tensor_scalar_cumulative(a, b, nl.add, nl.add, 0.0)", "vector", 1, 1, {}),
    "tensor_tensor_scan": ("nisa.tensor_tensor_scan(a, b, c, v, nl.multiply, nl.add)", "vector", 1, 3,
                           {"initial": "$2"}),
    "activation": ("nisa.activation(a, nl.exp, b, bias=v, scale=0.5)", "scalar", 1, 2,
                   {"op": "exp", "bias": "$1", "scale": 0.5}),
    "activation_reduce": ("nisa.activation_reduce(a, nl.exp, b, nl.add, v)", "scalar", 2, 1, {}),
    "exponential": ("nisa.exponential(a, b, max_value=v)", "vector", 1, 2, {"max_value": "$1"}),
    "reciprocal": ("nisa.reciprocal(a, b)", "vector", 1, 1, {}),
    "iota": ("nisa.iota(a, [[1, 64]], offset=3, channel_multiplier=2)", "gpsimd", 1, 0,
             {"pattern": [[1, 64]], "offset": 3, "channel_multiplier": 2}),
    "affine_select": ("nisa.affine_select(a, [[1, 64]], 1, b, -1.0, cmp_op=nl.less)", "gpsimd", 1, 1,
                      {"cmp_op": "less", "on_false_value": -1.0}),
    "range_select": ("nisa.range_select(a, b, nl.less, nl.greater, v, v, reduce_res=v)", "vector", 2, 3, {}),
    "select_reduce": ("nisa.select_reduce(a, b, c, 0.0)", "vector", 1, 2, {"guess": 1}),
    "tensor_copy_predicated": ("nisa.tensor_copy_predicated(a, b, c)", "vector", 1, 3, {}),
    "nc_stream_shuffle": ("nisa.nc_stream_shuffle(a, b, list(range(32)))", "vector", 1, 1, {}),
    "max8": ("nisa.max8(e, a)", "vector", 1, 1, {}),
    "nc_find_index8": ("nisa.nc_find_index8(i, a, e)", "vector", 1, 2, {}),
    "nc_match_replace8": ("nisa.nc_match_replace8(a, b, e, 0.0, dst_idx=i)", "vector", 2, 2, {"imm": 0.0}),
    "bn_stats": ("nisa.bn_stats(e[:, 0:6], a)", "vector", 1, 1, {}),
    "bn_aggr": ("nisa.bn_aggr(e[:, 0:2], e[:, 0:6])", "vector", 1, 1, {}),
    "local_gather": ("nisa.local_gather(a, b, i, num_valid_indices=64)", "gpsimd", 1, 2, {"guess": 1}),
    "nc_n_gather": ("nisa.nc_n_gather(e, a, i)", "gpsimd", 1, 2, {"guess": 1}),
    "nonzero_with_count": ("nisa.nonzero_with_count(a, b[:, 0:63])", "gpsimd", 1, 1, {"guess": 1}),
    "topk": ("nisa.topk(e, i, a, n=64, sorted=True)", "gpsimd", 2, 1, {"n": 64, "sorted": 1}),
    "sequence_bounds": ("nisa.sequence_bounds(a[0:1], b[0:1, 0:32])", "gpsimd", 1, 1, {"guess": 1}),
    "rng": ("nisa.rng(a)", None, 1, 0, {"guess": 1}),
    "rand2": ("nisa.rand2(a, 0.0, 1.0)", "vector", 1, 0, {"min": 0.0, "max": 1.0}),
    "rand_set_state": ("nisa.rand_set_state(i)", "gpsimd", 0, 1, {}),
    "rand_get_state": ("nisa.rand_get_state(i)", "gpsimd", 1, 0, {}),
    "set_rng_seed": ("nisa.set_rng_seed(i[0:1, 0:1])", "vector", 0, 1, {}),
    "dropout": ("nisa.dropout(a, b, 0.5)", "vector", 1, 1, {"prob": 0.5}),
    "sendrecv": ("nisa.sendrecv(a, b, 1 - nl.program_id(0), 1 - nl.program_id(0), pipe_id=0)", "dma", 1, 1,
                 {"send_to_rank": 1, "pipe_id": 0}),
    "core_barrier": ("nisa.core_barrier(h, (0, 1))", "gpsimd", 1, 1, {"cores": [0, 1]}),
    "register_move": ("nisa.register_move(r, 5)", "sequencer", 0, 0, {"reg": 0, "value": 5}),
    "register_load": ("nisa.register_load(r, i[0:1, 0:1])", "sequencer", 0, 1, {"reg": 0}),
    "register_store": ("nisa.register_store(i[0:1, 0:1], r)", "sequencer", 1, 0, {"reg": 0}),
}

REFUSED = ("nc_matmul_mx", "quantize_mx", "activate2")

# The names kernels find in the module; dropping one is an error of every kernel that uses it.
OTHER_NAMES = (
    "register_alloc get_nc_version get_nc_sub_version engine dge_mode oob_mode reduce_cmd matmul_perf_mode dma_engine "
    "nc_version tensor_engine vector_engine scalar_engine gpsimd_engine dma_engine unknown_engine "
    "dependency NkiInstruction VirtualRegister NkiScalar scalar_load scalar_store constants"
).split()

OLD_CALLS = {
    "nc_matmul": ("nisa.nc_matmul(a, b)", "psum", [64, 64]),
    "nc_transpose": ("nisa.nc_transpose(a)", "psum", [64, 128]),
    "tensor_copy": ("nisa.tensor_copy(a)", "sbuf", [128, 64]),
    "tensor_tensor": ("nisa.tensor_tensor(a, b, op=nl.add)", "sbuf", [128, 64]),
    "tensor_scalar": ("nisa.tensor_scalar(a, nl.add, 1.0, op1=nl.multiply, operand1=v)", "sbuf", [128, 64]),
    "tensor_reduce": ("nisa.tensor_reduce(nl.add, a, axis=[1])", "sbuf", [128, 1]),
    "activation": ("nisa.activation(nl.exp, a, bias=v, scale=1.0)", "sbuf", [128, 64]),
    "activation_reduce": ("nisa.activation_reduce(nl.exp, a, reduce_op=nl.add, reduce_res=v)", "sbuf",
                          [128, 64]),
    "tensor_scalar_reduce": (
        "nisa.tensor_scalar_reduce(data=a, op0=nl.add, operand0=1.0, reduce_op=nl.add, reduce_res=v)",
        "sbuf", [128, 64]),
    "tensor_scalar_cumulative": ("nisa.tensor_scalar_cumulative(a, nl.add, nl.add, 0.0)", "sbuf", [128, 64]),
    "tensor_tensor_scan": ("nisa.tensor_tensor_scan(a, b, initial=0, op0=nl.multiply, op1=nl.add)", "sbuf",
                           [128, 64]),
    "scalar_tensor_tensor": (
        "nisa.scalar_tensor_tensor(data=a, op0=nl.add, operand0=1.0, op1=nl.add, operand1=b)", "sbuf",
        [128, 64]),
    "reciprocal": ("nisa.reciprocal(a)", "sbuf", [128, 64]),
    "memset": ("nisa.memset((128, 3), 0, nl.float32)", "sbuf", [128, 3]),
    "iota": ("nisa.iota(nl.arange(16)[None, :] * 2 + 1, dtype=nl.int32)", "sbuf", [1, 16]),
    "affine_select": (
        "nisa.affine_select(nl.arange(128)[:, None] >= nl.arange(64)[None, :], a, -1.0)", "sbuf", [128, 64]),
    "bn_stats": ("nisa.bn_stats(a)", "sbuf", [128, 6]),
    "bn_aggr": ("nisa.bn_aggr(a[:, 0:6])", "sbuf", [128, 2]),
    "max8": ("nisa.max8(src=a)", "sbuf", [128, 8]),
    "nc_find_index8": ("nisa.nc_find_index8(data=a, vals=a[:, 0:8])", "sbuf", [128, 8]),
    "nc_match_replace8": ("nisa.nc_match_replace8(data=a, vals=a[:, 0:8], imm=0.0)", "sbuf", [128, 64]),
    "dropout": ("nisa.dropout(a, prob=0.5)", "sbuf", [128, 64]),
    "tensor_partition_reduce": ("nisa.tensor_partition_reduce(nl.add, a)", "sbuf", [1, 64]),
    "local_gather": ("nisa.local_gather(a, i)", "sbuf", [128, 128]),
    "dma_transpose": ("nisa.dma_transpose(a)", "sbuf", [64, 128]),
    "range_select": (
        "nisa.range_select(on_true_tile=a, comp_op0=nl.less, comp_op1=nl.less, bound0=v, bound1=v)", "sbuf",
        [128, 64]),
    "tensor_copy_dynamic_src": ("nisa.tensor_copy_dynamic_src(a)", "sbuf", [128, 64]),
}


DYNAMIC_COPIES = ("tensor_copy_dynamic_src", "tensor_copy_dynamic_dst")


class NewDialectTest(KernelTest):
    def test_each_function_is_recorded(self):
        for name, (call, engine, outs, ins, wanted) in NEW_CALLS.items():
            with self.subTest(name):
                block = record(TILES.format(call=call))
                one = block.code[-1]
                self.assertEqual((name, engine), (one[0], one[1]))
                self.assertEqual((outs, ins), (len(one[3]), len(one[4])))
                attrs = block.attrs(-1)
                self.assertEqual(wanted, {key: attrs.get(key) for key in wanted})

    def test_barriers(self):
        call = "nisa.core_barrier(nl.ndarray((4, 4), nl.float32, buffer=nl.shared_hbm), (0), nisa.engine.dma)"
        block = record(TILES.format(call=call))
        self.assertEqual(["core_barrier", "sync"], block.code[-1][:2])
        self.assertEqual([0], block.attrs(-1)["cores"])
        self.assertEqual(["W3"], [code for code in block.warnings() if code != "W6"])

    def test_the_table_is_whole(self):
        from trn2sim_recorder.api import isa_new

        others = {"register_alloc", "get_nc_version", "get_nc_sub_version", "scalar_load", "scalar_store"}
        known = set(isa_new.FUNCTIONS) - others - set(DYNAMIC_COPIES)
        several = {"sendrecv_compute"}  # instructions, as test_loops.py has it
        self.assertEqual(set(NEW_CALLS) | set(REFUSED) | several, known)
        import nki.isa

        for name in OTHER_NAMES:
            self.assertTrue(hasattr(nki.isa, name), name)

    def test_copies_at_a_place_known_at_run_time(self):
        for name, operands in zip(DYNAMIC_COPIES, ("v, {}", "{}, v")):
            place = "a.ap([[64, 128], [1, 1]], scalar_offset=i[0:1, 0:1], indirect_dim=1)"
            block = record(TILES.format(call=f"nisa.{name}({operands.format(place)})"))
            self.assertEqual(("tensor_copy", None), tuple(block.code[-1][:2]))
            moved = [view[3] for view in (*block.code[-1][3], *block.code[-1][4]) if len(view) > 3]
            self.assertEqual([["s", 5, 1]], moved)

    def test_what_trn2_lacks_is_refused(self):
        self.refused("E10", "NeuronCore-v4", TILES.format(call="nisa.tensor_copy(v, a.indirect(i, 1))"))
        for name in REFUSED:
            self.refused("E10", f"nki.isa.{name}", TILES.format(call=f"nisa.{name}(a)"))
        self.refused(
            "E10", "float8_e4m3fn_x4",
            "def k():\n    nl.ndarray((128, 4), dtype=nl.float8_e4m3fn_x4, buffer=nl.sbuf)",
        )

    def test_operators_of_one_operand(self):
        block = record(TILES.format(call="nisa.tensor_scalar_reduce(a, b, nl.abs, None, nl.add, v)"))
        self.assertEqual({"op0": "abs", "reduce_op": "add"}, block.attrs(-1))

    def test_guesses_are_said(self):
        block = record(TILES.format(call="nisa.nc_n_gather(e, a, i)"))
        self.assertIn("W3", block.warnings())

    def test_named_engines(self):
        for call, engine in (
            ("nisa.tensor_copy(a, b, engine=nisa.scalar_engine)", "scalar"),
            ("nisa.tensor_copy(a, b, engine=nisa.engine.unknown)", None),
            ("nisa.memset(a, 0, engine=nisa.engine.gpsimd)", "gpsimd"),
            ("nisa.tensor_tensor(i, i, i, nl.add)", "gpsimd"),
            ("nisa.tensor_tensor(i, i, i, nl.add, engine=nisa.vector_engine)", "vector"),
            ("nisa.tensor_tensor(a, b, c, nl.power)", "gpsimd"),
            ("nisa.nc_transpose(a[0:32, 0:32], b[0:32, 0:32])", "vector"),
        ):
            self.assertEqual(engine, record(TILES.format(call=call)).code[-1][1], call)

    def test_dma_options(self):
        call = "nisa.dma_copy(a, h, dge_mode=nisa.dge_mode.hwdge, engine=nisa.engine.sync, name='x')"
        attrs = record(TILES.format(call=call)).attrs(-1)
        self.assertEqual({"dge_mode": "hwdge", "queue": "sync", "name": "x"}, attrs)

    def test_shape_rules(self):
        for text, call in (
            ("nc_matmul: dst (64, 64) does not fit", "nisa.nc_matmul(p, a, b[:, 0:32])"),
            ("differ in partitions", "nisa.nc_matmul(p, a[0:64], b)"),
            ("expected psum", "nisa.nc_matmul(a[0:64], a, b)"),
            ("expected sbuf", "nisa.nc_matmul(p, p, a[0:64])"),
            ("tensor_copy: dst (128, 64) does not fit (128, 1)", "nisa.tensor_copy(a, v)"),
            ("expected sbuf or psum", "nisa.tensor_copy(a, h)"),
            ("DMA cannot access psum", "nisa.dma_copy(dst=p, src=h[0:64])"),
            ("dma_copy: dst (128, 64) does not fit", "nisa.dma_copy(dst=a, src=h[0:3])"),
            ("not src", "nisa.dma_transpose(dst=a, src=h)"),
            ("reduced over (1,)", "nisa.tensor_reduce(e, nl.add, a, axis=1)"),
            ("axis 0 is the partition", "nisa.tensor_reduce(v, nl.add, a, axis=0)"),
            ("is not a number or (128, 1)", "nisa.activation(a, nl.exp, b, bias=e)"),
            ("both in psum", "nisa.tensor_tensor(p, p, p, nl.add)"),
            ("at most (32, 32)", "nisa.nc_transpose(a[0:64, 0:64], b[0:64])"),
            ("pattern of 3 values", "nisa.iota(a, [[1, 3]])"),
            ("is not (128, 8)", "nisa.max8(a, b)"),
            ("n=1025; 16 partitions of src (128, 64) hold 1024", "nisa.topk(e, i, a, n=1025)"),
            ("whole groups of 16", "nisa.topk(e[0:8], i[0:8], a[0:8], n=64)"),
            ("idx_dst (128, 4) do not hold", "nisa.topk(e, i[:, 0:4], a, n=64)"),
        ):
            self.refused("E5", text, TILES.format(call=call))

    def test_operands_must_be_tensors(self):
        self.refused("E3", "nc_matmul: moving is nothing", TILES.format(call="nisa.nc_matmul(p, a, None)"))
        self.refused("E3", "data is int", TILES.format(call="nisa.reciprocal(a, 3)"))
        self.refused("E3", "is not an operator (nearest: nl.add)",
                     TILES.format(call="nisa.tensor_tensor(a, b, c, 'ad')"))

    def test_fp32_goes_with_fp32(self):
        self.refused(
            "E5", "float32 goes with float32 only",
            "def k():\n"
            "    p = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)\n"
            "    a = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)\n"
            "    b = nl.ndarray((128, 64), dtype=nl.bfloat16, buffer=nl.sbuf)\n"
            "    nisa.nc_matmul(p, a, b)",
        )

    def test_axis_1_is_the_last_one_where_the_result_says_so(self):
        block = record(
            """
            def k(a):
                t = nl.ndarray((128, 4, 16), dtype=a.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=t, src=a)
                r = nl.ndarray((128, 4), dtype=a.dtype, buffer=nl.sbuf)
                nisa.tensor_reduce(dst=r, op=nl.maximum, data=t, axis=1)
                o = nl.ndarray((128, 4), dtype=a.dtype, buffer=nl.shared_hbm)
                nisa.dma_copy(dst=o, src=r)
                return o
            """,
            [tensor(128, 4, 16)],
        )
        self.assertEqual([2], block.attrs(1)["axis"])

    def test_bounds_of_a_range_select_may_be_numbers(self):
        block = record(
            """
            def k(a):
                o = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)
                t, u = nl.load(a), nl.full((128, 1), 7.0, nl.float32, buffer=nl.sbuf)
                s = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                nisa.range_select(s, t, nl.greater_equal, nl.less, 0.0, u)
                nl.store(o, s)
                return o
            """,
            [tensor(128, 64)],
        )
        self.assertEqual(["memset", "range_select"], block.ops()[2:4])
        self.assertEqual({"value": 0.0, "ins": 1}, block.attrs(2))


class OldDialectTest(KernelTest):
    def test_each_function_returns_a_tile(self):
        tiles = TILES.replace("r = nisa.register_alloc()", "pass")
        for name, (call, space, shape) in OLD_CALLS.items():
            with self.subTest(name):
                body = tiles.format(call=f"t = {call}\n    nl.store(h[0:1, 0:1], t[0:1, 0:1])")
                block = record(body, head=OLD)
                made = next(one for one in block.code if one[0] == name or name.startswith("tensor_copy"))
                buffer = block.bufs[made[3][0][0]]
                self.assertEqual((space, shape), (buffer["space"], buffer["shape"]))

    def test_names_are_whole(self):
        import neuronxcc.nki.isa

        for name in (*OLD_CALLS, *REFUSED, "dma_copy", "select_reduce", "tensor_copy_predicated"):
            self.assertTrue(hasattr(neuronxcc.nki.isa, name), name)

    def test_dialects_differ_in_order(self):
        self.assertNotEqual(
            record("def k():\n    x = nl.zeros((128, 4), dtype=nl.float32)\n    nisa.tensor_copy(x)",
                   head=OLD).code[-1][3],
            record("def k():\n    x = nl.zeros((128, 4), dtype=nl.float32)\n    nisa.tensor_copy(x, x)",
                   head=NEW).code[-1][3],
        )


if __name__ == "__main__":
    unittest.main()
