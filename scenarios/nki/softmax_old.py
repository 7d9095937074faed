"""Softmax of the rows of x in the old dialect; rows that stick out are masked."""

import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl


@nki.jit
def softmax(x):
    rows, width = x.shape
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    i_p = nl.arange(128)[:, None]
    i_f = nl.arange(width)[None, :]
    for tile in nl.affine_range(-(-rows // 128)):
        inside = tile * 128 + i_p < rows
        data = nl.load(x[tile * 128 + i_p, i_f], mask=inside)
        top = nisa.tensor_reduce(nl.max, data, axis=1, negate=True, mask=inside)
        total = nl.ndarray((nl.par_dim(128), 1), dtype=nl.float32)
        power = nisa.activation_reduce(
            nl.exp, data, bias=top, reduce_op=nl.add, reduce_res=total, mask=inside
        )
        result = power * nl.reciprocal(total)
        nl.store(out[tile * 128 + i_p, i_f], value=result, mask=inside)
    return out
