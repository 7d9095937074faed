"""Index ranges of the older dialect, `nl.arange` and `nl.mgrid`: which elements of a view they mean."""

from __future__ import annotations

from typing import Any

from ..basics.errors import RecordError, shape_error
from .cutting import Cut, plain
from .index_ranges import Affine, aligned, apart, ranging, span
from .slices import DynamicSlice
from .views import View, is_view


def ranged(view: View, key: tuple) -> View:
    """The result has the shape of the ranges' iteration space."""
    key = apart(tuple(_column(index) for index in key))
    ranges = _Ranges(view, aligned([index for index in key if isinstance(index, Affine)]))
    for dimension, index in enumerate(key):
        ranges.take(dimension, index)
    return ranges.finished()


def _column(index: Any) -> Any:
    """A tensor with a place for each partition runs along the first axis of the ranges beside it."""
    if not is_view(index) or index.size == 1:
        return index
    sizes = (index.size,) + (1,) * (len(index.shape) - 1)
    return ranging(0, span((1,) + (0,) * (len(sizes) - 1), sizes), index)


class _Ranges:
    """A view under construction: the axes of the iteration space, between those of slices.

    Ranges that reach too far are pending: a mask may still clip them before the view is used.
    """

    def __init__(self, view: View, space: tuple):
        self.view = view
        self.cut = Cut(view)
        self.space = space
        self.strides = [0] * len(space)
        self.pending: list[tuple] = []
        self.before: list[tuple[int, int]] = []
        self.after: list[tuple[int, int]] = []
        self.seen = False

    def take(self, dimension: int, index: Any) -> None:
        if index is None:
            raise RecordError("E9", "None cannot be mixed with index ranges")
        if isinstance(index, Affine):
            self.seen = True
            self._range(dimension, index)
            return
        part = self._moved(dimension, plain(index))
        if isinstance(index, (slice, DynamicSlice)):
            (self.after if self.seen else self.before).extend(zip(part.shape, part.strides))

    def _moved(self, dimension: int, index: Any) -> Cut:
        """Begins where an index other than a range says; its sizes are the caller's business."""
        part = Cut(self.view)
        part.take(dimension, index)
        self.cut.offset += part.offset - self.view.offset
        if part.dynamic is not self.view.dynamic:
            self.cut.run_time(*part.dynamic)
        return part

    def _range(self, dimension: int, index: Affine) -> None:
        size, step = self.view.shape[dimension], self.view.strides[dimension]
        if index.by is not None:
            self._moved(dimension, index.by)
            if is_view(index.by) and index.by.size > 1:
                self.strides[0] += step
                return
        coefs = index.padded(len(self.space))
        self.cut.offset += index.const * step
        low = high = index.const
        for axis, coef in enumerate(coefs):
            if coef:
                self.strides[axis] += coef * step
                reach = coef * (self.space[axis] - 1)
                low, high = (low + reach, high) if reach < 0 else (low, high + reach)
        if index.by is None and (low < 0 or high >= size):
            self.pending.append((dimension, size, index.const, coefs))

    def finished(self) -> View:
        for size, stride in (*self.before, *zip(self.space, self.strides), *self.after):
            self.cut.keep(size, stride)
        if self.view.base.on_chip and not self.cut.shape:
            raise shape_error("an on-chip view needs a partition dimension")
        zeros = (0,) * len(self.before)
        pending = tuple((d, n, c, zeros + coefs) for d, n, c, coefs in self.pending)
        return self.cut.finished(pending or None, False)
