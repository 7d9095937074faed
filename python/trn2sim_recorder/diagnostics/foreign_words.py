"""What authors mean by names that NKI does not have: words of numpy and torch, and of the other module."""

from __future__ import annotations

import sys
from types import ModuleType

from ..api.ops import ACTIVATIONS, NAMES

_SCALING = "nisa.tensor_scalar(dst, data, nl.multiply, number), or nisa.tensor_tensor of two tiles"
_SUMMING = "nl.sum(x, axis, keepdims=True), or nisa.tensor_reduce(dst, nl.add, data, axis)"
_FILLING = "nisa.memset(dst, value), or nl.zeros and nl.full, which make a tile"
_MOVING = "nisa.dma_copy(dst, src), between HBM and sbuf"
_JOINING = "slices of one tile, written one after another"
_WRITING = "dst[...] = value, or nisa.tensor_copy(dst, src)"
_MAKING = "nl.ndarray(shape, dtype, buffer=nl.sbuf), which makes a tile"
_PRODUCT = "nisa.nc_matmul(dst, stationary, moving), or nl.matmul(x, y)"
_LIMITING = "nl.minimum(nl.maximum(x, low), high), or nisa.tensor_scalar with op0 and op1"
_TURNING = "nisa.nc_transpose(dst, data), nisa.dma_transpose(dst, src), or nl.transpose(x)"

_WORDS = {
    **dict.fromkeys(("mul", "scale", "scalar_mul", "scalar_multiply", "tensor_mul", "mult"), _SCALING),
    **dict.fromkeys(("reduce_sum", "reduce", "tensor_sum"), _SUMMING),
    **dict.fromkeys(("fill", "clear", "nc_clear", "psum_init", "zero", "fill_"), _FILLING),
    **dict.fromkeys(("load", "store", "dma_load", "dma_store"), _MOVING),
    **dict.fromkeys(("concat", "concatenate", "stack", "cat"), _JOINING),
    **dict.fromkeys(("copy", "assign", "write", "put"), _WRITING),
    **dict.fromkeys(("tile", "tensor", "buffer", "alloc", "allocate", "empty", "temporary"), _MAKING),
    **dict.fromkeys(("dot", "mm", "einsum", "matmul"), _PRODUCT),
    **dict.fromkeys(("clip", "clamp"), _LIMITING),
    **dict.fromkeys(("transpose", "swapaxes"), _TURNING),
    **dict.fromkeys(("cast", "astype", "convert"), "nl.copy(x, dtype), or nisa.tensor_copy into such a tile"),
    **dict.fromkeys(("value", "scalar"), "the number itself"),
    "sub": "nl.subtract", "div": "nl.divide", "neg": "nl.negative", "float": "nl.float32",
    "int": "nl.int32", "bool": "nl.bool_", "half": "nl.float16",
    "reshape": "x.reshape((rows, columns)), a method of tensors",
    "argmax": "nisa.max8 and nisa.nc_find_index8",
    "tile_index": "the variable of the loop", "tile_shape": "x.shape, or nl.tile_size.pmax and its like",
    "tile_offset": "the variable of the loop, times the size of a tile",
    "nl": "import nki.language as nl", "nisa": "import nki.isa as nisa",
}

# Of tensors alone: what arrays of torch and numpy have.
_OF_TENSORS = {
    **dict.fromkeys(("to", "type", "float", "half", "bfloat16", "int", "long", "double"),
                    "instead: nl.copy(x, dtype), or nisa.tensor_copy into a tile of that type"),
    **dict.fromkeys(("numel", "nelement"), "instead: x.size, a number"),
    **dict.fromkeys(("contiguous", "detach"),
                    "a view is read as it is; nl.copy(x), or nisa.tensor_copy, makes a tile of its own"),
    **dict.fromkeys(("expand", "expand_as", "repeat", "tile", "repeat_interleave"),
                    "instead: x.broadcast(dim, size) of a dimension of size 1, or nl.broadcast_to(x, shape)"),
    **dict.fromkeys(("split", "chunk", "unbind", "narrow", "index_select"),
                    "instead: slices of it, x[:, first : first + size]"),
    **dict.fromkeys(("copy_", "set_", "index_copy_"), f"instead: {_WRITING}"),
    **dict.fromkeys(("zero_", "fill_"), f"instead: {_FILLING}"),
    **dict.fromkeys(("add_", "mul_", "sub_", "div_"),
                    "instead: nisa.tensor_tensor or nisa.tensor_scalar with dst=x"),
    "masked_fill": "instead: nl.where(condition, x, y)",
}


def meant(module: ModuleType, name: str) -> str | None:
    """In words, what does what the author asked a module of NKI for; None if that is not known."""
    short = module.__name__.removeprefix("neuronxcc.")
    other = {"nki.isa": "language", "nki.language": "isa", "nki": ""}.get(short)
    if other is None:
        return None
    if short == "nki.isa" and name in NAMES:
        return f"it is an operator: op=nl.{name} of {_takes(name)}"
    if other == "isa" and hasattr(_beside(module, other), name):
        return f"nki.isa has it: nisa.{name}"
    if name in _WORDS:
        return f"instead: {_WORDS[name]}"
    if other == "language" and hasattr(_beside(module, other), name):
        return f"nki.language has it: nl.{name}"
    return None


def of_tensor(name: str) -> str | None:
    """What does what arrays of numpy and torch have a method for; None if that is not known."""
    if name in ("numpy", "tolist", "cpu", "tobytes"):
        return "its values are not known before the kernel runs"
    if name in _OF_TENSORS:
        return _OF_TENSORS[name]
    return f"instead: {_WORDS[name]}" if name in _WORDS else None


def _beside(module: ModuleType, part: str) -> ModuleType | None:
    return sys.modules.get(f"{module.__name__.rpartition('.')[0]}.{part}")


def _takes(op: str) -> str:
    """The instruction that takes an operator."""
    return "activation" if op in ACTIVATIONS else "tensor_tensor or tensor_scalar"
