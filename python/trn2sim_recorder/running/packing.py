"""Tensors as they travel to a reference function and back: numbers, little-endian, in base64."""

from __future__ import annotations

import binascii
import importlib
import math
import sys
from array import array
from typing import Any

from ..basics.errors import RecordError
from ..host.numpy_stub import NumpyStub


def unpack(packed: dict[str, Any]) -> Any:
    """An array of fp64 or int64 where numpy is installed, else nested lists."""
    data, shape = binascii.a2b_base64(packed["data"]), packed["shape"]
    whole = packed["type"] == "i8"
    if not isinstance(sys.modules.get("numpy"), NumpyStub):
        numbers = importlib.import_module("numpy").frombuffer(data, "<i8" if whole else "<f4")
        return numbers.astype("i8" if whole else "f8").reshape(shape)
    values = array("q" if whole else "f", data)
    if sys.byteorder == "big":
        values.byteswap()
    return _nested(values.tolist(), shape)


def _nested(values: list, shape: list[int]) -> list:
    for size in reversed(shape[1:]):
        values = [values[at : at + size] for at in range(0, len(values), size)]
    return values


def pack(value: Any) -> str:
    """All numbers of a result, from the first to the last, as fp64."""
    if getattr(getattr(value, "dtype", None), "kind", "?") in "biuf":
        numpy = sys.modules["numpy"]
        numbers = value.astype("<f8")
        known = not numpy.isnan(numbers).any()
    else:
        numbers = array("d")
        _flatten(_plain(value), numbers)
        known = not any(map(math.isnan, numbers))
        if sys.byteorder == "big":
            numbers.byteswap()
    if not known:
        raise ValueError("some are NaN")
    return binascii.b2a_base64(numbers.tobytes(), newline=False).decode("ascii")


def _plain(value: Any) -> Any:
    plain = getattr(value, "tolist", None)
    value = plain() if plain is not None else value
    if not isinstance(value, (list, tuple, int, float)):
        raise RecordError("E3", f"the reference returns {type(value).__name__}, expected lists")
    return value


def _flatten(value: Any, into: array) -> None:
    if isinstance(value, (list, tuple)):
        try:
            into.extend(array("d", value))  # a row of plain numbers, at once
        except (TypeError, ValueError):
            for one in value:
                _flatten(one, into)
    elif isinstance(value, (int, float)):
        into.append(value)
    elif hasattr(value, "tolist"):
        _flatten(value.tolist(), into)
    else:
        raise TypeError(f"{type(value).__name__} is no number")
