"""Fused all-gather and matmul with fine-grained communication (FGCC).

Each rank holds rows lhs [m, K] and columns rhs [K, n]; the result is [m * tp, n]. Rows travel
round a ring of ranks, through SBUF where they fit by the kernel's own rule, else through HBM, and
every fragment is multiplied as it arrives. Channels split a fragment; two cores share a rank.
"""

from dataclasses import dataclass

import nki
import nki.collectives as ncc
import nki.isa as nisa
import nki.language as nl

MIB = 1 << 20
CHANNELS = {4: 2, 8: 2, 16: 2, 32: 2, 64: 4, 128: 4}


def ceil_div(value, by):
    return -(-value // by)


@dataclass
class Tiling:
    """How one channel's part of a step is cut: tile sizes, and how many tiles make a block."""

    local_m: int
    K: int
    n: int

    def __post_init__(self):
        self.tile_m, self.tile_n, self.tile_k = min(self.local_m, 128), min(self.n, 512), min(self.K, 128)
        self.count_m = ceil_div(self.local_m, self.tile_m)
        self.count_n = ceil_div(self.n, self.tile_n)
        self.count_k = ceil_div(self.K, self.tile_k)
        self.block_m, self.block_n, self.block_k = self.count_m, self.count_n, self.count_k

    def rows(self, m):
        return min(self.tile_m, self.local_m - m * self.tile_m)

    def columns(self, n):
        return min(self.tile_n, self.n - n * self.tile_n)

    def depth(self, k):
        return min(self.tile_k, self.K - k * self.tile_k)


def choose_path(tiling, width, force_hbm):
    """Whether rhs stays in SBUF and whether lhs goes through SBUF; sets the blocks."""
    rhs_bytes = tiling.count_k * tiling.tile_k * tiling.count_n * tiling.tile_n * width
    rhs_stays = 2 * rhs_bytes <= 16 * MIB
    if not rhs_stays:
        fit = 16 * MIB // (tiling.block_k * tiling.tile_k) // tiling.tile_n // width
        tiling.block_n = max(1, min(tiling.block_n, fit))
        tiling.block_k = min(tiling.block_k, 16 // width)
    block = tiling.block_k * tiling.tile_k * tiling.block_n * tiling.tile_n
    budget = 24 * MIB - 2 * block * width
    lhs_bytes = tiling.count_m * tiling.tile_m * tiling.count_k * tiling.tile_k * width
    through_sbuf = not force_hbm and 2 * lhs_bytes <= budget
    if not through_sbuf:
        fit = budget // (tiling.block_k * tiling.tile_k) // tiling.tile_m // width
        tiling.block_m = max(1, min(tiling.block_m, fit))
    return rhs_stays, through_sbuf


def rank_groups(tp_degree, num_groups):
    groups = []
    for g in range(num_groups):
        groups.append(list(range(g * tp_degree, (g + 1) * tp_degree)))
    return groups


@nki.jit
def allgather_compute_matmul(lhs, rhs, tp_degree, num_groups=1, force_hbm_cc=False):
    (m, K), (_, n) = lhs.shape, rhs.shape
    lnc = nl.num_programs(0)
    channels = CHANNELS.get(tp_degree, 1) if lnc == 2 else 1
    assert tp_degree % 2 == 0, f"tp_degree must be even, got {tp_degree}"
    assert m % (lnc * channels) == 0, f"m={m} must be a multiple of {lnc} cores x {channels} channels"
    tiling = Tiling(m // lnc // channels, K, n)
    width = 4 if lhs.dtype == nl.float32 else 2
    rhs_stays, through_sbuf = choose_path(tiling, width, force_hbm_cc)
    group = ncc.ReplicaGroup(rank_groups(tp_degree, num_groups))
    out = nl.ndarray((tp_degree, m, n), dtype=lhs.dtype, buffer=nl.shared_hbm, name="out")
    weights = Weights(rhs, tiling, rhs_stays)
    run = SbufPath if through_sbuf else HbmPath
    run(lhs, out, weights, channels, group).steps(tp_degree)
    return out.reshape((tp_degree * m, n))


def one_each(tensors):
    """Each in a list of its own, as a channel takes them."""
    lists = []
    for tensor in tensors:
        lists.append([tensor])
    return lists


class Weights:
    """rhs by K tiles, kept in SBUF or loaded block by block."""

    def __init__(self, rhs, tiling, keep):
        self.rhs, self.tiling = rhs, tiling
        self.kept = []
        for k in range(tiling.count_k if keep else 0):
            self.kept.append(self.load(k, 0, tiling.count_n))

    def load(self, k, n, tiles):
        t = self.tiling
        first = n * t.tile_n
        columns = min(tiles * t.tile_n, t.n - first)
        tile = nl.ndarray((t.depth(k), columns), dtype=self.rhs.dtype, buffer=nl.sbuf)
        row = k * t.tile_k
        nisa.dma_copy(dst=tile, src=self.rhs[row : row + t.depth(k), first : first + columns])
        return tile

    def block(self, k, n, tiles):
        """The K tile's columns, and the N tile they begin with."""
        return (self.kept[k], 0) if self.kept else (self.load(k, n, tiles), n)


class Path:
    """What both paths share: the matmul of a step, and where its rows go."""

    def __init__(self, lhs, out, weights, channels, group):
        self.lhs, self.out, self.weights = lhs, out, weights
        self.tiling, self.channels, self.group = weights.tiling, channels, group
        self.core, self.lnc = nl.program_id(0), nl.num_programs(0)

    def multiply(self, step, channel, first_row, source):
        """One channel's fragment times rhs; results go to the slot of the rank it came from."""
        owner = ncc.collective_permute_implicit_current_processing_rank_id(
            iteration_id=step, channel_id=channel, replica_group=self.group
        )
        t, results = self.tiling, self.zeroed()
        for n in range(0, t.count_n, t.block_n):
            wide = range(n, min(n + t.block_n, t.count_n))
            for k in range(0, t.count_k, t.block_k):
                deep = range(k, min(k + t.block_k, t.count_k))
                right = []
                for each in deep:
                    right.append(self.weights.block(each, n, len(wide)))
                for m in range(0, t.count_m, t.block_m):
                    high = range(m, min(m + t.block_m, t.count_m))
                    left = self.tiles_of(source, first_row, deep, high)
                    for column in wide:
                        for row in high:
                            self.add(results, (row, column), left, right)
        self.store(results, first_row, owner)

    def zeroed(self):
        t, results = self.tiling, {}
        for m in range(t.count_m):
            for n in range(t.count_n):
                result = nl.ndarray((t.rows(m), t.columns(n)), dtype=nl.float32, buffer=nl.sbuf)
                nisa.memset(dst=result, value=0, engine=nisa.vector_engine)
                results[m, n] = result
        return results

    def add(self, results, place, left, right):
        """One PSUM group, copied out by any engine; VectorE adds it to the result tile."""
        t, (m, n) = self.tiling, place
        shape = (t.rows(m), t.columns(n))
        acc = nl.ndarray(shape, dtype=nl.float32, buffer=nl.psum)
        for (lhs, first_m), (rhs, first_n) in zip(left, right):
            row, column = (m - first_m) * t.tile_m, (n - first_n) * t.tile_n
            nisa.nc_matmul(
                dst=acc,
                stationary=lhs[:, row : row + t.rows(m)],
                moving=rhs[:, column : column + t.columns(n)],
            )
        total = nl.ndarray(shape, dtype=nl.float32, buffer=nl.sbuf)
        nisa.tensor_copy(dst=total, src=acc)
        result = results[place]
        nisa.tensor_tensor(
            dst=result, data1=result, data2=total, op=nl.add, engine=nisa.vector_engine
        )

    def store(self, results, first_row, owner):
        t = self.tiling
        for m in range(t.count_m):
            for n in range(t.count_n):
                target = self.out.ap(
                    pattern=[[t.n, t.rows(m)], [1, t.columns(n)]],
                    offset=(first_row + m * t.tile_m) * t.n + n * t.tile_n,
                    scalar_offset=owner,
                )
                nisa.dma_copy(dst=target, src=results[m, n])


class SbufPath(Path):
    """Fragments are held twice: as K tiles for the matmul, and packed flat for sending.

    Two sets of storage take turns; both are declared once.
    """

    def steps(self, tp):
        sets = [self.storage(), self.storage()]
        tiles, flat = sets[0]
        self.load(tiles)
        self.pack(tiles, flat)
        for step in range(tp):
            for ch in range(self.channels):
                row = (self.core * self.channels + ch) * self.tiling.local_m
                self.multiply(step, ch, row, tiles[ch])
            if step + 1 < tp:
                if step > 0:
                    self.pack(tiles, flat)
                tiles, received = sets[(step + 1) % 2]
                self.permute(flat, received)
                flat = received
                self.unpack(flat, tiles)

    def storage(self):
        t, dtype = self.tiling, self.lhs.dtype
        tiles, flat = [], []
        for _ in range(self.channels):
            flat.append(nl.ndarray((t.tile_k, t.count_k * t.local_m), dtype=dtype, buffer=nl.sbuf))
            channel = []
            for k in range(t.count_k):
                channel.append(nl.ndarray((t.depth(k), t.local_m), dtype=dtype, buffer=nl.sbuf))
            tiles.append(channel)
        return tiles, flat

    def load(self, tiles):
        """Each K tile of each channel arrives transposed."""
        t, first = self.tiling, self.core * self.channels * self.tiling.local_m
        for ch, channel in enumerate(tiles):
            rows = slice(first + ch * t.local_m, first + (ch + 1) * t.local_m)
            for k, tile in enumerate(channel):
                column = k * t.tile_k
                nisa.dma_transpose(dst=tile, src=self.lhs[rows, column : column + t.depth(k)])

    def part(self, flat, k):
        t = self.tiling
        return flat[0 : t.depth(k), k * t.local_m : (k + 1) * t.local_m]

    def pack(self, tiles, flats):
        for channel, flat in zip(tiles, flats):
            for k, tile in enumerate(channel):
                nisa.tensor_copy(dst=self.part(flat, k), src=tile)

    def permute(self, flats, received):
        ncc.collective_permute_implicit(
            srcs_by_channel=one_each(flats),
            dsts_by_channel=one_each(received),
            replica_group=self.group,
            channel_ids=list(range(self.channels)),
        )

    def unpack(self, flats, tiles):
        for channel, flat in zip(tiles, flats):
            for k, tile in enumerate(channel):
                nisa.tensor_copy(dst=tile, src=self.part(flat, k))

    def tiles_of(self, source, first_row, deep, high):
        """The K tiles, and the M tile they begin with."""
        tiles = []
        for k in deep:
            tiles.append((source[k], 0))
        return tiles


class HbmPath(Path):
    """Ring buffers in the HBM that the cores share; lhs tiles are read by DMA transpose."""

    def steps(self, tp):
        m, K = self.lhs.shape
        ring = []
        for i in range(2):
            ring.append(
                nl.ndarray((m, K), dtype=self.lhs.dtype, buffer=nl.shared_hbm, name=f"ring{i}")
            )
        for ch in range(self.channels):
            nisa.dma_copy(dst=self.part(ring[0], ch), src=self.part(self.lhs, ch))
        for step in range(tp):
            current = ring[step % 2]
            for ch in range(self.channels):
                row = self.first_row(ch)
                self.multiply(step, ch, row, current)
            if step + 1 < tp:
                self.permute(current, ring[(step + 1) % 2])

    def first_row(self, ch):
        return (ch * self.lnc + self.core) * self.tiling.local_m

    def part(self, tensor, ch):
        row = self.first_row(ch)
        return tensor[row : row + self.tiling.local_m]

    def permute(self, current, received):
        ncc.collective_permute_implicit(
            srcs_by_channel=one_each(self.parts(current)),
            dsts_by_channel=one_each(self.parts(received)),
            replica_group=self.group,
            channel_ids=list(range(self.channels)),
        )

    def parts(self, tensor):
        parts = []
        for ch in range(self.channels):
            parts.append(self.part(tensor, ch))
        return parts

    def tiles_of(self, source, first_row, deep, high):
        t, row = self.tiling, high[0] * self.tiling.tile_m
        rows = min(len(high) * t.tile_m, t.local_m - row)
        tiles = []
        for k in deep:
            tile = nl.ndarray((t.depth(k), rows), dtype=source.dtype, buffer=nl.sbuf)
            column = k * t.tile_k
            block = source[first_row + row : first_row + row + rows, column : column + t.depth(k)]
            nisa.dma_transpose(dst=tile, src=block)
            tiles.append((tile, high[0]))
        return tiles
