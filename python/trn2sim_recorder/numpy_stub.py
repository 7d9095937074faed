"""A stand-in for numpy where it is not installed: types, constants by shape, plain arithmetic."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

from .constants import Constant, arange, filled, identity
from .dtypes import DTYPES, DType, FloatLimits, to_dtype
from .stubs import Stub


class Function:
    """A named numpy function: an operator for `op=`, and arithmetic on plain numbers."""

    def __init__(self, name: str, apply: Any):
        self.__name__ = name
        self._apply = apply

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self._apply(*args, **named)


def _reduce(pick: Any) -> Any:
    return lambda values, *other, **named: pick(values) if hasattr(values, "__iter__") else values


_FUNCTIONS = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "maximum": lambda a, b: max(a, b),
    "minimum": lambda a, b: min(a, b),
    "max": _reduce(max),
    "min": _reduce(min),
    "sum": _reduce(sum),
    "prod": _reduce(math.prod),
    "power": pow,
    "ceil": math.ceil,
    "floor": math.floor,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "log2": math.log2,
    "tanh": math.tanh,
    "sin": math.sin,
    "cos": math.cos,
    "abs": abs,
    "square": lambda a: a * a,
}
_BOTH = ("bitwise_and", "bitwise_or", "bitwise_xor", "equal", "not_equal", "greater", "less",
         "greater_equal", "less_equal", "left_shift", "right_shift", "logical_and", "logical_or",
         "logical_not", "invert", "negative", "rsqrt", "mod")


def _array(value: Any, dtype: Any = None) -> Constant:
    shape, probe = [], value
    while isinstance(probe, (list, tuple)):
        shape.append(len(probe))
        probe = probe[0] if probe else 0
    flat = value
    for _ in shape[1:]:
        flat = [item for row in flat for item in row]
    kind = dtype or (DTYPES["float32"] if isinstance(probe, float) else DTYPES["int32"])
    return Constant(shape or (1,), kind, list(flat) if shape else [flat])


class NumpyStub(ModuleType):
    """The module itself; what it does not know is a stand-in."""

    def __init__(self) -> None:
        super().__init__("numpy")
        self.__path__: list[str] = []
        names = vars(self)
        names.update(DTYPES)
        names["bool_"] = DTYPES["bool"]
        names.update({name: Function(name, apply) for name, apply in _FUNCTIONS.items()})
        names.update({name: Stub(name) for name in _BOTH})
        names.update(pi=math.pi, e=math.e, inf=math.inf, nan=math.nan, newaxis=None)
        names.update(dtype=to_dtype, array=_array, asarray=_array, finfo=FloatLimits)
        names.update(ndarray=Constant, generic=DType, float_=DTYPES["float32"])
        names["identity"] = names["eye"] = identity
        names.update({name: filled(name) for name in ("zeros", "ones")})
        names["arange"] = arange
        names["empty"] = names["zeros"]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Stub(f"numpy.{name}")
