"""Indexing beyond plain slices: steps, negative numbers, `nl.ds`, registers, index ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .affine import Affine, aligned, apart, ranging, span
from .errors import RecordError, bounds, shape_error
from .masks import Clip, Mask
from .refused import note_mixed
from .registers import Reg
from .state import STATE
from .stepped import noted

if TYPE_CHECKING:
    from .views import View


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


class Cut:
    """A view under construction, dimension by dimension."""

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

    def finished(self, pending: tuple | None = None, padded: bool = True) -> View:
        view = self.view
        if len(self.shape) < 2 and (
            not self.shape or (view.base.on_chip and len(view.shape) > 1 and padded)
        ):
            self.keep(1, 1)
        found = view.made(
            view.base, tuple(self.shape), tuple(self.strides), self.offset, view.dtype,
            self.dynamic, pending,
        )
        return noted(found)


def box(view: View, key: tuple) -> View:
    """Three slices of a plain view, or a number between two, kept as those of a matrix are:
    convolutions shift rows by these, and tiles hold matrices side by side. Everything else is cut."""
    a, b, c = key
    if not type(a) is type(c) is slice or not a.step is c.step is None:
        return cut(view, key)
    if type(b) is int:
        return _layer(view, key)
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


def _layer(view: View, key: tuple) -> View:
    """Rows and columns of one of the matrices that are side by side."""
    rows, layer, columns = key
    top, bottom, left, right = rows.start, rows.stop, columns.start, columns.stop
    if (
        (top is not None and type(top) is not int)
        or (bottom is not None and type(bottom) is not int)
        or (left is not None and type(left) is not int)
        or (right is not None and type(right) is not int)
    ):
        return cut(view, key)
    place = (top, bottom, layer, left, right)
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
    if 0 <= top < bottom <= height and 0 <= layer < layers and 0 <= left < right <= width:
        down, between, along = view.strides
        start = view.offset + top * down + layer * between + left * along
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
    note_mixed(view, any(isinstance(index, (slice, DynamicSlice)) for index in key), key)
    key = _filled(view, key)
    if view.pending is not None:
        view.check_pending()
    if any(isinstance(index, Affine) and not index.is_constant() for index in key):
        return _ranges(view, key)
    cut = Cut(view)
    if STATE.recorder.masks and not view.base.on_chip and view.dynamic is None:
        cut.open = []
    dimension = 0
    for index in key:
        if index is None:
            cut.keep(1, 0)
            continue
        _one(cut, dimension, _plain(index))
        dimension += 1
    return cut.finished() if not cut.open else _clippable(cut)


def _clippable(cut: Cut) -> View:
    """Slices that end behind the tensor, as kernels with masks write them: checked when it is used."""
    axes = range(len(cut.shape))
    view = cut.view
    pending = tuple(
        (dimension, size, first, tuple(step if axis == place else 0 for axis in axes))
        for dimension, size, first, step, place in cut.open or ()
    )
    return view.unclipped(tuple(cut.shape), tuple(cut.strides), cut.offset, pending)


def _plain(index: Any) -> Any:
    if isinstance(index, Affine):
        return index.const
    if isinstance(index, (int, slice, DynamicSlice, Reg)) or is_view(index):
        return index
    try:
        return index.__index__()
    except AttributeError:
        raise RecordError("E9", f"{type(index).__name__} cannot be an index") from None


def is_view(value: Any) -> bool:
    """A tensor of ours; numpy's numbers have a base and strides, but no pattern."""
    return hasattr(value, "get_pattern")


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


def _one(cut: Cut, dimension: int, index: Any) -> None:
    view = cut.view
    size, stride = view.shape[dimension], view.strides[dimension]
    if isinstance(index, slice):
        _slice(cut, dimension, index)
    elif isinstance(index, DynamicSlice):
        _ds(cut, dimension, index.start, index.size)
    elif isinstance(index, Reg):
        cut.run_time("r", index.id, stride * index.scale)
        cut.offset += index.add * stride
        _dropped(cut, dimension, stride)
    elif is_view(index):
        kind = "s" if index.size == 1 else "v"
        cut.run_time(kind, index.base.id, stride, index)
        if kind == "s":
            _dropped(cut, dimension, stride)
        else:
            cut.keep(index.size, stride)
    else:
        place = index + size if index < 0 else index
        if not 0 <= place < size:
            raise bounds(f"index {index} is out of bounds for dimension {dimension} "
                         f"of size {size} of {view.base.name}")
        cut.offset += place * stride
        _dropped(cut, dimension, stride)


def _dropped(cut: Cut, dimension: int, stride: int) -> None:
    if dimension == 0 and cut.view.base.on_chip:
        cut.keep(1, stride)


def _slice(cut: Cut, dimension: int, index: slice) -> None:
    view = cut.view
    size, stride = view.shape[dimension], view.strides[dimension]
    first, last, step = index.start, index.stop, index.step
    if isinstance(first, Reg) or isinstance(last, Reg):
        _ds(cut, dimension, 0 if first is None else first, last - (0 if first is None else first))
        return
    first, last, step = (_whole(value) for value in (first, last, step))
    step = 1 if step is None else step
    first = 0 if first is None else first + size if first < 0 else first
    last = size if last is None else last + size if last < 0 else last
    if step <= 0:
        raise bounds(f"a slice of {view.base.name} has step {step}; steps are positive")
    if cut.open is not None and 0 <= first < size < last:
        cut.open.append((dimension, size, first, step, len(cut.shape)))
    elif not 0 <= first < last <= size:
        empty = first >= last and last <= size
        what = "is empty" if empty else "is out of bounds"
        hint = "; where there is nothing to do, leave the call out with an if" if first == last and empty else ""
        raise bounds(f"slice {first}:{last} {what} for dimension {dimension} "
                     f"of size {size} of {view.base.name}{hint}")
    cut.offset += first * stride
    cut.keep(-(-(last - first) // step), stride * step)


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


def _ds(cut: Cut, dimension: int, start: Any, size: Any) -> None:
    stride, limit = cut.view.strides[dimension], cut.view.shape[dimension]
    if isinstance(start, Reg):
        if not isinstance(size, int) or not 0 < size <= limit:
            raise bounds(f"a run-time slice of {size} elements does not fit dimension {dimension} "
                         f"of size {limit} of {cut.view.base.name}")
        cut.run_time("r", start.id, stride * start.scale)
        cut.offset += start.add * stride
        cut.keep(size, stride)
    elif is_view(start):
        cut.run_time("s", start.base.id, stride, start)
        cut.keep(size, stride)
    else:
        start = _whole(start)
        _slice(cut, dimension, slice(start, start + _whole(size)))


def _column(index: Any) -> Any:
    """A tensor with a place for each partition runs along the first axis of the ranges beside it."""
    if not is_view(index) or index.size == 1:
        return index
    sizes = (index.size,) + (1,) * (len(index.shape) - 1)
    return ranging(0, span((1,) + (0,) * (len(sizes) - 1), sizes), index)


def _ranges(view: View, key: tuple) -> View:
    """Index ranges of the old dialect: the result has the shape of their iteration space.

    Ranges that reach too far are noted: a mask may still clip them before the view is used.
    """
    key = apart(tuple(_column(index) for index in key))
    ranges = [index for index in key if isinstance(index, Affine)]
    space = aligned(ranges)
    cut = Cut(view)
    strides = [0] * len(space)
    pending = []
    before: list[tuple[int, int]] = []
    after: list[tuple[int, int]] = []
    seen = False
    for dimension, index in enumerate(key):
        if index is None:
            raise RecordError("E9", "None cannot be mixed with index ranges")
        if not isinstance(index, Affine):
            part = Cut(view)
            _one(part, dimension, _plain(index))
            cut.offset += part.offset - view.offset
            if part.dynamic is not view.dynamic:
                cut.run_time(*part.dynamic)
            kept = list(zip(part.shape, part.strides)) if isinstance(index, (slice, DynamicSlice)) else []
            (after if seen else before).extend(kept)
            continue
        seen = True
        if index.by is not None:
            moved = Cut(view)
            _one(moved, dimension, index.by)
            cut.offset += moved.offset - view.offset
            cut.run_time(*moved.dynamic)
            if is_view(index.by) and index.by.size > 1:
                strides[0] += view.strides[dimension]
                continue
        coefs = index.padded(len(space))
        cut.offset += index.const * view.strides[dimension]
        low = high = index.const
        for axis, coef in enumerate(coefs):
            if coef:
                strides[axis] += coef * view.strides[dimension]
                reach = coef * (space[axis] - 1)
                low, high = (low + reach, high) if reach < 0 else (low, high + reach)
        if index.by is None and (low < 0 or high >= view.shape[dimension]):
            pending.append((dimension, view.shape[dimension], index.const, coefs))
    lead = len(before)
    for size, stride in (*before, *zip(space, strides), *after):
        cut.keep(size, stride)
    if view.base.on_chip and not cut.shape:
        raise shape_error("an on-chip view needs a partition dimension")
    if not pending:
        return cut.finished(None, False)
    zeros = (0,) * lead
    return cut.finished(tuple((d, n, c, zeros + coefs) for d, n, c, coefs in pending), False)
