"""`nl.tiles` and its kin: tensors seen as grids of tiles, or of blocks of tiles.

`data` of a grid is the selected rectangle as one tensor. Tiles below one another on chip lie side
by side in the same partitions; several rows of those have no shape that NKI's documentation gives.
"""

from __future__ import annotations

from typing import Any

from ..basics.errors import RecordError, bounds, unsupported
from ..tensors.buffers import Space
from ..tensors.views import View
from .allocation import _space
from .block_tiles import tensor
from .rules import tensor as tensor_of


class NkiGrid:
    """A rectangle of a tensor: for each of its dimensions a span, how far an index goes, or no index."""

    def __init__(self, source: View, tile_shape: tuple, spans: tuple, steps: tuple, stacked: bool):
        self._source, self._spans, self._steps, self._stacked = source, spans, steps, stacked
        self.tile_shape = tile_shape
        self.dtype, self.buffer = source.dtype, source.buffer

    @property
    def shape(self) -> tuple:
        open_spans = zip(self._spans, self._steps)
        return tuple(-(-(high - low) // step) for (low, high), step in open_spans if step)

    @property
    def element_shape(self) -> tuple:
        return tuple(high - low for place, (low, high) in enumerate(self._spans) if not self._slab(place))

    @property
    def index_step_elements(self) -> tuple:
        return tuple(step for step in self._steps if step)

    @property
    def is_remainder(self) -> bool:
        """Whether the selection ends within a tile."""
        sizes = self.element_shape[-len(self.tile_shape) :]
        return any(size % tile for size, tile in zip(sizes, self.tile_shape))

    @property
    def is_data_representable(self) -> bool:
        (low, high), rows = self._spans[0], self.tile_shape[0]
        return not self._stacked or (high - 1) // rows == low // rows

    @property
    def data(self) -> View:
        if not self._stacked:
            places = enumerate(self._spans)
            return self._source[tuple(span[0] if self._slab(at) else slice(*span) for at, span in places)]
        if not self.is_data_representable:
            raise unsupported("nki.language.tiles", "several rows of tiles on chip as one operand")
        (low, high), *columns = self._spans
        rows = self.tile_shape[0]
        first = low // rows
        kept = slice(low - first * rows, high - first * rows)
        return self._source[(kept, first, *(slice(*span) for span in columns))]

    def __getitem__(self, key: Any) -> NkiGrid:
        keys = list(key) if isinstance(key, tuple) else [key]
        spans, steps = list(self._spans), list(self._steps)
        for place in [place for place, step in enumerate(steps) if step][: len(keys)]:
            spans[place], steps[place] = self._taken(place, keys.pop(0))
        if keys:
            raise bounds(f"a grid of {self.shape} takes {len(self.shape)} indices, found {key}")
        return self._like(tuple(spans), tuple(steps))

    def _taken(self, place: int, key: Any) -> tuple[tuple[int, int], int]:
        (low, high), step = self._spans[place], self._steps[place]
        count = -(-(high - low) // step)
        if isinstance(key, slice):
            first, last, stride = key.indices(count)
            if stride != 1 or last <= first:
                raise bounds(f"a grid takes slices of whole tiles in a row, found {key}")
        else:
            first = key + count if key < 0 else key
            last = first + 1
            if not 0 <= first < count:
                raise bounds(f"index {key} is out of bounds for a grid of {count}")
        span = (low + first * step, min(high, low + last * step))
        return span, step if isinstance(key, slice) else 0

    def _like(self, spans: tuple, steps: tuple) -> NkiGrid:
        return NkiTileGrid(self._source, self.tile_shape, spans, steps, self._stacked)

    def _slab(self, place: int) -> bool:
        """Whether a dimension is not tiled and one of it has been taken."""
        return place < len(self._spans) - len(self.tile_shape) and not self._steps[place]


class NkiTileGrid(NkiGrid):
    """A grid whose indices count tiles."""


class NkiBlockGrid(NkiGrid):
    """A grid whose indices count blocks, which are so many tiles."""

    def __init__(self, source, tile_shape, spans, steps, stacked, block_shape: tuple):
        super().__init__(source, tile_shape, spans, steps, stacked)
        self.block_shape = block_shape

    def _like(self, spans: tuple, steps: tuple) -> NkiGrid:
        return NkiBlockGrid(self._source, self.tile_shape, spans, steps, self._stacked, self.block_shape)


def tiles(source: Any, *, tile_shape: tuple | None = None) -> NkiTileGrid:
    """A tensor, or what a grid has selected, in tiles."""
    grid = source if isinstance(source, NkiGrid) else _whole(source, tile_shape)
    shape = grid.tile_shape if tile_shape is None else tuple(tile_shape)
    ahead = len(grid._spans) - len(shape)
    steps = tuple(step and 1 for step in grid._steps[:ahead]) + shape
    return NkiTileGrid(grid._source, shape, grid._spans, steps, grid._stacked)


def blocks(source: Any, *, tile_shape: tuple | None = None, block_shape: tuple) -> NkiBlockGrid:
    """A tensor, or what a grid has selected, in blocks of tiles."""
    grid = tiles(source, tile_shape=tile_shape)
    if len(block_shape) != len(grid.tile_shape):
        raise RecordError("E3", f"block_shape {block_shape} does not fit tile_shape {grid.tile_shape}")
    ahead = len(grid._spans) - len(block_shape)
    steps = grid._steps[:ahead] + tuple(n * size for n, size in zip(block_shape, grid.tile_shape))
    return NkiBlockGrid(
        grid._source, grid.tile_shape, grid._spans, steps, grid._stacked, tuple(block_shape)
    )


def _whole(source: Any, tile_shape: tuple | None) -> NkiTileGrid:
    view = tensor_of("tiles", "source", source)
    if tile_shape is None or not 2 <= len(tile_shape) <= len(view.shape):
        raise RecordError("E3", f"tile_shape {tile_shape} does not fit a tensor of {view.shape}")
    spans = tuple((0, size) for size in view.shape)
    return NkiTileGrid(view, tuple(tile_shape), spans, (1,) * len(spans), False)


def alloc_tiles(
    *, tile_shape: tuple, element_shape: tuple, buffer: Space, dtype: Any, address: Any = None,
    name: str = "",
) -> NkiTileGrid:
    """A new tensor in tiles; on chip those below the first row lie behind it."""
    space = _space(buffer)
    rows = -(-element_shape[0] // tile_shape[0])
    if not space.on_chip or rows == 1:
        return tiles(tensor(element_shape, dtype, space, name, address), tile_shape=tile_shape)
    whole = tensor((tile_shape[0], rows, *element_shape[1:]), dtype, space, name, address)
    spans = tuple((0, size) for size in element_shape)
    return NkiTileGrid(whole, tuple(tile_shape), spans, tuple(tile_shape), True)


def alloc_blocks(*, tile_shape: tuple, block_shape: tuple, **given: Any) -> NkiBlockGrid:
    return blocks(alloc_tiles(tile_shape=tile_shape, **given), block_shape=block_shape)


NAMES: dict[str, Any] = {
    "NkiGrid": NkiGrid, "NkiTileGrid": NkiTileGrid, "NkiBlockGrid": NkiBlockGrid,
    "tiles": tiles, "blocks": blocks, "alloc_tiles": alloc_tiles, "alloc_blocks": alloc_blocks,
}
