"""What the kernels of library_matmul.py compute whose rhs is turned: nested lists or numpy arrays."""


def whole_turned(lhs, rhs):
    if hasattr(lhs, "shape"):
        return lhs @ rhs.T
    return [[sum(a * b for a, b in zip(row, column)) for column in rhs] for row in lhs]


def whole_rhs_turned(lhs, rhs):
    return whole_turned(lhs.T if hasattr(lhs, "shape") else list(zip(*lhs)), rhs)
