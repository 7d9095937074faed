"""What the kernels of copy.py compute: nested lists or numpy arrays."""


def copy(x):
    return x
