"""Rows and ranges whose places a tensor says."""

import unittest

from support import NEW, OLD, KernelTest, record, run, tensor


class GatherTest(KernelTest):
    def test_a_range_starts_where_a_tensor_says(self):
        block = record(
            """
            def k(a, places):
                o = nl.ndarray((128, 4, 8), dtype=a.dtype, buffer=nl.shared_hbm)
                s, at = nl.load(a), nl.load(places)
                p, h, x = nl.mgrid[0:128, 0:4, 0:8]
                nl.store(o, nisa.tensor_copy_dynamic_src(s[p, h, x + at[0, 1]]))
                nl.store(o, nisa.tensor_copy_dynamic_src(s[p, h, at[0, 2] + x]))
                return o
            """,
            [tensor(128, 4, 64), tensor(1, 4, dtype="int32")], OLD,
        )
        copies = [one for one in block.code if one[0] == "tensor_copy"]
        self.assertEqual([["s", copies[0][4][0][3][1], 1]] * 2, [c[4][0][3] for c in copies])
        self.assertEqual([256, 128, 64, 4, 1, 8], copies[0][4][0][2])

    def test_rows_by_a_tensor_of_numbers(self):
        block = record(
            """
            def k(rows, which, out):
                at = nl.load(which)
                p, x = nl.arange(128)[:, None], nl.arange(64)[None, :]
                nl.store(out[at[p, 0], x], nl.load(rows[at[p, 0], x]))
                return out
            """,
            [tensor(300, 64), tensor(128, 1, dtype="int32"), tensor(300, 64)], OLD,
        )
        self.assertEqual([64, 128, 1, 64], block.code[1][4][0][2])
        self.assertEqual(["v", "v"], [block.code[1][4][0][3][0], block.code[2][3][0][3][0]])

    def test_a_mask_clips_the_first_of_the_rows_that_a_tensor_names(self):
        block = record(
            """
            def k(rows, which):
                at = nl.load(which)
                p, x = nl.arange(128)[:, None], nl.arange(64)[None, :]
                nl.load(rows[at[p, 0], x], mask=(p >= 20) & (x >= 8))
            """,
            [tensor(300, 64), tensor(128, 1, dtype="int32")], OLD,
        )
        source, index = block.code[1][4]
        self.assertEqual([8, [64, 108, 1, 56], "v"], [source[1], source[2], source[3][0]])
        self.assertEqual(20, index[1])

    def test_several_columns_of_indices_are_a_gather_each(self):
        body = """
            def k(table, which):
                at = nl.ndarray((64, 3), dtype=which.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=at, src=which)
                rows = table.ap([[32, 192], [1, 32]], vector_offset=at)
                t = nl.ndarray((96, 64), dtype=table.dtype, buffer=nl.sbuf)
                u = nl.ndarray((32, 192), dtype=table.dtype, buffer=nl.sbuf)
                first = nisa.dma_copy(dst=t, src=rows)
                nisa.dma_transpose(dst=u, src=rows).depends_on(first)
            """
        block = record(body, [tensor(300, 32), tensor(64, 3, dtype="uint32")])
        self.assertEqual(["dma_copy"] * 4 + ["dma_transpose"] * 3, block.ops())
        self.assertEqual([0, 32 * 64, 64 * 64], [one[3][0][1] for one in block.code[1:4]])
        self.assertEqual([0, 64, 128], [one[3][0][1] for one in block.code[4:]])
        self.assertEqual([[3, 64, 1, 1]] * 3, [one[4][1][2] for one in block.code[1:4]])
        self.assertEqual([0, 1, 2], [one[4][1][1] for one in block.code[1:4]])
        self.assertEqual([3], block.attrs(6)["after"])
        self.refused("E5", "do not fill", body.replace("(96, 64)", "(64, 96)"),
                     [tensor(300, 32), tensor(64, 3, dtype="uint32")])

    def test_gathers_that_do_not_fit_are_refused_where_they_are_called(self):
        text = """
def part(a, i, o, rows):
    t = nl.ndarray((128, 4), dtype=nl.int32, buffer=nl.sbuf)
    nisa.dma_copy(dst=t, src=i)
    rows = a.ap(pattern=[[64, rows], [1, 64]], offset=0, vector_offset=t, indirect_dim=0)
    nisa.dma_copy(dst=o, src=rows)
def k(a, i):
    part(a, i, nl.ndarray(SHAPE, dtype=nl.float32, buffer=nl.shared_hbm), ROWS)
"""
        args = [tensor(1024, 64), {**tensor(128, 4, dtype="int32"), "range": [0, 1024]}]
        for shape, rows, told in (
            ("(640, 64)", "640", "640 rows, but 128 x 4 indices"),
            ("(3, 6400)", "300", "300 gathered rows do not fill (3, 6400)"),
        ):
            source = NEW + text.replace("SHAPE", shape).replace("ROWS", rows)
            error = run({"nki": "k.py", "function": "k", "args": args}, {"k.py": source}).error
            self.assertEqual(("E5", 10, "part"), (error["code"], error["line"], error["function"]))
            self.assertIn(told, error["text"])
            self.assertEqual("nisa.dma_copy(dst=o, src=rows)", error["kernel_line"])

    def test_gather_flattened(self):
        for head in (NEW, OLD):
            block = record(
                """
                def k(a, i):
                    o = nl.ndarray(i.shape, dtype=a.dtype, buffer=nl.shared_hbm)
                    nl.store(o, nl.gather_flattened(nl.load(a), nl.load(i)))
                    return o
                """,
                [tensor(128, 64), tensor(128, 16, dtype="uint32")], head,
            )
            self.assertIn("nc_n_gather", block.ops())

    def test_gather_flattened_into_another_type(self):
        block = record(
            """
            def k(a, i):
                o = nl.ndarray(i.shape, dtype=nl.bfloat16, buffer=nl.shared_hbm)
                nl.store(o, nl.gather_flattened(nl.load(a), nl.load(i), dtype=nl.bfloat16))
                return o
            """,
            [tensor(128, 64), tensor(128, 16, dtype="int32")], NEW,
        )
        self.assertEqual(["nc_n_gather", "tensor_copy"], block.ops()[2:4])
        self.assertNotIn("W11", block.warnings())
        self.assertEqual([0, 64], block.bufs[1]["range"])

    def test_indices_of_elements_are_in_range(self):
        block = record(
            """
            def k(a, i):
                o = nl.ndarray((16, 2, 16, 4), dtype=a.dtype, buffer=nl.sbuf)
                nisa.local_gather(o, nl.load(a), nl.load(i), num_elem_per_idx=4)
            """,
            [tensor(16, 64), tensor(16, 2, dtype="uint16")], NEW,
        )
        self.assertEqual([0, 61], block.bufs[1]["range"])

    def test_indices_that_name_no_row_are_noted(self):
        body = """
            def k(table, which, out):
                at = nl.ndarray((64, 3), dtype=which.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=at, src=which)
                t = nl.ndarray((64, 32), dtype=table.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=t, src=table.ap([[32, 64], [1, 32]], vector_offset={index}))
                nisa.dma_copy(dst=out.ap([[32, 64], [1, 32]], vector_offset={index}), src=t)
            """
        args = [tensor(300, 32), tensor(64, 3, dtype="uint32"), tensor(300, 32)]
        found = [one["text"] for one in record(body.format(index="at"), args).end["warnings"]]
        self.assertEqual(2, sum("dma_copy of 64 rows by (64, 3) indices" in text for text in found), found)
        self.assertEqual([], record(body.format(index="at[:, 1:2]"), args).warnings())


class PlacesTest(KernelTest):
    def test_floats_are_no_places(self):
        body = """
def k(a, ids):
    t = nl.load(a)
    i = nl.ndarray((128, 1), dtype=nl.{kind}, buffer=nl.sbuf)
    nisa.dma_copy(dst=i, src=ids)
    u = nl.ndarray((128, 64), dtype=a.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=u, src=a.ap([[64, 128], [1, 64]], vector_offset=i))
    return {end}
"""
        ids = [tensor(128, 64), tensor(128, 1, dtype="int32")]
        text = "index 'i' is float32, expected whole numbers"
        self.refused("E5", text, body.format(kind="float32", end="a"), ids)
        self.assertIn("dma_copy", record(body.format(kind="uint32", end="a"), ids).ops())
        old = "def k(a, ids):\n    t = nl.load(a[nl.load(ids)[nl.arange(128)[:, None], 0], nl.arange(64)[None, :]])\n"
        self.refused("E5", "expected whole numbers", old, [tensor(128, 64), tensor(128, 1)], OLD)



if __name__ == "__main__":
    unittest.main()
