"""Views: which elements of a buffer an operand is, as an offset and strides."""

from __future__ import annotations

from math import prod
from typing import Any

from . import indexing, reshaping, tile_ops
from .buffers import Buffer, Space
from .dtypes import DType
from .errors import RecordError, bounds


class View:
    """A tensor as a kernel sees it. Offset and strides count elements of `dtype`."""

    __slots__ = ("base", "shape", "strides", "offset", "dtype", "dynamic", "pending")

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
        self.dtype = dtype
        self.dynamic = dynamic
        self.pending = pending

    def __getitem__(self, key: Any) -> View:
        """Slices and integers here; everything else in `indexing`."""
        if key is Ellipsis:
            return self
        if type(key) is not tuple:
            key = (key,)
        shape = self.shape
        if len(key) > len(shape) or self.pending is not None:
            return indexing.general(self, key)
        offset = self.offset
        sizes = []
        steps = []
        dimension = 0
        for index, size, stride in zip(key, shape, self.strides):
            kind = type(index)
            if kind is slice:
                first = index.start
                last = index.stop
                if index.step is not None:
                    return indexing.general(self, key)
                if first is None:
                    first = 0
                if last is None:
                    last = size
                if type(first) is not int or type(last) is not int or not 0 <= first < last <= size:
                    return indexing.general(self, key)
                offset += first * stride
                sizes.append(last - first)
                steps.append(stride)
            elif kind is int:
                if not 0 <= index < size:
                    return indexing.general(self, key)
                offset += index * stride
                if dimension == 0 and self.base.on_chip:
                    sizes.append(1)
                    steps.append(stride)
            else:
                return indexing.general(self, key)
            dimension += 1
        if dimension < len(shape):
            sizes += shape[dimension:]
            steps += self.strides[dimension:]
        if len(sizes) < 2 and (not sizes or (self.base.on_chip and len(shape) > 1)):
            sizes.append(1)
            steps.append(1)
        return View(self.base, tuple(sizes), tuple(steps), offset, self.dtype, self.dynamic)

    def __setitem__(self, key: Any, value: Any) -> None:
        tile_ops.store_into(self[key], value)

    # What kernels ask of a tensor.

    @property
    def buffer(self) -> Space:
        return self.base.space

    @property
    def name(self) -> str:
        return self.base.name

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def address(self) -> Any:
        return (self.base.extra or {}).get("addr")

    def get_pattern(self) -> list[list[int]]:
        return [[stride, size] for stride, size in zip(self.strides, self.shape)]

    def is_contiguous(self) -> bool:
        return reshaping.contiguous(self.shape, self.strides)

    def is_indirect(self) -> bool:
        return self.dynamic is not None

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"{self.base.name or 'tensor'}{list(self.shape)} {self.dtype} in {self.base.space}"

    # What cannot be known while recording.

    def _unknown(self) -> RecordError:
        name = self.base.name or "a tensor"
        return RecordError("E6", f"the value of '{name}' is not known while recording")

    def __bool__(self) -> bool:
        raise self._unknown()

    def __int__(self) -> int:
        raise self._unknown()

    def __float__(self) -> float:
        raise self._unknown()

    def __index__(self) -> int:
        raise self._unknown()

    def __iter__(self) -> Any:
        raise self._unknown()

    def item(self) -> Any:
        raise self._unknown()

    # Used by the recorder.

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
            high += (size - 1) * stride
        return row, row + self.shape[0], low, high

    def whole(self) -> bool:
        return self.offset == 0 and prod(self.shape) == prod(self.base.shape)

    def check_pending(self) -> None:
        """Bounds of index ranges, once masks have clipped them."""
        for dimension, size, const, coefs in self.pending or ():
            low = const + sum(min(0, c * (n - 1)) for c, n in zip(coefs, self.shape))
            high = const + sum(max(0, c * (n - 1)) for c, n in zip(coefs, self.shape))
            if low < 0 or high >= size:
                raise bounds(
                    f"index {low}..{high} is out of bounds for dimension {dimension} "
                    f"of size {size} of {self.base.name}"
                )

    def clipped(self, shape: tuple) -> View:
        return View(
            self.base, shape, self.strides, self.offset, self.dtype, self.dynamic, self.pending
        )


for _name, _method in (*reshaping.METHODS.items(), *tile_ops.METHODS.items()):
    setattr(View, _name, _method)
