"""Numbers in registers that the scenario settles: constants, and what is loaded of given values."""

from __future__ import annotations

import math
import operator
import struct
from math import prod
from typing import Any, Callable

from ..basics.dtypes import DType
from ..basics.instruction import Instruction
from ..tensors.buffers import Buffer
from ..tensors.registers import Combined, Loaded, Reg, origin_of
from ..tensors.views import View

_COPIES = ("dma_copy", "tensor_copy")
_EXACT = 127  # up to here any type has all whole numbers
_STEPS = 64  # copies and operations between an argument and a register

_OPS: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "maximum": max,
    "minimum": min,
    "bitwise_and": operator.and_,
    "left_shift": operator.lshift,
    "right_shift": operator.rshift,
    "logical_shift_right": operator.rshift,
    "arithmetic_shift_right": operator.rshift,
    "floor": lambda a, _: math.floor(a),
    "ceil": lambda a, _: math.ceil(a),
    "trunc": lambda a, _: math.trunc(a),
}
_OF_ONE = ("floor", "ceil", "trunc")
_OF_WHOLE = ("bitwise_and", "left_shift", "right_shift", "logical_shift_right", "arithmetic_shift_right")


class Unsettled(Exception):
    """A number that is known at run time only; the name of the argument that it comes from, if it does."""


def constant(recorder: Any, reg: Reg) -> int | None:
    """The number of a register that only numbers were moved into."""
    return _number(origin_of(recorder, reg), lambda loaded: None)


def number(recorder: Any, bound: Any) -> int:
    """A bound of a loop; raises `Unsettled`."""
    if isinstance(bound, int):
        return bound
    found = _number(origin_of(recorder, bound), lambda loaded: _read(recorder, *loaded))
    if found is None:
        raise Unsettled(None)
    return found


def _number(terms: tuple, read: Callable[[Loaded], int | None]) -> int | None:
    origin, scale, add = terms
    if isinstance(origin, Loaded):
        found = read(origin)
    elif isinstance(origin, Combined):
        parts = [_number(part, read) for part in origin.parts]
        if None in parts:
            return None
        found = prod(parts) if origin.product else sum(parts)
    else:
        found = origin
    return None if found is None else found * scale + add


def _read(recorder: Any, view: View, count: int) -> int:
    value = _element(recorder, view, 0, count, _STEPS)
    if value is None or value != int(value):
        raise Unsettled(None)
    return int(value)


def _element(recorder: Any, view: View, place: int, count: int, steps: int) -> Any:
    """The element at a place of a view, counted row by row, after so many instructions."""
    base = view.base
    if view.dynamic is not None or view.dtype != base.dtype or not steps:
        raise Unsettled(None)
    at = _offset(view, place)
    for number in range(count - 1, -1, -1):
        one = recorder.instructions[number]
        for out in one.outs:
            if out.base is base and one.op != "core_barrier":
                found = _place_in(out, at)
                if found is not None:
                    return _made(recorder, one, found, number, steps - 1)
    return _given(base, at)


def _given(base: Buffer, at: int) -> Any:
    if base.role not in ("input", "inout"):
        raise Unsettled(None)
    values = (base.extra or {}).get("values")
    if values is None:
        raise Unsettled(base.name)
    return values[at]


def _offset(view: View, place: int) -> int:
    at = view.offset
    for size, stride in reversed([*zip(view.shape, view.strides)]):
        place, index = divmod(place, size)
        at += index * stride
    return at


def _place_in(view: View, at: int) -> int | None:
    """Which element of a view lies there; None if none does."""
    if view.dynamic is not None or view.dtype != view.base.dtype:
        raise Unsettled(None)
    rest, place = at - view.offset, {}
    axes = sorted(range(len(view.shape)), key=lambda axis: -abs(view.strides[axis]))
    for axis in axes:
        size, stride = view.shape[axis], view.strides[axis]
        if stride < 0:
            raise Unsettled(None)
        place[axis] = min(rest // stride, size - 1) if stride and size > 1 else 0
        rest -= place[axis] * stride
    if rest:
        return None
    found = 0
    for axis, size in enumerate(view.shape):
        found = found * size + place[axis]
    return found


def _made(recorder: Any, one: Instruction, place: int, count: int, steps: int) -> Any:
    """What an instruction wrote to a place of its result; kept, for a count goes down from itself."""
    known = recorder.settled.get((one, place))
    if known is None:
        found = _computed_by(recorder, one, place, count, steps)
        known = recorder.settled[one, place] = _held(found, one.outs[0].dtype)
    return known


def _computed_by(recorder: Any, one: Instruction, place: int, count: int, steps: int) -> Any:
    attrs = one.attrs or {}
    if "mask" in attrs or len(one.outs) > 1:
        raise Unsettled(None)
    whole = [view for view in one.ins if view.size == one.outs[0].size]
    if one.op in ("memset", "register_store") and "value" in attrs:
        return attrs["value"]
    if one in recorder.stored:
        return _number(recorder.stored[one], lambda loaded: _read(recorder, *loaded))
    if one.op in _COPIES and len(one.ins) == 1 and whole:
        return _element(recorder, one.ins[0], place, count, steps)
    if one.op == "tensor_scalar" and len(one.ins) == 1 and whole:
        value = _element(recorder, one.ins[0], place, count, steps)
        for op, operand, reverse in (("op0", "operand0", "reverse0"), ("op1", "operand1", "reverse1")):
            if attrs.get(op) is not None:
                value = _computed(attrs[op], value, attrs.get(operand), attrs.get(reverse))
        return value
    if one.op == "tensor_tensor" and len(whole) == len(one.ins) == 2:
        first, second = (_element(recorder, view, place, count, steps) for view in one.ins)
        return _computed(attrs.get("op"), first, second, False)
    raise Unsettled(None)


def _computed(op: Any, first: Any, second: Any, reverse: Any) -> Any:
    does, numbers = _OPS.get(op), [first, 0 if op in _OF_ONE else second]
    if does is None or not all(isinstance(n, (int, float)) for n in numbers):
        raise Unsettled(None)
    if op in _OF_WHOLE:
        numbers = [int(n) if n == int(n) else _refused() for n in numbers]
    try:
        return does(*reversed(numbers) if reverse else numbers)
    except (ArithmeticError, ValueError):
        raise Unsettled(None) from None


def _refused() -> Any:
    raise Unsettled(None)


def _held(value: Any, dtype: DType) -> Any:
    """A number as a tile of a type has it, where that does not depend on how it is rounded."""
    if value is None or dtype == "float32":
        return value if value is None else struct.unpack("f", struct.pack("f", value))[0]
    most = _EXACT if dtype.is_float or dtype.itemsize < 4 else 1 << 31
    if value != int(value) or abs(value) > most:
        raise Unsettled(None)
    return int(value)
