"""What single statements of a kernel's source say: its parameters, numbers, sizes taken apart, assertions."""

from __future__ import annotations

import ast
from typing import Any, Iterator

from ..api.language import TileSize
from .kernels import dotted
from .parameters import Parameter
from .sums import computed


_SHAPED = ("ndarray", "zeros", "ones", "full", "empty", "reshape")


def required(kernel: ast.FunctionDef) -> Iterator[Parameter]:
    """Parameters without a default; the others are left to it."""
    given = kernel.args
    placed = [*given.posonlyargs, *given.args]
    named = [one for one, value in zip(given.kwonlyargs, given.kw_defaults) if value is None]
    for one in [*placed[: len(placed) - len(given.defaults)], *named]:
        yield Parameter(one.arg, ast.unparse(one.annotation) if one.annotation else "")


def defaults(kernel: ast.FunctionDef) -> Iterator[tuple[str, int]]:
    """Parameters whose default is a whole number, above nothing."""
    given = kernel.args
    placed = [*given.posonlyargs, *given.args]
    pairs = [*zip(reversed(placed), reversed(given.defaults)), *zip(given.kwonlyargs, given.kw_defaults)]
    for one, value in pairs:
        number = None if value is None else whole_number(value)
        if number is not None and number > 0:
            yield one.arg, number


def constants(tree: ast.Module) -> dict[str, int]:
    found = {}
    for one in tree.body:
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            value = whole_number(one.value)
            if value is not None:
                found[one.targets[0].id] = value
    return found


def whole_number(node: ast.expr) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = whole_number(node.operand)
        return None if value is None else -value
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Attribute) and dotted(node.value).endswith("tile_size"):
        limit = getattr(TileSize, node.attr, None)
        return limit if isinstance(limit, int) else None
    return None


def product(how: ast.operator, left: Any, right: Any) -> int | None:
    """Of two whole numbers, or their sum, or what is left of them."""
    if not isinstance(left, int) or not isinstance(right, int):
        return None
    return computed(ast.BinOp(ast.Constant(left), how, ast.Constant(right)), {})


def counted(node: ast.AST) -> Iterator[ast.AST]:
    """What is computed with, compared, a size, or the bound of a loop or slice: numbers, not tensors in HBM."""
    if isinstance(node, (ast.BinOp, ast.Compare)):
        yield from ast.iter_child_nodes(node)
    elif isinstance(node, ast.Call) and dotted(node).endswith("range"):
        yield from node.args
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield node.operand
    elif isinstance(node, ast.Slice):
        yield from (one for one in (node.lower, node.upper, node.step) if one is not None)
    elif isinstance(node, ast.Call) and dotted(node).rpartition(".")[2] in _SHAPED:
        shape = [*node.args[:1], *(one.value for one in node.keywords if one.arg == "shape")]
        yield from (one for sizes in shape for one in getattr(sizes, "elts", ()))


def unpacked(kernel: ast.FunctionDef) -> Iterator[tuple[str, int]]:
    """Tensors whose sizes are taken apart, `T, H = x.shape`, and in how many."""
    for one in ast.walk(kernel):
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Tuple):
            name, _, last = dotted(one.value).rpartition(".")
            if last == "shape":
                yield name, len(one.targets[0].elts)


def reshaped(function: ast.FunctionDef) -> Iterator[tuple[str, int]]:
    """Names that are something else from a line on: `g = g.reshape((1, n))`."""
    for one in ast.walk(function):
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call):
            name, _, method = dotted(one.value).rpartition(".")
            if name and method and dotted(one.targets[0]) == name:
                yield name, one.lineno


def asserted(node: ast.AST) -> Iterator[ast.expr]:
    """What an `assert` states, or a call such as `kernel_assert(K == M, "...")`."""
    if isinstance(node, ast.Assert):
        yield from _conditions(node.test)
    elif isinstance(node, ast.Call) and node.args and "assert" in dotted(node).rpartition(".")[2].lower():
        yield from _conditions(node.args[0])


def _conditions(test: ast.expr) -> Iterator[ast.expr]:
    """The parts of an `and`, and of `a == b == c`."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        for one in test.values:
            yield from _conditions(one)
    elif isinstance(test, ast.Compare) and len(test.ops) > 1:
        sides = [test.left, *test.comparators]
        for place, how in enumerate(test.ops):
            yield ast.Compare(sides[place], [how], [sides[place + 1]])
    else:
        yield test
