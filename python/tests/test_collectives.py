"""Collectives: what is recorded of them, and what is refused."""

import unittest

from support import KernelTest, record, record_all, tensor


class CollectiveTest(KernelTest):
    BODY = """
    def k(x):
        group = ncc.ReplicaGroup([[0, 1, 2, 3]])
        a = [nl.ndarray((128, 8), nl.float32, nl.hbm) for _ in range(4)]
        nl.store(a[0], nl.load(x))
        nl.store(a[1], nl.load(x))
        big = nl.ndarray((512, 8), nl.float32, nl.hbm)
        small = nl.ndarray((32, 8), nl.float32, nl.hbm)
        {call}
    """

    def one(self, call):
        block = record(self.BODY.format(call=call), [tensor(128, 8)], ranks={"tp": 4})
        return block, block.code[-1]

    def test_each(self):
        for call, name, outs, ins, wanted in (
            ("ncc.all_gather([a[0]], [big], group, 0)", "all_gather", 1, 1, {"dim": 0}),
            ("ncc.all_gather([a[0]], [big.reshape((4, 128, 8))], group, 0)", "all_gather", 1, 1, {"dim": 0}),
            ("ncc.all_gather([a[0]], [big.reshape((128, 32))], group, 1)", "all_gather", 1, 1, {"dim": 1}),
            ("ncc.all_reduce([a[0], a[1]], [a[2], a[3]], group, nl.add)", "all_reduce", 2, 2, {"op": "add"}),
            ("ncc.reduce_scatter([a[0]], [small], group, 0, nl.add)", "reduce_scatter", 1, 1, {"op": "add"}),
            ("ncc.all_to_all([a[0]], [a[1]], group, 0)", "all_to_all", 1, 1, {}),
            ("ncc.all_to_all_v([a[0]], [a[1]], group, a[2])", "all_to_all", 1, 1, {"dim": 0}),
            ("ncc.all_gather_v([a[0]], [big], group, a[2])", "all_gather", 1, 1, {"dim": 0}),
            ("ncc.all_to_all_v_trigger(ncc.all_to_all_v_prepare([a[0]], [a[1]], group, a[2]))",
             "all_to_all", 1, 1, {"dim": 0}),
            ("ncc.all_gather_v_trigger(ncc.all_gather_v_prepare([a[0]], [big], group, metadata_tensor=a[2]))",
             "all_gather", 1, 1, {"dim": 0}),
            ("ncc.collective_permute([a[0]], [a[1]], [(0, 1), (1, 0)])", "collective_permute", 1, 1,
             {"pairs": [[0, 1], [1, 0]]}),
            ("ncc.collective_permute_implicit_reduce([[a[0]]], [[a[1]]], [[a[2]]], group, nl.add)",
             "collective_permute_implicit", 1, 1, {"channel": 0}),
        ):
            block, one = self.one(call)
            self.assertEqual((name, "cc", outs, ins), (one[0], one[1], len(one[3]), len(one[4])))
            self.assertEqual(wanted, {key: one[5].get(key) for key in wanted})

    def test_one_record_per_channel(self):
        block, _ = self.one(
            "ncc.collective_permute_implicit([[a[0]], [a[1]]], [[a[2]], [a[3]]], group, [0, 1])"
        )
        found = [one for one in block.code if one[1] == "cc"]
        self.assertEqual([0, 1], [one[5]["channel"] for one in found])
        self.assertEqual([[0, 1, 2, 3]], found[0][5]["groups"])

    def test_ring_registers(self):
        block, one = self.one(
            "r = ncc.collective_permute_implicit_current_processing_rank_id(2, group, channel_id=1)\n"
            "        q = ncc.rank_id()\n"
            "        nl.store(big.ap([[8, 128], [1, 8]], scalar_offset=r), nl.load(x))"
        )
        self.assertEqual(
            {"t": "reg", "id": 0, "kind": "ring", "iteration": 2, "channel": 1, "bound": 4}, block.regs[0]
        )
        self.assertEqual({"t": "reg", "id": 1, "kind": "rank", "bound": 4}, block.regs[1])
        self.assertEqual(["r", 0, 8], one[3][0][3])

    def test_refused(self):
        for text, call in (
            ("does not fit src (128, 8) in groups of 4", "ncc.all_gather([a[0]], [a[1]], group, 0)"),
            ("expected all in one", "ncc.all_gather([nl.load(x)], [big], group, 0)"),
            ("must be in HBM", "t = nl.load(x)\n        ncc.collective_permute([t], [t], [(0, 1)])"),
            ("dst (512, 8) does not fit src (128, 8) in groups of 4 along dimension 1, expected (128, 32)",
             "ncc.all_gather([a[0]], [big], group, 1)"),
            ("dst (128, 32) does not fit src (128, 8) in groups of 4 along dimension 0, expected (512, 8)",
             "ncc.all_gather([a[0]], [big.reshape((128, 32))], group, 0)"),
            ("src (128, 8) does not fit dst (32, 8) in groups of 4 along dimension 1, expected (32, 32)",
             "ncc.reduce_scatter([a[0]], [small], group, 1, nl.add)"),
            ("collective_dim 2 of (128, 8), expected 0 to 1", "ncc.all_gather([a[0]], [big], group, 2)"),
            ("1 list in srcs_by_channel, expected a list for each channel, 2",
             "ncc.collective_permute_implicit([[a[0]]], [[a[1]]], group, [0, 1])"),
            ("2 tensors in dsts_by_channel, expected one",
             "ncc.collective_permute_implicit([[a[0]]], [[a[1], a[2]]], group)"),
            ("no lists in dsts_by_channel", "ncc.collective_permute_implicit([[a[0]]], a[1], group)"),
            ("2 lists in srcs1_by_channel, expected a list for each channel, 1",
             "ncc.collective_permute_implicit_reduce([[a[0]]], [[a[1]], [a[2]]], [[a[3]]], group, nl.add)"),
            ("dst (32, 8) does not fit (128, 8)",
             "ncc.collective_permute_implicit_reduce([[a[0]]], [[a[1]]], [[small]], group, nl.add)"),
            ("2 tensors in srcs, expected one", "ncc.collective_permute([a[0], a[2]], [a[1]], [(0, 1), (1, 0)])"),
            ("dst (32, 8) does not fit (128, 8)", "ncc.collective_permute([a[0]], [small], [(0, 1), (1, 0)])"),
            ("srcs has 2 tensors and dsts 1, expected as many in each", "ncc.all_reduce([a[0], a[1]], [a[2]], group, nl.add)"),
        ):
            self.refused("E5", text, self.BODY.format(call=call), [tensor(128, 8)])

    def test_groups_that_were_written_for_other_ranks_are_named(self):
        call = "ncc.all_gather([a[0]], [a[1]], group, 0)"
        text = "in groups of 4; the replica groups name 4 ranks of 8"
        self.refused("E5", text, self.BODY.format(call=call), [tensor(128, 8)], ranks={"tp": 8})

    def test_groups_are_lists_of_ranks(self):
        for given in ("None", "ncc.ReplicaGroup([0, 1, 2, 3])"):
            call = f"ncc.all_gather([a[0]], [big], {given}, 0)"
            text = "expected lists of ranks, such as [[0, 1], [2, 3]]"
            self.refused("E3", text, self.BODY.format(call=call), [tensor(128, 8)])

    def test_groups_of_so_many(self):
        body = """
        def k(x, group):
            big = nl.ndarray((256, 8), nl.float32, nl.shared_hbm)
            ncc.all_gather([x], [big], group, 0)
            return big
        """
        for ranks in ({"tp": 2, "groups": 2}, {"tp": 4}):
            block = record(body, [tensor(128, 8), {"replica_group": 2}], ranks=ranks)
            self.assertEqual([[0, 1], [2, 3]], block.attrs(0)["groups"])
        expected = "replica_group: groups of 2, expected equal parts of the 3 ranks"
        self.refused("E3", expected, body, [tensor(128, 8), {"replica_group": 2}], ranks={"tp": 3})
        expected = "'group' is a tensor, expected lists of ranks; an argument: group: { replica_group: tp }"
        self.refused("E3", expected, body, [tensor(128, 8), tensor(2, 2)])

    def test_results_over_sources_are_refused(self):
        beside = "both = nl.ndarray((128, 16), dtype=x.dtype, buffer=nl.shared_hbm)\n        "
        reduce = beside + "ncc.all_reduce([both[:, 0:8]], [both[:, {}]], group, nl.add)"
        self.one(reduce.format("8:16"))
        for call in (
            "ncc.all_reduce([a[0]], [a[0]], group, nl.add)",
            "ncc.all_reduce([a[0], a[1]], [a[2], a[0]], group, nl.add)",
            reduce.format("7:15"),
            "ncc.all_gather([big[0:128]], [big], group, 0)",
            "ncc.reduce_scatter([a[0]], [a[0][0:32]], group, 0, nl.add)",
            "ncc.all_to_all([a[0]], [a[0]], group, 0)",
            "ncc.collective_permute([a[0]], [a[0]], [(0, 1), (1, 0)])",
            "ncc.collective_permute_implicit([[a[0]], [a[1]]], [[a[2]], [a[0]]], group, [0, 1])",
        ):
            with self.subTest(call):
                text = "src and dst share memory, which is not simulated; copy src to a tensor of its own first"
                self.refused("E10", text, self.BODY.format(call=call), [tensor(128, 8)])

    def test_rows_of_one_partition_follow_each_other_in_any_shape(self):
        one = "a[0].reshape((1, 1024))"
        for dim, shape in ((0, (1, 4096)), (1, (4, 1024)), (1, (1, 4096)), (0, (4096, 1))):
            with self.subTest(dim=dim, shape=shape):
                self.one(f"ncc.all_gather([{one}], [big.reshape({shape})], group, {dim})")

    def test_a_single_row_has_a_part_for_each_rank(self):
        for dim, shape in ((0, (1, 1024)), (1, (1, 1024)), (0, (1, 1, 1024)), (0, (1024,))):
            with self.subTest(dim=dim, shape=shape):
                row = f"a[{{}}].reshape({shape})"
                call = f"ncc.all_to_all([{row.format(0)}], [{row.format(1)}], group, {dim})"
                block, one = self.one(call)
                self.assertEqual(0, one[5]["dim"])
                self.assertEqual([256, 4, 1, 256], one[3][0][2])

    def test_counts_are_exchanged_before_what_they_count(self):
        counts = "n = nl.ndarray(({}, 4), nl.uint32, nl.hbm)\n        "
        for rows, seen, known, found in (
            (3, "n", False, 2), (4, "n", False, 2), (3, "n", True, 1), (3, "n.view(nl.int32)", False, 2),
        ):
            call = counts.format(rows) + (
                f"ncc.all_gather_v([a[0]], [big], group, {seen}, recv_counts_known={known})")
            block, one = self.one(call)
            made = [instruction[0] for instruction in block.code if instruction[1] == "cc"]
            self.assertEqual((["all_to_all"] * 2)[: found - 1] + ["all_gather"], made)
        for said, call in (
            ("not written to n[2, 4] uint32 in private_hbm, expected (3, 4)",
             counts.format(2) + "ncc.all_to_all_v([a[0]], [a[1]], group, n)"),
            ("recv_displs are not looked at",
             counts.format(4) + "ncc.all_to_all_v([a[0]], [a[1]], group, n, has_rdispls=True)"),
        ):
            block, _ = self.one(call)
            self.assertIn(said, " ".join(one["text"] for one in block.end["warnings"]))

    def test_slots_lie_where_they_do_however_full(self):
        n = "nl.ndarray((3, 4), nl.uint32, nl.hbm)"
        _, one = self.one(f"ncc.all_to_all_v([small], [a[1]], group, {n})")
        self.assertEqual([256, 4, 1, 64], one[3][0][2])
        self.assertEqual([64, 4, 1, 64], one[4][0][2])

    def test_halves_come_in_pairs(self):
        prepare = "p = ncc.all_to_all_v_prepare([a[0]], [a[1]], group, a[2])\n        "
        for text, call in (
            ("has no trigger yet", prepare + prepare),
            ("takes what all_gather_v_prepare returns", prepare + "ncc.all_gather_v_trigger(p)"),
            ("has been triggered", prepare + "ncc.all_to_all_v_trigger(p)\n        " * 2),
        ):
            self.refused("E3", text, self.BODY.format(call=call), [tensor(128, 8)])

    def test_one_recording_serves_all_ranks(self):
        call = "ncc.all_gather([a[0]], [big], group, 0)"
        body = self.BODY.format(call=call)
        first, second = (record_all(body, [tensor(128, 8)], ranks={"tp": n})[0] for n in (4, 8))
        self.assertEqual(first.code, second.code)

    def test_arguments_are_not_for_collectives(self):
        for call, noted in (
            ("ncc.all_gather([x], [big], group, 0)", True), ("ncc.all_gather([a[0]], [big], group, 0)", False),
            ("ncc.collective_permute_implicit([[x]], [[a[1]]], group)", True),
        ):
            found = [one["text"] for one in self.one(call)[0].end["warnings"] if one["code"] == "W11"]
            self.assertEqual(noted, any("reads 'x', an argument" in text for text in found), call)

    def test_what_two_cores_share_is_for_two(self):
        body = """
    def k(x):
        a, b = (nl.ndarray((128, 8), nl.float32, {0}) for _ in range(2))
        nl.store(a, nl.load(x))
        ncc.all_reduce([a], [b], [[0, 1, 2, 3]], nl.add)
    """
        for place, ranks, noted in (
            ("nl.shared_hbm", {"tp": 4}, True), ("nl.shared_hbm", {"tp": 4, "lnc": 2}, False),
            ("nl.private_hbm", {"tp": 4}, False),
        ):
            block = record(body.format(place), [tensor(128, 8)], ranks=ranks)
            found = [one["text"] for one in block.end["warnings"]]
            self.assertEqual(noted, any("in shared_hbm with ranks.lnc 1" in text for text in found), found)

    def test_groups_by_an_operator_on_the_rank(self):
        for op, operand, wanted in (
            ("bitwise_and", 0, [[0, 1, 2, 3]]), ("div", 2, [[0, 1], [2, 3]]), ("mod", 2, [[0, 2], [1, 3]]),
        ):
            made = f"ncc.ReplicaGroup.from_partition_op(4, ncc.rg_partition_op.{op}, {operand})"
            _, one = self.one(f"ncc.all_reduce([a[0]], [a[2]], {made}, nl.add)")
            self.assertEqual(wanted, one[5]["groups"])
        for op, told in (("ncc.rg_partition_op.div, 0", "div by 0"), ("nl.add, 2", "expected a rg_partition_op")):
            call = self.BODY.format(call=f"ncc.ReplicaGroup.from_partition_op(4, {op})")
            self.refused("E3", told, call, [tensor(128, 8)], ranks={"tp": 4})


if __name__ == "__main__":
    unittest.main()
