"""The request: which kernel to record, with which arguments, for which ranks."""

from __future__ import annotations

import importlib
import inspect
import itertools
import os
import sys
from math import prod
from types import ModuleType, SimpleNamespace
from typing import Any, Callable, Iterator

from ..api.collectives import ReplicaGroup
from ..api.grid import size_of
from ..basics.dtypes import to_dtype
from ..basics.errors import RecordError, nearest_name
from ..recording.recorder import Recorder
from ..recording.settings import Settings
from .named_kernel import kernel_of

KEYS = (
    "nki", "module", "function", "path", "args", "grid", "ranks", "stubs", "trip_counts", "limits",
    "sbuf_bytes", "base", "values", "propose",
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
        if not isinstance(given.get("function", "" if "propose" in given else None), str):
            raise RecordError("E1", "request: 'function' is missing")
        self.function: str = given.get("function", "")
        self.paths = [os.path.join(base, path) for path in given.get("path", ())]
        self.args = given.get("args", None if "values" in given else {})
        self.stubs: list[str] = list(given.get("stubs", ()))
        self.ranks = given.get("ranks", {})
        self.trip_counts: dict[str, Any] = given.get("trip_counts", {})
        self._grid = given.get("grid")
        self._given = given
        self.stopped_by: BaseException | None = None
        self.supplied: dict[str, str] = {}

    @property
    def limits(self) -> dict[str, Any]:
        return self._given.get("limits", {})

    def rank_count(self) -> int:
        ranks = self.ranks
        if isinstance(ranks, int):
            return ranks
        return int(ranks.get("tp", 1)) * int(ranks.get("groups", 1))

    def launched_with(self, grid: tuple) -> None:
        """Another launch grid; none is that of the cores."""
        self._grid = list(grid) or None

    def grid(self) -> tuple:
        """The launch grid; without one, the cores of a rank if there are two."""
        if self._grid is not None:
            return tuple(size_of(n) for n in self._grid)
        lnc = 1 if isinstance(self.ranks, int) else int(self.ranks.get("lnc", 1))
        return (lnc,) if lnc > 1 else ()

    def programs(self, launched: tuple = ()) -> list[Settings]:
        """One for each program of the grid: the one that a host function launches, or that given."""
        grid = launched or self.grid()
        more = {"ranks": self.rank_count(), "trip_counts": self.trip_counts}
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
        parameters = dict(inspect.signature(plain).parameters)
    except (TypeError, ValueError):
        parameters = {}
    make = Maker(recorder, sys.modules.get(getattr(plain, "__module__", None)))
    named = isinstance(request.args, dict)
    _known(request.function, request.args if named else dict(zip(parameters, request.args)), parameters)
    if named:
        return _placed(parameters, {key: make(key, value) for key, value in request.args.items()})
    names = itertools.chain(parameters, (f"arg{i}" for i in itertools.count(len(parameters))))
    return [make(name, value) for name, value in zip(names, request.args)], {}


def _placed(parameters: dict[str, inspect.Parameter], made: dict[str, Any]) -> tuple[list, dict]:
    """Arguments that have no name in a call go by their place: those before `/`, a list for `*rest`
    and, with one, all before it."""
    rest = next((p.name for p in parameters.values() if p.kind is p.VAR_POSITIONAL), None)
    placed: list = []
    for name, p in parameters.items():
        if p.kind is p.POSITIONAL_ONLY or (p.kind is p.POSITIONAL_OR_KEYWORD and rest in made):
            placed.append(made.pop(name) if name in made else p.default)
    others = made.pop(rest, [])
    return [*placed, *(others if isinstance(others, (list, tuple)) else [others])], made


def _known(function: str, args: dict, parameters: dict[str, inspect.Parameter]) -> None:
    kinds = {p.kind for p in parameters.values()}
    for key in args:
        if key not in parameters and inspect.Parameter.VAR_KEYWORD not in kinds:
            near = nearest_name(key, parameters)
            hint = f" (nearest: {near})" if near else ""
            takes = ", ".join(parameters)
            raise RecordError("E3", f"{function} has no parameter '{key}'{hint}; it takes {takes}", near)
    lacking = [
        p.name
        for p in parameters.values()
        if p.default is p.empty and p.name not in args
        and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    ]
    if lacking:
        tensors = "a tensor is written { shape: [128, 512], dtype: bf16 }"
        raise RecordError("E3", f"{function}: missing argument {', '.join(lacking)}; {tensors}")


class Maker:
    """Makes what the request describes: tensors, and objects of the kernel's own file.

    A reference need not know that file's classes: without a module, objects hold their fields only.
    """

    def __init__(self, recorder: Recorder, module: ModuleType | None):
        self._recorder = recorder
        self._module = module

    def __call__(self, name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [self(f"{name}_{i}", item) for i, item in enumerate(value)]
        if not isinstance(value, dict):
            return value
        if "shape" in value:
            sizes, dtype = [int(n) for n in value["shape"]], _type(name, value.get("dtype", "fp32"))
            return self._recorder.argument(name, sizes, dtype, _contents(name, sizes, value))
        if set(value) == {"dtype"}:
            return to_dtype(value["dtype"])
        if set(value) == {"tuple"}:
            return tuple(self(name, list(value["tuple"])))
        if "replica_group" in value:
            return ReplicaGroup(self._groups(value["replica_group"]))
        if "enum" in value:
            return self._named(value["enum"])
        made = {key: self(f"{name}_{key}", item) for key, item in value.items() if key != "call"}
        if "call" not in value:
            return made
        kind = self._named(value["call"])
        return kind(**made) if callable(kind) else SimpleNamespace(**made)

    def _groups(self, given: Any) -> Any:
        """A list of groups, or a number: all ranks, in groups of so many."""
        if isinstance(given, bool) or not isinstance(given, int):
            return given
        ranks = self._recorder.settings.ranks
        if given < 1 or ranks % given:
            expected = f"expected equal parts of the {ranks} ranks"
            raise RecordError("E3", f"replica_group: groups of {given}, {expected}")
        return [range(first, first + given) for first in range(0, ranks, given)]

    def _named(self, text: str) -> Any:
        """`module:Class.MEMBER`, or `Class.MEMBER` of the kernel's file."""
        if ":" in text:
            return _member(text)
        return kernel_of(self._module, text) if self._module is not None else text


def _type(name: str, given: Any) -> Any:
    """Says whose type it is: the kernel's own line does not."""
    try:
        return to_dtype(given)
    except RecordError as error:
        raise RecordError(error.code, f"dtype of '{name}': {error.text}", error.nearest) from None


def _contents(name: str, sizes: list[int], given: dict[str, Any]) -> dict[str, list]:
    """What is known about the values of a tensor: nothing, a range, or all of them."""
    if given.get("values") is None:
        return {} if given.get("range") is None else {"range": list(_range(name, given["range"]))}
    if given.get("range") is not None:
        raise RecordError("E3", f"'{name}' has a range and values, expected one of them")
    values = list(_flat(given["values"]))
    if len(values) != prod(sizes) or not all(isinstance(n, (int, float)) for n in values):
        found = f"{len(values)} values of '{name}'"
        raise RecordError("E3", f"{found}, expected {prod(sizes)}: a number for each element of {sizes}")
    return {"values": values}


def _flat(values: Any) -> Iterator[Any]:
    for value in values if isinstance(values, (list, tuple)) else (values,):
        if isinstance(value, (list, tuple)):
            yield from _flat(value)
        else:
            yield value


def _range(name: str, given: Any) -> tuple:
    """The lowest value of a tensor and the first that is too high."""
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
