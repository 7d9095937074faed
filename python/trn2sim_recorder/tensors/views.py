"""Views: which elements of a buffer an operand is, as an offset and strides."""

from __future__ import annotations

from math import prod
from typing import Any, Iterator

from ..basics.dtypes import DType
from ..basics.errors import bounds
from .attributes import Attributes
from .buffers import NO_GROUPS, Allocation, Buffer


class View(Attributes):
    """A tensor as a kernel sees it. Offset and strides count elements of `dtype`.

    What kernels do with it, such as slicing it or adding to it, is in `methods`.

    A plain View has the buffer's type and a place known while recording; `SpecialView` has more.
    """

    __slots__ = ("base", "shape", "strides", "offset", "text", "cuts")

    dynamic: tuple | None = None
    pending: tuple | None = None

    base: Buffer
    shape: tuple
    strides: tuple
    offset: int
    text: str | None
    cuts: dict[tuple, View] | None

    @property
    def dtype(self) -> DType:
        return self.base.layout.dtype

    def like(self, shape: tuple, strides: tuple, offset: int) -> View:
        """Other elements of the same buffer, seen in the same way."""
        made = View()
        made.base = self.base
        made.shape = shape
        made.strides = strides
        made.offset = offset
        made.text = made.cuts = None
        return made

    unchecked = like

    def unclipped(self, shape: tuple, strides: tuple, offset: int, pending: tuple) -> View:
        """Elements of the same buffer that are not all there: a mask says which are meant."""
        return OpenView(self.base, shape, strides, offset, self.dtype, None, pending)

    def partitions(self) -> int:
        return self.shape[0]

    def free(self) -> int:
        """Elements per partition."""
        return prod(self.shape[1:])

    def region(self) -> tuple[int, int, int, int]:
        """On chip: first and last partition, first and last position in a partition, exclusive."""
        pitch = self.base.pitch
        row, low = divmod(self.offset, pitch)
        high = low + 1
        for size, stride in zip(self.shape[1:], self.strides[1:]):
            if stride < 0:
                low += (size - 1) * stride
            else:
                high += (size - 1) * stride
        return row, row + self.shape[0], low, high

    def is_row_for_all(self) -> bool:
        """Several partitions see the same one: DMA can read that, engines cannot."""
        return self.base.on_chip and self.strides[0] == 0 and self.shape[0] > 1

    def special(self) -> View:
        return SpecialView(
            self.base, self.shape, self.strides, self.offset, self.dtype, self.dynamic
        )

    def whole(self) -> bool:
        return self.offset == 0 and prod(self.shape) == prod(self.base.shape)

    def check_pending(self) -> None:
        """Bounds of index ranges, once masks have clipped them."""
        for dimension, size, low, high in self._reaches():
            if low < 0 or high >= size:
                if dimension is None:
                    raise bounds(
                        f"pattern reaches element {low if low < 0 else high} of {self.base.name}, "
                        f"which has {size}"
                    )
                raise bounds(
                    f"index {low}..{high} is out of bounds for dimension {dimension} "
                    f"of size {size} of {self.base.name}"
                )

    def fits(self) -> bool:
        return all(low >= 0 and high < size for _, size, low, high in self._reaches())

    def _reaches(self) -> Iterator[tuple]:
        """Of every range with open bounds: dimension and its size, least and largest index."""
        for dimension, size, const, coefs in self.pending or ():
            ends = [c * (n - 1) for c, n in zip(coefs, self.shape)]
            low = const + sum(end for end in ends if end < 0)
            yield dimension, size, low, const + sum(end for end in ends if end > 0)

    def clipped(self, shape: tuple, skipped: tuple) -> View:
        """Fewer elements: so many of every dimension, after so many that are left out."""
        return self.like(shape, self.strides, self._behind(skipped))

    def at(self, axes: list[int], place: tuple) -> View:
        """Those dimensions taken away, each at one index."""
        left = [axis for axis in range(len(self.shape)) if axis not in axes]
        found = self.unchecked(
            tuple(self.shape[axis] for axis in left),
            tuple(self.strides[axis] for axis in left),
            self.offset + sum(self.strides[axis] * index for axis, index in zip(axes, place)),
        )
        if self.pending is not None:
            found.pending = tuple(
                (
                    dimension,
                    size,
                    const + sum(coefs[axis] * index for axis, index in zip(axes, place)),
                    tuple(coefs[axis] for axis in left),
                )
                for dimension, size, const, coefs in self.pending
            )
        return found

    def _behind(self, skipped: tuple) -> int:
        return self.offset + sum(n * stride for n, stride in zip(skipped, self.strides))


class SpecialView(View):
    """A view of another type, with a run-time offset, or with bounds to check when it is used."""

    __slots__ = ("_dtype", "dynamic", "pending")

    def __init__(
        self,
        base: Buffer,
        shape: tuple,
        strides: tuple,
        offset: int,
        dtype: DType,
        dynamic: tuple | None = None,
        pending: tuple | None = None,
    ):
        self.base = base
        self.shape = shape
        self.strides = strides
        self.offset = offset
        self.text = self.cuts = None
        self._dtype = dtype
        self.dynamic = dynamic
        self.pending = pending

    @property
    def dtype(self) -> DType:
        return self._dtype

    def like(self, shape: tuple, strides: tuple, offset: int) -> View:
        return SpecialView(self.base, shape, strides, offset, self._dtype, self.dynamic)

    def clipped(self, shape: tuple, skipped: tuple) -> View:
        made = self._clipped(shape, skipped)
        made.pending = self.pending and tuple(
            (dimension, size, const + sum(c * n for c, n in zip(coefs, skipped)), coefs)
            for dimension, size, const, coefs in self.pending
        )
        return made

    unchecked = like

    def _clipped(self, shape: tuple, skipped: tuple) -> View:
        """Rows that a tensor names one by one begin with another of its elements, nowhere else."""
        if self.dynamic is None or self.dynamic[0] != "v" or not skipped[0]:
            return self.unchecked(shape, self.strides, self._behind(skipped))
        kind, number, unit, index = self.dynamic
        made = self.like(shape, self.strides, self._behind((0, *skipped[1:])))
        behind = index.offset + skipped[0] * index.strides[0]
        made.dynamic = (kind, number, unit, index.like(index.shape, index.strides, behind))
        return made


class OpenView(SpecialView):
    """A slice that ends behind its tensor: for a mask to clip, and for nothing else."""

    __slots__ = ()

    def like(self, shape: tuple, strides: tuple, offset: int) -> View:
        self.check_pending()
        return self.unchecked(shape, strides, offset)


def plain(base: Buffer, shape: tuple, strides: tuple, offset: int) -> View:
    """A view of the buffer's own type at a known place.

    Views, buffers and instructions have no constructor: kernels make millions of them, and Python
    calls one more slowly than it sets attributes.
    """
    made = View()
    made.base = base
    made.shape = shape
    made.strides = strides
    made.offset = offset
    made.text = made.cuts = None
    return made


def whole(buffers: list[Buffer], allocation: Allocation) -> View:
    """A new buffer, the next of the list, seen whole."""
    base = Buffer()
    base.id = len(buffers)
    base.allocation = allocation
    base.layout = layout = allocation.layout
    base.on_chip = layout.on_chip
    base.written = 0
    base.writer = base.moved = base.latest = None
    if layout.is_psum:
        base.groups = NO_GROUPS
        base.zeroed = None
        base.matmuls = False
        base.others = ()
    buffers.append(base)
    made = View()
    made.base = base
    made.shape = layout.shape
    made.strides = layout.strides
    made.offset = 0
    made.text = made.cuts = None
    return made


def plainest(
    base: Buffer,
    shape: tuple,
    strides: tuple,
    offset: int,
    dtype: DType,
    dynamic: tuple | None = None,
    pending: tuple | None = None,
) -> View:
    """The plainest view that says all of this."""
    if dynamic is None and pending is None and dtype is base.layout.dtype:
        return plain(base, shape, strides, offset)
    return SpecialView(base, shape, strides, offset, dtype, dynamic, pending)


def is_view(value: Any) -> bool:
    """A tensor of ours; numpy's numbers have a base and strides, but no pattern."""
    return hasattr(value, "get_pattern")
