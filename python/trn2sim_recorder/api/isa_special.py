"""Instructions of `nki.isa` that do not fit a table row: predicated copies, barriers, registers."""

from __future__ import annotations

import math
from typing import Any

from ..basics.errors import RecordError
from ..basics.instruction import SKIPPED, Instruction
from ..basics.notes import note
from ..basics.state import STATE
from ..tensors.buffers import SHARED_HBM
from ..tensors.registers import Combined, Loaded, Reg, origin_of
from ..tensors.views import View
from . import rules
from .enums import engine_code, nc_version
from .isa_make import number, plain

_UNSIGNED = ("uint8", "uint16", "uint32")


def tensor_copy_predicated(
    dst: View, src: Any, predicate: View, reverse_pred: bool = False, name: str | None = None
) -> Any:
    """Writes where the predicate holds; the rest of dst stays, so dst is read as well."""
    dst = rules.tensor("tensor_copy_predicated", "dst", dst)
    predicate = rules.operand("tensor_copy_predicated", "predicate", predicate)
    attrs: dict[str, Any] = {}
    ins = (predicate, dst)
    if isinstance(src, View):
        src = rules.operand("tensor_copy_predicated", "src", src)
        rules.same_size("tensor_copy_predicated", dst, src, predicate)
        ins = (src, predicate, dst)
    else:
        rules.same_size("tensor_copy_predicated", dst, predicate)
        attrs["src"] = number("tensor_copy_predicated", "src", src)
    if reverse_pred:
        attrs["reverse_pred"] = 1
    if name is not None:
        attrs["name"] = name
    made = STATE.recorder.emit("tensor_copy_predicated", "vector", (dst,), ins, attrs or None)
    if made is not SKIPPED:
        _note_predicate(made)
    return made


def _note_predicate(one: Instruction) -> None:
    """What the documentation demands; `nl.where` records such a copy by whatever it is given."""
    src, predicate, dst = one.ins[0], one.ins[-2], one.outs[0]
    tensor = len(one.ins) > 2
    if predicate.dtype not in _UNSIGNED:
        note(f"{one.op} by {predicate.dtype}: its predicate is uint8, uint16 or uint32")
    elif tensor and src.dtype != dst.dtype:
        note(f"{one.op} of {src.dtype} into {dst.dtype}: it converts nothing")
    elif tensor and src.base.space.is_psum and predicate.base.space.is_psum:
        note(f"{one.op} of two tiles in PSUM: one may be there")


def core_barrier(data: Any, cores: Any, engine: Any = None, name: str | None = None) -> Any:
    data = rules.tensor("core_barrier", "data", data)
    base = data.base
    if not base.written and base.moved is None and base.space == SHARED_HBM:
        base.written = 1  # the other core's work
    attrs: dict[str, Any] = {"cores": plain(list(cores) if isinstance(cores, (list, tuple)) else [cores])}
    if name is not None:
        attrs["name"] = name
    if len(attrs["cores"]) > 1 and math.prod(STATE.recorder.settings.grid) == 1:
        attrs["guess"] = 1
        STATE.recorder.warn(
            "W3", "core_barrier with ranks.lnc 1: the other core of the HBM stack is another rank's, "
            "which is taken to be there and shares no tensors here",
        )
    where = engine_code(engine) or "gpsimd"
    if where == "dma":
        where = "sync"
        STATE.recorder.warn("W3", "core_barrier on the DMA engine: taken for one on Sync, a guess")
    return STATE.recorder.emit("core_barrier", where, (data,), (data,), attrs)


def register_alloc(x: Any = None) -> Reg:
    """A register; a start value is recorded as a move, or a load if a tile holds it."""
    made = STATE.recorder.register("alloc")
    if isinstance(x, View):
        register_load(made, x)
    elif x is not None:
        register_move(made, x)
    return made


def _register(function: str, value: Any) -> Reg:
    if not isinstance(value, Reg):
        raise RecordError("E3", f"{function}: {type(value).__name__}, expected a register")
    return value


def register_move(dst: Reg, src: Any = None, imm: Any = None) -> Any:
    """Earlier releases call a number `imm`."""
    src = imm if src is None else src
    attrs: dict[str, Any] = {"reg": _register("register_move", dst).id}
    if isinstance(src, Reg):
        attrs["from"] = src.terms()
        dst.origin = Combined((origin_of(STATE.recorder, src),), False)
    else:
        attrs["value"] = number("register_move", "src", src)
        dst.origin = int(attrs["value"])
    return STATE.recorder.emit("register_move", "sequencer", (), (), attrs)


def register_load(dst: Reg, src: View) -> Any:
    src = rules.tensor("register_load", "src", src)
    attrs = {"reg": _register("register_load", dst).id}
    dst.origin = Loaded(src, len(STATE.recorder.instructions)) if src.size == 1 else None
    if src.dtype.is_float:
        text = f"register_load of {src.dtype}: taken for the whole number that it is, as no document says"
        STATE.recorder.warn("W3", text)
    return STATE.recorder.emit("register_load", "sequencer", (), (src,), attrs)


def register_store(dst: View, src: Any) -> Any:
    """The counter of a loop whose start is known is a number here and a register on the device."""
    dst = rules.tensor("register_store", "dst", dst)
    if isinstance(src, int):
        attrs: dict[str, Any] = {"value": src}
    elif (_register("register_store", src).scale, src.add) == (1, 0):
        attrs = {"reg": src.id}
    else:
        attrs = {"from": src.terms()}
    made = STATE.recorder.emit("register_store", "sequencer", (dst,), (), attrs)
    if isinstance(src, Reg) and dst.size == 1:
        STATE.recorder.stored[made] = origin_of(STATE.recorder, src)
    return made


def scalar_load(src: View) -> Reg:
    """A register that holds what a tensor of one element does."""
    return register_alloc(rules.tensor("scalar_load", "src", src))


def scalar_store(dst: View, value: Any) -> Any:
    return register_store(rules.tensor("scalar_store", "dst", dst), value)


def get_nc_version() -> nc_version:
    return nc_version.gen3


def get_nc_sub_version() -> int:
    """The revision of the core; kernels ask for that of a NeuronCore-v4 alone."""
    return 0


SPECIAL = {
    function.__name__: function
    for function in (
        tensor_copy_predicated, core_barrier, register_alloc, register_move, register_load,
        register_store, scalar_load, scalar_store, get_nc_version,
        get_nc_sub_version,
    )
}
for _name, _function in SPECIAL.items():
    _function.__qualname__ = f"nki.isa.{_name}"
