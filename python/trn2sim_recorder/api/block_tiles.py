"""Tensors of the old dialect with block dimensions before `nl.par_dim`: tables of tiles."""

from __future__ import annotations

import itertools
import sys
from math import prod
from typing import Any

from ..basics.dtypes import to_dtype
from ..basics.errors import bounds, shape_error
from ..basics.notes import note_gone
from ..basics.state import STATE
from ..methods.assignments import store_into
from ..tensors.buffers import Buffer, Layout, Space
from ..tensors.index_ranges import Affine
from ..tensors.slices import lasting
from ..tensors.views import View, whole
from .block_slices import sliced
from .matmul import memset


class ParDim(int):
    """`nl.par_dim(n)`: marks the partition dimension of a shape."""


class BlockTiles:
    """Indexing all block dimensions with integers gives a tile, made on first use."""

    def __init__(self, shape: tuple, blocks: int, dtype: Any, space: Space, name: str | None):
        self._group, assigned = STATE.recorder.places.site(sys._getframe(1))
        self.shape = tuple(int(size) for size in shape)
        self.dtype = dtype
        self.buffer = space
        self.name = str(name or assigned or "")
        self._blocks = self.shape[:blocks]
        self._count = blocks
        self._fill: Any = None
        self._tiles: dict[Any, View] = {}  # by number, or by numbers if there are several dimensions
        self._parts: dict[tuple, View] = {}  # by the number, and index ranges or the id of columns
        self._plan: Layout | None = None  # of tiles that are alike, and without values

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    def filled(self, value: Any, lazily: bool = False) -> BlockTiles:
        """Every tile filled at once, where the kernel says so; zeros in PSUM cost nothing."""
        self._fill = value
        if not lazily and not self.buffer.is_psum:
            for place in itertools.product(*(range(size) for size in self._blocks)):
                self._tile(place[0] if self._count == 1 else place)
        return self

    def as_view(self) -> View:
        if prod(self._blocks) != 1:
            raise shape_error(f"index the block dimensions of {self.name or 'the tensor'} {self.shape}")
        return self._split(())[0]

    @property
    def blocks(self) -> tuple:
        return self._blocks

    def tile(self, numbers: list) -> View:
        """The one that a number for each block dimension names."""
        return self._tile(numbers[0] if self._count == 1 else tuple(numbers))

    def _tile(self, place: Any) -> View:
        found = self._tiles.get(place)
        if found is None:
            if self._plan is not None:
                found = whole(STATE.recorder.buffers, self._plan)
            else:
                found = self._new(place)
            self._tiles[place] = found
        return found

    def _new(self, place: Any) -> View:
        recorder = STATE.recorder
        shape = self.shape[self._count :]
        address = None
        if self.buffer.place is not None:
            width = prod(shape[1:]) * self.dtype.itemsize
            numbers = (place,) if self._count == 1 else place
            address = self.buffer.place(numbers, pdim_size=shape[0], fdim_size=width)
        made = recorder.tensor(shape, self.dtype, self.buffer, self.name, address)
        made.base.tell(group=self._group)
        if self._fill is None:
            if address is None and self.name:
                self._plan = made.base.allocation
            return made
        memset(made, self._fill)
        if self.buffer.is_psum:
            # Made where it is stored into, behind what is stored: that may be written here at once.
            recorder.instructions[-2:] = reversed(recorder.instructions[-2:])
        return made

    def _split(self, key: Any) -> tuple[View, tuple]:
        """A tile, made if need be, and what is left of the key."""
        place, rest = self._place(key)
        return self._tile(place), rest

    def _is_part(self, key: tuple) -> bool:
        """Whether the key leaves block dimensions open."""
        rest = self._blocks[len(key) :]
        return prod(rest) != 1 and not any(isinstance(k, slice) or k is Ellipsis for k in key)

    def view(self, dtype: Any) -> Part:
        return Part(self, (), dtype)

    def _place(self, key: Any) -> tuple[Any, tuple]:
        """Which tile, and what is left of the key."""
        key = key if isinstance(key, tuple) else (key,)
        count = self._count
        place = []
        for index, size in zip(key[:count], self._blocks):
            place.append(self.number(index, size))
        if len(place) < count:
            if all(size == 1 for size in self._blocks[len(place) :]):
                place += [0] * (count - len(place))
            else:
                raise shape_error(f"index all block dimensions of {self.shape} with integers")
        return (place[0] if count == 1 else tuple(place)), key[count:]

    def number(self, index: Any, size: int) -> int:
        """A place along a block dimension."""
        if isinstance(index, Affine) and index.is_constant():
            index = index.const
        if isinstance(index, slice) or index is Ellipsis or isinstance(index, Affine):
            if size == 1:
                return 0
            raise shape_error(f"index the block dimensions of {self.shape} with integers")
        place = index.__index__()
        place = place + size if place < 0 else place
        if not 0 <= place < size:
            raise bounds(f"index {index} is out of bounds for a block dimension of size {size}")
        return place

    def __getitem__(self, key: Any) -> Any:
        """A tile, or a part of it; here if numbers name a tile that is there already, and behind one
        number all rows of some columns, or index ranges, a part that is kept."""
        if type(key) is tuple:
            count = self._count
            if count > 1:
                place = key if len(key) == count else key[:count]
                try:
                    found = self._tiles.get(place)
                    if found is not None and type(sum(place)) is not int:
                        found = None  # an index is not a whole number
                except TypeError:  # nor is a slice
                    found = None
                if found is not None:
                    return found if place is key else found[key[count:]]
            elif type(key[0]) is int:
                if len(key) == 3:
                    number, rows, columns = key
                    if type(columns) is slice is type(rows):
                        if rows.start is rows.stop is rows.step is None:
                            kept = (number, id(columns))
                            found = self._parts.get(kept)
                            return found if found is not None else self._part(key, kept, kept[1])
                if type(key[-1]) is Affine:
                    try:
                        found = self._parts.get(key)
                    except TypeError:  # a slice among the ranges
                        return self._general(key)
                    return found if found is not None else self._part(key, key, key[1:])
                found = self._tiles.get(key[0])
                if found is not None:
                    return found[key[1:]] if len(key) > 1 else found
        elif type(key) is int and self._count == 1:
            found = self._tiles.get(key)
            if found is not None:
                return found
        return self._general(key)

    def _part(self, key: tuple, kept: tuple, place: Any) -> Any:
        """A part of a tile, kept until a tile is put in its place.

        What `nl.ds` or ranges make of a whole tile is worked out once for all tiles of its layout:
        `place` is what that depends on, if the key is lasting.
        """
        tile = self._tiles.get(key[0])
        plan = tile.base.layout if type(tile) is View and not tile.offset else None
        if plan is not None and tile.shape is plan.shape and tile.strides is plan.strides:
            known = plan.parts.get(place)
            if known is not None:
                shape, strides, offset = known
                found = self._parts[kept] = tile.like(shape, strides, offset)
                return found
        else:
            plan = None
        found = self._general(key)
        if _lasting(key):
            self._parts[kept] = found
            if plan is not None and type(found) is View:
                plan.parts[place] = (found.shape, found.strides, found.offset)
        return found

    def _general(self, key: Any) -> Any:
        key = key if isinstance(key, tuple) else (key,)
        if any(isinstance(index, slice) for index in key[: self._count]):
            return sliced(self, key)
        return Part(self, key) if self._is_part(key) else self._named(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(value, View) and not value.base.written and _untouched(value.base):
            self._tiles[self._place(key)[0]] = value
            self._parts.clear()
        elif type(key) is int and self._count == 1 and 0 <= key < self._blocks[0]:
            store_into(self._tile(key), value)
        else:
            store_into(self._named(key), value)

    def _named(self, key: Any) -> View:
        """A tile, made if need be, or a part of it."""
        tile, rest = self._split(key)
        return tile[rest] if rest else tile


def _lasting(key: tuple) -> bool:
    """Whether the key's index ranges, or its columns, are the same object whenever they are alike."""
    if type(key[-1]) is slice:
        return lasting(key[-1])
    return all(type(index) is Affine and index.by is None for index in key[1:])


def _untouched(base: Buffer) -> bool:
    """Whether nothing has been written: the tile itself is put in its place."""
    return not base.written and base.writer is None and base.moved is None


class Part:
    """Tiles of a table: some block dimensions indexed already, or all tiles seen as another type."""

    def __init__(self, table: BlockTiles, place: tuple, dtype: Any = None):
        self._table = table
        self._at = place
        self._dtype = dtype
        self.shape = table.shape[len(place) :]
        self.dtype = table.dtype if dtype is None else to_dtype(dtype)
        self.buffer = table.buffer

    def _key(self, key: Any) -> tuple:
        return (*self._at, *(key if isinstance(key, tuple) else (key,)))

    def __getitem__(self, key: Any) -> Any:
        whole = self._key(key)
        if self._dtype is None and any(isinstance(i, slice) for i in whole[: len(self._table.blocks)]):
            return sliced(self._table, whole)
        if self._table._is_part(whole):
            return Part(self._table, whole, self._dtype)
        tile, rest = self._table._split(whole)
        tile = tile if self._dtype is None else tile.view(self._dtype)
        return tile[rest] if rest else tile

    def __setitem__(self, key: Any, value: Any) -> None:
        if self._dtype is None:
            self._table[self._key(key)] = value
        else:
            self[key][...] = value


def tensor(
    shape: Any, dtype: Any, space: Space, name: str | None = None, address: Any = None
) -> Any:
    """A tensor, or a table of tiles if the partition dimension is not the first."""
    sizes = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    blocks = next((i for i, size in enumerate(sizes) if type(size) is ParDim), 0)
    if blocks and space.on_chip:
        if not STATE.recorder.masks:
            note_gone("a dimension before nl.par_dim", "a list of tiles")
        return BlockTiles(sizes, blocks, to_dtype(dtype), space, name or None)
    if address is None and space.place is not None:
        width = prod(int(s) for s in sizes[1:]) * to_dtype(dtype).itemsize
        address = space.place((), pdim_size=int(sizes[0]), fdim_size=width)
    return STATE.recorder.tensor(sizes, dtype, space, name, address)
