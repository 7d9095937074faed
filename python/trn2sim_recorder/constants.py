"""Arrays a kernel passes to `nl.shared_constant`, known by shape and by how they are filled."""

from __future__ import annotations

import math
from typing import Any, Callable

from .dtypes import DTYPES, to_dtype


class Constant:
    """An array known by shape and by how it is filled."""

    def __init__(self, shape: Any, dtype: Any, fill: Any):
        self.shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
        self.dtype = to_dtype(dtype)
        self.fill = fill

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    def astype(self, dtype: Any) -> Constant:
        return Constant(self.shape, dtype, self.fill)

    def reshape(self, *shape: Any) -> Constant:
        sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        return Constant(sizes, self.dtype, self.fill)


def identity(n: int, *other: Any, dtype: Any = None, **named: Any) -> Constant:
    kind = dtype if dtype is not None else (other[0] if other else DTYPES["float32"])
    return Constant((n, n), kind, "identity")


def filled(name: str) -> Callable[..., Constant]:
    """`zeros(shape, dtype)` and the like."""
    fill = "iota" if name == "arange" else name

    def make(shape: Any, dtype: Any = DTYPES["float32"], **other: Any) -> Constant:
        return Constant(shape, dtype, fill)

    make.__name__ = name
    return make
