"""What decode_experts.py computes where every expert has a share, in plain Python."""

from math import exp


def expected(hidden, affinity, rank, weights, scales, limits):
    group = min(max(int(rank[0][0]), 0), len(affinity[0]) - 1)
    made = []
    for token, shares in zip(hidden, affinity):
        total = [0.0] * len(token)
        for share, panels, factors in zip(shares[group], weights, scales):
            parts = len(panels) // 3
            sums = [_into(panel, factor, token) for panel, factor in zip(panels, factors)]
            for k in range(parts):
                active = []
                for gate, up, (upper, least, most) in zip(sums[k], sums[parts + k], limits):
                    gate = min(gate, upper)
                    active.append(gate / (1 + exp(-gate)) * min(max(up, least), most))
                for i, value in enumerate(_back(panels[2 * parts + k], factors[2 * parts + k], active)):
                    total[i] += share * value
        made.append(total)
    return made


def _into(panel, factors, token):
    """By output element: row p of block h takes element 128 h + p of the token."""
    sums = [0.0] * 128
    for p, blocks in enumerate(panel):
        for h, (block, factor) in enumerate(zip(blocks, factors)):
            x = token[128 * h + p] * factor
            for j, w in enumerate(block):
                sums[j] += x * w
    return sums


def _back(panel, factors, active):
    sums = [0.0] * (128 * len(factors))
    for x, blocks in zip(active, panel):
        for h, (block, factor) in enumerate(zip(blocks, factors)):
            for j, w in enumerate(block):
                sums[128 * h + j] += x * w * factor
    return sums
