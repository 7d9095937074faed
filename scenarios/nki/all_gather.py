"""All-gathers of rows x [m, K] whose collectives both cores of a rank issue together.

A collective on HBM that the cores share is one operation of the rank: each core carries a part.
"""

import nki
import nki.collectives as ncc
import nki.isa as nisa
import nki.language as nl


def copied(x, name):
    """A tensor both cores share, each having copied its half of x into it."""
    m, K = x.shape
    rows = m // nl.num_programs(0)
    first = nl.program_id(0) * rows
    tensor = nl.ndarray((m, K), dtype=x.dtype, buffer=nl.shared_hbm, name=name)
    nisa.dma_copy(dst=tensor[first : first + rows], src=x[first : first + rows])
    return tensor


@nki.jit
def all_gather(x, group, tp):
    """In one collective."""
    m, K = x.shape
    out = nl.ndarray((tp, m, K), dtype=x.dtype, buffer=nl.shared_hbm, name="out")
    ncc.all_gather(srcs=[copied(x, "own")], dsts=[out], replica_group=group, collective_dim=0)
    return out


@nki.jit
def all_gather_ring(x, group, tp):
    """Round a ring; each core stores the half that the other core copied or received."""
    m, K = x.shape
    out = nl.ndarray((tp, m, K), dtype=x.dtype, buffer=nl.shared_hbm, name="out")
    ring = [copied(x, "ring0"), nl.ndarray((m, K), dtype=x.dtype, buffer=nl.shared_hbm, name="ring1")]
    rows = m // nl.num_programs(0)
    first = (m - rows) * (nl.num_programs(0) - 1 - nl.program_id(0))
    nisa.core_barrier(ring[0], tuple(range(nl.num_programs(0))))
    for step in range(tp):
        owner = ncc.collective_permute_implicit_current_processing_rank_id(step, group)
        current, received = ring[step % 2], ring[(step + 1) % 2]
        tile = nl.ndarray((rows, K), dtype=x.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=tile, src=current[first : first + rows])
        target = out.ap([[K, rows], [1, K]], offset=first * K, scalar_offset=owner)
        nisa.dma_copy(dst=target, src=tile)
        if step + 1 < tp:
            ncc.collective_permute_implicit([[current]], [[received]], group)
    return out
