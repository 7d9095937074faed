"""2-D convolution with a bias and max pooling in the old dialect, a row of pixels at a time.

`x` is (images, channels, height, width), `weights` (filters, channels, taps, taps), `bias`
(filters). All weights are turned before the first image. `rows` rows of results are a group of
matmuls in PSUM; `pool` by `pool` results become their maximum.
"""

import neuronxcc.nki as nki
import neuronxcc.nki.compiler as ncc
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl

TILE = nl.tile_size.pmax


@ncc.skip_middle_end_transformations
@nki.jit
def conv_pool(x, weights, bias, pool=1, rows=1):
    images, channels, height, width = x.shape
    filters, _, taps, _ = weights.shape
    out_h, out_w = height - taps + 1, width - taps + 1
    tiles_f, tiles_c = filters // TILE, channels // TILE
    out = nl.ndarray((images, filters, out_h // pool, out_w // pool), dtype=x.dtype, buffer=nl.hbm)

    shape = (nl.par_dim(TILE), TILE, tiles_f, tiles_c, taps, taps)
    turned = nl.ndarray(shape, dtype=x.dtype, buffer=nl.sbuf)
    biases = nl.ndarray((nl.par_dim(TILE), tiles_f), dtype=bias.dtype, buffer=nl.sbuf)
    for f in nl.affine_range(tiles_f):
        chosen = nl.ds(f * TILE, TILE)
        nisa.dma_copy(dst=biases[:, f], src=bias[chosen])
        block = nl.ndarray((nl.par_dim(TILE), channels, taps, taps), dtype=x.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=block, src=weights[chosen])
        for c in nl.affine_range(tiles_c):
            for i in nl.affine_range(taps):
                for j in nl.affine_range(taps):
                    part = nisa.nc_transpose(block[:, nl.ds(c * TILE, TILE), i, j])
                    turned[:, :, f, c, i, j] = nisa.tensor_copy(part, dtype=x.dtype)

    together = max(pool, rows)
    for image in nl.affine_range(images):
        for step in nl.affine_range(out_h // together):
            first = step * together
            shape = (nl.par_dim(TILE), tiles_c, together + taps - 1, width)
            pixels = nl.ndarray(shape, dtype=x.dtype, buffer=nl.sbuf)
            for c in nl.affine_range(tiles_c):
                source = x[image, nl.ds(c * TILE, TILE), nl.ds(first, together + taps - 1)]
                nisa.dma_copy(dst=pixels[:, c], src=source)
            for f in nl.affine_range(tiles_f):
                sums = nl.ndarray((nl.par_dim(TILE), together, out_w), dtype=x.dtype, buffer=nl.sbuf)
                for row in nl.affine_range(together // rows):
                    acc = nl.zeros((nl.par_dim(TILE), rows, out_w), nl.float32, buffer=nl.psum)
                    for c in nl.affine_range(tiles_c):
                        for i in nl.affine_range(taps):
                            for j in nl.affine_range(taps):
                                top = nl.ds(row * rows + i, rows)
                                shifted = pixels[:, c, top, nl.ds(j, out_w)]
                                acc += nisa.nc_matmul(turned[:, :, f, c, i, j], shifted)
                    sums[:, nl.ds(row * rows, rows), :] = nisa.tensor_copy(acc, dtype=x.dtype)
                windows = sums.reshape((TILE, together // pool, pool, out_w // pool, pool))
                largest = sums
                if pool > 1:
                    largest = nisa.tensor_reduce(nl.max, windows, axis=(2, 4))
                added = nisa.tensor_scalar(largest, nl.add, biases[:, f])
                target = nl.ds(first // pool, together // pool)
                nisa.dma_copy(dst=out[image, nl.ds(f * TILE, TILE), target, :], src=added)
    return out
