"""What the kernels of library_matmul.py compute whose rhs is turned: nested lists or numpy arrays."""


def whole_turned(lhs, rhs):
    return [[sum(a * b for a, b in zip(row, column)) for column in rhs] for row in lhs]


def whole_rhs_turned(lhs, rhs):
    return whole_turned(list(zip(*lhs)), rhs)
