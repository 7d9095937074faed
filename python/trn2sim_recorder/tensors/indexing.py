"""Indices of a view: plain slices and numbers the short way, others dimension by dimension."""

from __future__ import annotations

from typing import Any

from ..basics.errors import bounds
from ..basics.state import STATE
from .cutting import Cut, plain
from .index_ranges import Affine
from .masks import Clip, Mask
from .ranged_views import ranged
from .slices import DynamicSlice
from .views import View, is_view


def box(view: View, key: tuple) -> View:
    """Three slices of a plain view, kept as those of a matrix are: convolutions shift rows by these.
    Everything else is cut."""
    a, b, c = key
    if not type(a) is type(c) is slice or not a.step is c.step is None:
        return cut(view, key)
    if type(b) is not slice or b.step is not None:
        return cut(view, key)
    place = (a.start, a.stop, b.start, b.stop, c.start, c.stop)
    for bound in place:
        if bound is not None and type(bound) is not int:
            return cut(view, key)
    cuts = view.cuts
    if cuts is None:
        cuts = view.cuts = {}
    found = cuts.get(place)
    if found is None:
        found = cuts[place] = cut(view, key)
    return found


def layer(view: View, key: tuple) -> View:
    """Rows and columns of one of the matrices that a plain view has side by side, which is a number
    between two slices. Everything else is cut."""
    rows, number, columns = key
    if not type(rows) is type(columns) is slice or not rows.step is columns.step is None:
        return cut(view, key)
    top, bottom, left, right = rows.start, rows.stop, columns.start, columns.stop
    if (
        (top is not None and type(top) is not int)
        or (bottom is not None and type(bottom) is not int)
        or (left is not None and type(left) is not int)
        or (right is not None and type(right) is not int)
    ):
        return cut(view, key)
    place = (top, bottom, number, left, right)
    cuts = view.cuts
    if cuts is None:
        cuts = view.cuts = {}
    elif (found := cuts.get(place)) is not None:
        return found
    height, layers, width = view.shape
    if top is None:
        top = 0
    if bottom is None:
        bottom = height
    if left is None:
        left = 0
    if right is None:
        right = width
    if 0 <= top < bottom <= height and 0 <= number < layers and 0 <= left < right <= width:
        down, between, along = view.strides
        start = view.offset + top * down + number * between + left * along
        found = view.like((bottom - top, right - left), (down, along), start)
    else:
        found = cut(view, key)
    cuts[place] = found
    return found


def cut(view: View, key: Any) -> View:
    """Slices without step and integers in range; everything else is the general case."""
    if type(key) is not tuple:
        key = (key,)
    shape = view.shape
    if len(key) > len(shape) or view.pending is not None:
        return general(view, key)
    offset = view.offset
    on_chip = view.base.on_chip
    sizes = []
    steps = []
    dimension = 0
    for index, size, stride in zip(key, shape, view.strides):
        kind = type(index)
        if kind is slice:
            first = index.start
            last = index.stop
            if first is None:
                first = 0
            if last is None:
                last = size
            if (
                index.step is not None
                or type(first) is not int
                or type(last) is not int
                or not 0 <= first < last <= size
            ):
                return general(view, key)
            offset += first * stride
            sizes.append(last - first)
            steps.append(stride)
        elif kind is int and 0 <= index < size:
            offset += index * stride
            if dimension == 0 and on_chip:
                sizes.append(1)
                steps.append(stride)
        else:
            return general(view, key)
        dimension += 1
    if dimension < len(shape):
        sizes += shape[dimension:]
        steps += view.strides[dimension:]
    if len(sizes) < 2 and (not sizes or (on_chip and len(shape) > 1)):
        sizes.append(1)
        steps.append(1)
    return view.like(tuple(sizes), tuple(steps), offset)


def general(view: View, key: tuple) -> View:
    if len(key) == 1 and isinstance(key[0], Mask):
        return Clip(key[0]).apply(view)
    _note_mixed(view, key)
    key = _filled(view, key)
    if view.pending is not None:
        view.check_pending()
    if any(isinstance(index, Affine) and not index.is_constant() for index in key):
        return ranged(view, key)
    made = Cut(view)
    if STATE.recorder.masks and not view.base.on_chip and view.dynamic is None:
        made.open = []
    dimension = 0
    for index in key:
        if index is None:
            made.keep(1, 0)
            continue
        made.take(dimension, plain(index))
        dimension += 1
    return made.clippable() if made.open else made.finished()


def _filled(view: View, key: tuple) -> tuple:
    """The key with `...` and missing dimensions written out."""
    used = sum(1 for index in key if index is not None and index is not Ellipsis)
    if used > len(view.shape):
        raise bounds(f"{used} indices for {view.base.name} of {len(view.shape)} dimensions")
    rest = (slice(None),) * (len(view.shape) - used)
    for place, index in enumerate(key):
        if index is Ellipsis:
            return key[:place] + rest + key[place + 1 :]
    return key + rest


def _note_mixed(view: View, key: tuple) -> None:
    """Slices beside `nl.arange` or a tile, in the older dialect: it has either."""
    recorder = STATE.recorder
    if not recorder.masks or not any(isinstance(index, (slice, DynamicSlice)) for index in key):
        return
    for index in key:
        ranges = isinstance(index, Affine) and not index.is_constant()
        if ranges or (is_view(index) and index.size > 1):
            what = "nl.arange" if ranges else "a tile"
            text = f"'{view.base.name}' is indexed by {what} and by slices, which NKI refuses"
            recorder.warn("W11", f"{text}: nl.arange does for the slices")
            return
