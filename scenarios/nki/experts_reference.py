"""What the kernels of experts.py compute: nested lists or numpy arrays."""

import math


def expected(hidden, into, back, chosen, shares):
    total = [0.0] * len(back[0][0])
    for number, share in zip(chosen[0], shares[0]):
        sums = [0.0] * len(into[0][0])
        for value, row in zip(hidden[0], into[int(number)]):
            sums = [s + value * w for s, w in zip(sums, row)]
        half = len(sums) // 2
        for gate, up, row in zip(sums[:half], sums[half:], back[int(number)]):
            gated = gate / (1 + math.exp(-gate)) * up * share
            total = [t + gated * w for t, w in zip(total, row)]
    return [total]
