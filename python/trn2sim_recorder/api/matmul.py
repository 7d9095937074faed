"""TensorE: matmuls, transposes, and the zero fills that belong to them."""

from __future__ import annotations

import sys
from math import prod
from types import FrameType
from typing import Any

from .. import psum
from ..arithmetic import Arithmetic
from ..buffers import PSUM, SBUF
from ..dtypes import DTYPES, to_dtype
from ..errors import RecordError, misspelt, shape_error
from ..instruction import SKIPPED
from ..masks import Clip, Mask, conditions, fitted, to_mask
from ..products import Product
from ..state import STATE
from ..views import View
from . import rules
from .dma_rules import to_sbuf
from .enums import engine_code
from .isa_make import number

_FULL_PRECISION = (DTYPES["float32"], DTYPES["tfloat32"])
_FITS: set[tuple] = set()
_TURNS: set[tuple] = set()
_TURNED: set[tuple] = set()  # what TensorE can transpose: shape and layout of the tile, type of the result
_NUMBERS = (int, float)
_getframe = sys._getframe


def nc_matmul(
    dst: View,
    stationary: View,
    moving: View,
    is_stationary_onezero: bool = False,
    is_moving_onezero: bool = False,
    is_transpose: bool = False,
    accumulate: bool | None = None,
    tile_position: Any = (),
    tile_size: Any = (),
    perf_mode: Any = None,
    name: str | None = None,
) -> Any:
    seen_as = None  # types other than those of the buffers
    if type(dst) is not View or type(stationary) is not View or type(moving) is not View:
        dst = rules.tensor("nc_matmul", "dst", dst)
        stationary = rules.operand("nc_matmul", "stationary", stationary)
        moving = rules.operand("nc_matmul", "moving", moving)
        seen_as = (stationary.dtype, moving.dtype)
    given = (
        stationary.shape, moving.shape, stationary.base.layout, moving.base.layout, perf_mode, seen_as,
        accumulate is None,
    )
    latest = dst.base.latest
    going_on = latest is not None and latest.view is dst
    if not going_on or given != latest.given:
        if going_on and accumulate is not False:
            psum.note_mixed(latest, given)
        key = (dst.shape, dst.base.layout, given)
        if key not in _FITS:
            _check(dst, stationary, moving, _mode(perf_mode))
            _FITS.add(key)
    going_on = going_on and accumulate is not False
    if accumulate and not going_on:
        psum.note_sum(dst)
    attrs = psum.CONTINUES if going_on else psum.FLAGS[psum.starts(dst, accumulate), 0]
    if (
        is_transpose or is_stationary_onezero or is_moving_onezero or tile_size or tile_position
        or perf_mode or name
    ):
        onezero = [int(bool(is_stationary_onezero)), int(bool(is_moving_onezero))]
        attrs = {**attrs, **_options(is_transpose, onezero, tile_position, tile_size, perf_mode, name)}
    recorder = STATE.recorder
    ins = (stationary, moving)
    if (  # operands of a sum that goes on are plain and in SBUF: nothing is left to look at
        going_on
        and seen_as is None
        and not recorder.unusual
        and stationary.base.written > 0
        and moving.base.written > 0
    ):
        places = recorder.places
        at = recorder.caller or _getframe(1)
        if at is not places.frame or (src := places.here.get(at.f_lasti)) is None:
            src = places.number(at)
        made = recorder.add("nc_matmul", "tensor", latest.outs, ins, attrs, src)
        latest.last = made
        latest.given = given
        return made
    outs = latest.outs if going_on else (dst,)
    made = recorder.emit("nc_matmul", "tensor", outs, ins, attrs)
    if going_on and made is not SKIPPED:
        latest.last = made
        latest.given = given
    elif made is not SKIPPED:
        psum.opened(dst, made, given)
    return made


nc_matmul.__qualname__ = "nki.isa.nc_matmul"


def _options(
    is_transpose: bool, onezero: list[int], tile_position: Any, tile_size: Any, perf_mode: Any,
    name: str | None,
) -> dict[str, Any]:
    """What few matmuls are given, as attributes."""
    attrs: dict[str, Any] = {}
    if is_transpose:
        attrs["is_transpose"] = 1
    if any(onezero):
        attrs["onezero"] = onezero
    if tile_size or tile_position:
        attrs["tile_position"] = list(tile_position or ())
        attrs["tile_size"] = list(tile_size or ())
    if _mode(perf_mode) is not None:
        attrs["perf_mode"] = _mode(perf_mode)
    if name is not None:
        attrs["name"] = name
    return attrs


def _mode(perf_mode: Any) -> str | None:
    mode = getattr(perf_mode, "value", perf_mode)
    return None if mode == "none" else mode


def _rows(mode: str | None) -> int:
    """Rows of the contraction that one partition holds."""
    return 2 if mode is not None and mode.startswith("double_row") else 1


def _check(dst: View, stationary: View, moving: View, mode: str | None) -> None:
    """Sizes and memories of a matmul; remembered, because a kernel has few distinct ones."""
    rows = _rows(mode)
    inner, columns = stationary.partitions(), stationary.free() // rows
    width = moving.free() // rows
    what = (
        f"nc_matmul: dst {dst.shape} does not fit stationary {stationary.shape} "
        f"and moving {moving.shape}"
    )
    if inner != moving.partitions():
        raise shape_error(what + ": they differ in partitions, over which it sums")
    if columns > 128 or width > 512:
        raise shape_error(
            f"nc_matmul: stationary has {columns} columns, at most 128; moving has {width}, at most 512: "
            "multiply slices of them in a loop, each into a PSUM tile of its own"
        )
    if (dst.partitions(), dst.free()) != (columns, width):
        raise shape_error(f"{what}, whose product is ({columns}, {width})")
    if not dst.base.space.is_psum:
        raise shape_error(f"nc_matmul: dst is in {dst.base.space}, expected psum")
    for view in (stationary, moving):
        if view.base.space != SBUF:
            raise shape_error(f"nc_matmul: '{view.base.name}' is in {view.base.space}, expected sbuf")
    kinds = [view.dtype for view in (stationary, moving) if view.dtype.is_float]
    if len(kinds) == 2 and (kinds[0] in _FULL_PRECISION) != (kinds[1] in _FULL_PRECISION):
        raise RecordError(
            "E5", f"nc_matmul: {stationary.dtype} with {moving.dtype}; float32 goes with float32 only"
        )


def nc_transpose(dst: View, data: View, engine: Any = None, name: str | None = None) -> Any:
    if type(dst) is not View or type(data) is not View or data.is_row_for_all():
        dst = rules.tensor("nc_transpose", "dst", dst)
        data = rules.operand("nc_transpose", "data", data)
    attrs = None if name is None else {"name": name}
    where = engine_code(engine) or ("tensor" if dst.base.layout.is_psum else "vector")
    return _turn(dst, data, where, attrs, STATE.recorder.places.outside(_getframe(1)))


def _turn(dst: View, data: View, where: str, attrs: dict | None, at: FrameType) -> Any:
    key = (dst.shape, data.shape, dst.base.layout, data.base.layout, where)
    if key not in _TURNS:
        _check_turn(dst, data, where)
        _TURNS.add(key)
    recorder = STATE.recorder
    ins = (data, recorder.identity(data.dtype)) if where == "tensor" else (data,)
    return recorder.emit("nc_transpose", where, (dst,), ins, attrs, at)


def _check_turn(dst: View, data: View, where: str) -> None:
    """Sizes and memories of a transpose; remembered as those of matmuls are."""
    rules.transposed("nc_transpose", dst, data)
    if where != "tensor":
        if max(data.partitions(), data.free()) > 32:
            raise shape_error(
                f"nc_transpose: {data.shape} on VectorE, at most (32, 32); dst in psum uses TensorE"
            )
        return
    if max(data.partitions(), data.free()) > 128:
        raise shape_error(f"nc_transpose: {data.shape}, at most (128, 128)")
    if not dst.base.space.is_psum or data.base.space != SBUF:
        raise shape_error(
            f"nc_transpose on TensorE: '{data.base.name}' is in {data.base.space} and "
            f"'{dst.base.name}' in {dst.base.space}, expected sbuf and psum"
        )


def memset(dst: View, value: Any, engine: Any = None, name: str | None = None) -> Any:
    if type(dst) is not View or not dst.base.on_chip:
        dst = rules.tensor("memset", "dst", dst)
        rules.writable("memset", dst)
    attrs = {"value": value if type(value) in _NUMBERS else number("memset", "value", value)}
    if name is not None:
        attrs["name"] = name
    made = STATE.recorder.emit("memset", engine_code(engine), (dst,), (), attrs)
    if made is not SKIPPED and dst.base.space.is_psum and attrs["value"] == 0:
        psum.zero(dst, made)
    return made


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
        recorder.products[key] = (dst.base.layout, label, group)
    return dst


def _plain_product(stationary: View, moving: View) -> View:
    return matmul_tile(in_sbuf(stationary), in_sbuf(moving))


def matmul_tile(stationary: View, moving: View, mask: Mask | None = None, **options: Any) -> View:
    """The old dialect's matmul: a fresh PSUM tile [M, N]; the mask is over (K, M, N)."""
    stationary, moving = in_sbuf(stationary), in_sbuf(moving)
    dtype = stationary.dtype if options.get("is_transpose") else DTYPES["float32"]
    rows = _rows(_mode(options.get("perf_mode")))
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
    dst.base.writer = _turn(part, data, where, None, at)
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
    if transpose_x and mask is None:
        return product(x, y, _getframe(1))
    if not transpose_x:
        x, y = in_sbuf(x), in_sbuf(y)
        if prod(x.shape[1:]) > 128:
            raise shape_error(f"matmul: {x.shape} has more than 128 columns to transpose")
        turned = transpose_tile(x, engine="tensor")
        turned.base.writer.put("ins", 1)
        x = to_sbuf(turned)
    mask = to_mask(mask)
    return product(x, y, _getframe(1)) if mask is None else matmul_tile(x, y, mask)


Arithmetic.matmul = nl_matmul
