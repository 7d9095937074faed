"""Shape rules of instructions: each refuses with the sizes it found."""

from __future__ import annotations

from math import prod
from typing import Any

from ..basics.dtypes import DTYPES, to_dtype
from ..basics.errors import RecordError, counted, kind_of, shape_error, unsupported
from ..basics.notes import note
from ..basics.state import STATE
from ..tensors.buffers import SBUF
from ..tensors.views import View
from .dma_rules import dma, dma_all, dma_transpose, from_psum, one_each  # noqa: F401
from .enums import engine, engine_code
from .operator_rules import (  # noqa: F401
    ABSENT, OF_TWO, comparisons, known_operators, named, of_one, of_two, one_kind, operands_given,
    start_given,
)
from .ops import op_name

_ON_GPSIMD = ("int32", "uint32")
_QUADRANT = 32


def tensor(function: str, parameter: str, value: Any) -> View:
    """The operand as a tensor, or an error that names function and parameter."""
    if isinstance(value, View):
        return value
    whole = getattr(value, "as_view", None)
    if whole is not None:
        return whole()
    raise RecordError("E3", f"{function}: {parameter} is {kind_of(value)}, expected a tensor")


def operand(function: str, parameter: str, value: Any) -> View:
    """A tensor that an engine reads: one row for all partitions is copied to them first."""
    value = tensor(function, parameter, value)
    return on_all_partitions(value) if value.is_row_for_all() else value


def on_all_partitions(view: View) -> View:
    """By nc_stream_shuffle, which copies one partition to the 32 of a quadrant."""
    recorder = STATE.recorder
    recorder.warn("W3", "one row for all partitions: copied to them by nc_stream_shuffle, a guess")
    quadrants = -(-view.shape[0] // _QUADRANT)
    row = view.like((1, *view.shape[1:]), view.strides, view.offset)
    made = recorder.tensor((quadrants * _QUADRANT, *view.shape[1:]), view.dtype, SBUF)
    for first in range(0, quadrants * _QUADRANT, _QUADRANT):
        attrs = {"shuffle_mask": [0] * _QUADRANT, "ins": 1}
        target = made[first : first + _QUADRANT]
        recorder.emit("nc_stream_shuffle", "vector", (target,), (row,), attrs)
    return made[: view.shape[0]]


def on_chip(function: str, *views: View) -> None:
    for view in views:
        if not view.base.on_chip:
            raise shape_error(
                f"{function}: '{view.base.name}' is in {view.base.space}, expected sbuf or psum: a DMA "
                "brings it there"
            )


def same_size(function: str, dst: View, *sources: View) -> None:
    """Equal partitions and equal elements per partition, all on chip."""
    for src in sources:
        if dst.shape != src.shape and (
            dst.partitions() != src.partitions() or dst.free() != src.free()
        ):
            raise shape_error(f"{function}: dst {dst.shape} does not fit {src.shape}{_spread(dst, src)}")
        if not src.base.on_chip:
            on_chip(function, src)
    if not dst.base.on_chip:
        writable(function, dst)


def writable(function: str, dst: View) -> None:
    """What an engine can write is on chip."""
    if not dst.base.on_chip:
        raise shape_error(
            f"{function}: dst '{dst.base.name}' is in {dst.base.space}, expected sbuf or psum: "
            "nisa.dma_copy takes a tile in sbuf there"
        )


def _spread(dst: View, src: View) -> str:
    """How one column or one row gets to all of dst, which no instruction does by itself."""
    if src.free() == 1 and src.partitions() == dst.partitions():
        return "; nisa.tensor_scalar takes a column as operand0, for all elements of a partition"
    if src.partitions() == 1 and src.free() == dst.free():
        return f"; nl.broadcast_to(row, {dst.shape}) copies a row to all partitions"
    return ""


def widened(function: str, dst: View, *sources: View) -> tuple[View, ...]:
    """Dimensions of size 1 repeat, as NKI's simulator has them; its compiler wants equal sizes."""
    return tuple(_repeated(function, dst.shape, src) for src in sources)


def _repeated(function: str, shape: tuple, src: View) -> View:
    if src.shape == shape or len(src.shape) != len(shape) or src.shape[0] != shape[0]:
        return src
    if any(have not in (1, want) for have, want in zip(src.shape, shape)):
        return src
    does = "tensor_scalar takes a column" if src.free() == 1 else ".broadcast_to repeats it"
    STATE.recorder.warn(
        "W11", f"{function} of {src.shape} into {shape}, which the compiler refuses: {does}"
    )
    return src.broadcast_to(shape)


def not_both_psum(function: str, a: View, b: View) -> None:
    if a.base.space.is_psum and b.base.space.is_psum:
        raise shape_error(
            f"{function}: '{a.base.name}' and '{b.base.name}' are both in psum, one may be"
        )


def on_gpsimd(op: str, *views: View) -> bool:
    """Power and whole 32-bit integers go to GpSimd, which cannot reach PSUM."""
    if any(view.base.space.is_psum for view in views):
        return False
    return op == "power" or all(view.dtype in _ON_GPSIMD for view in views)


def open_engine(function: str, dst: View, data1: View, data2: View, op: Any, given: Any) -> Any:
    """Integer and power operations run on GpSimd unless the call names an engine."""
    called = op_name(op)
    if called != "power" and dst.dtype.is_float:
        return given
    return engine.gpsimd if on_gpsimd(called, dst, data1, data2) else given


def on_scalar(function: str, given: Any) -> None:
    """Activations name an engine since NKI 0.7, where GpSimd of a NeuronCore-v4 has them too."""
    if engine_code(given) not in (None, "scalar"):
        raise unsupported(f"nki.isa.{function} on {engine_code(given)}", "it needs a NeuronCore-v4")


def random_states(function: str, given: Any) -> Any:
    """The states of random numbers that a NeuronCore-v3 reads and writes are those of GpSimd."""
    code = engine_code(given)
    if code not in (None, "gpsimd"):
        STATE.recorder.warn("W11", f"{function} on {code} needs a NeuronCore-v4; on trn2 it is GpSimd's")
    return engine.gpsimd


def of_dst(function: str, dst: Any, dtype: Any) -> None:
    """The type that an earlier release had for a result, where `dst` has another."""
    if to_dtype(dtype) != dst.dtype:
        text = f"{function} with dtype {to_dtype(dtype)} into {dst.dtype}: the type is that of dst"
        STATE.recorder.warn("W11", text)


def column(function: str, parameter: str, dst: View, value: View) -> None:
    """A per-partition operand: one element for each partition."""
    if value.free() != 1 or value.partitions() != dst.partitions():
        hint = "; copy it to all partitions first" if value.size == 1 else ""
        raise shape_error(
            f"{function}: {parameter} {value.shape} is not a number or ({dst.partitions()}, 1){hint}"
        )


# `nki.isa.dma_compute`, which builds on these rules and puts itself here.
combine: Any = None


def filled_column(function: str, name: str, like: View, value: Any) -> View:
    """A tensor of one element per partition; a number is one for all, which a memset writes first."""
    if not isinstance(value, (int, float)):
        return tensor(function, name, value)
    recorder = STATE.recorder
    made = recorder.tensor((like.partitions(), 1), DTYPES["float32"])
    recorder.emit("memset", None, (made,), (), {"value": value, "ins": 1})
    return made


_REDUCED: dict[tuple, int] = {}


def reduced(function: str, dst: View, data: View, axis: Any) -> Any:
    """The axes that are reduced: those given, or as many of the last ones.

    The instruction counts from its innermost dimension, and so did the documentation of `nki` until 0.5:
    1 means the last one, [1, 2] the last two.
    What a number means for two shapes is worked out once.
    """
    if type(axis) is not int:
        found = _reduced(function, dst, data, axis)
    else:
        key = (dst.shape, data.shape, axis, dst.base.on_chip, data.base.on_chip)
        found = _REDUCED.get(key)
        if found is None:
            found = _REDUCED[key] = _reduced(function, dst, data, axis)
    if found is not axis and found != axis:
        note(
            f"{function} over axis {axis} of {data.shape}, taken for {found}, as nki before 0.5 counts from "
            "the last: later releases take the last ones by their own numbers alone"
        )
    return found


def axes_of(view: View, axis: Any) -> list[int]:
    """The axes that are meant, counted from the first, in their order."""
    given, count = axis if isinstance(axis, (tuple, list)) else (axis,), len(view.shape)
    if not given or not all(hasattr(one, "__index__") for one in given):
        raise RecordError("E3", f"axis is {axis!r}, expected a whole number or several")
    if not all(-count <= one < count for one in given):
        raise shape_error(f"axis {axis} of {view!r}, which has {count} dimensions")
    return sorted(int(one) % count for one in given)


def _reduced(function: str, dst: View, data: View, axis: Any) -> Any:
    axes = axes_of(data, axis)
    if 0 in axes:
        raise shape_error(f"{function}: axis 0 is the partition dimension and cannot be reduced")
    last = list(range(len(data.shape) - len(axes), len(data.shape)))
    if dst.free() != _kept(data, axes) and axes == list(range(1, len(axes) + 1)):
        axis = axes = last
    if dst.partitions() != data.partitions() or dst.free() != _kept(data, axes):
        raise shape_error(
            f"{function}: dst {dst.shape} does not fit {data.shape} reduced over {tuple(axes)}"
        )
    on_chip(function, dst, data)
    return axis


def _kept(data: View, axes: list[int]) -> int:
    """Elements per partition that are left."""
    return prod(size for place, size in enumerate(data.shape) if place and place not in axes)


def transposed(function: str, dst: View, data: View) -> None:
    if (dst.partitions(), dst.free()) != (data.free(), data.partitions()):
        raise shape_error(f"{function}: dst {dst.shape} is not {data.shape} transposed")
    on_chip(function, dst, data)


def whole(function: str, *numbers: Any) -> None:
    for one in numbers:
        if not hasattr(one, "__index__"):
            raise RecordError("E3", f"{function}: {one!r}, expected a whole number")


def pattern_fits(function: str, dst: View, pattern: Any) -> None:
    count = 1
    for pair in pattern:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise RecordError("E3", f"{function}: pattern is {pattern}, expected [[step, count], ...]")
        whole(function, *pair)
        count *= pair[1]
    if count != dst.free():
        raise shape_error(f"{function}: pattern of {counted(count, 'value')} does not fill dst {dst.shape}")
    on_chip(function, dst)


def rows(function: str, dst: View, src: View, width: int) -> None:
    """A result of fixed width per partition."""
    if dst.partitions() != src.partitions() or dst.free() != width:
        raise shape_error(f"{function}: dst {dst.shape} is not ({src.partitions()}, {width})")
    on_chip(function, dst, src)


def within(function: str, view: View, least: int, most: int) -> None:
    """So many elements per partition as the instruction can take."""
    if not least <= view.free() <= most:
        raise shape_error(
            f"{function}: '{view.base.name}' has {counted(view.free(), 'element')} per partition, expected "
            f"{least} to {most}"
        )


def whole_numbers(function: str, indices: View) -> None:
    """Indices are read as bits: those of a float are no index."""
    if indices.dtype.is_float:
        raise shape_error(
            f"{function}: indices '{indices.base.name}' are {indices.dtype}, expected whole numbers: "
            "a tensor_copy to a tile of nl.uint32 or nl.uint16 makes them"
        )


def in_threes(function: str, data: View) -> None:
    """Counts, means and counts times variances."""
    if data.free() % 3:
        raise shape_error(
            f"{function}: data {data.shape} is not threes of numbers per partition, as bn_stats makes them"
        )


def gathered(function: str, dst: View, index: View, each: int, valid: int | None) -> None:
    """The sixteen partitions of a processor of GpSimd hold the indices of all of them."""
    if dst.partitions() % 16:
        raise shape_error(f"{function}: dst {dst.shape} is not whole groups of 16 partitions")
    held = 16 * index.free()
    if valid is not None and valid > held:
        raise shape_error(f"{function}: num_valid_indices={valid}; 16 partitions of index hold {held}")
    wanted = (held if valid is None else valid) * each
    if dst.free() < wanted:
        raise shape_error(f"{function}: dst {dst.shape} holds less than {wanted} elements per partition")


def shuffled(function: str, mask: Any) -> None:
    """For each of 32 partitions the one it copies, or 255 where it stays."""
    found = list(mask)
    if len(found) != 32 or any(not (n in range(32) or n == 255) for n in found):
        raise RecordError(
            "E3", f"{function}: shuffle_mask {found}, expected 32 numbers from 0 to 31, or 255"
        )


def wider(function: str, dst: View, src: View, more: int) -> None:
    """A result with more elements per partition than the source."""
    if dst.partitions() != src.partitions() or dst.free() != src.free() + more:
        raise shape_error(f"{function}: dst {dst.shape} is not {src.free() + more} wide")
    on_chip(function, dst, src)


def same_partitions(function: str, dst: View, *sources: View) -> None:
    for src in sources:
        if src.partitions() != dst.partitions():
            raise shape_error(f"{function}: dst {dst.shape} does not fit {src.shape}")
    on_chip(function, dst, *sources)


def snake(function: str, values: View, places: View, src: View, elements: int) -> None:
    """So many elements that every 16 partitions hold together, and the largest of them."""
    same_partitions(function, values, places, src)
    if src.partitions() % 16:
        raise shape_error(f"{function}: src {src.shape} is not whole groups of 16 partitions")
    if not 8 <= elements <= min(65535, 16 * src.free()):
        raise shape_error(
            f"{function}: n={elements}; 16 partitions of src {src.shape} hold {16 * src.free()}, "
            "and 8 to 65535 can be searched"
        )
    if values.free() != places.free() or values.free() > elements:
        raise shape_error(
            f"{function}: val_dst {values.shape} and idx_dst {places.shape} do not hold the same "
            f"count of {elements} elements"
        )


def one_partition(function: str, dst: View, data: View) -> None:
    if dst.partitions() != 1 or dst.free() != data.free():
        raise shape_error(f"{function}: dst {dst.shape} is not (1, {data.free()})")
    on_chip(function, dst, data)
