"""The experts that a few tokens chose, visited in a loop whose bound only the device knows, on the cores of a rank.

Each core has half of every expert's intermediate elements; the halves of the result meet by one `sendrecv`.
Weights are 128 x 128 blocks in fp8 with a scale each: gate and up blocks of an expert, then those of the way back.
"""

import nki
import nki.isa as nisa
import nki.language as nl

P = 128
BANK = 512


def _tile(shape, dtype=nl.float32, buffer=nl.sbuf):
    return nl.ndarray(shape, dtype=dtype, buffer=buffer)


def _small(rows, columns, dtype=nl.float32):
    """Of at least 32 bytes in a row."""
    return _tile((rows, max(columns, 8)), dtype)[:, :columns]


def _register(number):
    made = nisa.register_alloc()
    nisa.register_load(dst=made, src=number)
    return made


def _panel(weights, expert, panel):
    """128 rows of blocks, as bf16."""
    blocks = weights.shape[3]
    tile = _tile((P, blocks, P), nl.bfloat16)
    nisa.dma_copy(
        dst=tile.reshape((P, blocks * P)),
        src=weights.ap(
            pattern=[[blocks * P, P], [1, blocks * P]],
            offset=panel * P * blocks * P,
            scalar_offset=expert,
            indirect_dim=0,
        ),
    )
    return tile


def _operands(weights, scales, expert, first, own):
    """Scales on all partitions, and panels of gate, up and back."""
    panels, blocks = weights.shape[1], weights.shape[3]
    all_parts = panels // 3
    scale = _tile((P, 3 * own * blocks))
    nisa.dma_copy(
        dst=scale,
        src=scales.ap(
            pattern=[[0, P], [all_parts * blocks, 3], [1, own * blocks]],
            offset=first * blocks,
            scalar_offset=expert,
            indirect_dim=0,
        ),
    )
    into, back = [], []
    for kind in range(2):
        for k in range(own):
            into.append(_panel(weights, expert, kind * all_parts + first + k))
    for k in range(own):
        back.append(_panel(weights, expert, 2 * all_parts + first + k))
    return scale, into, back


def _products(pairs, columns, scales):
    """Each product in columns of its own; a bank of them is multiplied by its scales at once."""
    made = _tile((P, len(pairs), columns))
    room = BANK // columns
    for start in range(0, len(pairs), room):
        some = pairs[start : start + room]
        bank = _tile((P, len(some), columns), buffer=nl.psum)
        for j, (stationary, moving) in enumerate(some):
            nisa.nc_matmul(dst=bank[:, j, :], stationary=stationary, moving=moving, accumulate=False)
        part = made[:, start : start + len(some), :]
        nisa.tensor_tensor(dst=part, data1=bank, data2=scales[:, start : start + len(some), :], op=nl.multiply)
    return made


def _gated(sums, own, columns, bounds):
    """silu(gate) x up, both within bounds."""
    gate = _tile((P, own, columns))
    nisa.tensor_scalar(dst=gate, data=sums[:, 0:own, :], op0=nl.minimum, operand0=bounds[:, 0:1])
    up = _tile((P, own, columns))
    nisa.tensor_scalar(
        dst=up,
        data=sums[:, own : 2 * own, :],
        op0=nl.maximum,
        operand0=bounds[:, 1:2],
        op1=nl.minimum,
        operand1=bounds[:, 2:3],
    )
    share = _tile((P, own, columns))
    nisa.activation(dst=share, op=nl.sigmoid, data=gate)
    silu = _tile((P, own, columns))
    nisa.tensor_tensor(dst=silu, data1=gate, data2=share, op=nl.multiply)
    made = _tile((P, own, columns), nl.bfloat16)
    nisa.tensor_tensor(dst=made, data1=silu, data2=up, op=nl.multiply)
    return made


def _contribution(x, gate, scale, into, back, bounds):
    """What an expert adds, times its share for each token."""
    _, blocks, columns = x.shape
    own = len(back)
    width = 3 * own * blocks
    pairs = []
    for panel in into:
        for h in range(blocks):
            pairs.append((panel[:, h, :], x[:, h, :]))
    scales = scale.ap(pattern=[[width, P], [1, len(pairs)], [0, columns]])
    products = _products(pairs, columns, scales)
    sums = _tile((P, 2 * own, columns))
    by_block = [[len(pairs) * columns, P], [blocks * columns, 2 * own], [1, columns], [columns, blocks]]
    nisa.tensor_reduce(dst=sums, data=products.ap(pattern=by_block), op=nl.add, axis=(3,))
    active = _gated(sums, own, columns, bounds)

    factors = _tile((P, blocks, own, columns))
    nisa.tensor_tensor(
        dst=factors,
        data1=scale.ap(
            pattern=[[width, P], [1, blocks], [blocks, own], [0, columns]], offset=2 * own * blocks
        ),
        data2=gate.ap(pattern=[[columns, P], [0, blocks], [0, own], [1, columns]]),
        op=nl.multiply,
    )
    pairs = []
    for h in range(blocks):
        for k in range(own):
            pairs.append((back[k][:, h, :], active[:, k, :]))
    terms = _products(pairs, columns, factors.reshape((P, blocks * own, columns)))
    made = _tile((P, blocks, columns))
    by_part = [[len(pairs) * columns, P], [own * columns, blocks], [1, columns], [columns, own]]
    nisa.tensor_reduce(dst=made, data=terms.ap(pattern=by_part), op=nl.add, axis=(3,))
    return made


def _turned(hidden, blocks):
    """`hidden` with its elements on partitions, as [P, blocks, tokens]."""
    tokens, size = hidden.shape
    x = _tile((P, blocks, tokens), nl.bfloat16)
    room = max(1, P // blocks)
    for first in range(0, tokens, room):
        count = min(room, tokens - first)
        rows = _tile((count * blocks, P), nl.bfloat16)
        nisa.dma_copy(dst=rows, src=hidden.ap(pattern=[[P, count * blocks], [1, P]], offset=first * size))
        turned = _tile((P, count * blocks), nl.bfloat16, buffer=nl.psum)
        nisa.nc_transpose(dst=turned, data=rows)
        part = x.ap(pattern=[[blocks * tokens, P], [1, count], [tokens, blocks]], offset=first)
        nisa.tensor_copy(dst=part, src=turned.reshape((P, count, blocks)))
    return x


def _local(affinity, rank):
    """The shares of this rank's experts, all tokens in one row."""
    tokens, groups, experts = affinity.shape
    number = _small(1, 1, nl.int32)
    nisa.dma_copy(dst=number, src=rank)
    group = _small(1, 1, nl.int32)
    nisa.tensor_scalar(
        dst=group, data=number, op0=nl.maximum, operand0=0, op1=nl.minimum, operand1=groups - 1
    )
    place = _register(group)
    made = _tile((1, tokens, experts))
    rows = affinity.ap(
        pattern=[[0, 1], [groups * experts, tokens], [1, experts]], scalar_offset=place, indirect_dim=1
    )
    nisa.dma_copy(dst=made, src=rows)
    return made


def _visits(local):
    """The numbers of the experts that some token chose, and in a register how many they are."""
    _, tokens, experts = local.shape
    load = _small(1, experts)
    by_expert = local.ap(pattern=[[tokens * experts, 1], [1, experts], [experts, tokens]])
    nisa.tensor_reduce(dst=load, data=by_expert, op=nl.add, axis=(2,))
    visits = _small(1, experts + 1, nl.int32)
    nisa.nonzero_with_count(dst=visits, src=load, index_offset=0, padding_val=0)
    return visits, _register(visits[:, experts : experts + 1])


def _on_all_partitions(local):
    """A row on every partition: ones times the row."""
    _, tokens, experts = local.shape
    ones = _small(1, P)
    nisa.memset(dst=ones, value=1.0)
    made = _tile((P, tokens, experts))
    flat = made.reshape((P, tokens * experts))
    row = local.reshape((1, tokens * experts))
    for first in range(0, tokens * experts, BANK):
        last = min(first + BANK, tokens * experts)
        spread = _tile((P, last - first), buffer=nl.psum)
        nisa.nc_matmul(dst=spread, stationary=ones, moving=row[:, first:last])
        nisa.tensor_copy(dst=flat[:, first:last], src=spread)
    return made


def _store(out, total, first):
    """The blocks of this core, turned back into rows."""
    tokens, size = out.shape
    blocks = total.shape[1]
    rows = _tile((tokens, blocks * P), out.dtype)
    for start in range(0, blocks, BANK // P):
        end = min(start + BANK // P, blocks)
        turned = _tile((tokens, (end - start) * P), buffer=nl.psum)
        for j in range(start, end):
            nisa.nc_transpose(dst=turned[:, (j - start) * P : (j - start + 1) * P], data=total[:, j, :])
        nisa.tensor_copy(dst=rows[:, start * P : end * P], src=turned)
    nisa.dma_copy(dst=out.ap(pattern=[[size, tokens], [1, blocks * P]], offset=first * P), src=rows)


@nki.jit
def visit(hidden, affinity, rank, weights, scales, limits):
    """The sum over this rank's experts of share x expert(hidden)."""
    tokens, size = hidden.shape
    experts, panels, _, blocks, _ = weights.shape
    cores, core = nl.num_programs(0), nl.program_id(0)
    own = panels // 3 // cores
    half = blocks // cores
    out = nl.ndarray((tokens, size), dtype=nl.bfloat16, buffer=nl.shared_hbm)

    local = _local(affinity, rank)
    bounds = _tile((P, 3))
    nisa.dma_copy(dst=bounds, src=limits)
    total = _tile((P, blocks, tokens))
    nisa.memset(dst=total, value=0.0)
    visits, count = _visits(local)
    gates = _on_all_partitions(local)
    x = _turned(hidden, blocks)

    def one(slot):
        number = _small(1, 1, nl.uint32)
        at = visits.ap(pattern=[[max(experts + 1, 8), 1], [1, 1]], scalar_offset=slot, indirect_dim=1)
        nisa.tensor_copy(dst=number, src=at)
        expert = _register(number)
        scale, into, back = _operands(weights, scales, expert, core * own, own)
        gate = _tile((P, tokens))
        column = gates.ap(
            pattern=[[tokens * experts, P], [experts, tokens]], scalar_offset=expert, indirect_dim=2
        )
        nisa.tensor_copy(dst=gate, src=column)
        added = _contribution(x, gate, scale, into, back, bounds)
        nisa.tensor_tensor(dst=total, data1=total, data2=added, op=nl.add)

    nl.fori_loop(0, count, one)
    if cores == 1:
        _store(out, total, 0)
        return out
    other = 1 - core
    theirs = _tile((P, half, tokens))
    nisa.sendrecv(
        src=total[:, other * half : (other + 1) * half, :],
        dst=theirs,
        send_to_rank=other,
        recv_from_rank=other,
        pipe_id=0,
    )
    both = _tile((P, half, tokens))
    mine = total[:, core * half : (core + 1) * half, :]
    nisa.tensor_tensor(dst=both, data1=mine, data2=theirs, op=nl.add)
    _store(out, both, core * half)
    return out
