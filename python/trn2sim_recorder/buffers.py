"""Memory spaces and buffers: what `nl.ndarray` reserves."""

from __future__ import annotations

from math import prod
from typing import Any, Callable

from .dtypes import DType
from .errors import shape_error

PARTITIONS = 128
PSUM_BYTES = 16384


class Space(str):
    """A memory: `sbuf`, `psum`, `private_hbm` or `shared_hbm`."""

    on_chip: bool = False
    is_psum: bool = False
    place: Callable[..., tuple[int, int]] | None = None

    @property
    def name(self) -> str:
        return str(self)

    def alloc(self, func: Callable[..., tuple[int, int]]) -> Space:
        """Tiles at addresses the kernel computes: func(index, pdim_size, fdim_size)."""
        return self._placed(func)

    def mod_alloc(
        self,
        *,
        base_addr: int = 0,
        base_bank: int = 0,
        base_partition: int = 0,
        num_par_tiles: tuple = (),
        num_free_tiles: tuple = (),
        num_bank_tiles: tuple = (),
    ) -> Space:
        """Tiles that take turns in a fixed number of places, as `nki.compiler` allocators do."""
        turns = tuple(num_free_tiles) or tuple(num_bank_tiles)
        start = base_addr or base_bank * 2048
        bank = self.is_psum

        def place(index: tuple, pdim_size: int, fdim_size: int) -> tuple[int, int]:
            slot = 0
            for i, count in zip(index, turns):
                slot = slot * count + i % count
            step = -(-fdim_size // 2048) * 2048 if bank else fdim_size
            return base_partition, start + slot * step

        return self._placed(place)

    def _placed(self, place: Callable[..., tuple[int, int]]) -> Space:
        made = _space(str(self), self.on_chip, self.is_psum)
        made.place = place
        return made


def _space(name: str, on_chip: bool, is_psum: bool = False) -> Space:
    made = Space(name)
    made.on_chip = on_chip
    made.is_psum = is_psum
    return made


SBUF = _space("sbuf", True)
PSUM = _space("psum", True, True)
PRIVATE_HBM = _space("private_hbm", False)
SHARED_HBM = _space("shared_hbm", False)


class Buffer:
    """One tensor's storage; a View says which of its elements."""

    __slots__ = (
        "id", "name", "space", "on_chip", "dtype", "shape", "pitch", "role", "group", "extra",
        "written", "read", "touched", "writer", "groups", "zeroed",
    )  # fmt: skip

    def __init__(self, number: int, space: Space, dtype: DType, shape: tuple, pitch: int):
        self.id = number
        self.name = ""
        self.space = space
        self.on_chip = space.on_chip
        self.dtype = dtype
        self.shape = shape
        self.pitch = pitch
        self.role = "scratch"
        self.group = ""
        self.extra: dict[str, Any] | None = None
        self.written = False
        self.read = False
        self.touched = -1
        self.writer: Any = None
        self.groups: dict | None = {} if space.is_psum else None
        self.zeroed: Any = None

    def record(self) -> dict:
        made = {
            "t": "buf",
            "id": self.id,
            "name": self.name,
            "space": str(self.space),
            "dtype": str(self.dtype),
            "shape": list(self.shape),
            "role": self.role,
            "group": self.group,
        }
        if self.extra:
            made.update(self.extra)
        return made


_LAYOUTS: dict[tuple, tuple] = {}


def layout(shape: tuple, dtype: DType, space: Space, sbuf_bytes: int) -> tuple[tuple, tuple, int]:
    """Checked shape, row-major strides, and elements per partition; remembered by arguments."""
    key = (shape, dtype, space, sbuf_bytes)
    found = _LAYOUTS.get(key)
    if found is None:
        found = _LAYOUTS[key] = _layout(shape, dtype, space, sbuf_bytes)
    return found


def _layout(shape: tuple, dtype: DType, space: Space, sbuf_bytes: int) -> tuple[tuple, tuple, int]:
    sizes = tuple(int(size) for size in shape)
    if not sizes or any(size <= 0 for size in sizes):
        raise shape_error(f"shape {sizes} has no elements")
    pitch = prod(sizes[1:])
    if space.on_chip:
        if sizes[0] > PARTITIONS:
            raise shape_error(f"shape {sizes} in {space} has {sizes[0]} partitions, at most 128")
        limit = PSUM_BYTES if space.is_psum else sbuf_bytes
        if pitch * dtype.itemsize > limit:
            raise shape_error(
                f"shape {sizes} of {dtype} needs {pitch * dtype.itemsize} bytes per partition, "
                f"{space} has {limit}"
            )
    strides = []
    step = 1
    for size in reversed(sizes):
        strides.append(step)
        step *= size
    return sizes, tuple(reversed(strides)), pitch
