"""What kernels ask of a tensor: its attributes, and its values, which no recording knows."""

from __future__ import annotations

from math import prod
from typing import Any

from ..basics.errors import RecordError
from ..basics.state import STATE
from ..host import asserts
from .buffers import GIVEN_HBM, SHARED_HBM, Space


class Attributes:
    """Of views, which have their buffer as `base`, and shape, strides and dtype."""

    __slots__ = ()

    @property
    def buffer(self) -> Space:
        base = self.base
        given = base.role in ("input", "inout") and base.space == SHARED_HBM
        return GIVEN_HBM if given else base.space

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
    def shape_2d(self) -> tuple[int, int]:
        return self.partitions(), self.free()

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def data(self) -> Attributes:
        """Itself: what a grid of tiles gives an instruction, a tensor gives as well."""
        return self

    @property
    def address(self) -> Any:
        return (self.base.extra or {}).get("addr")

    def get_pattern(self) -> list[list[int]]:
        return [[stride, size] for stride, size in zip(self.strides, self.shape)]

    def is_identity(self) -> bool:
        """Whether it is a whole tensor, no part of one or other view."""
        return self._pattern is None and not self.is_indirect()

    @property
    def _storage_shape(self) -> tuple:
        """Of the whole tensor: libraries read off it how far partitions are apart."""
        return self.base.shape

    def _copy(self, shape: Any = None, strides: Any = None, **other: Any) -> Any:
        """The same memory in another shape, as libraries of views build it."""
        if other:
            raise RecordError("E3", f"a tensor's _copy takes shape and strides here, not {', '.join(other)}")
        return self.like(tuple(shape or self.shape), tuple(strides or self.strides), self.offset)

    @property
    def _pattern(self) -> list[list[int]] | None:
        """None for a whole tensor: nki-library's tiles tell views from tensors by it."""
        whole = self.size == prod(self.base.layout.shape) and self.is_contiguous()
        return None if whole else self.get_pattern()

    def is_contiguous(self) -> bool:
        """On chip within a partition: partitions are memories of their own."""
        first = 1 if self.base.on_chip else 0
        return _contiguous(self.shape[first:], self.strides[first:])

    def is_indirect(self) -> bool:
        return self.dynamic is not None

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"{self.base.name or 'tensor'}{list(self.shape)} {self.dtype} in {self.base.space}"

    # What cannot be known while recording.

    def _unknown(self, instead: str = "an address can use it through a register or an index tensor") -> Any:
        what = f"'{self.base.label}'" if self.base.label else "an expression of tensors"
        return RecordError("E6", f"the value of {what} is not known while recording; {instead}")

    def __bool__(self) -> bool:
        if self.base.role == "input" and prod(self.shape) > 1 and STATE.recorder.masks:
            return True  # as older kernels ask whether an argument is there
        if asserts.left_out(self.base.name):
            return True
        raise self._unknown("to choose by values, use nl.where or a mask")

    def __int__(self) -> int:
        raise self._unknown()

    def __float__(self) -> float:
        raise self._unknown()

    def __index__(self) -> int:
        raise self._unknown()

    def __format__(self, spec: str) -> str:
        if spec:
            raise self._unknown("what prints it as a number has none")
        return repr(self)

    def __iter__(self) -> Any:
        raise self._unknown("to compute with its elements, use nl functions; to take parts of it, use indices")

    def item(self) -> Any:
        raise self._unknown()


def _contiguous(shape: tuple, strides: tuple) -> bool:
    step = 1
    for size, stride in zip(reversed(shape), reversed(strides)):
        if size != 1 and stride != step:
            return False
        step *= size
    return True
