"""Calls an author's reference function: values in, values out, under the limits of a recording."""

from __future__ import annotations

import importlib
import inspect
import json
import sys
from typing import Any, Callable

from .errors import RecordError
from .loading import load
from .numpy_stub import NumpyStub
from .request import Maker, Request


class Given:
    """Stands in for a recorder that makes arguments: tensors are the values, one after another."""

    def __init__(self, values: list):
        self._values = iter(values)

    def argument(self, name: str, shape: Any, dtype: Any, values: Any = None) -> Any:
        return _array(next(self._values))


def call(request: Request, values: dict[str, Any], out: str) -> int:
    """Writes what the function returns as JSON: a list of nested lists, one for each result."""
    function, _ = load(request)
    group = [_arguments(request.args, tensors) for tensors in values["group"]]
    positional, named = group[values["rank"]]
    extra = {"rank": values["rank"], "group": [own or by_name for own, by_name in group]}
    result = function(*_taken(function, positional), **_wanted(function, named, extra))
    results = list(result) if isinstance(result, tuple) else [result]
    with open(out, "w", encoding="utf-8") as file:
        try:
            json.dump([_lists(one) for one in results], file, allow_nan=False, default=_number)
        except (TypeError, ValueError) as error:
            raise RecordError("E3", f"the reference returns no numbers: {error}") from None
    return len(results)


def _arguments(args: Any, tensors: list) -> tuple[list, dict]:
    """The kernel's arguments with values for tensors; of a stream, its tensors."""
    make = Maker(Given(tensors), None)
    if args is None:
        return [_array(values) for values in tensors], {}
    if isinstance(args, dict):
        return [], {name: make(name, value) for name, value in args.items()}
    return [make("", value) for value in args], {}


def _parameters(function: Callable) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())


def _taken(function: Callable, positional: list) -> list:
    """As many as the function takes, from the first."""
    parameters = _parameters(function)
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return positional
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return positional[: len([p for p in places if p.name not in ("rank", "group")])]


def _wanted(function: Callable, named: dict, extra: dict) -> dict:
    """Those the function has a parameter for; what a kernel calls rank or group is its own."""
    parameters = _parameters(function)
    names = {p.name for p in parameters}
    everything = any(p.kind is p.VAR_KEYWORD for p in parameters)
    wanted = {name: value for name, value in extra.items() if name in names}
    wanted.update({n: value for n, value in named.items() if everything or n in names})
    return wanted


def _array(value: Any) -> Any:
    """Nested lists as an array where numpy is installed: fp64, or int64 for whole numbers."""
    if isinstance(sys.modules.get("numpy"), NumpyStub):
        return value
    return importlib.import_module("numpy").asarray(value)


def _number(value: Any) -> Any:
    """Numbers of numpy, as rows of an array have them, among plain ones."""
    plain = getattr(value, "tolist", None)
    if plain is None:
        raise TypeError(f"{type(value).__name__} is no number")
    return plain()


def _lists(value: Any) -> Any:
    plain = getattr(value, "tolist", None)
    value = plain() if plain is not None else value
    if isinstance(value, tuple):
        value = list(value)
    if not isinstance(value, (list, int, float)):
        raise RecordError("E3", f"the reference returns {type(value).__name__}, expected lists")
    return value
