"""What NKI's documentation demands of an instruction's operands, and no device runs without.

Each function says of an instruction what is wrong with it, if anything.
"""

from __future__ import annotations

from typing import Callable

from ..api.ops import BITS
from ..basics.instruction import Instruction
from ..tensors.views import View

_OF_SCALAR = (("multiply", "add"), ("multiply", None), ("add", None))
_SMALL = ("int8", "uint8", "int16", "uint16")
_LEAST = -3.4028235e38  # fp32
_EACH = (1, 2, 4, 8, 16, 32)
_RUNNING = ("add", "subtract", "multiply", "maximum", "minimum")
_TURNS = ((1, 0), (2, 1, 0), (3, 1, 2, 0))
_ACROSS = ("add", "maximum", "bitwise_or", "bitwise_and")


def _matmul(one: Instruction) -> str | None:
    for view in one.ins[:2]:
        if not view.dtype.is_float:
            return f"nc_matmul of {view.dtype}: TensorE multiplies floats alone"
        if view.dtype == "float8_e4m3fn":
            return "nc_matmul of float8_e4m3fn needs a NeuronCore-v4; trn2 has float8_e4m3"
    attrs = one.attrs or {}
    if attrs.get("is_transpose") and one.outs[0].dtype != one.ins[0].dtype:
        return f"nc_matmul with is_transpose of {one.ins[0].dtype} into {one.outs[0].dtype}: it converts nothing"
    if attrs.get("perf_mode") == "double_row":
        for view in one.ins[:2]:
            if view.dtype.itemsize > 1:
                return f"nc_matmul with double_row of {view.dtype}: it takes floats of one byte"
    if one.outs[0].dtype != "float32" and not attrs.get("is_transpose"):
        return f"nc_matmul into {one.outs[0].dtype}: products are float32 before a NeuronCore-v4"
    size, position = attrs.get("tile_size"), attrs.get("tile_position")
    if not size and not position:
        return None
    if not size or not position:
        have, lacks = ("tile_size", "tile_position") if size else ("tile_position", "tile_size")
        return f"nc_matmul with {have} and no {lacks}: nki takes both or neither"
    for sizes, start, taken in zip(size, position, (one.ins[0].shape[0], one.ins[0].shape[-1])):
        if taken > sizes or start % sizes:
            return (
                f"nc_matmul of {one.ins[0].shape} with tile_size {tuple(size)} at {tuple(position)}: it "
                "must fit, and begin at a multiple of it"
            )
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
    attrs = one.attrs or {}
    axes, mode = attrs.get("axes"), attrs.get("dge_mode")
    if axes is not None and tuple(axes) not in _TURNS:
        return f"dma_transpose with axes {tuple(axes)}, where nki takes {', '.join(map(str, _TURNS))}"
    turned = tuple(src.shape[axis] for axis in axes or (len(src.shape) - 1, *range(1, len(src.shape) - 1), 0))
    if turned != dst.shape:
        return f"dma_transpose into {dst.shape}, where nki wants all dimensions of {turned}"
    if mode == "swdge" and not _by_indices(src):
        return "dma_transpose with swdge, which is for rows by indices: hwdge, or none, takes the others"
    if mode == "hwdge" and src.dtype.itemsize != 2:
        return f"dma_transpose of {src.dtype} with hwdge, which takes elements of two bytes"
    return _moved(one)


def _by_indices(view: View) -> bool:
    return view.dynamic is not None and view.dynamic[0] == "v"


def _left_over(one: Instruction, view: View) -> str | None:
    """Indices are read column by column, as many as there are rows: the columns behind name none."""
    if not _by_indices(view):
        return None
    index, rows = view.dynamic[3], view.shape[0]
    if len(index.shape) < 2 or index.free() == 1 or rows > index.shape[0]:
        return None
    return (
        f"{one.op} of {rows} rows by {index.shape} indices, read column by column: those behind the first "
        "column name no row; a slice of one column is one for each row"
    )


def _moved(one: Instruction) -> str | None:
    attrs = one.attrs or {}
    if attrs.get("priority") is not None:
        return f"{one.op} with priority needs a NeuronCore-v4"
    if not one.ins:
        return None
    dst, src = one.outs[0], one.ins[0]
    for view in (src, dst):
        left = _left_over(one, view)
        if left is not None:
            return left
    if attrs.get("dge_mode") == "hwdge":
        if _by_indices(src) or _by_indices(dst):
            return f"{one.op} by indices with hwdge: swdge follows them"
        if dst.dtype != src.dtype:
            return f"{one.op} of {src.dtype} into {dst.dtype} with hwdge, which converts nothing: swdge does"
    if one.op != "dma_copy":
        return None
    if not (dst.base.on_chip and src.base.on_chip) or dst.dynamic or src.dynamic:
        return None
    if dst.shape[0] == src.shape[0]:
        return None
    return (
        f"dma_copy of {src.shape} into {dst.shape} on chip: nki's compiler wants as many partitions of "
        "both; one to HBM and one back change them"
    )


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
    attrs = one.attrs or {}
    if attrs.get("negate") and attrs.get("op") in BITS:
        return f"tensor_reduce with {attrs['op']} and negate, which is for arithmetic"
    return _operators(one)


def _tile_of(one: Instruction, name: str) -> View | None:
    """The tile that is given for a number."""
    given = (one.attrs or {}).get(name)
    return one.ins[int(given[1:])] if isinstance(given, str) and given.startswith("$") else None


def _numbers(one: Instruction, *names: str) -> str | None:
    """Tiles that stand for numbers are float32, unless an operator works on bits."""
    attrs = one.attrs or {}
    for name in names:
        tile, op = _tile_of(one, name), attrs.get(name.replace("operand", "op"))
        if tile is not None and tile.dtype != "float32" and op not in BITS:
            return f"{one.op}: {name} is a tile of {tile.dtype}, expected float32"
    return None


def _reaches(one: Instruction) -> str | None:
    """GpSimd, where a call names it, has no way to PSUM."""
    if one.engine == "gpsimd" and any(view.base.space.is_psum for view in (*one.outs, *one.ins)):
        return f"{one.op} on GpSimd of a tile in psum, which it cannot reach: Vector and Scalar can"
    return None


def _filled(one: Instruction) -> str | None:
    value, dst = (one.attrs or {}).get("value"), one.outs[0]
    if type(value) is float and not dst.dtype.is_float:
        return f"memset of {dst.dtype} with {value}: its value is a whole number there"
    return _reaches(one)


def _combined(one: Instruction) -> str | None:
    return _operators(one) or _reaches(one)


def _scaled(one: Instruction) -> str | None:
    return _combined(one) or _numbers(one, "operand0", "operand1") or _on_scalar(one)


def _arithmetic(one: Instruction) -> str | None:
    attrs = one.attrs or {}
    for op in (attrs.get("op0"), attrs.get("op1")):
        if op in BITS:
            return f"{one.op} with {op}: it has no operators on bits"
    return _scaled(one)


def _both_psum(one: Instruction, first: View, second: View) -> str | None:
    both = first.base.space.is_psum and second.base.space.is_psum
    return f"{one.op} of two tiles in PSUM: one may be there" if both else None


def _with_tensor(one: Instruction) -> str | None:
    return _arithmetic(one) or _both_psum(one, one.ins[0], one.ins[1])


def _with_sum(one: Instruction) -> str | None:
    op = (one.attrs or {}).get("reduce_op")
    if op not in _RUNNING:
        return f"{one.op} with reduce_op {op}: it takes {', '.join(_RUNNING)}"
    return _arithmetic(one)


def _on_scalar(one: Instruction) -> str | None:
    attrs = one.attrs or {}
    ops = attrs.get("op0"), attrs.get("op1")
    if one.op != "tensor_scalar" or one.engine != "scalar" or ops in _OF_SCALAR:
        return None
    shown = " and ".join(op for op in ops if op)
    return f"tensor_scalar with {shown} on Scalar, which has multiply, add, and add after multiply"


def _accumulated(one: Instruction) -> str | None:
    """Registers hold what came before unless a call says otherwise."""
    attrs = one.attrs or {}
    if len(one.outs) > 1 and attrs.get("reduce_cmd") in (None, "idle"):
        return f"{one.op} with reduce_res and no reduce_cmd, which adds nothing up: reset_reduce does"
    return None


def _activated(one: Instruction) -> str | None:
    op = (one.attrs or {}).get("reduce_op")
    if op not in (None, "add"):
        return f"{one.op} with reduce_op {op}: Scalar adds up alone"
    bias = _tile_of(one, "bias")
    if bias is not None and bias.dtype == "tfloat32":
        return f"{one.op}: bias is a tile of tfloat32, which Scalar does not add"
    return _numbers(one, "scale") or (_accumulated(one) if one.op == "activation" else None)


def _selected(one: Instruction) -> str | None:
    attrs = one.attrs or {}
    if attrs.get("reduce_op") not in (None, "maximum"):
        return f"{one.op} with reduce_op {attrs['reduce_op']}: it takes nl.maximum"
    if one.op == "range_select":
        if "not_equal" in (attrs.get("comp_op0"), attrs.get("comp_op1")):
            return "range_select with not_equal: it has the other comparisons"
        if not one.ins[0].dtype.is_float:
            return f"range_select of {one.ins[0].dtype}: its tile is of floats"
        for bound in one.ins[1:3]:
            if bound.dtype != "float32":
                return f"range_select with bounds of {bound.dtype}, expected float32"
        value = attrs.get("on_false_value")
        if value is not None and value > _LEAST * 0.9999:
            return f"range_select with on_false_value {value}: it is the least float32, {_LEAST}"
        return None
    if one.ins[0].dtype not in _SMALL:
        return f"select_reduce by {one.ins[0].dtype}: its predicate is one of {', '.join(_SMALL)}"
    if one.ins[1].dtype in ("int32", "uint32", "tfloat32"):
        return f"select_reduce of {one.ins[1].dtype}, which it does not take"
    return _both_psum(one, one.ins[0], one.ins[1]) or _accumulated(one)


def _same_type(one: Instruction) -> str | None:
    dst, src = one.outs[0].dtype, one.ins[0].dtype
    return None if dst == src else f"{one.op} of {src} into {dst}: it converts nothing"


def _indices(one: Instruction) -> str | None:
    """Types of the numbers that say where elements are."""
    if one.op == "nc_find_index8":
        found, known = one.outs[0].dtype, ("uint16", "uint32")
    elif one.op == "nonzero_with_count":
        found, known = one.outs[0].dtype, ("int32",)
    else:
        found, known = one.ins[1].dtype, ("uint16",) if one.op == "local_gather" else ("uint32",)
    return None if found in known else f"{one.op} with indices of {found}, expected {' or '.join(known)}"


def _gathered(one: Instruction) -> str | None:
    each = (one.attrs or {}).get("num_elem_per_idx", 1)
    if one.op == "local_gather" and each not in _EACH:
        return f"local_gather of {each} elements per index: it takes {', '.join(map(str, _EACH))}"
    return _same_type(one) or _indices(one)


def _bounds(one: Instruction) -> str | None:
    """What `sequence_bounds` and `nonzero_with_count` read."""
    src = one.ins[0]
    if src.dtype not in ("float32", "int32"):
        return f"{one.op} of {src.dtype}, expected float32 or int32"
    if one.op == "sequence_bounds" and src.partitions() > 1:
        return f"sequence_bounds of {src.partitions()} partitions: it takes one"
    return _indices(one) if one.op == "nonzero_with_count" else None


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
    "dma_copy": _moved,
    "tensor_partition_reduce": _across,
    "tensor_scalar": _scaled,
    "scalar_tensor_tensor": _with_tensor,
    "tensor_scalar_reduce": _with_sum,
    "tensor_tensor_scan": _arithmetic,
    "tensor_tensor": _combined,
    "tensor_copy": _reaches,
    "memset": _filled,
    "tensor_reduce": _reduced,
    "activation": _activated,
    "activation_reduce": _activated,
    "select_reduce": _selected,
    "range_select": _selected,
    "nc_transpose": _same_type,
    "nc_stream_shuffle": _same_type,
    "dropout": _same_type,
    "sendrecv": _same_type,
    "nc_find_index8": _indices,
    "nonzero_with_count": _bounds,
    "sequence_bounds": _bounds,
    "local_gather": _gathered,
    "nc_n_gather": _gathered,
}
