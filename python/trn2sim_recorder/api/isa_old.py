"""`neuronxcc.nki.isa`: the same instructions without `dst`; they return a fresh tile."""

from __future__ import annotations

import sys
from typing import Any, Callable

from ..basics.dtypes import to_dtype
from ..basics.errors import RecordError, shape_error
from ..basics.promotion import of_two
from ..basics.state import STATE
from ..tensors.buffers import PSUM, SBUF, Space
from ..tensors.masks import to_mask
from ..tensors.views import View
from .dma_rules import to_sbuf
from .elementwise import masked, ready
from .enums import CONSTANTS, ENUMS
from .isa_make import make_refusal, parameters
from .isa_new import FUNCTIONS
from .isa_old_special import OWN, into, leading
from .isa_table import REFUSED, ROWS
from .ops import Op

_getframe = sys._getframe
_PLAIN = frozenset((Op, int, float, bool, type(None)))  # what is handed on as it is
_TENSORS = frozenset("src data data0 data1 initial vals src_buffer index segment_ids prob".split())


def _bits(given: dict[str, Any]) -> bool:
    return any(type(value) is Op and value.bits for value in given.values())


def _returning(name: str, order: str, shape_of: str, result: Callable | None = None) -> Callable:
    """A function that makes its result tile and hands on to the new dialect's instruction."""
    positional = order.split()
    new = FUNCTIONS[name]
    tensors = next((n for n, word in enumerate(positional) if word not in _TENSORS), len(positional))
    taken = {parameter.name for parameter in parameters(ROWS[name])}
    seconds = [word for word in ("data2", "data1", "operand1") if word in taken]

    def function(
        *args: Any, dtype: Any = None, mask: Any = None, buffer: Space = SBUF, **given: Any
    ) -> View:
        if len(args) > tensors and type(args[tensors]) is not Op and leading(args) > tensors:
            return into(name, args, given, mask)
        if len(args) > len(positional):
            raise RecordError("E3", f"nki.isa.{name} takes {', '.join(positional)}")
        for key, value in zip(positional, args):
            if key in given:
                raise RecordError("E3", f"nki.isa.{name}: {key} is given twice")
            given[key] = value
        for key, value in given.items():
            if type(value) not in _PLAIN and (type(value) is not View or not value.strides[0]):
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
        if buffer is not SBUF and buffer is not PSUM:
            raise RecordError("E3", f"nki.isa.{name}: buffer is nl.sbuf or nl.psum")
        shape = result(given) if result is not None else like.shape
        if dtype is not None:
            kind = to_dtype(dtype)
        else:
            kind = _natural(given, like, seconds) if seconds else like.dtype
        recorder = STATE.recorder
        at = _getframe(1)
        if at is not recorder.places.frame:
            at = recorder.places.outside(at)
        dst = recorder.tile(at, shape, kind, buffer)
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
    taken = any(isinstance(value, View) and value.base.layout.is_psum for value in others)
    return to_sbuf(spread) if taken and spread.base.layout.is_psum else spread


def _natural(given: dict, like: View, seconds: list[str]) -> Any:
    """Of a call without a type: that of its first tensor and its second, if it has one."""
    for key in seconds:
        second = given.get(key)
        if second is not None and second is not like and isinstance(second, View):
            return of_two(like.dtype, second.dtype)
    return like.dtype


def _eight(given: dict) -> tuple:
    return (next(given[k] for k in ("src", "data") if k in given).partitions(), 8)


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

SHARED = (
    "nc_stream_shuffle", "core_barrier", "sendrecv", "register_alloc", "register_load",
    "register_store", "register_move", "get_nc_version", "set_rng_seed", "rand_set_state",
)


def names() -> dict[str, Any]:
    made: dict[str, Any] = {name: _returning(name, *spec) for name, spec in FROM_ROWS.items()}
    made.update({function.__name__: function for function in OWN})
    for function in OWN:
        function.__qualname__ = f"nki.isa.{function.__name__}"
    made.update({name: FUNCTIONS[name] for name in SHARED})
    made.update({name: make_refusal(name, why) for name, why in REFUSED.items()})
    missing_rows = set(ROWS) - set(made)
    made.update({name: FUNCTIONS[name] for name in missing_rows})
    made["random"] = made["rng"]
    return {**made, **CONSTANTS, **ENUMS}
