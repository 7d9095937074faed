"""silu(x gate + bias) of flat tensors in tiles [128 x 1024], split over the cores."""

import nki
import nki.isa as nisa
import nki.language as nl

ROWS, COLUMNS = 128, 1024


@nki.jit
def gated_silu(x, gate, bias):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    count = x.size // (ROWS * COLUMNS)
    sources = []
    for tensor in (x, gate, bias):
        sources.append(tensor.reshape((count, ROWS, COLUMNS)))
    target = out.reshape((count, ROWS, COLUMNS))
    share = count // nl.num_programs(0)
    for i in range(share):
        place = nl.program_id(0) * share + i
        tiles = []
        for source in sources:
            tiles.append(nl.ndarray((ROWS, COLUMNS), dtype=x.dtype, buffer=nl.sbuf))
            nisa.dma_copy(dst=tiles[-1], src=source[place])
        result, factor, addend = tiles
        nisa.tensor_tensor(dst=result, data1=result, data2=factor, op=nl.multiply)
        nisa.tensor_tensor(dst=result, data1=result, data2=addend, op=nl.add)
        nisa.activation(dst=result, op=nl.silu, data=result)
        nisa.dma_copy(dst=target[place], src=result)
    return out
