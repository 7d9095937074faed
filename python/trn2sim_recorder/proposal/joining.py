"""Finds out which sizes without a name have to be equal to one with a name, by changing them."""

from __future__ import annotations

import copy
from typing import Any

from .attempts import Attempts
from .callers import is_tensor
from .dimensions import Size
from .source import Source


def join_equal(source: Source, given: dict[str, Any], tried: Attempts) -> None:
    """Joins a size to a named one if the kernel takes both twice as large, and not one alone."""
    named = source.dimensions.named()
    for nameless in _sizes(source, given):
        if source.dimensions.of(nameless) in named:
            continue
        for size in list(named):
            others = size.tensor != nameless.tensor and _value(given, size) == _value(given, nameless)
            if others and _equal(source, given, tried, size, nameless):
                source.dimensions.join(size, nameless)
                break


def _sizes(source: Source, given: dict[str, Any]) -> list[Size]:
    tensors = [name for name in source.parameters if is_tensor(given.get(name))]
    return [Size(name, place) for name in tensors for place in range(len(given[name]["shape"]))]


def _value(given: dict[str, Any], size: Size) -> int | None:
    tensor = given.get(size.tensor)
    shape = tensor["shape"] if is_tensor(tensor) else []
    return shape[size.place] if size.place < len(shape) else None


def _equal(
    source: Source, given: dict[str, Any], tried: Attempts, size: Size, nameless: Size
) -> bool:
    alone = [one for one in _sizes(source, given) if source.dimensions.of(one) == size]
    return not _takes(given, tried, alone) and _takes(given, tried, [*alone, nameless])


def _takes(given: dict[str, Any], tried: Attempts, doubled: list[Size]) -> bool:
    larger = copy.deepcopy(given)
    for one in doubled:
        larger[one.tensor]["shape"][one.place] *= 2
    return tried.in_time() and tried(larger).good
