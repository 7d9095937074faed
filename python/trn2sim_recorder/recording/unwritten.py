"""Which elements of a tile nothing wrote, of tiles that are written in part."""

from __future__ import annotations

from operator import attrgetter

from ..tensors.buffers import GIVEN, IN_PSUM, PARTLY, Buffer
from ..tensors.masks import Mask
from ..tensors.views import View
from .tile_parts import PIECES, Piece, box_of, within, without

_OFFSET = attrgetter("offset")


def wrote(view: View, mask: Mask | None) -> None:
    """A write of less than a tile that is not written, or only in part; `Recorder.emit` does the same.

    What masks leave out, stores leave out as well, so what they write is taken for all of it.
    """
    base = view.base
    if base.written == PARTLY:
        base.pending.append(view)
    elif not base.on_chip or base.written == GIVEN or base.extra or mask is not None:
        base.written = base.layout.written
    elif base.written != IN_PSUM:
        base.written = PARTLY
        base.left = 0
        base.pending = [view]


def read(view: View) -> list[Piece]:
    """Of a tile that was written in part, as far as it is known."""
    base = view.base
    plain = type(view) is View and len(view.shape) == 2
    if plain and type(base.left) is int and _before(view, base.left):
        return []
    if base.pending:
        _settle(base)
        if base.written != PARTLY or plain and type(base.left) is int and _before(view, base.left):
            return []
    box = box_of(view)
    return within(_pieces(base), box) if box is not None else []


def _settle(base: Buffer) -> None:
    """Takes what was written since it was last read from what is left, in whatever order.

    Most tiles are written column after column: then the first column that is left says it all.
    """
    layout = base.layout
    left, pitch, rows = base.left, layout.pitch, layout.shape[0]
    columns = (pitch, 1)
    base.pending.sort(key=_OFFSET)
    for view in base.pending:
        if view.offset == left and view.strides == columns and type(view) is View:
            height, width = view.shape
            if height == rows:
                left += width
                continue
        elif type(left) is int and type(view) is View and len(view.shape) == 2 and _before(view, left):
            continue
        box = box_of(view)
        base.left = left
        left = [] if box is None else without(_pieces(base), box)
        if not 0 < len(left) <= PIECES:
            left = pitch
            break
    base.left = left
    base.pending = []
    if left == pitch:
        base.written = layout.written


def _before(view: View, column: int) -> bool:
    """Whether a matrix ends before a column, for sure."""
    return view.strides[1] == 1 and view.offset % view.base.layout.pitch + view.shape[1] <= column


def _pieces(base: Buffer) -> list[Piece]:
    left = base.left
    if type(left) is int:
        return [((1 << base.shape[0]) - 1, (1 << base.pitch) - (1 << left))]
    return left
