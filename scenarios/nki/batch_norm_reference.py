"""What the kernel of batch_norm.py computes: nested lists or numpy arrays."""

import math


def batch_norm(x, weight, bias):
    columns = [_normalized(column, w, b) for column, w, b in zip(zip(*x), weight[0], bias[0])]
    return [list(row) for row in zip(*columns)]


def _normalized(column, weight, bias):
    mean = sum(column) / len(column)
    root = math.sqrt(sum((v - mean) ** 2 for v in column) / len(column) + 1e-5)
    return [(v - mean) / root * weight + bias for v in column]
