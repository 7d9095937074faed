"""All-gather of chunks beside the matmul: chunk c + 1 travels while chunk c is multiplied.

Each rank holds rows x [m, K] and columns w [K, n]. The rows are gathered in chunks, each by one
collective, so that only the first gather and the last products have nothing beside them.
"""

import nki
import nki.collectives as ncc
import nki.isa as nisa
import nki.language as nl

TILE, WIDE = nl.tile_size.pmax, nl.tile_size.gemm_moving_fmax


@nki.jit
def gather_matmul_chunked(x, w, group, tp, chunks):
    (m, K), n = x.shape, w.shape[1]
    rows = m // chunks
    out = nl.ndarray((tp, m, n), dtype=x.dtype, buffer=nl.shared_hbm)
    right = load(w)
    received = gather(x, 0, rows, group, tp)
    for c in range(chunks):
        current = received
        if c + 1 < chunks:
            received = gather(x, c + 1, rows, group, tp)
        for owner in range(tp):
            for first in range(0, rows, TILE):
                left = transpose(current, owner * rows + first, K)
                multiply(left, right, out[owner, c * rows + first : c * rows + first + TILE])
    return out.reshape((tp * m, n))


def gather(x, c, rows, group, tp):
    """Chunk c of all ranks; a collective needs tensors of its own."""
    K = x.shape[1]
    own = nl.ndarray((rows, K), dtype=x.dtype, buffer=nl.hbm)
    everybody = nl.ndarray((tp * rows, K), dtype=x.dtype, buffer=nl.hbm)
    nisa.dma_copy(dst=own, src=x[c * rows : (c + 1) * rows])
    ncc.all_gather(srcs=[own], dsts=[everybody], replica_group=group, collective_dim=0)
    return everybody


def load(w):
    """All of w, once."""
    K, n = w.shape
    tiles = []
    for k in range(0, K, TILE):
        tiles.append(nl.ndarray((TILE, n), dtype=w.dtype, buffer=nl.sbuf))
        nisa.dma_copy(dst=tiles[-1], src=w[k : k + TILE])
    return tiles


def transpose(rows, first, K):
    """A tile of rows, turned so that K lies along the partitions."""
    tiles = []
    for k in range(0, K, TILE):
        tiles.append(nl.ndarray((TILE, TILE), dtype=rows.dtype, buffer=nl.sbuf))
        nisa.dma_transpose(dst=tiles[-1], src=rows[first : first + TILE, k : k + TILE])
    return tiles


def multiply(left, right, out):
    n = right[0].shape[1]
    for c in range(0, n, WIDE):
        acc = nl.ndarray((TILE, WIDE), dtype=nl.float32, buffer=nl.psum)
        for k in range(len(left)):
            nisa.nc_matmul(dst=acc, stationary=left[k], moving=right[k][:, c : c + WIDE])
        result = nl.ndarray((TILE, WIDE), dtype=out.dtype, buffer=nl.sbuf)
        nisa.tensor_copy(dst=result, src=acc)
        nisa.dma_copy(dst=out[:, c : c + WIDE], src=result)
