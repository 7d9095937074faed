"""Reductions of `nl` over axes of a tile, the cores of a rank and the iterations of a loop."""

from __future__ import annotations

import builtins
import itertools
import math
import sys
from typing import Any, Callable

from ..basics.dtypes import DType, FloatLimits, to_dtype
from ..basics.errors import misspelt, shape_error, unsupported
from ..basics.state import STATE
from ..tensors.masks import Clip, Mask, to_mask
from ..tensors.views import View
from .elementwise import (
    binary, binary_into, copied, copy_into, fill, made, masked, no_tile, operand, tile,
)
from .isa_make import plain
from .ops import ALIASES, op_name
from .rules import axes_of


_getframe = sys._getframe


def reducible(name: str, value: Any) -> Any:
    """What a reduction can be of; numbers are Python's business."""
    value = value.as_view() if hasattr(value, "as_view") else value
    if hasattr(value, "shape"):
        return value
    raise no_tile(name, value, f"Python's {name} does it" if hasattr(builtins, name) else "")


def free_axes(x: View, axis: Any) -> list[int]:
    found = axes_of(x, axis)
    if 0 in found:
        raise shape_error(f"axis 0 of {x!r} is the partition dimension and cannot be reduced")
    return found


def reduced_shape(x: View, axes: list[int], keepdims: bool) -> tuple:
    if keepdims:
        return tuple(1 if place in axes else size for place, size in enumerate(x.shape))
    kept = tuple(size for place, size in enumerate(x.shape) if place not in axes)
    return kept if len(kept) > 1 else (*kept, 1)


def reduce_tile(
    op: str,
    x: View,
    axis: Any,
    dtype: Any = None,
    mask: Any = None,
    keepdims: bool = False,
    negate: bool = False,
    at: Any = None,
) -> View:
    name = ALIASES.get(op, op)
    mask = None if mask is None else to_mask(mask)
    recorder = STATE.recorder
    if mask is None is recorder.mask and type(axis) is int and type(x) is View:
        shape, attrs = _simply(name, x, axis, bool(keepdims), bool(negate))
        kind = to_dtype(dtype) if dtype is not None else x.dtype
        at = at or _getframe(1)
        return recorder.filled(at, shape, kind, "tensor_reduce", "vector", (x,), attrs)
    axes = free_axes(x, axis)
    if mask is not None and name in _NEUTRAL and _windows(x, mask):
        return _by_window(name, x, axes, mask, tile(
            reduced_shape(x, axes, keepdims), dtype if dtype is not None else x.dtype
        ), negate)
    with masked(mask):
        dst = tile(reduced_shape(x, axes, keepdims), dtype if dtype is not None else x.dtype)
        attrs = _reducing(name, axes, negate)
        return made(dst, STATE.recorder.emit("tensor_reduce", "vector", (dst,), (x,), attrs))


def _reducing(op: str, axes: list[int], negate: bool) -> dict[str, Any]:
    return {"op": op, "axis": axes, "negate": 1} if negate else {"op": op, "axis": axes}


_SIMPLY: dict[tuple, tuple] = {}


def _simply(op: str, x: View, axis: int, keepdims: bool, negate: bool) -> tuple[tuple, dict]:
    """Shape and attributes of a reduction over one axis, worked out once; attributes are shared."""
    key = (op, x.shape, axis, keepdims, negate)
    found = _SIMPLY.get(key)
    if found is None:
        axes = free_axes(x, axis)
        found = (reduced_shape(x, axes, keepdims), _reducing(op, axes, negate))
        _SIMPLY[key] = found
    return found


def _lowest(dtype: DType) -> float:
    if dtype.is_float:
        return FloatLimits(dtype).min
    return 0 if dtype.startswith("u") else -(2 ** (8 * dtype.itemsize - 1))


def _highest(dtype: DType) -> float:
    if dtype.is_float:
        return FloatLimits(dtype).max
    return -_lowest(dtype) - 1 if _lowest(dtype) else 2 ** (8 * dtype.itemsize) - 1


_NEUTRAL: dict[str, Callable] = {
    "add": lambda dtype: 0,
    "multiply": lambda dtype: 1,
    "maximum": _lowest,
    "minimum": _highest,
}


def _windows(x: View, mask: Mask) -> bool:
    """Whether the mask ties reduced axes to others: windows that reach over an edge, as in pooling."""
    return len(mask.sizes) == len(x.shape) and bool(Clip(mask).rest)


def _by_window(op: str, x: View, axes: list[int], mask: Mask, dst: View, negate: bool) -> View:
    """One instruction for each place in the window, over the elements that are inside there."""
    recorder = STATE.recorder
    left = tuple(size for place, size in enumerate(x.shape) if place not in axes)
    seen = dst.reshape(left) if len(left) > 1 else dst.like(left, dst.strides[:1], dst.offset)
    fill(dst, _NEUTRAL[op](dst.dtype))
    for place in itertools.product(*(range(x.shape[axis]) for axis in axes)):
        clip = Clip(mask.at(axes, place))
        if clip.empty:
            continue
        attrs: dict[str, Any] = {"op": op, "ins": 1}
        if clip.rest:
            attrs["mask"] = clip.rest
            recorder.warn("W4", "tensor_reduce: mask is not a box and is timed unclipped")
        part = clip.apply(seen)
        recorder.emit("tensor_tensor", None, (part,), (part, clip.apply(x.at(axes, place))), attrs)
    if negate:
        recorder.emit("tensor_scalar", None, (dst,), (dst,), {"op0": "multiply", "operand0": -1.0})
    return dst


def all_reduce(
    x: Any, op: Any, program_axes: Any = None, dtype: Any = None, mask: Any = None, **other: Any
) -> View:
    """x of both cores of a rank, combined on each of them."""
    misspelt("language.all_reduce", other, "x", "op", "program_axes", "dtype", "mask")
    recorder, at = STATE.recorder, _getframe(1)
    grid, mine = recorder.settings.grid, operand(x)
    if math.prod(grid) == 1:
        return copied(mine, dtype, mask, at)
    if grid != (2,):
        why = f"over a grid of {'x'.join(map(str, grid))} programs; two, the cores of a rank, are simulated"
        raise unsupported("nki.language.all_reduce", why)
    from .isa_new import FUNCTIONS

    if mine.buffer.is_psum:
        mine = copied(mine, None, None, at)
    theirs = tile(mine.shape, mine.dtype)
    partner = 1 - recorder.settings.pid[0]
    FUNCTIONS["sendrecv"](mine, theirs, partner, partner, 0)
    recorder.warn("W3", "all_reduce of programs: taken for an exchange between the cores, a guess")
    return binary(op_name(op), mine, theirs, dtype, mask, at)


class LoopReduce:
    """`nl.loop_reduce(x, op, loop_indices)`: x combined over the iterations of those loops.

    Stored into a tile it is combined there; else in a tile of its own. In the first iteration, where
    every index is at its start, x alone is the result.
    """

    def __init__(self, x: View, op: Any, loop_indices: Any = None, dtype: Any = None,
                 mask: Any = None, **other: Any):
        misspelt("language.loop_reduce", other, "x", "op", "loop_indices", "dtype", "mask")
        recorder = STATE.recorder
        self.x = x
        self.op = op_name(op)
        self.mask = mask
        indices = plain(list(loop_indices)) if loop_indices is not None else []
        self.first = bool(indices) and not any(indices)
        site = recorder.places.site(sys._getframe(1))[0]
        earlier = recorder.sums.get(site)
        if earlier is not None and earlier._open:
            earlier.as_view()
        self._open = True
        self._sum: View | None = None if self.first or earlier is None else earlier._sum
        self.dtype = to_dtype(dtype) if dtype is not None else x.dtype
        recorder.sums[site] = self

    def _combine(self, dst: View) -> None:
        with masked(self.mask):
            if self.first:
                copy_into(dst, self.x)
            else:
                binary_into(dst, self.op, dst, self.x)

    def store(self, dst: View) -> None:
        """Where it is stored it is combined."""
        self._open = False
        self._combine(dst)

    def as_view(self) -> View:
        if self._open:
            self._open = False
            if self._sum is None:
                self.first = True
                self._sum = tile(self.x.shape, self.dtype)
            self._combine(self._sum)
        return self._sum

    @property
    def shape(self) -> tuple:
        return self.x.shape
