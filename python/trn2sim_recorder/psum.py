"""Accumulation in PSUM: which matmuls start and end a group, and zero fills that cost nothing.

A fill with zeros that a matmul follows is no instruction: the first matmul of a group overwrites.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import STATE

if TYPE_CHECKING:
    from .buffers import Buffer
    from .recorder import Instruction
    from .views import View


def _overlap(a: tuple, b: tuple) -> bool:
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]


def _close(base: Buffer, view: View) -> None:
    """Ends the groups that the view touches: their last matmul so far is the last."""
    region = None
    for key in list(base.groups):
        last, where = base.groups[key]
        if region is None:
            region = view.region()
        if _overlap(region, where):
            last.attrs["stop"] = 1
            del base.groups[key]


def read(base: Buffer, view: View) -> None:
    if base.groups:
        _close(base, view)
    if base.zeroed is not None:
        base.zeroed.fill = None


def write(base: Buffer, view: View) -> None:
    if base.groups:
        _close(base, view)
    base.zeroed = None


class Zeroed:
    """A fill with zeros: where, by which instruction, and the tiles started since."""

    __slots__ = ("region", "fill", "started")

    def __init__(self, region: tuple, fill: Instruction | None):
        self.region = region
        self.fill = fill
        self.started: set[tuple] = set()


def zero(view: View, fill: Instruction | None) -> None:
    """Notes a fill with zeros; it is dropped if a matmul is the next to use the tile."""
    view.base.zeroed = Zeroed(view.region(), fill)


def matmul(dst: View, accumulate: bool | None, attrs: dict) -> None:
    """Sets `start` of a matmul into dst; `stop` follows when the tile is read."""
    base = dst.base
    key = (dst.offset, dst.shape, dst.strides)
    if accumulate is None:
        start = key not in base.groups
    else:
        start = not accumulate or not base.written
    zeroed = base.zeroed
    if zeroed is not None and key not in zeroed.started and _overlap(dst.region(), zeroed.region):
        start = True
        zeroed.started.add(key)
        if zeroed.fill is not None:
            STATE.recorder.drop(zeroed.fill)
            zeroed.fill = None
    if start and base.groups:
        _close(base, dst)
    attrs["start"] = 1 if start else 0
    attrs["stop"] = 0


def opened(dst: View, made: Instruction) -> None:
    """The matmul was recorded: it is the last of its group so far."""
    base = dst.base
    key = (dst.offset, dst.shape, dst.strides)
    known = base.groups.get(key)
    base.groups[key] = (made, known[1] if known is not None else dst.region())


def finish(buffers: list[Buffer]) -> None:
    """At the end of the program every open group ends."""
    for base in buffers:
        for last, _ in (base.groups or {}).values():
            last.attrs["stop"] = 1
