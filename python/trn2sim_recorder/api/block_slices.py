"""Slices over block dimensions of the older dialect: `w[:, :, 0:8]` keeps them, and `[i]` takes a tile."""

from __future__ import annotations

from math import prod
from typing import Any, Callable, Protocol

from ..basics.errors import shape_error
from ..methods.assignments import store_into
from ..tensors.index_ranges import Affine
from ..tensors.views import View

_OPERATORS = (
    "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "mod", "and", "or", "xor", "lt",
    "le", "gt", "ge", "neg", "matmul",
)


class Table(Protocol):
    """Tiles, one for each place along the block dimensions."""

    shape: tuple
    blocks: tuple
    dtype: Any
    buffer: Any

    def number(self, index: Any, size: int) -> int: ...

    def tile(self, numbers: list) -> View: ...


def sliced(table: Table, key: tuple) -> Any:
    """What a key with slices in the place of block dimensions leaves of a table of tiles."""
    return Sliced(table, [range(size) for size in table.blocks], ())[key]


class Sliced:
    """The same part of several tiles. A single one also stands for its tile."""

    def __init__(self, table: Table, places: list, cuts: tuple):
        self._table = table
        self._places = places  # a number, or a range of those left, for each block dimension
        self._cuts = cuts  # of each tile, one after another
        self.buffer = table.buffer

    @property
    def shape(self) -> tuple:
        left = [len(place) for place in self._places if type(place) is range]
        return (*left, *self._first().shape)

    @property
    def dtype(self) -> Any:
        return self._table.dtype

    def __getitem__(self, key: Any) -> Any:
        given = iter(key if isinstance(key, tuple) else (key,))
        places = [
            self._chosen(place, next(given, slice(None))) if type(place) is range else place
            for place in self._places
        ]
        rest = tuple(given)
        made = Sliced(self._table, places, (*self._cuts, rest) if rest else self._cuts)
        return made if any(type(place) is range for place in places) else made._first()

    def __setitem__(self, key: Any, value: Any) -> None:
        found = self[key]
        store_into(found.as_view() if isinstance(found, Sliced) else found, value)

    def as_view(self) -> View:
        if prod(len(place) for place in self._places if type(place) is range) != 1:
            raise shape_error(f"index the block dimensions of {self._table.shape} with integers")
        return self._first()

    def store(self, dst: View) -> None:
        store_into(dst, self.as_view())

    def __getattr__(self, name: str) -> Any:
        return getattr(self.as_view(), name)

    def _chosen(self, left: range, index: Any) -> Any:
        """Of the places that are left: one, or fewer of them."""
        if isinstance(index, slice):
            return left[slice(*map(_constant, (index.start, index.stop, index.step)))]
        return left[self._table.number(index, len(left))]

    def _first(self) -> View:
        found = self._table.tile([place[0] if type(place) is range else place for place in self._places])
        for cut in self._cuts:
            found = found[cut]
        return found


def _constant(bound: Any) -> Any:
    return bound.const if isinstance(bound, Affine) and bound.is_constant() else bound


def _passed_on(name: str) -> Callable:
    def method(self: Sliced, *others: Any) -> Any:
        return getattr(self.as_view(), name)(*others)

    return method


for _name in _OPERATORS:
    setattr(Sliced, f"__{_name}__", _passed_on(f"__{_name}__"))
