"""Kernels that a function of the file makes: the calls that may make one, with numbers stated or guessed."""

from __future__ import annotations

import ast
import json
from typing import Any, Iterator, NamedTuple

from .callers import callers
from .kernels import alone, chosen, functions, is_marked, made_by, within
from .statements import constants
from .told import numbers

# Numbers by what a parameter is called, and what others are: one set after another is tried.
_WORDS = {
    **dict.fromkeys(("seq", "seqlen", "length", "tokens", "rows", "s", "t", "n", "m", "k"), 256),
    **dict.fromkeys(("batch", "heads", "head", "layers", "experts", "num", "count", "bh", "b", "steps"), 2),
    **dict.fromkeys(("block", "tile", "chunk", "size", "dim", "hidden", "width", "cols", "d", "h"), 128),
    **dict.fromkeys(("eps", "epsilon"), 1e-6),
    **dict.fromkeys(("scale", "alpha", "factor"), 1.0),
}
_OTHERS = (128, 1, 512)


class Call(NamedTuple):
    """The text of a call, and whether numbers of it are guesses."""

    text: str
    guessed: bool


class Choice(NamedTuple):
    """A kernel under the name that a scenario gives it, and whether that has guesses in it."""

    kernel: ast.FunctionDef
    guessed: bool


def choices(tree: ast.Module, wanted: str | None, file: str) -> list[Choice]:
    """The kernel of that name; where a function makes it, one for each call that is to be tried."""
    found = functions(tree)
    maker = _maker(tree, found, wanted)
    if maker is None:
        first = chosen(tree, wanted, file)
        kernel = alone(tree) if wanted is None else None  # where what launches it has more to do
        return [Choice(one, False) for one in dict.fromkeys((first, kernel or first))]
    return [Choice(made_by(found, call.text, file), call.guessed) for call in calls(tree, maker)]


def _maker(
    tree: ast.Module, found: dict[str, ast.FunctionDef], wanted: str | None
) -> ast.FunctionDef | None:
    """The function that makes the kernel, if the kernel or the function is what is wanted."""
    inside = within(found)
    if wanted is None:
        alone = len(inside) == 1 and not any(is_marked(tree, one) for one in found.values())
        return inside[0][0] if alone else None
    named = [
        maker for maker, inner in inside
        if (wanted == inner.name and wanted not in found)
        or (wanted == maker.name and not is_marked(tree, maker) and returned(maker) is not None)
    ]
    without = within(found, True)  # a mark of NKI's
    plain = [one for one, _ in without if one.name == wanted and returned(one) is not None]
    named = named or [one for one in plain if not is_marked(tree, one)][:1]
    if not named and wanted not in found:
        named = [maker for maker, inner in without if inner.name == wanted]
    return named[0] if len(named) == 1 else None


def returned(maker: ast.FunctionDef) -> str | None:
    """What to write behind the call to have a function: nothing, or `[1]`; None if it returns none."""
    within = {one.name for one in ast.walk(maker) if isinstance(one, ast.FunctionDef) and one is not maker}
    for one in _returns(maker):
        if isinstance(one, ast.Name) and one.id in within:
            return ""
        for place, part in enumerate(one.elts if isinstance(one, (ast.Tuple, ast.List)) else ()):
            if isinstance(part, ast.Name) and part.id in within:
                return f"[{place}]"
    return None


def _returns(maker: ast.AST) -> Iterator[ast.expr]:
    """What a function returns, without those in it."""
    for one in ast.iter_child_nodes(maker):
        if isinstance(one, ast.Return) and one.value is not None:
            yield one.value
        if not isinstance(one, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            yield from _returns(one)


def calls(tree: ast.Module, maker: ast.FunctionDef) -> list[Call]:
    """Those of the file whose numbers it states; else with numbers under the names of the parameters,
    and with guesses at what has none."""
    behind, given = returned(maker) or "", maker.args
    needed = [one.arg for one in given.args[: len(given.args) - len(given.defaults)]]
    if not needed:
        return [Call(f"{maker.name}(){behind}", False)]
    for one in callers(tree, maker):
        if all(isinstance(one.given.get(name), (int, float, str)) for name in needed):
            return [Call(_text(maker.name, [one.given[name] for name in needed], behind), False)]
    said = numbers(tree, constants(tree))
    made = []
    for other in _OTHERS:
        values = [said.get(name.lower(), _by_words(name, other)) for name in needed]
        made.append(Call(_text(maker.name, values, behind), True))
    return list(dict.fromkeys(made))


def _by_words(name: str, other: int) -> Any:
    """By the last word of a name that says something."""
    found = [_WORDS[word] for word in reversed(name.lower().split("_")) if word in _WORDS]
    return found[0] if found and other == _OTHERS[0] else other


def _text(name: str, values: list, behind: str) -> str:
    return f"{name}({', '.join(map(json.dumps, values))}){behind}"
