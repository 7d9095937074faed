"""`nl` functions on tiles: each makes a tile and records the instruction that fills it."""

from __future__ import annotations

import math
import sys
from types import FrameType
from typing import Any

from ..basics import promotion
from ..basics.dtypes import DTYPES, DType, to_dtype
from ..basics.errors import RecordError, kind_of, shape_error
from ..basics.notes import note_row
from ..basics.state import STATE
from ..methods.hooks import Arithmetic
from ..tensors.buffers import PSUM, SBUF
from ..tensors.index_ranges import Affine
from ..tensors.masks import to_mask
from ..tensors.views import View
from .isa_make import number
from .matmul import memset
from .ops import ACTIVATIONS, BINARY, BITS, COMPARISONS, Op
from .rules import dma, on_gpsimd


_getframe = sys._getframe
_BANK = 512  # columns of fp32 that a PSUM bank holds
_ON_SCALAR = frozenset(ACTIVATIONS)
_NUMBERS = (int, float)
_PLAIN = (int, float, Op)
# Attributes that instructions share.
_WORDS = (DTYPES["int32"], DTYPES["uint32"])
_OP = {op: {"op": op} for op in (*BINARY, *ACTIVATIONS)}
_BY_COLUMN = {op: {"op0": op, "operand0": "$1"} for op in BINARY}


class masked:
    """The mask of an old-dialect call, for the instructions recorded inside."""

    __slots__ = ("mask", "before")

    def __init__(self, mask: Any):
        self.mask = None if mask is None else to_mask(mask)

    def __enter__(self) -> None:
        recorder = STATE.recorder
        self.before = recorder.mask
        if self.mask is not self.before:
            recorder.set_mask(self.mask)

    def __exit__(self, *error: Any) -> None:
        if self.mask is not self.before:
            STATE.recorder.set_mask(self.before)


def tile(shape: Any, dtype: Any) -> View:
    return STATE.recorder.tensor(shape, dtype, SBUF)


def made(dst: View, instruction: Any) -> View:
    """The tile, knowing which instruction made it, so that a store can write elsewhere."""
    dst.base.writer = instruction
    return dst


def is_tensor(value: Any) -> bool:
    return isinstance(value, View)


def _column_of(wide: View, narrow: View) -> bool:
    """Whether the narrow operand is one value per partition of the wide one; their shapes differ."""
    if narrow.shape[0] != wide.shape[0]:
        return False
    if narrow.shape[1:] == (1,) and len(wide.shape) == 2:
        return True
    return narrow.free() == 1 != wide.free()


_SHAPES: dict[tuple, tuple] = {}


def broadcast_shape(x: View, y: View) -> tuple:
    """The shape of a result, worked out once for two shapes."""
    key = (x.shape, y.shape)
    found = _SHAPES.get(key)
    if found is None:
        found = _SHAPES[key] = _broadcast_shape(x, y)
    return found


def _broadcast_shape(x: View, y: View) -> tuple:
    if x.shape == y.shape:
        return x.shape
    if len(x.shape) == len(y.shape):
        pairs = list(zip(x.shape, y.shape))
        if all(a == b or 1 in (a, b) for a, b in pairs):
            return tuple(max(a, b) for a, b in pairs)
    if x.partitions() == y.partitions() and x.free() == y.free():
        return x.shape
    for wide, narrow in ((x, y), (y, x)):
        if narrow.free() == 1 and narrow.partitions() == wide.partitions():
            return wide.shape
    short, long = sorted((x.shape, y.shape), key=len)
    if long[: len(short)] == short:
        return long
    raise shape_error(f"shapes {x.shape} and {y.shape} do not combine")


def spread(view: View, shape: tuple, whole: bool = False) -> View:
    """The operand with every dimension of the result; over partitions TensorE must copy it. `whole`
    says that all bits of it matter."""
    if view.shape == shape:
        return view
    if view.free() == 1 and view.shape[0] == shape[0]:
        return view.like(shape, (view.strides[0],) + (0,) * (len(shape) - 1), view.offset)
    if len(view.shape) < len(shape) and shape[: len(view.shape)] == view.shape:
        return view.like(shape, view.strides + (0,) * (len(shape) - len(view.shape)), view.offset)
    if len(view.shape) != len(shape):
        if view.size != 1:
            return view
        view = view.like((1,) * len(shape), (view.strides[0],) + (0,) * (len(shape) - 1), view.offset)
    if view.shape[0] == 1 and shape[0] != 1:
        view = partition_broadcast(view, shape[0], whole)
    return view.broadcast_to(shape)


def partition_broadcast(row: View, partitions: int, whole: bool = False) -> View:
    """One row on every partition: ones[1, P] times the row on TensorE, 512 columns at a time. What
    one PSUM bank holds is read there, more is copied into a tile."""
    recorder = STATE.recorder
    if whole and row.dtype in _WORDS:
        return _in_halves(row, partitions)
    width = row.free()
    space = PSUM if width <= _BANK else SBUF
    target = recorder.tensor((partitions, *row.shape[1:]), DTYPES["float32"], space)
    flat = target.reshape((partitions, width))
    source = row.reshape((1, width)) if row.is_contiguous() else row
    for first in range(0, width, _BANK):
        last = min(first + _BANK, width)
        part = source[:, first:last] if len(source.shape) == 2 else source
        piece = flat[:, first:last]
        if space is SBUF:
            piece = recorder.tensor((partitions, last - first), DTYPES["float32"], PSUM)
        recorder.emit("partition_broadcast", "tensor", (piece,), (part,), {"ins": 1})
        if space is SBUF:
            recorder.emit("tensor_copy", None, (flat[:, first:last],), (piece,), {"ins": 1})
    return target


def _in_halves(row: View, partitions: int) -> View:
    """Whole numbers of 32 bits, all of which TensorE does not keep: in halves of 16, which it does."""
    half = DTYPES["uint16"]
    if not row.is_contiguous() or not row.base.on_chip or row.base.space is not SBUF:
        row = copied(row)
    width = row.free()
    target = tile((partitions, *row.shape[1:]), row.dtype)
    halves = partition_broadcast(row.reshape((1, width)).view(half), partitions)
    place = target.reshape((partitions, width)).view(half)
    STATE.recorder.emit("tensor_copy", None, (place,), (halves,), {"ins": 1})
    return target


def binary(op: str, x: Any, y: Any, dtype: Any = None, mask: Any = None, at: Any = None) -> View:
    recorder = STATE.recorder
    at = at or _getframe(1)
    mask = mask if mask is None else to_mask(mask)
    if mask is None and recorder.mask is None:
        return _made_binary(op, x, y, dtype, at)
    with masked(mask):
        return _made_binary(op, x, y, dtype, at)


def _made_binary(op: str, x: Any, y: Any, dtype: Any, at: FrameType) -> View:
    """Tensors alike, and columns and numbers with them, at once: that is what most calls give."""
    recorder = STATE.recorder
    if type(y) in _NUMBERS and type(x) is View and x.strides[0]:
        attrs = {"op0": op, "operand0": y}
        return recorder.filled(at, x.shape, _result(op, x, y, dtype), "tensor_scalar", None, (x,), attrs)
    if type(x) is View is type(y) and x.strides[0] and y.strides[0]:
        alike = x.shape == y.shape
        if alike or _column_of(x, y):
            kind = _kind(op, x, y) if dtype is None else to_dtype(dtype)
            if not alike:
                attrs = _BY_COLUMN[op]
                return recorder.filled(at, x.shape, kind, "tensor_scalar", None, (x, y), attrs)
            if kind.is_float and op != "power":
                return recorder.filled(at, x.shape, kind, "tensor_tensor", None, (x, y), _OP[op])
    bits = op in BITS
    x, y = ready(x, bits), ready(y, bits)
    if isinstance(x, View) and isinstance(y, View):
        shape = broadcast_shape(x, y)
    else:
        shape = _tile(op, y if isinstance(y, View) or isinstance(x, (int, float)) else x).shape
    dst = recorder.tile(recorder.places.outside(at), shape, _result(op, x, y, dtype))
    dst.base.writer = _binary(op, dst, x, y, at)
    return dst


def ready(value: Any, whole: bool = False) -> Any:
    """The operand: as it is where nothing can be special about it."""
    if type(value) is View and value.strides[0] or type(value) in _PLAIN:
        return value
    return operand(value, whole)


def operand(value: Any, whole: bool = False) -> Any:
    """What an engine can read: index ranges as values, and one row for all partitions spread out
    by TensorE; `whole` if all its bits matter."""
    if isinstance(value, Affine):
        return values_of(value)
    if hasattr(value, "as_view"):
        value = value.as_view()
    if isinstance(value, View) and value.base.on_chip and value.shape[0] > 1 and value.strides[0] == 0:
        row = value.like((1, *value.shape[1:]), value.strides, value.offset)
        return partition_broadcast(row, value.shape[0], whole)
    return value


_KINDS: dict[tuple, DType] = {}


def _kind(op: str, x: View, y: View) -> DType:
    """The type of a result, worked out once for two plain tensors' types."""
    key = (op, x.base.layout.dtype, y.base.layout.dtype)
    found = _KINDS.get(key)
    if found is None:
        found = _KINDS[key] = _result(op, x, y, None)
    return found


def _result(op: str, x: Any, y: Any, dtype: Any) -> DType:
    if dtype is not None:
        return to_dtype(dtype)
    return DTYPES["uint8"] if op in COMPARISONS else operand_dtype(x, y, op in BITS)


def operand_dtype(x: Any, y: Any, bits: bool = False) -> DType:
    """Numbers widen a type in the older dialect alone; operators on bits convert nothing."""
    if isinstance(x, View) and isinstance(y, View):
        return (promotion.of_bits if bits else promotion.of_two)(x.dtype, y.dtype)
    dtype, number = (x.dtype, y) if isinstance(x, View) else (y.dtype, x)
    return promotion.with_number(dtype, number) if STATE.recorder.masks and not bits else dtype


def binary_into(dst: View, op: str, x: Any, y: Any) -> Any:
    at = STATE.recorder.places.outside(_getframe(1))
    bits = op in BITS
    return _binary(op, dst, ready(x, bits), ready(y, bits), at)


def _binary(op: str, dst: View, x: Any, y: Any, at: FrameType) -> Any:
    if not isinstance(x, View):
        return _scalar(op, dst, y, x, at, True)
    if not isinstance(y, View):
        return _scalar(op, dst, x, y, at)
    if x.shape != y.shape:
        if _column_of(x, y):
            return _scalar(op, dst, x, y, at)
        if _column_of(y, x):
            return _scalar(op, dst, y, x, at, True)
    bits = op in BITS
    if x.shape[0] != y.shape[0]:
        note_row(op, x.shape, y.shape)
    x, y = spread(x, dst.shape, bits), spread(y, dst.shape, bits)
    whole = op == "power" or not dst.dtype.is_float
    engine = "gpsimd" if whole and on_gpsimd(op, dst, x, y) else None
    return STATE.recorder.emit("tensor_tensor", engine, (dst,), (x, y), {"op": op}, at)


def _scalar(
    op: str, dst: View, data: View, operand: Any, at: FrameType, reverse: bool = False
) -> Any:
    attrs: dict[str, Any] = {"op0": op}
    ins = (spread(data, dst.shape, op in BITS),)
    if type(operand) is float:
        attrs["operand0"] = operand
    elif isinstance(operand, View):
        attrs["operand0"] = "$1"
        ins += (operand,)
    else:
        attrs["operand0"] = number(op, "operand", operand)
    if reverse:
        attrs["reverse0"] = 1
    return STATE.recorder.emit("tensor_scalar", None, (dst,), ins, attrs, at)


def values_of(expression: Affine, dtype: Any = DTYPES["int32"]) -> View:
    """The values of an index expression as a tile, made by GpSimd."""
    sizes = expression.sizes if len(expression.sizes) > 1 else (1, *expression.sizes)
    dst = tile(sizes, dtype)
    coefs = expression.padded(len(sizes))
    attrs = {
        "pattern": [[coef, size] for coef, size in zip(coefs[1:], sizes[1:])],
        "offset": expression.const,
        "channel_multiplier": coefs[0],
    }
    return made(dst, STATE.recorder.emit("iota", "gpsimd", (dst,), (), attrs))


def unary(op: str, x: Any, dtype: Any = None, mask: Any = None, at: Any = None) -> View:
    recorder = STATE.recorder
    at = at or _getframe(1)
    mask = mask if mask is None else to_mask(mask)
    if mask is None and recorder.mask is None:
        return _made_unary(op, x, dtype, at)
    with masked(mask):
        return _made_unary(op, x, dtype, at)


def _tile(op: str, value: Any) -> View:
    if isinstance(value, View):
        return value
    raise no_tile(op, value, f"Python computes it (math.{op})" if hasattr(math, op) else "")


def no_tile(op: str, value: Any, of_numbers: str) -> RecordError:
    """An operand that is no tile; `of_numbers` says what does it for numbers, if anything does."""
    found = repr(value) if isinstance(value, (int, float)) else kind_of(value)
    hint = f"; of numbers, {of_numbers}" if of_numbers else ""
    return RecordError("E3", f"nl.{op} of {found}, expected a tile{hint}")


def _made_unary(op: str, x: Any, dtype: Any, at: FrameType) -> View:
    x = _tile(op, ready(x, op in BITS))
    kind = to_dtype(dtype) if dtype is not None else x.dtype
    filled = STATE.recorder.filled
    if op in _ON_SCALAR:
        return filled(at, x.shape, kind, "activation", "scalar", (x,), _OP[op])
    if op == "reciprocal":
        return filled(at, x.shape, kind, "reciprocal", "vector", (x,))
    attrs = {"op0": op, "operand0": 0}
    if op == "negative":
        attrs = {"op0": "multiply", "operand0": -1.0}
    return filled(at, x.shape, kind, "tensor_scalar", "vector", (x,), attrs)


def copied(x: View, dtype: Any = None, mask: Any = None, at: Any = None) -> View:
    recorder = STATE.recorder
    at = at or _getframe(1)
    mask = mask if mask is None else to_mask(mask)
    if mask is None and recorder.mask is None:
        return _made_copy(x, dtype, at)
    with masked(mask):
        return _made_copy(x, dtype, at)


def _made_copy(x: View, dtype: Any, at: FrameType) -> View:
    x = ready(x, True)
    kind = to_dtype(dtype) if dtype is not None else x.dtype
    return STATE.recorder.filled(at, x.shape, kind, "tensor_copy", None, (x,))


def copy_into(dst: View, value: View) -> None:
    """A copy that an assignment implies: DMA where HBM is on one side."""
    given = value
    if dst.size != value.size:
        try:
            value = spread(value, dst.shape, True)
        except RecordError:
            pass
    if dst.size != value.size:
        raise shape_error(f"cannot store {given!r} into {dst!r}")
    if dst.base.on_chip and value.base.on_chip:
        STATE.recorder.emit("tensor_copy", None, (dst,), (operand(value, True),))
    else:
        dma("an assignment", dst, value)
        STATE.recorder.emit("dma_copy", "dma", (dst,), (value,))


def fill(dst: View, value: Any) -> None:
    if dst.base.on_chip:
        memset(dst, value)
    else:
        attrs = {"value": number("store", "value", value)}
        STATE.recorder.emit("dma_fill", "dma", (dst,), (), attrs)


Arithmetic.elementwise = sys.modules[__name__]
