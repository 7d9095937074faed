"""Moves between HBM and tiles, and views by function: load, store, transpose, broadcast_to."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from ..basics.dtypes import to_dtype
from ..basics.errors import RecordError, counted, misspelt, shape_error, unsupported
from ..basics.instruction import SKIPPED
from ..basics.state import STATE
from ..tensors.buffers import SBUF
from ..tensors.index_ranges import Affine
from ..tensors.masks import Clip, Mask, fitted, to_mask
from ..tensors.views import View
from . import rules
from .dma_rules import to_sbuf
from .elementwise import copied, fill, masked, made, spread, values_of
from .isa_make import constant
from .matmul_tiles import transpose_tile
from .ops import op_name


_getframe = sys._getframe


def load(src: Any, dtype: Any = None, mask: Any = None, **other: Any) -> View:
    if type(src) is View:
        kind = src.base.layout.dtype
    else:
        src = rules.tensor("load", "src", src)
        kind = src.dtype
    if other:
        misspelt("language.load", other, "dtype", "mask")
    if dtype is not None:
        kind = to_dtype(dtype)
    if len(src.shape) < 2:
        src = src.reshape((*src.shape, 1))
    at = _getframe(1)
    attrs = _out_of_bounds(other) if other else None
    if mask is None or to_mask(mask) is None:
        return STATE.recorder.filled(at, src.shape, kind, "dma_copy", "dma", (src,), attrs)
    with masked(mask):
        return STATE.recorder.filled(at, src.shape, kind, "dma_copy", "dma", (src,), attrs)


def _out_of_bounds(options: dict[str, Any]) -> dict[str, Any] | None:
    """`mode=oob_mode.skip`: what an index puts out of bounds is left alone."""
    mode = options.get("mode")
    return None if mode is None else {"oob_mode": constant("oob_mode", mode)}


def load_transpose2d(src: Any, dtype: Any = None, mask: Any = None, **other: Any) -> View:
    misspelt("language.load_transpose2d", other, "dtype", "mask")
    src = rules.tensor("load_transpose2d", "src", src)
    if len(src.shape) != 2:
        raise shape_error(f"load_transpose2d: {src.shape} has {counted(len(src.shape), 'dimension')}, not 2")
    dst = STATE.recorder.tensor(src.shape[::-1], dtype if dtype is not None else src.dtype, SBUF)
    part = dst
    mask = to_mask(mask)
    if mask is not None:
        clip = Clip(fitted("load_transpose2d", mask, (src,)))
        if clip.empty:
            return made(dst, SKIPPED)
        if clip.rest:
            raise shape_error("load_transpose2d: its mask must be a range of rows and columns")
        src, part = clip.apply(src), clip.apply(dst, (1, 0))
    return made(dst, STATE.recorder.emit("dma_transpose", "dma", (part,), (src,)))


def store(dst: Any, value: Any, mask: Any = None, **other: Any) -> Any:
    if type(dst) is not View:
        dst = rules.tensor("store", "dst", dst)
    at = STATE.recorder.places.outside(_getframe(1))
    mask = mask if mask is None else to_mask(mask)
    if other:
        misspelt("language.store", other, "mask")
    attrs = _out_of_bounds(other) if other else None
    if mask is None and STATE.recorder.mask is None:
        return _store(dst, value, at, attrs)
    with masked(mask):
        return _store(dst, value, at, attrs)


def _store(dst: View, value: Any, at: FrameType, attrs: dict[str, Any] | None = None) -> Any:
    if type(value) is not View:
        if not isinstance(value, View) and not hasattr(value, "as_view"):
            fill(dst, value)
            return None
        value = rules.tensor("store", "value", value)
    if value.base.layout.is_psum:
        value = to_sbuf(value, dst.dtype)
    if dst.shape != value.shape and dst.size != value.size:
        value = spread(value, dst.shape, True)
    if dst.shape != value.shape or dst.base.layout.is_psum:
        rules.dma("store", dst, value)
    return STATE.recorder.emit("dma_copy", "dma", (dst,), (value,), attrs, at)


def atomic_rmw(dst: Any, value: Any, op: Any, mask: Any = None, **other: Any) -> Any:
    """Added on the way to HBM, row by row: what rows of one index add is all there in the end."""
    misspelt("language.atomic_rmw", other, "dst", "value", "op", "mask")
    dst, value = rules.tensor("atomic_rmw", "dst", dst), rules.tensor("atomic_rmw", "value", value)
    value = to_sbuf(value, dst.dtype) if value.base.layout.is_psum else value
    rules.dma("atomic_rmw", dst, value)
    if op_name(op) != "add":
        raise unsupported("nki.language.atomic_rmw", f"op is {op_name(op)}, NKI supports add alone")
    recorder = STATE.recorder
    recorder.warn("W3", "atomic_rmw: its cost is a guess, that of a DMA which adds nothing")
    with masked(mask):
        return recorder.emit("dma_add", "dma", (dst,), (value,), {"guess": 1})


def transpose(x: View, dtype: Any = None, mask: Any = None, **other: Any) -> View:
    misspelt("language.transpose", other, "dtype", "mask")
    return transpose_tile(x, dtype, None, to_mask(mask), _getframe(1))


def broadcast_to(x: Any, *shape: Any, dtype: Any = None, **named: Any) -> View | Mask:
    misspelt("language.broadcast_to", named.keys() - {"shape"}, "x", "shape", "dtype")
    if not shape and "shape" not in named:
        raise RecordError("E3", "nki.language.broadcast_to: missing shape")
    if isinstance(x, Mask):  # as a condition of nl.where
        sizes = named.get("shape", shape)
        return x.over(tuple(sizes[0] if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes))
    x = values_of(x) if isinstance(x, Affine) else rules.tensor("broadcast_to", "x", x)
    seen = x.broadcast_to(*shape, **named)
    return seen if dtype is None or to_dtype(dtype) is x.dtype else copied(seen, dtype)


def broadcast_to_tile(x: Any, *shape: Any, dtype: Any = None, **named: Any) -> View:
    """In the new dialect: over partitions it is a tile of its own, as the SDK states."""
    seen = broadcast_to(x, *shape, dtype=dtype, **named)
    return rules.on_all_partitions(seen) if seen.is_row_for_all() else seen


def expand_dims(x: View, axis: Any) -> View:
    return x.expand_dims(axis)


NAMES: dict[str, Any] = {
    "load": load,
    "store": store,
    "load_transpose2d": load_transpose2d,
    "atomic_rmw": atomic_rmw,
    "broadcast_to": broadcast_to,
    "expand_dims": expand_dims,
}
