"""Calls an author's reference function: values in, values out, under the limits of a recording."""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any

from .errors import RecordError
from .loading import load
from .numpy_stub import NumpyStub
from .request import Request


def call(request: Request, values: Any, out: str) -> int:
    """Writes what the function returns as JSON: a list of nested lists, one for each result."""
    function, _ = load(request)
    if isinstance(values, dict):
        result = function(**{name: _array(value) for name, value in values.items()})
    else:
        result = function(*(_array(value) for value in values))
    results = list(result) if isinstance(result, tuple) else [result]
    with open(out, "w", encoding="utf-8") as file:
        json.dump([_lists(one) for one in results], file)
    return len(results)


def _array(value: Any) -> Any:
    """Nested lists as an array where numpy is installed."""
    if not isinstance(value, list) or isinstance(sys.modules.get("numpy"), NumpyStub):
        return value
    numpy = importlib.import_module("numpy")
    return numpy.asarray(value, dtype=numpy.float32)


def _lists(value: Any) -> Any:
    plain = getattr(value, "tolist", None)
    value = plain() if plain is not None else value
    if isinstance(value, tuple):
        value = list(value)
    if not isinstance(value, (list, int, float)):
        raise RecordError("E3", f"the reference returns {type(value).__name__}, expected lists")
    return value
