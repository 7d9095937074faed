"""Layer norm, and the divergence of two distributions, of rows in column blocks; rows are split over the cores."""

import nki
import nki.isa as nisa
import nki.language as nl

ROWS = 128
SMALL = 1e-6


def tile(columns, dtype=nl.float32, rows=ROWS):
    return nl.ndarray((rows, columns), dtype=dtype, buffer=nl.sbuf)


def share(rows):
    """The first rows of this core's tiles."""
    each = rows // nl.num_programs(0)
    return range(nl.program_id(0) * each, (nl.program_id(0) + 1) * each, ROWS)


def load(x, row, first, width):
    found = tile(width, x.dtype)
    nisa.dma_copy(dst=found, src=x[row : row + ROWS, first : first + width])
    return found


def refine(root, value):
    """Two steps of Newton's: root x (3 - value x root^2) / 2."""
    half, factor = tile(1), tile(1)
    nisa.tensor_scalar(dst=half, data=value, op0=nl.multiply, operand0=0.5)
    for _ in range(2):
        nisa.tensor_tensor(dst=factor, data1=root, data2=root, op=nl.multiply)
        nisa.tensor_tensor(dst=factor, data1=factor, data2=half, op=nl.multiply)
        nisa.tensor_scalar(
            dst=factor, data=factor, op0=nl.multiply, operand0=-1.0, op1=nl.add, operand1=1.5
        )
        nisa.tensor_tensor(dst=root, data1=root, data2=factor, op=nl.multiply)


def inverse_root(value):
    deviation, root = tile(1), tile(1)
    nisa.activation(dst=deviation, op=nl.sqrt, data=value)
    nisa.reciprocal(dst=root, data=deviation)
    refine(root, value)
    return root


def spread(vector, columns):
    """One row in all partitions, in fp32, by matmuls with ones."""
    raw, row = tile(columns, vector.dtype, 1), tile(columns, nl.float32, 1)
    nisa.dma_copy(dst=raw, src=vector)
    nisa.tensor_copy(dst=row, src=raw)
    ones, found = tile(ROWS, nl.float32, 1), tile(columns)
    nisa.memset(dst=ones, value=1.0)
    for first in range(0, columns, nl.tile_size.gemm_moving_fmax):
        last = min(first + nl.tile_size.gemm_moving_fmax, columns)
        sums = nl.ndarray((ROWS, last - first), dtype=nl.float32, buffer=nl.psum)
        nisa.nc_matmul(dst=sums, stationary=ones, moving=row[:, first:last])
        nisa.tensor_copy(dst=found[:, first:last], src=sums)
    return found


def moments(x, row, width):
    """Sums of x and of x^2: Vector adds up, Scalar squares."""
    plain, squared = tile(1), tile(1)
    nisa.memset(dst=plain, value=0.0)
    nisa.memset(dst=squared, value=0.0)
    for first in range(0, x.shape[1], width):
        block, squares = load(x, row, first, width), tile(width)
        nisa.activation(dst=squares, op=nl.square, data=block)
        part, part_squared = tile(1), tile(1)
        nisa.tensor_reduce(dst=part, op=nl.add, data=block, axis=(1,))
        nisa.tensor_reduce(dst=part_squared, op=nl.add, data=squares, axis=(1,))
        nisa.tensor_tensor(dst=plain, data1=plain, data2=part, op=nl.add)
        nisa.tensor_tensor(dst=squared, data1=squared, data2=part_squared, op=nl.add)
    return plain, squared


def scale_and_shift(plain, squared, columns):
    """What a row is multiplied by, and what is added then."""
    mean, variance, shift = tile(1), tile(1), tile(1)
    nisa.tensor_scalar(dst=mean, data=plain, op0=nl.multiply, operand0=1.0 / columns)
    nisa.tensor_scalar(dst=squared, data=squared, op0=nl.multiply, operand0=1.0 / columns)
    nisa.tensor_tensor(dst=variance, data1=mean, data2=mean, op=nl.multiply)
    nisa.tensor_tensor(dst=variance, data1=squared, data2=variance, op=nl.subtract)
    nisa.tensor_scalar(
        dst=variance, data=variance, op0=nl.maximum, operand0=0.0, op1=nl.add, operand1=SMALL
    )
    root = inverse_root(variance)
    nisa.tensor_tensor(dst=shift, data1=mean, data2=root, op=nl.multiply)
    nisa.tensor_scalar(dst=shift, data=shift, op0=nl.multiply, operand0=-1.0)
    return root, shift


@nki.jit
def layer_norm(x, weight, bias, width):
    """(x - mean) / deviation x weight + bias; Vector does most of it."""
    rows, columns = x.shape
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    weights, biases = spread(weight, columns), spread(bias, columns)
    for row in share(rows):
        plain, squared = moments(x, row, width)
        root, shift = scale_and_shift(plain, squared, columns)
        for first in range(0, columns, width):
            block, scaled, result = load(x, row, first, width), tile(width), tile(width, x.dtype)
            nisa.tensor_scalar(
                dst=scaled, data=block, op0=nl.multiply, operand0=root, op1=nl.add, operand1=shift
            )
            columns_here = slice(first, first + width)
            nisa.tensor_tensor(
                dst=scaled, data1=scaled, data2=weights[:, columns_here], op=nl.multiply
            )
            nisa.tensor_tensor(dst=result, data1=scaled, data2=biases[:, columns_here], op=nl.add)
            nisa.dma_copy(dst=out[row : row + ROWS, columns_here], src=result)
    return out


@nki.jit
def divergence(logs, shares, width):
    """Sums over rows of q (log q - logs): Scalar takes logarithms and adds up, Vector the rest."""
    rows, columns = shares.shape
    out = nl.ndarray((rows, 1), dtype=nl.float32, buffer=nl.shared_hbm)
    for row in share(rows):
        parts, total = tile(columns // width), tile(1)
        for i, first in enumerate(range(0, columns, width)):
            log, q, term = load(logs, row, first, width), load(shares, row, first, width), tile(width)
            nisa.tensor_scalar(dst=term, data=q, op0=nl.maximum, operand0=1e-38)
            nisa.activation(dst=term, op=nl.log, data=term)
            nisa.scalar_tensor_tensor(
                dst=term, data=log, op0=nl.multiply, operand0=-1.0, op1=nl.add, operand1=term
            )
            nisa.tensor_tensor(dst=term, data1=term, data2=q, op=nl.multiply)
            nisa.activation_reduce(
                dst=term, op=nl.copy, data=term, reduce_op=nl.add, reduce_res=parts[:, i : i + 1]
            )
        if columns > width:
            nisa.tensor_reduce(dst=total, op=nl.add, data=parts, axis=(1,))
        nisa.dma_copy(dst=out[row : row + ROWS, 0:1], src=total if columns > width else parts)
    return out
