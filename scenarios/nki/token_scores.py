"""For every row of logits: the logarithm of a chosen column's softmax, and the entropy of the softmax.

Rows are split over the cores of a rank. Columns come in tiles; the sums are corrected whenever the
maximum grows.
"""

import nki
import nki.isa as nisa
import nki.language as nl

P = 128


@nki.jit
def together(logits, chosen, width):
    """Both in one pass over the logits."""
    shares, entropies = result(logits), result(logits)
    score(logits, width, chosen, shares, entropies)
    return shares, entropies


@nki.jit
def apart(logits, chosen, width):
    """Each in a pass of its own, with its own maxima and exponentials."""
    shares, entropies = result(logits), result(logits)
    score(logits, width, chosen, shares=shares)
    score(logits, width, entropies=entropies)
    return shares, entropies


def result(logits):
    return nl.ndarray((logits.shape[0],), dtype=nl.float32, buffer=nl.shared_hbm)


def score(logits, width, chosen=None, shares=None, entropies=None):
    count, core, cores = logits.shape[0], nl.program_id(0), nl.num_programs(0)
    end = count if core == cores - 1 else (core + 1) * (count // cores)
    for first in range(core * (count // cores), end, P):
        block = Block(slice(first, min(first + P, end)), logits, entropies is not None)
        if shares is not None:
            block.choose(chosen)
        for start in range(0, logits.shape[1], width):
            block.add(start, min(start + width, logits.shape[1]))
        block.store(shares, entropies)


def combine(dst, op, data1, data2):
    nisa.tensor_tensor(dst=dst, data1=data1, data2=data2, op=op)


class Block:
    """Up to 128 rows. Its columns of numbers are declared once, and used again for each tile."""

    def __init__(self, rows, logits, weigh):
        self.rows, self.logits, self.weigh, self.number = rows, logits, weigh, None
        self.top, self.total, self.weighted = self.column(), self.column(), self.column()
        self.larger, self.change, self.factor = self.column(), self.column(), self.column()
        self.part, self.weighted_part = self.column(), self.column()

    def column(self, dtype=nl.float32):
        return self.tile(1, dtype)

    def tile(self, width, dtype=nl.float32):
        return nl.ndarray((self.rows.stop - self.rows.start, width), dtype=dtype, buffer=nl.sbuf)

    def choose(self, chosen):
        self.number, self.picked = self.column(), self.column()
        self.place, self.index = self.column(), self.column(nl.uint32)
        self.inside, self.below, self.found = self.column(), self.column(), self.column()
        nisa.dma_copy(dst=self.number[:, 0], src=chosen[self.rows])
        nisa.memset(dst=self.picked, value=0.0)

    def add(self, start, end):
        tile, powers = self.tile(end - start), self.tile(end - start)
        nisa.dma_copy(dst=tile, src=self.logits[self.rows, start:end])
        if self.number is not None:
            self.pick(tile, start)
        nisa.tensor_reduce(dst=self.larger, data=tile, op=nl.maximum, axis=1)
        if start > 0:
            self.correct()
        nisa.tensor_scalar(dst=self.change, data=self.larger, op0=nl.multiply, operand0=-1.0)
        nisa.activation_reduce(
            dst=powers,
            data=tile,
            op=nl.exp,
            bias=self.change,
            reduce_op=nl.add,
            reduce_res=self.part,
        )
        if self.weigh:
            self.weigh_powers(tile, powers)
        self.grow(self.total, self.part, start)
        if self.weigh:
            self.grow(self.weighted, self.weighted_part, start)
        nisa.tensor_copy(dst=self.top, src=self.larger)

    def pick(self, tile, start):
        """Adds the logits of the chosen columns that are in this tile."""
        width, place, inside = tile.shape[1], self.place, self.inside
        nisa.tensor_scalar(dst=place, data=self.number, op0=nl.subtract, operand0=start)
        nisa.tensor_scalar(dst=inside, data=place, op0=nl.greater_equal, operand0=0.0)
        nisa.tensor_scalar(dst=self.below, data=place, op0=nl.less, operand0=width)
        combine(inside, nl.multiply, inside, self.below)
        nisa.tensor_scalar(
            dst=place, data=place, op0=nl.maximum, operand0=0.0, op1=nl.minimum, operand1=width - 1
        )
        nisa.tensor_copy(dst=self.index, src=place)
        nisa.nc_n_gather(dst=self.found, data=tile, indices=self.index)
        combine(self.found, nl.multiply, self.found, inside)
        combine(self.picked, nl.add, self.picked, self.found)

    def correct(self):
        """The sums so far are of exponentials below the old maximum."""
        combine(self.larger, nl.maximum, self.top, self.larger)
        combine(self.change, nl.subtract, self.top, self.larger)
        nisa.activation(dst=self.factor, data=self.change, op=nl.exp)
        if self.weigh:
            combine(self.weighted_part, nl.multiply, self.change, self.total)
            combine(self.weighted, nl.add, self.weighted, self.weighted_part)
            combine(self.weighted, nl.multiply, self.weighted, self.factor)
        combine(self.total, nl.multiply, self.total, self.factor)

    def weigh_powers(self, tile, powers):
        shifted = self.tile(tile.shape[1])
        nisa.tensor_scalar(dst=shifted, data=tile, op0=nl.subtract, operand0=self.larger)
        combine(shifted, nl.multiply, powers, shifted)
        nisa.tensor_reduce(dst=self.weighted_part, data=shifted, op=nl.add, axis=1)

    def grow(self, total, part, start):
        if start == 0:
            nisa.tensor_copy(dst=total, src=part)
        else:
            combine(total, nl.add, total, part)

    def store(self, shares, entropies):
        logarithm = self.part
        nisa.activation(dst=logarithm, data=self.total, op=nl.log)
        if shares is not None:
            combine(self.picked, nl.subtract, self.picked, self.top)
            combine(self.picked, nl.subtract, self.picked, logarithm)
            nisa.dma_copy(dst=shares[self.rows], src=self.picked[:, 0])
        if entropies is not None:
            nisa.reciprocal(dst=self.factor, data=self.total)
            combine(self.weighted, nl.multiply, self.weighted, self.factor)
            combine(self.weighted, nl.subtract, logarithm, self.weighted)
            nisa.dma_copy(dst=entropies[self.rows], src=self.weighted[:, 0])
