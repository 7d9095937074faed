"""Finds out which sizes without a name have to be equal to one with a name, by changing them."""

from __future__ import annotations

import copy
from typing import Any

from .attempts import Attempts
from .callers import is_tensor
from .dimensions import Size
from .source import Source


def join_equal(source: Source, given: dict[str, Any], tried: Attempts) -> None:
    """Joins to each named size those that have to grow with it for the kernel to take it."""
    dimensions = source.dimensions
    for size in list(dimensions.named()):
        alone = [one for one in _sizes(source, given) if dimensions.of(one) == size]
        for needed in _needed(given, tried, alone, _nameless(source, given, size)):
            dimensions.join(size, needed)


def _nameless(source: Source, given: dict[str, Any], size: Size) -> list[Size]:
    """Those of other tensors that are as large, and have no name of their own."""
    named = source.dimensions.named()
    return [
        one
        for one in _sizes(source, given)
        if one.tensor != size.tensor
        and source.dimensions.of(one) not in named
        and _value(given, one) == _value(given, size)
    ]


def _needed(
    given: dict[str, Any], tried: Attempts, alone: list[Size], others: list[Size]
) -> list[Size]:
    """Of the others, those without which the kernel does not take twice the size."""
    if not others or _takes(given, tried, alone) or not _takes(given, tried, [*alone, *others]):
        return []
    needed = list(others)
    for one in others:
        fewer = [other for other in needed if other != one]
        if _takes(given, tried, [*alone, *fewer]):
            needed = fewer
    return needed


def _sizes(source: Source, given: dict[str, Any]) -> list[Size]:
    tensors = [name for name in source.parameters if is_tensor(given.get(name))]
    return [Size(name, place) for name in tensors for place in range(len(given[name]["shape"]))]


def _value(given: dict[str, Any], size: Size) -> int | None:
    tensor = given.get(size.tensor)
    shape = tensor["shape"] if is_tensor(tensor) else []
    return shape[size.place] if size.place < len(shape) else None


def _takes(given: dict[str, Any], tried: Attempts, doubled: list[Size]) -> bool:
    larger = copy.deepcopy(given)
    for one in doubled:
        larger[one.tensor]["shape"][one.place] *= 2
    return tried.in_time() and tried(larger).good
