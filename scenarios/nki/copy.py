"""A matrix copied by way of SBUF: tiles of 128 rows (tiled), or 128 shares of it (packed)."""

import nki
import nki.isa as nisa
import nki.language as nl

P = 128
MOST_COLUMNS = 16384


@nki.jit
def tiled(x):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    for first in nl.affine_range(0, x.shape[0], P):
        rows = slice(first, first + P)
        move(out[rows], x[rows])
    return out


@nki.jit
def packed(x):
    """Each partition takes rows that follow one another, as columns of one long row."""
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    width = x.shape[0] * x.shape[1] // P
    source, target = x.reshape((P, width)), out.reshape((P, width))
    for first in nl.affine_range(0, width, MOST_COLUMNS):
        columns = slice(first, min(first + MOST_COLUMNS, width))
        move(target[:, columns], source[:, columns])
    return out


def move(target, source):
    tile = nl.ndarray(source.shape, dtype=source.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=tile, src=source)
    nisa.dma_copy(dst=target, src=tile)
