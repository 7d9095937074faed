"""What `nki` refuses, and `neuronxcc.nki` took: timed and computed with a note, as it is plain.

Tiles have at least two dimensions; `documented` has what it demands of operands, and `basics.notes`
what it refuses of a call.
"""

from __future__ import annotations

from ..basics.instruction import Instruction
from ..recording.recorder import Recorder
from .documented import CHECKS


def note_operands(recorder: Recorder, made: list[Instruction]) -> None:
    """One note for each place, in the end."""
    if recorder.masks:
        return
    for buffer in recorder.buffers:
        if buffer.on_chip and len(buffer.shape) < 2:
            text = f"'{buffer.name}' has one dimension, and nki wants two of a tile"
            recorder.warnings["W11", text, buffer.group] = 1
    lines = {(one.src, one.op, one.engine): one for one in made if one.op in CHECKS}
    for one in lines.values():
        text = None if one.attrs and "ins" in one.attrs else CHECKS[one.op](one)
        if text is not None:
            file, line = recorder.places.frames(one.src)[-1][:2]
            recorder.warnings["W11", text, f"{recorder.places.shown(file)}:{line}"] = 1
