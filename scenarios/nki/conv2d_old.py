"""2-D convolution by im2col in the old dialect; shapes as in conv2d.py."""

import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl

TILE = 128


@nki.jit
def conv2d(x, weights):
    batch, channels, height, width = x.shape
    filters, _, taps_h, taps_w = weights.shape
    out_h, out_w = height - taps_h + 1, width - taps_w + 1
    tiles_f, tiles_c = filters // TILE, channels // TILE
    out = nl.ndarray((batch, filters, out_h, out_w), dtype=x.dtype, buffer=nl.shared_hbm)
    rows = max(1, min(out_h, 512 // out_w))
    turned = nl.ndarray(
        (tiles_f, tiles_c, taps_h, taps_w, nl.par_dim(TILE), TILE), dtype=weights.dtype
    )
    for f in nl.affine_range(tiles_f):
        for c in nl.affine_range(tiles_c):
            block = nl.load(weights[nl.ds(f * TILE, TILE), nl.ds(c * TILE, TILE)])
            for dh in nl.affine_range(taps_h):
                for dw in nl.affine_range(taps_w):
                    turned[f, c, dh, dw] = nl.copy(nisa.nc_transpose(block[:, :, dh, dw]))
    for image in nl.affine_range(batch):
        for first in nl.static_range(0, out_h, rows):
            count = min(rows, out_h - first)
            i_c, i_h, i_w = nl.mgrid[0:TILE, 0:count, 0:out_w]
            parts = nl.ndarray(
                (tiles_c, nl.par_dim(TILE), count + taps_h - 1, width), dtype=x.dtype
            )
            for c in nl.affine_range(tiles_c):
                parts[c] = nl.load(
                    x[image, nl.ds(c * TILE, TILE), nl.ds(first, count + taps_h - 1)]
                )
            for f in nl.affine_range(tiles_f):
                acc = nl.zeros((nl.par_dim(TILE), count, out_w), dtype=nl.float32, buffer=nl.psum)
                for c in nl.affine_range(tiles_c):
                    for dh in nl.affine_range(taps_h):
                        for dw in nl.affine_range(taps_w):
                            shifted = parts[c, i_c, i_h + dh, i_w + dw]
                            acc += nisa.nc_matmul(turned[f, c, dh, dw], shifted)
                nl.store(
                    out[image, f * TILE + i_c, first + i_h, i_w], value=nl.copy(acc, dtype=x.dtype)
                )
    return out
