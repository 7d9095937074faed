"""`neuronxcc.nki.isa`: the same instructions without `dst`; they return a fresh tile."""

from __future__ import annotations

import sys
from typing import Any, Callable

from ..affine import Affine, arange
from ..buffers import SBUF
from ..dtypes import DTYPES, to_dtype
from ..errors import RecordError, misspelt, shape_error
from ..masks import Mask, to_mask
from ..promotion import of_two
from ..state import STATE
from ..views import View
from . import elementwise, matmul, reductions, rules
from .elementwise import masked, ready
from .enums import CONSTANTS, ENUMS, engine_code
from .isa_make import make_refusal, number, parameters
from .isa_new import FUNCTIONS
from .isa_table import REFUSED, ROWS
from .ops import Op, op_name


_getframe = sys._getframe
_TENSORS = frozenset("src data data0 data1 initial vals src_buffer index segment_ids prob".split())


def _leading(args: tuple) -> int:
    """How many tensors the arguments begin with: one more than expected where dst comes first."""
    count = 0
    for value in args:
        kind = type(value)
        if kind is not View:
            if kind is Op or not isinstance(value, View) and not hasattr(value, "as_view"):
                break
        count += 1
    return count


def _into(name: str, args: tuple, named: dict, mask: Any = None) -> Any:
    """A call in the form of the new dialect, which names or begins with the tile to write."""
    named.pop("dtype", None)
    with masked(mask):
        FUNCTIONS[name](*args, **named)
    return named["dst"] if "dst" in named else args[0]


def _result(shape: Any, dtype: Any) -> View:
    return STATE.recorder.tensor(shape, dtype, SBUF)


def _bits(given: dict[str, Any]) -> bool:
    return any(type(value) is Op and value.bits for value in given.values())


def _returning(name: str, order: str, shape_of: str, result: Callable | None = None) -> Callable:
    """A function that makes its result tile and hands on to the new dialect's instruction."""
    positional = order.split()
    new = FUNCTIONS[name]
    tensors = next((n for n, word in enumerate(positional) if word not in _TENSORS), len(positional))
    taken = {parameter.name for parameter in parameters(ROWS[name])}
    seconds = [word for word in ("data2", "data1", "operand1") if word in taken]

    def function(*args: Any, dtype: Any = None, mask: Any = None, **given: Any) -> View:
        if len(args) > tensors and type(args[tensors]) is not Op and _leading(args) > tensors:
            return _into(name, args, given, mask)
        if len(args) > len(positional):
            raise RecordError("E3", f"nki.isa.{name} takes {', '.join(positional)}")
        for key, value in zip(positional, args):
            if key in given:
                raise RecordError("E3", f"nki.isa.{name}: {key} is given twice")
            given[key] = value
        for key, value in given.items():
            if type(value) is not Op and (type(value) is not View or not value.strides[0]):
                given[key] = made = ready(value, name == "tensor_copy" or _bits(given))
                if made is not value and isinstance(value, View):
                    given[key] = _apart(made, given)
        if "dst" in given and given["dst"] is not None:
            with masked(mask):
                new(**given)
            return given["dst"]
        like = given.get(shape_of)
        if like is None:
            raise RecordError("E3", f"nki.isa.{name}: missing {shape_of}")
        shape = result(given) if result is not None else like.shape
        if dtype is not None:
            kind = to_dtype(dtype)
        else:
            kind = _natural(given, like, seconds) if seconds else like.dtype
        recorder = STATE.recorder
        at = _getframe(1)
        if at is not recorder.places.frame:
            at = recorder.places.outside(at)
        dst = recorder.tile(at, shape, kind)
        mask = mask if mask is None else to_mask(mask)
        if mask is not None or recorder.mask is not None:
            with masked(mask):
                dst.base.writer = new(dst, **given)
            return dst
        recorder.caller = at
        try:
            dst.base.writer = new(dst, **given)
        finally:
            recorder.caller = None
        return dst

    function.__name__ = name
    function.__qualname__ = f"nki.isa.{name}"
    return function


def _apart(spread: View, given: dict) -> View:
    """A row that TensorE has spread out: in SBUF where PSUM holds another operand already."""
    others = (value for key, value in given.items() if key != "dst" and value is not spread)
    taken = any(isinstance(value, View) and value.base.groups is not None for value in others)
    return matmul.to_sbuf(spread) if taken and spread.base.groups is not None else spread


def _natural(given: dict, like: View, seconds: list[str]) -> Any:
    """Of a call without a type: that of its first tensor and its second, if it has one."""
    for key in seconds:
        second = given.get(key)
        if second is not None and second is not like and isinstance(second, View):
            return of_two(like.dtype, second.dtype)
    return like.dtype


def _eight(given: dict) -> tuple:
    return (next(given[k] for k in ("src", "data") if k in given).partitions(), 8)


def tensor_tensor(
    data1: View, data2: View, op: Any, *more: Any, dtype: Any = None, mask: Any = None,
    engine: Any = None, **other: Any,
) -> View:
    if more or "dst" in other:
        args = (data1, data2, op, *more)
        named = {} if more else {"data1": data1, "data2": data2, "op": op, **other}
        return _into("tensor_tensor", args if more else (), {**named, "engine": engine}, mask)
    made = elementwise.binary(op_name(op), data1, data2, dtype, mask)
    return _on(made, engine)


def _on(made: View, engine: Any) -> View:
    code = engine_code(engine)
    if code is not None and made.base.writer is not None:
        made.base.writer.engine = code
    return made


def tensor_reduce(
    op: Any, data: View, axis: Any, *more: Any, mask: Any = None, dtype: Any = None,
    negate: bool = False, keepdims: bool = False, **other: Any,
) -> View:
    if more or "dst" in other:
        dst, op, data, axis = (op, data, axis, *more) if more else (other["dst"], op, data, axis)
        named = {"negate": negate, "keepdims": keepdims}
        return _into("tensor_reduce", (dst, op, data, axis), named, mask)
    if other:
        misspelt("isa.tensor_reduce", other, "mask", "dtype", "negate", "keepdims")
    at = _getframe(1)
    return reductions.reduce_tile(op_name(op), data, axis, dtype, mask, keepdims, negate, at)


def nc_matmul(stationary: View, moving: View, *more: View, **options: Any) -> View:
    """Mostly without options, whose defaults alone would cost more than a call."""
    if more or options:
        return _nc_matmul(stationary, moving, *more, **options)
    return matmul.product(stationary, moving, _getframe(1))


def _nc_matmul(
    stationary: View,
    moving: View,
    *more: View,
    is_stationary_onezero: bool = False,
    is_moving_onezero: bool = False,
    is_transpose: bool = False,
    tile_position: Any = (),
    tile_size: Any = (),
    perf_mode: Any = None,
    mask: Any = None,
    **other: Any,
) -> View:
    if more or other and "dst" in other:
        dst, stationary, moving = (
            (stationary, moving, *more) if more else (other["dst"], stationary, moving)
        )
        named = {
            "is_stationary_onezero": is_stationary_onezero, "is_moving_onezero": is_moving_onezero,
            "is_transpose": is_transpose, "tile_position": tile_position, "tile_size": tile_size,
            "perf_mode": perf_mode, "accumulate": other.get("accumulate"),
        }
        return _into("nc_matmul", (dst, stationary, moving), named, mask)
    flags = is_stationary_onezero or is_moving_onezero or is_transpose
    if mask is None and not flags and not tile_size and perf_mode is None:
        return matmul.product(stationary, moving, _getframe(2))
    return matmul.matmul_tile(
        stationary, moving, to_mask(mask),
        is_stationary_onezero=is_stationary_onezero, is_moving_onezero=is_moving_onezero,
        is_transpose=is_transpose, tile_position=tile_position, tile_size=tile_size,
        perf_mode=perf_mode,
    )


nc_matmul.__wrapped__ = _nc_matmul  # whose parameters are named where a call does not fit


def nc_transpose(
    data: View, *more: View, mask: Any = None, dtype: Any = None, engine: Any = None, **other: Any
) -> View:
    if more or "dst" in other:
        dst, data = (data, *more) if more else (other["dst"], data)
        return _into("nc_transpose", (dst, data), {"engine": engine}, mask)
    return matmul.transpose_tile(data, dtype, engine, to_mask(mask), _getframe(1))


def memset(
    shape: Any = None, value: Any = 0, dtype: Any = None, *, mask: Any = None, engine: Any = None,
    dst: Any = None, **other: Any,
) -> View:
    if dst is not None or _leading((shape,)):
        return _into("memset", (shape if dst is None else dst, value), {"engine": engine}, mask)
    dst = _result(shape, dtype if dtype is not None else DTYPES["float32"])
    with masked(mask):
        dst.base.writer = matmul.memset(dst, value, engine=engine)
    return dst


def iota(expr: Any = None, *more: Any, dtype: Any = None, mask: Any = None, **named: Any) -> View:
    """The index expression itself, as values."""
    if "dst" in named or _leading((expr,)):
        return _into("iota", () if expr is None else (expr, *more), named, mask)
    dtype = more[0] if more else dtype if dtype is not None else DTYPES["int32"]
    if isinstance(expr, int):
        expr = arange(1)[:, None] + expr  # the index of a loop
    if not isinstance(expr, Affine):
        raise RecordError("E9", f"iota of {type(expr).__name__}, expected an index expression")
    with masked(mask):
        return elementwise.values_of(expr, dtype)


def affine_select(
    pred: Any = None, on_true_tile: Any = None, on_false_value: Any = None, *more: Any,
    mask: Any = None, dtype: Any = None, **named: Any,
) -> View:
    """Keeps elements where all conditions on the index ranges hold."""
    if "dst" in named:
        given = {**named, "on_true_tile": on_true_tile, "on_false_value": on_false_value}
        return _into("affine_select", (), given, mask)
    if _leading((pred,)):
        args = (pred, on_true_tile, on_false_value, *more)
        return _into("affine_select", args, named, mask)
    if not isinstance(pred, Mask):
        raise RecordError("E9", "affine_select: pred must be a comparison of index ranges")
    dst = _result(on_true_tile.shape, dtype or on_true_tile.dtype)
    attrs = {
        "pred": [[const, list(coefs), op] for const, coefs, op in pred.terms],
        "on_false_value": number("affine_select", "on_false_value", on_false_value),
    }
    with masked(mask):
        emit = STATE.recorder.emit
        dst.base.writer = emit("affine_select", "gpsimd", (dst,), (on_true_tile,), attrs)
    return dst


def dma_copy(dst: Any, src: Any, *, mask: Any = None, dst_rmw_op: Any = None, **other: Any) -> Any:
    recorder = STATE.recorder
    if not other and mask is None is dst_rmw_op and type(dst) is View is type(src):
        if recorder.mask is None and dst.shape == src.shape:
            rules.dma("dma_copy", dst, src)
            return recorder.emit("dma_copy", "dma", (dst,), (src,))
    other.pop("dtype", None)
    with masked(mask):
        if dst_rmw_op is not None:
            return FUNCTIONS["dma_compute"](dst, [dst, src], dst_rmw_op)
        return FUNCTIONS["dma_copy"](dst, src, **other)


def dma_transpose(
    src: View, *more: View, axes: Any = None, dtype: Any = None, mask: Any = None, **other: Any
) -> View:
    if more or "dst" in other:
        dst, src = (src, *more) if more else (other["dst"], src)
        return _into("dma_transpose", (dst, src), {"axes": axes}, mask)
    order = axes or {2: (1, 0), 3: (2, 1, 0), 4: (3, 1, 2, 0)}[len(src.shape)]
    dst = _result(tuple(src.shape[axis] for axis in order), dtype or src.dtype)
    with masked(mask):
        dst.base.writer = FUNCTIONS["dma_transpose"](dst, src, axes)
    return dst


def select_reduce(*, dst: View, predicate: View, on_true: View, on_false: Any, **other: Any) -> Any:
    with masked(other.pop("mask", None)):
        other.pop("dtype", None)
        return FUNCTIONS["select_reduce"](dst, predicate, on_true, on_false, **other)


def tensor_copy_predicated(
    dst: View, src: Any, predicate: View, *, mask: Any = None, reverse_pred: bool = False,
    **other: Any,
) -> Any:
    """A column stands for all elements of its partitions."""
    src, predicate = (
        elementwise.spread(view, dst.shape, view is src)
        if isinstance(view, View) and view.size < dst.size else view
        for view in (src, predicate)
    )
    with masked(mask):
        return FUNCTIONS["tensor_copy_predicated"](dst, src, predicate, reverse_pred)


def range_select(*, on_true_tile: View, mask: Any = None, dtype: Any = None, **given: Any) -> View:
    if "dst" in given:
        return _into("range_select", (), {"on_true_tile": on_true_tile, **given}, mask)
    dst = _result(on_true_tile.shape, dtype or on_true_tile.dtype)
    with masked(mask):
        dst.base.writer = FUNCTIONS["range_select"](dst, on_true_tile, **given)
    return dst


def tensor_copy_dynamic_src(src: View, *, mask: Any = None, dtype: Any = None, engine: Any = None):
    return _on(elementwise.copied(src, dtype, mask), engine)


def tensor_copy_dynamic_dst(*, dst: View, src: View, mask: Any = None, engine: Any = None, **other):
    with masked(mask):
        elementwise.copy_into(dst, src)


def _bn_stats_shape(given: dict) -> tuple:
    if given["data"].free() > 512:
        raise shape_error(f"bn_stats: {given['data'].shape}, at most 512 columns")
    return (given["data"].partitions(), 6)


FROM_ROWS: dict[str, tuple] = {
    "tensor_copy": ("src", "src"),
    "tensor_scalar": ("data op0 operand0 reverse0 op1 operand1 reverse1", "data"),
    "activation": ("op data", "data"),
    "activation_reduce": ("op data", "data"),
    "tensor_scalar_reduce": ("data op0 operand0 reduce_op reduce_res", "data"),
    "tensor_scalar_cumulative": ("src op0 op1 imm0", "src"),
    "tensor_tensor_scan": ("data0 data1 initial op0 op1", "data0"),
    "scalar_tensor_tensor": ("data op0 operand0 op1 operand1", "data"),
    "reciprocal": ("data", "data"),
    "dropout": ("data prob", "data"),
    "bn_stats": ("data", "data", _bn_stats_shape),
    "bn_aggr": ("data", "data", lambda given: (given["data"].partitions(), 2)),
    "max8": ("src", "src", _eight),
    "nc_find_index8": ("data vals", "data", _eight),
    "nc_match_replace8": ("data vals imm", "data"),
    "tensor_partition_reduce": (
        "op data", "data", lambda given: (1, *given["data"].shape[1:])
    ),
    "local_gather": (
        "src_buffer index num_elem_per_idx num_valid_indices", "src_buffer",
        lambda given: (
            given["src_buffer"].partitions(),
            given["index"].free() * 16 * given.get("num_elem_per_idx", 1),
        ),
    ),
    "sequence_bounds": (
        "segment_ids", "segment_ids",
        lambda given: (1, 2, given["segment_ids"].free()),
    ),
}

OWN = (
    tensor_tensor, tensor_reduce, nc_matmul, nc_transpose, memset, iota, affine_select, dma_copy,
    dma_transpose, select_reduce, tensor_copy_predicated, range_select, tensor_copy_dynamic_src,
    tensor_copy_dynamic_dst,
)
SHARED = (
    "nc_stream_shuffle", "core_barrier", "sendrecv", "register_alloc", "register_load",
    "register_store", "register_move", "get_nc_version", "set_rng_seed", "rand_set_state",
)


def _rng(shape: Any = None, dtype: Any = DTYPES["uint32"], mask: Any = None, **other: Any) -> View:
    dst = _result(shape, dtype)
    with masked(mask):
        dst.base.writer = FUNCTIONS["rng"](dst)
    return dst


def names() -> dict[str, Any]:
    made: dict[str, Any] = {name: _returning(name, *spec) for name, spec in FROM_ROWS.items()}
    made.update({function.__name__: function for function in OWN})
    for function in OWN:
        function.__qualname__ = f"nki.isa.{function.__name__}"
    made.update({name: FUNCTIONS[name] for name in SHARED})
    made.update({name: make_refusal(name, why) for name, why in REFUSED.items()})
    missing_rows = set(ROWS) - set(made)
    made.update({name: FUNCTIONS[name] for name in missing_rows})
    made["rng"] = _rng
    made["random"] = _rng
    return {**made, **CONSTANTS, **ENUMS}
