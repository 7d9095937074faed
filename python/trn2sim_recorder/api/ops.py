"""Operators as kernels name them: `nl.add` is passed to `op=` and is a function as well."""

from __future__ import annotations

from typing import Any, Callable

from ..basics.errors import RecordError, nearest_name
from ..host.stubs import Stub

BINARY = (
    "add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "mod", "fmod",
    "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift",
    "arithmetic_shift_right", "logical_shift_right", "logical_and", "logical_or", "logical_xor",
    "equal", "not_equal", "greater", "greater_equal", "less", "less_equal", "abs_max", "abs_min",
    "floor_divide", "arctan2", "average", "bypass",
)
BITS = frozenset(
    ("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift",
     "arithmetic_shift_right", "logical_shift_right", "invert")
)
COMPARISONS = frozenset(
    ("equal", "not_equal", "greater", "greater_equal", "less", "less_equal", "logical_and",
     "logical_or", "logical_xor", "logical_not")
)
ACTIVATIONS = (
    "exp", "log", "sqrt", "rsqrt", "tanh", "sigmoid", "relu", "gelu", "gelu_dx", "gelu_apprx_tanh",
    "gelu_apprx_sigmoid", "gelu_apprx_sigmoid_dx", "silu", "silu_dx", "softplus", "mish", "erf",
    "erf_dx", "square", "sin", "cos", "tan", "arctan", "sign", "copy", "identity", "log1p",
    "leaky_relu", "prelu", "is_finite",
)
UNARY = ("abs", "negative", "floor", "ceil", "trunc", "rint", "invert", "bitwise_invert",
         "logical_not")
REDUCTIONS = ("sum", "max", "min", "mean", "prod", "var", "all", "any")
NO_OPERATORS = ("sum", "prod", "all", "any")

ALIASES = {
    "max": "maximum",
    "min": "minimum",
    "amax": "maximum",
    "amin": "minimum",
    "sum": "add",
    "prod": "multiply",
    "mult": "multiply",
    "pow": "power",
    "remainder": "mod",
    "true_divide": "divide",
    "all": "logical_and",
    "any": "logical_or",
    "absolute": "abs",
    "bitwise_not": "invert",
    "bitwise_invert": "invert",
}
ARRAY_PACKAGES = ("jax.numpy.", "jax.nn.", "jax.lax.", "torch.", "numpy.")
NAMES = frozenset((*BINARY, *ACTIVATIONS, *UNARY, "reciprocal", "mean", "var"))


class Op:
    """A named operator; calling it applies it to tiles.

    What applies it is a slot, which Python calls with the arguments as they are; a method would
    pack and unpack them for every call.
    """

    __slots__ = ("name", "bits", "__name__", "__call__")

    def __init__(self, name: str, apply: Callable, shown: str | None = None):
        self.name = name
        self.bits = name in BITS
        self.__name__ = shown or name
        apply.__qualname__ = f"nki.language.{self.__name__}"  # as messages of Python name it
        self.__call__ = apply

    def __repr__(self) -> str:
        return f"nl.{self.__name__}"

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Op) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


class Reduction(Op):
    """A function that reduces a tile, and shares its name with no operator."""

    __slots__ = ()


def op_name(value: Any) -> str:
    """The name of an operator: ours, a function of an array package with that name, or a string."""
    if type(value) is Op:
        return value.name
    name = value if isinstance(value, str) else getattr(value, "__name__", None)
    if isinstance(value, Stub) and value.__name__.startswith(ARRAY_PACKAGES):
        name = value.__name__.rpartition(".")[2]
    name = ALIASES.get(name, name)
    if name not in NAMES:
        near = nearest_name(str(name), NAMES)
        hint = f" (nearest: nl.{near})" if near else ", as nl.add and np.add are"
        shown = repr(value) if isinstance(value, str) or not callable(value) else f"{name}()"
        raise RecordError("E3", f"{shown} is not an operator{hint}", near)
    return name
