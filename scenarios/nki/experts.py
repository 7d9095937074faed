"""The experts of a token, which only the device knows: forms that differ in what a DMA loads.

For each chosen expert: gate and up halves = hidden x `into`, silu(gate) x up, times `back`, times the expert's share.
"""

import nki
import nki.isa as nisa
import nki.language as nl

P = 128


def _tile(rows, columns, dtype=nl.float32, buffer=nl.sbuf):
    return nl.ndarray((rows, columns), dtype=dtype, buffer=buffer)


def _load(matrices, place, offset, columns):
    """128 rows of one expert's matrix, from an element of it on, by its number in SBUF."""
    tile = _tile(P, columns, matrices.dtype)
    width = matrices.shape[2]
    nisa.dma_copy(
        dst=tile,
        src=matrices.ap(
            pattern=[[width, P], [1, columns]], offset=offset, scalar_offset=place, indirect_dim=0
        ),
    )
    return tile


def _columns(hidden):
    """A tile of one column for every 128 elements."""
    found = []
    for first in range(0, hidden.shape[1], P):
        found.append(_tile(P, 1, hidden.dtype))
        nisa.dma_copy(dst=found[-1], src=hidden.ap(pattern=[[1, P], [hidden.shape[1], 1]], offset=first))
    return found


def _gated(sums, halves):
    """silu(gate) x up in bf16, a column for every 128 elements."""
    found = []
    for i in range(halves):
        gate, up = _tile(P, 1), _tile(P, 1)
        nisa.tensor_copy(dst=gate, src=sums[i])
        nisa.tensor_copy(dst=up, src=sums[halves + i])
        nisa.activation(dst=gate, op=nl.silu, data=gate)
        nisa.tensor_tensor(dst=up, data1=gate, data2=up, op=nl.multiply)
        found.append(_tile(P, 1, nl.bfloat16))
        nisa.tensor_copy(dst=found[-1], src=up)
    return found


def _experts(hidden, into, back, chosen, shares, loads_into, loads_back, used):
    """`loads_into` and `loads_back` columns for each DMA, `used` of `back` for each matmul."""
    size, both = into.shape[1], into.shape[2]
    out = nl.ndarray(hidden.shape, dtype=hidden.dtype, buffer=nl.shared_hbm)
    numbers = _tile(P, chosen.shape[1], chosen.dtype)
    nisa.memset(dst=numbers, value=0)
    nisa.dma_copy(dst=numbers[0:1, :], src=chosen)
    sums = [_tile(P, 1, buffer=nl.psum) for _ in range(both // P)]
    results = [_tile(1, used, buffer=nl.psum) for _ in range(size // used)]
    columns = _columns(hidden)
    totals = [_tile(1, used) for _ in results]
    for total in totals:
        nisa.memset(dst=total, value=0)
    for k in range(chosen.shape[1]):
        place = numbers.ap(pattern=[[chosen.shape[1], 1], [1, 1]], offset=k)
        share = _tile(1, 1)
        nisa.dma_copy(dst=share, src=shares[0:1, k : k + 1])
        for h, column in enumerate(columns):
            for first in range(0, both, loads_into):
                tile = _load(into, place, h * P * both + first, loads_into)
                for at in range(0, loads_into, P):
                    nisa.nc_matmul(
                        dst=sums[(first + at) // P],
                        stationary=tile[:, at : at + P],
                        moving=column,
                        accumulate=h > 0,
                    )
        gated = _gated(sums, both // P // 2)
        rows = [_load(back, place, i * P * size, size) for i in range(len(gated))] if loads_back == size else []
        for g, result in enumerate(results):
            for i, column in enumerate(gated):
                if rows:
                    tile = rows[i][:, g * used : g * used + used]
                else:
                    tile = _load(back, place, i * P * size + g * used, used)
                nisa.nc_matmul(dst=result, stationary=column, moving=tile, accumulate=i > 0)
        for result, total in zip(results, totals):
            part, scaled = _tile(1, used), _tile(1, used)
            nisa.tensor_copy(dst=part, src=result)
            nisa.tensor_scalar(dst=scaled, data=part, op0=nl.multiply, operand0=share)
            nisa.tensor_tensor(dst=total, data1=total, data2=scaled, op=nl.add)
    for g, total in enumerate(totals):
        rounded = _tile(1, used, hidden.dtype)
        nisa.tensor_copy(dst=rounded, src=total)
        nisa.dma_copy(dst=out[0:1, g * used : g * used + used], src=rounded)
    return out


@nki.jit
def tiles(hidden, into, back, chosen, shares):
    """128 columns a DMA."""
    return _experts(hidden, into, back, chosen, shares, P, P, P)


@nki.jit
def rows(hidden, into, back, chosen, shares):
    """Whole rows of `into`."""
    return _experts(hidden, into, back, chosen, shares, into.shape[2], P, P)


@nki.jit
def wide(hidden, into, back, chosen, shares):
    """The same, and 512 columns of `back` a DMA and a matmul."""
    return _experts(hidden, into, back, chosen, shares, into.shape[2], 4 * P, 4 * P)


@nki.jit
def whole(hidden, into, back, chosen, shares):
    """Whole rows of both, used by 128 columns of `back`."""
    return _experts(hidden, into, back, chosen, shares, into.shape[2], back.shape[2], P)


@nki.jit
def whole_wide(hidden, into, back, chosen, shares):
    """Whole rows of both, used by 512 columns of `back`."""
    return _experts(hidden, into, back, chosen, shares, into.shape[2], back.shape[2], 4 * P)
