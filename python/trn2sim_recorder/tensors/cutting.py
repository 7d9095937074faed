"""A view under construction, dimension by dimension: what a number, a slice, `nl.ds`, a register or a
tensor of places does to one of them."""

from __future__ import annotations

from typing import Any

from ..basics.errors import RecordError, bounds, shape_error
from .index_ranges import Affine
from .partition_steps import noted
from .registers import Reg
from .slices import DynamicSlice
from .views import View, is_view, plainest


class Cut:
    """Offset, shape and strides so far.

    `open` has the slices that end behind the tensor, which only a mask allows; None refuses them.
    """

    def __init__(self, view: View):
        self.view = view
        self.offset = view.offset
        self.dynamic = view.dynamic
        self.shape: list[int] = []
        self.strides: list[int] = []
        self.open: list[tuple[int, int, int, int, int]] | None = None

    def keep(self, size: int, stride: int) -> None:
        self.shape.append(size)
        self.strides.append(stride)

    def run_time(self, kind: str, number: int, unit: int, tensor: Any = None) -> None:
        if self.dynamic is not None:
            raise RecordError("E7", "a view can have one run-time offset only")
        self.dynamic = (kind, number, unit, tensor)

    def take(self, dimension: int, index: Any) -> None:
        """The part of a dimension that an index means."""
        view = self.view
        size, stride = view.shape[dimension], view.strides[dimension]
        if isinstance(index, slice):
            self._slice(dimension, index)
        elif isinstance(index, DynamicSlice):
            self._ds(dimension, index.start, index.size)
        elif isinstance(index, Reg):
            self._by_register(index, stride)
            self._drop(dimension, stride)
        elif is_view(index):
            check_index(index)
            kind = "s" if index.size == 1 else "v"
            self.run_time(kind, index.base.id, stride, index)
            if kind == "s":
                self._drop(dimension, stride)
            else:
                self.keep(index.size, stride)
        else:
            place = index + size if index < 0 else index
            if not 0 <= place < size:
                raise bounds(f"index {index} is out of bounds for dimension {dimension} "
                             f"of size {size} of {view.base.name}")
            self.offset += place * stride
            self._drop(dimension, stride)

    def _by_register(self, start: Reg, stride: int) -> None:
        self.run_time("r", start.id, stride * start.scale)
        self.offset += start.add * stride

    def _drop(self, dimension: int, stride: int) -> None:
        """Takes a dimension away, unless it is that of partitions."""
        if dimension == 0 and self.view.base.on_chip:
            self.keep(1, stride)

    def _slice(self, dimension: int, index: slice) -> None:
        view = self.view
        size, stride = view.shape[dimension], view.strides[dimension]
        first, last, step = index.start, index.stop, index.step
        if isinstance(first, Reg) or isinstance(last, Reg):
            self._ds(dimension, 0 if first is None else first, last - (0 if first is None else first))
            return
        first, last, step = (_whole(value) for value in (first, last, step))
        step = 1 if step is None else step
        first = 0 if first is None else first + size if first < 0 else first
        last = size if last is None else last + size if last < 0 else last
        if step <= 0:
            raise bounds(f"a slice of {view.base.name} has step {step}; steps are positive")
        if self.open is not None and 0 <= first < size < last:
            self.open.append((dimension, size, first, step, len(self.shape)))
        elif not 0 <= first < last <= size:
            raise _outside(first, last, dimension, view)
        self.offset += first * stride
        self.keep(-(-(last - first) // step), stride * step)

    def _ds(self, dimension: int, start: Any, size: Any) -> None:
        stride, limit = self.view.strides[dimension], self.view.shape[dimension]
        if isinstance(start, Reg):
            if not isinstance(size, int) or not 0 < size <= limit:
                raise bounds(f"a run-time slice of {size} elements does not fit dimension {dimension} "
                             f"of size {limit} of {self.view.base.name}")
            self._by_register(start, stride)
            self.keep(size, stride)
        elif is_view(start):
            self.run_time("s", start.base.id, stride, start)
            self.keep(size, stride)
        else:
            start = _whole(start)
            self._slice(dimension, slice(start, start + _whole(size)))

    def finished(self, pending: tuple | None = None, padded: bool = True) -> View:
        view = self.view
        if len(self.shape) < 2 and (
            not self.shape or (view.base.on_chip and len(view.shape) > 1 and padded)
        ):
            self.keep(1, 1)
        found = plainest(
            view.base, tuple(self.shape), tuple(self.strides), self.offset, view.dtype,
            self.dynamic, pending,
        )
        return noted(found)

    def clippable(self) -> View:
        """With slices that end behind the tensor, as kernels with masks write them: checked when it is
        used."""
        axes = range(len(self.shape))
        pending = tuple(
            (dimension, size, first, tuple(step if axis == place else 0 for axis in axes))
            for dimension, size, first, step, place in self.open or ()
        )
        return self.view.unclipped(tuple(self.shape), tuple(self.strides), self.offset, pending)


def check_index(index: View) -> None:
    """Places are read as bits: those of a float are none."""
    if index.dtype.is_float:
        raise shape_error(
            f"index '{index.base.name}' is {index.dtype}, expected whole numbers, such as nl.int32 or nl.uint32"
        )


def plain(index: Any) -> Any:
    """An index of a kind that `Cut` knows."""
    if isinstance(index, Affine):
        return index.const
    if isinstance(index, (int, slice, DynamicSlice, Reg)) or is_view(index):
        return index
    try:
        return index.__index__()
    except AttributeError:
        raise RecordError("E9", f"{type(index).__name__} cannot be an index") from None


def _whole(value: Any) -> Any:
    if isinstance(value, Affine) and value.is_constant():
        return value.const
    if value is None:
        return value
    try:
        return value.__index__()
    except AttributeError:
        found = repr(value) if isinstance(value, float) else type(value).__name__
        raise RecordError("E9", f"a slice has whole numbers for bounds, not {found}") from None


def _outside(first: int, last: int, dimension: int, view: View) -> RecordError:
    size = view.shape[dimension]
    empty = first >= last and last <= size
    what = "is empty" if empty else "is out of bounds"
    hint = "; where there is nothing to do, leave the call out with an if" if first == last and empty else ""
    return bounds(f"slice {first}:{last} {what} for dimension {dimension} "
                  f"of size {size} of {view.base.name}{hint}")
