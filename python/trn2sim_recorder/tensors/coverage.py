"""Which elements of a tensor some views have: how many together, and whether two have any in common."""

from __future__ import annotations

import math
from itertools import product
from math import prod
from typing import Iterable

from .views import SpecialView, View

# Beyond these it takes too long to say.
PIECES = 1 << 25
STEPS = 1 << 18


def written(writes: Iterable[View], size: int) -> int | None:
    """Elements that some write covers; nothing where that takes long to find.

    Writes are counted in pieces that all of them take or leave whole, such as the row of a tile.
    """
    boxes = {(one.offset, *_loops(one.strides, one.shape)) for one in writes}
    unit = size
    for offset, run, outer in boxes:
        unit = math.gcd(unit, offset, run, *(stride for stride, _ in outer))
    if size // unit > PIECES:
        return None
    pieces = bytearray(size // unit)
    steps = 0
    for offset, run, outer in boxes:
        loops = [(1, run // unit), *((stride // unit, n) for stride, n in outer)]
        (step, count), *others = sorted(loops, key=lambda loop: -loop[1])
        steps += prod(n for _, n in others)
        if steps > STEPS:
            return None
        full = b"\1" * count
        for place in product(*(range(0, stride * n, stride) for stride, n in others)):
            start = offset // unit + sum(place)
            pieces[start : start + step * (count - 1) + 1 : step] = full
    return pieces.count(1) * unit


def overlap(one: View, other: View) -> bool:
    """Whether two views have elements in common, or may have: where one moves at run time, is of
    a type of another size or goes backwards, and where it takes long to say."""
    if one.base is not other.base:
        return False
    if any(not is_still(view) or min(view.strides, default=1) < 0 for view in (one, other)):
        return True
    both, *each = (written(views, prod(one.base.shape)) for views in ((one, other), (one,), (other,)))
    return both is None or both < sum(each)


def is_still(view: View) -> bool:
    """Whether its elements are elements of its tensor, at places that are known."""
    if type(view) is View:
        return True
    special = isinstance(view, SpecialView) and view.dynamic is None and view.pending is None
    return special and view.dtype.itemsize == view.base.dtype.itemsize


def _loops(strides: tuple, shape: tuple) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Elements that lie side by side, and the loops around them."""
    run, outer = 1, []
    for stride, n in reversed([*zip(strides, shape)]):
        if stride == run and not outer:
            run *= n
        elif stride and n > 1:
            outer.append((stride, n))
    return run, tuple(outer)
