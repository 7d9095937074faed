"""Grids of tiles and blocks: which elements they name, and what they refuse."""

import unittest

from support import KernelTest, record, tensor


class TileGridTest(KernelTest):
    def accesses(self, body, *shape):
        block = record(body, [tensor(*shape)])
        return [one[4][0][1:] for one in block.code]

    def test_tiles_of_a_tensor(self):
        found = self.accesses("""
        def k(x):
            grid = nl.tiles(x, tile_shape=(128, 256))
            assert grid.shape == (3, 2) and grid.tile_shape == (128, 256)
            assert grid.is_remainder and not grid[0].is_remainder
            for at in ((0, 1), (2, -1)):
                tile = grid[at]
                assert tile.shape == () and tile.data.shape == tile.element_shape
                t = nl.ndarray(tile.element_shape, dtype=x.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=t.data, src=tile.data)
            row = grid[1, :]
            t = nl.ndarray(row.element_shape, dtype=row.dtype, buffer=nl.sbuf)
            assert row.shape == (2,) and row.index_step_elements == (256,)
            nisa.dma_copy(dst=t, src=row.data)
        """, 300, 512)
        self.assertEqual([[256, [512, 128, 1, 256]], [131328, [512, 44, 1, 256]], [65536, [512, 128, 1, 512]]], found)

    def test_slabs_and_blocks(self):
        found = self.accesses("""
        def k(x):
            grid = nl.blocks(x, tile_shape=(64, 32), block_shape=(2, 2))
            assert grid.shape == (3, 2, 2) and grid.block_shape == (2, 2)
            block = grid[2, 1, 0]
            assert block.element_shape == (128, 64)
            inner = nl.tiles(block)
            assert inner.shape == (2, 2) and isinstance(inner, nl.NkiTileGrid)
            t = nl.ndarray((64, 32), dtype=x.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=t, src=inner[1, 1].data)
        """, 3, 256, 128)
        self.assertEqual([[2 * 256 * 128 + (128 + 64) * 128 + 32, [128, 64, 1, 32]]], found)

    def test_rows_of_tiles_on_chip_lie_side_by_side(self):
        block = record("""
        def k(x):
            held = nl.alloc_tiles(tile_shape=(128, 64), element_shape=(256, 128), buffer=nl.sbuf, dtype=x.dtype)
            there = nl.tiles(x, tile_shape=(128, 64))
            for i in range(2):
                for j in range(2):
                    nisa.dma_copy(dst=held[i, j].data, src=there[i, j].data)
            assert held[1].is_data_representable and not held.is_data_representable
        """, [tensor(256, 128)])
        self.assertEqual([0, 64, 128, 192], [one[3][0][1] for one in block.code])

    def test_refused(self):
        start = "def k(x):\n    g = nl.alloc_blocks(tile_shape=(128, 64), block_shape=(2, 1), " \
                "element_shape=(256, 128), buffer=nl.sbuf, dtype=nl.float32)\n    "
        for code, text, line in (
            ("E10", "several rows of tiles on chip as one operand", "g[0, 0].data"),
            ("E4", "index 2 is out of bounds for a grid of 2", "g[0, 2]"),
            ("E4", "a grid of (1, 2) takes 2 indices, found (0, 0, 0)", "g[0, 0, 0]"),
            ("E3", "tile_shape (8,) does not fit", "nl.tiles(x, tile_shape=(8,))"),
        ):
            self.refused(code, text, start + line, [tensor(256, 128)])


if __name__ == "__main__":
    unittest.main()
