"""Matmuls and transposes of the old dialect, and `nl.matmul`: each makes a tile."""

from __future__ import annotations

import sys
from math import prod
from types import FrameType
from typing import Any

from ..basics.dtypes import DTYPES, to_dtype
from ..basics.errors import misspelt, shape_error
from ..basics.instruction import SKIPPED
from ..basics.state import STATE
from ..methods import psum
from ..methods.hooks import Arithmetic
from ..methods.products import Product
from ..tensors.buffers import PSUM, SBUF, Allocation
from ..tensors.masks import Clip, Mask, conditions, fitted, to_mask
from ..tensors.views import View
from .dma_rules import to_sbuf
from .enums import engine_code
from .matmul import mode_of, nc_matmul, rows_of, turn

_TURNED: set[tuple] = set()  # what TensorE can transpose: shape and layout of the tile, type of the result
_getframe = sys._getframe
_references = sys.getrefcount


def _unkept() -> int:
    """How many references this Python counts to what nobody has but an attribute and a variable."""
    holder = Product()
    holder.plan = Product()
    made = holder.plan
    return _references(made)


_UNKEPT = _unkept()


def product(stationary: View, moving: View, at: FrameType) -> View:
    """A matmul without options or mask; what it makes is worked out once for a place and shapes."""
    recorder = STATE.recorder
    if recorder.unusual or type(stationary) is not View or type(moving) is not View:
        return _plain_product(stationary, moving)
    places = recorder.places
    if at is not places.frame or (src := places.here.get(at.f_lasti)) is None:
        src = places.number(at)
    left, right = stationary.base, moving.base
    key = (src, stationary.shape, moving.shape, left.layout, right.layout)
    plan = recorder.products.get(key)
    if plan is not None and left.written > 0 and right.written > 0:
        buffers = recorder.buffers
        made = recorder.spare
        if made is None or _references(made) > _UNKEPT or made.known is not None:
            made = Product()
            made.text = made.cuts = made.known = None
            made.buffers = buffers
        made.plan = plan
        made.added = None
        made.place = len(buffers)
        buffers.append(made)
        made.writer = recorder.add("nc_matmul", "tensor", (), (stationary, moving), psum.STARTS, src)
        return made
    dst = _plain_product(stationary, moving)
    given = dst.base.writer.ins
    if given[0] is stationary and given[1] is moving:
        group, label = places.site(at)
        recorder.products[key] = Allocation(dst.base.layout, label, group)
    return dst


def _plain_product(stationary: View, moving: View) -> View:
    return matmul_tile(in_sbuf(stationary), in_sbuf(moving))


def matmul_tile(stationary: View, moving: View, mask: Mask | None = None, **options: Any) -> View:
    """The old dialect's matmul: a fresh PSUM tile [M, N]; the mask is over (K, M, N)."""
    stationary, moving = in_sbuf(stationary), in_sbuf(moving)
    dtype = stationary.dtype if options.get("is_transpose") else DTYPES["float32"]
    rows = rows_of(mode_of(options.get("perf_mode")))
    free = moving.shape[1:] if rows == 1 else (moving.free() // rows,)
    shape = (stationary.free() // rows, *free)
    if mask is not None:
        clip = Clip(_over_product(mask, stationary, moving))
        if clip.empty:
            dst = STATE.recorder.tensor(shape, dtype, PSUM)
            dst.base.writer = SKIPPED
            return dst
        stationary, moving = clip.apply(stationary, (0, 1)), clip.apply(moving, (0, 2))
    recorder = STATE.recorder
    dst = recorder.tensor(shape, dtype, PSUM, options.pop("name", None))
    seen = dst if mask is None else clip.apply(dst, (1, 2))
    dst.base.writer = nc_matmul(seen, stationary, moving, **options)
    return dst


def _over_product(mask: Mask, stationary: View, moving: View) -> Mask:
    """A mask over two axes is over partitions and the columns of the operand it fits, moving first."""
    if len(mask.sizes) == 1:
        mask = fitted("nc_matmul", mask, (moving, stationary))
    if len(mask.sizes) != 2:
        return mask
    rows, width = mask.sizes
    if width != moving.free() and width == stationary.free():
        terms = tuple((const, (k, m, 0), op) for const, (k, m), op in mask.terms)
        return conditions(terms, (rows, width, moving.free()))
    terms = tuple((const, (k, 0, n), op) for const, (k, n), op in mask.terms)
    return conditions(terms, (rows, stationary.free(), width))


def transpose_tile(
    data: View, dtype: Any = None, engine: Any = None, mask: Any = None, at: Any = None
) -> View:
    """The old dialect's transpose: a fresh tile, in PSUM if TensorE makes it.

    The mask is over the rows and columns of the data.
    """
    recorder = STATE.recorder
    at = at or _getframe(1)
    if mask is engine is None is recorder.mask and type(data) is View:
        kind = to_dtype(dtype) if dtype else data.base.layout.dtype
        identity = recorder.identities.get(data.base.layout.dtype)
        if identity is not None and (data.shape, data.base.layout, kind) in _TURNED:
            shape, ins = (data.free(), data.shape[0]), (data, identity)
            return recorder.filled(at, shape, kind, "nc_transpose", "tensor", ins, None, PSUM)
    at = recorder.places.outside(at)
    if not data.base.layout.is_psum and engine is None:
        where = "tensor"
    else:
        small = max(data.partitions(), data.free()) <= 32
        where = engine_code(engine) or ("vector" if small and data.base.space.is_psum else "tensor")
    data = in_sbuf(data) if where == "tensor" else data
    space = PSUM if where == "tensor" else SBUF
    kind = to_dtype(dtype) if dtype else data.dtype
    dst = STATE.recorder.tile(at, (data.free(), data.partitions()), kind, space)
    clip = None if mask is None else Clip(fitted("nc_transpose", mask, (data,)))
    if clip is not None and clip.empty:
        dst.base.writer = SKIPPED
        return dst
    part = dst if clip is None else clip.apply(dst, (1, 0))
    data = data if clip is None else clip.apply(data)
    dst.base.writer = turn(part, data, where, None, at)
    if where == "tensor" and clip is None and type(data) is View:
        _TURNED.add((data.shape, data.base.layout, kind))
    return dst


def in_sbuf(tile: View) -> View:
    """The tile, or a copy where TensorE can read it."""
    place = tile.base.layout
    return tile if place.on_chip and not place.is_psum else to_sbuf(tile)


def nl_matmul(x: View, y: View, transpose_x: bool = False, mask: Any = None, **other: Any) -> View:
    """`nl.matmul`: a left operand that is not transposed yet goes through TensorE first."""
    if other:
        misspelt("language.matmul", other, "transpose_x", "mask")
    at = _getframe(1)
    if transpose_x and mask is None:
        return product(x, y, at)
    if not transpose_x:
        x, y = in_sbuf(x), in_sbuf(y)
        if prod(x.shape[1:]) > 128:
            raise shape_error(f"matmul: {x.shape} has more than 128 columns to transpose")
        turned = transpose_tile(x, at=at)
        turned.base.writer.put("ins", 1)
        filled = STATE.recorder.filled
        x = filled(at, turned.shape, turned.dtype, "tensor_copy", None, (turned,), {"ins": 1})
    mask = to_mask(mask)
    return product(x, y, at) if mask is None else matmul_tile(x, y, mask)


Arithmetic.matmul = nl_matmul
