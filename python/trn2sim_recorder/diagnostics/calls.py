"""Calls that do not fit: what the functions take that kernels call."""

from __future__ import annotations

import inspect
import re
import sys
from types import TracebackType

from ..api.ops import Op
from ..basics.errors import nearest_name
from .written import Written, call_in

_MODULES = (
    "nki.isa", "nki.language", "nki.collectives", "neuronxcc.nki.isa", "neuronxcc.nki.language",
)
_CALL = re.compile(r"^(?:[\w.]*?)(nki\.\w+\.(\w+)|[\w.<>]+)\(\) (.*)$")
_UNKNOWN = re.compile(r"got an unexpected keyword argument '(\w+)'")
_MISSING = re.compile(r"^(nki\.\w+\.(\w+)): missing (\w+)$")
_OLDER = {"dtype": "the type is that of dst", "mask": "slices and affine_select do what masks did"}


def of_functions() -> dict[str, str]:
    """Parameters by the name that Python's own words of a call have; none before `nki` is there."""
    found: dict[str, str] = {}
    if _MODULES[0] not in sys.modules:
        return found
    found["nki.language.ndarray"] = "shape, dtype, buffer, name, address"
    for name in _MODULES:
        for value in vars(sys.modules[name]).values():
            value = value.__call__ if isinstance(value, Op) else value
            if inspect.isfunction(value) and value.__qualname__.startswith("nki."):
                takes = inspect.signature(value).parameters.values()
                names = [one.name for one in takes if one.kind is not one.VAR_KEYWORD]
                found.setdefault(value.__qualname__, ", ".join(names))
    return found


def misfit(
    text: str, signatures: dict[str, str], trace: TracebackType | None = None
) -> tuple[str, str, str | None] | None:
    """A call that does not fit one of our functions."""
    match = _CALL.match(text)
    if match is None or match.group(1) not in signatures:
        return None
    name = match.group(1)
    call = call_in(trace, match.group(2))
    takes = _taken(call, signatures[name])
    unknown = _UNKNOWN.search(text)
    if unknown is None:
        found = slip(name, re.findall(r"'(\w+)'", match.group(3)), takes, call)
        return found or ("E3", f"{name}: {match.group(3)}; it takes {takes}{_other_form(name, takes, call)}", None)
    near = nearest_name(unknown.group(1), takes.split(", "))
    hint = f" (nearest: {near})" if near else ""
    older = _OLDER.get(unknown.group(1)) if takes.startswith("dst") and not _is_older(call) else None
    text = f"{name} has no parameter '{unknown.group(1)}'{hint}; it takes {takes}"
    return "E3", text + (f"; {older}" if older else ""), near


def missing(
    text: str, signatures: dict[str, str], trace: TracebackType | None
) -> tuple[str, str, str | None] | None:
    """A call that one of our functions itself finds short of an argument."""
    match = _MISSING.match(text)
    if match is None or match.group(1) not in signatures:
        return None
    call = call_in(trace, match.group(2))
    return slip(match.group(1), [match.group(3)], _taken(call, signatures[match.group(1)]), call)


def slip(name: str, wanted: list[str], takes: str, call: Written | None) -> tuple[str, str, str] | None:
    """A keyword that no parameter has, close to one that is missing."""
    for word in call.keywords if call is not None else ():
        near = None if word in takes.split(", ") else nearest_name(word, wanted)
        if near is not None:
            return "E3", f"{name} has no parameter '{word}' (nearest: {near}); it takes {takes}", near
    return None


def _is_older(call: Written | None) -> bool:
    return call is not None and call.older


def _taken(call: Written | None, takes: str) -> str:
    """Parameters of the older dialect's own function, which hands those of `nki` on."""
    if call is None or not call.older or not inspect.isfunction(call.function):
        return takes
    own = inspect.signature(call.function).parameters.values()
    names = [one.name for one in own if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)]
    kinds = {one.kind for one in own}
    more = [name for name in takes.split(", ") if name not in names and name not in ("dst", "name")]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        names = more + names
    elif inspect.Parameter.VAR_KEYWORD in kinds:
        names += more
    return ", ".join(names)


def _other_form(name: str, takes: str, call: Written | None) -> str:
    """What calls of the other dialect, or of the other module, look like."""
    if _is_older(call):
        return ""
    if name.startswith("nki.language.") and takes.startswith("x, "):
        return "; it returns a tile, where functions of nki.isa write dst"
    writes = takes.startswith("dst") and name.startswith("nki.isa.")
    return "; calls that return a tile are those of neuronxcc.nki" if writes else ""
