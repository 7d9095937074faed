"""Proposes a scenario for a kernel of a file, with arguments that were tried."""

from __future__ import annotations

import ast
import json
import os
from typing import Any

from ..authors import parsed
from ..errors import RecordError
from ..request import Request
from .attempts import Attempts
from .callers import is_tensor
from .fitting import fitted
from .joining import join_equal
from .kernels import chosen
from .source import Source
from .text import scenario


def propose(request: Request, name: str, out: str) -> dict[str, Any]:
    """Writes the scenario; `name` is what it calls the file."""
    if request.file is None or not os.path.isfile(request.file):
        raise RecordError("E1", f"no file {request.file}")
    tree = _tree(request.file)
    kernel = chosen(tree, request.function or None, os.path.basename(request.file))
    request.function = kernel.name
    source = Source(tree, kernel)
    request.ranks = {"tp": source.ranks}
    tried = Attempts(request)
    fit = fitted(tree, kernel, source, tried)
    refused = fit.attempt.refused()
    if not refused:
        join_equal(source, fit.given, tried)
    made = {
        "function": kernel.name,
        "instructions": fit.attempt.instructions,
        "refused": refused,
        "tensors": [name for name, value in fit.given.items() if is_tensor(value)],
        "scenario": scenario(name, kernel.name, source, fit, refused),
    }
    with open(out, "w", encoding="utf-8") as file:
        json.dump(made, file)
    return {"function": kernel.name}


def _tree(file: str) -> ast.Module:
    try:
        return parsed(file)
    except SyntaxError as error:
        raise RecordError("E1", f"{os.path.basename(file)}:{error.lineno}: {error.msg}") from None
    except ValueError as error:
        raise RecordError("E1", f"{os.path.basename(file)}: {error}") from None
