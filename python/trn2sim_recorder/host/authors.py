"""Which files are the author's."""

from __future__ import annotations

import ast
import functools
import os
import sys
import sysconfig

from .call_sites import PACKAGE


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


@functools.cache
def parsed(path: str) -> ast.Module:
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read())


def beside(path: str) -> set[str]:
    """Names by which a file imports the others of its folder."""
    own = os.path.basename(path)
    names = {os.path.splitext(name) for name in os.listdir(os.path.dirname(path)) if name != own}
    return {name for name, ending in names if ending in ("", ".py") and name.isidentifier()}
