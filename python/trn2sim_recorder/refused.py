"""What `nki` refuses, and `neuronxcc.nki` took: timed and computed with a note, as it is plain.

Tiles have no operators and at least two dimensions; `documented` has what it demands of operands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .affine import Affine
from .documented import CHECKS, predicated
from .state import STATE

if TYPE_CHECKING:
    from .instruction import Instruction
    from .recorder import Recorder
    from .views import View


def note_operator(op: str) -> None:
    """`a + b` of tiles."""
    does = "nl.matmul" if op == "matmul" else f"nl.{op} or nisa.tensor_tensor"
    note(f"an operator on a tile, which nki refuses: {does} does it")


def note(text: str) -> None:
    """Of the call under way, in kernels of `nki`."""
    if STATE.recording and not STATE.recorder.masks:
        STATE.recorder.warn("W11", text)


def note_gone(what: str, instead: str) -> None:
    """What `neuronxcc.nki` has and `nki` has not."""
    note(f"{what}, which nki has not; instead: {instead}")


def note_one_dimension(function: str, axes: list[int], dimensions: int) -> None:
    """What is left of a reduction without keepdims."""
    if len(axes) == dimensions - 1:
        text = f"nl.{function} leaves one dimension, and nki wants two of a tile: keepdims=True keeps them"
        STATE.recorder.warn("W11", text)


def note_mixed(view: View, slices: bool, key: tuple) -> None:
    """Slices beside `nl.arange` or a tile, in the older dialect: it has either."""
    recorder = STATE.recorder
    if not slices or not recorder.masks:
        return
    for index in key:
        ranges = isinstance(index, Affine) and not index.is_constant()
        if ranges or (hasattr(index, "get_pattern") and index.size > 1):
            what = "nl.arange" if ranges else "a tile"
            text = f"'{view.base.name}' is indexed by {what} and by slices, which NKI refuses"
            recorder.warn("W11", f"{text}: nl.arange does for the slices")
            return


def note_row(function: str, *shapes: tuple) -> None:
    """One row for many partitions, in either dialect: what a tile's other dimensions may be."""
    if len({shape[0] for shape in shapes}) > 1:
        shown = " and ".join(map(str, shapes))
        text = f"nl.{function} of {shown}, which NKI refuses: nl.broadcast_to copies a row to all partitions"
        STATE.recorder.warn("W11", text)


def note_predicate(one: Instruction) -> None:
    recorder, text = STATE.recorder, predicated(one)
    if text is not None and not recorder.masks:
        recorder.warn("W11", text)


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
