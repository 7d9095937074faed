"""On how many cores a file launches its kernel: `kernel[2](...)`, `wrap(kernel)[LNC](...)`."""

from __future__ import annotations

import ast

from .kernels import dotted

_CORES = 2


def cores(tree: ast.Module, kernel: str, constants: dict[str, int]) -> int:
    """Two where a launch of the file, that of what wraps the kernel included, has a grid of two."""
    names = _wrapped(tree, kernel)
    for one in ast.walk(tree):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Subscript):
            if _launches(one.func.value, names) and _CORES in _counts(one.func.slice, constants):
                return _CORES
        if isinstance(one, ast.FunctionDef) and one.name == kernel:
            for given in (each for made in one.decorator_list for each in getattr(made, "keywords", ())):
                if given.arg == "grid" and _number(given.value, constants) == _CORES:
                    return _CORES
    return 1


def _wrapped(tree: ast.Module, kernel: str) -> set[str]:
    """The kernel's name, and those of `launch = wrap(kernel)` and `launch = kernel[2]`."""
    names = {kernel}
    for one in ast.walk(tree):
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and _launches(one.value, names):
            names.add(one.targets[0].id)
    return names


def _launches(node: ast.expr, names: set[str]) -> bool:
    if isinstance(node, ast.Call):
        return any(dotted(given) in names for given in node.args[:1] if isinstance(given, (ast.Name, ast.Attribute)))
    return isinstance(node, (ast.Name, ast.Attribute)) and dotted(node) in names


def _counts(grid: ast.expr, constants: dict[str, int]) -> list[int | None]:
    """The only size of a grid, or cores within one: `[nl.spmd_dim(rows, nl.nc(2)), columns]`."""
    cores = [one for one in ast.walk(grid) if isinstance(one, ast.Call) and dotted(one).endswith("nl.nc")]
    return [_number(one, constants) for one in (grid, *cores)]


def _number(node: ast.expr, constants: dict[str, int]) -> int | None:
    """`2`, `(2,)`, a name for it, or `nl.nc(2)`."""
    if isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) == 1:
        node = node.elts[0]
    if isinstance(node, ast.Call) and dotted(node).rpartition(".")[2] == "nc" and node.args:
        node = node.args[0]
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None
