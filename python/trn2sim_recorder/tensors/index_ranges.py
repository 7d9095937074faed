"""Index ranges of the old dialect: `nl.arange`, `nl.mgrid`, and sums of them."""

from __future__ import annotations

import functools
from typing import Any, Iterable, Sequence

from ..basics.errors import RecordError
from .masks import Mask, conditions, reach
from .registers import Reg
from .views import is_view


_ALL = slice(None)


class Span:
    """Coefficients and sizes of an iteration space; all ranges that have them share it.

    `ranges` has those ranges, by their constants.
    """

    __slots__ = ("coefs", "sizes", "most", "ranges")

    def __init__(self, coefs: tuple, sizes: tuple):
        self.coefs = coefs
        self.sizes = sizes
        self.most = reach(coefs, sizes)[1]
        self.ranges: dict[int, Affine] = {}


@functools.lru_cache(maxsize=None)
def span(coefs: tuple, sizes: tuple) -> Span:
    return Span(coefs, sizes)


class Affine:
    """`const + sum(coefs[k] * i_k)` over an iteration space with the given sizes.

    A range of `nl.mgrid` knows the sizes of all axes, one of `nl.arange` those of its own. With
    `by`, a register or a tensor of one element, all of it starts that much further on at run time.

    Ranges never change, and those without `by` that are alike are one object, made by `ranging`: so
    what becomes of one can be kept, by the object itself. `placed` and `sums` are of that kind, and
    `below`, the mask of the last comparison with a number, which is `limit`.
    """

    __slots__ = ("const", "span", "by", "sums", "placed", "limit", "below")

    const: int
    span: Span
    by: Any
    sums: dict[int, Affine]
    placed: dict[tuple, Affine] | None
    limit: int | None
    below: Mask

    @property
    def coefs(self) -> tuple:
        return self.span.coefs

    @property
    def sizes(self) -> tuple:
        return self.span.sizes

    @property
    def shape(self) -> tuple:
        return self.sizes

    @property
    def ndim(self) -> int:
        return len(self.sizes)

    def is_constant(self) -> bool:
        return self.by is None and not any(self.coefs)

    def padded(self, ndim: int) -> tuple:
        return (0,) * (ndim - len(self.coefs)) + self.coefs

    def __getitem__(self, key: Any) -> Affine:
        """Places the range in more dimensions: `[:, None]`, `[None, :]`; remembered."""
        key = key if isinstance(key, tuple) else (key,)
        if any(index is not None and index != _ALL for index in key):
            return self._placed(key)
        known = tuple(index is None for index in key)
        if self.placed is None:
            self.placed = {}
        found = self.placed.get(known)
        if found is None:
            found = self.placed[known] = self._placed(key)
        return found

    def __iter__(self) -> Any:
        raise RecordError("E9", "an index range is no loop; range and nl.affine_range are")

    def _placed(self, key: tuple) -> Affine:
        coefs: list[int] = []
        sizes: list[int] = []
        source = 0
        for index in key:
            if index is None:
                coefs.append(0)
                sizes.append(1)
            elif index == _ALL:
                coefs.append(self.coefs[source])
                sizes.append(self.sizes[source])
                source += 1
            elif index is Ellipsis:
                rest = len(self.sizes) - sum(1 for k in key if isinstance(k, slice))
                coefs += self.coefs[source : source + rest]
                sizes += self.sizes[source : source + rest]
                source += rest
            else:
                raise RecordError("E9", "an index range takes ':' and None only")
        coefs += self.coefs[source:]
        sizes += self.sizes[source:]
        return ranging(self.const, span(tuple(coefs), tuple(sizes)), self.by)

    def _combine(self, other: Any, sign: int) -> Affine:
        if type(other) is int:
            return ranging(self.const + sign * other, self.span, self.by)
        if isinstance(other, Affine):
            sizes = _dense(aligned((self, other)), self.sizes, other.sizes)
            mine, theirs = self.padded(len(sizes)), other.padded(len(sizes))
            coefs = tuple(a + sign * b for a, b in zip(mine, theirs))
            by = self.by if other.by is None else other._moving(self.by, sign)
            return ranging(self.const + sign * other.const, span(coefs, sizes), by)
        if isinstance(other, Reg) or is_scalar(other):
            by = ranging(0, _NO_SPAN, other)._moving(self.by, sign)
            return ranging(self.const, self.span, by)
        return ranging(self.const + sign * _whole(other), self.span, self.by)

    def _moving(self, already: Any, sign: int) -> Any:
        if already is not None or sign < 0:
            raise RecordError("E9", "an index can add one run-time value")
        return self.by

    def __add__(self, other: Any) -> Affine:
        if type(other) is not int:
            return self._combine(other, 1)
        found = self.sums.get(other)
        if found is None:
            found = self.sums[other] = ranging(self.const + other, self.span, self.by)
        return found

    __radd__ = __add__

    def __sub__(self, other: Any) -> Affine:
        return self._combine(other, -1)

    def __rsub__(self, other: Any) -> Affine:
        return (self * -1)._combine(other, 1)

    def __neg__(self) -> Affine:
        return self * -1

    def __mul__(self, other: Any) -> Affine:
        factor = _whole(other)
        if self.by is not None and factor != 1:
            raise RecordError("E9", "an index with a run-time value cannot be multiplied")
        scaled = span(tuple(c * factor for c in self.coefs), self.sizes)
        return ranging(self.const * factor, scaled, self.by)

    __rmul__ = __mul__

    def _not_affine(self, other: Any) -> Any:
        raise RecordError("E9", "an index expression can only add, subtract, or multiply by a number")

    __floordiv__ = __mod__ = __truediv__ = __rfloordiv__ = __rmod__ = __pow__ = _not_affine

    def __lt__(self, other: Any) -> Mask:
        if type(other) is not int:
            return _condition(self - other, "<")
        if self.limit == other:
            return self.below
        over = self.span
        const = self.const - other
        made = conditions(((const, over.coefs, "<"),), over.sizes)
        made.holds = const + over.most < 0
        self.limit = other
        self.below = made
        return made

    def __le__(self, other: Any) -> Mask:
        return _condition(self - other - 1, "<")

    def __gt__(self, other: Any) -> Mask:
        return _condition((self - other) * -1, "<")

    def __ge__(self, other: Any) -> Mask:
        return _condition((self - other) * -1 - 1, "<")

    def __eq__(self, other: Any) -> Any:
        return _condition(self - other, "==")

    def __ne__(self, other: Any) -> Any:
        return _condition(self - other, "!=")

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise RecordError("E9", "an index range has no truth value; use it in mask=")

    def __index__(self) -> int:
        if self.is_constant():
            return self.const
        raise RecordError("E9", "an index range is not a number")


def _condition(expression: Affine, op: str) -> Mask:
    return conditions(((expression.const, expression.coefs, op),), expression.sizes)


def ranging(const: int, over: Span, by: Any = None) -> Affine:
    found = over.ranges.get(const) if by is None else None
    if found is not None:
        return found
    made = Affine()
    made.const = const
    made.span = over
    made.by = by
    made.sums = {}
    made.placed = made.limit = None
    if by is None:
        over.ranges[const] = made
    return made


_NO_SPAN = span((), ())


def is_scalar(value: Any) -> bool:
    """A tensor of one whole number, which may say where an access starts."""
    return is_view(value) and value.size == 1 and not value.dtype.is_float


def _whole(value: Any) -> int:
    if isinstance(value, Affine):
        if value.is_constant():
            return value.const
        raise RecordError("E9", "two index ranges cannot be multiplied")
    try:
        return value.__index__()
    except AttributeError:
        raise RecordError("E9", f"{type(value).__name__} in an index expression") from None


def aligned(ranges: Iterable[Affine]) -> tuple:
    """Sizes of the common iteration space, aligned at the last dimension as numpy does.

    Axes that no range runs over have size 1, though those of `nl.mgrid` know more.
    """
    ranges = list(ranges)
    ndim = max(len(r.sizes) for r in ranges)
    sizes = [1] * ndim
    for r in ranges:
        pad = ndim - len(r.sizes)
        for axis, (size, coef) in enumerate(zip(r.sizes, r.coefs), pad):
            if coef == 0 or size == 1:
                continue
            if sizes[axis] not in (1, size):
                raise RecordError("E9", f"index ranges of {sizes[axis]} and {size} do not combine")
            sizes[axis] = size
    return tuple(sizes)


def apart(key: tuple) -> tuple:
    """The indices, with ranges of different grids put in dimensions of their own.

    Ranges that claim one dimension with different sizes come from different `nl.mgrid`; each then
    stands for the dimension it indexes.
    """
    ranges = [index for index in key if isinstance(index, Affine)]
    if not _clash(ranges):
        return key
    placed = []
    for place, index in enumerate(key):
        if isinstance(index, Affine) and not index.is_constant():
            active = [axis for axis, coef in enumerate(index.coefs) if coef and index.sizes[axis] > 1]
            if len(active) > 1:
                return key
            axis = active[0] if active else 0
            rank = len(key)
            coefs = tuple(index.coefs[axis] if d == place else 0 for d in range(rank))
            sizes = tuple(index.sizes[axis] if d == place else 1 for d in range(rank))
            index = ranging(index.const, span(coefs, sizes), index.by)
        placed.append(index)
    return tuple(placed)


def _axes(index: Affine) -> tuple:
    """Its dimensions counted from the last one, as they are aligned."""
    ndim = len(index.sizes)
    return tuple(ndim - a for a, c in enumerate(index.coefs) if c and index.sizes[a] > 1)


def _clash(ranges: list) -> bool:
    sizes: dict[int, int] = {}
    for index in ranges:
        for axis in _axes(index):
            size = index.sizes[len(index.sizes) - axis]
            if sizes.setdefault(axis, size) != size:
                return True
    return False


def _dense(sizes: tuple, *known: tuple) -> tuple:
    """The sizes, with those of axes nobody runs over where a grid knows them."""
    filled = list(sizes)
    for more in known:
        for axis, size in enumerate(more, len(sizes) - len(more)):
            if filled[axis] == 1:
                filled[axis] = size
    return tuple(filled)


@functools.lru_cache(maxsize=4096)
def arange(*bounds: int) -> Affine:
    first, last = (0, bounds[0]) if len(bounds) == 1 else bounds[:2]
    step = bounds[2] if len(bounds) > 2 else 1
    size = -(-(int(last) - int(first)) // int(step))
    return ranging(int(first), span((int(step),), (size,)))


class Grid(tuple):
    """What `nl.mgrid[...]` gives: one range per dimension, also as .p .x .y .z .w."""

    def __getattr__(self, name: str) -> Affine:
        place = "pxyzw".find(name)
        if len(name) != 1 or not 0 <= place < len(self):
            raise AttributeError(name)
        return self[place]


class MeshGrid:
    """`nl.mgrid[0:128, 0:512]`."""

    def __getitem__(self, key: Any) -> Grid:
        key = key if isinstance(key, tuple) else (key,)
        return Grid(self._one(key, axis) for axis in range(len(key)))

    @staticmethod
    def _one(key: Sequence[slice], axis: int) -> Affine:
        first, step = int(key[axis].start or 0), int(key[axis].step or 1)
        sizes = tuple(-(-(int(k.stop) - int(k.start or 0)) // int(k.step or 1)) for k in key)
        coefs = tuple(step if a == axis else 0 for a in range(len(key)))
        return ranging(first, span(coefs, sizes))
