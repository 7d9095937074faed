"""a + b of flat vectors in the old dialect."""

import neuronxcc.nki as nki
import neuronxcc.nki.compiler as ncc
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl

ROWS = 128


@nki.jit
def vector_add(a, b, most_columns=1000):
    out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
    width = a.shape[0] // ROWS
    first, second, target = (t.reshape((ROWS, width)) for t in (a, b, out))
    i_p, i_f = nl.mgrid[0:ROWS, 0:most_columns]
    for tile in nl.affine_range(-(-width // most_columns)):
        inside = tile * most_columns + i_f < width
        left = nl.load(first[i_p, tile * most_columns + i_f], mask=inside)
        right = nl.load(second[i_p, tile * most_columns + i_f], mask=inside)
        total = nl.add(left, right, mask=inside)
        nl.store(target[i_p, tile * most_columns + i_f], value=total, mask=inside)
    return out


@ncc.skip_middle_end_transformations
@nki.jit
def vector_add_columns(a, b, columns):
    """Tiles of 128 partitions and so many columns, which divide those there are."""
    out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
    width = a.shape[0] // ROWS
    first, second, target = (t.reshape((ROWS, width)) for t in (a, b, out))
    for tile in nl.affine_range(width // columns):
        inside = nl.ds(tile * columns, columns)
        left, right = nl.load(first[:, inside]), nl.load(second[:, inside])
        nl.store(target[:, inside], value=nisa.tensor_tensor(left, right, op=nl.add))
    return out


@ncc.skip_middle_end_transformations
@nki.jit
def vector_add_chunks(a, b, rows=ROWS):
    """One element in each partition, as many as there are rows in a chunk."""
    out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
    for chunk in nl.affine_range(a.shape[0] // rows):
        inside = nl.ds(chunk * rows, rows)
        left = nl.ndarray((rows, 1), dtype=a.dtype, buffer=nl.sbuf)
        right = nl.ndarray((rows, 1), dtype=b.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=left, src=a[inside])
        nisa.dma_copy(dst=right, src=b[inside])
        nisa.dma_copy(dst=out[inside], src=nisa.tensor_scalar(left, nl.add, right))
    return out
