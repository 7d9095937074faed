"""What the kernels of expert_block.py compute, in plain Python."""

from math import exp, sqrt

BEST = 8
P = 128


def _token(hidden, gain):
    scale = 1 / sqrt(sum(x * x for x in hidden) / len(hidden) + 1e-6)
    return [float(x) * scale * float(g) for x, g in zip(hidden, gain)]


def _shares(token, router):
    """Numbers of the best experts and their softmax, in sum 1."""
    sums = [0.0] * len(router[0])
    for x, row in zip(token, router):
        sums = [s + x * float(w) for s, w in zip(sums, row)]
    best = sorted(range(len(sums)), key=lambda e: -sums[e])[:BEST]
    powers = [exp(sums[e] - max(sums)) for e in best]
    return [(e, power / sum(powers)) for e, power in zip(best, powers)]


def _expert(token, into, scales, back, back_scales):
    sums = [0.0] * len(scales)
    for x, row in zip(token, into):
        sums = [s + x * float(w) for s, w in zip(sums, row)]
    sums = [s * float(scale) for s, scale in zip(sums, scales)]
    half = len(sums) // 2
    total = [0.0] * len(back_scales)
    for gate, up, row in zip(sums[:half], sums[half:], back):
        inner = gate / (1 + exp(-gate)) * up
        total = [t + inner * float(w) for t, w in zip(total, row)]
    return [t * float(scale) for t, scale in zip(total, back_scales)]


def expected(hidden, gain, router, into, into_scales, back, back_scales):
    token = _token(hidden[0], gain[0])
    total = [0.0] * len(token)
    for number, share in _shares(token, router):
        part = _expert(token, into[number], into_scales[number], back[number], back_scales[number])
        total = [t + share * p for t, p in zip(total, part)]
    return [total]


def expected_packed(hidden, gain, router, into, back, back_scales):
    matrices, scales = [], []
    for planes in into:
        matrices.append([row for plane in planes[:-1] for row in plane])
        scales.append([planes[-1][p][j] for j in range(len(planes[-1][0]) // P) for p in range(P)])
    return expected(hidden, gain, router, matrices, scales, back, back_scales)
