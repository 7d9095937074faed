"""Gathers by several columns of indices: one instruction for each column.

The hardware reads an index tensor of (128, M) column by column and writes the rows it names one after
the other (nki.isa.dma_copy, "DMA Batching"; nki.isa.dma_transpose).
"""

from __future__ import annotations

from ..basics.errors import RecordError, shape_error
from ..basics.instruction import Instruction
from ..tensors.views import View
from .recorder import Recorder


def split(recorder: Recorder) -> None:
    """Puts the gathers of single columns in the place of those of several."""
    found: list[Instruction] = []
    for one in recorder.instructions:
        source = one.ins[0] if one.ins else None
        if one.op in ("dma_copy", "dma_transpose") and source is not None and _several(source):
            try:
                found += _columns(one, source)
            except RecordError as error:
                error.frames = recorder.places.frames(one.src)
                raise
        else:
            found.append(one)
    if len(found) != len(recorder.instructions):
        recorder.instructions[:] = found


def _several(source: View) -> bool:
    if source.dynamic is None or source.dynamic[0] != "v":
        return False
    index = source.dynamic[3]
    return len(index.shape) == 2 and index.shape[1] > 1 and source.shape[0] > index.shape[0]


def _columns(one: Instruction, source: View) -> list[Instruction]:
    """The last is the instruction itself, which others may wait for."""
    dst, rows = one.outs[0], source.shape[0]
    each, width = source.dynamic[3].shape
    if rows > each * width:
        raise shape_error(f"{one.op}: {rows} rows, but {each} x {width} indices name them")
    parts = [range(n * each, min((n + 1) * each, rows)) for n in range(width) if n * each < rows]
    found = []
    for column, part in enumerate(parts):
        last = column == len(parts) - 1
        made = one if last else _copy(one)
        _narrow(made, source, column, part)
        made.outs = (_target(one.op, dst, part, rows),)
        found.append(made)
    return found


def _copy(one: Instruction) -> Instruction:
    made = Instruction()
    for name in Instruction.__slots__:
        setattr(made, name, getattr(one, name))
    made.put("ins", 1)
    return made


def _narrow(made: Instruction, source: View, column: int, rows: range) -> None:
    """Reads the rows that one column names."""
    kind, number, unit, index = source.dynamic
    part = source.like((len(rows), *source.shape[1:]), source.strides, source.offset)
    named = index[0 : len(rows), column : column + 1]
    part.dynamic = (kind, number, unit, named)
    made.ins = (part, *(named if view is index else view for view in made.ins[1:]))


def _target(op: str, dst: View, rows: range, count: int) -> View:
    """Where those rows go: on from the last ones, which a transpose counts along the last dimension."""
    if op == "dma_transpose":
        return dst[(..., slice(rows.start, rows.stop))]
    first, rest = divmod(dst.shape[0] * rows.start, count)
    share, more = divmod(dst.shape[0] * len(rows), count)
    if rest or more:
        raise shape_error(f"{op}: {count} gathered rows do not fill {dst.shape} column by column")
    return dst[first : first + share]
