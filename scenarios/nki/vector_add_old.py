"""a + b of flat vectors in the old dialect."""

import neuronxcc.nki as nki
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
