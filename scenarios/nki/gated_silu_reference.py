"""What the kernel of gated_silu.py computes: nested lists or numpy arrays."""

import math


def gated_silu(x, gate, bias):
    return [[_silu(v * g + b) for v, g, b in zip(*rows)] for rows in zip(x, gate, bias)]


def _silu(v):
    return v / (1 + math.exp(-v))
