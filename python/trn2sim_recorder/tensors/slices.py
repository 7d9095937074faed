"""Slices that kernels write by a call: `nl.ds`, whose start may be known at run time only."""

from __future__ import annotations

from typing import Any


class DynamicSlice:
    """`nl.ds(start, size)`: the start may be a register."""

    __slots__ = ("start", "size")

    def __init__(self, start: Any, size: int):
        self.start = start
        self.size = size


_SLICES: dict[int, dict[int, slice]] = {}  # those of `nl.ds`, by size and start


def ds(start: Any, size: Any) -> Any:
    """`nl.ds`: a plain slice where the start is known, of which there is one for the same numbers."""
    if type(start) is int is type(size):
        try:
            return _SLICES[size][start]
        except KeyError:
            made = _SLICES.setdefault(size, {})[start] = slice(start, start + size)
            return made
    return DynamicSlice(start, size)


def lasting(index: slice) -> bool:
    """Whether `nl.ds` made the slice, so that its id is no other's for good."""
    if type(index.start) is int is type(index.stop):
        return _SLICES.get(index.stop - index.start, {}).get(index.start) is index
    return False
