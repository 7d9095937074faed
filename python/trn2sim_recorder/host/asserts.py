"""`assert nl.equal(a, b)`, as the examples of NKI's documentation have it for their simulator.

What it asks is not known while recording: the assertion is left out, with a note.
"""

from __future__ import annotations

import ast
import sys
from functools import lru_cache
from types import FrameType

from ..basics.state import STATE


def left_out(name: str) -> bool:
    """Whether the kernel's line that asks for the truth of a tile is an assertion."""
    if not STATE.recording or not _asserts(STATE.recorder.places.outside(sys._getframe(1))):
        return False
    STATE.recorder.warn("W6", f"an assertion about the values of '{name}' is left out")
    return True


def _asserts(frame: FrameType) -> bool:
    return frame.f_lineno in _lines(frame.f_code.co_filename)


@lru_cache
def _lines(file: str) -> frozenset[int]:
    """The lines of all assertions of a file."""
    try:
        with open(file, encoding="utf-8") as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return frozenset()
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Assert))
    return frozenset(
        line for node in found for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    )
