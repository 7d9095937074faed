"""a + b of flat vectors in the old dialect."""

import neuronxcc.nki as nki
import neuronxcc.nki.language as nl

ROWS, COLUMNS = 128, 1000


@nki.jit
def vector_add(a, b):
    out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
    width = a.shape[0] // ROWS
    first, second, target = (t.reshape((ROWS, width)) for t in (a, b, out))
    i_p, i_f = nl.mgrid[0:ROWS, 0:COLUMNS]
    for tile in nl.affine_range(-(-width // COLUMNS)):
        inside = tile * COLUMNS + i_f < width
        left = nl.load(first[i_p, tile * COLUMNS + i_f], mask=inside)
        right = nl.load(second[i_p, tile * COLUMNS + i_f], mask=inside)
        total = nl.add(left, right, mask=inside)
        nl.store(target[i_p, tile * COLUMNS + i_f], value=total, mask=inside)
    return out
