"""Rules of operators, which the rules of all instructions have among them."""

from __future__ import annotations

from typing import Any

from ..basics.errors import RecordError
from ..basics.notes import note
from .ops import ACTIVATIONS, BINARY, BITS, NO_OPERATORS, op_name

# Operators that nki's compiler refuses in tensor_scalar and tensor_reduce, and what does their work.
ABSENT = {
    "divide": "nisa.reciprocal and a multiply",
    "mod": "nl.bitwise_and, of a power of two less one",
    **{op: "nisa.activation" for op in ACTIVATIONS if op not in ("rsqrt", "copy", "identity")},
}
OF_TWO = frozenset(BINARY)
_COMPARED = ("equal", "not_equal", "greater", "greater_equal", "less", "less_equal")


def named(function: str, op: Any) -> str:
    """The name of an operator; `nl.sum` for `nl.add` is plain, but nothing that NKI takes."""
    name = op_name(op)
    called = str(getattr(op, "__name__", op)).rpartition(".")[2]
    if called in NO_OPERATORS:
        note(f"{function} with {called}, a function and no operator of NKI; instead: nl.{name}")
    return name


def one_kind(function: str, first: Any, second: Any) -> None:
    """Vector works on bits or on numbers within an instruction."""
    names = op_name(first), op_name(second)
    if (names[0] in BITS) != (names[1] in BITS):
        raise RecordError(
            "E3", f"{function}: {names[0]} and {names[1]}; both must work on bits, or neither"
        )


def known_operators(function: str, *ops: Any) -> None:
    for name in (op_name(op) for op in ops if op is not None):
        if name in ABSENT:
            note(f"{function} with {name}, an operator that nki's compiler refuses; instead: {ABSENT[name]}")


def of_two(function: str, op: Any) -> None:
    """An operator of two tiles."""
    name = op_name(op)
    if name not in OF_TWO:
        hint = "; nisa.activation takes it" if name in ACTIVATIONS else ""
        raise RecordError(
            "E3", f"{function}: {name} has one operand, expected an operator such as nl.add{hint}"
        )


def of_one(function: str, op: Any) -> None:
    """A function of one tile."""
    name = op_name(op)
    if name in OF_TWO and name != "bypass":
        raise RecordError(
            "E3", f"{function}: {name} has two operands, expected a function such as nl.exp; "
            "nisa.tensor_tensor and nisa.tensor_scalar take it"
        )


def comparisons(function: str, *ops: Any) -> None:
    for name in (op_name(op) for op in ops if op is not None):
        if name not in _COMPARED:
            raise RecordError(
                "E3", f"{function}: {name} is not a comparison, expected one such as nl.greater_equal"
            )


def start_given(function: str, reduce_cmd: Any, imm1: Any) -> None:
    if imm1 is None and getattr(reduce_cmd, "value", reduce_cmd) == "load_reduce":
        raise RecordError("E3", f"{function}: load_reduce needs imm1, where it begins")


def operands_given(function: str, op0: Any, operand0: Any, op1: Any, operand1: Any) -> None:
    """Operators of two operands have both; those of one need no other."""
    for parameter, op, given in (("operand0", op0, operand0), ("operand1", op1, operand1)):
        if op is not None and given is None and op_name(op) in BINARY:
            raise RecordError(
                "E3", f"{function}: {op_name(op)} needs {parameter}, a number or a tile with one for each "
                "partition"
            )
