"""Matmul lhsT [K, M] x rhs [K, N] -> [M, N] in four orders of loading.

Tiles are 128 (K) x 128 (M) x 512 (N); shapes must be multiples of the blocks. The cores of a rank
split M evenly.
"""

import nki
import nki.isa as nisa
import nki.language as nl

TILE_K = nl.tile_size.pmax
TILE_M = nl.tile_size.gemm_stationary_fmax
TILE_N = nl.tile_size.gemm_moving_fmax


def row_tiles(M, block=1):
    """First M tiles of this core's blocks."""
    share = M // TILE_M // nl.num_programs(0)
    first = nl.program_id(0) * share
    return nl.affine_range(first, first + share, block)


def load(source, rows, columns):
    """A fresh tile of the source: rows and columns are (first, count)."""
    tile = nl.ndarray((rows[1], columns[1]), dtype=source.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=tile, src=source[nl.ds(rows[0], rows[1]), nl.ds(columns[0], columns[1])])
    return tile


def evacuate(acc, out, m, n):
    """PSUM to SBUF on VectorE, then to the output."""
    result = nl.ndarray(acc.shape, dtype=out.dtype, buffer=nl.sbuf)
    nisa.tensor_copy(dst=result, src=acc, engine=nisa.vector_engine)
    rows = slice(m * TILE_M, (m + 1) * TILE_M)
    nisa.dma_copy(dst=out[rows, n * TILE_N : (n + 1) * TILE_N], src=result)


@nki.jit
def matmul_tiled(lhsT, rhs):
    """Both tiles are loaded for every matmul."""
    (K, M), (_, N) = lhsT.shape, rhs.shape
    out = nl.ndarray((M, N), dtype=lhsT.dtype, buffer=nl.shared_hbm)
    for m in row_tiles(M):
        for n in nl.affine_range(N // TILE_N):
            acc = nl.ndarray((TILE_M, TILE_N), dtype=nl.float32, buffer=nl.psum)
            for k in nl.affine_range(K // TILE_K):
                left = nl.ndarray((TILE_K, TILE_M), dtype=lhsT.dtype, buffer=nl.sbuf)
                right = nl.ndarray((TILE_K, TILE_N), dtype=rhs.dtype, buffer=nl.sbuf)
                depth = slice(k * TILE_K, (k + 1) * TILE_K)
                nisa.dma_copy(dst=left, src=lhsT[depth, m * TILE_M : (m + 1) * TILE_M])
                nisa.dma_copy(dst=right, src=rhs[depth, n * TILE_N : (n + 1) * TILE_N])
                nisa.nc_matmul(dst=acc, stationary=left, moving=right)
            evacuate(acc, out, m, n)
    return out


def load_deep(source, first, count, columns):
    """Tiles of the source, one below the other, from a K tile on."""
    tiles = []
    for k in range(first, first + count):
        tiles.append(load(source, (k * TILE_K, TILE_K), columns))
    return tiles


@nki.jit
def matmul_hoisted(lhsT, rhs):
    """All K tiles of a row of output are loaded once per m, those of rhs once per (m, n)."""
    (K, M), (_, N) = lhsT.shape, rhs.shape
    depth = K // TILE_K
    out = nl.ndarray((M, N), dtype=lhsT.dtype, buffer=nl.shared_hbm)
    for m in row_tiles(M):
        left = load_deep(lhsT, 0, depth, (m * TILE_M, TILE_M))
        for n in nl.affine_range(N // TILE_N):
            right = load_deep(rhs, 0, depth, (n * TILE_N, TILE_N))
            acc = nl.ndarray((TILE_M, TILE_N), dtype=nl.float32, buffer=nl.psum)
            for k in range(depth):
                nisa.nc_matmul(dst=acc, stationary=left[k], moving=right[k])
            evacuate(acc, out, m, n)
    return out


@nki.jit
def matmul_blocked(lhsT, rhs, block_m=2, block_n=2):
    """As hoisted, for blocks of tiles in M and N."""
    (K, M), (_, N) = lhsT.shape, rhs.shape
    depth = K // TILE_K
    out = nl.ndarray((M, N), dtype=lhsT.dtype, buffer=nl.shared_hbm)
    for first_m in row_tiles(M, block_m):
        left = load_deep(lhsT, 0, depth, (first_m * TILE_M, block_m * TILE_M))
        for first_n in nl.affine_range(0, N // TILE_N, block_n):
            right = load_deep(rhs, 0, depth, (first_n * TILE_N, block_n * TILE_N))
            for m in range(block_m):
                for n in range(block_n):
                    acc = nl.ndarray((TILE_M, TILE_N), dtype=nl.float32, buffer=nl.psum)
                    for k in range(depth):
                        nisa.nc_matmul(
                            dst=acc,
                            stationary=left[k][:, m * TILE_M : (m + 1) * TILE_M],
                            moving=right[k][:, n * TILE_N : (n + 1) * TILE_N],
                        )
                    evacuate(acc, out, first_m + m, first_n + n)
    return out


@nki.jit
def matmul_blocked_k(lhsT, rhs, block_m=16, block_n=2, block_k=8, sums=nl.float32):
    """Blocks in all three dimensions: K blocks add into result tiles that stay in SBUF."""
    (K, M), (_, N) = lhsT.shape, rhs.shape
    tiles_m, tiles_n, tiles_k = M // TILE_M // nl.num_programs(0), N // TILE_N, K // TILE_K
    block_m, block_n, block_k = min(block_m, tiles_m), min(block_n, tiles_n), min(block_k, tiles_k)
    out = nl.ndarray((M, N), dtype=lhsT.dtype, buffer=nl.shared_hbm)
    for first_n in nl.affine_range(0, tiles_n, block_n):
        columns = (first_n * TILE_N, block_n * TILE_N)
        results = {}
        for first_k in nl.sequential_range(0, tiles_k, block_k):
            right = load_deep(rhs, first_k, block_k, columns)
            for first_m in row_tiles(M, block_m):
                left = load_deep(lhsT, first_k, block_k, (first_m * TILE_M, block_m * TILE_M))
                add_block(results, left, right, first_m, (block_m, block_n), sums)
        store_packed(results, out, first_n, block_n)
    return out


def add_block(results, left, right, first_m, blocks, sums):
    """One PSUM group for every tile of the block, added into its result tile."""
    block_m, block_n = blocks
    for n in range(block_n):
        for m in range(block_m):
            acc = nl.ndarray((TILE_M, TILE_N), dtype=nl.float32, buffer=nl.psum)
            for k in range(len(left)):
                nisa.nc_matmul(
                    dst=acc,
                    stationary=left[k][:, m * TILE_M : (m + 1) * TILE_M],
                    moving=right[k][:, n * TILE_N : (n + 1) * TILE_N],
                )
            key = (first_m + m, n)
            if key not in results:
                result = nl.ndarray((TILE_M, TILE_N), dtype=sums, buffer=nl.sbuf)
                nisa.memset(dst=result, value=0, engine=nisa.vector_engine)
                results[key] = result
            result = results[key]
            nisa.tensor_tensor(
                dst=result, data1=result, data2=acc, op=nl.add, engine=nisa.vector_engine
            )


def store_packed(results, out, first_n, block_n):
    """The N tiles of a row side by side, then one store per M tile."""
    for m in row_tiles(out.shape[0]):
        packed = nl.ndarray((TILE_M, block_n * TILE_N), dtype=out.dtype, buffer=nl.sbuf)
        for n in range(block_n):
            columns = slice(n * TILE_N, (n + 1) * TILE_N)
            nisa.tensor_copy(
                dst=packed[:, columns], src=results[m, n], engine=nisa.vector_engine
            )
        first = first_n * TILE_N
        rows = slice(m * TILE_M, (m + 1) * TILE_M)
        nisa.dma_copy(dst=out[rows, first : first + block_n * TILE_N], src=packed)
