"""What NKI's documentation demands of an instruction's operands, and no device runs without.

Each function says of an instruction what is wrong with it, if anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from .api.ops import BITS

if TYPE_CHECKING:
    from .instruction import Instruction

_UNSIGNED = ("uint8", "uint16", "uint32")
_RUNNING = ("add", "subtract", "multiply", "maximum", "minimum")
_ACROSS = ("add", "maximum", "bitwise_or", "bitwise_and")


def _matmul(one: Instruction) -> str | None:
    for view in one.ins[:2]:
        if not view.dtype.is_float:
            return f"nc_matmul of {view.dtype}: TensorE multiplies floats alone"
        if view.dtype == "float8_e4m3fn":
            return "nc_matmul of float8_e4m3fn needs a NeuronCore-v4; trn2 has float8_e4m3"
    attrs = one.attrs or {}
    size, position = attrs.get("tile_size"), attrs.get("tile_position")
    if not size or not position:
        return None
    for sizes, start, taken in zip(size, position, (one.ins[0].shape[0], one.ins[0].shape[-1])):
        if taken > sizes or start % sizes:
            return (
                f"nc_matmul of {one.ins[0].shape} with tile_size {tuple(size)} at {tuple(position)}: it "
                "must fit, and begin at a multiple of it"
            )
    return None


def predicated(one: Instruction) -> str | None:
    """Of calls alone: `nl.where` is recorded as such a copy by whatever it is given."""
    predicate, dst = one.ins[-2], one.outs[0]
    if predicate.dtype not in _UNSIGNED:
        return f"tensor_copy_predicated by {predicate.dtype}: its predicate is uint8, uint16 or uint32"
    if len(one.ins) > 2 and one.ins[0].dtype != dst.dtype:
        return f"tensor_copy_predicated of {one.ins[0].dtype} into {dst.dtype}: it converts nothing"
    return None


def _cumulative(one: Instruction) -> str | None:
    for view in (*one.outs, one.ins[0]):
        if view.dtype in ("int32", "uint32"):
            return f"tensor_scalar_cumulative of {view.dtype}: it has no whole numbers of 32 bits"
    op = (one.attrs or {}).get("op1")
    return None if op in _RUNNING else f"tensor_scalar_cumulative with op1 {op}: it takes {', '.join(_RUNNING)}"


def _transposed(one: Instruction) -> str | None:
    dst, src = one.outs[0], one.ins[0]
    if not dst.base.on_chip:
        return "dma_transpose into HBM: its dst is in SBUF"
    if dst.dtype != src.dtype:
        return f"dma_transpose of {src.dtype} into {dst.dtype}: it converts nothing"
    return None


def _across(one: Instruction) -> str | None:
    op = (one.attrs or {}).get("op")
    return None if op in _ACROSS else f"tensor_partition_reduce with {op}: it takes {', '.join(_ACROSS)}"


def _reduced(one: Instruction) -> str | None:
    axis, shape = (one.attrs or {})["axis"], one.ins[0].shape
    axes = sorted(a % len(shape) for a in (axis if isinstance(axis, (tuple, list)) else (axis,)))
    if axes != list(range(len(shape) - len(axes), len(shape))):
        return (
            f"tensor_reduce over axes {axes} of {shape}, where nki takes the last ones alone: permute the "
            "view first"
        )
    return _operators(one)


def _operators(one: Instruction) -> str | None:
    attrs = one.attrs or {}
    for op in (attrs.get("op"), attrs.get("op0"), attrs.get("op1")):
        if op in ("abs_max", "abs_min"):
            return f"{one.op} with {op} needs a NeuronCore-v4"
        if op in BITS:
            for view in (*one.outs, *one.ins):
                if view.dtype.is_float:
                    return f"{one.op} with {op} of {view.dtype}: operators on bits take whole numbers"
    return None


CHECKS: dict[str, Callable[[Instruction], str | None]] = {
    "nc_matmul": _matmul,
    "tensor_scalar_cumulative": _cumulative,
    "dma_transpose": _transposed,
    "tensor_partition_reduce": _across,
    "tensor_scalar": _operators,
    "tensor_tensor": _operators,
    "tensor_reduce": _reduced,
}
