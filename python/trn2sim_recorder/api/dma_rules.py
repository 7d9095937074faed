"""Shape rules of DMAs, which the rules of all instructions have among them."""

from __future__ import annotations

from typing import Any

from ..basics.dtypes import DType
from ..basics.errors import RecordError, shape_error
from ..basics.notes import note
from ..basics.state import STATE
from ..tensors.buffers import SBUF
from ..tensors.views import View

TRANSPOSES = {2: (1, 0), 3: (2, 1, 0), 4: (3, 1, 2, 0)}
_TURNED: set[tuple] = set()


def dma(function: str, dst: View, src: View) -> None:
    if dst.shape != src.shape and dst.size != src.size:
        raise shape_error(
            f"{function}: dst {dst.shape} does not fit src {src.shape}: {dst.size} elements for "
            f"{src.size}; a slice of the larger one, or a tile of {src.shape}, fits"
        )
    _outside_psum(function, dst, src)


def from_psum(function: str, dst: View, src: View) -> View:
    """What a DMA reads, in SBUF: before 0.3, NKI took what is in PSUM."""
    if not src.base.layout.is_psum:
        return src
    note(f"{function} reads '{src.base.name}' in psum, which nki refuses: nisa.tensor_copy into a tile in sbuf first")
    return to_sbuf(src, dst.dtype)


def to_sbuf(tile: View, dtype: DType | None = None) -> View:
    """A copy in SBUF, marked as inserted, of a tile that an instruction cannot read elsewhere."""
    recorder = STATE.recorder
    made = recorder.tensor(tile.shape, dtype or tile.dtype, SBUF)
    recorder.emit("tensor_copy", None, (made,), (tile,), {"ins": 1})
    return made


def _outside_psum(function: str, dst: View, src: View) -> None:
    if dst.base.layout.is_psum or src.base.layout.is_psum:
        raise shape_error(f"{function}: DMA cannot access psum; nisa.tensor_copy into a tile in sbuf first")


def dma_all(function: str, dst: View, *sources: View) -> None:
    for src in sources:
        dma(function, dst, src)


def one_each(function: str, sources: list[View], scales: Any) -> None:
    if scales is not None and len(scales) != len(sources):
        raise RecordError("E3", f"{function}: {len(scales)} scales for {len(sources)} srcs")


def dma_transpose(function: str, dst: View, src: View, axes: Any) -> None:
    """Which shapes fit in the usual order of axes is worked out once."""
    if dst.dtype.itemsize == 1:
        STATE.recorder.warn("W3", f"{function} of one-byte elements: timed by its bytes, a guess")
    if axes is not None:
        _dma_transpose(function, dst, src, axes)
        return
    key = (dst.shape, src.shape, dst.base.layout.is_psum, src.base.layout.is_psum)
    if key not in _TURNED:
        _dma_transpose(function, dst, src, None)
        _TURNED.add(key)


def _dma_transpose(function: str, dst: View, src: View, axes: Any) -> None:
    order = tuple(axes) if axes else TRANSPOSES.get(len(src.shape))
    if order is None or sorted(order) != list(range(len(src.shape))):
        raise shape_error(f"{function}: cannot transpose {src.shape} by {order}")
    wanted = tuple(src.shape[axis] for axis in order)
    if _trimmed(wanted) != _trimmed(dst.shape):
        raise shape_error(f"{function}: dst {dst.shape} is not src {src.shape} transposed")
    _outside_psum(function, dst, src)


def _trimmed(shape: tuple) -> tuple:
    return tuple(size for size in shape if size != 1)
