"""Forms of calls that leave axes, masks or types to the function."""

import unittest

from support import NEW, OLD, KernelTest, blocks, record, run, tensor

LOAD = "def k(x):\n    t = nl.load(x)\n    "
_PLAIN = ("dma_copy", "set_rng_seed")


class AssertionTest(KernelTest):
    """Assertions about values, as NKI's documentation has them in its examples."""

    def test_they_are_left_out_with_a_note(self):
        body = """
        def k(x):
            t = nl.load(x)
            assert nl.equal(
                t, t
            )
            nl.store(x, t)
        """
        for head in (NEW, OLD):
            self.assertIn("W6", record(body, [tensor(64, 32)], head).warnings())

    def test_a_branch_is_refused(self):
        body = "def k(x):\n    t = nl.load(x)\n    assert x.shape\n    if nl.equal(t, t):\n        pass\n"
        self.refused("E6", "to choose by values, use nl.where or a mask", body, [tensor(64, 32)])


class SlipTest(KernelTest):
    """Functions that take any name: one that is near a parameter's is a slip."""

    def test_they_are_refused(self):
        for call, name, near in (
            ("nl.load(x, dtyp=nl.bfloat16)", "language.load has no parameter 'dtyp'", "dtype"),
            ("nl.store(x, t, masks=None)", "language.store has no parameter 'masks'", "mask"),
            ("nl.add(t, 1.0, dtypes=None)", "language.add has no parameter 'dtypes'", "dtype"),
            ("nl.exp(t, maks=None)", "language.exp has no parameter 'maks'", "mask"),
            ("nl.copy(t, dtpye=None)", "language.copy has no parameter 'dtpye'", "dtype"),
            ("nl.sum(t, axis=1, keepdim=True)", "language.sum has no parameter 'keepdim'", "keepdims"),
            ("nl.matmul(t, t, transposex=True)", "language.matmul has no parameter 'transposex'",
             "transpose_x"),
            ("nl.zeros((8, 8), buffr=nl.psum)", "language.full has no parameter 'buffr'", "buffer"),
            ("nisa.tensor_reduce(nl.add, t, axis=[1], keepdim=True)",
             "isa.tensor_reduce has no parameter 'keepdim'", "keepdims"),
            ("nl.reciprocal(t, dtyp=None)", "language.reciprocal has no parameter 'dtyp'", "dtype"),
            ("nl.softmax(t, axes=[1])", "language.softmax has no parameter 'axes'", "axis"),
            ("nl.rms_norm(t, t, 1, 32, epsilion=1e-5)", "language.rms_norm has no parameter 'epsilion'",
             "epsilon"),
            ("nl.transpose(t, dtyp=None)", "language.transpose has no parameter 'dtyp'", "dtype"),
            ("nl.rand((8, 8), dtyp=None)", "language.rand has no parameter 'dtyp'", "dtype"),
            ("nisa.tensor_tensor(t, t, nl.add, dtyp=nl.bfloat16)",
             "isa.tensor_tensor has no parameter 'dtyp'", "dtype"),
            ("nisa.nc_matmul(t, t, is_transposed=True)", "isa.nc_matmul has no parameter 'is_transposed'",
             "is_transpose"),
            ("nisa.nc_transpose(t, engin=None)", "isa.nc_transpose has no parameter 'engin'", "engine"),
            ("nisa.memset((8, 8), 1.0, dytpe=nl.bfloat16)", "isa.memset has no parameter 'dytpe'", "dtype"),
            ("nisa.iota(nl.arange(8)[None, :], dtyp=nl.int32)", "isa.iota has no parameter 'dtyp'", "dtype"),
            ("nisa.affine_select(nl.arange(64)[:, None] > 3, t, 0.0, dtyp=None)",
             "isa.affine_select has no parameter 'dtyp'", "dtype"),
            ("nisa.dma_transpose(x, axis=(1, 0))", "isa.dma_transpose has no parameter 'axis'", "axes"),
            ("nisa.tensor_copy_predicated(dst=t, src=t, predicate=t, reverse_predicate=True)",
             "isa.tensor_copy_predicated has no parameter 'reverse_predicate'", "reverse_pred"),
            ("nisa.rng((8, 8), dtyp=None)", "isa.rng has no parameter 'dtyp'", "dtype"),
        ):
            with self.subTest(call):
                self.refused("E3", f"nki.{name} (nearest: {near})", LOAD + call, [tensor(64, 32)], OLD)

    def test_other_names_say_nothing(self):
        block = record(LOAD + "nl.store(x, nl.add(t, t, instr_name='a'), parent=1)\n", [tensor(64, 32)], OLD)
        self.assertEqual(3, len(block.code))


class TorchTest(KernelTest):
    """Methods that arrays of torch have come with what does it."""

    def test_each(self):
        for call, code, told in (
            ("t.to(nl.bfloat16)", "E2", "instead: nl.copy(x, dtype)"),
            ("t.float()", "E2", "instead: nl.copy(x, dtype)"),
            ("t.numel()", "E2", "instead: x.size, a number"),
            ("t.size(0)", "E11", "x.size is a number, and x.shape[0] the size of a dimension"),
            ("t.contiguous()", "E2", "a view is read as it is"),
            ("t.expand(128, 4)", "E2", "instead: x.broadcast(dim, size)"),
            ("t.split(64, 1)", "E2", "instead: slices of it"),
            ("t.copy_(x)", "E2", "instead: dst[...] = value"),
            ("t.zero_()", "E2", "instead: nisa.memset(dst, value)"),
            ("t.mul_(2.0)", "E2", "with dst=x"),
            ("t.masked_fill(t, 0.0)", "E2", "instead: nl.where"),
        ):
            with self.subTest(call):
                found = run({"nki": "k.py", "function": "k", "args": [tensor(128, 64)]},
                            {"k.py": NEW + LOAD + call + "\n"})
                self.assertIn(told, found.line)
                self.assertIn(f": {code} ", found.line)


class OtherDeviceTest(KernelTest):
    def test_an_instruction_that_trn2_has_not_is_noted(self):
        for call, name in (("nisa.exponential(t, t)", "exponential"), ("nisa.rand2(t, 0.0, 1.0)", "rand2")):
            block = record(LOAD + call + "\n", [tensor(64, 32)])
            self.assertEqual(["dma_copy", name], block.ops())
            said = [warning["text"] for warning in block.end["warnings"] if warning["code"] == "W3"]
            self.assertTrue(any(f"{name} is an instruction of NeuronCore-v4" in text for text in said))


class DrawTest(KernelTest):
    """Random numbers: others with every draw, and the same again after a seed."""

    def draws(self, body: str, head: str = NEW) -> list:
        block = record("def k(x):\n    t = nl.load(x)\n" + body, [tensor(1, 1, dtype="uint32")], head)
        return [block.attrs(i).get("draw", 0) for i, op in enumerate(block.ops()) if op not in _PLAIN]

    def test_each_has_its_number(self):
        body = "    for i in range(3):\n        a = nl.rand((64, 8), dtype=nl.float32)\n"
        for head in (NEW, OLD):
            self.assertEqual([0, 1, 2], self.draws(body, head))
        both = "    a = nl.rand((64, 8), dtype=nl.float32)\n    nisa.dropout(a, a, 0.5)\n"
        self.assertEqual([0, 1], self.draws(both))

    def test_a_seed_begins_anew(self):
        draw = "    a = nl.rand((64, 8), dtype=nl.float32)\n"
        for seed in ("nl.random_seed(t)", "nl.random_seed(seed=t)", "nisa.set_rng_seed(t)"):
            with self.subTest(seed):
                self.assertEqual([0, 1, 0, 1], self.draws(2 * draw + f"    {seed}\n" + 2 * draw))


class ResultTest(KernelTest):
    """What a call of `nki.isa` returns is no tile, though it was in the older dialect."""

    def test_its_use_as_a_tile_says_so(self):
        for use in ("nl.store(x, r)", "nl.add(r, 1.0)", "nl.exp(r)"):
            body = LOAD + f"r = nisa.activation(t, nl.exp, t)\n    {use}\n"
            text = "the result of activation, which writes dst and returns no tile"
            with self.subTest(use):
                self.refused("E3", text, body, [tensor(64, 32)])


class CompoundTest(KernelTest):
    """Functions of `nl` that are several instructions."""

    def recorded(self, lines, *shape):
        return record(LOAD + lines + "\n    nl.store(x, r)\n", [tensor(*shape)], OLD)

    def test_softmax_sums_over_its_axes_alone(self):
        rows = self.recorded("r = nl.softmax(t, axis=2)", 64, 4, 32)
        self.assertEqual(
            ["tensor_reduce", "tensor_tensor", "activation", "tensor_reduce", "reciprocal", "tensor_tensor"],
            rows.ops()[1:-1],
        )
        self.assertEqual([[2], [2]], [rows.attrs(place)["axis"] for place in (1, 4)])
        whole = self.recorded("r = nl.softmax(t, axis=[1, 2])", 64, 4, 32)
        self.assertEqual("add", whole.attrs(3)["reduce_op"])

    def test_results_have_the_type_of_their_tile_unless_another_is_asked_for(self):
        body = """
        def k(x):
            w = nl.full((64, 32), 1.0, dtype=nl.float32)
            for kind in (nl.bfloat16, nl.float16, nl.float32, nl.int32):
                t = nl.full((64, 32), 1, dtype=kind)
                for asked, wanted in (({}, kind), ({"dtype": nl.float8_e5m2}, nl.float8_e5m2)):
                    for function in (nl.sum, nl.max, nl.mean, nl.var, nl.softmax):
                        assert function(t, 1, **asked).dtype == wanted, (function, kind)
                    for weight in (w, None):
                        assert nl.rms_norm(t, weight, 1, 32, **asked).dtype == wanted, (weight, kind)
            assert nl.rms_norm(t, w, 1, 32, compute_dtype=nl.float32).dtype == nl.float32
            nl.store(x, w)
        """
        for head in (OLD, NEW):
            record(body, [tensor(64, 32)], head)

    def test_rms_norm_sums_over_its_axes_alone(self):
        block = self.recorded("r = nl.rms_norm(t, None, axis=[2], n=32)", 64, 4, 32)
        self.assertEqual(["activation", "tensor_reduce", "tensor_scalar"], block.ops()[1:4])
        self.assertEqual([2], block.attrs(2)["axis"])

    def test_a_mask_is_on_every_instruction(self):
        body = """
        def k(x):
            i = nl.mgrid[0:64, 0:64]
            t = nl.load(x[i.p, i.x], mask=i.x < 30)
            r = nl.softmax(t, axis=1, mask=i.x < 30)
            nl.store(x[i.p, i.x], r, mask=i.x < 30)
        """
        block = record(body, [tensor(64, 30)], OLD)
        reads = [one[4][0][2][1::2] for one in block.code if one[0] != "reciprocal"]
        self.assertEqual([[64, 30]] * 7, reads)

    def test_variance_where_axes_stay(self):
        block = self.recorded("r = nl.var(t, axis=2)\n    assert r.shape == (64, 4)", 64, 4, 32)
        self.assertEqual(["bn_stats"] * 4 + ["bn_aggr"] * 4, block.ops()[1:-1])
        kept = self.recorded("r = nl.var(t, axis=[1, 2], keepdims=True)\n    assert r.shape == (64, 1, 1)", 64, 4, 32)
        self.assertEqual(["bn_stats", "bn_aggr"], kept.ops()[1:-1])

    def test_where_spreads_all_three(self):
        block = self.recorded("c = nl.load(x[0:1]) > 0\n    r = nl.where(c, t[:, 0:1], -1.0)\n    "
                              "assert r.shape == (64, 32)", 64, 32)
        self.assertEqual("tensor_copy_predicated", block.ops()[-2])
        numbers = self.recorded("r = nl.where(t > 0, 1.5, 2.5)\n    assert r.dtype == nl.float32", 64, 32)
        self.assertEqual([1.5, 2.5], sorted(numbers.attrs(n)["value"] for n, op in enumerate(numbers.ops()) if op == "memset"))


class OutOfBoundsTest(KernelTest):
    def test_loads_and_stores_say_what_to_do(self):
        body = """
        def k(x, at):
            i, f = nl.arange(64)[:, None], nl.arange(32)[None, :]
            places = nl.load(at)
            t = nl.load(x[places[i, 0], f], mode=nisa.oob_mode.skip)
            nl.store(x[places[i, 0], f], t, mode=nisa.oob_mode.skip)
        """
        block = record(body, [tensor(64, 32), tensor(64, 1, dtype="int32")], OLD)
        self.assertEqual([None, "skip", "skip"], [block.attrs(n).get("oob_mode") for n in range(3)])


class TransposeTest(KernelTest):
    def test_one_byte_elements_are_a_guess(self):
        body = """
        def k(x):
            t = nl.ndarray((64, 128), dtype=x.dtype, buffer=nl.sbuf)
            nisa.dma_transpose(dst=t, src=x)
        """
        self.assertIn("W3", record(body, [tensor(128, 64, dtype="fp8_e4m3")]).warnings())
        self.assertNotIn("W3", record(body, [tensor(128, 64, dtype="bf16")]).warnings())


class OlderCollectivesTest(KernelTest):
    def test_operators_come_first_and_groups_may_be_one(self):
        body = """
        import numpy as np
        import neuronxcc.nki.nccl as nccl
        def k(x):
            y = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
            nccl.all_to_all(np.add, [x], [y], list(range(4)), 1, 1)
            nccl.collective_permute(dst=y, src=x, source_target_pairs=[(0, 1), (1, 0)])
            wide = nl.ndarray((4, 64, 16), dtype=x.dtype, buffer=nl.shared_hbm)
            nccl.all_gather(op=np.add, srcs=[x], dsts=[wide], replica_groups=[0, 1, 2, 3], all_gather_dim=0,
                            dtype=nl.float32)
            return wide
        """
        block = record(body, [tensor(1, 64, 16)], OLD, ranks={"tp": 4, "lnc": 1})
        self.assertEqual(["all_to_all", "collective_permute", "all_gather"], block.ops())
        self.assertEqual([[[0, 1, 2, 3]], 0], [block.attrs(0)[key] for key in ("groups", "dim")])
        self.assertEqual([[0, 1, 2, 3]], block.attrs(2)["groups"])


class PartsOfTilesTest(KernelTest):
    def test_a_pattern_that_reaches_too_far_is_refused_where_it_is_used(self):
        body = """
        def k(x):
            t = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.sbuf)
            for i in range(3):
                part = t.ap([[512, 128], [1, 256]], offset=i * 256)
                if i < {}:
                    nisa.memset(part, 1.0)
        """
        self.assertEqual(2, len(record(body.format(2), [tensor(128, 512)]).code))
        text = "pattern reaches element 65791 of t, which has 65536"
        self.refused("E4", text, body.format(3), [tensor(128, 512)])
        self.refused("E4", text, body.format(0) + "        part[:, 0:8]", [tensor(128, 512)])
        row = body.format(3).replace("[512, 128]", "[0, 128]").replace("i * 256", "65536 * i")
        self.refused("E4", "of t, which has 65536", row, [tensor(128, 512)])

    def test_what_is_left_of_a_reduction_goes_to_the_first_partitions(self):
        body = """
        def k(x):
            t = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.sbuf)
            sums = nl.ndarray((128, 2), dtype=nl.float32, buffer=nl.sbuf)
            nisa.memset(t, 1.0)
            nisa.activation(t[0:64], nl.exp, t[0:64], reduce_op=nl.add, reduce_res=sums[:, 1:2],
                            reduce_cmd=nisa.reduce_cmd.reset_reduce)
        """
        self.assertEqual([1, [2, 64, 1, 1]], record(body, [tensor(128, 512)]).code[1][3][1][1:])


class DialectTest(KernelTest):
    def test_annotations_of_the_older_dialect_do_not_make_a_kernel_one_of_it(self):
        kernel = "def k(x: nt.mutable_tensor):\n    return x\n"
        for head, found in ((NEW, "new"), ("import neuronxcc.nki as old\n" + NEW, "old"), ("", "old")):
            text = head + "import neuronxcc.nki.typing as nt\n" + kernel
            result = run({"nki": "k.py", "function": "k", "args": [tensor(128, 4)]}, {"k.py": text})
            self.assertEqual(found, blocks(result.stream)[0].head["dialect"], head)


class HelperTest(KernelTest):
    def test_helpers_of_the_older_compiler_need_no_package(self):
        body = """
        from neuronxcc.starfish.penguin.common import div_ceil
        from neuronxcc.starfish.penguin.targets.nki.private_api import vnc
        @nki.jit
        def tiles(x):
            for i in range(div_ceil(x.shape[0], 128)):
                nl.store(x[i * 128 : min(300, i * 128 + 128)], nl.load(x[i * 128 : min(300, i * 128 + 128)]))
            return x
        def k(x):
            return tiles[vnc(2)](x)
        """
        block = record(body, [tensor(300, 8)], OLD, ranks={"tp": 1, "lnc": 2})
        self.assertEqual(["dma_copy"] * 6, block.ops())


if __name__ == "__main__":
    unittest.main()
