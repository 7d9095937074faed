"""Softmax of the rows of x, in two passes over column blocks; rows are split over the cores."""

import nki
import nki.isa as nisa
import nki.language as nl

ROWS, COLUMNS = 128, 1024


@nki.jit
def softmax(x):
    rows, width = x.shape
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    share = rows // nl.num_programs(0)
    first = nl.program_id(0) * share
    for tile in nl.affine_range(share // ROWS):
        row = first + tile * ROWS
        top, total = statistics(x, row)
        normalize(x, out, row, (top, total))
    return out


def column(dtype=nl.float32):
    return nl.ndarray((ROWS, 1), dtype=dtype, buffer=nl.sbuf)


def load_block(x, row, block):
    tile = nl.ndarray((ROWS, COLUMNS), dtype=x.dtype, buffer=nl.sbuf)
    columns = slice(block * COLUMNS, (block + 1) * COLUMNS)
    nisa.dma_copy(dst=tile, src=x[row : row + ROWS, columns])
    return tile


def raised(tile, top):
    """exp(x - top), the subtraction on VectorE."""
    shifted = nl.ndarray(tile.shape, dtype=nl.float32, buffer=nl.sbuf)
    nisa.tensor_scalar(
        dst=shifted, data=tile, op0=nl.subtract, operand0=top, engine=nisa.vector_engine
    )
    result = nl.ndarray(tile.shape, dtype=nl.float32, buffer=nl.sbuf)
    nisa.activation(dst=result, op=nl.exp, data=shifted)
    return result


def statistics(x, row):
    """First pass: the running maximum and the sum of exponentials, corrected as it grows."""
    top, total = column(), column()
    nisa.memset(dst=top, value=nl.fp32.min, engine=nisa.vector_engine)
    nisa.memset(dst=total, value=0, engine=nisa.vector_engine)
    for block in nl.sequential_range(x.shape[1] // COLUMNS):
        tile = load_block(x, row, block)
        here, larger, change, factor, part = column(), column(), column(), column(), column()
        nisa.tensor_reduce(dst=here, op=nl.maximum, data=tile, axis=1)
        nisa.tensor_tensor(dst=larger, data1=top, data2=here, op=nl.maximum)
        nisa.tensor_tensor(dst=change, data1=top, data2=larger, op=nl.subtract)
        nisa.activation(dst=factor, op=nl.exp, data=change)
        corrected = column()
        nisa.tensor_tensor(dst=corrected, data1=total, data2=factor, op=nl.multiply)
        nisa.tensor_reduce(dst=part, op=nl.add, data=raised(tile, larger), axis=1)
        total = column()
        nisa.tensor_tensor(dst=total, data1=corrected, data2=part, op=nl.add)
        top = larger
    return top, total


def normalize(x, out, row, found):
    """Second pass: exponentials again, times the reciprocal of the sum."""
    top, total = found
    inverse = column()
    nisa.reciprocal(dst=inverse, data=total)
    for block in nl.affine_range(x.shape[1] // COLUMNS):
        power = raised(load_block(x, row, block), top)
        result = nl.ndarray(power.shape, dtype=out.dtype, buffer=nl.sbuf)
        nisa.tensor_scalar(
            dst=result, data=power, op0=nl.multiply, operand0=inverse, engine=nisa.vector_engine
        )
        columns = slice(block * COLUMNS, (block + 1) * COLUMNS)
        nisa.dma_copy(dst=out[row : row + ROWS, columns], src=result)
