"""What the kernels of row_sums.py compute: nested lists or numpy arrays."""

import math

SMALL = 1e-6


def layer_norm(x, weight, bias):
    return [_normalized(row, weight[0], bias[0]) for row in x]


def _normalized(row, weight, bias):
    mean = sum(row) / len(row)
    root = math.sqrt(sum((v - mean) ** 2 for v in row) / len(row) + SMALL)
    return [(v - mean) / root * w + b for v, w, b in zip(row, weight, bias)]


def divergence(logs, shares):
    return [
        [sum(q * (math.log(max(q, 1e-38)) - log) for q, log in zip(row, log_row))]
        for row, log_row in zip(shares, logs)
    ]
