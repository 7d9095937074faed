"""A step of AdamW in the older dialect: four loads and a store for six instructions."""

import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl

ROWS = nl.tile_size.pmax


@nki.jit
def adamw(theta, gradient, first, second, columns=1824):
    """Tensors of any shape, as tiles of 128 partitions and a number of columns."""
    width = theta.shape[0] * theta.shape[1] // ROWS
    shape = (ROWS, width // columns, columns)
    out = nl.ndarray(shape, dtype=theta.dtype, buffer=nl.shared_hbm)
    theta, gradient, first, second = (t.reshape(shape) for t in (theta, gradient, first, second))
    for tile in nl.affine_range(shape[1]):
        weights = nl.load(theta[:, tile, :])
        slope = nl.load(gradient[:, tile, :])
        mean = nl.load(first[:, tile, :])
        spread = nl.load(second[:, tile, :])
        square = nisa.activation(nl.square, slope)
        power = nisa.scalar_tensor_tensor(
            data=spread, op0=nl.multiply, operand0=999.0, op1=nl.add, operand1=square
        )
        scale = nisa.activation(nl.rsqrt, power)
        step = nisa.scalar_tensor_tensor(
            data=mean, op0=nl.multiply, operand0=9.0, op1=nl.add, operand1=slope
        )
        change = nisa.scalar_tensor_tensor(
            data=step, op0=nl.multiply, operand0=0.001, op1=nl.multiply, operand1=scale
        )
        made = nisa.scalar_tensor_tensor(
            data=weights, op0=nl.multiply, operand0=0.99999, op1=nl.subtract, operand1=change
        )
        nl.store(out[:, tile, :], made)
    return out
