"""Matmul lhsT [K, M] x rhs [K, N] in the old dialect: tiled, and blocked in M and N."""

import neuronxcc.nki as nki
import neuronxcc.nki.compiler as ncc
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl

TILE_K, TILE_M, TILE_N = 128, 128, 512


@ncc.skip_middle_end_transformations
@nki.jit
def matmul_tiled(lhsT, rhs):
    """Both tiles are loaded for every matmul; rows and columns that stick out are masked."""
    (K, M), (_, N) = lhsT.shape, rhs.shape
    out = nl.ndarray((M, N), dtype=lhsT.dtype, buffer=nl.shared_hbm)
    i_k = nl.arange(TILE_K)[:, None]
    i_m = nl.arange(TILE_M)[None, :]
    i_n = nl.arange(TILE_N)[None, :]
    i_row = nl.arange(TILE_M)[:, None]
    for m in nl.affine_range(-(-M // TILE_M)):
        for n in nl.affine_range(-(-N // TILE_N)):
            acc = nl.zeros((nl.par_dim(TILE_M), TILE_N), dtype=nl.float32, buffer=nl.psum)
            for k in nl.affine_range(K // TILE_K):
                left = nl.load(
                    lhsT[k * TILE_K + i_k, m * TILE_M + i_m], mask=m * TILE_M + i_m < M
                )
                right = nl.load(rhs[k * TILE_K + i_k, n * TILE_N + i_n], mask=n * TILE_N + i_n < N)
                acc += nisa.nc_matmul(left, right)
            result = nl.copy(acc, dtype=out.dtype)
            nl.store(
                out[m * TILE_M + i_row, n * TILE_N + i_n],
                value=result,
                mask=(m * TILE_M + i_row < M) & (n * TILE_N + i_n < N),
            )
    return out


@nki.jit
def matmul_blocked(lhsT, rhs, block_m=2, block_n=2):
    """Tiles of a block are kept in tensors with block dimensions before the partitions."""
    (K, M), (_, N) = lhsT.shape, rhs.shape
    tiles_k = K // TILE_K
    out = nl.ndarray((M, N), dtype=lhsT.dtype, buffer=nl.shared_hbm)
    for first_m in nl.affine_range(M // TILE_M // block_m):
        left = nl.ndarray((tiles_k, nl.par_dim(TILE_K), block_m * TILE_M), dtype=lhsT.dtype)
        rows = first_m * block_m * TILE_M
        for k in nl.affine_range(tiles_k):
            left[k] = nl.load(lhsT[nl.ds(k * TILE_K, TILE_K), nl.ds(rows, block_m * TILE_M)])
        for first_n in nl.affine_range(N // TILE_N // block_n):
            right = nl.ndarray((tiles_k, nl.par_dim(TILE_K), block_n * TILE_N), dtype=rhs.dtype)
            columns = first_n * block_n * TILE_N
            for k in nl.affine_range(tiles_k):
                right[k] = nl.load(rhs[nl.ds(k * TILE_K, TILE_K), nl.ds(columns, block_n * TILE_N)])
            for m in nl.affine_range(block_m):
                for n in nl.affine_range(block_n):
                    acc = nl.zeros((TILE_M, TILE_N), dtype=nl.float32, buffer=nl.psum)
                    for k in nl.affine_range(tiles_k):
                        acc += nl.matmul(
                            left[k, :, nl.ds(m * TILE_M, TILE_M)],
                            right[k, :, nl.ds(n * TILE_N, TILE_N)],
                            transpose_x=True,
                        )
                    place = (nl.ds(rows + m * TILE_M, TILE_M), nl.ds(columns + n * TILE_N, TILE_N))
                    nl.store(out[place], value=nl.copy(acc, dtype=out.dtype))
    return out
