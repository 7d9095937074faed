"""Batch norm of the columns of x: TensorE adds up rows, the two cores of a rank exchange their sums."""

import nki
import nki.isa as nisa
import nki.language as nl

ROWS, BLOCK = 128, 512
SMALL = 1e-5


def sbuf(rows, columns, dtype=nl.float32):
    return nl.ndarray((rows, columns), dtype=dtype, buffer=nl.sbuf)


def psum(rows):
    return nl.ndarray((rows, BLOCK), dtype=nl.float32, buffer=nl.psum)


def banks(rows, count):
    found = []
    for _ in range(count):
        found.append(psum(rows))
    return found


def filled(rows, columns, value, dtype=nl.float32):
    found = sbuf(rows, columns, dtype)
    nisa.memset(dst=found, value=value)
    return found


def share(rows):
    """The first and the number of rows of each tile of this core."""
    tiles = -(-rows // ROWS)
    each = -(-tiles // nl.num_programs(0))
    first = nl.program_id(0) * each
    found = []
    for t in range(first, min(first + each, tiles)):
        found.append((t * ROWS, min(ROWS, rows - t * ROWS)))
    return found


def load(x, first, count):
    found = sbuf(count, x.shape[1], x.dtype)
    nisa.dma_copy(dst=found, src=x[first : first + count, :])
    return found


def in_fp32(vector):
    raw, found = sbuf(1, vector.shape[1], vector.dtype), sbuf(1, vector.shape[1])
    nisa.dma_copy(dst=raw, src=vector)
    nisa.tensor_copy(dst=found, src=raw)
    return found


def sums(x):
    """Sums of the columns and of their squares over this core's rows, side by side."""
    columns = x.shape[1]
    ones, ones_fp32 = filled(ROWS, 1, 1.0, x.dtype), filled(ROWS, 1, 1.0)
    starts = range(0, columns, BLOCK)
    plain, squared = banks(1, len(starts)), banks(1, len(starts))
    for i, (first, count) in enumerate(share(x.shape[0])):
        tile, squares = load(x, first, count), sbuf(count, columns)
        nisa.activation(dst=squares, op=nl.square, data=tile)
        for b, start in enumerate(starts):
            here = slice(start, start + BLOCK)
            nisa.nc_matmul(
                dst=plain[b], stationary=ones[0:count, :], moving=tile[:, here], accumulate=i > 0
            )
            nisa.nc_matmul(
                dst=squared[b],
                stationary=ones_fp32[0:count, :],
                moving=squares[:, here],
                accumulate=i > 0,
            )
    found = sbuf(1, 2 * columns)
    for b, start in enumerate(starts):
        nisa.tensor_copy(dst=found[:, start : start + BLOCK], src=plain[b])
        nisa.tensor_copy(dst=found[:, columns + start : columns + start + BLOCK], src=squared[b])
    return found


def exchanged(part):
    """This core's part and the other's together."""
    if nl.num_programs(0) == 1:
        return part
    other, total = sbuf(1, part.shape[1]), sbuf(1, part.shape[1])
    peer = 1 - nl.program_id(0)
    nisa.sendrecv(src=part, dst=other, send_to_rank=peer, recv_from_rank=peer, pipe_id=0)
    nisa.tensor_tensor(dst=total, data1=part, data2=other, op=nl.add)
    return total


def scale_and_shift(total, weight, bias, rows):
    """What a column is multiplied by, and what is added then."""
    columns = weight.shape[1]
    mean, square, variance = sbuf(1, columns), sbuf(1, columns), sbuf(1, columns)
    nisa.tensor_scalar(dst=mean, data=total[:, 0:columns], op0=nl.multiply, operand0=1.0 / rows)
    nisa.tensor_scalar(
        dst=square, data=total[:, columns : 2 * columns], op0=nl.multiply, operand0=1.0 / rows
    )
    nisa.tensor_tensor(dst=variance, data1=mean, data2=mean, op=nl.multiply)
    nisa.tensor_tensor(dst=variance, data1=square, data2=variance, op=nl.subtract)
    nisa.tensor_scalar(
        dst=variance, data=variance, op0=nl.maximum, operand0=0.0, op1=nl.add, operand1=SMALL
    )
    root, scale, shift = sbuf(1, columns), sbuf(1, columns), sbuf(1, columns)
    nisa.tensor_scalar(dst=root, data=variance, op0=nl.rsqrt, operand0=None)
    nisa.tensor_tensor(dst=scale, data1=root, data2=weight, op=nl.multiply)
    nisa.tensor_tensor(dst=shift, data1=mean, data2=scale, op=nl.multiply)
    nisa.tensor_tensor(dst=shift, data1=bias, data2=shift, op=nl.subtract)
    return scale, shift


def spread(rows):
    """Each row in all partitions, by matmuls with ones."""
    columns = rows[0].shape[1]
    ones, found = filled(1, ROWS, 1.0), []
    for _ in rows:
        found.append(sbuf(ROWS, columns))
    for start in range(0, columns, BLOCK):
        here, parts = slice(start, start + BLOCK), banks(ROWS, len(rows))
        for row, part in zip(rows, parts):
            nisa.nc_matmul(dst=part, stationary=ones, moving=row[:, here])
        for target, part in zip(found, parts):
            nisa.tensor_copy(dst=target[:, here], src=part)
    return found


@nki.jit
def batch_norm(x, weight, bias):
    rows, columns = x.shape
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    weights, biases = in_fp32(weight), in_fp32(bias)
    scale, shift = spread(scale_and_shift(exchanged(sums(x)), weights, biases, rows))
    for first, count in share(rows):
        tile, scaled, result = load(x, first, count), sbuf(count, columns), sbuf(count, columns, x.dtype)
        nisa.tensor_tensor(dst=scaled, data1=tile, data2=scale[0:count, :], op=nl.multiply)
        nisa.tensor_tensor(dst=result, data1=scaled, data2=shift[0:count, :], op=nl.add)
        nisa.dma_copy(dst=out[first : first + count, :], src=result)
    return out
