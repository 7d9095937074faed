"""lhsT x rhs with blocks in all three dimensions; N on the cores of a rank. Products of the blocks
of K are summed in SBUF in fp32 and rounded by the DMA that stores them."""

import nki
import nki.isa as nisa
import nki.language as nl

P = 128
WIDTH = 512


@nki.jit
def summed_matmul(lhsT, rhs, most_m=16, most_n=2, most_k=8):
    """Blocks hold as many tiles as divide the shape, up to a most of each dimension."""
    (K, M), (_, N) = lhsT.shape, rhs.shape
    out = nl.ndarray((M, N), dtype=lhsT.dtype, buffer=nl.shared_hbm)
    share = N // nl.num_programs(0)
    of_m, of_k = divisor(M // P, most_m), divisor(K // P, most_k)
    of_n = divisor(share // WIDTH, most_n)
    for n in nl.affine_range(share // WIDTH // of_n):
        first = nl.program_id(0) * share + n * of_n * WIDTH
        columns = slice(first, first + of_n * WIDTH)
        sums = [cleared(of_n) for _ in range(M // P)]
        for k in nl.sequential_range(0, K // P, of_k):
            right = load_tiles(rhs, k, of_k, columns)
            for m in nl.affine_range(0, M // P, of_m):
                left = load_tiles(lhsT, k, of_k, slice(m * P, (m + of_m) * P))
                add_products(sums[m : m + of_m], left, right)
        for m in nl.affine_range(M // P):
            rows = slice(m * P, (m + 1) * P)
            nisa.dma_copy(dst=out[rows, columns], src=sums[m].reshape((P, of_n * WIDTH)))
    return out


def divisor(count, most):
    return max(size for size in range(1, most + 1) if count % size == 0)


def cleared(tiles):
    sums = nl.ndarray((P, tiles, WIDTH), dtype=nl.float32, buffer=nl.sbuf)
    nisa.memset(dst=sums, value=0.0)
    return sums


def load_tiles(source, first, count, columns):
    """Tiles of K side by side, a DMA for each."""
    tiles = nl.ndarray((P, count, columns.stop - columns.start), dtype=source.dtype, buffer=nl.sbuf)
    for k in range(count):
        rows = slice((first + k) * P, (first + k + 1) * P)
        nisa.dma_copy(dst=tiles[:, k, :], src=source[rows, columns])
    return tiles


def add_products(sums, left, right):
    of_k, width = right.shape[1], right.shape[2]
    for n in range(width // WIDTH):
        for m in range(len(sums)):
            acc = nl.ndarray((P, WIDTH), dtype=nl.float32, buffer=nl.psum)
            for k in range(of_k):
                stationary = left[:, k, m * P : (m + 1) * P]
                moving = right[:, k, n * WIDTH : (n + 1) * WIDTH]
                nisa.nc_matmul(dst=acc, stationary=stationary, moving=moving)
            target = sums[m][:, n, :]
            nisa.tensor_tensor(dst=target, data1=target, data2=acc, op=nl.add)
