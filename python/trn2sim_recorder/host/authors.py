"""Which files are the author's, and what their imports ask for."""

from __future__ import annotations

import ast
import functools
import os
import re
import sys
import sysconfig
from types import FrameType
from typing import NamedTuple

from .call_sites import OWN, PACKAGE


@functools.cache
def _elsewhere() -> tuple[str, ...]:
    """Folders whose files belong to Python or to installed packages."""
    paths = sysconfig.get_paths()
    found = {paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib") if key in paths}
    found |= {path for path in sys.path if path.endswith(("site-packages", "dist-packages"))}
    return tuple(os.path.join(path, "") for path in found) + (os.path.join(PACKAGE, ""),)


def is_authors(path: str) -> bool:
    """Whether a file belongs neither to Python, nor to an installed package, nor to us."""
    return not path.startswith(_elsewhere()) and os.path.isfile(path)


def is_pythons(path: str) -> bool:
    """Whether a file belongs to Python or numpy, of which a kernel's author need not know the insides."""
    paths = sysconfig.get_paths()
    library = os.path.join(paths["stdlib"], "")
    for key in ("purelib", "platlib"):
        if path.startswith(os.path.join(paths[key], "")):
            return path.startswith(os.path.join(paths[key], "numpy", ""))
    return path.startswith(library) and not path.startswith(os.path.join(PACKAGE, ""))


def folders() -> list[str]:
    """Where Python looks for files of the author's."""
    return [path for path in sys.path if os.path.isdir(path) and not is_elsewhere(path)]


def is_elsewhere(folder: str) -> bool:
    """Whether a folder belongs to Python, to an installed package or to us."""
    folder = os.path.abspath(folder)
    ours = folder == os.path.dirname(PACKAGE)
    return ours or os.path.join(folder, "").startswith(_elsewhere())


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


@functools.cache
def parsed(path: str) -> ast.Module:
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read())


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


def beside(path: str) -> set[str]:
    """Names by which a file imports the others of its folder."""
    own = os.path.basename(path)
    names = {os.path.splitext(name) for name in os.listdir(os.path.dirname(path)) if name != own}
    return {name for name, ending in names if ending in ("", ".py") and name.isidentifier()}


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
