"""`nki.jit` and its kin: a kernel object that is a function while a recording is under way."""

from __future__ import annotations

import functools
from math import prod
from typing import Any, Callable

from ..basics.errors import GridWanted
from ..basics.state import STATE
from ..host.stubs import Stub
from .grid import Cores


class Kernel:
    """A kernel function with its launch grid."""

    made: list[Kernel] = []  # while the author's file is read

    def __init__(self, func: Callable, grid: tuple | None = None):
        functools.update_wrapper(self, func)
        self.func = func
        self.grid = grid
        self.schedule: list = []
        self.nki_flags: set[str] = getattr(func, "nki_flags", set())
        if not STATE.recording:
            Kernel.made.append(self)

    def __getitem__(self, grid: Any) -> Kernel:
        made = Kernel(self.func, grid if isinstance(grid, tuple) else (grid,))
        made.nki_flags, made.schedule = self.nki_flags, self.schedule
        return made

    def __call__(self, *args: Any, **named: Any) -> Any:
        if not STATE.recording:
            return Stub(f"{self.func.__name__}()")
        self.require_grid()
        return self.func(*args, **named)

    def require_grid(self) -> None:
        """A launch, or the kernel of a scenario, must have the grid that is recorded."""
        sizes = [n if isinstance(n, Cores) else int(n) for n in self.grid or ()]
        known = STATE.recorder.settings.grid
        if prod(sizes) > 1 and prod(sizes) != prod(known):
            cores = next((n.cores for n in sizes if isinstance(n, Cores)), 1)
            raise GridWanted(self.func.__name__, sizes, cores == prod(known) or not known)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def with_schedule(self, edges: Any, **other: Any) -> Kernel:
        """The kernel with extra edges: pairs of a later name and one or several earlier ones."""
        made = self[self.grid] if self.grid else Kernel(self.func)
        made.schedule = [(later, [first] if isinstance(first, str) else list(first))
                         for later, first in edges]
        return made


def jit(func: Callable | None = None, **options: Any) -> Any:
    """Plain decorator, decorator with keyword arguments, or called with a function."""
    if func is None or not callable(func):
        return functools.partial(jit, **options)
    made, grid = func if isinstance(func, Kernel) else Kernel(func), options.get("grid")
    if not grid:
        return made
    return made[tuple(grid) if isinstance(grid, (list, tuple)) else grid]


def simulate_kernel(func: Callable, *args: Any, **named: Any) -> Any:
    """A call of the kernel on the host's arrays, or the kernel alone to be called so."""
    kernel = jit(func)
    return kernel(*args, **named) if args or named else kernel


def flag(name: str) -> Callable:
    """A decorator of `nki.compiler`: the function unchanged, noted in the head record."""

    def decorate(func: Any = None, *args: Any, **options: Any) -> Any:
        if not callable(func):
            return decorate
        func.nki_flags = {*getattr(func, "nki_flags", ()), name}
        return func

    return decorate
