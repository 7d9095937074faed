"""Views and checks that are kept with a tensor must not be used where something differs."""

import unittest

from support import OLD, KernelTest, record, tensor


class SlicesTest(KernelTest):
    """Boxes of a tensor with three dimensions, taken again and again."""

    BODY = """
    def k(x):
        t = nl.ndarray((128, 10, 64), dtype=nl.float32, buffer=nl.sbuf)
        for _ in range(3):
            nisa.memset(t[:, 2:10, 1:63], 1)
            nisa.memset(t[:, 3:10, 1:], 1)
            {}
    """

    def accesses(self, more: str) -> list:
        block = record(self.BODY.format(f"nisa.memset(t{more}, 1)"), [tensor(128, 64)])
        self.assertEqual([one[3][0][1:] for one in block.code[:3]] * 3,
                         [one[3][0][1:] for one in block.code])
        return block.code[2][3][0][1:]

    def test_bounds_steps_and_integers_are_told_apart(self):
        self.assertEqual([129, [640, 128, 64, 8, 1, 62]], self.accesses("[0:128, 2:10, 1:63]"))
        self.assertEqual([129, [640, 128, 64, 8, 2, 31]], self.accesses("[:, 2:10, 1:63:2]"))
        self.assertEqual([129, [640, 128, 1, 62]], self.accesses("[:, 2, 1:63]"))
        self.assertEqual([129, [640, 128, 64, 7, 1, 62]], self.accesses("[:, 2:-1, 1:63]"))
        self.assertEqual([640 + 129, [640, 1, 64, 8, 1, 62]], self.accesses("[1, 2:10, 1:63]"))

    def test_bounds_after_success(self):
        for more, text in (("[:, 3:11, 1:63]", "slice 3:11 is out of bounds"),
                           ("[:, 2:2, 1:63]", "slice 2:2 is empty")):
            self.refused("E4", text, self.BODY.format(f"nisa.memset(t{more}, 1)"), [tensor(128, 64)])

    def test_numbers_that_are_not_whole(self):
        for more in ("[:, 2.0:10, 1:63]", "[:, 2:10, 1:63.0]"):
            with self.assertRaises(AttributeError):
                record(self.BODY.format(f"nisa.memset(t{more}, 1)"), [tensor(128, 64)])
        with self.assertRaises(AttributeError):
            record(
                """
                def k(x):
                    t = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.sbuf)
                    for last in (32, 32, 32, 32.0):
                        nisa.memset(t[:, 0:last], 1)
                """,
                [tensor(128, 64)],
            )


class ChecksTest(KernelTest):
    def test_operands_of_a_sum_that_goes_on(self):
        """What fits is looked at again where a shape, a type or a mode changes within a group."""
        body = """
        def k(x):
            t = nl.ndarray((128, 128), dtype=nl.float32, buffer=nl.sbuf)
            other = nl.ndarray((128, 128), dtype=nl.bfloat16, buffer=nl.sbuf)
            acc = nl.ndarray((64, 32), dtype=nl.float32, buffer=nl.psum)
            nisa.memset(t, 1)
            nisa.memset(other, 1)
            for _ in range(3):
                nisa.nc_matmul(acc, t[:, 0:64], t[:, 0:32])
            {}
        """
        for text, call in (
            ("does not fit", "nisa.nc_matmul(acc, t[:, 0:64], t[:, 0:33])"),
            ("differ in partitions", "nisa.nc_matmul(acc, t[0:64, 0:64], t[:, 0:32])"),
            ("float32 with bfloat16", "nisa.nc_matmul(acc, t[:, 0:64], other[:, 0:32])"),
            ("does not fit", "nisa.nc_matmul(acc, t[:, 0:64], t[:, 0:32], perf_mode='double_row')"),
            ("does not fit", "nisa.nc_matmul(acc[:, 0:8], t[:, 0:64], t[:, 0:32])"),
            ("expected psum", "nisa.nc_matmul(t[0:64, 0:32], t[:, 0:64], t[:, 0:32])"),
        ):
            with self.subTest(call):
                self.refused("E5", text, body.format(call), [tensor(128, 64)])

    def test_operands_that_a_mask_clips(self):
        """A clipped matmul of a group says nothing about one without a mask."""
        self.refused(
            "E5", "does not fit",
            """
            def k(x):
                t = nl.load(x)
                i = nl.arange(64)[:, None]
                acc = nl.zeros((64, 32), dtype=nl.float32, buffer=nl.psum)
                nisa.nc_matmul(acc, t[:, 0:64], t[:, 0:32], mask=i < 16)
                nisa.nc_matmul(acc, t[:, 0:64], t[:, 0:16])
            """,
            [tensor(128, 64)], OLD,
        )

    def test_transposes_by_dma(self):
        body = """
        def k(x):
            t = nl.ndarray((64, 128), dtype=nl.float32, buffer=nl.sbuf)
            p = nl.ndarray((64, 128), dtype=nl.float32, buffer=nl.psum)
            for _ in range(2):
                nisa.dma_transpose(dst=t, src=x)
            {}
        """
        for text, call in (
            ("is not src (128, 64) transposed", "nisa.dma_transpose(dst=t[:, 0:64], src=x)"),
            ("cannot access psum", "nisa.dma_transpose(dst=p, src=x)"),
            ("cannot transpose", "nisa.dma_transpose(dst=t, src=x, axes=(0, 0))"),
        ):
            with self.subTest(call):
                self.refused("E5", text, body.format(call), [tensor(128, 64)])


if __name__ == "__main__":
    unittest.main()
