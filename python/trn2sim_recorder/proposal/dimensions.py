"""Sizes of tensors that have to agree, and what is known about each."""

from __future__ import annotations

import ast
from typing import NamedTuple


class Size(NamedTuple):
    """One dimension of a parameter."""

    tensor: str
    place: int


class Dimensions:
    """Dimensions in classes of equal ones, with their names and limits."""

    def __init__(self) -> None:
        self._same: dict[Size, Size] = {}
        self._names: dict[Size, list[str]] = {}
        self._exact: dict[Size, int] = {}
        self._most: dict[Size, int] = {}
        self._parts: dict[Size, int] = {}
        self._more: dict[Size, int] = {}
        self._sums: dict[Size, ast.expr] = {}

    def of(self, size: Size) -> Size:
        """The one that stands for its class."""
        while size in self._same:
            size = self._same[size]
        return size

    def join(self, one: Size, other: Size) -> None:
        one, other = self.of(one), self.of(other)
        if one == other:
            return
        self._same[other] = one
        self._names[one] = self._names.get(one, []) + self._names.pop(other, [])
        for known in (self._exact, self._most, self._parts, self._more, self._sums):
            if other in known:
                known.setdefault(one, known.pop(other))

    def name(self, size: Size, name: str, first: bool = False) -> None:
        """Another name for it; the first of them is shown."""
        names = self._names.setdefault(self.of(size), [])
        names.insert(0 if first else len(names), name)

    def told(self, size: Size, name: str, value: int | None) -> None:
        """What a docstring says of it: the name of one of another tensor, or one of its own, and a size."""
        for other, names in list(self._names.items()) if name else ():
            if name in names and self._free(other, size):
                self.join(other, size)
        if name and name not in self._names.get(self.of(size), ()):
            self.name(size, name)
        if value is not None:
            self._exact.setdefault(self.of(size), value)

    def exactly(self, size: Size, value: int) -> None:
        self._exact[self.of(size)] = value

    def at_most(self, size: Size, value: int) -> None:
        size = self.of(size)
        self._most[size] = min(value, self._most.get(size, value))

    def in_parts_of(self, size: Size, value: int) -> None:
        size = self.of(size)
        self._parts[size] = max(value, self._parts.get(size, value))

    def longer_by(self, size: Size, more: int) -> None:
        """What the source uses of it is shorter by so many, as in `H = x.shape[1] - 2`."""
        self._more[self.of(size)] = more

    def more(self, size: Size) -> int:
        return self._more.get(self.of(size), 0)

    def computed_by(self, size: Size, node: ast.expr) -> None:
        self._sums.setdefault(self.of(size), node)

    def sums(self) -> dict[Size, ast.expr]:
        """Those that are computed from others, and how."""
        return {self.of(size): node for size, node in self._sums.items()}

    def said(self, name: str, how: str, number: int) -> None:
        """What prose says of a name."""
        for size in [size for size, word in self.named().items() if word == name]:
            if how == "==":
                self._exact.setdefault(size, number)
            elif how == "%":
                self.in_parts_of(size, number)
            else:
                self.at_most(size, number - (how == "<"))

    def named(self) -> dict[Size, str]:
        """The first name of each class, each name once; `K_` and `K2` are other words for `K`."""
        found: dict[Size, str] = {}
        for size, names in self._names.items():
            for name in sorted(names, key=lambda one: one.startswith("_")):
                if name.strip("_") and name not in found.values():
                    found[size] = name
                    break
        return found

    def join_alike(self) -> None:
        """Classes whose names differ in what is put behind a name to have another one."""
        first: dict[str, Size] = {}
        for size, names in list(self._names.items()):
            for name in names:
                first.setdefault(name, self.of(size))
        for name, size in first.items():
            plain = name.rstrip("_0123456789")
            if plain != name and plain in first and self._free(size, first[plain]):
                self.join(first[plain], size)

    def _free(self, one: Size, other: Size) -> bool:
        """Dimensions of one tensor have different names for a reason."""
        mine = {size.tensor for size in self._class(one)}
        return not mine & {size.tensor for size in self._class(other)}

    def _class(self, one: Size) -> list[Size]:
        one = self.of(one)
        return [one, *(size for size in self._same if self.of(size) == one)]

    def value(self, size: Size, tried: int) -> int:
        """What it is if others are of the size that is tried."""
        size = self.of(size)
        if size in self._exact:
            return self._exact[size]
        parts = self._parts.get(size, 1)
        value = -(-tried // parts) * parts
        return min(value, self._most.get(size, value)) + self.more(size)
