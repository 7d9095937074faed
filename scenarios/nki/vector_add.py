"""a + b of flat vectors, as tiles of 128 partitions and up to a number of columns."""

import nki
import nki.isa as nisa
import nki.language as nl

ROWS = 128


@nki.jit
def vector_add(a, b, most_columns=1000):
    out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
    width = a.shape[0] // ROWS
    first, second = a.reshape((ROWS, width)), b.reshape((ROWS, width))
    target = out.reshape((ROWS, width))
    for start in nl.affine_range(0, width, most_columns):
        columns = slice(start, min(start + most_columns, width))
        size = columns.stop - columns.start
        left = nl.ndarray((ROWS, size), dtype=a.dtype, buffer=nl.sbuf)
        right = nl.ndarray((ROWS, size), dtype=b.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=left, src=first[:, columns])
        nisa.dma_copy(dst=right, src=second[:, columns])
        total = nl.ndarray((ROWS, size), dtype=out.dtype, buffer=nl.sbuf)
        nisa.tensor_tensor(dst=total, data1=left, data2=right, op=nl.add)
        nisa.dma_copy(dst=target[:, columns], src=total)
    return out


@nki.jit
def vector_add_chunks(a, b, rows=ROWS):
    """The same with one element in each partition, as many as there are rows in a chunk."""
    out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
    for start in nl.affine_range(0, a.shape[0], rows):
        chunk = slice(start, start + rows)
        left = nl.ndarray((rows, 1), dtype=a.dtype, buffer=nl.sbuf)
        right = nl.ndarray((rows, 1), dtype=b.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=left, src=a[chunk])
        nisa.dma_copy(dst=right, src=b[chunk])
        total = nl.ndarray((rows, 1), dtype=out.dtype, buffer=nl.sbuf)
        nisa.tensor_scalar(dst=total, data=left, op0=nl.add, operand0=right)
        nisa.dma_copy(dst=out[chunk], src=total)
    return out
