"""Python that NKI before 0.7 refuses in a kernel and in the functions it calls, run or not.

Its compiler reads their source, where later ones, NKI's own simulator and this recorder run it. Only
forms are here of which its documentation, its source (KLR's `gather`) or its messages say so.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from types import FunctionType
from typing import Any, Iterator

from ..api.jit import Kernel
from ..host.authors import is_authors, parsed
from ..recording.recorder import Recorder

_REFUSED = "which NKI before 0.7 refuses"
_TOP = "it goes to the top of the file"
_APPEND = "a loop does it that appends to a list"

_FORMS: dict[type, tuple[str, str]] = {
    ast.Raise: ("raise", "assert does it"),
    ast.Try: ("try", "if does it"),
    ast.Import: ("import within a function", _TOP),
    ast.ImportFrom: ("import within a function", _TOP),
    ast.ClassDef: ("class within a function", _TOP),
    ast.Global: ("global", "a dictionary that is passed on does it"),
    ast.Nonlocal: ("nonlocal", "a dictionary that is passed on does it"),
    ast.ListComp: ("a list comprehension", _APPEND),
    ast.GeneratorExp: ("a generator expression", _APPEND),
    ast.SetComp: ("a set comprehension", _APPEND),
    ast.DictComp: ("a dictionary comprehension", "a loop does it that fills a dictionary"),
}

# Lines that a note names beside its own.
_SHOWN = 5

# Functions of `nl` that take the body of a loop, which may be a function within a function.
_LOOPS = ("fori_loop", "while_loop")


def note_python(recorder: Recorder, kernel: Any) -> None:
    """One note for each form and file, with all its lines in the kernel and the functions that it names."""
    if recorder.masks:
        return
    found: dict[tuple[str, str, str], list[int]] = {}
    seen: set[FunctionType] = set()
    left = [kernel]
    while left:
        function = _function(left.pop())
        if function is None or function in seen:
            continue
        seen.add(function)
        file = recorder.places.shown(function.__code__.co_filename)
        if len(seen) == 1 and function.__code__.co_kwonlyargcount:
            line = function.__code__.co_firstlineno
            found[file, "parameters behind * in a kernel", "the same without * does it"] = [line]
        body = list(_body(function))
        loops = {name for node in body for name in _bodies_of_loops(node)}
        for node in body:
            form = _form(node, loops)
            if form is not None:
                found.setdefault((file, *form), []).append(node.lineno)
            if isinstance(node, ast.Call):
                left.extend(_called(node.func, function))
    for (file, what, instead), lines in found.items():
        first, *more = sorted(set(lines))
        recorder.warnings["W11", f"{what}, {_REFUSED}: {instead}{_also(more)}", f"{file}:{first}"] = 1


def _also(lines: list[int]) -> str:
    shown = ", ".join(map(str, lines[:_SHOWN]))
    more = f" and {len(lines) - _SHOWN} more" if len(lines) > _SHOWN else ""
    return f"; also in line{'s' * (len(lines) > 1)} {shown}{more}" if lines else ""


def _form(node: ast.AST, loops: set[str]) -> tuple[str, str] | None:
    """What it is, and what does it instead."""
    if isinstance(node, ast.FunctionDef):
        return None if node.name in loops else ("a function within a function", _TOP)
    return _FORMS.get(type(node))


def _bodies_of_loops(node: ast.AST) -> Iterator[str]:
    """Names of functions that a call takes as the body of a loop on the device."""
    if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in _LOOPS:
        for one in [*node.args, *(keyword.value for keyword in node.keywords)]:
            if isinstance(one, ast.Name):
                yield one.id


def _function(value: Any) -> FunctionType | None:
    """The author's function behind a kernel or a decorator."""
    value = value.func if isinstance(value, Kernel) else value
    value = inspect.unwrap(value) if isinstance(value, FunctionType) else None
    return value if isinstance(value, FunctionType) and is_authors(value.__code__.co_filename) else None


def _body(function: FunctionType) -> Iterator[ast.AST]:
    """What its source says, without decorators and defaults, which are Python's."""
    code = function.__code__
    found = _definitions(code.co_filename).get((function.__name__, code.co_firstlineno))
    for statement in found.body if found is not None else ():
        yield from ast.walk(statement)


@functools.cache
def _definitions(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions of a file by name and line, which is that of the first decorator if there is one."""
    try:
        tree = parsed(file)
    except (OSError, SyntaxError, UnicodeDecodeError):
        return {}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {
        (node.name, min([node.lineno, *(one.lineno for one in node.decorator_list)])): node
        for node in found
    }


def _called(name: ast.expr, function: FunctionType) -> Iterator[Any]:
    """What a name, or one behind a dot, stands for in the function's file."""
    if isinstance(name, ast.Name):
        yield function.__globals__.get(name.id)
    elif isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name):
        module = function.__globals__.get(name.value.id)
        if inspect.ismodule(module) and sys.modules.get(module.__name__) is module:
            yield vars(module).get(name.attr)
