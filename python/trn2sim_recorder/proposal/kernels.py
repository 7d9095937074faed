"""Which functions of a file are kernels, by the source alone."""

from __future__ import annotations

import ast
from typing import Iterator

from ..basics.errors import RecordError, nearest_name

_MAKERS = ("jit", "nki_jit", "benchmark", "baremetal", "profile", "trace")
_OTHERS = ("jax", "torch", "numba", "triton")
_INSTRUCTIONS = ("nl", "nisa", "nki")


def dotted(node: ast.AST) -> str:
    """`nki.jit` of `nki.jit` and of `nki.jit(mode="torchxla")`; empty for anything else."""
    if isinstance(node, ast.Call):
        return dotted(node.func)
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return node.id if isinstance(node, ast.Name) else ""


def makes_kernels(node: ast.AST) -> bool:
    """Whether it is a decorator of NKI's, or a call of one."""
    parts = dotted(node).split(".")
    return parts[-1] in _MAKERS and parts[0] not in _OTHERS


def functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Those that a scenario can name: of the file itself, `if` and `try` included, and of its classes.
    Of several with one name the first: others stand in for it where something is not installed."""
    found: dict[str, ast.FunctionDef] = {}
    for one in _statements(tree.body):
        if isinstance(one, ast.FunctionDef):
            found.setdefault(one.name, one)
        elif isinstance(one, ast.ClassDef):
            for method in _methods(one):
                found.setdefault(method.name, method)
    return found


def _methods(owner: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """As functions: `Class.kernel`, or `Class().kernel` without the object that it is a method of."""
    for one in _statements(owner.body):
        if isinstance(one, ast.FunctionDef) and not one.name.startswith("__"):
            kinds = {dotted(kind) for kind in one.decorator_list}
            free = "staticmethod" in kinds
            made = "" if kinds & {"staticmethod", "classmethod"} else "()"
            method = ast.FunctionDef(**dict(ast.iter_fields(one)))
            method.name = f"{owner.name}{made}.{one.name}"
            method.args = one.args if free else _without_first(one.args)
            yield ast.copy_location(method, one)


def _without_first(given: ast.arguments) -> ast.arguments:
    made = ast.arguments(**dict(ast.iter_fields(given)))
    if made.posonlyargs:
        made.posonlyargs = made.posonlyargs[1:]
    else:
        made.args = made.args[1:]
    return made


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for one in body:
        yield one
        if isinstance(one, (ast.If, ast.Try, ast.With)):
            yield from _statements(one.body)
            yield from _statements(getattr(one, "orelse", []))


def chosen(tree: ast.Module, wanted: str | None, file: str) -> ast.FunctionDef:
    """The kernel of that name, or the only one that no other kernel calls."""
    found = functions(tree)
    if wanted is not None and "(" in wanted and wanted not in found:
        return made_by(found, wanted, file)
    if wanted is not None:
        alike = [one for name, one in found.items() if _is_named(name, wanted)]
        if wanted not in found and len(alike) != 1:
            near = nearest_name(wanted, found)
            makers = [maker.name for maker, inner in within(found, True) if inner.name == wanted]
            if makers:
                hint = f": {' and '.join(makers)} each have one inside; name the call that makes it, such as {makers[0]}()"
            else:
                hint = f"; nearest: {near}" if near else f"; it has {', '.join(found)}" if found else ""
            raise RecordError("E1", f"{file} has no function '{wanted}'{hint}", near)
        return found.get(wanted) or alike[0]
    kernels, inside = _kernels(tree, found), within(found)
    if inside and not any(is_marked(tree, one) for one in kernels):
        made = ", ".join(f"{inner.name} (by {maker.name})" for maker, inner in inside)
        raise RecordError("E1", f"{file} has no kernel outside of functions, and {len(inside)} inside; name one: {made}")
    if len(kernels) == 1:
        return _launcher(kernels[0], found)
    if not kernels:
        raise RecordError("E1", f"{file} has no function with nki.jit or instructions of NKI")
    names = ", ".join(f"{one.name} (line {one.lineno})" for one in kernels)
    raise RecordError("E1", f"{file} has {len(kernels)} kernels, name one of them: {names}")


def _is_named(name: str, wanted: str) -> bool:
    """A method may be called by its own name, or without the call that makes an object."""
    plain = name.replace("()", "")
    return "." in name and wanted in (plain, plain.rpartition(".")[2])


def within(
    found: dict[str, ast.FunctionDef], plain: bool = False
) -> list[tuple[ast.FunctionDef, ast.FunctionDef]]:
    """Functions that make a kernel, and the kernel; also one without a mark of NKI's, if it may be plain."""
    return [
        (maker, one)
        for maker in found.values()
        for one in ast.walk(maker)
        if isinstance(one, ast.FunctionDef) and one.name != maker.name
        if any(map(makes_kernels, one.decorator_list)) or (plain and _has_instructions(one))
    ]


def made_by(found: dict[str, ast.FunctionDef], wanted: str, file: str) -> ast.FunctionDef:
    """The kernel that a call makes: that of the function it names, or the only one within a function."""
    inside, name = within(found), wanted.partition("(")[0].strip()
    own = [inner for maker, inner in inside if maker.name == name]
    own = own or [inner for maker, inner in within(found, True) if maker.name == name]
    inner = own or [inner for _, inner in inside]
    if len(inner) != 1:
        raise RecordError("E1", f"{file} has {len(inner)} kernels that a call such as {wanted} may make")
    kernel = ast.FunctionDef(**dict(ast.iter_fields(inner[0])))
    kernel.name, kernel.inside = wanted, (wanted.partition("(")[0].strip(), inner[0].name)
    return ast.copy_location(kernel, inner[0])


def alone(tree: ast.Module) -> ast.FunctionDef | None:
    """The only kernel of a file, whatever launches it."""
    kernels = _kernels(tree, functions(tree))
    return kernels[0] if len(kernels) == 1 else None


def is_marked(tree: ast.Module, one: ast.FunctionDef) -> bool:
    return one.name in _wrapped(tree) or any(map(makes_kernels, one.decorator_list))


def _wrapped(tree: ast.Module) -> set[str]:
    """Names that `nki.jit` is called with."""
    return {
        dotted(one.args[0])
        for one in ast.walk(tree)
        if isinstance(one, ast.Call) and one.args and makes_kernels(one.func)
    }


def _kernels(tree: ast.Module, found: dict[str, ast.FunctionDef]) -> list[ast.FunctionDef]:
    marked = [one for one in found.values() if is_marked(tree, one)]
    plain = [one for one in found.values() if _has_instructions(one)]
    return _outermost(marked or [one for one in plain if "." not in one.name] or plain)


def _launcher(kernel: ast.FunctionDef, found: dict[str, ast.FunctionDef]) -> ast.FunctionDef:
    """The function that launches it with a grid, which knows the grid for its arguments."""
    for one in found.values():
        for call in ast.walk(one):
            grid = isinstance(call, ast.Call) and isinstance(call.func, ast.Subscript)
            if one is not kernel and grid and dotted(call.func.value) == kernel.name:
                return one if one.args.args and not one.name.startswith("test") else kernel
    return kernel


def _has_instructions(function: ast.FunctionDef) -> bool:
    """Calls such as `nl.load`, also of modules under longer names, `nl_old.load`."""
    names = {dotted(one).partition(".") for one in ast.walk(function) if isinstance(one, ast.Call)}
    return any(part and module.split("_")[0] in _INSTRUCTIONS for module, _, part in names)


def _outermost(kernels: list[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Without those that others of them call; all of them if they call one another."""
    called = {
        dotted(one)
        for kernel in kernels
        for one in ast.walk(kernel)
        if isinstance(one, ast.Call) and dotted(one) != kernel.name
    }
    return [one for one in kernels if one.name not in called] or kernels
