"""What decode_router.py computes, in plain Python."""

from math import exp, sqrt


def expected(hidden, gain, weights, bias, eps=1e-6):
    return [_shares(token, gain[0], weights, bias[0], eps) for token in hidden]


def _shares(token, gain, weights, bias, eps):
    scale = 1 / sqrt(sum(x * x for x in token) / len(token) + eps)
    experts = range(len(bias))
    sums = [0.0] * len(bias)
    for x, g, row in zip(token, gain, weights):
        x = x * scale * g
        for e in experts:
            sums[e] += x * row[e]
    scores = [1 / (1 + exp(-value)) for value in sums]
    best = set(sorted(experts, key=lambda e: -(scores[e] + bias[e]))[:8])
    total = sum(scores[e] for e in best)
    return [scores[e] / total if e in best else 0.0 for e in experts]
