"""Data types: strings that know their size, so that comparisons and f-strings in kernels work."""

from __future__ import annotations

from typing import Any

from .errors import RecordError, nearest_name, unsupported
from .notes import note_gone


class DType(str):
    """The name of an element type, with its size in bytes."""

    itemsize: int
    is_float: bool

    @property
    def name(self) -> str:
        return str(self)

    @property
    def type(self) -> type:
        """Makes a number of this type, as `numpy.dtype.type` does."""
        return float if self.is_float else int

    def __call__(self, value: Any = 0) -> Any:
        """A number, as `numpy.float32(2)` is."""
        note_gone(f"a call of nl.{self}", "the number itself")
        return self.type(value)

    def __eq__(self, other: Any) -> bool:
        """The same type under any of its names, as numpy's types compare."""
        if self is other:
            return True
        if isinstance(other, str) or other is None:
            return str.__eq__(self, other) is True
        try:
            return to_dtype(other) is self
        except RecordError:
            return False

    def __ne__(self, other: Any) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __reduce__(self):
        return (DTYPES.__getitem__, (str(self),))


def _make(name: str, size: int, is_float: bool = False) -> DType:
    made = DType(name)
    made.itemsize = size
    made.is_float = is_float
    return made


DTYPES: dict[str, DType] = {
    name: _make(name, size, is_float)
    for name, size, is_float in (
        ("bool", 1, False),
        ("int8", 1, False),
        ("int16", 2, False),
        ("int32", 4, False),
        ("int64", 8, False),
        ("uint8", 1, False),
        ("uint16", 2, False),
        ("uint32", 4, False),
        ("uint64", 8, False),
        ("float16", 2, True),
        ("float32", 4, True),
        ("float64", 8, True),
        ("bfloat16", 2, True),
        ("tfloat32", 4, True),
        ("float8_e4m3", 1, True),
        ("float8_e4m3fn", 1, True),
        ("float8_e5m2", 1, True),
        ("float8_e8m0fnu", 1, True),
        ("float8_e4m3fn_x4", 4, True),
        ("float8_e5m2_x4", 4, True),
        ("float4_e2m1fn_x4", 2, True),
    )
}

ALIASES = {
    **{name.replace("float", "fp"): name for name in DTYPES if name.startswith("float")},
    "bf16": "bfloat16",
    "half": "float16",
    "f32": "float32",
    "float": "float32",
    "float_": "float32",
    "float8e4": "float8_e4m3",
    "float8e5": "float8_e5m2",
    "bool_": "bool",
    "int": "int32",
    "i32": "int32",
    "u8": "uint8",
}


def to_dtype(value: Any) -> DType:
    """The type a kernel means: ours, a string, a numpy or torch type, or a stand-in for one."""
    if type(value) is DType:
        return value
    scalar = getattr(getattr(value, "type", None), "__name__", None)
    if scalar in DTYPES:  # a type of ours that numpy was told of
        return DTYPES[scalar]
    name = value if isinstance(value, str) else getattr(value, "name", None)
    if not isinstance(name, str):
        name = getattr(value, "__name__", None) or str(value)
    name = name.rsplit(".", 1)[-1]
    name = ALIASES.get(name, name)
    found = DTYPES.get(name)
    if found is None:
        longer = [one for one in (*DTYPES, *ALIASES) if one.startswith(name)]
        near = nearest_name(name, [*DTYPES, *ALIASES]) or (longer[0] if longer else None)
        hint = f" (nearest: {near})" if near else ""
        raise RecordError("E3", f"{name!r} is not a data type{hint}", near)
    return found


def storable(dtype: DType) -> DType:
    """The type, unless Trainium2 has no storage for it."""
    if dtype.endswith("_x4"):
        raise unsupported(dtype, "packed MX types (NeuronCore-v4) are not simulated on any device")
    return dtype


class FloatLimits:
    """`nl.finfo(dtype)`: the largest and smallest number of a type."""

    LARGEST = {
        "bfloat16": 3.3895313892515355e38,
        "float16": 65504.0,
        "float8_e4m3": 240.0,
        "float8_e4m3fn": 448.0,
        "float8_e5m2": 57344.0,
    }

    def __init__(self, dtype: Any):
        self.max = self.LARGEST.get(to_dtype(dtype), 3.4028234663852886e38)
        self.min = -self.max
        self.eps = 2.0**-23
