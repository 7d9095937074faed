"""What batched_matmul_old.py computes: nested lists or numpy arrays."""


def batched_matmul(lhs, rhs):
    return [
        [[sum(a * b for a, b in zip(row, column)) for column in zip(*right)] for row in left]
        for left, right in zip(lhs, rhs)
    ]
