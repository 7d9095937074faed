"""Tiles that are written in part: what of them nothing wrote, and whether a result depends on it."""

import unittest

from support import NEW, OLD, record, tensor

HEAD = """
def k(x):
    out = nl.ndarray({shape}, dtype=x.dtype, buffer=nl.shared_hbm)
    t = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf)
    u = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf)
    p = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)
"""
ROWS = "nisa.dma_copy(dst=t[0:64], src=x[0:64])"
COLUMNS = "nisa.dma_copy(dst=t[:, 0:32], src=x[:, 0:32])"
WHOLE = "nisa.dma_copy(dst=u, src=x)"
STORE = "nisa.dma_copy(dst=out, src=u)"


class UnwrittenTest(unittest.TestCase):
    def noted(self, *lines, shape=(128, 64)):
        """Line of the body and tile of each note."""
        body = HEAD.format(shape=shape) + "".join(f"    {line}\n" for line in lines) + "    return out\n"
        found = record(body, [tensor(128, 64)]).end["warnings"]
        first = NEW.count("\n") + HEAD.count("\n")
        return [
            (int(one["at"].rpartition(":")[2]) - first, one["text"].split("'")[1], one["text"].split("'")[3])
            for one in found if one["code"] == "W1"
        ]

    def test_what_is_stored(self):
        for part in (ROWS, COLUMNS, "nisa.memset(t[:, 0:64:2], 0.0)", "nisa.memset(t[32:64, 0:8], 0.0)"):
            self.assertEqual([(2, "t", "out")], self.noted(part, "nisa.dma_copy(dst=out, src=t)"), part)

    def test_what_is_computed_of_it(self):
        for line in (
            "nisa.tensor_copy(u, t)",
            "nisa.activation(u, nl.exp, t)",
            "nisa.tensor_tensor(u, u, t, nl.add)",
            "nisa.tensor_scalar(u, t, nl.multiply, 2.0)",
            "nisa.dma_copy(dst=u, src=t)",
        ):
            for part in (ROWS, COLUMNS):
                self.assertEqual([(3, "t", "out")], self.noted(WHOLE, part, line, STORE), line + part)

    def test_a_column_of_each_row(self):
        column = "nisa.tensor_reduce(u[:, 0:1], nl.add, t, 1)"
        spread = "nisa.tensor_scalar(u, u, nl.add, u[:, 0:1])"
        self.assertEqual([(3, "t", "out")], self.noted(WHOLE, COLUMNS, column, spread, STORE))

    def test_sums_of_rows_that_nothing_wrote(self):
        multiply = "nisa.nc_matmul(p, t, t)"
        lines = (WHOLE, ROWS, multiply, "nisa.tensor_copy(u[0:64], p)", STORE)
        self.assertEqual([(3, "t", "out")], self.noted(*lines))
        self.assertEqual([], self.noted(WHOLE, ROWS, multiply.replace("t, t", "t[0:64], t[0:64]"), *lines[3:]))

    def test_columns_of_a_product(self):
        whole = ("nisa.tensor_copy(u[0:64], p)", STORE)
        some = ("nisa.tensor_copy(u[0:32, 0:32], p[0:32, 0:32])", STORE)
        for multiply in ("nisa.nc_matmul(p, t, u)", "nisa.nc_matmul(p, u, t)"):
            self.assertEqual([(3, "t", "out")], self.noted(WHOLE, COLUMNS, multiply, *whole), multiply)
            self.assertEqual([], self.noted(WHOLE, COLUMNS, multiply, *some), multiply)

    def test_rows_that_become_columns(self):
        turn = "nisa.nc_transpose(p[:, 0:64], t[0:64])"
        for part, stored in (("0:32", "0:64"), ("0:32", "32:64")):
            lines = (WHOLE, f"nisa.memset(t[{part}], 0.0)", turn,
                     f"nisa.tensor_copy(u[0:64, {stored}], p[:, {stored}])")
            self.assertEqual([(3, "t", "out")], self.noted(*lines, STORE))
        lines = (WHOLE, "nisa.memset(t[0:32], 0.0)", turn, "nisa.tensor_copy(u[0:64, 0:32], p[:, 0:32])")
        self.assertEqual([], self.noted(*lines, STORE))

    def test_pieces_that_make_the_whole(self):
        for pieces in (
            (ROWS, "nisa.dma_copy(dst=t[64:128], src=x[64:128])"),
            ("nisa.memset(t[:, 0:64:2], 0.0)", "nisa.memset(t[:, 1:64:2], 1.0)"),
            (ROWS, "nisa.memset(t[64:128, 0:32], 0.0)", "nisa.memset(t[64:128, 32:64], 0.0)"),
            ("nisa.memset(t, 0.0)", ROWS),
            ("nisa.memset(t.reshape((128, 8, 8))[:, 0:4], 0.0)", "nisa.memset(t.reshape((128, 8, 8))[:, 4:8], 0.0)"),
        ):
            self.assertEqual([], self.noted(*pieces, "nisa.dma_copy(dst=out, src=t)"), pieces)

    def test_rows_that_are_left_over_are_not_stored(self):
        self.assertEqual(
            [], self.noted(ROWS, "nisa.activation(u, nl.exp, t)", "nisa.dma_copy(dst=out[0:64], src=u[0:64])",
                           "nisa.dma_copy(dst=out[64:128], src=x[64:128])"))

    def test_what_is_overwritten_in_time(self):
        copy = "nisa.tensor_copy(u, t)"
        self.assertEqual([], self.noted(ROWS, copy, "nisa.memset(u[64:128], 0.0)", STORE))
        self.assertEqual([], self.noted(ROWS, copy, STORE, "nisa.dma_copy(dst=out[64:128], src=x[64:128])"))
        self.assertEqual([(2, "t", "out")], self.noted(ROWS, copy, "nisa.memset(u[0:64], 0.0)", STORE))

    def test_what_may_be_left_out(self):
        for line in ("nisa.tensor_tensor(u, u, t, nl.multiply)", "nisa.tensor_scalar(u, t, nl.multiply, 0.0)",
                     "nisa.tensor_scalar(u, t, nl.maximum, 0.0)", "nisa.nc_matmul(p, u, t)"):
            lines = (WHOLE, ROWS, line, "nisa.tensor_copy(u[0:64], p)" if "matmul" in line else "pass")
            self.assertEqual([], self.noted(*lines, STORE), line)

    def test_rows_whose_index_is_out_of_bounds_are_not_stored(self):
        rows = ("n = nl.ndarray((128, 1), dtype=nl.int32, buffer=nl.sbuf)", "nisa.memset(n, -1)",
                "nisa.iota(n[0:64], [[0, 1]], offset=0, channel_multiplier=1)")
        for place in ("vector_offset=n", "scalar_offset=n[0:1]"):
            target = f"out.ap([[64, 128], [1, 64]], {place}, indirect_dim=0)"
            store = f"nisa.dma_copy(dst={target}, src=t, oob_mode=nisa.oob_mode.skip)"
            self.assertEqual([], self.noted(ROWS, *rows, store), place)

    def test_partitions_apart_are_not_followed(self):
        apart = "nisa.dma_copy(dst=u[0:128:2], src=t[0:64])"
        few = "nisa.dma_copy(dst=t[0:32], src=x[0:32])"
        self.assertEqual([], self.noted(WHOLE, few, apart, "nisa.dma_copy(dst=out[32:64], src=u[32:64])"))

    def test_numbers_of_each_row(self):
        first = ("r = nl.ndarray((128, 1), dtype=nl.float32, buffer=nl.sbuf)", WHOLE, COLUMNS)
        rest = ("nisa.tensor_scalar(u, u, nl.add, r)", STORE)
        total = "reduce_op=nl.add, reduce_res=r"
        for line in (f"nisa.activation_reduce(u[:], nl.exp, t, {total})",
                     f"nisa.tensor_scalar_reduce(u, t, nl.add, 1.0, {total})"):
            self.assertEqual([(4, "t", "out")], self.noted(*first, line, WHOLE, *rest), line)
        bounds = "nl.greater_equal, nl.less, u[:, 0:1], u[:, 1:2]"
        chosen = ("reduce_cmd=nisa.reduce_cmd.reset_reduce, reduce_res=r, reduce_op=nl.maximum, "
                  "on_false_value=-3.4028235e+38")
        for line in (f"nisa.range_select(u, t, {bounds}, {chosen})",
                     f"nisa.tensor_scalar_reduce(u, t, nl.multiply, u[:, 0:1], {total})"):
            self.assertEqual([], self.noted(*first, line, WHOLE, *rest), line)

    def test_rows_that_a_tile_scales_may_be_zero(self):
        scaled = "nisa.activation(u, nl.copy, t, scale={})"
        self.assertEqual([], self.noted(WHOLE, ROWS, scaled.format("u[:, 0:1]"), STORE))
        self.assertEqual([(3, "t", "out")], self.noted(WHOLE, ROWS, scaled.format("2.0"), STORE))

    def test_tiles_at_addresses_lie_over_others(self):
        fixed = "t = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf, address=(0, 0))"
        self.assertEqual([], self.noted(fixed, ROWS, "nisa.dma_copy(dst=out, src=t)"))

    def test_masks_of_the_older_dialect(self):
        body = """
def k(x):
    out = nl.ndarray((100, 64), dtype=x.dtype, buffer=nl.shared_hbm)
    p, f = nl.arange(128)[:, None], nl.arange(64)[None, :]
    t = nl.load(x[p, f], mask=(p < 100))
    nl.store(out[p, f], nl.exp(t), mask=(p < {}))
    return out
"""
        self.assertEqual([], record(body.format(100), [tensor(100, 64)], OLD).end["warnings"])

    def test_assignments_of_the_older_dialect(self):
        body = """
def k(x):
    out = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.shared_hbm)
    t = nl.ndarray((128, 64), dtype=x.dtype, buffer=nl.sbuf)
    t[:, 0:{}] = nl.exp(nl.load(x[:, 0:{}]))
    t[:, 32:64] = nl.load(x[:, 32:64])
    nl.store(out, t)
    return out
"""
        self.assertEqual([], record(body.format(32, 32), [tensor(128, 64)], OLD).end["warnings"])
        (found,) = record(body.format(16, 16), [tensor(128, 64)], OLD).end["warnings"]
        self.assertEqual("W1", found["code"])
        self.assertIn("'t' is written in part, and what nothing wrote of it is read here and goes", found["text"])


if __name__ == "__main__":
    unittest.main()
