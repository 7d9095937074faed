"""Sizes that are computed from others, as sources and docstrings have them: `I = H * P`, `[R, K-1]`."""

from __future__ import annotations

import ast
import operator
import re
from typing import Callable, Iterator, Mapping

_DOES: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Div: operator.floordiv,
}
# `P == 64`, `head_dim = 128`, `H <= 512`, `K % 128 == 0`, `K multiple of 128`, `T must be 1`.
_FACT = re.compile(
    r"(?<![\w.=*/+-])`*([A-Za-z_]\w*)`*\s*"
    r"(?:(==?|<=?)\s*`*(\d+)\b(?!\.\d|\s*[*/%(])|%\s*(\d+)\s*==?\s*0|(?:is |must be |be |a )*(?:divisible by|multiple of)\s+`*(\d+)"
    r"|(?:has to|must) (?:be|equal) `*(\d+)\b(?!\.\d))"
)


def expression(text: str) -> ast.expr | None:
    """A sum or product of names and numbers."""
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return None
    return node if isinstance(node, ast.BinOp) and is_sum(node) else None


def is_sum(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return type(node.op) in _DOES and is_sum(node.left) and is_sum(node.right)
    return isinstance(node, ast.Name) or (isinstance(node, ast.Constant) and type(node.value) is int)


def computed(node: ast.expr, values: Mapping[str, int]) -> int | None:
    """Its value, if all names have one and it is a size."""
    if isinstance(node, ast.BinOp):
        sides = computed(node.left, values), computed(node.right, values)
        if None in sides or type(node.op) not in _DOES or (not sides[1] and type(node.op) in (ast.Div, ast.FloorDiv)):
            return None
        return _DOES[type(node.op)](*sides)
    return values.get(node.id) if isinstance(node, ast.Name) else node.value


def facts(text: str) -> Iterator[tuple[str, str, int]]:
    """What prose says of names: `==`, `<=` or `<` with a number, `%` with one that divides them."""
    for name, how, number, part, parts, only in _FACT.findall(text):
        if number or only:
            yield name, "==" if how in ("", "=") else how, int(number or only)
        else:
            yield name, "%", int(part or parts)
