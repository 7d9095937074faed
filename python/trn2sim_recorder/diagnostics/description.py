"""What went wrong, as one record: code, place in the author's file, text, nearest name."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..basics.errors import LimitExceeded, RecordError
from ..host.authors import is_pythons
from ..host.call_sites import OWN, user_frames
from . import names
from .asserted import sides
from .calls import misfit, missing
from .wording import KINDS, own_words, said, short

_OURS = ("nki", "neuronxcc.nki")
_NO_CALL = "'int' object is not callable"


def describe(error: BaseException, signatures: dict[str, str]) -> dict[str, Any]:
    """The diagnostic of an exception raised while importing or recording."""
    frames = user_frames(error.__traceback__) or getattr(error, "frames", [])
    code, text, nearest = _classify(error, signatures)
    if isinstance(error, ModuleNotFoundError) and frames:
        nearest = names.module_meant(error.name or "", frames[-1][0])
        text += f"; nearest: {nearest}" if nearest else ""
    if isinstance(error, SyntaxError) and error.filename and error.filename not in OWN:
        frames.append((error.filename, error.lineno or 0, ""))
    while len(frames) > 1 and isinstance(error, AssertionError) and _only_asserts(frames[-1]):
        frames.pop()
    while len(frames) > 1 and is_pythons(frames[-1][0]):
        frames.pop()
    file, line, function = frames[-1] if frames else ("", 0, "")
    for kernel in getattr(error, "launched", ()):
        text += f"; {function} calls the kernel {kernel}, which function: {kernel} records alone"
    if isinstance(error, AssertionError) and not said(error):
        text += f": {_source(file, line)}{sides(error.__traceback__, _source(file, line))}"
    if text.endswith(_NO_CALL) and ".size(" in _source(file, line):
        text += "; x.size is a number, and x.shape[0] the size of a dimension"
    return {
        "code": code,
        "file": file,
        "line": line,
        "function": function,
        "text": short(text),
        "kernel_line": short(_source(file, line)),
        "nearest": nearest,
        "stack": [[name, number, where] for name, number, where in frames],
    }


def _classify(error: BaseException, signatures: dict[str, str]) -> tuple[str, str, str | None]:
    if isinstance(error, RecordError):
        slip = missing(error.text, signatures, error.__traceback__) if error.code == "E3" else None
        return slip or (error.code, error.text, error.nearest)
    if isinstance(error, LimitExceeded):
        return "E12", error.text, None
    if isinstance(error, MemoryError):
        return "E12", "out of memory: the limit of the recording is reached", None
    if isinstance(error, RecursionError):
        return "E12", "calls nest too deeply", None
    if isinstance(error, SyntaxError):
        return "E1", f"{type(error).__name__}: {error.msg}", None
    if isinstance(error, ModuleNotFoundError):
        return "E1", f"{error.msg}; if only host code needs it, name it in kernel.stubs", None
    if isinstance(error, ImportError) and (error.name or "").startswith(_OURS):
        return names.imported(error)
    if isinstance(error, TypeError):
        found = misfit(said(error), signatures, error.__traceback__)
        if found is not None:
            return found
    if isinstance(error, NameError) and not isinstance(error, UnboundLocalError):
        return names.variable(error)
    if isinstance(error, AttributeError):
        if type(error.obj).__name__ in KINDS:
            return names.attribute(error)
        if isinstance(error.obj, ModuleType) and error.obj.__name__.startswith(_OURS):
            return names.unsupported(error.obj, error.name)
    return "E11", own_words(error), None


def _only_asserts(frame: tuple[str, int, str]) -> bool:
    """Whether the frame is an assertion helper: a function whose body is one assert."""
    import ast

    file, line, function = frame
    try:
        with open(file, encoding="utf-8") as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError):
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == function:
            body = [part for part in node.body if not _is_text(part)]
            if node.lineno <= line <= (node.end_lineno or 0):
                return len(body) == 1 and isinstance(body[0], (ast.Assert, ast.If, ast.Raise))
    return False


def _is_text(part: Any) -> bool:
    import ast

    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def _source(file: str, line: int) -> str:
    try:
        with open(file, encoding="utf-8", errors="replace") as source:
            lines = source.read().splitlines()
    except OSError:
        return ""
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""
