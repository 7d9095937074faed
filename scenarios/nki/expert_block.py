"""One token through a block of experts on two cores: RMS norm, the best eight experts, and their matrices in fp8.

Both cores load all of `into`; each makes half of the result, with its half of `back`. The experts run in two waves of
four, whose loads all come first. The forms differ in who makes the descriptors of the loads whose place is in SBUF.
An expert has 192 elements between its matrices: a tile of 128, and one of 64 that zeros fill up.
"""

import nki
import nki.isa as nisa
import nki.language as nl

P = 128
BEST = 8
WAVE = 4
INNER = 192
REST = INNER - P
FP8 = nl.float8_e4m3

BY_SOFTWARE = nisa.dge_mode.swdge
BY_HARDWARE = nisa.dge_mode.hwdge
STATIC = nisa.dge_mode.none


def _tile(rows, columns, dtype=nl.float32, buffer=nl.sbuf):
    return nl.ndarray((rows, columns), dtype=dtype, buffer=buffer)


def _filled(rows, columns, value, dtype=nl.float32, buffer=nl.sbuf):
    found = _tile(rows, columns, dtype, buffer)
    nisa.memset(dst=found, value=value)
    return found


def _function(name, data, dtype=nl.float32, **more):
    found = _tile(data.shape[0], data.shape[1], dtype)
    nisa.activation(dst=found, op=name, data=data, **more)
    return found


def _product(one, other):
    found = _tile(one.shape[0], one.shape[1])
    nisa.tensor_tensor(dst=found, data1=one, data2=other, op=nl.multiply)
    return found


def _reduced(op, row):
    found = _tile(row.shape[0], 1)
    nisa.tensor_reduce(dst=found, data=row, op=op, axis=1)
    return found


def _scaled(op, row, operand):
    found = _tile(1, row.shape[1])
    nisa.tensor_scalar(dst=found, data=row, op0=op, operand0=operand)
    return found


def _to_all(values):
    """The first partition's row in all of them."""
    for quadrant in range(4):
        first = quadrant * 32
        nisa.nc_stream_shuffle(dst=values[first : first + 32, :], src=values[0:1, :], shuffle_mask=[0] * 32)
    return values


def _columns(row):
    """A row of HBM, a column for every 128 elements."""
    count = row.shape[1] // P
    rows = _tile(count, P, row.dtype)
    nisa.dma_copy(dst=rows, src=row.reshape((count, P)), dge_mode=STATIC)
    turned = _tile(P, count, row.dtype, nl.psum)
    nisa.nc_transpose(dst=turned, data=rows)
    return _function(nl.copy, turned, row.dtype)


def _normed(hidden, gain):
    columns, size = hidden.shape[1] // P, hidden.shape[1]
    values = _columns(hidden)
    gains = _columns(gain)
    sums = _reduced(nl.add, _function(nl.square, values))
    gained = _product(values, gains)
    total = _tile(1, 1)
    nisa.tensor_partition_reduce(dst=total, data=sums, op=nl.add)
    scale = _tile(P, 1)
    nisa.tensor_copy(dst=scale[0:1, :], src=total)
    _to_all(scale)
    scale = _function(nl.rsqrt, scale, scale=1.0 / size, bias=_filled(P, 1, 1e-6))
    normed = _product(gained, scale.ap(pattern=[[1, P], [0, columns]]))
    return _function(nl.copy, normed, hidden.dtype)


def _chosen(token, router):
    """Shares and numbers of the best eight."""
    columns, experts = token.shape[1], router.shape[1]
    weights = nl.ndarray((P, columns, experts), dtype=router.dtype, buffer=nl.sbuf)
    nisa.dma_copy(
        dst=weights,
        src=router.ap(pattern=[[experts, P], [P * experts, columns], [1, experts]]),
        dge_mode=STATIC,
    )
    sums = _tile(1, experts, buffer=nl.psum)
    for h in range(columns):
        nisa.nc_matmul(dst=sums, stationary=token[:, h : h + 1], moving=weights[:, h, :], accumulate=h > 0)
    scores = _function(nl.copy, sums)
    powers = _function(nl.exp, _scaled(nl.subtract, scores, _reduced(nl.maximum, scores)))
    shares = _scaled(nl.multiply, powers, _function(nl.reciprocal, _reduced(nl.add, powers)))
    best, numbers = _tile(1, BEST), _tile(1, BEST, nl.uint32)
    nisa.max8(dst=best, src=shares)
    nisa.nc_find_index8(dst=numbers, data=shares, vals=best)
    return best, numbers


def _places(numbers):
    """Each number by itself, as the address of loads."""
    found = []
    for k in range(BEST):
        place = _tile(P, 1, nl.int32)
        nisa.dma_copy(dst=place[0:1, :], src=numbers[:, k : k + 1])
        found.append(place[0:1, :])
    return found


def _loaded(matrices, place, pattern, offset, shape, dtype, mode):
    tile = nl.ndarray(shape, dtype=dtype, buffer=nl.sbuf)
    rows = pattern[0][1]
    target = tile if rows == shape[0] else tile[0:rows, :]
    source = matrices.ap(pattern=pattern, offset=offset, scalar_offset=place, indirect_dim=0)
    nisa.dma_copy(dst=target, src=source, dge_mode=mode)
    return tile


def _halves(place, back, core, mode):
    """Rows of this core's half of `back`, in two tiles."""
    size = back.shape[2]
    half = size // 2
    found = []
    for first, rows in ((0, P), (P, REST)):
        offset = first * size + core * half
        found.append(_loaded(back, place, [[size, rows], [1, half]], offset, (P, half), FP8, mode))
    nisa.memset(dst=found[1][REST:P, :], value=0.0)
    return found


def _scales(scales, place, first, count, mode):
    return _loaded(scales, place, [[1, P], [P, count]], first, (P, count), nl.float32, mode)


def _separate(place, into, into_scales, modes):
    """The matrix, and its scales by a load of their own."""
    planes, both = into.shape[1] // P, into.shape[2]
    pattern = [[both, P], [P * both, planes], [1, both]]
    tile = _loaded(into, place, pattern, 0, (P, planes, both), FP8, modes[0])
    return tile, _scales(into_scales, place, 0, both // P, modes[1])


def _packed(place, into, modes):
    """The scales are the first columns of one plane more of the matrix."""
    planes, both = into.shape[1], into.shape[3]
    pattern = [[both, P], [P * both, planes], [1, both]]
    tile = _loaded(into, place, pattern, 0, (P, planes, both), FP8, modes[0])
    return tile, None


def _scale_columns(tile, scales):
    """Scales of gate in two columns, and of up, whose elements begin in the middle of a column."""
    if scales is None:
        scales = _tile(P, 3)
        nisa.tensor_copy(dst=scales, src=tile[:, tile.shape[1] - 1, 0:3])
    first, second = _tile(P, 1), _filled(P, 1, 0.0)
    nisa.tensor_copy(dst=first[0:REST, :], src=scales[REST:P, 1:2])
    nisa.tensor_copy(dst=first[REST:P, :], src=scales[0:REST, 2:3])
    nisa.tensor_copy(dst=second[0:REST, :], src=scales[REST:P, 2:3])
    return scales[:, 0:1], scales[:, 1:2], first, second


def _rests(tile, planes):
    """The last 64 columns of gate and of up, with zeros behind them."""
    found = []
    for first in (P, INNER + P):
        rest = nl.ndarray((P, planes, P), dtype=FP8, buffer=nl.sbuf)
        nisa.memset(dst=rest[:, :, REST:P], value=0.0)
        nisa.tensor_copy(dst=rest[:, :, 0:REST], src=tile[:, 0:planes, first : first + REST])
        found.append(rest)
    return found


def _gated(token, tile, rests, columns, sums, zero):
    """silu(gate) x up in bf16, in two columns."""
    for h in range(token.shape[1]):
        moving = token[:, h : h + 1]
        nisa.nc_matmul(dst=sums[:, 0:1], stationary=tile[:, h, 0:P], moving=moving)
        nisa.nc_matmul(dst=sums[:, 2:3], stationary=tile[:, h, INNER : INNER + P], moving=moving)
        nisa.nc_matmul(dst=sums[:, 1:2], stationary=rests[0][:, h, :], moving=moving)
        nisa.nc_matmul(dst=sums[:, 3:4], stationary=rests[1][:, h, :], moving=moving)
    both = _tile(P, 2)
    for i in range(2):
        gate = _function(nl.silu, sums[:, i : i + 1], scale=columns[i], bias=zero)
        up = _function(nl.copy, sums[:, 2 + i : 3 + i], scale=columns[2 + i], bias=zero)
        nisa.tensor_tensor(dst=both[:, i : i + 1], data1=gate, data2=up, op=nl.multiply)
    return _function(nl.copy, both, nl.bfloat16)


def _add(total, inner, halves, scales, share, sums):
    """An expert's part of the result, by its scales and its share."""
    count = total.shape[1]
    for i in range(count):
        for part in range(2):
            weights = halves[part][:, i * P : (i + 1) * P]
            nisa.nc_matmul(dst=sums[:, i : i + 1], stationary=weights, moving=inner[:, part : part + 1])
    column = _tile(P, 1)
    nisa.tensor_copy(dst=column, src=share)
    factor = _product(scales, column.ap(pattern=[[1, P], [0, count]]))
    part = _product(_function(nl.copy, sums), factor)
    nisa.tensor_tensor(dst=total, data1=total, data2=part, op=nl.add)


def _kept(total, out, core):
    half = total.shape[1] * P
    row = _tile(1, half, out.dtype)
    for i in range(total.shape[1]):
        turned = _tile(1, P, buffer=nl.psum)
        nisa.nc_transpose(dst=turned, data=total[:, i : i + 1])
        nisa.activation(dst=row[:, i * P : (i + 1) * P], op=nl.copy, data=turned)
    nisa.dma_copy(dst=out[:, core * half : (core + 1) * half], src=row)


def _wave(token, loads, shares, first, total, zero):
    planes, count = token.shape[1], total.shape[1]
    sums = _filled(P, WAVE * 4, 0.0, buffer=nl.psum)
    results = _filled(P, WAVE * count, 0.0, buffer=nl.psum)
    rests = []
    for tile, _, _, _ in loads:
        rests.append(_rests(tile, planes))
    for k, (tile, columns, halves, scales) in enumerate(loads):
        inner = _gated(token, tile, rests[k], columns, sums[:, k * 4 : k * 4 + 4], zero)
        share = shares[:, first + k : first + k + 1]
        _add(total, inner, halves, scales, share, results[:, k * count : (k + 1) * count])


def _block(hidden, gain, router, into, into_scales, back, back_scales, modes):
    """`modes`: of loads of `into`, its scales, `back` and its scales."""
    core, size = nl.program_id(0), hidden.shape[1]
    count = size // 2 // P
    out = nl.ndarray(hidden.shape, dtype=hidden.dtype, buffer=nl.shared_hbm)
    token = _normed(hidden, gain)
    best, numbers = _chosen(token, router)
    zero = _filled(P, 1, 0.0)
    loads = []
    for place in _places(numbers):
        if into_scales is None:
            tile, scales = _packed(place, into, modes)
        else:
            tile, scales = _separate(place, into, into_scales, modes)
        halves = _halves(place, back, core, modes[2])
        loads.append((tile, scales, halves, _scales(back_scales, place, core * size // 2, count, modes[3])))
    share = _scaled(nl.multiply, best, _function(nl.reciprocal, _reduced(nl.add, best)))
    shares = _filled(P, BEST, 0.0)
    nisa.tensor_copy(dst=shares[0:1, :], src=share)
    _to_all(shares)
    ready = []
    for tile, scales, halves, of_back in loads:
        ready.append((tile, _scale_columns(tile, scales), halves, of_back))
    total = _filled(P, count, 0.0)
    for first in range(0, BEST, WAVE):
        _wave(token, ready[first : first + WAVE], shares, first, total, zero)
    _kept(total, out, core)
    return out


@nki.jit
def software(hidden, gain, router, into, into_scales, back, back_scales):
    """All descriptors by GpSimd."""
    modes = BY_SOFTWARE, BY_SOFTWARE, BY_SOFTWARE, BY_SOFTWARE
    return _block(hidden, gain, router, into, into_scales, back, back_scales, modes)


@nki.jit
def scales_by_hardware(hidden, gain, router, into, into_scales, back, back_scales):
    """Those of scales by hardware."""
    modes = BY_SOFTWARE, BY_HARDWARE, BY_SOFTWARE, BY_HARDWARE
    return _block(hidden, gain, router, into, into_scales, back, back_scales, modes)


@nki.jit
def packed(hidden, gain, router, into, back, back_scales):
    """`into` with its scales in one load, by hardware; of `back` only the scales."""
    modes = BY_HARDWARE, None, BY_SOFTWARE, BY_HARDWARE
    return _block(hidden, gain, router, into, None, back, back_scales, modes)


@nki.jit
def packed_by_hardware(hidden, gain, router, into, back, back_scales):
    """As `packed`, all by hardware."""
    modes = BY_HARDWARE, None, BY_HARDWARE, BY_HARDWARE
    return _block(hidden, gain, router, into, None, back, back_scales, modes)
