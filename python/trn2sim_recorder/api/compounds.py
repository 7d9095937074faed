"""Functions of `nl` that are several instructions: mean, var, softmax, rms_norm, where."""

from __future__ import annotations

import itertools
from typing import Any

from ..basics.dtypes import DTYPES, to_dtype
from ..basics.errors import misspelt, shape_error
from ..basics.notes import note_row
from ..basics.state import STATE
from ..tensors.buffers import SBUF
from ..tensors.masks import Clip, Mask, to_mask
from ..tensors.views import View
from .elementwise import (
    binary, broadcast_shape, fill, is_tensor, masked, operand, operand_dtype, spread, tile, unary,
)
from .reductions import free_axes, reduce_tile, reduced_shape

_COLUMNS = 512  # that one bn_stats takes
_FP32 = DTYPES["float32"]


def mean(x: View, axis: Any, dtype: Any = None, mask: Any = None, keepdims: bool = False) -> View:
    """In fp32 until it is divided."""
    total = reduce_tile("add", x, axis, _FP32, mask, keepdims)
    count = x.size // total.size
    return binary("multiply", total, 1.0 / count, dtype if dtype is not None else x.dtype)


def var(x: View, axis: Any, dtype: Any = None, mask: Any = None, keepdims: bool = False) -> View:
    """Through bn_stats of up to 512 columns each and a bn_aggr, for each place on axes that stay."""
    axes, rows = free_axes(x, axis), x.partitions()
    shape = reduced_shape(x, axes, keepdims)
    x = _inside("var", x, mask)
    stay = [place for place in range(1, len(x.shape)) if place not in axes]
    places = list(itertools.product(*(range(x.shape[place]) for place in stay)))
    parts = [x.at(stay, place) for place in places] if stay else [x]
    pieces = [_statistics(part) for part in parts]
    kind = to_dtype(dtype) if dtype is not None else x.dtype
    both = STATE.recorder.tensor((rows, 2 * len(parts)), kind, SBUF)
    for place, piece in enumerate(pieces):
        target = both[: piece.shape[0], 2 * place : 2 * place + 2]
        STATE.recorder.emit("bn_aggr", "vector", (target,), (piece,))
    strides = [2]
    for size in shape[:1:-1]:
        strides.insert(0, strides[0] * size)
    return both[:, 1:2].like(shape, (both.strides[0], *strides), both.offset + 1)


def _inside(function: str, x: View, mask: Any) -> View:
    """What a mask leaves of a tile, which must be a box."""
    inside = to_mask(mask)
    if inside is None:
        return x
    clip = Clip(inside)
    if clip.rest or clip.empty:
        raise shape_error(f"{function}: its mask must be a range of rows and columns")
    return clip.apply(x)


def _statistics(x: View) -> View:
    recorder = STATE.recorder
    flat = x if len(x.shape) == 2 else x.reshape((x.partitions(), x.free()))
    width = flat.shape[1]
    stats = recorder.tensor((x.partitions(), -(-width // _COLUMNS) * 6), _FP32, SBUF)
    for piece, first in enumerate(range(0, width, _COLUMNS)):
        part = flat[:, first : min(first + _COLUMNS, width)]
        recorder.emit("bn_stats", "vector", (stats[:, piece * 6 : piece * 6 + 6],), (part,))
    return stats


def _with_sum(op: str, x: View, axis: Any, mask: Any) -> tuple[View, View]:
    """A function of a tile and its sums over axes: one instruction where it reduces all there are."""
    recorder = STATE.recorder
    if mask is None and len(free_axes(x, axis)) == len(x.shape) - 1:
        total = tile((x.partitions(), 1), _FP32)
        result = tile(x.shape, _FP32)
        attrs = {"op": op, "reduce_op": "add", "reduce_cmd": "reset_reduce"}
        recorder.emit("activation", "scalar", (result, total), (x,), attrs)
        return result, total
    result = unary(op, x, _FP32, mask)
    return result, reduce_tile("add", result, axis, _FP32, mask, True)


def softmax(x: View, axis: Any = -1, dtype: Any = None, mask: Any = None, **other: Any) -> View:
    misspelt("language.softmax", other, "axis", "dtype", "mask")
    mask = to_mask(mask)
    top = reduce_tile("maximum", x, axis, _FP32, mask, keepdims=True)
    shifted = binary("subtract", x, top, _FP32, mask)
    raised, total = _with_sum("exp", shifted, axis, mask)
    inverse = unary("reciprocal", total)
    return binary("multiply", raised, inverse, dtype or x.dtype, mask)


def rms_norm(
    x: View, w: Any, axis: Any, n: int, epsilon: float = 1e-6, dtype: Any = None,
    compute_dtype: Any = None, mask: Any = None, **other: Any,
) -> View:
    """In fp32 until the result, which has the type of x unless another is asked for."""
    misspelt("language.rms_norm", other, "epsilon", "dtype", "compute_dtype", "mask")
    mask = to_mask(mask)
    kind = next((one for one in (dtype, compute_dtype) if one is not None), x.dtype)
    squares, total = _with_sum("square", x, axis, mask)
    scaled = tile(total.shape, _FP32)
    attrs = {"op0": "multiply", "operand0": 1.0 / n, "op1": "add", "operand1": epsilon}
    STATE.recorder.emit("tensor_scalar", None, (scaled,), (total,), attrs)
    root = unary("rsqrt", scaled)
    if w is None:
        return binary("multiply", x, root, kind, mask)
    return binary("multiply", binary("multiply", x, root, _FP32, mask), spread(w, x.shape), kind, mask)


def _where_inside(condition: Mask, x: Any, y: Any, dtype: Any, mask: Mask | None) -> View:
    """A copy of y, overwritten by x within the conditions on index ranges."""
    tensors = [value for value in (x, y) if is_tensor(value)]
    shape = condition.sizes
    for one in tensors:
        known = shape if len(shape) == len(one.shape) else one.shape
        shape = tuple(n if n > 1 else other for n, other in zip(one.shape, known))
    kind = operand_dtype(x, y) if tensors else _FP32
    dst = tile(shape, to_dtype(dtype) if dtype is not None else kind)
    for value, inside in ((y, mask), (x, condition & mask)):
        with masked(inside):
            if is_tensor(value):
                STATE.recorder.emit("tensor_copy", None, (dst,), (spread(value, shape, True),))
            else:
                fill(dst, value)
    return dst


def _common(tensors: tuple) -> tuple:
    """The shape that all of them have once those of length 1 are spread."""
    widest = max(tensors, key=lambda value: value.size)
    shape = widest.shape
    for one in tensors:
        if len(one.shape) == len(shape):
            shape = tuple(map(max, one.shape, shape))
        else:
            broadcast_shape(widest, one)
    return shape


def where(condition: Any, x: Any, y: Any, dtype: Any = None, mask: Any = None) -> View:
    """A copy of y, overwritten by x where the condition holds."""
    if isinstance(condition, Mask):
        return _where_inside(condition, operand(x), operand(y), dtype, to_mask(mask))
    with masked(mask):
        tensors = [value for value in (x, y) if is_tensor(value)]
        kind = operand_dtype(x, y) if tensors else _FP32
        note_row("where", condition.shape, *(one.shape for one in tensors))
        dst = tile(_common((condition, *tensors)), to_dtype(dtype) if dtype is not None else kind)
        if is_tensor(y):
            STATE.recorder.emit("tensor_copy", None, (dst,), (spread(y, dst.shape, True),))
        else:
            fill(dst, y)
        if not is_tensor(x):
            number, x = x, tile(dst.shape, dst.dtype)
            fill(x, number)
        ins = (spread(x, dst.shape, True), spread(condition, dst.shape), dst)
        STATE.recorder.emit("tensor_copy_predicated", "vector", (dst,), ins)
        return dst
