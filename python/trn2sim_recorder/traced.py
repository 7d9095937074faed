"""Python that NKI's compiler refuses in a kernel and in the functions it calls, run or not.

It reads their source, where NKI's own simulator and this recorder run it.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from types import FunctionType
from typing import TYPE_CHECKING, Any, Iterator

from .api.jit import Kernel
from .authors import is_authors, parsed

if TYPE_CHECKING:
    from .recorder import Recorder

_STATEMENTS: dict[type, str] = {
    ast.Raise: "raise, which nki's compiler refuses in a kernel and what it calls: assert does it",
    ast.Import: "import within a function, which nki's compiler refuses: it goes to the top of the file",
    ast.ImportFrom: "import within a function, which nki's compiler refuses: it goes to the top of the file",
}


def note_python(recorder: Recorder, kernel: Any) -> None:
    """One note for each such line of the kernel and of the functions that it names."""
    if recorder.masks:
        return
    seen: set[FunctionType] = set()
    left = [kernel]
    while left:
        function = _function(left.pop())
        if function is None or function in seen:
            continue
        seen.add(function)
        for node in _body(function):
            text = _STATEMENTS.get(type(node))
            if text is not None:
                file = recorder.places.shown(function.__code__.co_filename)
                recorder.warnings["W11", text, f"{file}:{node.lineno}"] = 1
            if isinstance(node, ast.Call):
                left.extend(_called(node.func, function))


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
