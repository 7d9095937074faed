"""Fused all-gather and matmul round a ring, as the NKI ring tutorial does it.

Each rank holds rows x [m, K] and columns w [K, n]. The rows travel through two ring buffers in
HBM; every step first sends the current buffer on, then multiplies it, loading every tile afresh.
"""

import nki
import nki.collectives as ncc
import nki.isa as nisa
import nki.language as nl

TILE, WIDE = nl.tile_size.pmax, nl.tile_size.gemm_moving_fmax


@nki.jit
def allgather_matmul_ring(x, w, replica_group, tp):
    (m, K), (_, n) = x.shape, w.shape
    rows = m // nl.num_programs(0)
    first = nl.program_id(0) * rows
    out = nl.ndarray((tp, m, n), dtype=x.dtype, buffer=nl.shared_hbm)
    ring = []
    for _ in range(2):
        ring.append(nl.ndarray((rows, K), dtype=x.dtype, buffer=nl.hbm))
    nisa.dma_copy(dst=ring[0], src=x[first : first + rows])
    for step in range(tp):
        current, received = ring[step % 2], ring[(step + 1) % 2]
        owner = ncc.collective_permute_implicit_current_processing_rank_id(
            iteration_id=step, replica_group=replica_group
        )
        if step + 1 < tp:
            ncc.collective_permute_implicit([[current]], [[received]], replica_group)
        multiply(current, w, out, (first, owner))
    return out.reshape((tp * m, n))


def multiply(x, w, out, place):
    """Fresh tiles each time, so loads run ahead; all K tiles accumulate in one PSUM tile."""
    (rows, K), n = x.shape, w.shape[1]
    for m in nl.affine_range(0, rows, TILE):
        for c in nl.affine_range(0, n, WIDE):
            high, width = min(TILE, rows - m), min(WIDE, n - c)
            acc = nl.ndarray((high, width), dtype=nl.float32, buffer=nl.psum)
            for k in nl.affine_range(0, K, TILE):
                depth = slice(k, min(k + TILE, K))
                left = nl.ndarray((depth.stop - k, high), dtype=x.dtype, buffer=nl.sbuf)
                nisa.dma_transpose(dst=left, src=x[m : m + high, depth])
                right = nl.ndarray((depth.stop - k, width), dtype=w.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=right, src=w[depth, c : c + width])
                nisa.nc_matmul(dst=acc, stationary=left, moving=right)
            result = nl.ndarray((high, width), dtype=x.dtype, buffer=nl.sbuf)
            nisa.tensor_copy(dst=result, src=acc)
            first, owner = place
            target = out.ap(
                pattern=[[n, high], [1, width]], offset=(first + m) * n + c, scalar_offset=owner
            )
            nisa.dma_copy(dst=target, src=result)
