"""Functions of the author's file around the kernel, such as those that make arrays or call others that
call the kernel: what the calls of the file give them."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any, Callable, NamedTuple

from .kernels import dotted


class Given(NamedTuple):
    """The values of one call; None for what cannot be told."""

    places: list[Any]
    others: dict[str, Any]

    def named(self, names: list[str]) -> dict[str, Any]:
        """Those that can be told, by name of the parameter."""
        found = {**dict(zip(names, self.places)), **self.others}
        return {name: value for name, value in found.items() if value is not None}

    @property
    def whole(self) -> bool:
        values = [*self.places, *self.others.values()]
        return all(one is not None and not (isinstance(one, list) and None in one) for one in values)


@dataclass
class Helpers:
    """The functions, what is known around them, and the calls of each in the order of the file."""

    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    around: dict[str, Any] = field(default_factory=dict)
    calls: dict[str, list[Given]] = field(default_factory=dict)
    seen: dict[str, list[Given]] = field(default_factory=dict)

    def given(self, name: str) -> Given:
        """The first call of which all is known; else of each argument the first that is."""
        calls = self.calls.get(name, [])
        for one in calls:
            if one.whole:
                return one
        places: list[Any] = []
        others: dict[str, Any] = {}
        for one in calls:
            places += [None] * (len(one.places) - len(places))
            for place, value in enumerate(one.places):
                places[place] = value if places[place] is None else places[place]
            others = {**one.others, **{key: value for key, value in others.items() if value is not None}}
        return Given(places, others)

    def see(self, call: ast.Call, given: Callable[[ast.Call], Given]) -> None:
        """Notes a call of one of them."""
        name = dotted(call.func)
        name = name.removeprefix("self.") if name.count(".") == 1 else name
        if name in self.functions:
            self.seen.setdefault(name, []).append(given(call))

    def next_round(self) -> bool:
        """What was seen is what is known from now on; whether that is news."""
        news = self.seen != self.calls
        self.calls, self.seen = self.seen, {}
        return news


def first_round(rounds: ast.expr, of: Callable[[ast.expr], Any]) -> Any:
    """The first value that a loop takes: of a list, or of lists side by side."""
    if isinstance(rounds, ast.Call) and dotted(rounds) in ("enumerate", "zip", "itertools.product", "product"):
        parts = [first_round(one, of) for one in rounds.args]
        return [0, *parts[:1]] if dotted(rounds) == "enumerate" else parts
    found = of(rounds)
    return found[0] if isinstance(found, list) and found else None
