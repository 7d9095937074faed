"""Partitions of a tile that do not follow one another, as in `tile[0:128:16]`.

A DMA may go to them, an engine may not: `recording.row_dmas`.
"""

from __future__ import annotations

from .views import View


class Seen:
    """Whether anything was cut so: in others, nobody looks for it. Views are kept across recordings."""

    any = False


def step(view: View) -> int:
    """How far apart the partitions of a view are; 1 also of what is not on chip."""
    base = view.base
    if not base.on_chip or view.shape[0] < 2:
        return 1
    pitch = base.pitch * base.dtype.itemsize // view.dtype.itemsize
    apart, rest = divmod(view.strides[0], pitch) if pitch else (1, 0)
    return apart if apart > 1 and not rest else 1


def noted(view: View) -> View:
    if step(view) > 1:
        Seen.any = True
    return view
