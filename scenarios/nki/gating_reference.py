"""What the kernel of gating.py computes: nested lists or numpy arrays."""

import math


def top_two(logits):
    weights, places = [], []
    for row in logits:
        order = sorted(range(len(row)), key=lambda i: -row[i])[:2]
        power = math.exp(row[order[1]] - row[order[0]])
        weights.append([1 / (1 + power), power / (1 + power)])
        places.append(order)
    return weights, places
