"""The launch grid: program ids, `nl.nc`, and blocks that must keep their order."""

from __future__ import annotations

import ast
from math import prod
from typing import Any

from ..basics.errors import RecordError
from ..basics.state import STATE


def _settings() -> Any:
    return STATE.recorder.settings


def sbuf_bytes() -> int:
    return _settings().sbuf_bytes if STATE.recording else 212984


def program_id(axis: int = 0) -> int:
    pid = _settings().pid
    if pid and axis >= len(pid):
        grid = list(_settings().grid)
        raise RecordError("E3", f"program_id: the launch grid {grid} has no dimension {axis}; kernel.grid: [4, 2] has two")
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
    """`nl.nc(2)`: a size of the grid in cores of a rank, which other sizes may divide further:
    program `n` runs on core `n // stride % cores`."""

    cores: int
    stride: int

    def __new__(cls, size: Any, cores: int | None = None, stride: int = 1) -> Cores:
        made = super().__new__(cls, size)
        made.cores = int(size) if cores is None else cores
        made.stride = stride
        return made

    def __mul__(self, other: Any) -> Any:
        return Cores(int(self) * int(other), self.cores, self.stride * int(other))

    def __rmul__(self, other: Any) -> Any:
        return Cores(int(self) * int(other), self.cores, self.stride)


def spmd_dim(*sizes: Any) -> int:
    """A size of the grid that is made of others, such as tiles and cores; the last runs fastest."""
    return prod(sizes, start=1)


def size_of(given: Any) -> int:
    """A size of a grid as a request has it: a number, or text such as `nl.nc(2) * 4`."""
    if isinstance(given, str):
        try:
            return _value(ast.parse(given.strip(), mode="eval").body)
        except (SyntaxError, TypeError):
            pass
    elif isinstance(given, int) and not isinstance(given, bool) and given > 0:
        return given
    raise RecordError("E1", f"request: grid has {given!r}, expected a number or cores, as in nl.nc(2) * 4")


def _value(node: ast.expr) -> int:
    """Numbers, products, `nl.nc` and `nl.spmd_dim`; anything else is a TypeError."""
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value > 0:
        return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return _value(node.left) * _value(node.right)
    if isinstance(node, ast.Call) and not node.keywords:
        function = {"nl.nc": Cores, "nl.spmd_dim": spmd_dim}.get(ast.unparse(node.func))
        if function is not None and node.args:
            return function(*map(_value, node.args))
    raise TypeError


def core_of(grid: Any, pid: Any) -> int | None:
    """The core that a program of the grid runs on, if the grid says so."""
    for size, place in zip(grid, pid):
        if isinstance(size, Cores):
            return place // size.stride % size.cores
    return None


NAMES: dict[str, Any] = {
    "program_id": program_id,
    "num_programs": num_programs,
    "program_ndim": program_ndim,
    "no_reorder": no_reorder,
    "nc": Cores,
    "spmd_dim": spmd_dim,
}
