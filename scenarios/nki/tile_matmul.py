"""Matmul lhs [M, K] x rhs [K, N] on two cores: M is split, lhs is transposed on TensorE.

Per M block of two tiles and K block of eight: lhs rows are loaded and transposed tile by tile in
place; per N block of two the rhs rows are loaded and four PSUM groups are added into fp32 results,
which stay for the M block. They are cast and stored through one tile for each row of tiles.
"""

import nki
import nki.isa as nisa
import nki.language as nl

TILE, WIDE = 128, 512
BLOCK_M, BLOCK_K, BLOCK_N = 2, 8, 2


@nki.jit
def matmul(lhs, rhs):
    (M, K), (_, N) = lhs.shape, rhs.shape
    rows = M // nl.num_programs(0)
    first = nl.program_id(0) * rows
    out = nl.ndarray((M, N), dtype=lhs.dtype, buffer=nl.shared_hbm)
    for block in nl.affine_range(rows // (BLOCK_M * TILE)):
        multiply_rows(lhs, rhs, out, first + block * BLOCK_M * TILE)
    return out


def multiply_rows(lhs, rhs, out, row):
    K, N = rhs.shape
    results = nl.ndarray((TILE, BLOCK_M, N), dtype=nl.float32, buffer=nl.sbuf)
    width = BLOCK_K * TILE
    for k in nl.sequential_range(K // width):
        left = nl.ndarray((TILE, BLOCK_M, width), dtype=lhs.dtype, buffer=nl.sbuf)
        for m in range(BLOCK_M):
            load_transposed(left[:, m, :], lhs, row + m * TILE, k * width)
        for n in nl.affine_range(N // (BLOCK_N * WIDE)):
            right = load_rows(rhs, k * width, n * BLOCK_N * WIDE)
            for m in range(BLOCK_M):
                for part in range(BLOCK_N):
                    column = (n * BLOCK_N + part) * WIDE
                    result = results[:, m, column : column + WIDE]
                    accumulate(result, left[:, m, :], right, part, k == 0)
    for m in range(BLOCK_M):
        store(results[:, m, :], out, row + m * TILE)


def load_transposed(tile, lhs, row, column):
    """One row of tiles, each replaced by its transpose: through PSUM and back."""
    nisa.dma_copy(dst=tile, src=lhs[row : row + TILE, column : column + BLOCK_K * TILE])
    for k in range(BLOCK_K):
        part = tile[:, k * TILE : (k + 1) * TILE]
        turned = nl.ndarray((TILE, TILE), dtype=lhs.dtype, buffer=nl.psum)
        nisa.nc_transpose(dst=turned, data=part)
        nisa.tensor_copy(dst=part, src=turned)


def load_rows(rhs, row, column):
    tile = nl.ndarray((TILE, BLOCK_K, BLOCK_N * WIDE), dtype=rhs.dtype, buffer=nl.sbuf)
    for k in range(BLOCK_K):
        rows = slice(row + k * TILE, row + (k + 1) * TILE)
        nisa.dma_copy(dst=tile[:, k, :], src=rhs[rows, column : column + BLOCK_N * WIDE])
    return tile


def accumulate(result, left, right, part, is_first):
    """A PSUM group over the K block; the first one is copied, later ones are added."""
    acc = nl.ndarray((TILE, WIDE), dtype=nl.float32, buffer=nl.psum)
    for k in range(BLOCK_K):
        nisa.nc_matmul(
            dst=acc,
            stationary=left[:, k * TILE : (k + 1) * TILE],
            moving=right[:, k, part * WIDE : (part + 1) * WIDE],
            accumulate=k > 0,
        )
    if is_first:
        nisa.tensor_copy(dst=result, src=acc)
    else:
        nisa.tensor_tensor(dst=result, data1=result, data2=acc, op=nl.add)


def store(results, out, row):
    """Cast to the output's type and stored one N block at a time, always through the same tile."""
    cast = nl.ndarray((TILE, BLOCK_N * WIDE), dtype=out.dtype, buffer=nl.sbuf)
    for column in range(0, out.shape[1], BLOCK_N * WIDE):
        columns = slice(column, column + BLOCK_N * WIDE)
        nisa.tensor_copy(dst=cast, src=results[:, columns])
        nisa.dma_copy(dst=out[row : row + TILE, columns], src=cast)
