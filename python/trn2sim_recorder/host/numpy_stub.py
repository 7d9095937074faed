"""A stand-in for numpy where it is not installed: types, arrays of plain numbers, arithmetic."""

from __future__ import annotations

import math
import operator
from types import ModuleType
from typing import Any, Callable

from ..basics.dtypes import DTYPES, DType, FloatLimits, to_dtype
from . import array_functions
from .arrays import Constant, as_array, elementwise, filled, reduced
from .stubs import Stub


class Function:
    """A named numpy function: an operator for `op=`, and arithmetic on numbers and arrays."""

    def __init__(self, name: str, apply: Any):
        self.__name__ = name
        self._apply = apply

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self._apply(*args, **named)


def _each(apply: Callable) -> Callable:
    return lambda *args, **named: elementwise(apply, *args)


def _all(pick: Callable) -> Callable:
    def reduce(values: Any, axis: Any = None, keepdims: bool = False, **other: Any) -> Any:
        if not isinstance(values, (Constant, list, tuple)):
            return pick(values) if hasattr(values, "__iter__") else values
        return reduced(pick, as_array(values), axis, keepdims)

    return reduce


def _mean(values: list) -> float:
    return sum(values) / len(values)


_ELEMENTWISE = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "maximum": max,
    "minimum": min,
    "power": pow,
    "mod": operator.mod,
    "ceil": math.ceil,
    "floor": math.floor,
    "round": round,
    "sqrt": math.sqrt,
    "rsqrt": lambda a: 1 / math.sqrt(a),
    "exp": math.exp,
    "log": math.log,
    "log2": math.log2,
    "tanh": math.tanh,
    "sin": math.sin,
    "cos": math.cos,
    "abs": abs,
    "square": lambda a: a * a,
    "negative": operator.neg,
    "bitwise_and": operator.and_,
    "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor,
    "left_shift": operator.lshift,
    "right_shift": operator.rshift,
    "invert": operator.invert,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "less": operator.lt,
    "less_equal": operator.le,
    "logical_and": lambda a, b: bool(a and b),
    "logical_or": lambda a, b: bool(a or b),
    "logical_not": operator.not_,
    "where": lambda chosen, a, b: a if chosen else b,
}
_REDUCTIONS = {
    "max": max, "min": min, "amax": max, "amin": min, "sum": sum, "prod": math.prod, "mean": _mean,
    "all": all, "any": any,
}
for _name, _pick in _REDUCTIONS.items():
    setattr(Constant, _name, _all(_pick))


class NumpyStub(ModuleType):
    """The module itself; what it does not know is a stand-in."""

    def __init__(self) -> None:
        super().__init__("numpy")
        self.__path__: list[str] = []
        names = vars(self)
        names.update(DTYPES)
        names["bool_"] = DTYPES["bool"]
        names.update({name: Function(name, _each(apply)) for name, apply in _ELEMENTWISE.items()})
        names.update({name: Function(name, _all(pick)) for name, pick in _REDUCTIONS.items()})
        names.update(pi=math.pi, e=math.e, inf=math.inf, nan=math.nan, newaxis=None)
        names.update(dtype=to_dtype, finfo=FloatLimits, float_=DTYPES["float32"])
        names.update(ndarray=Constant, generic=DType)
        names.update({name: filled(name) for name in ("zeros", "ones")})
        names["empty"] = names["zeros"]
        names.update(array_functions.NAMES)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Stub(f"numpy.{name}")
