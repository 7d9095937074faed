"""One token's attention with the product behind it: eight heads that share a cache, side by side.

All weights are loaded whole and the cache's tiles ahead of their use, and softmax takes its maximum first. The forms
differ in who makes descriptors, in when masks are spread over the heads and in how the result lies. Weights lie as
decode_attention.py says, keys by position, values turned.
"""

import nki
import nki.isa as nisa
import nki.language as nl
from decode_attention import P, _add_to, _copied, _function, _of, _plus, _summed, _sums, _tile, _times, _turned

HALF = P // 2

# Columns of a bank of PSUM.
WIDE = 512


def _loaded(source, mode, columns=1, dtype=nl.bfloat16, rows=P):
    found = _tile(columns, dtype, rows=rows)
    nisa.dma_copy(dst=found, src=source, dge_mode=mode)
    return found


def _spread(column, heads):
    """A column for each head: turned twice, the first time read again and again."""
    rows = _tile(P, nl.float32, nl.psum, heads)
    nisa.nc_transpose(rows, column.ap([[1, P], [0, heads]], offset=0))
    return _turned(_copied(rows), nl.float32)


def _into_all(values):
    """A column in each partition, as a row of values for each partition."""
    found = _tile(values.shape[0], nl.float32, nl.psum)
    nisa.nc_transpose(found, values.ap([[1, values.shape[0]], [0, P]], offset=0))
    return _copied(found)


def _both(data, factor, summand):
    found = _tile(data.shape[1], rows=data.shape[0])
    nisa.tensor_scalar(found, data, op0=nl.multiply, operand0=factor, op1=nl.add, operand1=summand)
    return found


def _normed(vectors, ones):
    squares = _copied(_of(nl.multiply, vectors, vectors), nl.bfloat16)
    scale = _function(nl.rsqrt, _both(_summed(squares, ones), 1.0 / P, 1e-6))
    return _of(nl.multiply, vectors, scale)


def _swapped(vectors):
    heads = vectors.shape[1]
    found = _tile(heads)
    nisa.tensor_copy(found[0:HALF, 0:heads], _times(vectors[HALF:P, 0:heads], -1.0))
    nisa.tensor_copy(found[HALF:P, 0:heads], vectors[0:HALF, 0:heads])
    return found


def _rotated(vectors, cosines, sines):
    swapped = _swapped(vectors)
    return _of(nl.add, _of(nl.multiply, vectors, cosines), _of(nl.multiply, swapped, sines))


def _product(weights, hidden):
    sums = _sums()
    for tile in range(hidden.shape[1]):
        at = tile * P
        nisa.nc_matmul(sums, stationary=weights[0:P, at : at + P], moving=hidden[0:P, tile : tile + 1])
    return sums


def _rows(weights, mode):
    """128 rows a load."""
    found = []
    for first in range(0, weights.shape[0], P):
        found.append(_loaded(weights[first : first + P, :], mode, weights.shape[1]))
    return found


def _kept(vector, mode):
    """A column as a row of the cache."""
    out = nl.ndarray((1, P), dtype=nl.bfloat16, buffer=nl.shared_hbm)
    nisa.dma_copy(dst=out, src=_turned(_copied(vector, nl.bfloat16), nl.bfloat16), dge_mode=mode)
    return out


def _mask(position, index, first):
    """0 for positions before the token's, a large negative number from there on."""
    shift = _into_all(_both(position, -1.0, float(first)))
    past = _function(nl.relu, _plus(_of(nl.add, index, shift), 1.0))
    least = _tile()
    nisa.tensor_scalar(least, past, op0=nl.minimum, operand0=1.0)
    return _times(least, -1e9)


def _keys(keys, position, heads, ahead, mode):
    """Turned tiles of keys and their masks, spread if `ahead`."""
    where = _copied(_loaded(position[0:1, 0:1], mode, 1, nl.int32, 1))
    index = _tile()
    nisa.iota(index, pattern=[[1, 1]], offset=0, channel_multiplier=1)
    tiles, masks = [], []
    for first in range(0, keys.shape[0], P):
        tiles.append(_turned(_loaded(keys[first : first + P, :], mode, P), nl.bfloat16))
        mask = _mask(where, index, first)
        masks.append(_spread(mask, heads) if ahead else mask)
    return tiles, masks


def _raise_to(top, rows):
    highest = _tile(rows=rows.shape[0])
    nisa.tensor_reduce(dst=highest, op=nl.maximum, data=rows, axis=1)
    nisa.tensor_tensor(top, top, highest, op=nl.maximum)


def _scores(query, own, tiles, masks, ahead):
    """Masked scores, and the negative of the highest in all partitions."""
    heads = query.shape[1]
    top = _tile(rows=heads)
    nisa.memset(top, value=-1e9)
    rows = nl.zeros((heads, P), dtype=nl.float32, buffer=nl.psum)
    nisa.nc_transpose(rows, own)
    _raise_to(top, _copied(rows))
    found = []
    for tile, mask in zip(tiles, masks):
        sums = _sums(heads)
        nisa.nc_matmul(sums, stationary=tile, moving=query)
        scores = _copied(sums)
        found.append(_of(nl.add, scores, mask if ahead else _spread(mask, heads)))
        _raise_to(top, _turned(found[-1], nl.float32))
    return found, _into_all(_times(top, -1.0))


def _weighted(scores, lowered, tiles, ones):
    """Sums of weights, and of values times weights."""
    heads = lowered.shape[1]
    result, total = _tile(heads), _tile(heads)
    nisa.memset(result, value=0.0)
    nisa.memset(total, value=0.0)
    for of_tile, tile in zip(scores, tiles):
        weights = _copied(_function(nl.exp, _of(nl.add, of_tile, lowered)), nl.bfloat16)
        _add_to(total, _summed(weights, ones))
        sums = _sums(heads)
        nisa.nc_matmul(sums, stationary=tile, moving=weights)
        _add_to(result, _copied(sums))
    return result, total


def _divided(result, total):
    root = _function(nl.rsqrt, _plus(total, 1e-9))
    found = _tile(result.shape[1], nl.bfloat16)
    nisa.tensor_tensor(found, result, _of(nl.multiply, root, root), op=nl.multiply)
    return found


def _products(attention, weights):
    """The product in rows of 512 columns."""
    width = weights[0].shape[1]
    sums = []
    for _ in range(width // WIDE):
        sums.append(nl.zeros((1, WIDE), dtype=nl.float32, buffer=nl.psum))
    for head, rows in enumerate(weights):
        for i, part in enumerate(sums):
            moving = rows[0:P, i * WIDE : (i + 1) * WIDE]
            nisa.nc_matmul(part, stationary=attention[0:P, head : head + 1], moving=moving)
    return sums


def _projected(attention, weights, mode):
    width = weights[0].shape[1]
    out = nl.ndarray((1, 1, width), dtype=nl.bfloat16, buffer=nl.shared_hbm)
    row = out.reshape((1, width))
    for i, part in enumerate(_products(attention, weights)):
        nisa.dma_copy(dst=row[0:1, i * WIDE : (i + 1) * WIDE], src=_copied(part, nl.bfloat16), dge_mode=mode)
    return out


def _in_columns(attention, weights, mode):
    """The product, a column for every 128 of its elements, each turned in the same bank as the one before."""
    columns = weights[0].shape[1] // P
    out = nl.ndarray((P, columns), dtype=nl.bfloat16, buffer=nl.shared_hbm)
    found = _tile(columns, nl.bfloat16)
    row = _tile(WIDE, nl.bfloat16, rows=1)
    turned = _tile(1, nl.bfloat16, nl.psum)
    for i, part in enumerate(_products(attention, weights)):
        nisa.tensor_copy(row, part)
        for j in range(WIDE // P):
            at = i * WIDE // P + j
            nisa.nc_transpose(turned, row[0:1, j * P : (j + 1) * P])
            nisa.tensor_copy(found[0:P, at : at + 1], turned)
    nisa.dma_copy(dst=out, src=found, dge_mode=mode)
    return out


def _block(arguments, mode, ahead, projected=_projected):
    hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position = arguments
    heads, tiles = wq.shape[0] // P, hidden.shape[2] // P
    q_gain = _copied(_loaded(q_gain.reshape((P, 1)), mode))
    k_gain = _copied(_loaded(k_gain.reshape((P, 1)), mode))
    cosines = _loaded(cosines.reshape((P, 1)), mode)
    sines = _loaded(sines.reshape((P, 1)), mode)
    cosines, sines = _copied(cosines), _copied(sines)
    ones = _tile(P, nl.bfloat16)
    nisa.memset(ones, value=1.0)
    column = hidden.reshape((hidden.shape[2], 1))
    hidden = _loaded(column.ap(pattern=[[1, P], [P, tiles]], offset=0), mode, tiles)
    wq, wk, wv = _rows(wq, mode), _loaded(wk, mode, wk.shape[1]), _loaded(wv, mode, wv.shape[1])
    key = _of(nl.multiply, _normed(_copied(_product(wk, hidden)), ones), k_gain)
    key = _rotated(key, cosines, sines)
    new_key = _kept(key, mode)
    value = _copied(_product(wv, hidden))
    new_value = _kept(value, mode)
    query = _tile(heads)
    for head, rows in enumerate(wq):
        nisa.tensor_copy(query[0:P, head : head + 1], _product(rows, hidden))
    query = _normed(query, ones)
    query = _of(nl.multiply, query, _spread(q_gain, heads))
    cosines, sines = _spread(cosines, heads), _spread(sines, heads)
    query = _rotated(query, cosines, sines)
    rounded = _tile(heads, nl.bfloat16)
    nisa.tensor_scalar(rounded, query, op0=nl.multiply, operand0=float(P) ** -0.5)
    wo = _rows(wo, mode)
    own = _summed(_copied(_of(nl.multiply, _spread(key, heads), rounded), nl.bfloat16), ones)
    turned, masks = _keys(keys, position, heads, ahead, mode)
    values = _rows(values, mode)
    scores, lowered = _scores(rounded, own, turned, masks, ahead)
    result, total = _weighted(scores, lowered, values, ones)
    weights = _function(nl.exp, _of(nl.add, own, lowered))
    _add_to(total, weights)
    _add_to(result, _of(nl.multiply, _spread(value, heads), weights))
    return projected(_divided(result, total), wo, mode), new_key, new_value


@nki.jit
def software(hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position):
    """Descriptors as the compiler chooses, masks spread where they are used."""
    arguments = hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position
    return _block(arguments, nisa.dge_mode.unknown, ahead=False)


@nki.jit
def hardware(hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position):
    """Descriptors made by hardware."""
    arguments = hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position
    return _block(arguments, nisa.dge_mode.hwdge, ahead=False)


@nki.jit
def software_ahead(hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position):
    """Masks spread where they are made."""
    arguments = hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position
    return _block(arguments, nisa.dge_mode.unknown, ahead=True)


@nki.jit
def hardware_ahead(hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position):
    """Both."""
    arguments = hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position
    return _block(arguments, nisa.dge_mode.hwdge, ahead=True)


@nki.jit
def hardware_columns(hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position):
    """Both, and the result in columns."""
    arguments = hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position
    return _block(arguments, nisa.dge_mode.hwdge, ahead=True, projected=_in_columns)
