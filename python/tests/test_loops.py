"""Loops that the recorder unrolls and loops that the device runs."""

import unittest

from support import OLD, KernelTest, record, record_all, tensor


class LoopTest(KernelTest):
    def test_loops_are_noted(self):
        block = record("""
        def k(x):
            for i in nl.affine_range(2):
                nl.load(x)
                for j in nl.sequential_range(1, 5, 2):
                    nl.load(x)
            nl.load(x)
        """, [tensor(128, 4)])
        loops = [block.attrs(i).get("loop") for i in range(7)]
        self.assertEqual([[0, 0], [1, 0], [1, 1], [0, 1], [2, 0], [2, 1], None], loops)
        kinds = [(kind, count, outer) for kind, _, count, outer in block.end["loops"]]
        self.assertEqual(
            [("affine", 2, None), ("sequential", 2, [0, 0]), ("sequential", 2, [0, 1])], kinds
        )

    def test_break_leaves_the_loop(self):
        block = record("""
        def k(x):
            for i in nl.affine_range(9):
                if i == 1:
                    break
            nl.load(x)
        """, [tensor(128, 4)])
        self.assertEqual({}, block.attrs(0))

    def test_sums_over_the_cores(self):
        body = """
        def k(x):
            tile = nl.load(x)
            total = nl.all_reduce(tile, op=nl.add, program_axes=[nl.program_id(0)], dtype=nl.float32)
            peak = nisa.tensor_reduce(nl.max, total, axis=[1])
            assert peak.as_tile().shape_2d == (128, 1)
            assert peak.expand_dims((2, 3)).shape == (128, 1, 1, 1)
        """
        alone = record(body, [tensor(128, 4)], OLD)
        self.assertEqual(["dma_copy", "tensor_copy", "tensor_reduce"], alone.ops())
        cores = record(body, [tensor(128, 4)], OLD, ranks={"lnc": 2})
        self.assertEqual(["dma_copy", "sendrecv", "tensor_tensor", "tensor_reduce"], cores.ops())
        self.assertIn("W3", cores.warnings())
        self.refused("E10", "over a grid of 2x2 programs", body, [tensor(128, 4)], OLD, grid=[2, 2])

    def test_an_exchange_between_the_cores_that_combines(self):
        body = """
        def k(x):
            tile, most = nl.load(x), nl.ndarray(x.shape, dtype=x.dtype, buffer={place})
            other = 1 - nl.program_id(0)
            nisa.sendrecv_compute({source}, most, other, other, reduce_op=nl.maximum)
        """
        mine = record(body.format(place="nl.sbuf", source="tile"), [tensor(128, 4)], ranks={"lnc": 2})
        self.assertEqual(["dma_copy", "sendrecv", "tensor_tensor"], mine.ops())
        self.assertEqual("maximum", mine.attrs(2)["op"])
        self.assertEqual(1, mine.attrs(1)["recv_from_rank"])
        self.assertIn("W3", mine.warnings())
        self.refused("E10", "none in HBM", body.format(place="nl.private_hbm", source="x"),
                     [tensor(128, 4)], ranks={"lnc": 2})

    def test_a_loop_that_is_reached_again_may_take_another_number_of_turns(self):
        body = """
        def k(x):
            n = nisa.register_alloc()
            for j in range(3):
                nl.fori_loop(0, n, lambda i: nl.load(x))
                while n:
                    nl.load(x)
        """
        import support

        def counts(*numbers):
            name = f"kernel{support._COUNT + 1}.py"
            return {f"{name}:{line}": list(numbers) for line in (9, 10)}

        block = record(body, [tensor(128, 4)], trip_counts=counts(0, 3, 1))
        self.assertEqual(2 * 4, block.ops().count("loop_end"))
        text = "has 2 numbers, and the loop is reached once more"
        self.refused("E8", text, body, [tensor(128, 4)], trip_counts=counts(2, 1))
        mine = record_all(body, [tensor(128, 4)], trip_counts=counts([0, 3, 1], 2), grid=[2])
        self.assertEqual([2 * 4, 2 * 6], [block.ops().count("loop_end") for block in mine])
        text = "has 3 lists, and 2 programs run"
        self.refused("E8", text, body, [tensor(128, 4)], trip_counts=counts([1], [1], 1), grid=[2])

    def test_bounds_in_registers_are_told(self):
        body = """
        def k(x):
            n = nisa.register_alloc()
            nl.fori_loop(2, n * 3 + 1, lambda i: nl.load(x), 4)
            nl.fori_loop(0, 2, lambda i: nl.load(x))
        """
        import support

        name = f"kernel{support._COUNT + 1}.py"
        block = record(body, [tensor(128, 4)], trip_counts={f"{name}:8": 5})
        begins = [n for n, op in enumerate(block.ops()) if op == "loop_begin"]
        told = {"turns": 5, "first": [2], "last": [0, 3, 1], "step": 4, "place": f"{name}:8"}
        self.assertEqual([{"ins": 1, **told}, {"ins": 1}], [block.attrs(n) for n in begins])

    def test_loops_without_an_iteration_begin(self):
        body = """
        def k(x):
            n = nisa.register_alloc()
            nisa.register_load(n, nl.load(x[0:1, 0:1]))
            for i in nl.dynamic_range(n):
                nl.load(x)
            while n:
                nl.load(x)
        """
        import support

        name = f"kernel{support._COUNT + 1}.py"
        block = record(body, [tensor(128, 4)], trip_counts={f"{name}:9": 0, f"{name}:11": 0})
        self.assertEqual(["dma_copy", "register_load", "loop_begin", "loop_begin"], block.ops())

    def test_a_while_on_a_scalar_of_the_older_dialect(self):
        body = """
        def k(x, steps: nt.scalar):
            more = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.hbm)
            going = True
            while nt.scalar(going):
                nl.store(more, nl.load(x[0:1, 0:1]))
                going = more
            return x
        """
        import support

        head, name = OLD + "import neuronxcc.nki.typing as nt\n", f"kernel{support._COUNT + 1}.py"
        block = record(body, [tensor(128, 4), 1], head, trip_counts={f"{name}:10": 3})
        self.assertEqual((1, 3), (block.ops().count("loop_begin"), block.ops().count("loop_end")))
        self.assertEqual(6, block.ops().count("dma_copy"))
        text = "only the device knows how often this loop goes round"
        self.refused("E8", text, body, [tensor(128, 4), 1], head)

    def test_iterations_on_the_device_end_with_a_barrier(self):
        block = record("""
        def k(x):
            for i in nl.dynamic_range(2):
                nl.load(x)
                for j in nl.static_range(2):
                    nl.load(x)
            nl.load(x)
        """, [tensor(128, 4)])
        load, end = "dma_copy", "loop_end"
        self.assertEqual(["loop_begin"] + [load, load, load, end] * 2 + [load], block.ops())
        self.assertEqual({"ins": 1, "loop": [0, 1]}, block.attrs(8))

    def test_loops_that_nki_has_no_more_are_noted(self):
        for loop, told in (
            ("for i in nl.dynamic_range(2):\n        nl.load(x)", "nl.dynamic_range, which nki has not since 0.7"),
            ("nl.fori_loop(0, 2, lambda i: nl.load(x))", None),
            ("while nisa.register_alloc(0):\n        pass", "a while on a register, which nki refuses since 0.7"),
            ("nl.while_loop(nisa.register_alloc(0), lambda r: r)", None),
            ("for i in nl.affine_range(2):\n        nl.load(x)", None),
        ):
            block = record(f"def k(x):\n    {loop}\n", [tensor(128, 4)])
            found = [one["text"] for one in block.end["warnings"] if one["code"] == "W11"]
            self.assertEqual(told is not None, len(found) == 1, (loop, found))
            self.assertIn(told or "", "".join(found))


if __name__ == "__main__":
    unittest.main()
