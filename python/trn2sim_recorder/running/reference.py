"""Calls an author's reference function: values in, values out, under the limits of a recording."""

from __future__ import annotations

import inspect
from typing import Any, Callable

from ..basics.errors import RecordError
from ..recording.settings import Settings
from .loading import load
from .packing import pack, unpack
from .request import Maker, Request

OF_THE_RUN = ("rank", "group", "all_ranks")


class Given:
    """Stands in for a recorder that makes arguments: tensors are the values, one after another."""

    def __init__(self, values: list, settings: Settings):
        self._values = iter(values)
        self.settings = settings

    def argument(self, name: str, shape: Any, dtype: Any, contents: Any = None) -> Any:
        return next(self._values)


def call(request: Request, values: dict[str, Any], out: str) -> int:
    """Writes what the function returns: the numbers of each result, packed, on a line."""
    function, _ = load(request)
    group = [_arguments(request, [unpack(one) for one in own]) for own in values["group"]]
    positional, named = group[values["rank"]]
    everybody = [own or by_name for own, by_name in group]
    extra = {"rank": values["rank"], "group": everybody, "all_ranks": everybody}
    wanted = _wanted(function, named, extra)
    if not positional:
        _require(function, wanted, named)
    result = function(*_taken(function, positional), **wanted)
    results = list(result) if isinstance(result, tuple) else [result]
    try:
        lines = [pack(one) + "\n" for one in results]
    except (TypeError, ValueError, OverflowError) as error:
        raise RecordError("E3", f"the reference returns no numbers: {error}") from None
    with open(out, "w", encoding="ascii") as file:
        file.writelines(lines)
    return len(results)


def _arguments(request: Request, tensors: list) -> tuple[list, dict]:
    """The kernel's arguments with values for tensors; of a stream, its tensors."""
    args = request.args
    make = Maker(Given(tensors, Settings((), (), ranks=request.rank_count())), None)
    if args is None:
        return tensors, {}
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
    return positional[: len([p for p in places if p.name not in OF_THE_RUN])]


def _require(function: Callable, wanted: dict, named: dict) -> None:
    """Arguments come by name, so a parameter of another name would get none."""
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    for one in _parameters(function):
        if one.default is one.empty and one.kind not in kinds and one.name not in wanted:
            raise RecordError(
                "E3",
                f"the reference takes '{one.name}', and the scenario gives the kernel no argument of "
                f"that name: it gives {', '.join(named)}",
            )


def _wanted(function: Callable, named: dict, extra: dict) -> dict:
    """Those the function has a parameter for; what a kernel calls rank or group is its own."""
    parameters = _parameters(function)
    names = {p.name for p in parameters}
    everything = any(p.kind is p.VAR_KEYWORD for p in parameters)
    wanted = {name: value for name, value in extra.items() if name in names}
    wanted.update({n: value for n, value in named.items() if everything or n in names})
    return wanted

