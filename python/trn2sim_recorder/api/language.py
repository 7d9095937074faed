"""`nki.language`: what both dialects share, and what each adds."""

from __future__ import annotations

import sys
from functools import wraps
from typing import Any, Callable

from ..basics.dtypes import DTYPES, DType, FloatLimits, to_dtype
from ..basics.errors import misspelt
from ..basics.notes import note, note_gone, note_one_dimension
from ..basics.state import STATE
from ..tensors.buffers import PRIVATE_HBM, PSUM, SBUF, SHARED_HBM, Space
from ..tensors.index_ranges import MeshGrid, arange
from ..tensors.slices import ds
from ..tensors.views import View
from . import allocation, compounds, elementwise, grid, loops, matmul_tiles, moves, reductions
from .block_tiles import ParDim
from .ops import (
    ACTIVATIONS, ALIASES, BINARY, COMPARISONS, NO_OPERATORS, REDUCTIONS, UNARY, Op, Reduction,
)

_getframe = sys._getframe


class TileSize:
    """`nl.tile_size`: limits of tiles on a NeuronCore-v3."""

    pmax = 128
    psum_fmax = 512
    psum_bank_fmax = 512
    psum_bank_fmax_bytes = 2048
    psum_fmax_bytes = 2048
    gemm_stationary_fmax = 128
    gemm_moving_fmax = 512
    gemm_xT_fmax, gemm_y_fmax = gemm_stationary_fmax, gemm_moving_fmax  # of the first releases
    bn_stats_fmax = 512
    psum_num_banks = 8
    psum_min_align = 4
    sbuf_min_align = 1

    @property
    def total_available_sbuf_size(self) -> int:
        return grid.sbuf_bytes()

    sbuf_fmax_bytes = total_available_sbuf_size

    @property
    def sbuf_fmax(self) -> int:
        return grid.sbuf_bytes() // 4

    @property
    def sbuf_size_bytes(self) -> int:
        return grid.sbuf_bytes() * self.pmax


def _binary(name: str) -> Op:
    def apply(x: Any, y: Any, dtype: Any = None, mask: Any = None, **other: Any) -> View:
        if other:
            misspelt(f"language.{name}", other, "dtype", "mask")
        return elementwise.binary(name, x, y, dtype, mask, _getframe(1))

    return Op(name, apply)


def _unary(name: str) -> Op:
    def apply(x: Any, dtype: Any = None, mask: Any = None, **other: Any) -> View:
        if other:
            misspelt(f"language.{name}", other, "dtype", "mask")
        return elementwise.unary(name, x, dtype, mask, _getframe(1))

    return Op(ALIASES.get(name, name), apply, name)


def _reduction(name: str) -> Op:
    def apply(x: Any, axis: Any, dtype: Any = None, keepdims: bool = False, mask: Any = None, **o):
        if o:
            misspelt(f"language.{name}", o, "dtype", "mask", "keepdims")
        if type(x) is not View:
            x = reductions.reducible(name, x)
        if not keepdims and name != "var" and not STATE.recorder.masks:
            note_one_dimension(name, reductions.free_axes(x, axis), len(x.shape))
        if name in ("mean", "var"):
            return getattr(compounds, name)(x, axis, dtype, mask, keepdims)
        return reductions.reduce_tile(name, x, axis, dtype, mask, keepdims, False, _getframe(1))

    kind = Reduction if name in NO_OPERATORS else Op
    return kind(ALIASES.get(name, name), apply, name)


def _copy(x: Any, dtype: Any = None, mask: Any = None, **other: Any) -> View:
    if other:
        misspelt("language.copy", other, "dtype", "mask")
    return elementwise.copied(x, dtype, mask, _getframe(1))


def _power_of(x: Any, dtype: Any = None, mask: Any = None, **other: Any) -> View:
    misspelt("language.reciprocal", other, "dtype", "mask")
    return elementwise.unary("reciprocal", x, dtype, mask, _getframe(1))


def operators() -> dict[str, Op]:
    made = {name: _binary(name) for name in BINARY}
    made.update({name: _unary(name) for name in (*ACTIVATIONS, *UNARY)})
    made.update({name: _reduction(name) for name in REDUCTIONS})
    made["copy"] = Op("copy", _copy)
    made["reciprocal"] = Op("reciprocal", _power_of)
    made["pow"] = made["power"]
    return made


def _comparison(name: str) -> Op:
    def apply(x: Any, y: Any, dtype: Any = None, mask: Any = None, **other: Any) -> View:
        if other:
            misspelt(f"language.{name}", other, "dtype", "mask")
        x, y = elementwise.ready(x), elementwise.ready(y)
        kind = elementwise.operand_dtype(x, y) if dtype is None else dtype
        return elementwise.binary(name, x, y, kind, mask, _getframe(1))

    return Op(name, apply)


def _copy_on_scalar(x: Any, dtype: Any = None, mask: Any = None, **other: Any) -> View:
    """A copy lies in the memory of what it is of."""
    misspelt("language.copy", other, "dtype", "mask")
    if mask is None and isinstance(x, View) and x.base.layout.is_psum:
        from .isa_new import FUNCTIONS

        kind = x.dtype if dtype is None else to_dtype(dtype)
        dst = STATE.recorder.tile(_getframe(1), x.shape, kind, PSUM)
        return elementwise.made(dst, FUNCTIONS["activation"](dst, "copy", x))
    return elementwise.unary("copy", x, dtype, mask, _getframe(1))


def _rsqrt_on_gpsimd(x: Any, dtype: Any = None, mask: Any = None, **other: Any) -> View:
    """By GpSimd, which has no way to PSUM, since 0.5; before, by Scalar as the other functions."""
    misspelt("language.rsqrt", other, "dtype", "mask")
    if not isinstance(x, View) or not x.base.on_chip or mask is not None:
        return elementwise.unary("rsqrt", x, dtype, mask, _getframe(1))
    if x.base.space.is_psum:
        note("nl.rsqrt of a tile in psum, which nki refuses: nisa.activation with op=nl.rsqrt takes it")
        return elementwise.unary("rsqrt", x, dtype, mask, _getframe(1))
    kind = x.dtype if dtype is None else to_dtype(dtype)
    attrs = {"op0": "rsqrt"}
    return STATE.recorder.filled(_getframe(1), x.shape, kind, "tensor_scalar", "gpsimd", (x,), attrs)


def _gone(name: str, function: Callable, instead: str) -> Callable:
    @wraps(function)
    def noted(*given: Any, **named: Any) -> Any:
        note_gone(f"nl.{name}", instead)
        return function(*given, **named)

    return noted


class _GoneGrid(MeshGrid):
    def __getitem__(self, key: Any) -> Any:
        note_gone("nl.mgrid", "slices, or .ap(pattern)")
        return super().__getitem__(key)


def of_new_dialect() -> dict[str, Any]:
    """Comparisons with the type of what they compare, copies by Scalar, and what is gone."""
    made = {name: _comparison(name) for name in BINARY if name in COMPARISONS}
    return {
        **made,
        "copy": Op("copy", _copy_on_scalar),
        "rsqrt": Op("rsqrt", _rsqrt_on_gpsimd),
        "arange": _gone("arange", arange, "slices, or .ap(pattern)"),
        "mgrid": _GoneGrid(),
    }


def _dtypes() -> dict[str, Any]:
    names = {name: dtype for name, dtype in DTYPES.items() if name != "bool"}
    names["bool_"] = DTYPES["bool"]
    return names


def is_hbm(value: Any) -> bool:
    return not _space(value).on_chip


def is_sbuf(value: Any) -> bool:
    return _space(value) == SBUF


def is_psum(value: Any) -> bool:
    return _space(value).is_psum


def is_on_chip(value: Any) -> bool:
    return _space(value).on_chip


def _space(value: Any) -> Space:
    return value if isinstance(value, Space) else value.buffer


def dropout(x: Any, rate: Any, dtype: Any = None, mask: Any = None, **other: Any) -> View:
    from .isa_new import FUNCTIONS

    misspelt("language.dropout", other, "rate", "dtype", "mask")
    with elementwise.masked(mask):
        dst = elementwise.tile(x.shape, dtype or x.dtype)
        return elementwise.made(dst, FUNCTIONS["dropout"](dst, x, rate))


def gather_flattened(
    data: Any, indices: Any, axis: int = 0, dtype: Any = None, mask: Any = None
) -> View:
    """Of every partition the elements with these numbers, counted over all free dimensions.

    The instruction takes indices without a sign and converts nothing, the function does both."""
    from .isa_new import FUNCTIONS

    indices = elementwise.ready(indices)
    plain = indices.view("uint32") if indices.dtype == "int32" else indices
    with elementwise.masked(mask):
        dst = elementwise.tile(indices.shape, data.dtype)
        found = elementwise.made(dst, FUNCTIONS["nc_n_gather"](dst, data, plain))
    return found if dtype is None or to_dtype(dtype) is data.dtype else elementwise.copied(found, dtype, mask)


def static_cast(value: Any, dtype: Any) -> Any:
    """A tile of another type; arrays of the host stay as they are."""
    return elementwise.copied(value, dtype) if isinstance(value, View) else value


def device_print(*args: Any, **named: Any) -> None:
    """Nothing: values are not known while recording."""


def random_seed(seed: Any = None, mask: Any = None) -> None:
    """The numbers begin anew; which they are does not depend on the seed."""
    STATE.recorder.draws = 0


def names() -> dict[str, Any]:
    """What `nki.language` holds in both dialects."""
    shared: dict[str, Any] = {
        **_dtypes(),
        **operators(),
        "sbuf": SBUF,
        "psum": PSUM,
        "hbm": PRIVATE_HBM,
        "private_hbm": PRIVATE_HBM,
        "shared_hbm": SHARED_HBM,
        "tile_size": TileSize(),
        "fp32": FloatLimits("float32"),
        "finfo": FloatLimits,
        "ds": ds,
        "arange": arange,
        "mgrid": MeshGrid(),
        "par_dim": ParDim,
        "softmax": compounds.softmax,
        "rms_norm": compounds.rms_norm,
        "where": compounds.where,
        "loop_reduce": reductions.LoopReduce,
        "matmul": matmul_tiles.nl_matmul,
        "transpose": moves.transpose,
        "dropout": dropout,
        "gather_flattened": gather_flattened,
        "static_cast": static_cast,
        "all_reduce": reductions.all_reduce,
        "MemoryRegion": Space,
        "DType": DType,
        "device_print": device_print,
        "random_seed": random_seed,
    }
    for module in (allocation, moves, grid):
        shared.update(module.NAMES)
    for function in (loops.fori_loop, loops.while_loop, is_hbm, is_sbuf, is_psum, is_on_chip):
        shared[function.__name__] = function
    for name in ("affine_range", "sequential_range", "static_range", "dynamic_range"):
        shared[name] = getattr(loops, name)
    return shared
