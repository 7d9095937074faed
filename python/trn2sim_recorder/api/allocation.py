"""Allocation: `ndarray`, filled tensors, constants."""

from __future__ import annotations

import importlib
import os
import sys
from types import FrameType
from typing import Any

from ..basics.dtypes import DTYPES, to_dtype
from ..basics.errors import RecordError, kind_of, misspelt, unsupported
from ..basics.state import STATE
from ..host.stubs import Stub
from ..tensors.buffers import GIVEN_HBM, PRIVATE_HBM, PSUM, SBUF, SHARED_HBM, Space
from ..tensors.views import View, whole
from .block_tiles import BlockTiles, ParDim, tensor
from .elementwise import fill

_getframe = sys._getframe
_SPACES = {
    "sbuf": SBUF, "psum": PSUM, "hbm": PRIVATE_HBM, "private_hbm": PRIVATE_HBM,
    "shared_hbm": SHARED_HBM,
}


_KNOWN = {"address", "lazy_initialization"}  # of tensors that are filled


def _space(buffer: Any) -> Space:
    if buffer is None or buffer is Ellipsis:
        return SBUF
    if isinstance(buffer, Space):
        return SHARED_HBM if buffer is GIVEN_HBM else buffer
    if isinstance(buffer, str) and buffer in _SPACES:
        return _SPACES[buffer]
    raise RecordError("E3", f"buffer is {buffer!r}, expected nl.sbuf, nl.psum, nl.hbm ...")


def _new(
    shape: Any, dtype: Any, buffer: Any = None, name: str = "", address: Any = None
) -> Any:
    """A tensor; what a call in one place with the same arguments makes is worked out once."""
    recorder = STATE.recorder
    if address is not None or name:
        space = _space(buffer)
        return tensor(shape, dtype, space, name, address if space.on_chip else None)
    frame = _getframe(1)
    try:
        key = (id(frame.f_code), frame.f_lasti, shape, dtype, buffer)
        found = recorder.allocations.get(key)
    except TypeError:
        return tensor(shape, dtype, _space(buffer))
    if found is not None:
        return whole(recorder.buffers, found)
    made = tensor(shape, dtype, _space(buffer))
    if isinstance(made, View) and made.base.extra is None:
        recorder.allocations[key] = made.base.allocation
    return made


_new.__qualname__ = "nki.language.ndarray"


class _TensorType(type):
    """`nl.ndarray(...)` makes a tensor; the name also serves as a type in annotations."""

    __call__ = staticmethod(_new)

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, (View, BlockTiles))

    def __getitem__(cls, item: Any) -> Any:
        return cls


class ndarray(metaclass=_TensorType):
    """A tensor."""


def full(
    shape: Any, fill_value: Any = 0, dtype: Any = None, buffer: Any = None, name: str = "", **other
) -> Any:
    recorder = STATE.recorder
    at = recorder.places.outside(_getframe(1))
    unknown = other.keys() - _KNOWN if other else ()
    if unknown:
        misspelt("language.full", unknown, "shape", "fill_value", "dtype", "buffer", "name")
    made = _plain(shape, dtype, buffer, name, at)
    if isinstance(made, BlockTiles):
        return made.filled(fill_value, bool(other.get("lazy_initialization")))
    recorder.caller = at
    try:
        fill(made, fill_value)
    finally:
        recorder.caller = None
    return made


def _plain(shape: Any, dtype: Any, buffer: Any, name: str, at: FrameType) -> Any:
    """A tensor to fill: without a name or address, what a place makes is worked out once."""
    space, kind = _space(buffer), DTYPES["float32"] if dtype is None else to_dtype(dtype)
    if name or space.place is not None or type(shape) is not tuple or ParDim in map(type, shape[1:]):
        return tensor(shape, kind, space, name)
    return STATE.recorder.tile(at, shape, kind, space)


def rand(shape: Any, dtype: Any = None, buffer: Any = None, name: str = "", **other: Any) -> Any:
    from .isa_new import FUNCTIONS

    misspelt("language.rand", other, "dtype", "buffer", "name")
    made = tensor(shape, dtype if dtype is not None else DTYPES["float32"], _space(buffer), name)
    made.base.writer = FUNCTIONS["rng"](made)
    return made


def zeros(shape: Any, dtype: Any = None, buffer: Any = None, name: str = "", **other: Any) -> Any:
    return full(shape, 0, dtype, buffer, name, **other)


def ones(shape: Any, dtype: Any = None, buffer: Any = None, name: str = "", **other: Any) -> Any:
    return full(shape, 1, dtype, buffer, name, **other)


def zeros_like(x: View, dtype: Any = None, buffer: Any = None, name: str = "", **other: Any) -> Any:
    return full(x.shape, 0, dtype or x.dtype, buffer or x.buffer, name, **other)


def ones_like(x: View, dtype: Any = None, buffer: Any = None, name: str = "", **other: Any) -> Any:
    return full(x.shape, 1, dtype or x.dtype, buffer or x.buffer, name, **other)


def full_like(
    x: View, fill_value: Any, dtype: Any = None, buffer: Any = None, name: str = "", **other: Any
) -> Any:
    return full(x.shape, fill_value, dtype or x.dtype, buffer or x.buffer, name, **other)


def empty_like(x: View, dtype: Any = None, buffer: Any = None, name: str = "", **other: Any) -> Any:
    misspelt("language.empty_like", other.keys() - _KNOWN, "dtype", "buffer", "name")
    return tensor(x.shape, dtype or x.dtype, _space(buffer or x.buffer), name)


def shared_constant(constant: Any, dtype: Any = None, **other: Any) -> View:
    """An input in HBM that holds the array's values when the kernel starts; of a file, those saved in it."""
    misspelt("language.shared_constant", other, "constant", "dtype")
    if isinstance(constant, (str, os.PathLike)):
        constant = _saved(os.fspath(constant))
    if not hasattr(constant, "shape") or not hasattr(constant, "dtype"):
        kind = kind_of(constant)
        raise RecordError("E3", f"nl.shared_constant of a {kind}, expected an array, such as np.array({kind})")
    kind = to_dtype(dtype if dtype is not None else constant.dtype)
    return STATE.recorder.constant(
        f"constant_{len(STATE.recorder.buffers)}", constant.shape, kind, _values(constant), PRIVATE_HBM
    )


def _saved(path: str) -> Any:
    load = getattr(importlib.import_module("numpy"), "load", None)
    if not callable(load) or isinstance(load, Stub):
        raise unsupported("nl.shared_constant of a file", "reading it needs numpy")
    try:
        return load(path, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise RecordError("E3", f"nl.shared_constant of '{path}': {error}") from None


def _values(array: Any) -> Any:
    known = getattr(array, "fill", None)
    if isinstance(known, str):
        return known
    if isinstance(known, list):
        return [value + 0 for value in known]  # truth values as numbers
    if not hasattr(array, "reshape"):
        return "unknown"
    flat = [float(value) for value in array.reshape(-1)]
    rows = array.shape[0]
    if len(array.shape) == 2 and rows == array.shape[1]:
        if all(value == (place % (rows + 1) == 0) for place, value in enumerate(flat)):
            return "identity"
    for name, value in (("zeros", 0.0), ("ones", 1.0)):
        if flat.count(value) == len(flat):
            return name
    return flat


def shared_identity_matrix(
    n: int, dtype: Any = DTYPES["uint8"], dst: View | None = None, **other: Any
) -> View:
    """An identity matrix that is in SBUF already, or is brought into a tile of the kernel's."""
    misspelt("language.shared_identity_matrix", other, "n", "dtype", "dst")
    recorder = STATE.recorder
    if dst is not None:
        source = recorder.constant(f"identity_{n}_{dst.dtype}", (n, n), dst.dtype, "identity", PRIVATE_HBM)
        recorder.emit("dma_copy", "dma", (dst,), (source,))
        return dst
    key = ("identity", int(n), to_dtype(dtype))
    if key not in recorder.constants:
        name = f"identity_{n}_{key[2]}"
        recorder.constants[key] = recorder.constant(name, (n, n), key[2], "identity", SBUF)
    return recorder.constants[key]


NAMES: dict[str, Any] = {
    "ndarray": ndarray,
    "NkiTensor": ndarray,
    "rand": rand,
    "zeros": zeros,
    "ones": ones,
    "full": full,
    "zeros_like": zeros_like,
    "ones_like": ones_like,
    "full_like": full_like,
    "empty_like": empty_like,
    "shared_constant": shared_constant,
    "shared_identity_matrix": shared_identity_matrix,
}
