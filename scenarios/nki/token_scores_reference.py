"""What the kernels of token_scores.py compute: nested lists or numpy arrays."""

from math import exp, log


def scores(logits, chosen):
    rows = [shares([float(value) for value in row]) for row in logits]
    picked = [log(row[int(column)]) for row, column in zip(rows, chosen, strict=True)]
    return picked, [-sum(share * log(share) for share in row) for row in rows]


def shares(row):
    top = max(row)
    powers = [exp(value - top) for value in row]
    total = sum(powers)
    return [power / total for power in powers]
