"""2-D convolution by im2col: every tap of the filter is a matmul over shifted image rows.

x [batch, channels, height, width], weights [filters, channels, taps, taps], stride 1, no padding;
channels and filters are multiples of 128, an output row has at most 512 columns.
"""

import nki
import nki.isa as nisa
import nki.language as nl

TILE = nl.tile_size.pmax


@nki.jit
def conv2d(x, weights):
    batch, channels, height, width = x.shape
    filters, _, taps_h, taps_w = weights.shape
    out_h, out_w = height - taps_h + 1, width - taps_w + 1
    out = nl.ndarray((batch, filters, out_h, out_w), dtype=x.dtype, buffer=nl.shared_hbm)
    rows = max(1, min(out_h, nl.tile_size.gemm_moving_fmax // out_w))
    turned = load_weights(weights)
    for image in nl.affine_range(batch):
        for first in nl.affine_range(0, out_h, rows):
            count = min(rows, out_h - first)
            parts = load_rows(x, image, (first, count + taps_h - 1))
            for f in nl.affine_range(filters // TILE):
                acc = nl.ndarray((TILE, count, out_w), dtype=nl.float32, buffer=nl.psum)
                for c, part in enumerate(parts):
                    for dh in range(taps_h):
                        for dw in range(taps_w):
                            nisa.nc_matmul(
                                dst=acc,
                                stationary=turned[f, c, dh, dw],
                                moving=part[:, dh : dh + count, dw : dw + out_w],
                            )
                result = nl.ndarray(acc.shape, dtype=out.dtype, buffer=nl.sbuf)
                nisa.tensor_copy(dst=result, src=acc)
                target = out[image, f * TILE : (f + 1) * TILE, first : first + count]
                nisa.dma_copy(dst=target, src=result)
    return out


def load_weights(weights):
    """Tiles [channels, filters] of every tap, transposed on TensorE."""
    filters, channels, taps_h, taps_w = weights.shape
    tiles = {}
    for f in range(filters // TILE):
        for c in range(channels // TILE):
            block = nl.ndarray((TILE, TILE, taps_h, taps_w), dtype=weights.dtype, buffer=nl.sbuf)
            rows, columns = slice(f * TILE, (f + 1) * TILE), slice(c * TILE, (c + 1) * TILE)
            nisa.dma_copy(dst=block, src=weights[rows, columns])
            for dh in range(taps_h):
                for dw in range(taps_w):
                    turned = nl.ndarray((TILE, TILE), dtype=weights.dtype, buffer=nl.psum)
                    nisa.nc_transpose(dst=turned, data=block[:, :, dh, dw])
                    tile = nl.ndarray((TILE, TILE), dtype=weights.dtype, buffer=nl.sbuf)
                    nisa.tensor_copy(dst=tile, src=turned)
                    tiles[f, c, dh, dw] = tile
    return tiles


def load_rows(x, image, rows):
    """Image rows of every channel tile."""
    first, count = rows
    channels, width = x.shape[1], x.shape[3]
    tiles = []
    for c in range(0, channels, TILE):
        tile = nl.ndarray((TILE, count, width), dtype=x.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=tile, src=x[image, c : c + TILE, first : first + count])
        tiles.append(tile)
    return tiles
