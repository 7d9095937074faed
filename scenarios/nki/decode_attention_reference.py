"""What the kernels of decode_attention.py compute, in plain Python."""

from math import exp, sqrt

P = 128


def expected(hidden, wq, wk, wv, q_gain, k_gain, keys, values, cosines, sines):
    token = hidden[0][0]
    queries, new_keys, new_values = [_product(token, weights) for weights in (wq, wk, wv)]
    group = len(queries) // len(keys)
    out = []
    for head, query in enumerate(queries):
        cache = head // group
        query = [x / sqrt(P) for x in _rotated(query, q_gain, cosines[0], sines[0])]
        key = _rotated(new_keys[cache], k_gain, cosines[0], sines[0])
        out += _attention(query, key, new_values[cache], keys[cache], values[cache])
    return [[out]]


def _product(token, weights):
    """For each head: row p of its 128 rows has what input p of every tile adds to the 128 outputs."""
    heads = []
    for first in range(0, len(weights), P):
        sums = [0.0] * P
        for p in range(P):
            row = weights[first + p]
            for tile in range(0, len(token), P):
                x = token[tile + p]
                sums = [s + x * w for s, w in zip(sums, row[tile : tile + P])]
        heads.append(sums)
    return heads


def _rotated(vector, gain, cosines, sines):
    scale = 1 / sqrt(sum(x * x for x in vector) / P + 1e-6)
    normed = [x * scale * g for x, g in zip(vector, gain)]
    swapped = [-x for x in normed[P // 2 :]] + normed[: P // 2]
    return [x * c + y * s for x, y, c, s in zip(normed, swapped, cosines, sines)]


def _attention(query, key, value, keys, values):
    """Row d of a tile of the cache has value d of 128 positions."""
    scores, columns = [sum(q * k for q, k in zip(query, key))], [value]
    for first in range(0, len(keys), P):
        for position in range(P):
            scores.append(sum(query[d] * keys[first + d][position] for d in range(P)))
            columns.append([values[first + d][position] for d in range(P)])
    highest = max(scores)
    weights = [exp(score - highest) for score in scores]
    total = sum(weights)
    return [sum(w * column[d] for w, column in zip(weights, columns)) / total for d in range(P)]
