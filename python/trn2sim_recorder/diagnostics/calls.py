"""Calls that do not fit: what the functions take that kernels call."""

from __future__ import annotations

import inspect
import re
import sys

from ..api.ops import Op
from ..basics.errors import nearest_name

_MODULES = ("nki.isa", "nki.language", "nki.collectives", "neuronxcc.nki.isa")
_CALL = re.compile(r"^(?:[\w.]*?)(nki\.\w+\.(\w+)|[\w.<>]+)\(\) (.*)$")
_UNKNOWN = re.compile(r"got an unexpected keyword argument '(\w+)'")
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


def misfit(text: str, signatures: dict[str, str]) -> tuple[str, str, str | None] | None:
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
