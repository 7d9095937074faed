"""Arrays that a kernel file makes without numpy, for `nl.shared_constant` and its own arithmetic."""

from __future__ import annotations

import math
import operator
from itertools import repeat
from typing import Any, Callable, Iterable

from ..basics.dtypes import DTYPES, DType, to_dtype


def offsets(shape: Iterable[int], strides: Iterable[int], start: int = 0) -> list[int]:
    """Where the elements are, row by row."""
    found = [start]
    for size, stride in zip(shape, strides):
        found = [at + place * stride for at in found for place in range(size)]
    return found


def strides_of(shape: tuple) -> tuple:
    return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))


def sizes_of(shape: Any) -> tuple:
    return tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)


class Constant:
    """An array. `fill` is a list of its elements, row by row, or the name of what fills it."""

    def __init__(self, shape: Any, dtype: Any, fill: Any):
        self.shape = sizes_of(shape)
        self.dtype = to_dtype(dtype)
        self.fill = fill

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def T(self) -> Constant:
        return self.transpose()

    def values(self) -> list:
        """The elements, row by row."""
        if isinstance(self.fill, list):
            return self.fill
        if self.fill == "identity":
            return [int(at % (self.shape[0] + 1) == 0) for at in range(self.size)]
        return list(range(self.size)) if self.fill == "iota" else [int(self.fill == "ones")] * self.size

    def _like(self, shape: Any, values: list) -> Constant:
        return Constant(shape, self.dtype, values)

    def astype(self, dtype: Any, **other: Any) -> Constant:
        kind = to_dtype(dtype)
        if not isinstance(self.fill, list):
            return Constant(self.shape, kind, self.fill)
        number = float if kind.is_float else bool if kind == "bool" else int
        return Constant(self.shape, kind, [number(value) for value in self.fill])

    def reshape(self, *shape: Any, **other: Any) -> Constant:
        sizes = list(sizes_of(shape[0]) if len(shape) == 1 else shape)
        if -1 in sizes:
            sizes[sizes.index(-1)] = self.size // -math.prod(sizes)
        if math.prod(sizes) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {tuple(sizes)}")
        return self._like(sizes, self.values() if self.fill == "identity" else self.fill)

    def transpose(self, *axes: Any) -> Constant:
        order = sizes_of(axes[0]) if len(axes) == 1 and axes[0] is not None else axes
        order = tuple(order) if order and order != (None,) else tuple(reversed(range(self.ndim)))
        shape, strides = (tuple(of[axis] for axis in order) for of in (self.shape, strides_of(self.shape)))
        held = self.values()
        return self._like(shape, [held[at] for at in offsets(shape, strides)])

    def copy(self, *other: Any) -> Constant:
        return self._like(self.shape, list(self.values()))

    def ravel(self, *other: Any) -> Constant:
        return self.reshape(-1)

    flatten = ravel

    def tolist(self) -> list:
        return [row.tolist() if isinstance(row, Constant) else row for row in self]

    def item(self, *at: int) -> Any:
        return self.values()[at[0] if at else 0]

    def taken(self, places: list[list[int]]) -> Constant:
        """The elements at those places of every dimension."""
        found = [0]
        for one, stride in zip(places, strides_of(self.shape)):
            found = [at + place * stride for at in found for place in one]
        held = self.values()
        return self._like([len(one) for one in places], [held[at] for at in found])

    def spread(self, shape: tuple) -> list:
        """The elements of the array repeated to a shape."""
        if shape == self.shape:
            return self.values()
        own = (1,) * (len(shape) - self.ndim) + self.shape
        if any(size not in (1, wanted) for size, wanted in zip(own, shape)):
            raise ValueError(f"shapes {self.shape} and {shape} do not combine")
        strides = [0 if size == 1 else stride for size, stride in zip(own, strides_of(own))]
        held = self.values()
        return [held[at] for at in offsets(shape, strides)]

    # Indexing

    def _cut(self, key: Any) -> tuple[tuple, list[int]]:
        """The shape of what a key names, and where its elements are."""
        keys = list(key) if isinstance(key, tuple) else [key]
        if any(one is Ellipsis for one in keys):
            at = next(place for place, one in enumerate(keys) if one is Ellipsis)
            named = sum(one is not None for one in keys) - 1
            keys[at : at + 1] = [slice(None)] * (self.ndim - named)
        keys += [slice(None)] * (self.ndim - sum(one is not None for one in keys))
        shape, found, axis = [], [0], 0
        strides = strides_of(self.shape)
        for one in keys:
            if one is None:
                shape.append(1)
                continue
            size = self.shape[axis]
            if isinstance(one, slice):
                places = list(range(*one.indices(size)))
            elif isinstance(one, (list, tuple, Constant)):
                places = [_place(at, size) for at in (one.values() if isinstance(one, Constant) else one)]
            else:
                places = [_place(one, size)]
            if isinstance(one, (slice, list, tuple, Constant)):
                shape.append(len(places))
            found = [at + place * strides[axis] for at in found for place in places]
            axis += 1
        return tuple(shape), found

    def _where(self, key: Any) -> tuple[tuple, list[int]]:
        if isinstance(key, Constant) and key.dtype == "bool":
            found = [at for at, held in enumerate(key.spread(self.shape)) if held]
            return (len(found),), found
        return self._cut(key)

    def __getitem__(self, key: Any) -> Any:
        shape, found = self._where(key)
        held = self.values()
        return self._like(shape, [held[at] for at in found]) if shape else held[found[0]]

    def __setitem__(self, key: Any, value: Any) -> None:
        shape, found = self._where(key)
        self.fill = list(self.values())
        plain = not isinstance(value, (Constant, list, tuple))
        given = repeat(value, len(found)) if plain else as_array(value).spread(shape)
        for at, one in zip(found, given):
            self.fill[at] = one

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Any:
        return (self[place] for place in range(self.shape[0]))

    def __bool__(self) -> bool:
        return bool(self._only())

    def __int__(self) -> int:
        return int(self._only())

    def __float__(self) -> float:
        return float(self._only())

    def __index__(self) -> int:
        return operator.index(self._only())

    def _only(self) -> Any:
        if self.size != 1:
            raise ValueError("the truth value of an array with more than one element is ambiguous")
        return self.values()[0]

    def __repr__(self) -> str:
        return f"array(shape={self.shape}, dtype={self.dtype})"


def _place(at: Any, size: int) -> int:
    at = operator.index(at)
    if not -size <= at < size:
        raise IndexError(f"index {at} is out of bounds for axis with size {size}")
    return at % size


def as_array(value: Any, dtype: Any = None) -> Constant:
    """An array of what is given: an array, nested lists, or a number."""
    if isinstance(value, Constant):
        return value if dtype is None else value.astype(dtype)
    if not isinstance(value, (list, tuple, range)):
        return Constant((), dtype if dtype is not None else _kind([value]), [value])
    rows = [as_array(row) for row in value]
    held = [one for row in rows for one in row.values()]
    inner = rows[0].shape if rows else ()
    return Constant((len(rows), *inner), dtype if dtype is not None else _kind(held), held)


def _kind(values: list) -> DType:
    if any(isinstance(value, float) for value in values):
        return DTYPES["float32"]
    plain = bool(values) and all(isinstance(value, bool) for value in values)
    return DTYPES["bool" if plain else "int32"]


def elementwise(apply: Callable, *operands: Any) -> Any:
    """A function of arrays and numbers, of every element; of numbers alone, a number."""
    if not any(isinstance(one, (Constant, list)) for one in operands):
        return apply(*operands)
    arrays = [as_array(one) for one in operands]
    rank = max(one.ndim for one in arrays)
    padded = [(1,) * (rank - one.ndim) + one.shape for one in arrays]
    shape = tuple(max(sizes) if 0 not in sizes else 0 for sizes in zip(*padded))
    values = [apply(*row) for row in zip(*(one.spread(shape) for one in arrays))]
    first = next(one.dtype for one, given in zip(arrays, operands) if isinstance(given, (Constant, list)))
    found = _kind(values)
    keeps = found != "bool" and (first.is_float or found == "int32" and first != "bool")
    return Constant(shape, first if keeps else found, values)


def reduced(pick: Callable, array: Constant, axis: Any = None, keepdims: bool = False) -> Any:
    """One element for every row of elements along the axes, or for all."""
    held = array.values()
    if axis is None and not keepdims:
        return pick(held)
    axes = range(array.ndim) if axis is None else [one % array.ndim for one in sizes_of(axis)]
    left = [one for one in range(array.ndim) if one not in axes]
    strides = strides_of(array.shape)
    inner = offsets([array.shape[one] for one in axes], [strides[one] for one in axes])
    outer = offsets([array.shape[one] for one in left], [strides[one] for one in left])
    values = [pick([held[at + more] for more in inner]) for at in outer]
    shape = [1 if one in axes else array.shape[one] for one in range(array.ndim)]
    return Constant(shape if keepdims else [array.shape[one] for one in left], array.dtype, values)


def _operator(apply: Callable, turned: bool = False) -> Callable:
    def method(self: Constant, other: Any) -> Any:
        if not isinstance(other, (Constant, int, float, list)):
            return NotImplemented
        return elementwise(apply, other, self) if turned else elementwise(apply, self, other)

    return method


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift",
              "rshift"):
    _apply = getattr(operator, f"{_name}_" if _name in ("and", "or") else _name)
    setattr(Constant, f"__{_name}__", _operator(_apply))
    setattr(Constant, f"__r{_name}__", _operator(_apply, True))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Constant, f"__{_name}__", _operator(getattr(operator, _name)))
Constant.__hash__ = object.__hash__
Constant.__neg__ = lambda self: elementwise(operator.neg, self)
Constant.__abs__ = lambda self: elementwise(abs, self)
Constant.__invert__ = lambda self: elementwise(lambda a: not a if isinstance(a, bool) else ~a, self)


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Constant:
    if stop is None and isinstance(start, int) and step == 1:
        return Constant((start,), DTYPES["int32"] if dtype is None else dtype, "iota")
    first, last = (0, start) if stop is None else (start, stop)
    held = [first + place * step for place in range(max(0, math.ceil((last - first) / step)))]
    return Constant((len(held),), _kind(held) if dtype is None else dtype, held)


def identity(n: int, *other: Any, dtype: Any = None, **named: Any) -> Constant:
    kind = dtype if dtype is not None else (other[0] if other else DTYPES["float32"])
    return Constant((n, n), kind, "identity")


def filled(name: str) -> Callable[..., Constant]:
    """`zeros(shape, dtype)` and the like."""

    def make(shape: Any, dtype: Any = None, **other: Any) -> Constant:
        return Constant(shape, DTYPES["float32"] if dtype is None else dtype, name)

    make.__name__ = name
    return make
