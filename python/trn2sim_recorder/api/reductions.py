"""Reductions and the compound functions of `nl`: sum, mean, softmax, rms_norm, where."""

from __future__ import annotations

from typing import Any

from ..buffers import SBUF
from ..dtypes import DTYPES, to_dtype
from ..errors import shape_error
from ..state import STATE
from ..views import View
from .elementwise import binary, copied, fill, is_tensor, made, masked, spread, tile, unary
from .isa_make import plain
from .ops import ALIASES, op_name


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
) -> View:
    with masked(mask):
        axes = _axes(x, axis)
        name = ALIASES.get(op, op)
        dst = tile(_reduced_shape(x, axes, keepdims), dtype if dtype is not None else x.dtype)
        attrs: dict[str, Any] = {"op": name, "axis": axes}
        if negate:
            attrs["negate"] = 1
        return made(dst, STATE.recorder.emit("tensor_reduce", "vector", (dst,), (x,), attrs))


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
    x: View, w: Any, axis: Any, n: int, epsilon: float = 1e-6, dtype: Any = None, mask: Any = None
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


class LoopReduce:
    """`nl.loop_reduce(x, op, ...)`: storing it combines x with what is there."""

    def __init__(self, x: View, op: Any, loop_indices: Any = None, **other: Any):
        self.x = x
        self.op = op_name(op)


def where(condition: View, x: Any, y: Any, dtype: Any = None, mask: Any = None) -> View:
    """A copy of y, overwritten by x where the condition holds."""
    with masked(mask):
        like = next((v for v in (x, y) if is_tensor(v)), condition)
        dst = tile(condition.shape, to_dtype(dtype) if dtype is not None else like.dtype)
        if is_tensor(y):
            STATE.recorder.emit("tensor_copy", None, (dst,), (spread(y, dst.shape),))
        else:
            fill(dst, y)
        if not is_tensor(x):
            number, x = x, tile(dst.shape, dst.dtype)
            fill(x, number)
        ins = (spread(x, dst.shape), condition, dst)
        STATE.recorder.emit("tensor_copy_predicated", "vector", (dst,), ins)
        return dst
