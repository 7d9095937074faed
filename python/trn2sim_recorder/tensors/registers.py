"""Values known only at run time: the rank, the owner of a ring step, loaded registers.

A register has an origin: a number; `Loaded`; `Combined`; or None, if nothing is known of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..basics.errors import RecordError
from ..basics.state import STATE
from .views import View


class Loaded(NamedTuple):
    """What a tile of one element held after so many instructions."""

    view: View
    instructions: int


class Combined(NamedTuple):
    """The sum of two registers, each times a number and plus one, or their product."""

    parts: tuple
    product: bool


class Reg:
    """`register * scale + add`: what a kernel may do with a run-time scalar."""

    __slots__ = ("id", "kind", "fields", "scale", "add", "origin")

    def __init__(self, number: int, kind: str, fields: dict, scale: int = 1, add: int = 0):
        self.id = number
        self.kind = kind
        self.fields = fields
        self.scale = scale
        self.add = add
        self.origin: Any = None  # what it was loaded from or moved into it

    def _affine(self, scale: int, add: int) -> Reg:
        return Reg(self.id, self.kind, self.fields, scale, add)

    def __mul__(self, other: Any) -> Reg:
        if isinstance(other, Reg):
            return self._combined(other, product=1)
        factor = self._whole(other, "*")
        return self._affine(self.scale * factor, self.add * factor)

    __rmul__ = __mul__

    def __neg__(self) -> Reg:
        return self * -1

    def __add__(self, other: Any) -> Any:
        if hasattr(other, "coefs"):
            return other + self
        if isinstance(other, Reg):
            return self._combined(other)
        return self._affine(self.scale, self.add + self._whole(other, "+"))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, Reg) and other.id == self.id and other.scale == self.scale:
            return self.add - other.add
        if isinstance(other, Reg):
            return self._combined(-other)
        return self._affine(self.scale, self.add - self._whole(other, "-"))

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def _combined(self, other: Reg, **product: int) -> Reg:
        """The sum or the product of two run-time values, in a register of its own."""
        made = STATE.recorder.register("alloc")
        parts = tuple(origin_of(STATE.recorder, one) for one in (self, other))
        made.origin = Combined(parts, bool(product))
        attrs = {"reg": made.id, "from": self.terms(), "with": other.terms(), **product}
        STATE.recorder.emit("register_move", "sequencer", (), (), attrs)
        return made

    def terms(self) -> list[int]:
        return [self.id, self.scale, self.add]

    def _whole(self, other: Any, sign: str) -> int:
        if isinstance(other, int):
            return other
        raise self._refuse(f"'{sign}' with {type(other).__name__}")

    def _refuse(self, use: str) -> RecordError:
        return RecordError(
            "E7",
            f"a {self.kind} register is known at run time only and cannot be used in {use}; "
            "it may be an offset, reg * int or reg + int",
        )

    def __bool__(self) -> bool:
        return STATE.recorder.loop_condition(self)

    def __index__(self) -> int:
        raise self._refuse("a Python number")

    def __float__(self) -> float:
        raise self._refuse("a Python number")

    def __int__(self) -> int:
        raise self._refuse("a Python number")

    def _compare(self, other: Any) -> bool:
        raise self._refuse("a comparison")

    __lt__ = __le__ = __gt__ = __ge__ = _compare

    def __eq__(self, other: Any) -> bool:
        """Python would call them different, and a kernel would take one branch on all ranks."""
        if self is not other and isinstance(other, (int, Reg)):
            self._compare(other)
        return self is other

    __hash__ = object.__hash__

    def _divide(self, other: Any) -> Any:
        raise self._refuse("a division")

    __floordiv__ = __mod__ = __truediv__ = __rfloordiv__ = __rmod__ = _divide

    def record(self) -> dict:
        return {"t": "reg", "id": self.id, "kind": self.kind, **self.fields}


def origin_of(recorder: Any, reg: Reg) -> tuple:
    """What a register is made of now: others may be moved into it later."""
    return recorder.registers[reg.id].origin, reg.scale, reg.add
