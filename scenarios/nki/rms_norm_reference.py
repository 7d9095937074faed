"""What the kernel of rms_norm.py computes: nested lists or numpy arrays."""

EPSILON = 1e-6


def rms_norm(x, w):
    return [norm([float(value) for value in row], w[0]) for row in x]


def norm(row, weights):
    root = (sum(value * value for value in row) / len(row) + EPSILON) ** 0.5
    return [value / root * float(weight) for value, weight in zip(row, weights, strict=True)]
