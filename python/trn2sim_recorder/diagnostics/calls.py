"""What the functions that kernels call take, for errors about calls."""

from __future__ import annotations

import inspect
import sys

from ..api.ops import Op

_MODULES = ("nki.isa", "nki.language", "nki.collectives", "neuronxcc.nki.isa")


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
