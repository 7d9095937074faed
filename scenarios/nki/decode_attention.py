"""One token's attention over a cache: four forms that differ in what is loaded and computed again.

For each head: q, k and v = hidden x weights, norm and rotation of q and k, then softmax over the cache and the token
itself, one tile of 128 positions after the other with a running maximum. Weights lie in tiles of 128 x 128 side by
side, [head, input of a tile, tile, output]; the cache's tiles are turned, [head, tile, value, position].
"""

import nki
import nki.isa as nisa
import nki.language as nl

P = 128
HALF = P // 2


def _tile(columns=1, dtype=nl.float32, buffer=nl.sbuf, rows=P):
    return nl.ndarray((rows, columns), dtype=dtype, buffer=buffer)


def _sums(columns=1):
    return nl.zeros((P, columns), dtype=nl.float32, buffer=nl.psum)


def _copied(source, dtype=nl.float32):
    found = _tile(source.shape[1], dtype, rows=source.shape[0])
    nisa.tensor_copy(found, source)
    return found


def _turned(source, dtype):
    """Turned by TensorE, in SBUF."""
    found = _tile(source.shape[0], dtype, nl.psum, source.shape[1])
    nisa.nc_transpose(found, source)
    return _copied(found, dtype)


def _loaded(source, columns=1, dtype=nl.bfloat16, rows=P):
    found = _tile(columns, dtype, rows=rows)
    nisa.dma_copy(dst=found, src=source)
    return found


def _of(op, one, other):
    found = _tile(one.shape[1])
    nisa.tensor_tensor(found, one, other, op=op)
    return found


def _times(data, number):
    found = _tile(data.shape[1], rows=data.shape[0])
    nisa.tensor_scalar(found, data, op0=nl.multiply, operand0=number)
    return found


def _plus(data, number):
    found = _tile(data.shape[1])
    nisa.tensor_scalar(found, data, op0=nl.add, operand0=number)
    return found


def _function(op, data):
    found = _tile(data.shape[1])
    nisa.activation(found, op=op, data=data)
    return found


def _summed(data, ones):
    """The sum over partitions, in each of them."""
    sums = _sums(data.shape[1])
    nisa.nc_matmul(sums, stationary=ones, moving=data)
    return _copied(sums)


def _normed(vector, gain, ones):
    squares = _copied(_of(nl.multiply, vector, vector), nl.bfloat16)
    mean = _times(_summed(squares, ones), 1.0 / P)
    scale = _function(nl.rsqrt, _plus(mean, 1e-6))
    return _of(nl.multiply, _of(nl.multiply, vector, scale), gain)


def _swapped(vector):
    """The lower half behind the upper one, whose sign changes."""
    found = _tile()
    nisa.tensor_copy(found[0:HALF, 0:1], _times(vector[HALF:P, 0:1], -1.0))
    nisa.tensor_copy(found[HALF:P, 0:1], vector[0:HALF, 0:1])
    return found


def _rotated(vector, swapped, angles):
    cosines, sines = angles
    return _of(nl.add, _of(nl.multiply, vector, cosines), _of(nl.multiply, swapped, sines))


def _row_of_hidden(hidden, tile):
    """A tile of hidden as a row, turned: nothing is kept."""
    width = hidden.shape[2]
    row = hidden.reshape((1, width)).ap(pattern=[[width, 1], [1, P]], offset=tile * P)
    return _turned(_loaded(row, P, rows=1), nl.bfloat16)


def _product(weights, head, hidden, columns):
    """A head of q, k or v, with a load for each tile of the weights."""
    width = weights.shape[1]
    sums = _sums()
    for tile in range(width // P):
        moving = columns[tile] if columns else _row_of_hidden(hidden, tile)
        part = _loaded(weights.ap(pattern=[[width, P], [1, P]], offset=head * P * width + tile * P), P)
        nisa.nc_matmul(sums, stationary=part, moving=moving)
    return _copied(sums)


def _scaled(query):
    """The query and the same in bf16, divided by the root of its size."""
    scaled = _times(query, float(P) ** -0.5)
    return scaled, _copied(scaled, nl.bfloat16)


def _side_by_side(columns, dtype):
    if len(columns) == 1:
        return columns[0]
    found = _tile(len(columns), dtype)
    for i, column in enumerate(columns):
        nisa.tensor_copy(found[0:P, i : i + 1], column)
    return found


def _everywhere(values, scratch):
    """A value for each head in each partition, through HBM."""
    heads = values.shape[0]
    nisa.dma_copy(dst=scratch, src=values)
    return _loaded(scratch.ap(pattern=[[0, P], [1, heads]], offset=0), heads, nl.float32)


def _rescaled(state, highest):
    """The state for a new maximum, whose negative comes with it."""
    top, total, result = state
    lowered = _times(highest, -1.0)
    factor = _function(nl.exp, _of(nl.add, top, lowered))
    return lowered, _of(nl.multiply, total, factor), _of(nl.multiply, result, factor)


def _add_to(one, other):
    nisa.tensor_tensor(one, one, other, op=nl.add)


def _over_cache(query, keys, values, head, ones, scratch):
    """Maximum, sum and result after all tiles of a cache of one head."""
    heads = query.shape[1]
    result, top, total = _tile(heads), _tile(heads), _tile(heads)
    nisa.memset(result, value=0.0)
    nisa.memset(top, value=-1e9)
    nisa.memset(total, value=0.0)
    positions = keys.shape[1]
    for first in range(head * positions, (head + 1) * positions, P):
        place = [[P, P], [1, P]]
        sums = _sums(heads)
        nisa.nc_matmul(sums, stationary=_loaded(keys.ap(pattern=place, offset=first * P), P), moving=query)
        scores = _copied(sums)
        rows = _turned(scores, nl.float32)
        highest = _tile(rows=heads)
        nisa.tensor_reduce(dst=highest, op=nl.maximum, data=rows, axis=1)
        new_top = _of(nl.maximum, top, _everywhere(highest, scratch))
        lowered, new_total, new_result = _rescaled((top, total, result), new_top)
        weights = _copied(_function(nl.exp, _of(nl.add, scores, lowered)), nl.bfloat16)
        _add_to(new_total, _summed(weights, ones))
        turned = _turned(_loaded(values.ap(pattern=place, offset=first * P), P), nl.bfloat16)
        sums = _sums(heads)
        nisa.nc_matmul(sums, stationary=turned, moving=weights)
        _add_to(new_result, _copied(sums))
        nisa.tensor_copy(top, new_top)
        nisa.tensor_copy(total, new_total)
        nisa.tensor_copy(result, new_result)
    return top, total, result


def _finished(state, query, key, value, ones):
    """The result with the token itself, divided by the sum."""
    heads = query.shape[1]
    key = _side_by_side([key] * heads, nl.float32)
    scores = _summed(_copied(_of(nl.multiply, key, query), nl.bfloat16), ones)
    lowered, total, result = _rescaled(state, _of(nl.maximum, state[0], scores))
    weights = _function(nl.exp, _of(nl.add, scores, lowered))
    _add_to(total, weights)
    value = _side_by_side([value] * heads, nl.float32)
    _add_to(result, _of(nl.multiply, value, weights))
    root = _function(nl.rsqrt, _plus(total, 1e-9))
    return _of(nl.multiply, result, _of(nl.multiply, root, root))


def _stored(out, head, result, as_column):
    rounded = _copied(result, nl.bfloat16)
    if as_column:
        nisa.dma_copy(dst=out.reshape((out.shape[2], 1))[head * P : (head + 1) * P, 0:1], src=rounded)
        return
    row = out.reshape((1, out.shape[2])).ap(pattern=[[out.shape[2], 1], [1, P]], offset=head * P)
    nisa.dma_copy(dst=row, src=_turned(rounded, nl.bfloat16))


def _columns(hidden):
    column = hidden.reshape((hidden.shape[2], 1))
    found = []
    for first in range(0, hidden.shape[2], P):
        found.append(_loaded(column[first : first + P, 0:1]))
    return found


def _constants(gains, angles, as_column):
    """Gains, ones and angles, each a column."""
    q_gain = _copied(_loaded(gains[0].reshape((P, 1))))
    k_gain = _copied(_loaded(gains[1].reshape((P, 1))))
    ones = _tile(P, nl.bfloat16)
    nisa.memset(ones, value=1.0)
    cosines, sines = _columns_of(angles) if as_column else _turned_rows_of(angles)
    return (q_gain, k_gain), ones, (_copied(cosines), _copied(sines))


def _columns_of(angles):
    return _loaded(angles[0].reshape((P, 1))), _loaded(angles[1].reshape((P, 1)))


def _turned_rows_of(angles):
    rows = _loaded(angles[0].reshape((1, P)), P, rows=1), _loaded(angles[1].reshape((1, P)), P, rows=1)
    turned = _tile(1, nl.bfloat16, nl.psum), _tile(1, nl.bfloat16, nl.psum)
    nisa.nc_transpose(turned[0], rows[0])
    nisa.nc_transpose(turned[1], rows[1])
    return _copied(turned[0], nl.bfloat16), _copied(turned[1], nl.bfloat16)


def _attend(arguments, as_column, shared, together):
    """`as_column`: hidden, angles and results lie as the array wants them. `shared`: k and v once for all heads that
    use them. `together`: those heads side by side.
    """
    hidden, wq, wk, wv, q_gain, k_gain, keys, values, cosines, sines = arguments
    heads, caches = wq.shape[0] // P, wk.shape[0] // P
    out = nl.ndarray((1, 1, wq.shape[0]), dtype=nl.bfloat16, buffer=nl.shared_hbm)
    group = heads // caches
    scratch = nl.ndarray((group if together else 1, 1), dtype=nl.float32, buffer=nl.private_hbm)
    (q_gain, k_gain), ones, angles = _constants((q_gain, k_gain), (cosines, sines), as_column)
    columns = _columns(hidden) if as_column else []
    for cache in range(caches):
        if shared:
            key = _normed(_product(wk, cache, hidden, columns), k_gain, ones)
            key = _rotated(key, _swapped(key), angles)
            if not as_column:
                _copied(key, nl.bfloat16)
            value = _product(wv, cache, hidden, columns)
        columns_scaled, columns_in_bf16 = [], []
        for head in range(cache * group, (cache + 1) * group):
            query = _product(wq, head, hidden, columns)
            if not shared:
                key = _product(wk, cache, hidden, columns)
                value = _product(wv, cache, hidden, columns)
            query = _normed(query, q_gain, ones)
            if shared:
                query = _rotated(query, _swapped(query), angles)
            else:
                key = _normed(key, k_gain, ones)
                halves = _swapped(query), _swapped(key)
                query, key = _rotated(query, halves[0], angles), _rotated(key, halves[1], angles)
            scaled, rounded = _scaled(query)
            columns_scaled.append(scaled)
            columns_in_bf16.append(rounded)
            if not shared:
                _copied(key, nl.bfloat16)
            if not together:
                state = _over_cache(rounded, keys, values, cache, ones, scratch)
                _stored(out, head, _finished(state, scaled, key, value, ones), as_column)
        if together:
            rounded = _side_by_side(columns_in_bf16, nl.bfloat16)
            scaled = _side_by_side(columns_scaled, nl.float32)
            state = _over_cache(rounded, keys, values, cache, ones, scratch)
            result = _finished(state, scaled, key, value, ones)
            for i in range(group):
                _stored(out, cache * group + i, result[0:P, i : i + 1], as_column)
    return out


@nki.jit
def heads(hidden, wq, wk, wv, q_gain, k_gain, keys, values, cosines, sines):
    """Every head by itself."""
    arguments = hidden, wq, wk, wv, q_gain, k_gain, keys, values, cosines, sines
    return _attend(arguments, as_column=False, shared=False, together=False)


@nki.jit
def columns(hidden, wq, wk, wv, q_gain, k_gain, keys, values, cosines, sines):
    """The same with hidden in columns that are loaded once."""
    arguments = hidden, wq, wk, wv, q_gain, k_gain, keys, values, cosines, sines
    return _attend(arguments, as_column=True, shared=False, together=False)


@nki.jit
def shared(hidden, wq, wk, wv, q_gain, k_gain, keys, values, cosines, sines):
    """Keys and values once for the heads that share them."""
    arguments = hidden, wq, wk, wv, q_gain, k_gain, keys, values, cosines, sines
    return _attend(arguments, as_column=False, shared=True, together=False)


@nki.jit
def together(hidden, wq, wk, wv, q_gain, k_gain, keys, values, cosines, sines):
    """Both, and the heads that share a cache side by side."""
    arguments = hidden, wq, wk, wv, q_gain, k_gain, keys, values, cosines, sines
    return _attend(arguments, as_column=True, shared=True, together=True)
