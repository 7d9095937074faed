"""Reductions and the compound functions of `nl`: sum, mean, softmax, rms_norm, where."""

from __future__ import annotations

import itertools
import math
import sys
from typing import Any, Callable

from ..buffers import SBUF
from ..dtypes import DTYPES, DType, FloatLimits, to_dtype
from ..errors import shape_error, unsupported
from ..masks import Clip, Mask, to_mask
from ..state import STATE
from ..views import View
from .elementwise import (
    binary, binary_into, broadcast_shape, copied, copy_into, fill, is_tensor, made, masked, operand,
    spread, tile, unary,
)
from .isa_make import plain
from .ops import ALIASES, op_name


_getframe = sys._getframe


def _axes(x: View, axis: Any) -> list[int]:
    axes = plain(list(axis) if isinstance(axis, (tuple, list)) else [axis])
    found = sorted(a % len(x.shape) for a in axes)
    if 0 in found:
        raise shape_error(f"axis 0 of {x!r} is the partition dimension and cannot be reduced")
    return found


def _reduced_shape(x: View, axes: list[int], keepdims: bool) -> tuple:
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
    axes = _axes(x, axis)
    if mask is not None and name in _NEUTRAL and _windows(x, mask):
        return _by_window(name, x, axes, mask, tile(
            _reduced_shape(x, axes, keepdims), dtype if dtype is not None else x.dtype
        ), negate)
    with masked(mask):
        dst = tile(_reduced_shape(x, axes, keepdims), dtype if dtype is not None else x.dtype)
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
        axes = _axes(x, axis)
        found = (_reduced_shape(x, axes, keepdims), _reducing(op, axes, negate))
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


def mean(x: View, axis: Any, dtype: Any = None, mask: Any = None, keepdims: bool = False) -> View:
    total = reduce_tile("add", x, axis, dtype, mask, keepdims)
    count = x.size // total.size
    return binary("multiply", total, 1.0 / count, dtype)


def var(x: View, axis: Any, dtype: Any = None, mask: Any = None, keepdims: bool = False) -> View:
    """Through bn_stats of up to 512 columns each and one bn_aggr."""
    recorder = STATE.recorder
    axes = _axes(x, axis)
    if x.size // x.partitions() != _product(x, axes):
        raise shape_error(f"var: all free axes of {x!r} must be reduced")
    flat = x if len(x.shape) == 2 else x.reshape((x.partitions(), x.free()))
    pieces = -(-flat.shape[1] // 512)
    stats = recorder.tensor((x.partitions(), pieces * 6), DTYPES["float32"], SBUF)
    for piece in range(pieces):
        part = flat[:, piece * 512 : min((piece + 1) * 512, flat.shape[1])]
        target = stats[:, piece * 6 : piece * 6 + 6]
        recorder.emit("bn_stats", "vector", (target,), (part,))
    both = recorder.tensor((x.partitions(), 2), DTYPES["float32"], SBUF)
    recorder.emit("bn_aggr", "vector", (both,), (stats,))
    result = both[:, 1:2]
    return result if dtype is None else copied(result, dtype)


def _product(x: View, axes: list[int]) -> int:
    count = 1
    for axis in axes:
        count *= x.shape[axis]
    return count


def softmax(x: View, axis: Any = -1, dtype: Any = None, mask: Any = None, **other: Any) -> View:
    recorder = STATE.recorder
    top = reduce_tile("maximum", x, axis, DTYPES["float32"], keepdims=True)
    shifted = binary("subtract", x, top, DTYPES["float32"])
    total = tile((x.partitions(), 1), DTYPES["float32"])
    raised = tile(x.shape, DTYPES["float32"])
    attrs = {"op": "exp", "reduce_op": "add", "reduce_cmd": "reset_reduce"}
    recorder.emit("activation", "scalar", (raised, total), (shifted,), attrs)
    inverse = unary("reciprocal", total)
    return binary("multiply", raised, inverse, dtype or x.dtype, mask)


def rms_norm(
    x: View, w: Any, axis: Any, n: int, epsilon: float = 1e-6, dtype: Any = None, mask: Any = None,
    **other: Any,
) -> View:
    recorder = STATE.recorder
    total = tile((x.partitions(), 1), DTYPES["float32"])
    squares = tile(x.shape, DTYPES["float32"])
    attrs = {"op": "square", "reduce_op": "add", "reduce_cmd": "reset_reduce"}
    recorder.emit("activation", "scalar", (squares, total), (x,), attrs)
    scaled = tile(total.shape, DTYPES["float32"])
    attrs = {"op0": "multiply", "operand0": 1.0 / n, "op1": "add", "operand1": epsilon}
    recorder.emit("tensor_scalar", None, (scaled,), (total,), attrs)
    root = unary("rsqrt", scaled)
    normal = binary("multiply", x, root, dtype)
    return binary("multiply", normal, w, dtype, mask) if w is not None else normal


def all_reduce(
    x: Any, op: Any, program_axes: Any = None, dtype: Any = None, mask: Any = None, **other: Any
) -> View:
    """x of both cores of a rank, combined on each of them."""
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


def _where_inside(condition: Mask, x: Any, y: Any, dtype: Any, mask: Mask | None) -> View:
    """A copy of y, overwritten by x within the conditions on index ranges."""
    tensors = [value for value in (x, y) if is_tensor(value)]
    shape = condition.sizes
    for one in tensors:
        known = shape if len(shape) == len(one.shape) else one.shape
        shape = tuple(n if n > 1 else other for n, other in zip(one.shape, known))
    kind = tensors[0].dtype if tensors else DTYPES["float32"]
    dst = tile(shape, to_dtype(dtype) if dtype is not None else kind)
    for value, inside in ((y, mask), (x, condition & mask)):
        with masked(inside):
            if is_tensor(value):
                STATE.recorder.emit("tensor_copy", None, (dst,), (spread(value, shape),))
            else:
                fill(dst, value)
    return dst


def where(condition: Any, x: Any, y: Any, dtype: Any = None, mask: Any = None) -> View:
    """A copy of y, overwritten by x where the condition holds."""
    if isinstance(condition, Mask):
        return _where_inside(condition, operand(x), operand(y), dtype, to_mask(mask))
    with masked(mask):
        tensors = [value for value in (x, y) if is_tensor(value)]
        like = tensors[0] if tensors else condition
        widest = max((condition, *tensors), key=lambda value: value.size)
        shape = broadcast_shape(widest, condition)
        dst = tile(shape, to_dtype(dtype) if dtype is not None else like.dtype)
        if is_tensor(y):
            STATE.recorder.emit("tensor_copy", None, (dst,), (spread(y, dst.shape),))
        else:
            fill(dst, y)
        if not is_tensor(x):
            number, x = x, tile(dst.shape, dst.dtype)
            fill(x, number)
        ins = (spread(x, dst.shape), spread(condition, dst.shape), dst)
        STATE.recorder.emit("tensor_copy_predicated", "vector", (dst,), ins)
        return dst
