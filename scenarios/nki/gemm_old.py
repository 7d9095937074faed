"""Matmul in bf16, blocked in all three dimensions, with the loops over blocks in any order.

`order` names the loops from the outermost on, such as "MNK", `tiles` the tiles of a block in M, N
and K. An operand is loaded at level 0, before all loops, at level 1, in the outer one of its two
loops, or at level 2, in both: what it loads is one tensor, zeroed first as if a load might be
masked. A loop in which nothing is loaded or stored by its blocks is not there. Sums are bf16 and
stay for the loop over K.
"""

import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl

SIZES = {"M": 128, "N": 512, "K": 128}


class Part:
    """Tiles of a matrix whose rows run along one axis and whose columns along another."""

    def __init__(self, axes, first, count, dtype):
        self.axes, self.first, self.count = axes, first, count
        self.row, self.column = (SIZES[axis] for axis in axes)
        shape = (nl.par_dim(self.row), count[axes[0]], count[axes[1]], self.column)
        self.tensor = nl.zeros(shape, dtype=dtype, buffer=nl.sbuf)
        self.at = nl.mgrid[0 : self.row, 0 : self.column]

    def each(self):
        for i in nl.affine_range(self.count[self.axes[0]]):
            for j in nl.affine_range(self.count[self.axes[1]]):
                row = (self.first[self.axes[0]] + i) * self.row
                column = (self.first[self.axes[1]] + j) * self.column
                yield i, j, (row + self.at.p, column + self.at.x)

    def load(self, source):
        for i, j, place in self.each():
            self.tensor[self.at.p, i, j, self.at.x] = nl.load(source[place])

    def turn(self):
        """Transposes tiles of 128 x 128 in place."""
        for i, j, _ in self.each():
            turned = nl.ndarray((nl.par_dim(self.row), self.column), self.tensor.dtype, nl.psum)
            turned[...] = nisa.nc_transpose(self.tensor[self.at.p, i, j, self.at.x])
            self.tensor[self.at.p, i, j, self.at.x] = nl.copy(turned)

    def store(self, out):
        for i, j, place in self.each():
            nl.store(out[place], self.tensor[self.at.p, i, j, self.at.x])

    def tile(self, place):
        i, j = (place[axis] - self.first[axis] for axis in self.axes)
        return self.tensor[self.at.p, i, j, self.at.x]

    def add(self, place, value):
        i, j = (place[axis] - self.first[axis] for axis in self.axes)
        self.tensor[self.at.p, i, j, self.at.x] += value


class Gemm:
    def __init__(self, lhs, rhs, turned, order, tiles, levels):
        rows, depth = lhs.shape if turned else lhs.shape[::-1]
        extents = {"M": rows, "N": rhs.shape[1], "K": depth}
        self.lhs, self.rhs, self.turned, self.order = lhs, rhs, turned, order
        self.all = {axis: extents[axis] // SIZES[axis] for axis in "MNK"}
        self.block = dict(zip("MNK", tiles))
        self.left_at, self.right_at = self.depth("MK", levels[0]), self.depth("KN", levels[1])
        self.out = nl.ndarray((rows, rhs.shape[1]), dtype=lhs.dtype, buffer=nl.shared_hbm)

    def depth(self, axes, level):
        """How many loops are round a load."""
        return ([-1] + sorted(self.order.index(axis) for axis in axes))[level] + 1

    def part(self, axes, blocks):
        first = {axis: blocks[axis] * self.block[axis] if axis in blocks else 0 for axis in axes}
        count = {axis: (self.block if axis in blocks else self.all)[axis] for axis in axes}
        return Part(axes, first, count, self.lhs.dtype)

    def run(self, depth, blocks):
        """The loop over the blocks of an axis, with what is loaded and stored round it."""
        if depth == self.left_at:
            self.left = self.part("MK" if self.turned else "KM", blocks)
            self.left.load(self.lhs)
            if self.turned:
                self.left.turn()
        if depth == self.right_at:
            self.right = self.part("KN", blocks)
            self.right.load(self.rhs)
        if depth == len(self.order):
            self.multiply()
            return
        axis = self.order[depth]
        if axis == "K":
            self.sums = self.part("MN", blocks)
        if self.is_split(axis, depth):
            for i in nl.affine_range(self.all[axis] // self.block[axis]):
                self.run(depth + 1, {**blocks, axis: i})
        else:
            self.run(depth + 1, blocks)
        if axis == "K":
            self.sums.store(self.out)

    def is_split(self, axis, depth):
        """Whether something that is made inside the loop has that axis; else it is one block."""
        made = ((self.left_at, "MK"), (self.right_at, "KN"), (self.order.index("K"), "MN"))
        return any(at > depth and axis in axes for at, axes in made)

    def multiply(self):
        """All that the operands have in common."""
        m = common("M", self.left, self.sums)
        n = common("N", self.right, self.sums)
        k = common("K", self.left, self.right)
        for i in nl.affine_range(m[1]):
            for j in nl.affine_range(n[1]):
                acc = nl.zeros((nl.par_dim(128), 512), dtype=nl.float32, buffer=nl.psum)
                place = {"M": m[0] + i, "N": n[0] + j}
                for deep in nl.affine_range(k[1]):
                    at = {**place, "K": k[0] + deep}
                    acc += nisa.nc_matmul(self.left.tile(at), self.right.tile(at))
                self.sums.add(place, acc)


def common(axis, one, other):
    """The first tile that two parts share, and how many."""
    smaller = min(one, other, key=lambda part: part.count[axis])
    return smaller.first[axis], smaller.count[axis]


@nki.jit
def matmul_t(lhs, rhs, order, tiles, levels):
    """lhs is [K, M]."""
    gemm = Gemm(lhs, rhs, False, order, tiles, levels)
    gemm.run(0, {})
    return gemm.out


@nki.jit
def matmul(lhs, rhs, order, tiles, levels):
    """lhs is [M, K], and its tiles are transposed by TensorE."""
    gemm = Gemm(lhs, rhs, True, order, tiles, levels)
    gemm.run(0, {})
    return gemm.out
