"""The request: which kernel to record, with which arguments, for which ranks."""

from __future__ import annotations

import importlib
import inspect
import itertools
import os
from typing import Any, Callable

from .api.collectives import ReplicaGroup
from .dtypes import to_dtype
from .errors import RecordError, nearest_name
from .recorder import Recorder, Settings

KEYS = (
    "nki", "module", "function", "path", "args", "grid", "ranks", "stubs", "trip_counts", "limits",
    "sbuf_bytes", "base", "values",
)


class Request:
    """A checked request; paths are absolute."""

    def __init__(self, given: dict[str, Any], base: str):
        for key in given:
            if key not in KEYS:
                near = nearest_name(key, KEYS)
                hint = f"; nearest: {near}" if near else ""
                raise RecordError("E1", f"request: unknown key '{key}'{hint}", near)
        base = os.path.abspath(given.get("base", base))
        self.file = os.path.join(base, given["nki"]) if given.get("nki") else None
        self.module: str | None = given.get("module")
        if (self.file is None) == (self.module is None):
            raise RecordError("E1", "request: give either 'nki' (a file) or 'module'")
        if not isinstance(given.get("function"), str):
            raise RecordError("E1", "request: 'function' is missing")
        self.function: str = given["function"]
        self.paths = [os.path.join(base, path) for path in given.get("path", ())]
        self.args = given.get("args", None if "values" in given else {})
        self.stubs: list[str] = list(given.get("stubs", ()))
        self._ranks = given.get("ranks", {})
        self._grid = given.get("grid")
        self._given = given
        self.stopped_by: BaseException | None = None
        self.supplied: dict[str, str] = {}

    @property
    def limits(self) -> dict[str, Any]:
        return self._given.get("limits", {})

    def rank_count(self) -> int:
        ranks = self._ranks
        if isinstance(ranks, int):
            return ranks
        return int(ranks.get("tp", 1)) * int(ranks.get("groups", 1))

    def grid(self) -> tuple:
        """The launch grid; without one, the cores of a rank if there are two."""
        if self._grid is not None:
            return tuple(int(n) for n in self._grid)
        lnc = 1 if isinstance(self._ranks, int) else int(self._ranks.get("lnc", 1))
        return (lnc,) if lnc > 1 else ()

    def programs(self, launched: tuple = ()) -> list[Settings]:
        """One for each program of the grid: the one that a host function launches, or that given."""
        grid = launched or self.grid()
        more = {"ranks": self.rank_count(), "trip_counts": self._given.get("trip_counts", {})}
        if "sbuf_bytes" in self._given:
            more["sbuf_bytes"] = int(self._given["sbuf_bytes"])
        if "instructions" in self.limits:
            more["max_instructions"] = int(self.limits["instructions"])
        ids = itertools.product(*(range(n) for n in grid))
        return [Settings(grid, pid, **more) for pid in ids]


def arguments(request: Request, func: Callable, recorder: Recorder) -> tuple[list, dict]:
    """Positional and named arguments; tensors get the names of their parameters."""
    plain = inspect.unwrap(func)
    try:
        names = list(inspect.signature(plain).parameters)
    except (TypeError, ValueError):
        names = []
    if isinstance(request.args, dict):
        _known(request.function, request.args, plain, names)
        return [], {key: argument(key, value, recorder) for key, value in request.args.items()}
    named = itertools.chain(names, (f"arg{i}" for i in itertools.count(len(names))))
    return [argument(name, value, recorder) for name, value in zip(named, request.args)], {}


def _known(function: str, args: dict, plain: Callable, names: list[str]) -> None:
    kinds = {p.kind for p in inspect.signature(plain).parameters.values()} if names else set()
    for key in args:
        if key not in names and inspect.Parameter.VAR_KEYWORD not in kinds:
            near = nearest_name(key, names)
            hint = f" (nearest: {near})" if near else ""
            raise RecordError(
                "E3", f"{function} has no parameter '{key}'{hint}; it takes {', '.join(names)}", near
            )
    parameters = inspect.signature(plain).parameters.values() if names else ()
    lacking = [
        p.name
        for p in parameters
        if p.default is p.empty and p.name not in args
        and p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    ]
    if lacking:
        raise RecordError("E3", f"{function}: missing argument {', '.join(lacking)}")


def argument(name: str, value: Any, recorder: Recorder) -> Any:
    if isinstance(value, list):
        return [argument(f"{name}_{i}", item, recorder) for i, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    if "shape" in value:
        sizes, dtype = [int(n) for n in value["shape"]], value.get("dtype", "fp32")
        return recorder.argument(name, sizes, dtype, _range(name, value.get("range")))
    if set(value) == {"dtype"}:
        return to_dtype(value["dtype"])
    if set(value) == {"tuple"}:
        return tuple(argument(name, list(value["tuple"]), recorder))
    if "replica_group" in value:
        return ReplicaGroup(value["replica_group"])
    if "enum" in value:
        return _member(value["enum"])
    return {key: argument(f"{name}_{key}", item, recorder) for key, item in value.items()}


def _range(name: str, given: Any) -> tuple | None:
    """The lowest value of a tensor and the first that is too high."""
    if given is None:
        return None
    numbers = isinstance(given, (list, tuple)) and all(isinstance(n, (int, float)) for n in given)
    if not numbers or len(given) != 2 or not given[0] < given[1]:
        raise RecordError("E3", f"range of '{name}' is {given}, expected [low, high] with low < high")
    return tuple(given)


def _member(text: str) -> Any:
    """`module:Class.MEMBER`."""
    module, _, path = text.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise RecordError("E3", f"enum {text!r} cannot be found: {error}") from None
    return found
