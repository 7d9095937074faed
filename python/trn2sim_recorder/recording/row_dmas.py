"""DMAs between tiles whose partitions do not follow one another: recorded as one for each partition."""

from __future__ import annotations

from ..basics.errors import shape_error
from ..basics.instruction import Instruction
from ..tensors.partition_steps import step
from ..tensors.views import View
from .recorder import Recorder


def split(recorder: Recorder) -> None:
    """Puts DMAs of single partitions in the place of those of partitions apart."""
    found: list[Instruction] = []
    for one in recorder.instructions:
        apart = next((view for view in (*one.outs, *one.ins) if step(view) > 1), None)
        found += (one,) if apart is None else _rows(recorder, one, apart)
    recorder.instructions[:] = found


def _rows(recorder: Recorder, one: Instruction, apart: View) -> list[Instruction]:
    """The last is the instruction itself, which others may wait for."""
    views = (*one.outs, *one.ins)
    rows = apart.shape[0]
    frames = recorder.places.frames(one.src)
    if one.op != "dma_copy" or any(view.dynamic is not None or view.shape[0] != rows for view in views):
        error = shape_error(
            f"{one.op}: the partitions of '{apart.base.name}' are {step(apart)} apart; only a DMA "
            "between views of as many rows may skip partitions"
        )
        error.frames = frames
        raise error
    file, line = frames[-1][:2]
    text = f"{one.op}: over partitions {step(apart)} apart it is timed as a DMA for each, a guess"
    recorder.warnings["W3", text, f"{recorder.places.shown(file)}:{line}"] = 1
    made = [Instruction() for _ in range(rows - 1)] + [one]
    outs, ins = one.outs, one.ins
    for row, part in enumerate(made):
        part.op, part.engine, part.src, part.loop = one.op, one.engine, one.src, one.loop
        part.attrs = one.attrs
        part.outs, part.ins = (tuple(_row(view, row) for view in which) for which in (outs, ins))
    return made


def _row(view: View, row: int) -> View:
    return view.clipped((1, *view.shape[1:]), (row,) + (0,) * (len(view.shape) - 1))
