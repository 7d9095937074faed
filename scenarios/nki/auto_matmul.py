"""Matmul lhsT [K, M] x rhs [K, N], bf16, blocked by hand: four M tiles, one N tile, eight K tiles.

Sums of K blocks are kept in bf16, and each PSUM tile is declared with zeros for its group.
"""

import nki
import nki.isa as nisa
import nki.language as nl

TILE, WIDE = 128, 512
BLOCK_M, BLOCK_K = 4, 8


@nki.jit
def matmul(lhsT, rhs):
    (K, M), (_, N) = lhsT.shape, rhs.shape
    out = nl.ndarray((M, N), dtype=lhsT.dtype, buffer=nl.shared_hbm)
    for block_m in nl.affine_range(M // (BLOCK_M * TILE)):
        for n in nl.affine_range(N // WIDE):
            sums = []
            for _ in range(BLOCK_M):
                tile = nl.ndarray((TILE, WIDE), dtype=out.dtype, buffer=nl.sbuf)
                nisa.memset(dst=tile, value=0)
                sums.append(tile)
            for block_k in nl.sequential_range(K // (BLOCK_K * TILE)):
                add_block(lhsT, rhs, sums, (block_k, block_m, n))
            for m, tile in enumerate(sums):
                row = (block_m * BLOCK_M + m) * TILE
                nisa.dma_copy(dst=out[row : row + TILE, n * WIDE : (n + 1) * WIDE], src=tile)
    return out


def add_block(lhsT, rhs, sums, place):
    block_k, block_m, n = place
    left, right = [], []
    for k in range(block_k * BLOCK_K, (block_k + 1) * BLOCK_K):
        rows = slice(k * TILE, (k + 1) * TILE)
        first = block_m * BLOCK_M * TILE
        tile = nl.ndarray((TILE, BLOCK_M * TILE), dtype=lhsT.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=tile, src=lhsT[rows, first : first + BLOCK_M * TILE])
        left.append(tile)
        tile = nl.ndarray((TILE, WIDE), dtype=rhs.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=tile, src=rhs[rows, n * WIDE : (n + 1) * WIDE])
        right.append(tile)
    for m, total in enumerate(sums):
        acc = nl.zeros((TILE, WIDE), dtype=nl.float32, buffer=nl.psum)
        for k in range(BLOCK_K):
            nisa.nc_matmul(
                dst=acc, stationary=left[k][:, m * TILE : (m + 1) * TILE], moving=right[k]
            )
        nisa.tensor_tensor(dst=total, data1=total, data2=acc, op=nl.add)
