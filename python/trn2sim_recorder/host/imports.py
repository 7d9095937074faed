"""What the imports of the author's files ask for, and which package they take a file to be in."""

from __future__ import annotations

import ast
import os
import re
import sys
from types import FrameType
from typing import NamedTuple

from .authors import parsed
from .call_sites import OWN


def importing() -> list[FrameType]:
    """The frames that imports now under way are written in, the innermost first."""
    found = []
    frame = sys._getframe(1)
    while frame is not None:
        path = frame.f_code.co_filename
        if not path.startswith("<frozen importlib") and path not in OWN:
            found.append(frame)
        frame = frame.f_back
    return found


_CAUGHT = frozenset(("ImportError", "ModuleNotFoundError", "Exception", "BaseException"))


def _caught(kinds: list) -> bool:
    return any(isinstance(one, ast.Name) and one.id in _CAUGHT for one in kinds)


def _catches(handler: ast.ExceptHandler) -> bool:
    kind = handler.type
    return kind is None or _caught(kind.elts if isinstance(kind, ast.Tuple) else [kind])


def _suppresses(item: ast.withitem) -> bool:
    call = item.context_expr
    if not isinstance(call, ast.Call):
        return False
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    return name == "suppress" and _caught(call.args)


def _goes_on(node: ast.AST) -> bool:
    """Whether a statement goes on where an import in its body fails."""
    if isinstance(node, ast.Try):
        return any(map(_catches, node.handlers))
    return isinstance(node, ast.With) and any(map(_suppresses, node.items))


def has_fallback(path: str, line: int) -> bool:
    """Whether the import on that line is tried, with something else to do where it fails."""
    return any(
        _goes_on(node) and node.body[0].lineno <= line <= (node.body[-1].end_lineno or 0)
        for node in ast.walk(parsed(path))
    )


def by_list() -> bool:
    """Whether the innermost import under way is for a name after `from package import`."""
    frame = sys._getframe(1)
    while frame is not None:
        path = frame.f_code.co_filename
        if not path.startswith("<frozen importlib") and path not in OWN:
            return False
        if frame.f_code.co_name == "_handle_fromlist":
            return True
        frame = frame.f_back
    return False


class Package(NamedTuple):
    """The package that a file is part of: its dotted name, and the folder of each part of that."""

    name: str
    folders: list[str]


_LIBRARY = frozenset(("nkilib", "nkilib_src"))
_FROM = re.compile(r"^\s*from\s+(\.*)([\w.]*)\s+import\b", re.MULTILINE)


def _text(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def _reached(path: str) -> tuple[str, set[str]]:
    """The highest folder that relative imports start from, the file's own and those of the files it
    imports so, and the packages they name otherwise; no folder where the file has none."""
    highest = ""
    named: set[str] = set()
    files = [path]
    for one in files:
        for dots, module in _FROM.findall(_text(one)):
            if not dots:
                named.add(module.split(".")[0])
                continue
            folder = os.path.dirname(one)
            for _ in dots[1:]:
                folder = os.path.dirname(folder)
            highest = min(highest or folder, folder, key=len)
            target = os.path.join(folder, *module.split("."))
            found = [p for p in (target + ".py", os.path.join(target, "__init__.py")) if os.path.isfile(p)]
            files += [p for p in found if p not in files]
    return highest, named


def package_of(path: str) -> Package | None:
    """The package that the file's imports take it to be in; None where they take it to be in none.

    As many folders up as relative imports reach and as have an `__init__.py`, and on to the folder
    whose name other imports begin with, so that a module has one name however it is imported; of the
    kernel library, up to its own folder, for what is not there is known by that name.
    """
    highest, named = _reached(path)
    parts: list[str] = []
    within: list[str] = []
    root = os.path.dirname(path)
    best = None
    while folder := os.path.basename(root):
        needed = highest and len(root) >= len(highest)
        if not needed and not folder.isidentifier():
            break
        inside = highest and os.path.exists(os.path.join(root, "__init__.py"))
        library = highest and folder in _LIBRARY
        within.insert(0, root)
        if needed or inside or library or (folder in named and folder not in sys.modules):
            best = Package(".".join([_free(folder, root), *parts]), list(within))
        parts.insert(0, folder if folder.isidentifier() else _free(folder, root))
        root = os.path.dirname(root)
    return best


def _free(name: str, folder: str) -> str:
    """The folder's name, or another where it is none for a package or one that is taken."""
    taken = sys.modules.get(name)
    if name.isidentifier() and (taken is None or folder in getattr(taken, "__path__", ())):
        return name
    return "kernel_" + re.sub(r"\W", "_", name)
