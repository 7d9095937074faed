"""Names and calls of earlier releases."""

import unittest

from support import OLD, KernelTest, record, tensor

HBM = "o = nl.ndarray((128, 64), dtype=nl.float32, buffer=nl.shared_hbm)"


class EarlierReleasesTest(KernelTest):
    def test_helpers_around_a_kernel(self):
        body = f"""
            from neuronxcc.nki.compiler.backends.neuron.dimensions import Anything
            from neuronxcc.nki._private.private_api import sendrecv, do_while
            from neuronxcc.nki.isa.neuron_isa import dma_copy
            from neuronxcc.nki.nccl.collectives import all_gather
            from nki.dtype import bfloat16
            assert bfloat16 == "bfloat16"
            @nki.benchmark(warmup=5, iters=10)
            def k(a):
                {HBM}
                dma_copy(dst=o, src=a)
                return o
            seen = nki.simulate_kernel(k, 3)
            k.benchmark_result.nc_latency.get_latency_percentile(50)
            """
        self.assertEqual(["dma_copy"], record(body, [tensor(128, 64)], OLD).ops())

    def test_the_memory_of_arguments_has_two_names(self):
        body = f"""
            def k(a):
                {HBM}
                assert a.buffer == nl.hbm and a.buffer == nl.shared_hbm and a[3:5].buffer in (nl.hbm,)
                assert a.buffer == a.buffer and a.buffer != nl.sbuf and not a.buffer != nl.hbm
                assert o.buffer == nl.shared_hbm and o.buffer != nl.hbm
                assert nl.is_hbm(a.buffer) and not nl.is_on_chip(a.buffer)
                like = nl.ndarray(a.shape, dtype=a.dtype, buffer=a.buffer)
                assert like.buffer == nl.shared_hbm and like.buffer != nl.hbm
                nisa.dma_copy(dst=o, src=a)
                return o
            """
        self.assertEqual(["dma_copy"], record(body, [tensor(128, 64)]).ops())

    def test_collectives_as_earlier_releases_have_them(self):
        body = """
            from neuronxcc.nki.nccl.collectives import all_gather, all_reduce
            from neuronxcc.nki.nccl.collectives import collective_permute_implicit
            def k(a):
                parts = [nl.ndarray((128, 64), dtype=a.dtype, buffer=nl.shared_hbm) for _ in range(3)]
                whole = nl.ndarray((512, 64), dtype=a.dtype, buffer=nl.shared_hbm)
                ring = [[0, 1, 2, 3]]
                collective_permute_implicit(
                    src=a, dst=parts[0], replica_groups=ring, channel_id=0, num_channels=1)
                all_reduce(op=np.add, srcs=[parts[0]], dsts=[parts[1]], replica_groups=ring)
                all_gather(
                    op=np.add, srcs=[parts[1]], dsts=[whole], replica_groups=ring, all_gather_dim=0)
                return whole
            """
        ops = record(body, [tensor(128, 64)], OLD + "import numpy as np\n", ranks={"tp": 4}).ops()
        self.assertEqual(["collective_permute_implicit", "all_reduce", "all_gather"], ops)

    def test_calls_as_earlier_releases_have_them(self):
        body = """
            def k(a):
                o = nl.ndarray((128, 64), dtype=a.dtype, buffer="shared_hbm")
                s = nl.ndarray((128, 64), dtype=a.dtype, buffer="sbuf")
                nisa.dma_copy(dst=s, src=a, dge_mode=2, oob_mode=0)
                nisa.affine_select(s, [[1, 64]], 5, -1, s, 0.0)
                nisa.dma_copy(dst=o, src=s)
                nisa.dma_copy(dst=o, src=s, dst_rmw_op=nl.add, unique_indices=True)
                nisa.dma_compute(o, [s], reduce_op=nl.add)
                nisa.dma_compute(o, [o, s], [0.5, 2.0], nl.add)
                nisa.register_move(nisa.register_alloc(), imm=4)
                nl.full_like(s, nki.fp32.min), nl.ones_like(s)
            """
        block = record(body, [tensor(128, 64)])
        self.assertEqual({"dge_mode": "hwdge", "oob_mode": "error"}, block.attrs(0))
        select = block.attrs(1)
        self.assertEqual((5, -1), (select["offset"], select["channel_multiplier"]))
        self.assertEqual(["dma_compute"] * 3 + ["register_move", "memset", "memset"], block.ops()[3:])
        self.assertEqual([2, 2, 2], [len(one[4]) for one in block.code[3:6]])
        self.assertEqual([0.5, 2.0], block.attrs(5)["scales"])
        self.refused("E3", "dge_mode is 7", body.replace("dge_mode=2", "dge_mode=7"), [tensor(128, 64)])

    def test_a_dma_of_what_is_in_psum_reads_a_copy(self):
        body = f"""
            def k(a):
                {HBM}
                p = nl.ndarray((64, 64), dtype=nl.float32, buffer=nl.psum)
                s = nl.load(a)
                {{}}
                nisa.dma_copy(dst=o[0:64], src=p)
                return o
            """
        for head, product, notes in ((None, "nisa.nc_matmul(p, s, s)", 1), (OLD, "p[...] = nisa.nc_matmul(s, s)", 0)):
            given = [tensor(128, 64)]
            block = record(body.format(product), given, head) if head else record(body.format(product), given)
            self.assertEqual(["nc_matmul", "tensor_copy", "dma_copy"], block.ops()[1:])
            self.assertEqual(1, block.attrs(2)["ins"])
            noted = [one["text"] for one in block.end["warnings"] if one["code"] == "W11"]
            self.assertEqual(notes, len([text for text in noted if "reads 'p' in psum, which nki refuses" in text]))

    def test_the_type_of_a_result_beside_its_tile(self):
        block = record("""
def k(x):
    t, u = nl.load(x), nl.ndarray((128, 4), dtype=nl.bfloat16, buffer=nl.sbuf)
    nisa.tensor_copy(dst=u, src=t, dtype=nl.bfloat16)
    nisa.activation(u, nl.exp, t, dtype="float16")
""", [tensor(128, 4)])
        self.assertEqual(["W11"], [one["code"] for one in block.end["warnings"]])
        self.assertIn("dtype float16 into bfloat16: the type is that of dst", block.end["warnings"][0]["text"])

    def test_states_of_random_numbers_are_of_gpsimd(self):
        block = record("""
def k(x):
    s = nl.ndarray((128, 6), dtype=nl.uint32, buffer=nl.sbuf)
    nisa.rand_get_state(dst=s)
    nisa.rand_set_state(src_seeds=s, engine=nisa.engine.vector)
""", [tensor(128, 4)])
        self.assertEqual(["gpsimd"] * 2, [one[1] for one in block.code])
        noted = [one["text"] for one in block.end["warnings"] if one["code"] == "W11"]
        self.assertEqual(["rand_set_state on vector needs a NeuronCore-v4; on trn2 it is GpSimd's"], noted)

    def test_a_copy_stays_in_the_memory_of_what_it_is_of(self):
        block = record("""
def k(x):
    t, p = nl.load(x), nl.ndarray((128, 4), dtype=nl.float32, buffer=nl.psum)
    nisa.nc_transpose(p[0:4, 0:4], t[0:4, 0:4])
    assert (nl.copy(t).buffer, nl.copy(p).buffer) == (nl.sbuf, nl.psum)
    assert nl.copy(p, dtype=nl.bfloat16).dtype == nl.bfloat16
""", [tensor(128, 4)])
        self.assertEqual([("activation", "scalar")] * 3, [(one[0], one[1]) for one in block.code[-3:]])

    def test_a_name_of_the_typing_module_that_few_files_use(self):
        body = """
            from neuronxcc.nki.typing import mutable, mutable_tensor, scalar, tensor
            def k(a: mutable_tensor, b: tensor[mutable], n: scalar):
                nl.store(a, nl.load(b))
            """
        given = [tensor(128, 64), tensor(128, 64), 3]
        self.assertEqual(["dma_copy"] * 2, record(body, given, OLD).ops())

    def test_tensors_are_known_by_their_type(self):
        body = """
            import neuronxcc.nki.typing as nt
            def k(a: nt.tensor, b: nt.tensor | None = None, *c: None | nt.tensor[4, 4]):
                assert isinstance(a, nt.tensor) and isinstance(nl.load(a), (str, nt.tensor))
                assert not isinstance(b, nt.tensor) and not isinstance(3, nt.tensor)
                nl.store(a, nl.load(a))
            """
        self.assertEqual(["dma_copy"] * 3, record(body, [tensor(128, 64)], OLD).ops())


if __name__ == "__main__":
    unittest.main()
