"""Numbers in registers: loaded, computed with, and bounds of loops."""

import unittest

from support import KernelTest, record, tensor


class ScalarTest(KernelTest):
    """Numbers that a kernel loads and computes with, as NKI has them since 0.7."""

    BODY = """
        def k(a, number, out):
            t = nl.ndarray((1, 2), dtype=nl.int32, buffer=nl.sbuf)
            row = nl.ndarray((1, 64), dtype=a.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=t, src=number)
            i, j = nisa.scalar_load(t[:, 0:1]), nisa.scalar_load(t[:, 1:2])
            assert isinstance(i, nisa.NkiScalar)
            at = 5 - (i * 2 - j * 3)
            nisa.dma_copy(dst=row, src=a.ap([[64, 1], [1, 64]], scalar_offset=at * i + 1))
            nisa.scalar_store(t[:, 0:1], at)
            nisa.activation(dst=row, op=nl.exp, data=row, engine=nisa.engine.scalar)
            nisa.dma_copy(dst=out, src=row)
        """
    ARGS = [tensor(64, 64), tensor(1, 2, dtype="int32"), tensor(1, 64)]

    def test_arithmetic_of_two_is_a_register_of_its_own(self):
        block = record(self.BODY, self.ARGS)
        moves = [block.attrs(n) for n, op in enumerate(block.ops()) if op == "register_move"]
        self.assertEqual(
            [{"reg": 2, "from": [0, 2, 0], "with": [1, -3, 0]},
             {"reg": 3, "from": [2, -1, 5], "with": [0, 1, 0], "product": 1}],
            [{key: move[key] for key in move} for move in moves],
        )
        self.assertEqual([64, ["r", 3, 64]], block.code[5][4][0][1::2])
        self.assertEqual({"from": [2, -1, 5]}, block.attrs(6))

    def test_a_float_in_a_register_is_noted(self):
        body = "def k(x):\n    nisa.register_load(nisa.register_alloc(), nl.load(x[0:1, 0:1]))\n"
        self.assertEqual(["W3"], record(body, [tensor(2, 2)]).warnings())
        self.assertEqual([], record(body, [tensor(2, 2, dtype="int32")]).warnings())

    def test_a_register_that_begins_with_what_a_tile_holds(self):
        block = record(self.BODY.replace("scalar_load", "register_alloc"), self.ARGS)
        self.assertEqual(record(self.BODY, self.ARGS).code, block.code)

    def test_engines_that_have_no_activations(self):
        self.refused("E10", "needs a NeuronCore-v4",
                     self.BODY.replace("nisa.engine.scalar", "nisa.engine.gpsimd"), self.ARGS)


class BoundsTest(KernelTest):
    def test_a_loop_between_registers_with_known_numbers(self):
        block = record(
            """
            def k(a):
                o = nl.ndarray((512, 64), dtype=a.dtype, buffer=nl.shared_hbm)
                first, last = nisa.register_alloc(0), nisa.register_alloc(512)
                for i in nl.dynamic_range(first, last, 128):
                    t = nl.ndarray((128, 64), dtype=a.dtype, buffer=nl.sbuf)
                    nisa.dma_copy(dst=t, src=a.ap([[64, 128], [1, 64]], scalar_offset=i))
                    nisa.dma_copy(dst=o.ap([[64, 128], [1, 64]], scalar_offset=i), src=t)
                return o
            """,
            [tensor(512, 64)],
        )
        self.assertEqual(8, block.ops().count("dma_copy"))

    def test_run_time_bounds(self):
        body = """
        def k(x):
            n = nisa.register_alloc()
            nisa.register_load(n, nl.load(x[0:1, 0:1]))
            for i in nl.dynamic_range(n):
                nl.load(x)
            nl.fori_loop(0, n, lambda i: nl.load(x))
            nl.while_loop(n, lambda r: (nl.load(x), r)[1])
            while n:
                nl.load(x)
        """
        lines = [9, 11, 12, 13]
        self.refused("E8", 'set kernel.trip_counts: {"kernel', body, [tensor(128, 4)])
        self.refused("E8", ", which has 'k.py:3'", body, [tensor(128, 4)], trip_counts={"k.py:3": 2})
        import support

        name = f"kernel{support._COUNT + 1}.py"
        counts = {f"{name}:{line}": times for line, times in zip(lines, (2, 3, 4, 5))}
        block = record(body, [tensor(128, 4)], trip_counts=counts)
        self.assertEqual(2 + 3 + 4 + 5, block.ops().count("loop_end"))
        self.assertEqual(4, block.ops().count("loop_begin"))
        self.assertEqual(4 + 2 * (1 + 2 + 3 + 4 + 5), len(block.code))

    def test_register_start(self):
        body = """
        def k(x):
            n = nisa.register_alloc()
            for i in nl.dynamic_range(n, 9):
                nl.load(x[nl.ds(i, 2)])
        """
        import support

        block = record(body, [tensor(128, 4)], trip_counts={f"kernel{support._COUNT + 1}.py:8": 2})
        self.assertEqual([[0, 0, [4, 2, 1, 4], ["r", 0, 4]], [0, 4, [4, 2, 1, 4], ["r", 0, 4]]],
                         [one[4][0] for one in block.code if one[0] == "dma_copy"])


class SettledTest(KernelTest):
    """Bounds of loops on the device that the arguments fix."""

    BODY = """
        def k(x, n):
            c = nl.ndarray((2, 3), dtype=nl.int32, buffer=nl.sbuf)
            d = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.sbuf)
            nisa.memset(c, 9)
            nisa.dma_copy(dst=c[:, 1:3], src=n)
            nisa.tensor_scalar(d, c[0:1, 2:3], op0=nl.add, operand0=127)
            nisa.tensor_scalar(d, d, op0=nl.right_shift, operand0=7)
            r, s = nisa.register_alloc(d), nisa.register_alloc({second})
            nisa.memset(d, 50)
            {loop}
                nl.load(x)
        """

    def turns(self, loop, second="c[1:2, 0:1]", **given):
        args = [tensor(2, 2), {**tensor(2, 2, dtype="int32"), **({"values": [5, 400, 3, 2]} | given)}]
        return record(self.BODY.format(loop=loop, second=second), args).ops().count("loop_end")

    def test_what_is_loaded_of_given_values(self):
        self.assertEqual(4, self.turns("for i in nl.dynamic_range(r):"))
        self.assertEqual(9, self.turns("for i in nl.dynamic_range(s):"))
        self.assertEqual(3, self.turns("for i in nl.dynamic_range(s):", "c[1:2, 1:2]"))
        self.assertEqual(9 * 4 + 1 + 9, self.turns("for i in nl.dynamic_range(r * s + 1 + s):"))
        self.assertEqual(3, self.turns("for i in nl.dynamic_range(r, s, 2):"))

    def test_numbers_that_are_computed_with(self):
        self.assertEqual(7, self.turns("for i in nl.dynamic_range(s * 2 + 1):", "3"))

    def test_floats_on_the_way(self):
        body = """
        def k(x, n):
            c = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.sbuf)
            f = nl.ndarray((1, 1), dtype={kind}, buffer=nl.sbuf)
            nisa.dma_copy(dst=c, src=n)
            nisa.tensor_copy(dst=f, src=c)
            nisa.tensor_scalar(dst=f, data=f, op0=nl.add, operand0=127.0, op1=nl.multiply, operand1=1.0 / 128.0)
            nisa.tensor_copy(dst=c, src={round})
            nl.fori_loop(0, nisa.register_alloc(c), lambda i: nl.load(x))
        """
        def turns(number, kind="nl.float32", rounded="nl.floor(f)"):
            args = [tensor(2, 2), {**tensor(1, 1, dtype="int32"), "values": [number]}]
            return record(body.format(kind=kind, round=rounded), args).ops().count("loop_end")

        self.assertEqual([0, 1, 1, 2], [turns(n) for n in (0, 1, 128, 129)])
        self.assertEqual(2, turns(129, rounded="f"))
        for kind, rounded in (("nl.bfloat16", "nl.floor(f)"), ("nl.float32", "f")):
            args = [tensor(2, 2), {**tensor(1, 1, dtype="int32"), "values": [300]}]
            self.refused("E8", "only the device knows", body.format(kind=kind, round=rounded), args)

    def test_what_nobody_says(self):
        loop = "for i in nl.dynamic_range(r):"
        body = self.BODY.format(loop=loop, second=0)
        args = [tensor(2, 2), tensor(2, 2, dtype="int32")]
        self.refused("E8", "}, or values of 'n', which it is loaded from", body, args)
        given = [args[0], {**args[1], "values": [5, 400, 3, 2]}]
        at = "nisa.dma_copy(dst=c.ap([[3, 1], [1, 1]], scalar_offset=nisa.register_alloc()), src=n[0:1, 0:1])"
        for other in (
            body.replace("right_shift, operand0=7", "divide, operand0=128"),
            body.replace("nisa.tensor_scalar", f"{at}; nisa.tensor_scalar", 1),
        ):
            self.refused("E8", "only the device knows", other, given)


class WhileTest(KernelTest):
    """Loops that go on as long as a register is not 0, and how often is known."""

    BODY = """
        def k(x, n):
            count = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.sbuf)
            nisa.dma_copy(dst=count, src=n)
            reg = nisa.register_alloc({start})
            def body(r):
                nl.load(x)
                nisa.register_store(dst=count, src=r)
                nisa.tensor_scalar(dst=count, data=count, op0=nl.add, operand0=-1)
                nisa.register_load(r, count)
                {returned}
            {loop}
        """

    def text(self, start="count", loop="nl.while_loop(reg, body)", returned="return r"):
        return self.BODY.format(start=start, loop=loop, returned=returned)

    def turns(self, text, *values, **more):
        return record(text, [tensor(2, 2), {**tensor(1, 1, dtype="int32"), "values": list(values)}], **more)

    def test_a_count_goes_down(self):
        loop = "while reg:\n                body(reg)"
        for rounds in (0, 3, 200):
            for start, way in (("count", {}), ("count", {"loop": loop}), (str(rounds), {"loop": loop})):
                block = self.turns(self.text(start, **way), rounds)
                self.assertEqual(rounds, block.ops().count("loop_end"), (start, way))
                self.assertEqual(1, block.ops().count("loop_begin"))
        self.assertEqual([["while", 3]], [[kind, n] for kind, _, n, _ in self.turns(self.text(), 3).end["loops"]])

    def test_the_scenario_may_say_otherwise(self):
        import support

        name = f"kernel{support._COUNT + 1}.py"
        self.assertEqual(5, self.turns(self.text(), 3, trip_counts={f"{name}:16": 5}).ops().count("loop_end"))

    def test_what_is_no_condition(self):
        args = [tensor(2, 2), {**tensor(1, 1, dtype="int32"), "values": [2]}]
        self.refused("E3", "is nothing, expected a register; while_loop", self.text(returned="pass"), args)
        self.refused("E8", "values of 'n'", self.text(), [tensor(2, 2), tensor(1, 1, dtype="int32")])


if __name__ == "__main__":
    unittest.main()
