"""Parts of a tile on chip as sets of rows times sets of columns, a bit for each."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..tensors.views import View

# A tile of more pieces than these is not followed.
PIECES = 64

Piece = tuple[int, int]  # rows and columns, a bit each


class Box(NamedTuple):
    """The elements of a view on chip: rows times columns. `width` is 0 unless the columns are a run."""

    first: int
    count: int
    rows: int
    columns: int
    left: int
    width: int


def without(pieces: list[Piece], box: Box) -> list[Piece]:
    """What is left of some pieces without a box."""
    left = []
    for rows, columns in pieces:
        if not rows & box.rows or not columns & box.columns:
            left.append((rows, columns))
            continue
        if rows & ~box.rows:
            left.append((rows & ~box.rows, columns))
        if columns & ~box.columns:
            left.append((rows & box.rows, columns & ~box.columns))
    return left


def within(pieces: list[Piece], box: Box) -> list[Piece]:
    """What of some pieces is in a box."""
    both = [(rows & box.rows, columns & box.columns) for rows, columns in pieces]
    return [piece for piece in both if all(piece)]


def box_of(view: View) -> Box | None:
    """None for a view whose elements are not known, or are no rows times columns."""
    if type(view) is not View:
        return None
    return _bits(view.base.pitch, view.offset, view.shape, view.strides)


@lru_cache(maxsize=4096)
def _bits(pitch: int, offset: int, shape: tuple, strides: tuple) -> Box | None:
    count = shape[0]
    if count > 1 and strides[0] != pitch or min(strides) < 0:
        return None
    first, left = divmod(offset, pitch)
    columns, run = 1, 1
    for stride, size in reversed([*zip(strides[1:], shape[1:])]):
        run = run * size if stride == run or size == 1 else 0
        columns = _repeated(columns, stride, size) if stride else columns
    return Box(first, count, ((1 << count) - 1) << first, columns << left, left, run)


def _repeated(bits: int, stride: int, count: int) -> int:
    """The bits `count` times, each time that much higher."""
    if count == 1:
        return bits
    half = _repeated(bits, stride, count // 2)
    made = half | half << (stride * (count // 2))
    return made | bits << (stride * (count - 1)) if count % 2 else made
