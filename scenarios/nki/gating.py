"""Which two of the columns of each row are largest, and their softmax; rows are split over the cores."""

import nki
import nki.isa as nisa
import nki.language as nl

ROWS = 128


def column(columns=1, dtype=nl.float32):
    return nl.ndarray((ROWS, columns), dtype=dtype, buffer=nl.sbuf)


def raised(value, top):
    """exp(value - top)."""
    change, power = column(), column()
    nisa.tensor_tensor(dst=change, data1=value, data2=top, op=nl.subtract)
    nisa.activation(dst=power, op=nl.exp, data=change)
    return power


@nki.jit
def top_two(logits):
    rows, columns = logits.shape
    weights = nl.ndarray((rows, 2), dtype=logits.dtype, buffer=nl.shared_hbm)
    places = nl.ndarray((rows, 2), dtype=nl.int32, buffer=nl.shared_hbm)
    each = rows // nl.num_programs(0)
    start = nl.program_id(0) * each
    for row in range(start, start + each, ROWS):
        tile = column(columns, logits.dtype)
        nisa.dma_copy(dst=tile, src=logits[row : row + ROWS, :])
        largest, found = column(8, logits.dtype), column(8, nl.uint16)
        nisa.max8(dst=largest, src=tile)
        nisa.nc_find_index8(dst=found, data=tile, vals=largest)
        first, second = column(), column()
        nisa.tensor_copy(dst=first, src=largest[:, 0:1])
        nisa.tensor_copy(dst=second, src=largest[:, 1:2])
        powers = [raised(second, first), raised(first, first)]
        total, inverse = column(), column()
        nisa.tensor_tensor(dst=total, data1=powers[0], data2=powers[1], op=nl.add)
        nisa.reciprocal(dst=inverse, data=total)
        parts = [column(), column()]
        for part, power in zip(parts, powers):
            nisa.tensor_tensor(dst=part, data1=power, data2=inverse, op=nl.multiply)
        share, place = column(2, logits.dtype), column(2, nl.int32)
        for i in range(2):
            nisa.tensor_copy(dst=share[:, i : i + 1], src=parts[1 - i])
        for i in range(2):
            nisa.tensor_copy(dst=place[:, i : i + 1], src=found[:, i : i + 1])
        nisa.dma_copy(dst=weights[row : row + ROWS, :], src=share)
        nisa.dma_copy(dst=places[row : row + ROWS, :], src=place)
    return weights, places
