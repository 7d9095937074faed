"""Which object of the author's file is the kernel: a name, or a call that makes it."""

from __future__ import annotations

import ast
import os
import re
from inspect import isfunction
from types import FunctionType, ModuleType
from typing import Any

from ..api.jit import Kernel, jit
from ..basics.errors import RecordError, nearest_name
from ..host.authors import parsed
from ..host.stubs import Stub, missed


def first_name(text: str) -> str:
    """The name that the file has to define."""
    return re.match(r"\w*", text.strip()).group()


def kernel_of(module: ModuleType, text: str) -> Any:
    """`kernel`, `Class.kernel`, or `make_kernel(128, heads=2)[0]`, where a function makes the kernel."""
    return _Naming(module, text).value(_parsed(text))


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise RecordError("E1", f"function '{text}': expected a name or a call") from None


def _uses_nki(function: FunctionType) -> bool:
    known = map(function.__globals__.get, function.__code__.co_names)
    modules = [one.__name__ for one in known if isinstance(one, ModuleType)]
    return any(name.split(".")[0] in ("nki", "neuronxcc") for name in modules)


class _Naming:
    def __init__(self, module: ModuleType, text: str):
        self._module = module
        self._text = text

    def value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name):
            return self._part(self._module, node.id)
        if isinstance(node, ast.Attribute):
            return self._part(self.value(node.value), node.attr)
        if isinstance(node, ast.Subscript):
            found = self.value(node.value)
            return (jit(found) if isfunction(found) else found)[self._argument(node.slice)]
        if isinstance(node, ast.Call):
            named = {one.arg: self._argument(one.value) for one in node.keywords}
            maker = self.value(node.func)
            before, handed = len(Kernel.made), len(Stub.handed)
            found = maker(*map(self._argument, node.args), **named)
            made = [one.func for one in Kernel.made[before:]] or filter(_uses_nki, Stub.handed[handed:])
            own = {one for one in made if one.__qualname__.startswith(f"{maker.__name__}.")}
            plain = found is None or isinstance(found, (Stub, int, float))  # what it made it used itself
            return jit(own.pop()) if plain and len(own) == 1 else found
        raise RecordError("E1", f"function '{self._text}': expected a name or a call")

    def _argument(self, node: ast.expr) -> Any:
        try:
            return ast.literal_eval(node)
        except ValueError:
            return self.value(node)

    def _part(self, found: Any, part: str) -> Any:
        if part not in dir(found):
            near = nearest_name(part, [name for name in dir(found) if not name.startswith("_")])
            inside = self._maker(part)
            hint = inside or (f"; nearest: {near}" if near else self._kernels())
            where = os.path.basename(self._module.__file__ or self._module.__name__)
            raise RecordError("E1", f"{where} has no function '{self._text}'{hint}", near)
        value = getattr(found, part)
        if value is None and (inside := self._maker(part)):  # `else: kernel = None`
            raise RecordError("E1", f"'{self._text}' is None{inside}")
        return value

    def _maker(self, part: str) -> str:
        """How to name a kernel that a function of the file makes, or why one is not there."""
        file = self._module.__file__ or ""
        for one in parsed(file).body if file.endswith(".py") else ():
            within = {node.name for node in ast.walk(one) if isinstance(node, ast.FunctionDef)}
            if isinstance(one, ast.FunctionDef) and part in within - {one.name}:
                return f": it is inside {one.name}; name the call that makes it, such as {one.name}()"
            if isinstance(one, (ast.If, ast.Try)) and part in within:
                lacking = "".join(f"; {what}" for what, _ in missed())
                return f": what line {one.lineno} decides left it out{lacking}"
        return ""

    def _kernels(self) -> str:
        name = self._module.__name__
        own = [one for one in vars(self._module).values() if getattr(one, "__module__", None) == name]
        names = [one.__name__ for one in own if callable(one) and not isinstance(one, type)]
        return f"; it has {', '.join(names)}" if names else ""
