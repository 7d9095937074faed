"""Instructions of TensorE, matmuls and transposes, and the zero fills that belong to them."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from ..basics.dtypes import DTYPES
from ..basics.errors import RecordError, shape_error
from ..basics.instruction import SKIPPED
from ..basics.state import STATE
from ..methods import psum
from ..tensors.buffers import SBUF
from ..tensors.views import View
from . import rules
from .enums import engine_code
from .isa_make import number

_FULL_PRECISION = (DTYPES["float32"], DTYPES["tfloat32"])
_FITS: set[tuple] = set()
_TURNS: set[tuple] = set()
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
            _check(dst, stationary, moving, mode_of(perf_mode))
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
    if mode_of(perf_mode) is not None:
        attrs["perf_mode"] = mode_of(perf_mode)
    if name is not None:
        attrs["name"] = name
    return attrs


def mode_of(perf_mode: Any) -> str | None:
    mode = getattr(perf_mode, "value", perf_mode)
    return None if mode == "none" else mode


def rows_of(mode: str | None) -> int:
    """Rows of the contraction that one partition holds."""
    return 2 if mode is not None and mode.startswith("double_row") else 1


def _check(dst: View, stationary: View, moving: View, mode: str | None) -> None:
    """Sizes and memories of a matmul; remembered, because a kernel has few distinct ones."""
    rows = rows_of(mode)
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
    return turn(dst, data, where, attrs, STATE.recorder.places.outside(_getframe(1)))


def turn(dst: View, data: View, where: str, attrs: dict | None, at: FrameType) -> Any:
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
