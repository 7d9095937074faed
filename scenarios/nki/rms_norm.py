"""RMS norm of the rows of x times weights; a DMA for each partition spreads the weights."""

import nki
import nki.isa as nisa
import nki.language as nl

P = 128
EPSILON = 1e-6


@nki.jit
def rms_norm(x, w):
    rows, width = x.shape
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    weights = tile_of(P, width, w.dtype)
    for partition in range(P):
        nisa.dma_copy(dst=weights[partition : partition + 1, :], src=w)
    for first in range(0, rows, P):
        last = min(first + P, rows)
        count = last - first
        source = tile_of(count, width, x.dtype)
        nisa.dma_copy(dst=source, src=x[first:last])
        scaled = tile_of(count, width)
        nisa.tensor_scalar(
            dst=scaled, data=source, op0=nl.multiply, operand0=inverse_root(source)
        )
        result = tile_of(count, width, x.dtype)
        nisa.tensor_tensor(dst=result, data1=scaled, data2=weights[:count], op=nl.multiply)
        nisa.dma_copy(dst=out[first:last], src=result)
    return out


def tile_of(rows, width, dtype=nl.float32):
    return nl.ndarray((rows, width), dtype=dtype, buffer=nl.sbuf)


def inverse_root(source):
    """1 / sqrt(mean of squares) of each row; Scalar adds the squares up as it makes them."""
    rows, width = source.shape
    squares, total, root = tile_of(rows, width), tile_of(rows, 1), tile_of(rows, 1)
    nisa.activation_reduce(
        dst=squares, op=nl.square, data=source, reduce_op=nl.add, reduce_res=total
    )
    nisa.activation(dst=root, op=nl.rsqrt, data=total, scale=1.0 / width, bias=EPSILON)
    return root
