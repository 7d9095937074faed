"""Matmuls in bf16 that differ in what is loaded when, and in where PSUM tiles are declared.

`whole` and its variants load both operands before the first matmul, tile by tile, and share one
PSUM tile among all groups. `row_blocks` does so with rhs alone. The `blocks` kernels go by N blocks, K
blocks and M blocks, with bf16 sums. lhs is [K, M] and rhs [K, N]; an operand that is turned is the
transpose of that, and comes through transposing DMAs.
"""

import nki
import nki.isa as nisa
import nki.language as nl

TILE, WIDE = 128, 512
BLOCK_M, BLOCK_K = 4, 8


def grid(rows, columns, width):
    """Tiles of their own for each place."""
    made = []
    for _ in range(rows):
        row = []
        for _ in range(columns):
            row.append(sbuf(width))
        made.append(row)
    return made


def sbuf(width):
    return nl.ndarray((TILE, width), dtype=nl.bfloat16, buffer=nl.sbuf)


def bank():
    return nl.ndarray((TILE, WIDE), dtype=nl.float32, buffer=nl.psum)


def part(tensor, row, column, shape):
    return tensor[row : row + shape[0], column : column + shape[1]]


def load(tiles, source, turned=False):
    """Each tile by a DMA of its own; a turned source is the transpose of what the tiles hold."""
    for p, row in enumerate(tiles):
        for f, tile in enumerate(row):
            width = tile.shape[1]
            if turned:
                nisa.dma_transpose(tile, part(source, f * width, p * TILE, (width, TILE)))
            else:
                nisa.dma_copy(tile, part(source, p * TILE, f * width, (TILE, width)))


def store(out, tiles):
    for p, row in enumerate(tiles):
        for f, tile in enumerate(row):
            nisa.dma_copy(part(out, p * TILE, f * WIDE, (TILE, WIDE)), tile)


def group(acc, left, right):
    """One accumulation group over all K tiles."""
    nisa.memset(acc, 0.0)
    for stationary, moving in zip(left, right):
        nisa.nc_matmul(dst=acc, stationary=stationary, moving=moving)


def result_for(rows, columns):
    return nl.ndarray((rows, columns), dtype=nl.bfloat16, buffer=nl.shared_hbm)


def columns_of(tiles, f):
    found = []
    for row in tiles:
        found.append(row[f])
    return found


def parts_of(tiles, i, width):
    """Columns of each tile: part `i` of that width."""
    found = []
    for tile in tiles:
        found.append(tile[:, i * width : (i + 1) * width])
    return found


def multiply_whole(left, right, out):
    """All groups through one PSUM tile, all stores at the end."""
    results = grid(len(left[0]), len(right[0]), WIDE)
    acc = bank()
    for m, row in enumerate(results):
        for n, tile in enumerate(row):
            group(acc, columns_of(left, m), columns_of(right, n))
            nisa.tensor_copy(tile, acc)
    store(out, results)
    return out


@nki.jit
def whole(lhs, rhs):
    (K, M), (_, N) = lhs.shape, rhs.shape
    left = grid(K // TILE, M // TILE, TILE)
    load(left, lhs)
    right = grid(K // TILE, N // WIDE, WIDE)
    load(right, rhs)
    return multiply_whole(left, right, result_for(M, N))


@nki.jit
def whole_rhs_turned(lhs, rhs):
    (K, M), (N, _) = lhs.shape, rhs.shape
    right = grid(K // TILE, N // WIDE, WIDE)
    load(right, rhs, turned=True)
    left = grid(K // TILE, M // TILE, TILE)
    load(left, lhs)
    return multiply_whole(left, right, result_for(M, N))


@nki.jit
def whole_turned(lhs, rhs):
    (M, K), (N, _) = lhs.shape, rhs.shape
    left = grid(K // TILE, M // TILE, TILE)
    load(left, lhs, turned=True)
    right = grid(K // TILE, N // WIDE, WIDE)
    load(right, rhs, turned=True)
    return multiply_whole(left, right, result_for(M, N))


@nki.jit
def row_blocks(lhs, rhs):
    """Two M tiles of lhs at a time, always into the same tiles."""
    (M, K), (_, N) = lhs.shape, rhs.shape
    right = grid(K // TILE, N // WIDE, WIDE)
    load(right, rhs)
    results = grid(M // TILE, N // WIDE, WIDE)
    left = grid(K // TILE, 2, TILE)
    acc = bank()
    for block in range(M // (2 * TILE)):
        load(left, lhs[block * 2 * TILE : (block + 1) * 2 * TILE, 0:K], turned=True)
        for m in range(2):
            for n, tile in enumerate(results[2 * block + m]):
                group(acc, columns_of(left, m), columns_of(right, n))
                nisa.tensor_copy(tile, acc)
    out = result_for(M, N)
    store(out, results)
    return out


def add_block(sums, left, right, shared=False):
    """Adds a K block to the sums; the groups have PSUM tiles and copies of their own, or share."""
    for m, total in enumerate(sums):
        if m == 0 or not shared:
            acc = nl.ndarray((TILE, WIDE), dtype=nl.float32, buffer=nl.psum)
            copied = nl.ndarray((TILE, WIDE), dtype=nl.bfloat16, buffer=nl.sbuf)
        group(acc, parts_of(columns_of(left, 0), m, TILE), columns_of(right, 0))
        nisa.tensor_copy(copied, acc)
        nisa.tensor_tensor(total, total, copied, op=nl.add)


def multiply_blocks(lhs, rhs, packed):
    """The groups of a block share its PSUM tile; packed results are copied once more."""
    (K, M), (_, N) = lhs.shape, rhs.shape
    out = result_for(M, N)
    deep, high = BLOCK_K * TILE, BLOCK_M * TILE
    for n in range(N // WIDE):
        results = grid(M // TILE, 1, WIDE)
        for row in results:
            nisa.memset(row[0], 0.0)
        for k in range(K // deep):
            right = grid(BLOCK_K, 1, WIDE)
            load(right, part(rhs, k * deep, n * WIDE, (deep, WIDE)))
            for m in range(M // high):
                left = grid(BLOCK_K, 1, high)
                load(left, part(lhs, k * deep, m * high, (deep, high)))
                block = columns_of(results[m * BLOCK_M : (m + 1) * BLOCK_M], 0)
                add_block(block, left, right, shared=True)
        columns = out[0:M, n * WIDE : (n + 1) * WIDE]
        if packed:
            store_packed(columns, results)
        else:
            store(columns, results)
    return out


def store_packed(out, results):
    for p, (tile,) in enumerate(results):
        copied = sbuf(WIDE)
        nisa.tensor_copy(copied, tile)
        nisa.dma_copy(part(out, p * TILE, 0, (TILE, WIDE)), copied)


@nki.jit
def blocks(lhs, rhs):
    return multiply_blocks(lhs, rhs, packed=False)


@nki.jit
def packed_blocks(lhs, rhs):
    return multiply_blocks(lhs, rhs, packed=True)


@nki.jit
def turned_blocks(lhs, rhs):
    """Square blocks of lhs, turned again for every N tile into storage declared once per block."""
    (M, K), (_, N) = lhs.shape, rhs.shape
    out = result_for(M, N)
    side = BLOCK_K * TILE
    storage = {}
    for m in range(M // side):
        results = columns_of(grid(BLOCK_K, 1, N), 0)
        for tile in results:
            nisa.memset(tile, 0.0)
        for n in range(N // WIDE):
            sums = parts_of(results, n, WIDE)
            for k in range(K // side):
                if (k, m) not in storage:
                    storage[k, m] = grid(BLOCK_K, 1, side)
                load(storage[k, m], part(lhs, m * side, k * side, (side, side)), turned=True)
                right = grid(BLOCK_K, 1, WIDE)
                load(right, part(rhs, k * side, n * WIDE, (side, WIDE)))
                add_block(sums, storage[k, m], right)
            for p, tile in enumerate(sums):
                nisa.dma_copy(part(out, m * side + p * TILE, n * WIDE, (TILE, WIDE)), tile)
    return out
