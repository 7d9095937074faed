"""How far a kernel reads whose loops and indices are numbers of its source, and which asks no tensor for
its shape."""

from __future__ import annotations

import ast
from typing import Iterator, Mapping

from .kernels import dotted
from .statements import whole_number

# The least and the greatest number that an expression may be.
Span = tuple[int, int]


def reached(kernel: ast.FunctionDef, constants: Mapping[str, int]) -> dict[str, list[int | None]]:
    """By parameter the sizes that its indices need, None where they say nothing."""
    names = {one.arg for one in (*kernel.args.posonlyargs, *kernel.args.args, *kernel.args.kwonlyargs)}
    found = _Indices(names - _otherwise_used(kernel, names))
    found.statements(kernel.body, {name: (value, value) for name, value in constants.items()})
    for name, place in found.unknown:
        found.sizes[name][place] = None
    return {name: sizes for name, sizes in found.sizes.items() if name in found.names and any(sizes)}


def _otherwise_used(kernel: ast.FunctionDef, names: set[str]) -> set[str]:
    """Parameters of which there is more than indices and types."""
    parts: set[int] = set()
    for one in ast.walk(kernel):
        if isinstance(one, ast.Subscript) or (isinstance(one, ast.Attribute) and one.attr == "dtype"):
            parts.add(id(one.value))
    return {one.id for one in ast.walk(kernel) if isinstance(one, ast.Name) and id(one) not in parts} & names


class _Indices:
    def __init__(self, names: set[str]):
        self.names = names
        self.sizes: dict[str, list[int | None]] = {}
        self.unknown: set[tuple[str, int]] = set()  # places that another index may need more of

    def statements(self, body: list[ast.stmt], known: dict[str, Span]) -> None:
        for one in body:
            if isinstance(one, ast.For):
                self._indices(one.iter, known)
                span = _turns(one.iter, known)
                inner = dict(known)
                inner.pop(dotted(one.target), None)
                self.statements(one.body, inner | ({dotted(one.target): span} if span else {}))
            elif isinstance(one, (ast.If, ast.While, ast.With)):
                self.statements(one.body + getattr(one, "orelse", []), known)
            else:
                self._indices(one, known)
                if isinstance(one, ast.Assign):
                    known.update(_assigned(one.targets[0], one.value, known))

    def _indices(self, node: ast.AST, known: dict[str, Span]) -> None:
        for one in ast.walk(node):
            if isinstance(one, ast.Subscript) and dotted(one.value) in self.names:
                places = one.slice.elts if isinstance(one.slice, ast.Tuple) else [one.slice]
                self._index(dotted(one.value), [_span(place, known) for place in places], places)

    def _index(self, name: str, spans: list[Span | None], places: list[ast.expr]) -> None:
        other = any(isinstance(one, ast.Constant) and type(one.value) is not int for one in places)
        sizes = self.sizes.setdefault(name, [None] * len(spans))
        if other or len(sizes) != len(spans) or any(span and span[0] < 0 for span in spans):
            self.names = self.names - {name}
            return
        for place, span in enumerate(spans):
            if span is not None:
                sizes[place] = max(sizes[place] or 0, span[1] + 1)
            elif ast.unparse(places[place]) != ":":
                self.unknown.add((name, place))


def _assigned(target: ast.expr, value: ast.expr, known: Mapping[str, Span]) -> Iterator[tuple[str, Span]]:
    """Names with what they are; those of a grid of indices, `p, f = nl.mgrid[0:128, 0:512]`, too."""
    grid = isinstance(value, ast.Subscript) and dotted(value.value).endswith("mgrid")
    if grid and isinstance(value.slice, ast.Tuple):
        words = [f"{dotted(target)}.{word}" for word in "pxyzw"]
        words = [dotted(one) for one in getattr(target, "elts", ())] or words
        for word, part in zip(words, value.slice.elts):
            if (span := _span(part, known)) is not None:
                yield word, span
    elif isinstance(target, ast.Name) and (span := _span(value, known)) is not None:
        yield target.id, span


def _turns(node: ast.expr, known: Mapping[str, Span]) -> Span | None:
    """What a loop counts through."""
    bounds = [_span(one, known) for one in node.args] if isinstance(node, ast.Call) else []
    if not bounds or len(bounds) > 2 or None in bounds or not dotted(node).endswith("range"):
        return None
    return (bounds[0][0] if len(bounds) == 2 else 0, bounds[-1][1] - 1)


def _span(node: ast.expr | None, known: Mapping[str, Span]) -> Span | None:
    """Of a number, a name, a sum or product of them, a slice, or an index range."""
    if node is None:
        return None
    if isinstance(node, (ast.Name, ast.Attribute)) and dotted(node) in known:
        return known[dotted(node)]
    if (number := whole_number(node)) is not None:
        return number, number
    if isinstance(node, ast.Slice):
        first = (0, 0) if node.lower is None else _span(node.lower, known)
        last = _span(node.upper, known)
        return (first[0], last[1] - 1) if first and last and node.step is None else None
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call):  # nl.arange(128)[:, None]
        return _span(node.value, known)
    if isinstance(node, ast.Call):
        given, last = [_span(one, known) for one in node.args], dotted(node).rpartition(".")[2]
        if last == "ds" and len(given) == 2 and None not in given:
            return given[0][0], given[0][1] + given[1][1] - 1
        return _turns(ast.Call(ast.Name("range"), node.args, []), known) if last == "arange" else None
    if isinstance(node, ast.BinOp):
        return _computed(node.op, _span(node.left, known), _span(node.right, known))
    return None


def _computed(how: ast.operator, left: Span | None, right: Span | None) -> Span | None:
    if left is None or right is None:
        return None
    if isinstance(how, ast.Add):
        return left[0] + right[0], left[1] + right[1]
    if isinstance(how, ast.Sub):
        return left[0] - right[1], left[1] - right[0]
    if isinstance(how, ast.Mult) and min(left + right) >= 0:
        return left[0] * right[0], left[1] * right[1]
    if isinstance(how, ast.FloorDiv) and left[0] >= 0 and right[0] > 0:
        return left[0] // right[1], left[1] // right[0]
    return None
