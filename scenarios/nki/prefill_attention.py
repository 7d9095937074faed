"""Attention of all positions of a prompt, causal: q, k and v = hidden x weights, norm and rotation of q and k, scores
of whole rows, then softmax and its product with v. One number for each position is spread by a DMA within SBUF.

On two cores each takes half of the heads (`shared`), or both do all of it (`twice`).
"""

import nki
import nki.isa as nisa
import nki.language as nl
from decode_attention import P, _copied, _function, _of, _plus, _summed, _sums, _tile, _times, _turned

HALF = P // 2

# Tiles of scores of one matmul.
TOGETHER = 4


def _loaded(source, columns=P):
    found = _tile(columns, nl.bfloat16)
    nisa.dma_copy(dst=found, src=source)
    return found


def _spread(column):
    """In each of 128 columns: a DMA of 16,384 descriptors."""
    found = _tile(P)
    nisa.dma_copy(dst=found, src=column.ap(pattern=[[1, P], [0, P]], offset=0))
    return found


def _gain(gain):
    return _spread(_copied(_loaded(gain, 1)))


def _angles(cosines, sines):
    found = []
    for first in range(0, cosines.shape[0], P):
        cosine = _copied(_loaded(cosines[first : first + P, 0:P]))
        found.append((cosine, _copied(_loaded(sines[first : first + P, 0:P]))))
    return found


def _weights(weights, head):
    found = []
    for first in range(0, weights.shape[0], P):
        found.append(_loaded(weights[first : first + P, head * P : (head + 1) * P]))
    return found


def _hidden(hidden):
    """Turned tiles, a list for each tile of positions."""
    rows = hidden.reshape((hidden.shape[1], hidden.shape[2]))
    found = []
    for first in range(0, rows.shape[0], P):
        turned = []
        for column in range(0, rows.shape[1], P):
            turned.append(_turned(_loaded(rows[first : first + P, column : column + P]), nl.bfloat16))
        found.append(turned)
    return found


def _normed(vectors, gain, ones):
    """Norm of each row, by way of the turned tile: sums over partitions."""
    turned = _copied(_turned(_copied(vectors, nl.bfloat16), nl.bfloat16))
    squares = _copied(_of(nl.multiply, turned, turned), nl.bfloat16)
    scale = _function(nl.rsqrt, _plus(_times(_summed(squares, ones), 1.0 / P), 1e-6))
    normed = _of(nl.multiply, _of(nl.multiply, turned, scale), gain)
    return _copied(_turned(_copied(normed, nl.bfloat16), nl.bfloat16))


def _rotated(vectors, angles):
    cosines, sines = angles
    swapped = _tile(P)
    nisa.tensor_copy(swapped[0:P, 0:HALF], _times(vectors[0:P, HALF:P], -1.0))
    nisa.tensor_copy(swapped[0:P, HALF:P], vectors[0:P, 0:HALF])
    by_cosine = _of(nl.multiply, vectors, cosines)
    return _of(nl.add, by_cosine, _of(nl.multiply, swapped, sines))


def _keys_and_values(hidden, wk, wv, cache, gain, angles, ones, outs):
    """Turned keys and values of one head, tile by tile; both are stored as well."""
    k_tiles, v_tiles = [], []
    for first in range(0, wk.shape[0], P):
        k_tiles.append(_loaded(wk[first : first + P, cache * P : (cache + 1) * P]))
        v_tiles.append(_loaded(wv[first : first + P, cache * P : (cache + 1) * P]))
    keys, values = [], []
    for i, tiles in enumerate(hidden):
        k_sums, v_sums = _sums(P), _sums(P)
        for tile, k_tile, v_tile in zip(tiles, k_tiles, v_tiles):
            nisa.nc_matmul(k_sums, stationary=tile, moving=k_tile)
            nisa.nc_matmul(v_sums, stationary=tile, moving=v_tile)
        key = _rotated(_normed(_copied(k_sums), gain, ones), angles[i])
        key = _copied(key, nl.bfloat16)
        keys.append(_turned(key, nl.bfloat16))
        nisa.dma_copy(dst=_part(outs[0], i, cache), src=key)
        values.append(_copied(_copied(v_sums), nl.bfloat16))
        nisa.dma_copy(dst=_part(outs[1], i, cache), src=values[-1])
    return keys, values


def _part(out, tile, head):
    rows = out.reshape((out.shape[1], out.shape[2]))
    return rows[tile * P : (tile + 1) * P, head * P : (head + 1) * P]


def _masked(scores, offset):
    """Nothing of positions that come later."""
    found = _tile(scores.shape[1])
    nisa.affine_select(
        dst=found,
        on_true_tile=scores,
        on_false_value=-3.4e38,
        pattern=[[-1, scores.shape[1]]],
        offset=offset,
        channel_multiplier=1,
        cmp_op=nl.greater_equal,
    )
    return found


def _product(stationary, moving):
    sums = _sums(moving.shape[1])
    nisa.nc_matmul(sums, stationary=stationary, moving=moving)
    return _copied(sums)


def _scores(tiles, weights, gain, angles, ones, keys, first):
    """Masked scores of 128 positions: four tiles of keys at once, the others one by one."""
    sums = _sums(P)
    for tile, weight in zip(tiles, weights):
        nisa.nc_matmul(sums, stationary=tile, moving=weight)
    query = _rotated(_normed(_copied(sums), gain, ones), angles)
    query = _turned(_copied(_times(query, float(P) ** -0.5), nl.bfloat16), nl.bfloat16)
    count = min(TOGETHER, len(keys))
    wide = _tile(count * P, nl.bfloat16)
    for i in range(count):
        nisa.tensor_copy(wide[0:P, i * P : (i + 1) * P], keys[i])
    found = [_masked(_product(query, wide), first)]
    for i in range(count, len(keys)):
        found.append(_masked(_product(query, keys[i]), first - i * P))
    return found


def _reduced(op, data):
    found = _tile()
    nisa.tensor_reduce(dst=found, op=op, data=data, axis=1)
    return found


def _lowered(scores):
    """The negative of each row's maximum, spread."""
    highest = _reduced(nl.maximum, scores[0])
    for more in scores[1:]:
        nisa.tensor_copy(highest, _of(nl.maximum, highest, _reduced(nl.maximum, more)))
    return _spread(_times(highest, -1.0))


def _slices(scores):
    found = []
    for data in scores:
        for first in range(0, data.shape[1], P):
            found.append(data[0:P, first : first + P])
    return found


def _softmax(scores, values):
    lowered = _lowered(scores)
    sums = _sums(P)
    for i, (data, value) in enumerate(zip(_slices(scores), values)):
        weights = _function(nl.exp, _of(nl.add, data, lowered))
        of_slice = _reduced(nl.add, weights)
        total = _of(nl.add, total, of_slice) if i > 0 else of_slice
        turned = _turned(_copied(weights, nl.bfloat16), nl.bfloat16)
        nisa.nc_matmul(sums, stationary=turned, moving=value)
    result = _copied(sums)
    root = _function(nl.rsqrt, _plus(total, 1e-9))
    return _copied(_of(nl.multiply, result, _spread(_of(nl.multiply, root, root))), nl.bfloat16)


def _attention(arguments, first, count):
    """`count` caches from one on, and the heads that use them."""
    hidden, wq, wk, wv, q_gain, k_gain, cosines, sines = arguments
    positions, group = hidden.shape[1], wq.shape[1] // wk.shape[1]
    out = nl.ndarray((1, positions, wq.shape[1]), dtype=nl.bfloat16, buffer=nl.shared_hbm)
    new_keys = nl.ndarray((1, positions, wk.shape[1]), dtype=nl.bfloat16, buffer=nl.shared_hbm)
    new_values = nl.ndarray((1, positions, wk.shape[1]), dtype=nl.bfloat16, buffer=nl.shared_hbm)
    q_gain, k_gain = _gain(q_gain), _gain(k_gain)
    ones = _tile(P, nl.bfloat16)
    nisa.memset(ones, value=1.0)
    angles = _angles(cosines, sines)
    weights = []
    for head in range(first * group, (first + count) * group):
        weights.append(_weights(wq, head))
    tiles = _hidden(hidden)
    for cache in range(first, first + count):
        outs = new_keys, new_values
        keys, values = _keys_and_values(tiles, wk, wv, cache, k_gain, angles, ones, outs)
        for head in range(cache * group, (cache + 1) * group):
            scores = []
            for i, of_tile in enumerate(tiles):
                of_head = weights[head - first * group]
                scores.append(_scores(of_tile, of_head, q_gain, angles[i], ones, keys, i * P))
            for i, of_tile in enumerate(scores):
                nisa.dma_copy(dst=_part(out, i, head), src=_softmax(of_tile, values))
    return out, new_keys, new_values


@nki.jit
def shared(hidden, wq, wk, wv, q_gain, k_gain, cosines, sines):
    """Each core takes its share of the heads."""
    arguments = hidden, wq, wk, wv, q_gain, k_gain, cosines, sines
    count = wk.shape[1] // P // nl.num_programs()
    return _attention(arguments, nl.program_id(0) * count, count)


@nki.jit
def twice(hidden, wq, wk, wv, q_gain, k_gain, cosines, sines):
    """Each core does all of it."""
    arguments = hidden, wq, wk, wv, q_gain, k_gain, cosines, sines
    return _attention(arguments, 0, wk.shape[1] // P)
