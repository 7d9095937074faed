"""Index ranges of the old dialect on views that are met again: worked out once, and kept."""

from __future__ import annotations

from typing import Any

from .index_ranges import Affine, aligned, apart
from .indexing import general
from .masks import reach
from .views import View, plainest


class Plan:
    """What index ranges make of a view, but for where they begin.

    `reaches` has for each dimension its stride, and where a range may begin: from first to last,
    exclusive.
    """

    __slots__ = ("shape", "strides", "reaches")

    def __init__(self, made: View, view: View, key: tuple):
        ranges = apart(key)
        space = aligned([index for index in ranges if type(index) is Affine])
        self.shape = made.shape
        self.strides = made.strides
        self.reaches = []
        for index, size, stride in zip(ranges, view.shape, view.strides):
            least, most = (0, 0)
            if type(index) is Affine:
                least, most = reach(index.padded(len(space)), space)
            self.reaches.append((stride, -least, size - most))


_PLANS: dict[tuple, Plan | None] = {}


def planned(view: View, key: tuple) -> View | None:
    """Index ranges and integers of a plain view, kept with it as slices are: by the ranges themselves.

    None where that is not enough: ranges that move at run time.
    """
    for index in key:
        if type(index) is not Affine and type(index) is not int:
            return None
    cuts = view.cuts
    if cuts is None:
        cuts = view.cuts = {}
    elif (found := cuts.get(key)) is not None:
        return found
    made = _planned(view, key)
    if made is not None:
        cuts[key] = made
    return made


def pair(view: View, key: tuple) -> View | None:
    """Two ranges of a plain matrix: what most kernels do, and the short way to a plan that is there."""
    rows, columns = key
    if type(rows) is not Affine:
        return planned(view, key)
    cuts = view.cuts
    if cuts is None:
        cuts = view.cuts = {}
    elif (found := cuts.get(key)) is not None:
        return found
    if rows.by is None is columns.by:
        plan = _PLANS.get((view.shape, view.strides, rows.span, columns.span))
        if plan is not None:
            (down, top, bottom), (along, left, right) = plan.reaches
            row, column = rows.const, columns.const
            if top <= row < bottom and left <= column < right:
                start = view.offset + row * down + column * along
                made = cuts[key] = view.like(plan.shape, plan.strides, start)
                return made
    return planned(view, key)


def _planned(view: View, key: tuple) -> View | None:
    """What they are is worked out once for all places they begin at."""
    spans: list[Any] = []
    starts = []
    for index in key:
        if type(index) is int:
            spans.append(None)
            starts.append(index)
        elif index.by is None:
            spans.append(index.span)
            starts.append(index.const)
        else:
            return None
    place = (view.shape, view.strides, *spans)
    plan = _PLANS.get(place)
    if plan is None:
        return _first_plan(view, key, place)
    offset = view.offset
    for start, (stride, first, last) in zip(starts, plan.reaches):
        if not first <= start < last:
            return _beyond(view, key, (place, *starts))
        offset += start * stride
    return view.like(plan.shape, plan.strides, offset)


_BEYOND: dict[tuple, tuple] = {}


def _beyond(view: View, key: tuple, known: tuple) -> View:
    """Ranges that reach too far, for a mask to clip: worked out once for each place they begin at."""
    found = _BEYOND.get(known)
    if found is None:
        made = general(view, key)
        found = (made.shape, made.strides, made.offset - view.offset, made.pending)
        _BEYOND[known] = found
    shape, strides, behind, pending = found
    return plainest(view.base, shape, strides, view.offset + behind, view.dtype, None, pending)


def _first_plan(view: View, key: tuple, place: tuple) -> View | None:
    """The view, and a plan for the next where that says all; its absence is remembered as well."""
    if place in _PLANS:
        return None
    made = general(view, key)
    same = made.offset == _start(view, key) and made.pending is None
    if all(type(index) is int or index.is_constant() for index in key):
        same = False  # on chip a partition is kept, which the plan would not know
    _PLANS[place] = Plan(made, view, key) if same else None
    return made


def _start(view: View, key: tuple) -> int:
    firsts = (index if type(index) is int else index.const for index in key)
    return view.offset + sum(first * stride for first, stride in zip(firsts, view.strides))
