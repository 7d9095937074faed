"""The launch grid: program ids, `nl.nc`, and blocks that must keep their order."""

from __future__ import annotations

from math import prod
from typing import Any

from ..state import STATE


def _settings() -> Any:
    return STATE.recorder.settings


def sbuf_bytes() -> int:
    return _settings().sbuf_bytes if STATE.recording else 212984


def program_id(axis: int = 0) -> int:
    pid = _settings().pid
    return pid[axis] if pid else 0


def num_programs(axes: Any = None) -> Any:
    grid = _settings().grid
    if axes is None:
        return prod(grid)
    if isinstance(axes, (tuple, list)):
        return tuple(grid[axis] for axis in axes)
    return grid[axes] if axes < len(grid) else 1


def program_ndim() -> int:
    return len(_settings().grid)


class no_reorder:
    """`with nl.no_reorder():` instructions inside are issued in this order."""

    def __enter__(self) -> no_reorder:
        recorder = STATE.recorder
        inner = recorder.region if recorder.region is not None else recorder.new_region()
        self._before = recorder.set_region(inner)
        return self

    def __exit__(self, *error: Any) -> None:
        STATE.recorder.set_region(self._before)


class Cores(int):
    """`nl.nc(2)`: a grid size in physical cores; `nl.nc(2) * 4` is a grid size too."""

    def __mul__(self, other: Any) -> Any:
        return Cores(int(self) * int(other))

    __rmul__ = __mul__


def spmd_dim(size: Any, kind: Any = None) -> int:
    return int(size)


NAMES: dict[str, Any] = {
    "program_id": program_id,
    "num_programs": num_programs,
    "program_ndim": program_ndim,
    "no_reorder": no_reorder,
    "nc": Cores,
    "spmd_dim": spmd_dim,
}
