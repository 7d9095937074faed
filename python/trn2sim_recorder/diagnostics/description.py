"""What went wrong, as one record: code, place in the author's file, text, nearest name."""

from __future__ import annotations

import builtins
import os
import re
from types import ModuleType
from typing import Any

from ..api.ops import NAMES
from ..basics.errors import LimitExceeded, RecordError, nearest_name
from ..host.authors import beside, is_pythons
from ..host.call_sites import OWN, user_frames
from .foreign_words import meant, of_tensor

_CALL = re.compile(r"^(?:[\w.]*?)(nki\.\w+\.(\w+)|[\w.<>]+)\(\) (.*)$")
_OURS = ("nki", "neuronxcc.nki")
_KINDS = {
    "View": "a tensor", "SpecialView": "a tensor", "Reg": "a register", "Space": "a memory",
    "Instruction": "the result of an instruction", "TileSize": "nl.tile_size",
}
_CLASS = re.compile(f"'({'|'.join(_KINDS)})'")
_HINTS = {
    "Space": "; nl.ndarray(shape, dtype, buffer=nl.sbuf) makes a tile",
    "Instruction": "; it writes dst and returns no tile",
    "TileSize": "; it holds numbers: nl.tile_size.pmax is 128",
}
_NO_CALL = "'int' object is not callable"
_WHOLE = "'float' object cannot be interpreted as an integer"
_OLDER = {"dtype": "the type is that of dst", "mask": "slices and affine_select do what masks did"}
_ELSEWHERE = {
    "T": "transpose", "mT": "transpose", "clone": "copy", "amax": "max", "amin": "min",
    "unsqueeze": "expand_dims",
}
_UNKNOWN = re.compile(r"got an unexpected keyword argument '(\w+)'")


def describe(error: BaseException, signatures: dict[str, str]) -> dict[str, Any]:
    """The diagnostic of an exception raised while importing or recording."""
    frames = user_frames(error.__traceback__) or getattr(error, "frames", [])
    code, text, nearest = _classify(error, signatures)
    if isinstance(error, ModuleNotFoundError) and frames:
        nearest = _module_meant(error.name or "", frames[-1][0])
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
    if isinstance(error, AssertionError) and not _said(error):
        text += f": {_source(file, line)}"
    if text.endswith(_NO_CALL) and ".size(" in _source(file, line):
        text += "; x.size is a number, and x.shape[0] the size of a dimension"
    return {
        "code": code,
        "file": file,
        "line": line,
        "function": function,
        "text": text,
        "kernel_line": _source(file, line),
        "nearest": nearest,
        "stack": [[name, number, where] for name, number, where in frames],
    }


def _classify(error: BaseException, signatures: dict[str, str]) -> tuple[str, str, str | None]:
    if isinstance(error, RecordError):
        return error.code, error.text, error.nearest
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
        return _import(error)
    if isinstance(error, TypeError):
        found = _call(_said(error), signatures)
        if found is not None:
            return found
    if isinstance(error, NameError) and not isinstance(error, UnboundLocalError):
        return _name(error)
    if isinstance(error, AttributeError):
        if type(error.obj).__name__ in _KINDS:
            return _attribute(error)
        if isinstance(error.obj, ModuleType) and error.obj.__name__.startswith(_OURS):
            return _unsupported(error.obj, error.name)
    return "E11", _own_words(error), None


def _said(error: BaseException) -> str:
    """Its text; an exception of the author's may have one that fails itself."""
    try:
        return str(error)
    except Exception as failed:  # noqa: BLE001: whatever it raises
        return f"(its text fails: {type(failed).__name__})"


def _own_words(error: BaseException) -> str:
    """The kernel's own exception, in one line; tensors and registers are not our classes."""
    text = " ".join(_said(error).split())
    text += "; // divides whole numbers" if text == _WHOLE else ""
    found = _CLASS.search(text)
    text = _CLASS.sub(lambda one: _KINDS[one.group(1)], text) + _HINTS.get(found and found.group(1), "")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _name(error: NameError) -> tuple[str, str, str | None]:
    """A name that the function, its file and Python do not have."""
    trace, known = error.__traceback__, set(dir(builtins))
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is not None:
        known.update(trace.tb_frame.f_locals, trace.tb_frame.f_globals)
    near = nearest_name(error.name or "", known)
    return "E11", _own_words(error) + (f"; nearest: {near}" if near else ""), near


def _attribute(error: AttributeError) -> tuple[str, str, str | None]:
    """A method or a property that tensors and registers have not."""
    kind = _KINDS[type(error.obj).__name__]
    text = f"{kind} has no attribute '{error.name}'"
    function = _function_meant(error.name) if kind == "a tensor" else None
    if function:
        return "E2", f"{text}; nl.{function} is a function", function
    hint = of_tensor(error.name) if kind == "a tensor" else None
    if hint is not None:
        return "E2", f"{text}; {hint}", None
    near = nearest_name(error.name, [name for name in dir(error.obj) if not name.startswith("_")])
    text += _HINTS.get(type(error.obj).__name__, "")
    return "E2", text + (f"; nearest: {near}" if near else ""), near


def _function_meant(name: str) -> str | None:
    """The function of `nl` for what is a method or a property of tensors in numpy or torch."""
    import sys

    module = sys.modules.get("nki.language") or sys.modules.get("neuronxcc.nki.language")
    name = _ELSEWHERE.get(name, name)
    return name if callable(getattr(module, name, None)) else None


def _import(error: ImportError) -> tuple[str, str, str | None]:
    import sys

    wanted = re.search(r"cannot import name '(\w+)'", error.msg)
    if wanted is None:
        return "E2", error.msg, None
    return _unsupported(sys.modules[error.name], wanted.group(1))


def _unsupported(module: ModuleType, name: str) -> tuple[str, str, str | None]:
    """A name that NKI does not have here."""
    short = module.__name__.removeprefix("neuronxcc.")
    text = f"{short}.{name} is not supported"
    hint = meant(module, name)
    if hint is not None:
        return "E2", f"{text}; {hint}", name if name in NAMES else None
    near = nearest_name(name, [known for known in vars(module) if not known.startswith("_")])
    return "E2", text + (f"; nearest: {near}" if near else ""), near


def _module_meant(name: str, file: str) -> str | None:
    """The nearest of the modules beside the file, or of those we have."""
    import sys

    parent, _, last = name.rpartition(".")
    known = {one.rpartition(".")[2] for one in sys.modules if one.rpartition(".")[0] == parent}
    near = nearest_name(last, {*known, *beside(file)}) if os.path.isfile(file) else None
    return f"{parent}.{near}" if near and parent else near


def _call(text: str, signatures: dict[str, str]) -> tuple[str, str, str | None] | None:
    """A call that does not fit one of our functions."""
    match = _CALL.match(text)
    if match is None or match.group(1) not in signatures:
        return None
    name, takes = match.group(1), signatures[match.group(1)]
    unknown = _UNKNOWN.search(text)
    if unknown is None:
        writes = takes.startswith("dst") and name.startswith("nki.isa.")
        older = "; calls that return a tile are those of neuronxcc.nki" if writes else ""
        if name.startswith("nki.language.") and takes.startswith("x, "):
            older = "; it returns a tile, where functions of nki.isa write dst"
        return "E3", f"{name}: {match.group(3)}; it takes {takes}{older}", None
    near = nearest_name(unknown.group(1), takes.split(", "))
    hint = f" (nearest: {near})" if near else ""
    older = _OLDER.get(unknown.group(1)) if takes.startswith("dst") else None
    text = f"{name} has no parameter '{unknown.group(1)}'{hint}; it takes {takes}"
    return "E3", text + (f"; {older}" if older else ""), near


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


def one_line(found: dict[str, Any]) -> str:
    place = f"{os.path.basename(found['file'])}:{found['line']}: " if found["file"] else ""
    return f"{place}{found['code']} {found['text']}"
