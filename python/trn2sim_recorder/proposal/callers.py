"""Calls of a kernel in its own file, as tests and examples have them, with arrays of stated sizes."""

from __future__ import annotations

import ast
from typing import Any, Iterator, NamedTuple

from .kernels import dotted, makes_kernels
from .stated import Array, Stated


def is_tensor(value: Any) -> bool:
    """Whether an argument is a description of an array."""
    return isinstance(value, dict) and "shape" in value


class Caller(NamedTuple):
    """A call: where it is, and what it gives to the parameters that could be made out."""

    line: int
    given: dict[str, Any]


def callers(tree: ast.Module, kernel: ast.FunctionDef) -> Iterator[Caller]:
    """Those of the whole file, in its order."""
    names = [one.arg for one in (*kernel.args.posonlyargs, *kernel.args.args)]
    module = Stated({})
    module.run(tree.body)
    scopes = [tree, *(one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef))]
    for scope in scopes:
        if scope is kernel:
            continue
        values = Stated(dict(module.known))
        if isinstance(scope, ast.FunctionDef):
            values.enter(scope)
        values.run(scope.body)
        makers = _makers(scope, kernel.name)
        for call in _own(scope):
            if isinstance(call, ast.Call) and _is_call(call, makers):
                yield Caller(call.lineno, _given(call, makers, names, values))


def _given(call: ast.Call, makers: set[str], names: list[str], values: Stated) -> dict[str, Any]:
    """By parameter, what the source states."""
    simulated = bool(call.args) and dotted(call.args[0]) in makers
    found = dict(zip(names, call.args[1:] if simulated else call.args))
    found.update({one.arg: one.value for one in call.keywords if one.arg})
    told = {name: values.of(value) for name, value in found.items()}
    return {name: value for name, value in told.items() if value is not None}


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """What is in a function or file, without the functions in it."""
    for one in ast.iter_child_nodes(scope):
        if not isinstance(one, (ast.FunctionDef, ast.ClassDef)):
            yield one
            yield from _own(one)


def _makers(scope: ast.AST, kernel: str) -> set[str]:
    """The kernel's name, and those of `fast = nki.benchmark(warmup=5)(kernel)` and its like."""
    found = {kernel}
    for one in _own(scope):
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            parts = {dotted(part) for part in ast.walk(one.value) if isinstance(part, ast.Name)}
            made = isinstance(one.value, (ast.Call, ast.Subscript)) and makes_kernels(_root(one.value))
            if kernel in parts and (made or isinstance(one.value, ast.Subscript)):
                found.add(one.targets[0].id)
    return found


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
    return simulated and len(call.args) > 1 and dotted(call.args[0]) in names
