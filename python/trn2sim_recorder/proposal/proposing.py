"""Proposes a scenario for a kernel of a file, with arguments that were tried."""

from __future__ import annotations

import ast
import json
import os
from typing import Any, NamedTuple

from ..basics.errors import RecordError
from ..host.authors import parsed
from ..running.request import Request
from .attempts import Attempts
from .callers import is_tensor
from .fitting import Fitted, fitted
from .joining import join_equal
from .making import Choice, choices
from .source import Source
from .text import scenario
from .told import comments


def propose(request: Request, name: str, out: str) -> dict[str, Any]:
    """Writes the scenario; `name` is what it calls the file."""
    if request.file is None or not os.path.isfile(request.file):
        raise RecordError("E1", f"no file {request.file}")
    tree = _tree(request.file)
    found = choices(tree, request.function or None, os.path.basename(request.file))
    said = _comments(request.file)
    best: _Found | None = None
    for choice in found:
        one = _tried(request, tree, said, choice, len(found))
        best = one if best is None or one.rank > best.rank else best
        if best.fit.attempt.good:
            break
    choice, source, tried, fit = best
    name_of, refused = choice.kernel.name, fit.attempt.refused()
    if not refused:
        request.function = name_of
        join_equal(source, fit.given, tried)
    made = {
        "function": name_of,
        "instructions": fit.attempt.instructions,
        "refused": refused,
        "tensors": [_tensor(name, value) for name, value in fit.given.items() if is_tensor(value)],
        "scenario": scenario(name, name_of, source, fit, refused, choice.guessed),
    }
    with open(out, "w", encoding="utf-8") as file:
        json.dump(made, file)
    return {"function": name_of}


def _tensor(name: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "shape": value["shape"], "dtype": value["dtype"]}


class _Found(NamedTuple):
    choice: Choice
    source: Source
    tried: Attempts
    fit: Fitted

    @property
    def rank(self) -> tuple:
        attempt = self.fit.attempt
        return attempt.good, attempt.error is None and attempt.instructions > 0, attempt.reached


def _tried(
    request: Request, tree: ast.Module, said: dict[int, str], choice: Choice, share: int
) -> _Found:
    """Arguments for one of the kernels that may be meant, in its share of the time."""
    request.function = choice.kernel.name
    source = Source(tree, choice.kernel, said)
    request.ranks = {"tp": source.ranks, "lnc": source.cores}
    request.launched_with(source.grid)
    tried = Attempts(request, share)
    for name, number in tried.made_with().items():
        if number > 0:
            source.dimensions.said(name, "==", number)
    fit = fitted(tree, choice.kernel, source, tried)
    if fit.cores > source.cores:
        source.cores = request.ranks["lnc"] = fit.cores
        tried = Attempts(request, share)
        fit = fitted(tree, choice.kernel, source, tried)
    return _Found(choice, source, tried, fit)


def _comments(file: str) -> dict[int, str]:
    with open(file, encoding="utf-8", errors="replace") as text:
        return comments(text.read())


def _tree(file: str) -> ast.Module:
    try:
        return parsed(file)
    except SyntaxError as error:
        raise RecordError("E1", f"{os.path.basename(file)}:{error.lineno}: {error.msg}") from None
    except ValueError as error:
        raise RecordError("E1", f"{os.path.basename(file)}: {error}") from None
