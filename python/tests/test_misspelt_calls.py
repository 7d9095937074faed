"""Calls with a slip in a parameter's name are refused with the name that was meant."""

import unittest

from support import NEW, OLD, run, tensor

REQUEST = {"nki": "k.py", "function": "k", "args": [tensor(128, 512)]}
LOAD = "def k(x):\n    t = nl.load(x)\n    "
SLIPS = {
    "tensor of nl": (NEW, "nl.store(x, vlaue=t)", "nki.language.store", "vlaue", "value"),
    "axis": (NEW, "nl.sum(t, axes=1)", "nki.language.sum", "axes", "axis"),
    "axis, over lines": (NEW, "nl.sum(\n        t,\n        axes=1,\n    )", "nki.language.sum", "axes", "axis"),
    "of a collective": (
        NEW, "ncc.reduce_scatter([x], [x], ncc.ReplicaGroup([[0]]), collective_dims=0, op=nl.add)",
        "nki.collectives.reduce_scatter", "collective_dims", "collective_dim"),
    "of a gather": (
        NEW, "ncc.all_gather([x], [x], replica_groups=ncc.ReplicaGroup([[0]]))",
        "nki.collectives.all_gather", "replica_groups", "replica_group"),
    "of a ring": (
        NEW, "ncc.collective_permute_implicit_current_processing_rank_id(0, ncc.ReplicaGroup([[0]]), channel=0)",
        "nki.collectives.collective_permute_implicit_current_processing_rank_id", "channel", "channel_id"),
    "of a tile like another": (NEW, "nl.empty_like(t, dtyp=nl.float32)", "nki.language.empty_like", "dtyp", "dtype"),
    "of zeros like another": (NEW, "nl.zeros_like(t, bufer=nl.sbuf)", "nki.language.full", "bufer", "buffer"),
    "of a constant": (
        NEW, "nl.shared_constant(t, dtyp=nl.float32)", "nki.language.shared_constant", "dtyp", "dtype"),
    "of a shape": (
        NEW, "nl.broadcast_to(t, shapes=(128, 512))", "nki.language.broadcast_to", "shapes", "shape"),
    "older: of a sum in HBM": (
        OLD, "nl.atomic_rmw(x, t, op=nl.add, msk=None)", "nki.language.atomic_rmw", "msk", "mask"),
    "older: data": (OLD, "nisa.activation(op=nl.exp, dta=t)", "nki.isa.activation", "dta", "data"),
    "older: operator": (OLD, "nisa.tensor_tensor(t, t, opp=nl.add)", "nki.isa.tensor_tensor", "opp", "op"),
    "older: mask": (OLD, "nisa.dma_copy(dst=t, src=x, msk=None)", "nki.isa.dma_copy", "msk", "mask"),
    "older: source": (OLD, "nisa.dma_copy(dst=t, scr=x)", "nki.isa.dma_copy", "scr", "src"),
    "older: condition": (
        OLD, "i = nl.arange(4)[:, None]\n    nisa.affine_select(prd=i > 0, on_true_tile=t, on_false_value=0)",
        "nki.isa.affine_select", "prd", "pred"),
}


class MisspeltCallTest(unittest.TestCase):
    def refused(self, body: str) -> dict:
        result = run(REQUEST, {"k.py": body})
        self.assertEqual(2, result.status, result.err)
        return result.error

    def test_each(self):
        for name, (head, call, function, word, near) in SLIPS.items():
            with self.subTest(name):
                error = self.refused(head + LOAD + call + "\n    return x\n")
                self.assertIn(f"{function} has no parameter '{word}' (nearest: {near})", error["text"])
                self.assertEqual(("E3", near), (error["code"], error["nearest"]))

    def test_parameters_are_those_of_the_dialect(self):
        error = self.refused(OLD + LOAD + "nisa.tensor_tensor(t, t)\n    return x\n")
        self.assertIn("missing 1 required positional argument: 'op'; it takes data1, data2, op, dtype", error["text"])
        self.assertNotIn("neuronxcc", error["text"])

    def test_missing_at_once(self):
        for call, missing in (
            ("memset(dtype=nl.float32)", "memset: missing shape"), ("rng()", "rng: missing shape"),
            ("iota(dtype=nl.int32)", "iota: missing expr"),
            ("affine_select(on_true_tile=t, on_false_value=0)", "affine_select: missing pred"),
        ):
            with self.subTest(call):
                error = self.refused(OLD + LOAD + f"nisa.{call}\n    return x\n")
                self.assertEqual(("E3", f"nki.isa.{missing}"), (error["code"], error["text"]))

    def test_a_list_is_no_array(self):
        error = self.refused(NEW + LOAD + "nl.shared_constant([1.0], dtype=nl.float32)\n    return x\n")
        self.assertEqual("nl.shared_constant of a list, expected an array, such as np.array(list)", error["text"])

    def test_a_gather_has_no_operator(self):
        error = self.refused(
            NEW + LOAD + "ncc.all_gather([x], [x], ncc.ReplicaGroup([[0]]), op=nl.add)\n    return x\n")
        self.assertIn("nki.collectives.all_gather has no parameter 'op'", error["text"])


if __name__ == "__main__":
    unittest.main()
