"""Attention of one head of 128, softmax(q^T k) v^T, in the older dialect.

`phases` keeps scores and weights in HBM, one loop for each step; `fused` keeps them on chip and
divides by the sums at the end.
"""

import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl

TILE = nl.tile_size.pmax
WIDE = nl.tile_size.gemm_moving_fmax


def parts(count, width):
    for i in nl.affine_range(count):
        yield i, nl.ds(i * width, width)


def scores_of(q, k, rows):
    scores = nl.ndarray((nl.par_dim(TILE), k.shape[1]), dtype=nl.float32, buffer=nl.sbuf)
    for _, some in parts(k.shape[1] // WIDE, WIDE):
        product = nl.ndarray((nl.par_dim(TILE), WIDE), dtype=nl.float32, buffer=nl.psum)
        product[...] = nisa.nc_matmul(stationary=q[0:TILE, rows], moving=k[0:TILE, some])
        scores[:, some] = nisa.tensor_copy(product, dtype=nl.float32)
    return scores


def weights_of(scores):
    """Exponentials of a tile of scores, less the largest of each row, and what to multiply by."""
    count = scores.shape[1] // WIDE
    maxima = nl.ndarray((nl.par_dim(TILE), count), dtype=nl.float32, buffer=nl.sbuf)
    for i, some in parts(count, WIDE):
        maxima[:, i] = nisa.tensor_reduce(op=nl.max, data=scores[:, some], axis=1)
    largest = nisa.tensor_reduce(op=nl.max, data=maxima, axis=1, negate=True)
    weights = nl.ndarray(scores.shape, dtype=nl.float32, buffer=nl.sbuf)
    sums = nl.ndarray((nl.par_dim(TILE), count), dtype=nl.float32, buffer=nl.sbuf)
    for i, some in parts(count, WIDE):
        weights[:, some] = nisa.activation(op=nl.exp, data=scores[:, some], bias=largest, scale=1.0)
        sums[:, i] = nisa.tensor_reduce(op=nl.add, data=weights[:, some], axis=1)
    total = nisa.tensor_reduce(op=nl.add, data=sums, axis=1)
    return weights, nisa.reciprocal(data=total)


def turned(matrix):
    """The tiles of a matrix, each transposed."""
    count = matrix.shape[1] // TILE
    result = nl.ndarray((nl.par_dim(TILE), count, TILE), dtype=nl.float32, buffer=nl.sbuf)
    for i, some in parts(count, TILE):
        tile = nisa.nc_transpose(matrix[:, some])
        result[:, i, :] = nisa.tensor_copy(tile, dtype=nl.float32)
    return result


def product_of(weights, values):
    total = nl.zeros((TILE, TILE), dtype=nl.float32, buffer=nl.psum)
    for i in nl.affine_range(weights.shape[1]):
        total += nisa.nc_matmul(stationary=weights[:, i, :], moving=values[:, i, :])
    return total


def times(data, numbers):
    """Rows of a tile, each times its number."""
    return nisa.tensor_scalar(
        data=data, op0=nl.multiply, operand0=numbers, engine=nisa.vector_engine
    )


@nki.jit
def fused(q, k, v):
    positions = q.shape[1]
    out = nl.ndarray((positions, TILE), dtype=q.dtype, buffer=nl.shared_hbm)
    q_tile, k_tile, v_tile = nl.load(q), nl.load(k), nl.load(v)
    values = turned(v_tile)
    for _, rows in parts(positions // TILE, TILE):
        weights, inverse = weights_of(scores_of(q_tile, k_tile, rows))
        result = nl.ndarray((nl.par_dim(TILE), TILE), dtype=nl.float32, buffer=nl.sbuf)
        result[...] = times(product_of(turned(weights), values), inverse)
        nl.store(out[rows, :], value=result)
    return out


@nki.jit
def phases(q, k, v):
    positions = q.shape[1]
    out = nl.ndarray((positions, TILE), dtype=q.dtype, buffer=nl.shared_hbm)
    q_tile, k_tile, v_tile = nl.load(q), nl.load(k), nl.load(v)
    count = positions // TILE
    kept = nl.ndarray((count, TILE, positions), dtype=nl.float32, buffer=nl.shared_hbm)
    for i, rows in parts(count, TILE):
        nl.store(kept[i], scores_of(q_tile, k_tile, rows))
    for i in nl.affine_range(count):
        scores = nl.ndarray((nl.par_dim(TILE), positions), dtype=nl.float32, buffer=nl.sbuf)
        scores[...] = nl.load(kept[i])
        weights, inverse = weights_of(scores)
        shares = nl.ndarray(scores.shape, dtype=nl.float32, buffer=nl.sbuf)
        for _, some in parts(positions // WIDE, WIDE):
            shares[:, some] = times(weights[:, some], inverse)
        nl.store(kept[i], shares)
    values = turned(v_tile)
    for i, rows in parts(count, TILE):
        shares = nl.ndarray((nl.par_dim(TILE), positions), dtype=nl.float32, buffer=nl.sbuf)
        shares[...] = nl.load(kept[i])
        result = nl.ndarray((nl.par_dim(TILE), TILE), dtype=nl.float32, buffer=nl.sbuf)
        result[...] = nisa.tensor_copy(product_of(turned(shares), values), dtype=nl.float32)
        nl.store(out[rows, :], value=result)
    return out
