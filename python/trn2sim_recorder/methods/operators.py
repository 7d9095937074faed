"""Operators on tiles, such as `a + b`, `a < b` and `a += b`."""

from __future__ import annotations

import sys
from typing import Any, Callable

from ..basics.notes import note_gone, note_operator
from ..basics.state import STATE
from ..tensors.index_ranges import Affine, is_scalar
from ..tensors.views import View, is_view
from .hooks import Arithmetic

_getframe = sys._getframe
_NUMBERS = (int, float)


def _binary(op: str, swapped: bool = False) -> Callable:
    def method(self: View, other: Any) -> Any:
        fits = type(other) in _NUMBERS or (type(other) is View and other.shape[0] == self.shape[0])
        if not fits or not STATE.recorder.masks:
            if op == "add" and isinstance(other, Affine) and is_scalar(self):
                return other + self
            note_operator(op)
            _note_row(op, self, other)
        first, second = (other, self) if swapped else (self, other)
        return Arithmetic.elementwise.binary(op, first, second, None, None, _getframe(1))

    return method


def _compared(op: str) -> Callable:
    """`==` and `!=` of the elements of a tile; to anything but tiles and numbers it is an object."""

    def method(self: View, other: Any) -> Any:
        if not self.base.on_chip or not (isinstance(other, (int, float, Affine)) or is_view(other)):
            return NotImplemented
        note_operator(op)
        _note_row(op, self, other)
        return Arithmetic.elementwise.binary(op, self, other, None, None, _getframe(1))

    return method


def _in_place(op: str) -> Callable:
    def method(self: View, other: Any) -> View:
        note_operator(op)
        _note_row(op, self, other)
        Arithmetic.elementwise.binary_into(self, op, self, other)
        return self

    return method


def _negated(self: View) -> View:
    note_operator("negative")
    return Arithmetic.elementwise.binary("multiply", self, -1.0)


def _inverted(self: View) -> View:
    note_operator("invert")
    return Arithmetic.elementwise.unary("invert", self)


def _matmul(self: View, other: View) -> View:
    note_operator("matmul")
    return Arithmetic.matmul(self, other)


def astype(self: View, dtype: Any) -> View:
    note_gone("astype of a tensor", "nl.copy(x, dtype), or nisa.tensor_copy into a tile of that type")
    return Arithmetic.elementwise.copied(self, dtype)


def _note_row(op: str, *values: Any) -> None:
    """`a + b` of one row and many partitions, in the older dialect; `nki` has no operators at all."""
    shapes = [value.shape for value in values if is_view(value)]
    if STATE.recording and STATE.recorder.masks and len({shape[0] for shape in shapes}) > 1:
        shown = " and ".join(map(str, shapes))
        text = f"an operator on tiles of {shown}, which NKI refuses: nl.{op} repeats one row for all partitions"
        STATE.recorder.warn("W11", text)


METHODS: dict[str, Callable] = {
    "__neg__": _negated,
    "__invert__": _inverted,
    "__matmul__": _matmul,
    "astype": astype,
}
for _sign, _op in (
    ("add", "add"),
    ("sub", "subtract"),
    ("mul", "multiply"),
    ("truediv", "divide"),
    ("pow", "power"),
    ("and", "bitwise_and"),
    ("or", "bitwise_or"),
    ("xor", "bitwise_xor"),
    ("lshift", "left_shift"),
    ("rshift", "right_shift"),
    ("mod", "mod"),
):
    METHODS[f"__{_sign}__"] = _binary(_op)
    METHODS[f"__r{_sign}__"] = _binary(_op, True)
    METHODS[f"__i{_sign}__"] = _in_place(_op)  # `products` replaces that of an addition
for _sign, _op in (("lt", "less"), ("le", "less_equal"), ("gt", "greater"), ("ge", "greater_equal")):
    METHODS[f"__{_sign}__"] = _binary(_op)
for _sign, _op in (("eq", "equal"), ("ne", "not_equal")):
    METHODS[f"__{_sign}__"] = _compared(_op)
METHODS["__hash__"] = object.__hash__
