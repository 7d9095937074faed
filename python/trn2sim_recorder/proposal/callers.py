"""Calls of a kernel in its own file, as tests and examples have them, with arrays of stated sizes."""

from __future__ import annotations

import ast
from doctest import DocTestParser
from typing import Any, Iterator, NamedTuple

from .helpers import Helpers
from .kernels import dotted, makes_kernels
from .stated import Fields, Stated

_ROUNDS = 5  # functions of the file that hand arguments on to others

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
    grid: tuple[int, ...] = ()  # of the launch, if it is told and is not that of cores


def callers(tree: ast.Module, kernel: ast.FunctionDef) -> Iterator[Caller]:
    """Those of the whole file, in its order; a function knows what is known around it, and what calls
    in the file give it."""
    module = Stated({})
    module.run(tree.body)
    helpers = Helpers({one.name: one for one in _all(tree) if one.name != kernel.name}, module.known)
    module = Stated(dict(module.known), helpers)
    module.run(tree.body)
    for _ in range(_ROUNDS):  # from function to function
        found = list(_within(tree, kernel, module.within(), {kernel.name}))
        if not helpers.next_round():
            break
    yield from found
    for example in _examples(kernel):
        yield from _within(example, kernel, module.within(), {kernel.name})


def _all(scope: ast.AST) -> Iterator[ast.FunctionDef]:
    return (one for one in ast.walk(scope) if isinstance(one, ast.FunctionDef))


def _examples(kernel: ast.FunctionDef) -> Iterator[ast.Module]:
    """What a docstring has behind `>>>`."""
    try:
        found = DocTestParser().get_examples(ast.get_docstring(kernel) or "")
        yield ast.parse("".join(one.source for one in found))
    except (SyntaxError, ValueError):
        return


def _within(
    scope: ast.AST, kernel: ast.FunctionDef, values: Stated, around: set[str]
) -> Iterator[Caller]:
    names = [one.arg for one in (*kernel.args.posonlyargs, *kernel.args.args)]
    makers = around | _makers(scope, kernel.name)
    maker, own = getattr(kernel, "inside", ("", ""))
    if maker and getattr(scope, "name", "") == maker:  # the function that makes the kernel may call it too
        makers = makers | {own} | _makers(scope, own)
    for one, known in values.each(scope.body):
        parts = list(_header(one))
        known = _in_rounds(parts, known)
        for call in parts:
            if isinstance(call, ast.Call):
                values.helpers.see(call, known.given)
                if _is_call(call, makers):
                    yield _caller(call, makers, names, known)
    for inner in _functions(scope):
        if inner is not kernel:
            known = values.within()
            known.enter(inner)
            yield from _within(inner, kernel, known, makers)


def _in_rounds(parts: list[ast.AST], values: Stated) -> Stated:
    """With the first round of each comprehension: `[check(rows) for rows in SIZES]`."""
    rounds = [one for one in parts if isinstance(one, ast.comprehension)]
    inner = values.within() if rounds else values
    for one in rounds:
        inner.round(one.target, one.iter)
    return inner


def _caller(call: ast.Call, makers: set[str], names: list[str], values: Stated) -> Caller:
    """By parameter, what the source states."""
    simulated = bool(call.args) and dotted(_root(call.args[0])) in makers
    before = call.func.args[1:] if _is_partial(call.func) else []  # partial(kernel, a)(b)
    placed = [part for one in (*before, *call.args[simulated:]) for part in _parts(one, values)]
    found = dict(zip(names, placed))
    found.update({one.arg: one.value for one in call.keywords if one.arg})
    told = {name: values.of(one) if isinstance(one, ast.AST) else one for name, one in found.items()}
    told.update(values.given(ast.Call(call.func, [], [one for one in call.keywords if not one.arg])).others)
    given = {
        name: one for name, one in told.items()
        if one is not None and not isinstance(one, Fields) and not (isinstance(one, list) and None in one)
    }
    plain = {name for name, one in found.items() if isinstance(one, ast.Call) and dotted(one) in _PLAIN}
    return Caller(call.lineno, given, plain, _grid(call.func, values))


def _grid(func: ast.expr, values: Stated) -> tuple[int, ...]:
    """`kernel[batch, heads](...)`."""
    told = values.of(func.slice) if isinstance(func, ast.Subscript) else None
    sizes = told if isinstance(told, list) else [told]
    return tuple(sizes) if all(type(one) is int and one > 0 for one in sizes) else ()


def _parts(given: ast.expr, values: Stated) -> list:
    """Of `*arguments` each, if the list is known."""
    if not isinstance(given, ast.Starred):
        return [given]
    known = values.of(given.value)
    return list(known) if isinstance(known, list) else []


def _is_partial(func: ast.expr) -> bool:
    return isinstance(func, ast.Call) and dotted(func).rpartition(".")[2] == "partial"


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
    """`kernel(...)`, `kernel[2](...)`, `wrap(kernel)(...)` or `nki.simulate_kernel(kernel, ...)`;
    of a method, `anything.kernel(...)`."""
    func = call.func
    if isinstance(func, ast.Subscript):
        func = func.value
    if isinstance(func, ast.Call):  # nki.jit(kernel)(a), and what the author wraps it with, RUN(kernel)(a)
        return bool(func.args) and dotted(func.args[0]) in names and dotted(func) not in names
    if dotted(func) in names:
        return True
    if isinstance(func, ast.Attribute) and any(one.endswith("." + func.attr) for one in names):
        return True
    simulated = dotted(func).split(".")[-1].startswith("simulate")
    return simulated and len(call.args) > 1 and dotted(_root(call.args[0])) in names
