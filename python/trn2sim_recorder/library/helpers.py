"""Small helpers of the kernel library, `nkilib.core.utils`, and of the older compiler's packages, where
they are not installed themselves."""

from __future__ import annotations

import sys
from functools import reduce
from operator import add, floordiv, mul
from typing import Any

from ..api.allocation import ndarray
from ..api.grid import NAMES as GRID, num_programs, program_id, program_ndim
from ..api.objects import NKIObject
from ..basics.dtypes import DTYPES, to_dtype
from ..tensors.buffers import PRIVATE_HBM, PSUM, SBUF, SHARED_HBM
from . import copies, memory, tiles, types, views

_LARGEST = {"float8_e4m3": 240.0, "float8_e4m3fn": 448.0, "float8_e5m2": 57344.0}


def kernel_assert(condition: Any, error_text: str = "") -> None:
    assert condition, error_text


def assert_shape(tensor: Any, expected_shape: Any, name: str = "tensor", error_text: str = "") -> None:
    found, expected = tuple(tensor.shape), tuple(expected_shape)
    assert found == expected, f"{name} has the shape {found}, expected {expected}. {error_text}".rstrip(" .")


def div_ceil(n: int, d: int) -> int:
    return -(-n // d)


def _programs() -> tuple[int, int, int]:
    """Dimensions of the grid, programs along its first, and which of them this is."""
    dimensions = program_ndim()
    return (dimensions, num_programs(0), program_id(0)) if dimensions else (0, 1, 0)


def _verified_programs(
    kernel_name: str = "", allowed_ndims: Any = None, max_sharding: Any = None
) -> tuple[int, int, int]:
    return _programs()


class Tile(NKIObject):
    """A part of a dimension."""

    size: int
    index: int
    start_offset: int

    @property
    def end_offset(self) -> int:
        return self.start_offset + self.size


def tiled_range(size: Any, tile_size: int) -> tuple[Tile, ...]:
    """The parts of a dimension, or of a part of one; the last may be short."""
    whole, start = (size.size, size.start_offset) if isinstance(size, Tile) else (size, 0)
    return tuple(
        Tile(min(tile_size, whole - begin), index, start + begin)
        for index, begin in enumerate(range(0, whole, tile_size))
    )


_FOLDS = {"mul": mul, "add": add, "min": min, "max": max}


def fold(op: str = "mul", input: Any = None, initial_value: Any = None) -> Any:
    """All numbers of a list, multiplied, added up, or the least or greatest of them."""
    assert op in _FOLDS, f"op is {op!r}, expected one of {', '.join(_FOLDS)}"
    return reduce(_FOLDS[op], input, initial_value)


_ACTIVATIONS = {
    "SiLU": "silu",
    "GELU": "gelu",
    "GELU_Tanh_Approx": "gelu_apprx_tanh",
    "Swish": "gelu_apprx_sigmoid",
    "ReLU": "relu",
}


def _activation(act_fn: Any) -> Any:
    """The function of `nl` that a member of the library's `ActFnType` stands for."""
    known = ", ".join(_ACTIVATIONS)
    assert act_fn.name in _ACTIVATIONS, f"act_fn is {act_fn.name}, expected one of {known}"
    return getattr(sys.modules["nki.language"], _ACTIVATIONS[act_fn.name])


def _on_this_device(dtype: Any) -> Any:
    """The type that stands for it; a NeuronCore-v3 has one of the two of four bits of exponent."""
    found = to_dtype(dtype)
    return DTYPES["float8_e4m3"] if found == "float8_e4m3fn" else found


def _eight_bits(mode: Any) -> Any:
    return DTYPES["float8_e4m3fn" if mode.name == "OCP" else "float8_e4m3"]


def _by_manager(
    sbm: Any, shape: Any, dtype: Any, buffer: Any = SBUF, name: str | None = None, align: int | None = None
) -> Any:
    if sbm is None:
        return ndarray(shape, dtype, buffer, name or "")
    return sbm.alloc_stack(shape, dtype, buffer=buffer, name=name, align=align)


def _in_psum(shape: Any, dtype: Any, sbm: Any, address_offset: int = 0) -> Any:
    return ndarray(shape, dtype, PSUM, "", None if sbm is None else (0, address_offset))


_HELPERS = {
    "NUM_HW_PSUM_BANKS": 8,
    "PSUM_BANK_SIZE": 2048,
    "SBUF_QUADRANT_SIZE": 32,
    "_psum_num_banks": lambda: 8,
    "_sbm_alloc": _by_manager,
    "_psum_alloc": _in_psum,
    "resolve_dtype_to_nki": _on_this_device,
    "resolve_fp8_e4m3_dtype": _eight_bits,
    "is_sbuf_tensor": lambda tensor: getattr(tensor, "buffer", None) == SBUF,
    "div_ceil": div_ceil,
    "reduce": fold,
    "get_ceil_quotient": div_ceil,
    "get_ceil_aligned_size": lambda size, multiple: div_ceil(size, multiple) * multiple,
    "get_floor_quotient": floordiv,
    "get_floor_aligned_size": lambda size, multiple: size // multiple * multiple,
    "get_program_sharding_info": _programs,
    "get_verified_program_sharding_info": _verified_programs,
    "is_launched_as_spmd": lambda: _programs()[1] > 1,
    "is_hbm_buffer": lambda tensor: tensor.buffer in (PRIVATE_HBM, SHARED_HBM),
    "get_nl_act_fn_from_type": _activation,
    "is_rms_normalization": lambda norm_type: norm_type.name.startswith("RMS_NORM"),
    "normalization_uses_weights": lambda norm_type: norm_type.name in ("RMS_NORM", "LAYER_NORM"),
    "get_max_positive_value_for_dtype": lambda dtype: _LARGEST.get(to_dtype(dtype)),
}

_UTILS: dict[str, dict[str, Any]] = {
    "kernel_assert": {"kernel_assert": kernel_assert, "assert_shape": assert_shape},
    "kernel_helpers": _HELPERS,
    "tiled_range": {"TiledRange": tiled_range, "TiledRangeIterator": Tile},
    **copies.NAMES,
    **views.NAMES,
    **memory.NAMES,
    **types.NAMES,
    **tiles.NAMES,
}
NAMES: dict[str, dict[str, Any]] = {
    f"{package}.utils.{module}": names
    for package in ("nkilib.core", "nkilib_src.nkilib.core", "core")
    for module, names in _UTILS.items()
}
_OLD = "neuronxcc.nki._pre_prod_kernels"
NAMES[f"{_OLD}.util.kernel_helpers"] = _HELPERS
NAMES[f"{_OLD}.stream_shuffle_broadcast"] = views.NAMES["stream_shuffle_broadcast"]
NAMES["neuronxcc.starfish.penguin.common"] = {"div_ceil": div_ceil}
NAMES["neuronxcc.starfish.penguin.targets.nki.private_api"] = {"vnc": GRID["nc"]}
