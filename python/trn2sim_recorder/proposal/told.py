"""Shapes of parameters as a kernel's docstring states them."""

from __future__ import annotations

import ast
import re
from typing import Iterator

# `x (nl.ndarray): [B, S, H=512], the input`, `x: tensor of shape (128, 512)`, `:param x: [K, M]`.
_SIZES = re.compile(r"[\[(]\s*(\w+(?:\s*=\s*\d+)?(?:\s*,\s*[^,()\[\]]+)*)\s*,?\s*[\])]")
_WORDS = (
    "optional", "default", "required", "int", "float", "bool", "str", "list", "tuple", "integer", "number",
)
_SIZE = re.compile(r"([A-Za-z_]\w*)?\s*=?\s*(\d+)?")


def shapes(kernel: ast.FunctionDef) -> dict[str, list[tuple[str, int | None]]]:
    """By parameter, its dimensions in order: the name of each, and its size, if they have any."""
    text = ast.get_docstring(kernel) or ""
    found = {}
    for one in (*kernel.args.posonlyargs, *kernel.args.args, *kernel.args.kwonlyargs):
        for sizes in _stated(one.arg, text):
            found[one.arg] = sizes
            break
    return found


def _stated(name: str, text: str) -> Iterator[list[tuple[str, int | None]]]:
    """What stands behind the name and a colon or a bracket, where a line begins with it."""
    before = r"^\s*(?:[-*]\s*)?(?::param\s+(?:\w+\s+)?)?[`*]*"
    line = re.compile(rf"{before}{re.escape(name)}\b[`*]*\s*([:(\[-].*)$", re.MULTILINE)
    for rest in line.findall(text):
        behind = re.sub(r"^\([^)\[\]]*\)\s*:?", "", rest) if ":" in rest else rest
        for part in _SIZES.findall(behind)[:1]:
            sizes = [_SIZE.fullmatch(one.strip()) for one in part.split(",")]
            if all(sizes) and all(one[0].strip() and one[1] not in _WORDS for one in sizes):
                yield [(one[1] or "", int(one[2]) if one[2] else None) for one in sizes]
