"""A layer of an MLP in the older dialect: GELU(x w + bias), x transposed.

Every product loads both of its tiles; the older dialect's optimiser loads each once where SBUF
holds them. `gelu` uses Scalar's function, `by_sigmoid` the formula with tanh.
"""

import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl

ROWS = nl.tile_size.gemm_stationary_fmax
DEPTH = nl.tile_size.pmax
COLUMNS = nl.tile_size.gemm_moving_fmax


def linear(x_t, w, bias, rows, columns):
    total = nl.zeros((ROWS, COLUMNS), nl.float32, buffer=nl.psum)
    for k in nl.affine_range(x_t.shape[0] // DEPTH):
        some = nl.ds(k * DEPTH, DEPTH)
        left = nl.load(x_t[some, rows])
        right = nl.load(w[some, columns])
        total += nl.matmul(left, right, transpose_x=True)
    result = nl.copy(total, dtype=x_t.dtype)
    row = nl.load(bias[0:1, columns])
    return result + row.broadcast_to((ROWS, COLUMNS))


def by_tanh(x):
    """tanh(z) is 2 sigmoid(2 z) - 1."""
    cubed = x * x * x
    inner = nl.multiply(x + 0.044715 * cubed, 0.7978845608028654)
    tanh = nisa.activation(op=nl.sigmoid, data=inner, scale=2.0) * 2.0 - 1.0
    return 0.5 * x * (1.0 + tanh)


def layer(x_t, w, bias, activation):
    out = nl.ndarray((x_t.shape[1], w.shape[1]), dtype=x_t.dtype, buffer=nl.shared_hbm)
    for m in nl.affine_range(x_t.shape[1] // ROWS):
        for n in nl.affine_range(w.shape[1] // COLUMNS):
            rows, columns = nl.ds(m * ROWS, ROWS), nl.ds(n * COLUMNS, COLUMNS)
            nl.store(out[rows, columns], activation(linear(x_t, w, bias, rows, columns)))
    return out


@nki.jit
def gelu(x_t, w, bias):
    return layer(x_t, w, bias, nl.gelu)


@nki.jit
def by_sigmoid(x_t, w, bias):
    return layer(x_t, w, bias, by_tanh)
