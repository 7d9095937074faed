"""What the kernels of decode_block.py compute, in plain Python."""

from decode_attention_reference import P, _product, _rotated
from math import exp, sqrt


def expected(hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position):
    token = hidden[0][0]
    queries, (key,), (value,) = [_product(token, weights) for weights in (wq, wk, wv)]
    key = _rotated(key, k_gain, cosines[0], sines[0])
    out = [0.0] * len(wo[0])
    for head, query in enumerate(queries):
        query = [x / sqrt(P) for x in _rotated(query, q_gain, cosines[0], sines[0])]
        result = _attention(query, key, value, keys, values, int(position[0][0]))
        for x, row in zip(result, wo[head * P : (head + 1) * P]):
            out = [o + x * w for o, w in zip(out, row)]
    return [[out]], [key], [value]


def expected_columns(hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position):
    arguments = hidden, wq, wk, wv, wo, q_gain, k_gain, keys, values, cosines, sines, position
    ((out,),), key, value = expected(*arguments)
    return [out[p::P] for p in range(P)], key, value


def _attention(query, key, value, keys, values, position):
    """Over the positions before the token's and the token itself."""
    cache = list(zip(keys, values))[:position] + [(key, value)]
    scores = [sum(q * k for q, k in zip(query, one)) for one, _ in cache]
    highest = max(scores)
    weights = [exp(score - highest) for score in scores]
    total = sum(weights)
    return [sum(w * one[d] for w, (_, one) in zip(weights, cache)) / total for d in range(P)]
