"""Reductions and exchanges between ranks of a matrix x [m, K] that both cores of a rank share."""

import nki
import nki.collectives as ncc
import nki.isa as nisa
import nki.language as nl


def shared(x, rows, name):
    return nl.ndarray((rows, x.shape[1]), dtype=x.dtype, buffer=nl.shared_hbm, name=name)


def copied(x):
    """A tensor both cores share, each having copied its half of x into it."""
    tensor = shared(x, x.shape[0], "own")
    rows = x.shape[0] // nl.num_programs(0)
    first = nl.program_id(0) * rows
    nisa.dma_copy(dst=tensor[first : first + rows], src=x[first : first + rows])
    return tensor


@nki.jit
def all_reduce(x, group, tp):
    """Every rank gets the sum of all."""
    out = shared(x, x.shape[0], "out")
    ncc.all_reduce(srcs=[copied(x)], dsts=[out], replica_group=group, op=nl.add)
    return out


@nki.jit
def reduce_scatter(x, group, tp):
    """Every rank gets its rows of the sum of all."""
    out = shared(x, x.shape[0] // tp, "out")
    ncc.reduce_scatter(
        srcs=[copied(x)], dsts=[out], replica_group=group, collective_dim=0, op=nl.add
    )
    return out


@nki.jit
def all_to_all(x, group, tp):
    """Every rank gets its rows of all."""
    out = shared(x, x.shape[0], "out")
    ncc.all_to_all(srcs=[copied(x)], dsts=[out], replica_group=group, collective_dim=0)
    return out
