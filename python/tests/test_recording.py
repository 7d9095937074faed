"""Rules beyond one call, one instruction: PSUM groups, zero fills, edges, registers."""

import unittest

from support import NEW, KernelTest, blocks, record, run, tensor

MATMULS = """
def k(x):
    a = nl.load(x)
    acc = {acc}
    out = nl.ndarray((128, 128), dtype=nl.float32, buffer=nl.sbuf)
    def mm(dst, **more):
        nisa.nc_matmul(dst=dst, stationary=a, moving=a, **more)
    {body}
"""
PSUM = "nl.ndarray((128, 2, 128), dtype=nl.float32, buffer=nl.psum)"


class PsumTest(KernelTest):
    def groups(self, *lines, acc=PSUM):
        body = MATMULS.format(acc=acc, body="\n    ".join(lines))
        block = record(body, [tensor(128, 128)])
        found = [(a["start"], a["stop"]) for op, *_, a in
                 (one for one in block.code if one[0] == "nc_matmul")]
        return found, block

    def test_first_starts_last_stops(self):
        read = "nisa.tensor_copy(out, acc[:, 0])"
        found, _ = self.groups(*["mm(acc[:, 0])"] * 3, read, *["mm(acc[:, 0])"] * 2)
        self.assertEqual([(1, 0), (0, 0), (0, 1), (1, 0), (0, 1)], found)

    def test_regions_are_groups_of_their_own(self):
        found, _ = self.groups(
            "mm(acc[:, 0])", "mm(acc[:, 1])", "mm(acc[:, 0])",
            "nisa.tensor_copy(out, acc[:, 0])", "mm(acc[:, 1])",
        )
        self.assertEqual([(1, 0), (1, 0), (0, 1), (0, 1)], found)

    def test_explicit_accumulate(self):
        found, _ = self.groups(
            "mm(acc[:, 0], accumulate=False)", "mm(acc[:, 0], accumulate=True)",
            "mm(acc[:, 0], accumulate=False)", "mm(acc[:, 0], accumulate=True)",
        )
        self.assertEqual([(1, 0), (0, 1), (1, 0), (0, 1)], found)

    def test_zero_fill_before_a_matmul_is_dropped(self):
        zeros = "nl.zeros((128, 2, 128), dtype=nl.float32, buffer=nl.psum)"
        found, block = self.groups(
            "mm(acc[:, 0], accumulate=True)", "mm(acc[:, 0], accumulate=True)",
            "mm(acc[:, 1], accumulate=True)", acc=zeros,
        )
        self.assertEqual([(1, 0), (0, 1), (1, 1)], found)
        self.assertNotIn("memset", block.ops())
        self.assertEqual(1, block.end["dropped"])
        self.assertIn("W3", block.warnings())

    def test_zero_fill_that_is_read_stays(self):
        found, block = self.groups(
            "nisa.memset(acc, 0)", "nisa.tensor_copy(out, acc[:, 0])", "mm(acc[:, 0])"
        )
        self.assertEqual(([(1, 1)], 1), (found, block.ops().count("memset")))
        _, block = self.groups("nisa.memset(acc, 1.0)", "mm(acc[:, 0])")
        self.assertIn("memset", block.ops())

    def test_identity_is_loaded_once_at_the_start(self):
        block = record("""
        def k(x):
            a = nl.load(x)
            for _ in range(3):
                nisa.nc_transpose(nl.ndarray((128, 128), nl.float32, nl.psum), a)
        """, [tensor(128, 128)])
        self.assertEqual(["dma_copy", "dma_copy"] + ["nc_transpose"] * 3, block.ops())
        self.assertEqual({"ins": 1, "queue": "sync"}, block.attrs(0))
        self.assertEqual("identity", block.bufs[block.code[0][4][0][0]]["fill"])
        self.assertEqual(block.code[0][3][0][0], block.code[2][4][1][0])


class EdgeTest(KernelTest):
    def test_a_loop_on_the_device_is_not_inside_no_reorder(self):
        inside = "with nl.no_reorder():\n        for i in nl.dynamic_range(2):\n            nl.load(x)"
        around = "for i in nl.dynamic_range(2):\n        with nl.no_reorder():\n            nl.load(x)"
        static = inside.replace("dynamic", "static")
        for body, codes in ((inside, ["W11"]), (around, []), (static, [])):
            block = record(f"def k(x):\n    {body}\n", [tensor(128, 4)])
            self.assertEqual(codes, [one["code"] for one in block.end["warnings"] if "no_reorder" in one["text"]], body)

    def test_no_reorder(self):
        block = record("""
        def k(x):
            nl.load(x)
            with nl.no_reorder():
                nl.load(x)
                with nl.no_reorder():
                    nl.load(x)
            with nl.no_reorder():
                nl.load(x)
        """, [tensor(128, 4)])
        self.assertEqual([None, 0, 0, 1], [block.attrs(i).get("region") for i in range(4)])

    def test_depends_on(self):
        block = record("""
        def k(x):
            z = nl.zeros((128, 128), nl.float32, buffer=nl.psum)
            t = nl.load(x)
            nisa.nc_matmul(z, t, t)
            a = nisa.dma_copy(dst=x, src=t)
            b = nisa.memset(t, 0).depends_on(a)
            nisa.memset(t, 1).depends_on(b, a, kind=nisa.dependency.runtime)
        """, [tensor(128, 128)])
        self.assertEqual(["dma_copy", "nc_matmul", "dma_copy", "memset", "memset"], block.ops())
        self.assertEqual([[2], [2, 3]], [block.attrs(i)["after"] for i in (3, 4)])

    def test_with_schedule(self):
        body = """
        @nki.jit
        def plain(x):
            t = nl.load(x)
            nisa.memset(t, 0, name="first")
            nisa.memset(t, 1, name="second")
        k = plain.with_schedule([("second", ["first"])])
        """
        block = record(body, [tensor(128, 4)])
        self.assertEqual([1], block.attrs(2)["after"])
        bad = body.replace('["first"]', '"frist"')
        self.refused("E3", "no instruction is named 'frist'", bad, [tensor(128, 4)])


class BufferTest(KernelTest):
    def test_names_groups_addresses(self):
        block = record("""
        def k(x):
            for _ in range(2):
                tile = nl.ndarray((128, 4), dtype=nl.float32, buffer=nl.sbuf)
                nisa.memset(tile, 0)
            fixed = nl.ndarray((64, 4), nl.float32, nl.sbuf, name="named", address=(64, 1024))
            nisa.memset(fixed, 0)
            nl.ndarray((128, 4), dtype=nl.float32, buffer=nl.sbuf)
        """, [tensor(128, 4)])
        tiles = [b for b in block.bufs.values() if b["role"] == "scratch"]
        self.assertEqual(["tile", "tile", "named"], [b["name"] for b in tiles])
        self.assertEqual(tiles[0]["group"], tiles[1]["group"])
        self.assertTrue(tiles[0]["group"].endswith(".py:8"))
        self.assertEqual([64, 1024], tiles[2]["addr"])

    def test_tiles_that_nothing_names_and_those_of_a_list(self):
        block = record("""
        def k(x):
            tiles = []
            for _ in range(2):
                nisa.dma_copy(nl.ndarray((128, 8), nl.float32, nl.sbuf), x)
                tiles.append(nl.ndarray((128, 8), nl.float32, nl.sbuf))
                nisa.dma_copy(tiles[-1], x)
        """, [tensor(128, 8)])
        names = [block.bufs[one[3][0][0]]["name"] for one in block.code]
        self.assertEqual(["t1", "tiles", "t3", "tiles"], names)

    def test_roles(self):
        block = record("""
        def k(x, y, z):
            out = nl.ndarray((128, 4), dtype=nl.float32, buffer=nl.shared_hbm)
            t = nl.load(x)
            nl.store(y, t)
            nl.store(z, t)
            nl.store(out, t)
            return {"a": [out], "b": (y,)}
        """, [tensor(128, 4)] * 3)
        found = {b["name"]: (b["role"], b.get("result")) for b in block.bufs.values()}
        self.assertEqual(("input", None), found["x"])
        self.assertEqual(("inout", 1), found["y"])
        self.assertEqual(("inout", None), found["z"])
        self.assertEqual(("output", 0), found["out"])

    def test_objects_of_results(self):
        fields = """
        from dataclasses import dataclass
        {made}
        class Results{base}:
            rows: object
            more: object
            none: object = None
            count: int = 2

        def k(x):
            out = nl.ndarray((128, 4), dtype=nl.float32, buffer=nl.shared_hbm)
            nl.store(out, nl.load(x))
            return Results(rows=out, more=[x])
        """
        for made, base in (("@dataclass", ""), ("", "(nl.NKIObject)")):
            block = record(fields.format(made=made, base=base), [tensor(128, 4)])
            found = {b["name"]: b.get("result") for b in block.bufs.values() if b["space"] != "sbuf"}
            self.assertEqual({"out": 0, "x": 1}, found)

    def test_outputs_are_in_hbm(self):
        self.refused("E5", ".py:6 in sbuf, expected a tensor in HBM: store it",
                     "def k(x):\n    return nl.load(x)", [tensor(128, 4)])
        self.refused("E5", "returns int", "def k():\n    return 3")

    def noted(self, body, before="", **ranks):
        request = {"nki": "k.py", "function": "k", "args": [tensor(128, 4)], "ranks": ranks}
        made = "def k(x):\n    out = nl.ndarray((128, 4), nl.float32, nl.shared_hbm)\n    t = nl.load(x)\n"
        stream = run(request, {"k.py": NEW + before + made + body}).stream
        return [(one["at"], one["text"]) for block in blocks(stream) for one in block.end["warnings"]]

    def test_results_that_nothing_writes_are_noted(self):
        none = "the kernel returns no tensor and writes none of its arguments"
        self.assertEqual([("k.py:6", "'out' is returned but never written")], self.noted("    return out"))
        self.assertEqual([("", none)], self.noted("    nl.store(out, t)"))
        self.assertEqual([], self.noted("    nl.store(out, t)\n    return out"))
        self.assertEqual([], self.noted("    nl.store(x, t)"))
        half = "    if nl.program_id(0) == 1:\n        nl.store(out, t)\n    return out"
        self.assertEqual([], self.noted(half, lnc=2))

    def test_results_that_are_written_in_part_are_noted(self):
        part = "'out' is returned, but only {} of its 512 elements are written"
        for more, count in (
            ("    nl.store(out[0:64], t[0:64])\n    nl.store(out[32:65], t[32:65])", 260),
            ("    nl.store(out[:, 0:1], t[:, 0:1])", 128),
            ("    nl.store(out[0:128:2], t[0:64])", 256),
            ("    nl.store(out, t)\n    nl.store(out[0:64], t[0:64])", None),
            ("    nl.store(out.reshape((64, 8))[:, 4:8], t[0:64])", 256),
        ):
            with self.subTest(more):
                wanted = [] if count is None else [("k.py:6", part.format(count))]
                self.assertEqual(wanted, self.noted(more + "\n    return out"))

    def test_results_whose_parts_are_not_known_here(self):
        by_core = "    me = nl.program_id(0) * 64\n    nl.store(out[me : me + 64], t[0:64])\n    return out"
        self.assertEqual([], self.noted(by_core, lnc=2))
        only = "'out' is returned, but only 256 of its 512 elements are written"
        self.assertEqual([("k.py:6", only)], self.noted(by_core, lnc=1))
        barrier = "    nl.store(out[0:64], t[0:64])\n    nisa.core_barrier(out, (0, 1))\n    return out"
        self.assertEqual([("k.py:6", only)], self.noted(barrier, lnc=2))
        for quiet in (
            "    r = nisa.register_alloc(1)\n    nl.store(out.ap([[4, 64], [1, 4]], scalar_offset=r), t[0:64])\n"
            "    return out",
            "    nl.store(out[0:64], t[0:64])\n    return out[0:64]",
            "    nl.store(x[0:64], t[0:64])\n    return x",
        ):
            self.assertEqual([], self.noted(quiet))

    def test_read_before_written(self):
        block = record("def k(x):\n    t = nl.ndarray((128, 4), nl.float32, nl.sbuf)\n    nl.store(x, t)",
                       [tensor(128, 4)])
        warning = block.end["warnings"][0]
        self.assertEqual(("W1", "'t' is read before anything writes it"), (warning["code"], warning["text"]))
        self.assertTrue(warning["at"].endswith(":7"))

    def test_what_the_other_core_writes_is_written(self):
        shared = (
            "    own = nl.ndarray((128, 4), nl.float32, nl.shared_hbm)\n"
            "    if nl.program_id(0) == {}:\n        nl.store(own, t)\n"
            "    ncc.all_gather([own], [out], [[0]], 0)\n    return out"
        )
        load = "import nki.collectives as ncc\n"
        for writer, wanted in ((0, []), (1, []), (2, ["'own' is read before anything writes it"] * 2)):
            with self.subTest(writer=writer):
                found = self.noted(shared.format(writer), before=load, lnc=2)
                self.assertEqual(wanted, [text for _, text in found])

    def test_gather_reads_the_index(self):
        block = record("""
        def k(x, index):
            i = nl.load(index)
            t = nl.ndarray((128, 4), nl.float32, nl.sbuf)
            nisa.dma_copy(dst=t, src=x.ap([[4, 128], [1, 4]], vector_offset=i),
                          oob_mode=nisa.oob_mode.skip)
        """, [tensor(1000, 4), tensor(128, 1, dtype="uint32")])
        one = block.code[1]
        self.assertEqual([0, 0, [4, 128, 1, 4], ["v", 2, 4]], one[4][0])
        self.assertEqual(2, one[4][1][0])
        self.assertEqual({"oob_mode": "skip"}, block.attrs(1))

    def test_other_type_is_named(self):
        block = record("def k(x):\n    t = nl.load(x)\n    nisa.memset(t.view(nl.bfloat16)[:, 2:4], 0)",
                       [tensor(128, 4)])
        self.assertEqual([1, 2, [8, 128, 1, 2], None, "bfloat16"], block.code[1][3][0])


class LookupTest(KernelTest):
    """Which numbers arguments hold that say where others are accessed."""

    BODY = """
        def k(table, at, to):
            o = nl.ndarray((64, 32), dtype=table.dtype, buffer=nl.shared_hbm)
            s = nl.ndarray(at.shape, dtype=at.dtype, buffer=nl.sbuf)
            c = nl.ndarray(at.shape, dtype=at.dtype, buffer=nl.sbuf)
            d = nl.ndarray(to.shape, dtype=to.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=s, src=at)
            nisa.tensor_copy(dst=c, src=s)
            nisa.dma_copy(dst=d, src=to)
            nisa.dma_copy(dst=o, src=table.ap(pattern=[[32, 64], [1, 32]], offset=320, vector_offset=c))
            nisa.dma_copy(dst=o.ap(pattern=[[32, 16], [1, 32]], scalar_offset=d), src=o[0:16, :])
            return o
        """
    TABLE, AT, TO = tensor(100, 32), tensor(64, 1, dtype="int32"), tensor(1, 1, dtype="int32")

    def test_places_inside_what_they_index(self):
        bufs = record(self.BODY, [self.TABLE, self.AT, self.TO]).bufs
        self.assertEqual([None, [0, 90], [0, 49]], [bufs[i].get("range") for i in range(3)])

    def test_a_range_of_the_request_stays(self):
        bufs = record(self.BODY, [{**self.TABLE, "range": [0.5, 2]}, {**self.AT, "range": [3, 4]}, self.TO]).bufs
        self.assertEqual([[0.5, 2], [3, 4], [0, 49]], [bufs[i].get("range") for i in range(3)])

    def test_a_range_that_is_none(self):
        for wrong in ([1], [2, 1], "all"):
            self.refused("E3", "expected [low, high]", self.BODY, [{**self.TABLE, "range": wrong}, self.AT, self.TO])

    def test_values_are_those_of_the_request(self):
        at = {**self.AT, "values": [[n] for n in range(64)]}
        bufs = record(self.BODY, [self.TABLE, at, {**self.TO, "values": [[7]]}]).bufs
        self.assertEqual([None, list(range(64)), [7]], [bufs[i].get("values") for i in range(3)])
        self.assertNotIn("range", bufs[1])

    def test_values_that_are_too_few_or_no_numbers(self):
        for wrong in ([], [1, 2], ["one"], "one"):
            args = [self.TABLE, self.AT, {**self.TO, "values": wrong}]
            self.refused("E3", "values of 'to', expected 1: a number", self.BODY, args)
        both = {**self.TO, "values": [1], "range": [0, 2]}
        self.refused("E3", "expected one of them", self.BODY, [self.TABLE, self.AT, both])


if __name__ == "__main__":
    unittest.main()
