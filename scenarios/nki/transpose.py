"""Transpose of a matrix, one 128 x 128 tile at a time on TensorE; ScalarE empties PSUM."""

import nki
import nki.isa as nisa
import nki.language as nl

TILE = nl.tile_size.pmax


@nki.jit
def transpose(x):
    rows, columns = x.shape
    out = nl.ndarray((columns, rows), dtype=x.dtype, buffer=nl.shared_hbm)
    for r in nl.affine_range(0, rows, TILE):
        for c in nl.affine_range(0, columns, TILE):
            tile = nl.ndarray((TILE, TILE), dtype=x.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=tile, src=x[r : r + TILE, c : c + TILE])
            turned = nl.ndarray((TILE, TILE), dtype=x.dtype, buffer=nl.psum)
            nisa.nc_transpose(dst=turned, data=tile)
            result = nl.ndarray((TILE, TILE), dtype=x.dtype, buffer=nl.sbuf)
            nisa.tensor_copy(dst=result, src=turned, engine=nisa.scalar_engine)
            nisa.dma_copy(dst=out[c : c + TILE, r : r + TILE], src=result)
    return out
