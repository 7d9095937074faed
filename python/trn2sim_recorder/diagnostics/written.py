"""The call as the author wrote it: which function of ours it names, and its keywords."""

from __future__ import annotations

import ast
from types import FrameType, ModuleType, TracebackType
from typing import Any, NamedTuple

from ..host.call_sites import OWN


class Written(NamedTuple):
    """A call in the author's file."""

    function: Any
    keywords: tuple[str, ...]
    older: bool


def call_in(trace: TracebackType | None, name: str) -> Written | None:
    """The call of a function with this name that did not fit, in the innermost line of the author's."""
    frame, line = None, 0
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file not in OWN and not file.startswith("<frozen"):
            frame, line = trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next
    if frame is None:
        return None
    try:
        with open(frame.f_code.co_filename, encoding="utf-8") as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return None
    calls = [
        node for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.lineno <= line <= (node.end_lineno or 0)
        and _last(node.func) == name
    ]
    if not calls:
        return None
    function, older = _meant(calls[-1].func, frame)
    words = tuple(one.arg for call in calls for one in call.keywords if one.arg)
    return Written(function, words, older)


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _meant(node: ast.expr, frame: FrameType) -> tuple[Any, bool]:
    """What the words stand for, and whether that is in the older dialect."""
    if isinstance(node, ast.Name):
        return {**frame.f_globals, **frame.f_locals}.get(node.id), False
    if not isinstance(node, ast.Attribute):
        return None, False
    holder, older = _meant(node.value, frame)
    if not isinstance(holder, ModuleType):
        return None, older
    return vars(holder).get(node.attr), older or holder.__name__.startswith("neuronxcc.")
