"""Notes on what NKI refuses and the call under way does all the same: it is timed and computed."""

from __future__ import annotations

from .state import STATE


def note(text: str) -> None:
    """Of the call under way, in kernels of `nki`."""
    if STATE.recording and not STATE.recorder.masks:
        STATE.recorder.warn("W11", text)


def note_gone(what: str, instead: str) -> None:
    """What `neuronxcc.nki` has and `nki` has not."""
    note(f"{what}, which nki has not; instead: {instead}")


def note_operator(op: str) -> None:
    """`a + b` of tiles."""
    does = "nl.matmul" if op == "matmul" else f"nl.{op} or nisa.tensor_tensor"
    note(f"an operator on a tile, which nki refuses: {does} does it")


def note_one_dimension(function: str, axes: list[int], dimensions: int) -> None:
    """What is left of a reduction without keepdims."""
    if len(axes) == dimensions - 1:
        keeps = "nisa.tensor_reduce" if function == "all" else "keepdims=True"  # which nl.all has not
        text = f"nl.{function} leaves one dimension, and nki wants two of a tile: {keeps} keeps them"
        STATE.recorder.warn("W11", text)


def note_row(function: str, *shapes: tuple) -> None:
    """One row for many partitions. Functions of `neuronxcc.nki.language` repeat it, as their
    documentation shows; its operators do not."""
    if len({shape[0] for shape in shapes}) > 1:
        shown = " and ".join(map(str, shapes))
        note(f"nl.{function} of {shown}, which nki refuses: nl.broadcast_to copies a row to all partitions")
