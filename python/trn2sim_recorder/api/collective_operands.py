"""Operands of collectives: what they may be, and the record of a call."""

from __future__ import annotations

from math import prod
from typing import Any, Sequence

from ..basics.errors import counted, shape_error, unsupported
from ..basics.notes import note
from ..basics.state import STATE
from ..tensors.buffers import SHARED_HBM
from ..tensors.coverage import overlap
from ..tensors.views import View
from . import rules


def operands(function: str, parameter: str, values: Any) -> tuple[View, ...]:
    values = values if isinstance(values, (list, tuple)) else [values]
    return tuple(rules.tensor(function, parameter, value) for value in values)


def record(function: str, outs: tuple, ins: tuple, attrs: dict, given: dict | None) -> Any:
    """With what the kernel gave besides; nothing of one that belongs to another collective."""
    spaces = {view.base.on_chip for view in (*outs, *ins)}
    if len(spaces) > 1:
        raise shape_error(f"{function}: operands are in HBM and on chip, expected all in one")
    if spaces == {True} and len(outs) > 1:
        raise shape_error(f"{function}: {len(outs)} tensors in one call need HBM")
    check_apart(function, outs, ins)
    if given is not None:
        _note_sources(function, ins)
        attrs.update({key: value for key, value in given.items() if value is not None})
    return STATE.recorder.emit(function, "cc", outs, ins, attrs)


def _note_sources(function: str, ins: Sequence[View]) -> None:
    """The runtime moves what the kernel itself has made alone, of a core that has no other beside it."""
    alone = prod(STATE.recorder.settings.grid) == 1
    for src in ins:
        base = src.base
        if base.on_chip or "fill" in (base.extra or {}):
            continue
        if base.role in ("input", "inout"):
            note(
                f"{function} reads '{base.name}', an argument, which nki's compiler refuses: a dma_copy to a "
                "tensor of buffer=nl.private_hbm comes first"
            )
        elif alone and base.space == SHARED_HBM and function in ("all_gather", "all_reduce"):
            note(f"{function} of '{base.name}' in shared_hbm with ranks.lnc 1, where nki wants private_hbm")


def check_apart(function: str, outs: Sequence[View], ins: Sequence[View]) -> None:
    """A rank that is done would write over what others have still to get from it."""
    for dst in outs:
        for src in ins:
            if overlap(dst, src):
                why = "src and dst share memory, which is not simulated; copy src to a tensor of its own first"
                raise unsupported(function, f"{why} ({src!r} and {dst!r})")


def pairs(function: str, outs: tuple, ins: tuple) -> list[tuple[View, View]]:
    """Each destination with its source."""
    if len(outs) != len(ins):
        raise shape_error(f"{function}: srcs has {counted(len(ins), 'tensor')} and dsts {len(outs)}, expected as many in each")
    return list(zip(outs, ins))


def single(function: str, parameter: str, values: Any) -> View:
    """A permute takes one tensor on each side."""
    found = operands(function, parameter, values)
    if len(found) != 1:
        raise shape_error(f"{function}: {len(found)} tensors in {parameter}, expected one")
    return found[0]
