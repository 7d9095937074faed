"""max(x, 0) of a flat tensor in tiles [128 x 1024], split over the cores."""

import nki
import nki.isa as nisa
import nki.language as nl

ROWS, COLUMNS = 128, 1024


@nki.jit
def relu(x):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    tiles = x.size // (ROWS * COLUMNS)
    source = x.reshape((tiles, ROWS, COLUMNS))
    target = out.reshape((tiles, ROWS, COLUMNS))
    share = tiles // nl.num_programs(0)
    for i in nl.affine_range(share):
        place = nl.program_id(0) * share + i
        tile = nl.ndarray((ROWS, COLUMNS), dtype=x.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=tile, src=source[place])
        nisa.tensor_scalar(
            dst=tile, data=tile, op0=nl.maximum, operand0=0.0, engine=nisa.vector_engine
        )
        nisa.dma_copy(dst=target[place], src=tile)
    return out
