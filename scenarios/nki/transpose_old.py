"""Transpose of a matrix in the old dialect, one 128 x 128 tile at a time on TensorE."""

import neuronxcc.nki as nki
import neuronxcc.nki.compiler as ncc
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl

TILE = nl.tile_size.pmax


@ncc.skip_middle_end_transformations
@nki.jit
def transpose(x):
    rows, columns = x.shape
    out = nl.ndarray((columns, rows), dtype=x.dtype, buffer=nl.shared_hbm)
    for r in nl.affine_range(rows // TILE):
        for c in nl.affine_range(columns // TILE):
            tile = nl.ndarray((TILE, TILE), dtype=x.dtype, buffer=nl.sbuf)
            nisa.dma_copy(dst=tile, src=x[nl.ds(r * TILE, TILE), nl.ds(c * TILE, TILE)])
            turned = nisa.nc_transpose(tile)
            result = nisa.tensor_copy(turned, engine=nisa.scalar_engine)
            nisa.dma_copy(dst=out[nl.ds(c * TILE, TILE), nl.ds(r * TILE, TILE)], src=result)
    return out
