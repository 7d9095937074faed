"""Arrays a kernel passes to `nl.shared_constant`, known by shape and by how they are filled."""

from __future__ import annotations

import math
import operator
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

    def values(self) -> list:
        """The elements, row by row."""
        if isinstance(self.fill, list):
            return self.fill
        if self.fill == "identity":
            return [int(at % (self.shape[0] + 1) == 0) for at in range(self.size)]
        return list(range(self.size)) if self.fill == "iota" else [int(self.fill == "ones")] * self.size


def _elementwise(apply: Callable, turned: bool = False) -> Callable:
    """An operator with a number, or with an array of the same shape."""

    def combined(self: Constant, other: Any) -> Any:
        if isinstance(other, Constant) and other.shape == self.shape:
            others = other.values()
        elif isinstance(other, (int, float)):
            others = [other] * self.size
        else:
            return NotImplemented
        pairs = zip(others, self.values()) if turned else zip(self.values(), others)
        return Constant(self.shape, self.dtype, [apply(a, b) for a, b in pairs])

    return combined


for _name in ("add", "sub", "mul", "truediv"):
    setattr(Constant, f"__{_name}__", _elementwise(getattr(operator, _name)))
    setattr(Constant, f"__r{_name}__", _elementwise(getattr(operator, _name), True))


def arange(start: int, stop: int | None = None, step: int = 1, dtype: Any = None) -> Constant:
    kind = DTYPES["int32"] if dtype is None else dtype
    if stop is None:
        return Constant((start,), kind, "iota")
    held = list(range(start, stop, step))
    return Constant((len(held),), kind, held)


def identity(n: int, *other: Any, dtype: Any = None, **named: Any) -> Constant:
    kind = dtype if dtype is not None else (other[0] if other else DTYPES["float32"])
    return Constant((n, n), kind, "identity")


def filled(name: str) -> Callable[..., Constant]:
    """`zeros(shape, dtype)` and the like."""

    def make(shape: Any, dtype: Any = DTYPES["float32"], **other: Any) -> Constant:
        return Constant(shape, dtype, name)

    make.__name__ = name
    return make
