"""The type of a result whose call names none, by NKI's rules of type promotion."""

from __future__ import annotations

from typing import Any

from .dtypes import DTYPES, DType, to_dtype

_FP32 = DTYPES["float32"]
_BYTES_OF_FLOAT = ("float8_e4m3", "float8_e4m3fn", "float8_e5m2")
_SIGNED = {1: DTYPES["int8"], 2: DTYPES["int16"], 4: DTYPES["int32"]}
_KNOWN: dict[tuple[DType, DType], DType] = {}


def of_two(first: DType, second: DType) -> DType:
    """A float rather than a whole number, the wider of two, or one that holds the values of both."""
    if first is second:
        return first
    found = _KNOWN.get((first, second))
    if found is None:
        found = _KNOWN[first, second] = _of_two(first, second)
    return found


def _of_two(first: DType, second: DType) -> DType:
    if first.is_float != second.is_float:
        return first if first.is_float else second
    narrow, wide = sorted(map(_stored, (first, second)), key=lambda dtype: dtype.itemsize)
    if narrow.itemsize < wide.itemsize:
        fits = wide.is_float or _signed(wide) or not _signed(narrow)
        return wide if fits else _SIGNED.get(2 * wide.itemsize, _FP32)
    if wide.is_float:
        return DTYPES["bfloat16"] if wide in _BYTES_OF_FLOAT else _FP32
    return wide if narrow is wide else _SIGNED.get(2 * wide.itemsize, _FP32)


def _stored(dtype: DType) -> DType:
    return DTYPES["uint8"] if dtype == "bool" else dtype


def _signed(dtype: DType) -> bool:
    return dtype.startswith("int")


def of_bits(first: DType, second: DType) -> DType:
    """Of operators that convert nothing: the wider."""
    return first if first.itemsize >= second.itemsize else second


def with_number(dtype: DType, number: Any) -> DType:
    """A tensor and a number: one without a type counts as the widest of its kind."""
    return of_two(dtype, _type_of(number))


def _type_of(number: Any) -> DType:
    given = getattr(number, "dtype", None)
    if given is not None and to_dtype(given).itemsize <= _FP32.itemsize:
        return to_dtype(given)
    if isinstance(number, bool):
        return DTYPES["uint8"]
    whole = isinstance(number, int) or (given is not None and not to_dtype(given).is_float)
    return DTYPES["int32"] if whole else _FP32
