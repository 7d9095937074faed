"""Calls of a kernel in its own file, as tests and examples have them, with arrays of stated sizes."""

from __future__ import annotations

import ast
from doctest import DocTestParser
from typing import Any, Iterator, NamedTuple

from .kernels import dotted, makes_kernels
from .stated import Array, Fields, Stated

# A call of these is a number.
_PLAIN = ("int", "float", "bool", "len", "round", "math.sqrt", "math.ceil")


def is_tensor(value: Any) -> bool:
    """Whether an argument is a description of an array."""
    return isinstance(value, dict) and "shape" in value


class Caller(NamedTuple):
    """A call: where it is, what it gives to the parameters that could be made out, and which of them
    get a number for sure."""

    line: int
    given: dict[str, Any]
    plain: set[str]


def callers(tree: ast.Module, kernel: ast.FunctionDef) -> Iterator[Caller]:
    """Those of the whole file, in its order; a function knows what is known around it."""
    module = Stated({})
    module.run(tree.body)
    module.calls = _first_calls(tree, kernel)
    yield from _within(tree, kernel, module, {kernel.name})
    for example in _examples(kernel):
        yield from _within(example, kernel, Stated(dict(module.known)), {kernel.name})


def _examples(kernel: ast.FunctionDef) -> Iterator[ast.Module]:
    """What a docstring has behind `>>>`."""
    try:
        found = DocTestParser().get_examples(ast.get_docstring(kernel) or "")
        yield ast.parse("".join(one.source for one in found))
    except (SyntaxError, ValueError):
        return


def _first_calls(tree: ast.Module, kernel: ast.FunctionDef) -> dict[str, ast.Call]:
    """By function of the file, but for the kernel, the first call: `test(rows=512)`."""
    found: dict[str, ast.Call] = {}
    for one in ast.walk(tree):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id != kernel.name:
            found.setdefault(one.func.id, one)
    return found


def _within(
    scope: ast.AST, kernel: ast.FunctionDef, values: Stated, around: set[str]
) -> Iterator[Caller]:
    names = [one.arg for one in (*kernel.args.posonlyargs, *kernel.args.args)]
    makers = around | _makers(scope, kernel.name)
    for one, known in values.each(scope.body):
        for call in _header(one):
            if isinstance(call, ast.Call) and _is_call(call, makers):
                yield _caller(call, makers, names, known)
    for inner in _functions(scope):
        if inner is not kernel:
            known = Stated(dict(values.known), values.calls)
            known.enter(inner)
            yield from _within(inner, kernel, known, makers)


def _caller(call: ast.Call, makers: set[str], names: list[str], values: Stated) -> Caller:
    """By parameter, what the source states."""
    simulated = bool(call.args) and dotted(_root(call.args[0])) in makers
    placed = [part for one in call.args[simulated:] for part in _parts(one, values)]
    found = dict(zip(names, placed))
    found.update({one.arg: one.value for one in call.keywords if one.arg})
    told = {name: one if isinstance(one, Array) else values.of(one) for name, one in found.items()}
    given = {name: one for name, one in told.items() if one is not None and not isinstance(one, Fields)}
    plain = {name for name, one in found.items() if isinstance(one, ast.Call) and dotted(one) in _PLAIN}
    return Caller(call.lineno, given, plain)


def _parts(given: ast.expr, values: Stated) -> list:
    """Of `*arguments` each, if the list is known."""
    if not isinstance(given, ast.Starred):
        return [given]
    known = values.of(given.value)
    return [one if isinstance(one, Array) else ast.Constant(one) for one in known or ()]


def _functions(scope: ast.AST) -> Iterator[ast.FunctionDef]:
    """Those in a function, class or file, without the functions in them."""
    for one in ast.iter_child_nodes(scope):
        if isinstance(one, ast.FunctionDef):
            yield one
        elif not isinstance(one, ast.expr):
            yield from _functions(one)


def _header(statement: ast.stmt) -> Iterator[ast.AST]:
    """What a statement evaluates itself, without the statements and functions in it."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return
    for one in ast.iter_child_nodes(statement):
        if not isinstance(one, (ast.stmt, ast.excepthandler)):
            yield from ast.walk(one)


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """What is in a function or file, without the functions in it."""
    for one in ast.iter_child_nodes(scope):
        if not isinstance(one, (ast.FunctionDef, ast.ClassDef)):
            yield one
            yield from _own(one)


def _makers(scope: ast.AST, kernel: str) -> set[str]:
    """Other names of the kernel: `fast = nki.benchmark(warmup=5)(kernel)`, `wrap(kernel)`, `kernel[2]`."""
    found = set()
    for one in _own(scope):
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            value = one.value.body if isinstance(one.value, ast.IfExp) else one.value
            parts = {dotted(part) for part in ast.walk(value) if isinstance(part, ast.Name)}
            if parts & {kernel, *found} and _is_made(value, {kernel, *found}):
                found.add(one.targets[0].id)
    return found


def _is_made(value: ast.expr, names: set[str]) -> bool:
    alone = isinstance(value, ast.Call) and len(value.args) == 1 and dotted(value.args[0]) in names
    made = isinstance(value, ast.Call) and makes_kernels(_root(value))
    return alone or made or isinstance(value, ast.Subscript)


def _root(node: ast.expr) -> ast.expr:
    """`nki.benchmark` of `nki.benchmark(warmup=5)(kernel)[2]`."""
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node


def _is_call(call: ast.Call, names: set[str]) -> bool:
    """`kernel(...)`, `kernel[2](...)`, `nki.jit(kernel)(...)` or `nki.simulate_kernel(kernel, ...)`;
    of a method, `anything.kernel(...)`."""
    func = call.func
    if isinstance(func, ast.Subscript):
        func = func.value
    if isinstance(func, ast.Call):
        return makes_kernels(_root(func)) and bool(func.args) and dotted(func.args[0]) in names
    if dotted(func) in names:
        return True
    if isinstance(func, ast.Attribute) and any(one.endswith("." + func.attr) for one in names):
        return True
    simulated = dotted(func).split(".")[-1].startswith("simulate")
    return simulated and len(call.args) > 1 and dotted(_root(call.args[0])) in names
