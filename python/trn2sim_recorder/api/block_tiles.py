"""Tensors of the old dialect with block dimensions before `nl.par_dim`: tables of tiles."""

from __future__ import annotations

import itertools
import sys
from math import prod
from typing import Any

from .. import psum
from ..affine import Affine
from ..buffers import Buffer, Layout, Space, layout
from ..dtypes import to_dtype
from ..errors import bounds, shape_error
from ..state import STATE
from ..tile_ops import store_into
from ..views import View, whole
from .matmul import memset


_ALL = slice(None)


class ParDim(int):
    """`nl.par_dim(n)`: marks the partition dimension of a shape."""


class BlockTiles:
    """Indexing all block dimensions with integers gives a tile, made on first use."""

    def __init__(self, shape: tuple, blocks: int, dtype: Any, space: Space, name: str | None):
        self._group, assigned = STATE.recorder.places.site(sys._getframe(1))
        self.shape = tuple(int(size) for size in shape)
        self.dtype = dtype
        self.buffer = space
        self.name = name or assigned
        self._blocks = self.shape[:blocks]
        self._count = blocks
        self._fill: Any = None
        self._tiles: dict[tuple, View] = {}
        self._single: dict[int, View] = {}  # the same by number, if there is one block dimension
        self._parts: dict[tuple, View] = {}  # of those, by number and bounds of slices or index ranges
        self._plan: Layout | None = None

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
                self._tile(place)
        return self

    def as_view(self) -> View:
        if prod(self._blocks) != 1:
            raise shape_error(f"index the block dimensions of {self.name or 'the tensor'} {self.shape}")
        return self._tile((0,) * len(self._blocks))

    def _tile(self, place: tuple) -> View:
        found = self._tiles.get(place)
        return found if found is not None else self._put(place, self._new(place))

    def _put(self, place: tuple, tile: View) -> View:
        self._tiles[place] = tile
        if self._count == 1:
            self._single[place[0]] = tile
            self._parts.clear()
        return tile

    def _new(self, place: tuple) -> View:
        recorder = STATE.recorder
        shape = self.shape[self._count :]
        address = None
        if self.buffer.place is not None:
            width = prod(shape[1:]) * self.dtype.itemsize
            address = self.buffer.place(place, pdim_size=shape[0], fdim_size=width)
        if address is None and self.name:
            if self._plan is None:
                sbuf_bytes = recorder.settings.sbuf_bytes
                self._plan = layout(shape, self.dtype, self.buffer, sbuf_bytes)
            made = whole(recorder.buffers, self._plan, str(self.name), self._group)
        else:
            made = recorder.tensor(shape, self.dtype, self.buffer, self.name, address)
            made.base.group = self._group
        if self._fill is None:
            return made
        if self.buffer.is_psum and self._fill == 0:
            psum.zero(made, None)
        else:
            memset(made, self._fill)
        return made

    def _split(self, key: Any) -> tuple[View, tuple]:
        place, rest = self._place(key)
        return self._tile(place), rest

    def _is_part(self, key: tuple) -> bool:
        """Whether the key leaves block dimensions open."""
        rest = self._blocks[len(key) :]
        return prod(rest) != 1 and not any(isinstance(k, slice) or k is Ellipsis for k in key)

    def view(self, dtype: Any) -> Part:
        return Part(self, (), dtype)

    def _place(self, key: Any) -> tuple[tuple, tuple]:
        """Which tile, and what is left of the key."""
        key = key if isinstance(key, tuple) else (key,)
        count = len(self._blocks)
        place = []
        for index, size in zip(key[:count], self._blocks):
            place.append(self._whole(index, size))
        if len(place) < count:
            if all(size == 1 for size in self._blocks[len(place) :]):
                place += [0] * (count - len(place))
            else:
                raise shape_error(f"index all block dimensions of {self.shape} with integers")
        return tuple(place), key[count:]

    def _whole(self, index: Any, size: int) -> int:
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
        """A tile, or a part of it; here if whole numbers name one that is there already, or two slices
        a part of one that is kept."""
        if type(key) is tuple:
            count = self._count
            if count == 1 and type(key[0]) is int:
                if len(key) == 3:
                    number, rows, columns = key
                    if type(columns) is slice and rows == _ALL and columns.step is None:
                        left, right = columns.start, columns.stop
                        if (left is None or type(left) is int) and (
                            right is None or type(right) is int
                        ):
                            place = (number, left, right)
                            found = self._parts.get(place)
                            if found is None:
                                found = self._parts[place] = self._part(key, place[1:])
                            return found
                    if type(rows) is slice is type(columns) and rows.step is None is columns.step:
                        top, bottom, left, right = rows.start, rows.stop, columns.start, columns.stop
                        if (
                            (top is None or type(top) is int)
                            and (bottom is None or type(bottom) is int)
                            and (left is None or type(left) is int)
                            and (right is None or type(right) is int)
                        ):
                            place = (number, top, bottom, left, right)
                            found = self._parts.get(place)
                            if found is None:
                                found = self._parts[place] = self._part(key, place[1:])
                            return found
                if type(key[-1]) is Affine:
                    return self._by_ranges(key)
                found = self._single.get(key[0])
                if found is not None:
                    return found[key[1:]] if len(key) > 1 else found
            place = key if len(key) == count else key[:count]
            for index in place:
                if type(index) is not int:
                    return self._general(key)
            found = self._tiles.get(place)
            if found is not None:
                return found if place is key else found[key[count:]]
        elif type(key) is int:
            found = self._single.get(key)
            if found is not None:
                return found
        return self._general(key)

    def _by_ranges(self, key: tuple) -> Any:
        """A part of a tile that index ranges alone name is kept, until a tile is put in its place."""
        try:
            found = self._parts.get(key)
        except TypeError:  # a slice among the ranges
            return self._general(key)
        if found is None:
            for index in key[1:]:
                if type(index) is not Affine or index.by is not None:
                    return self._general(key)
            found = self._parts[key] = self._part(key, key[1:])
        return found

    def _part(self, key: tuple, place: tuple) -> Any:
        """What slices or ranges make of a whole tile is worked out once for all tiles of its layout:
        `place` is what that depends on."""
        tile = self._single.get(key[0])
        if type(tile) is not View:
            return self._general(key)
        plan = tile.base.layout
        if tile.shape is not plan.shape or tile.strides is not plan.strides or tile.offset:
            return tile[key[1:]]
        known = plan.parts.get(place)
        if known is not None:
            return tile.like(*known)
        made = tile[key[1:]]
        if type(made) is View:
            plan.parts[place] = (made.shape, made.strides, made.offset)
        return made

    def _general(self, key: Any) -> Any:
        key = key if isinstance(key, tuple) else (key,)
        return Part(self, key) if self._is_part(key) else self._named(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(value, View) and not value.base.written and _untouched(value.base):
            self._put(self._place(key)[0], value)
        else:
            store_into(self._named(key), value)

    def _named(self, key: Any) -> View:
        """A tile, made if need be, or a part of it."""
        if type(key) is int and self._count == 1 and 0 <= key < self._blocks[0]:
            return self._tile((key,))
        tile, rest = self._split(key)
        return tile[rest] if rest else tile


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
        return BlockTiles(sizes, blocks, to_dtype(dtype), space, name or None)
    if address is None and space.place is not None:
        width = prod(int(s) for s in sizes[1:]) * to_dtype(dtype).itemsize
        address = space.place((), pdim_size=int(sizes[0]), fdim_size=width)
    return STATE.recorder.tensor(sizes, dtype, space, name, address)
