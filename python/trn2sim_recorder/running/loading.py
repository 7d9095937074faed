"""Imports the author's file or module, and lists what was read on the way."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.machinery
import importlib.util
import os
import sys
from types import ModuleType
from typing import Any

from ..basics.errors import RecordError
from ..host.authors import folders, is_authors
from ..host.imports import Package, package_of
from ..host.stubs import MISSING
from ..host.usual_names import supplied
from .limits import Refused
from .named_kernel import first_name, kernel_of
from .request import Request


def load(request: Request) -> tuple[Any, str]:
    """The kernel function and the folder that file names are relative to."""
    MISSING.clear()
    for path in reversed(request.paths):
        sys.path.insert(0, path)
    module = _file(request) if request.file is not None else _module(request.module)
    base = os.path.dirname(os.path.abspath(module.__file__ or "."))
    found = kernel_of(module, request.function)
    if not callable(found):
        what = type(found).__name__
        raise RecordError("E1", f"'{request.function}' is a {what}, not a function")
    return found, base


def _file(request: Request) -> ModuleType:
    path = request.file
    if not os.path.isfile(path):
        raise RecordError("E1", f"no file {path}")
    sys.path.insert(0, os.path.dirname(path))
    name = os.path.splitext(os.path.basename(path))[0]
    package = package_of(path)
    if package:
        _enter(package)
        name = f"{package.name}.{name}"
        if name in sys.modules:  # the package has imported it, and others what is in it
            return sys.modules[name]
    elif not name.isidentifier() or name in sys.modules:
        name = "kernel_file"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise SyntaxError("a zero byte; is the file saved as UTF-8?", (path, line, None, None))
    usual = supplied(text)
    vars(module).update({name: value for name, (value, _) in usual.items()})
    request.supplied = {name: place for name, (_, place) in usual.items()}
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a file may go on to use a device
        if isinstance(error, Refused):
            raise
        request.stopped_by = error
        _go_on(module, request, error)
    return module


def _enter(package: Package) -> None:
    """Imports the package, with other names than its folders' where those cannot be."""
    sys.path.insert(1, os.path.dirname(package.folders[0]))
    name = ""
    for part, folder in zip(package.name.split("."), package.folders):
        name = f"{name}.{part}" if name else part
        if part != os.path.basename(folder) and name not in sys.modules:
            _place(name, folder)
        importlib.import_module(name)


def _place(name: str, folder: str) -> None:
    init = os.path.join(folder, "__init__.py")
    loader = importlib.machinery.SourceFileLoader(name, init) if os.path.isfile(init) else None
    spec = importlib.machinery.ModuleSpec(name, loader, origin=init, is_package=True)
    spec.submodule_search_locations.append(folder)
    spec.has_location = loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if loader:
        loader.exec_module(module)


def _go_on(module: ModuleType, request: Request, error: BaseException) -> None:
    """Host code that fails before the kernel is defined is stepped over, a statement at a time."""
    wanted = first_name(request.function)
    while wanted not in vars(module):
        rest = _behind(error, request.file, wanted)
        if not rest:
            raise request.stopped_by
        try:
            exec(compile(ast.Module(rest, []), request.file, "exec"), vars(module))
        except (Exception, SystemExit) as another:
            if isinstance(another, Refused):
                raise
            error = another


def _behind(error: BaseException, path: str, wanted: str) -> list[ast.stmt]:
    """The statements of the file after the one that failed; none where it defines or imports, but
    another function than the kernel stays without its decorators, as what a stand-in made of one
    before it may lack what they are (`op.register_fake`)."""
    lines = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == path and code.co_name == "<module>":
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    if not lines or isinstance(error, (RecordError, SyntaxError)):
        return []
    with open(path, encoding="utf-8") as file:
        statements = ast.parse(file.read()).body
    for place, one in reversed(list(enumerate(statements))):  # a line may hold several
        first = min((one.lineno, *(each.lineno for each in getattr(one, "decorator_list", ()))))
        if first <= lines[0] <= (one.end_lineno or one.lineno):
            rest = statements[place + 1 :]
            if isinstance(one, ast.FunctionDef) and one.decorator_list and one.name != wanted:
                one.decorator_list = []
                return [one, *rest]
            return [] if isinstance(one, _DEFINITIONS) else rest
    return []


_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)


def _module(name: str) -> ModuleType:
    return importlib.import_module(name)


def files_read(base: str, opened: set[str]) -> dict[str, str]:
    """Every file of the author's that took part, with the sha256 of its content."""
    paths = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    found = {}
    for path in sorted(os.path.abspath(p) for p in paths | opened if isinstance(p, str)):
        if path.endswith(".pyc") or not is_authors(path):
            continue
        with open(path, "rb") as file:
            found[os.path.relpath(path, base)] = hashlib.sha256(file.read()).hexdigest()
    return dict(sorted(found.items()))


def files_missed(base: str) -> dict[str, str]:
    """The files that would have taken part had they been there, without a hash."""
    found = {}
    for module in MISSING:
        name = module.replace(".", os.sep)
        for folder in folders():
            for file in (f"{name}.py", os.path.join(name, "__init__.py")):
                found[os.path.relpath(os.path.join(folder, file), base)] = ""
    return found
