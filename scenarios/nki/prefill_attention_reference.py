"""What the kernels of prefill_attention.py compute, in plain Python."""

from decode_attention_reference import P, _rotated
from math import exp, sqrt


def expected(hidden, wq, wk, wv, q_gain, k_gain, cosines, sines):
    queries, keys, values = [_product(hidden[0], weights) for weights in (wq, wk, wv)]
    q_gain, k_gain = [[row[0] for row in gain] for gain in (q_gain, k_gain)]
    queries = [_turned_on(heads, q_gain, cosines[i], sines[i]) for i, heads in enumerate(queries)]
    keys = [_turned_on(heads, k_gain, cosines[i], sines[i]) for i, heads in enumerate(keys)]
    group = len(queries[0]) // len(keys[0])
    out = []
    for position, heads in enumerate(queries):
        row = []
        for head, query in enumerate(heads):
            cache = [(k[head // group], v[head // group]) for k, v in zip(keys, values)]
            row += _attention(query, cache[: position + 1])
        out.append(row)
    return [out], [_side_by_side(keys)], [_side_by_side(values)]


def _side_by_side(rows):
    return [[x for head in heads for x in head] for heads in rows]


def _product(rows, weights):
    """The heads of each position."""
    found = []
    for row in rows:
        sums = [0.0] * len(weights[0])
        for x, weight in zip(row, weights):
            sums = [s + x * w for s, w in zip(sums, weight)]
        found.append([sums[first : first + P] for first in range(0, len(sums), P)])
    return found


def _turned_on(heads, gain, cosines, sines):
    return [_rotated(head, gain, cosines, sines) for head in heads]


def _attention(query, cache):
    scores = [sum(q * k for q, k in zip(query, key)) / sqrt(P) for key, _ in cache]
    highest = max(scores)
    weights = [exp(score - highest) for score in scores]
    total = sum(weights)
    return [sum(w * value[d] for w, (_, value) in zip(weights, cache)) / total for d in range(P)]
