"""Batched lhs x rhs in the older dialect: some tiles of lhs are turned on TensorE, then multiplied."""

import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl

ROWS = nl.tile_size.pmax
BANK = nl.tile_size.gemm_moving_fmax


@nki.jit
def batched_matmul(lhs, rhs, together=8, stored=1024):
    """together: tiles of lhs turned before any is used; stored: columns of a store."""
    batches, rows, depth = lhs.shape
    columns = rhs.shape[2]
    out = nl.ndarray((batches, rows, columns), dtype=lhs.dtype, buffer=nl.shared_hbm)
    for batch in nl.affine_range(batches):
        right = nl.load(rhs[batch])
        for block in nl.affine_range(rows // (together * ROWS)):
            turned = nl.ndarray((nl.par_dim(depth), together * ROWS), dtype=lhs.dtype, buffer=nl.sbuf)
            for tile in nl.affine_range(together):
                left = nl.load(lhs[batch, nl.ds((block * together + tile) * ROWS, ROWS), :])
                turned[:, nl.ds(tile * ROWS, ROWS)] = nisa.nc_transpose(left)
            for tile in nl.affine_range(together):
                row = (block * together + tile) * ROWS
                for first in nl.affine_range(columns // stored):
                    result = nl.ndarray((nl.par_dim(ROWS), stored), dtype=lhs.dtype, buffer=nl.sbuf)
                    for part in nl.affine_range(stored // BANK):
                        product = nisa.nc_matmul(
                            turned[:, nl.ds(tile * ROWS, ROWS)],
                            right[:, nl.ds(first * stored + part * BANK, BANK)],
                        )
                        result[:, nl.ds(part * BANK, BANK)] = nl.copy(product)
                    nl.store(out[batch, nl.ds(row, ROWS), nl.ds(first * stored, stored)], result)
    return out
