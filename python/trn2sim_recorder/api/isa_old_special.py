"""`neuronxcc.nki.isa` where calls differ from those of `nki.isa` by more than the missing `dst`."""

from __future__ import annotations

import sys
from typing import Any

from ..basics.dtypes import DTYPES
from ..basics.errors import RecordError, misspelt
from ..basics.state import STATE
from ..tensors.buffers import SBUF
from ..tensors.index_ranges import Affine, arange
from ..tensors.masks import Mask, to_mask
from ..tensors.views import View
from . import elementwise, matmul, matmul_tiles, reductions, rules
from .dma_rules import TRANSPOSES
from .elementwise import masked
from .enums import engine_code
from .isa_make import number
from .isa_new import FUNCTIONS
from .ops import Op, op_name

_getframe = sys._getframe
_MATMUL = (
    "is_stationary_onezero", "is_moving_onezero", "is_transpose", "tile_position", "tile_size",
    "perf_mode", "mask",
)


def leading(args: tuple) -> int:
    """How many tensors the arguments begin with: one more than expected where dst comes first."""
    count = 0
    for value in args:
        kind = type(value)
        if kind is not View:
            if kind is Op or not isinstance(value, View) and not hasattr(value, "as_view"):
                break
        count += 1
    return count


def into(name: str, args: tuple, named: dict, mask: Any = None) -> Any:
    """A call in the form of the new dialect, which names or begins with the tile to write."""
    named.pop("dtype", None)
    with masked(mask):
        FUNCTIONS[name](*args, **named)
    return named["dst"] if "dst" in named else args[0]


def _given(function: str, parameter: str, value: Any) -> Any:
    if value is None:
        raise RecordError("E3", f"nki.isa.{function}: missing {parameter}")
    return value


def _result(shape: Any, dtype: Any) -> View:
    return STATE.recorder.tensor(shape, dtype, SBUF)


def tensor_tensor(
    data1: View, data2: View, op: Any, *more: Any, dtype: Any = None, mask: Any = None,
    engine: Any = None, **other: Any,
) -> View:
    if more or "dst" in other:
        args = (data1, data2, op, *more)
        named = {} if more else {"data1": data1, "data2": data2, "op": op, **other}
        return into("tensor_tensor", args if more else (), {**named, "engine": engine}, mask)
    if other:
        misspelt("isa.tensor_tensor", other, "dtype", "mask", "engine")
    made = elementwise.binary(op_name(op), data1, data2, dtype, mask)
    return _on(made, engine)


def _on(made: View, engine: Any) -> View:
    code = engine_code(engine)
    if code is not None and made.base.writer is not None:
        made.base.writer.engine = code
    return made


def tensor_reduce(
    op: Any, data: View, axis: Any, *more: Any, mask: Any = None, dtype: Any = None,
    negate: bool = False, keepdims: bool = False, **other: Any,
) -> View:
    if more or "dst" in other:
        dst, op, data, axis = (op, data, axis, *more) if more else (other["dst"], op, data, axis)
        named = {"negate": negate, "keepdims": keepdims}
        return into("tensor_reduce", (dst, op, data, axis), named, mask)
    if other:
        misspelt("isa.tensor_reduce", other, "mask", "dtype", "negate", "keepdims")
    at = _getframe(1)
    return reductions.reduce_tile(op_name(op), data, axis, dtype, mask, keepdims, negate, at)


def nc_matmul(stationary: View, moving: View, *more: View, **options: Any) -> View:
    """Mostly without options, whose defaults alone would cost more than a call."""
    if more or options:
        return _nc_matmul(stationary, moving, *more, **options)
    return matmul_tiles.product(stationary, moving, _getframe(1))


def _nc_matmul(
    stationary: View,
    moving: View,
    *more: View,
    is_stationary_onezero: bool = False,
    is_moving_onezero: bool = False,
    is_transpose: bool = False,
    tile_position: Any = (),
    tile_size: Any = (),
    perf_mode: Any = None,
    mask: Any = None,
    **other: Any,
) -> View:
    if more or other and "dst" in other:
        dst, stationary, moving = (
            (stationary, moving, *more) if more else (other["dst"], stationary, moving)
        )
        named = {
            "is_stationary_onezero": is_stationary_onezero, "is_moving_onezero": is_moving_onezero,
            "is_transpose": is_transpose, "tile_position": tile_position, "tile_size": tile_size,
            "perf_mode": perf_mode, "accumulate": other.get("accumulate"),
        }
        return into("nc_matmul", (dst, stationary, moving), named, mask)
    if other:
        misspelt("isa.nc_matmul", other, *_MATMUL)
    flags = is_stationary_onezero or is_moving_onezero or is_transpose
    if mask is None and not flags and not tile_size and perf_mode is None:
        return matmul_tiles.product(stationary, moving, _getframe(2))
    return matmul_tiles.matmul_tile(
        stationary, moving, to_mask(mask),
        is_stationary_onezero=is_stationary_onezero, is_moving_onezero=is_moving_onezero,
        is_transpose=is_transpose, tile_position=tile_position, tile_size=tile_size,
        perf_mode=perf_mode,
    )


nc_matmul.__wrapped__ = _nc_matmul  # whose parameters are named where a call does not fit


def nc_transpose(
    data: View, *more: View, mask: Any = None, dtype: Any = None, engine: Any = None, **other: Any
) -> View:
    if more or "dst" in other:
        dst, data = (data, *more) if more else (other["dst"], data)
        return into("nc_transpose", (dst, data), {"engine": engine}, mask)
    if other:
        misspelt("isa.nc_transpose", other, "mask", "dtype", "engine")
    return matmul_tiles.transpose_tile(data, dtype, engine, to_mask(mask), _getframe(1))


def memset(
    shape: Any = None, value: Any = 0, dtype: Any = None, *, mask: Any = None, engine: Any = None,
    dst: Any = None, **other: Any,
) -> View:
    if dst is not None or leading((shape,)):
        return into("memset", (shape if dst is None else dst, value), {"engine": engine}, mask)
    if other:
        misspelt("isa.memset", other, "shape", "value", "dtype", "mask", "engine")
    dst = _result(_given("memset", "shape", shape), dtype if dtype is not None else DTYPES["float32"])
    with masked(mask):
        dst.base.writer = matmul.memset(dst, value, engine=engine)
    return dst


def iota(expr: Any = None, *more: Any, dtype: Any = None, mask: Any = None, **named: Any) -> View:
    """The index expression itself, as values."""
    if "dst" in named or leading((expr,)):
        return into("iota", () if expr is None else (expr, *more), named, mask)
    if named:
        misspelt("isa.iota", named, "expr", "dtype", "mask")
    dtype = more[0] if more else dtype if dtype is not None else DTYPES["int32"]
    if isinstance(expr, int):
        expr = arange(1)[:, None] + expr  # the index of a loop
    if not isinstance(_given("iota", "expr", expr), Affine):
        raise RecordError("E9", f"iota of {type(expr).__name__}, expected an index expression")
    with masked(mask):
        return elementwise.values_of(expr, dtype)


def affine_select(
    pred: Any = None, on_true_tile: Any = None, on_false_value: Any = None, *more: Any,
    mask: Any = None, dtype: Any = None, **named: Any,
) -> View:
    """Keeps elements where all conditions on the index ranges hold."""
    if "dst" in named:
        given = {**named, "on_true_tile": on_true_tile, "on_false_value": on_false_value}
        return into("affine_select", (), given, mask)
    if leading((pred,)):
        args = (pred, on_true_tile, on_false_value, *more)
        return into("affine_select", args, named, mask)
    if named:
        misspelt("isa.affine_select", named, "on_true_tile", "on_false_value", "mask", "dtype")
    if not isinstance(_given("affine_select", "pred", pred), Mask):
        raise RecordError("E9", "affine_select: pred must be a comparison of index ranges")
    on_true_tile = _given("affine_select", "on_true_tile", on_true_tile)
    dst = _result(on_true_tile.shape, dtype or on_true_tile.dtype)
    attrs = {
        "pred": [[const, list(coefs), op] for const, coefs, op in pred.terms],
        "on_false_value": number("affine_select", "on_false_value", on_false_value),
    }
    with masked(mask):
        emit = STATE.recorder.emit
        dst.base.writer = emit("affine_select", "gpsimd", (dst,), (on_true_tile,), attrs)
    return dst


def dma_copy(dst: Any, src: Any, *, mask: Any = None, dst_rmw_op: Any = None, **other: Any) -> Any:
    recorder = STATE.recorder
    if not other and mask is None is dst_rmw_op and type(dst) is View is type(src):
        in_psum = dst.base.layout.is_psum or src.base.layout.is_psum
        if recorder.mask is None and dst.shape == src.shape and not in_psum:
            return recorder.emit("dma_copy", "dma", (dst,), (src,))
    other.pop("dtype", None)
    with masked(mask):
        if dst_rmw_op is not None:
            return FUNCTIONS["dma_compute"](dst, [dst, src], dst_rmw_op)
        return FUNCTIONS["dma_copy"](dst, src, **other)


def dma_transpose(
    src: View, *more: View, axes: Any = None, dtype: Any = None, mask: Any = None, **other: Any
) -> View:
    if more or "dst" in other:
        dst, src = (src, *more) if more else (other["dst"], src)
        return into("dma_transpose", (dst, src), {"axes": axes}, mask)
    if other:
        misspelt("isa.dma_transpose", other, "axes", "dtype", "mask")
    order = axes or TRANSPOSES[len(src.shape)]
    dst = _result(tuple(src.shape[axis] for axis in order), dtype or src.dtype)
    with masked(mask):
        dst.base.writer = FUNCTIONS["dma_transpose"](dst, src, axes)
    return dst


def select_reduce(*, dst: View, predicate: View, on_true: View, on_false: Any, **other: Any) -> Any:
    with masked(other.pop("mask", None)):
        other.pop("dtype", None)
        return FUNCTIONS["select_reduce"](dst, predicate, on_true, on_false, **other)


def tensor_copy_predicated(
    dst: View, src: Any, predicate: View, *, mask: Any = None, reverse_pred: bool = False,
    **other: Any,
) -> Any:
    """A column stands for all elements of its partitions."""
    if other:
        misspelt("isa.tensor_copy_predicated", other, "mask", "reverse_pred", "dtype")
    src, predicate = (
        elementwise.spread(view, dst.shape, view is src)
        if isinstance(view, View) and view.size < dst.size else view
        for view in (src, predicate)
    )
    with masked(mask):
        return FUNCTIONS["tensor_copy_predicated"](dst, src, predicate, reverse_pred)


def range_select(*, on_true_tile: View, mask: Any = None, dtype: Any = None, **given: Any) -> View:
    if "dst" in given:
        return into("range_select", (), {"on_true_tile": on_true_tile, **given}, mask)
    dst = _result(on_true_tile.shape, dtype or on_true_tile.dtype)
    with masked(mask):
        dst.base.writer = FUNCTIONS["range_select"](dst, on_true_tile, **given)
    return dst


def tensor_copy_dynamic_src(src: View, *, mask: Any = None, dtype: Any = None, engine: Any = None):
    return _on(elementwise.copied(src, dtype, mask), engine)


def tensor_copy_dynamic_dst(*, dst: View, src: View, mask: Any = None, engine: Any = None, **other):
    misspelt("isa.tensor_copy_dynamic_dst", other, "mask", "engine")
    with masked(mask):
        elementwise.copy_into(dst, src)


def rng(shape: Any = None, dtype: Any = DTYPES["uint32"], mask: Any = None, **other: Any) -> View:
    if other:
        misspelt("isa.rng", other, "shape", "dtype", "mask")
    dst = _result(_given("rng", "shape", shape), dtype)
    with masked(mask):
        dst.base.writer = FUNCTIONS["rng"](dst)
    return dst


OWN = (
    tensor_tensor, tensor_reduce, nc_matmul, nc_transpose, memset, iota, affine_select, dma_copy,
    dma_transpose, select_reduce, tensor_copy_predicated, range_select, tensor_copy_dynamic_src,
    tensor_copy_dynamic_dst, rng,
)
