"""The experts of a token, which only the device knows: forms that differ in what a DMA loads.

For each chosen expert: gate and up halves = hidden x `into`, silu(gate) x up, times `back`, times the expert's share.
"""

import nki
import nki.isa as nisa
import nki.language as nl

P = 128

# What Vector can turn at once.
TURNED = 32


def _tile(rows, columns, dtype=nl.float32, buffer=nl.sbuf):
    return nl.ndarray((rows, columns), dtype=dtype, buffer=buffer)


def _tiles(count, rows, columns, buffer):
    found = []
    for _ in range(count):
        found.append(_tile(rows, columns, buffer=buffer))
    return found


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


def _columns(hidden, loads):
    """A column for every 128 elements: `loads` of them a DMA."""
    found = []
    for first in range(0, hidden.shape[1] // P, loads):
        tile = _tile(P, loads, hidden.dtype)
        nisa.dma_copy(dst=tile, src=hidden.ap(pattern=[[1, P], [P, loads]], offset=first * P))
        for i in range(loads):
            found.append(tile[:, i : i + 1])
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


def _turned(sums):
    """The same of sums in a row, in columns by turning 32 elements at a time."""
    size = sums.shape[1] // 2
    row, gate, up, rounded = _tile(1, 2 * size), _tile(1, size), _tile(1, size), _tile(1, size, nl.bfloat16)
    nisa.tensor_copy(dst=row, src=sums)
    nisa.tensor_copy(dst=gate, src=row[:, 0:size])
    nisa.tensor_copy(dst=up, src=row[:, size : 2 * size])
    nisa.activation(dst=gate, op=nl.silu, data=gate)
    nisa.tensor_tensor(dst=up, data1=gate, data2=up, op=nl.multiply)
    nisa.tensor_copy(dst=rounded, src=up)
    found = []
    for first in range(0, size, P):
        found.append(_tile(P, 1, nl.bfloat16))
        for at in range(0, P, TURNED):
            data = rounded[:, first + at : first + at + TURNED]
            nisa.nc_transpose(dst=found[-1][at : at + TURNED, :], data=data)
    return found


def _by_columns(columns, into, place, sums, loads, ahead):
    """Sums in columns: the expert's tile stays in the array. `ahead`: all loads come first."""
    both = into.shape[2]
    count = both // loads
    tiles = []
    if ahead:
        for i in range(len(columns) * count):
            tiles.append(_load(into, place, i // count * P * both + i % count * loads, loads))
    for h, column in enumerate(columns):
        for i in range(count):
            first = i * loads
            tile = tiles[h * count + i] if ahead else _load(into, place, h * P * both + first, loads)
            for at in range(0, loads, P):
                nisa.nc_matmul(
                    dst=sums[(first + at) // P],
                    stationary=tile[:, at : at + P],
                    moving=column,
                    accumulate=h > 0,
                )
    return _gated(sums, both // P // 2)


def _by_rows(columns, into, place, sums):
    """Sums in a row: the token's column stays in the array, and whole rows of `into` pass."""
    for h, column in enumerate(columns):
        tile = _load(into, place, h * P * into.shape[2], into.shape[2])
        nisa.nc_matmul(dst=sums, stationary=column, moving=tile, accumulate=h > 0)
    return _turned(sums)


def _shares(shares, first, count):
    found = _tile(1, count)
    nisa.dma_copy(dst=found, src=shares[0:1, first : first + count])
    return found


def _experts(
    hidden,
    into,
    back,
    chosen,
    shares,
    loads_into,
    loads_back,
    used,
    by_rows=False,
    ahead=False,
    together=1,
    all_shares=False,
):
    """`loads_into`, `loads_back` and `together` columns for each DMA, `used` of `back` for each matmul."""
    size, both, count = into.shape[1], into.shape[2], chosen.shape[1]
    out = nl.ndarray(hidden.shape, dtype=hidden.dtype, buffer=nl.shared_hbm)
    numbers = _tile(P, count, chosen.dtype)
    nisa.memset(dst=numbers, value=0)
    nisa.dma_copy(dst=numbers[0:1, :], src=chosen)
    if by_rows:
        sums = _tile(1, both, buffer=nl.psum)
    else:
        sums = _tiles(both // P, P, 1, nl.psum)
    results = _tiles(size // used, 1, used, nl.psum)
    columns = _columns(hidden, together)
    totals = _tiles(size // used, 1, used, nl.sbuf)
    for total in totals:
        nisa.memset(dst=total, value=0)
    held = _shares(shares, 0, count) if all_shares else None
    for k in range(count):
        place = numbers.ap(pattern=[[count, 1], [1, 1]], offset=k)
        share = held[0:1, k : k + 1] if all_shares else _shares(shares, k, 1)
        if by_rows:
            gated = _by_rows(columns, into, place, sums)
        else:
            gated = _by_columns(columns, into, place, sums, loads_into, ahead)
        rows = []
        if loads_back == size:
            for i in range(len(gated)):
                rows.append(_load(back, place, i * P * size, size))
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


@nki.jit
def tiles_shares(hidden, into, back, chosen, shares):
    """128 columns a DMA, and all shares in one."""
    return _experts(hidden, into, back, chosen, shares, P, P, P, all_shares=True)


@nki.jit
def tiles_wide(hidden, into, back, chosen, shares):
    """128 columns of `into` a DMA, 512 of `back`."""
    return _experts(hidden, into, back, chosen, shares, P, 4 * P, 4 * P)


@nki.jit
def rows_turned(hidden, into, back, chosen, shares):
    """Whole rows of `into` pass through the array; the sums, in a row, are turned."""
    return _experts(hidden, into, back, chosen, shares, into.shape[2], P, P, by_rows=True)


@nki.jit
def whole_ahead(hidden, into, back, chosen, shares):
    """Whole rows of both, an expert's rows of `into` loaded before its first matmul."""
    return _experts(hidden, into, back, chosen, shares, into.shape[2], back.shape[2], P, ahead=True)


@nki.jit
def whole_hidden(hidden, into, back, chosen, shares):
    """Whole rows of both, and all of hidden in one DMA."""
    return _experts(hidden, into, back, chosen, shares, into.shape[2], back.shape[2], P, together=into.shape[1] // P)
