"""A dimension in tiles, as the kernel library, `nkilib.core.utils`, has it, where it is not installed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..tensors.slices import ds


@dataclass
class TiledDimInfo:
    """So many places in tiles of a size, the last of which may be shorter; tiles may be in tiles again."""

    tiled_dim_size: int
    tile_size: int
    tile_count: int
    subtile_dim_info: TiledDimInfo | None = None

    @staticmethod
    def build(
        tiled_dim_size: int, tile_size: int, subtile_info: TiledDimInfo | None = None
    ) -> TiledDimInfo:
        return TiledDimInfo(tiled_dim_size, tile_size, -(-tiled_dim_size // tile_size), subtile_info)

    @staticmethod
    def build_with_subtiling(tiled_dim_size: int, tile_size: int, subtile_size: int) -> TiledDimInfo:
        return TiledDimInfo.build(tiled_dim_size, tile_size, TiledDimInfo.build(tile_size, subtile_size))

    def is_subtiled(self) -> bool:
        return self.subtile_dim_info is not None

    def _part(self) -> int:
        assert self.subtile_dim_info is not None, "the tiles of this dimension are not in tiles"
        return self.subtile_dim_info.tile_size

    def get_tile_bound(self, tile_idx: int) -> int:
        """Places of a tile."""
        return min(self.tile_size, self.tiled_dim_size - tile_idx * self.tile_size)

    def get_tile_indices(self, tile_num: int, tile_offset: Any) -> Any:
        return ds(tile_num * self.tile_size, tile_offset)

    def get_local_subtile_start(self, subtile_idx: int) -> int:
        return subtile_idx * self._part()

    def get_subtile_start(self, tile_idx: int, subtile_idx: int) -> int:
        return tile_idx * self.tile_size + self.get_local_subtile_start(subtile_idx)

    def get_subtile_indices(self, tile_num: int, subtile_num: int, subtile_offset: Any) -> Any:
        return ds(self.get_subtile_start(tile_num, subtile_num), subtile_offset)

    def get_subtile_bound(self, tile_idx: int, subtile_idx: int) -> int:
        return min(self._part(), self.tiled_dim_size - self.get_subtile_start(tile_idx, subtile_idx))

    def get_local_subtile_bound(self, tile_idx: int, subtile_idx: int) -> int:
        return min(self._part(), self.get_tile_bound(tile_idx) - self.get_local_subtile_start(subtile_idx))

    def get_actual_subtile_num(self, tile_idx: int) -> int:
        return -(-self.get_tile_bound(tile_idx) // self._part())


NAMES: dict[str, dict[str, Any]] = {"tile_info": {"TiledDimInfo": TiledDimInfo}}
