"""Lets the real numpy be asked about types it does not have: `np.dtype(nl.bfloat16).itemsize`."""

from __future__ import annotations

import importlib.machinery
import sys
from types import ModuleType
from typing import Any

from ..basics.dtypes import DTYPES, FloatLimits


def extend(numpy: ModuleType) -> None:
    """Names our types in numpy's own table of names, as packages with more types do."""
    missing = [kind for kind in DTYPES.values() if kind not in numpy.sctypeDict]
    for kind in missing:
        made = type(str(kind), (numpy.void,), {})
        numpy.sctypeDict[str(kind)] = numpy.dtype((made, kind.itemsize))
    real = numpy.finfo

    def finfo(value: Any) -> Any:
        return FloatLimits(value) if str(value) in missing else real(value)

    numpy.finfo = finfo


class Loader:
    """Python's own loader of numpy, and `extend` after it."""

    def __init__(self, loader: Any):
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        extend(module)


class Finder:
    """First in line, for numpy alone."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> Any:
        if name != "numpy":
            return None
        found = importlib.machinery.PathFinder.find_spec(name, path, target)
        if found is not None:
            found.loader = Loader(found.loader)
        return found


def install() -> None:
    if "numpy" in sys.modules:
        extend(sys.modules["numpy"])
    else:
        sys.meta_path.insert(0, Finder)
