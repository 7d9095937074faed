"""Arrays that calls of numpy, torch and their like make, by sizes and types alone."""

from __future__ import annotations

import ast
import itertools
from math import prod
from typing import Any, Callable, NamedTuple

from .kernels import dotted

_MADE = (
    "rand", "randn", "random", "random_sample", "standard_normal", "normal", "uniform", "randint",
    "integers", "zeros", "ones", "empty", "full", "ndarray", "arange",
)
_BEHIND_VALUES = ("randint", "integers", "normal", "uniform")  # sizes are their third argument
_SIZES = ("size", "shape")
# What makes arrays of stated values, and their type if it is not that of the values.
STATED = {
    **dict.fromkeys(("array", "asarray", "tensor", "as_tensor")),
    "IntTensor": "int32", "LongTensor": "int32", "FloatTensor": "fp32",
}
_FEW = 64
TYPES = {
    "float32": "fp32", "float16": "fp16", "half": "fp16", "bfloat16": "bf16", "int32": "int32",
    "int8": "int8", "uint8": "uint8", "uint32": "uint32", "int16": "int16", "uint16": "uint16",
    "float": "fp32", "double": "fp32", "float64": "fp32", "int64": "int32", "fp8": "fp8_e4m3",
    "float8_e4m3": "fp8_e4m3", "float8_e4m3fn": "fp8_e4m3", "float8_e5m2": "fp8_e5m2",
}
_METHODS = {**TYPES, "int": "int32", "long": "int32", "short": "int16", "bool": "uint8"}
_COMPARED = ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal", "isnan", "logical_not")
_WORDS = {**TYPES, "bool": "uint8", "bool_": "uint8"}
_KEEPING = (*_METHODS, "to", "astype", "contiguous", "clone", "copy", "cuda", "array", "asarray", "tensor")
_OTHER_SHAPES = (
    "sum", "mean", "max", "min", "prod", "argmax", "topk", "matmul", "dot", "einsum", "bmm", "mm", "outer",
    "kron", "stack", "hstack", "vstack", "pad", "take", "repeat_interleave", "squeeze", "unfold", "diag",
)
_JOINED = ("concatenate", "concat", "cat")
_TURNED = ("transpose", "permute", "swapaxes", "t")


class Array(NamedTuple):
    """What a host array is to a kernel; its values, where the source states the few that there are."""

    shape: tuple[int, ...]
    dtype: str
    values: tuple = ()

    def described(self) -> dict[str, Any]:
        found = {"shape": list(self.shape), "dtype": self.dtype}
        return {**found, "values": list(self.values)} if self.values else found


class Typed(NamedTuple):
    """An array of which only the type can be told."""

    dtype: str


Of = Callable[[ast.expr], Any]


def array(node: ast.Call, of: Of) -> Array | Typed | None:
    """What the call makes, if `of` tells the values of its arguments."""
    last = node.func.attr if isinstance(node.func, ast.Attribute) else dotted(node.func)
    if last in _MADE:
        return made(node, last, of)
    if not isinstance(node.func, ast.Attribute):
        return None
    owner = of(node.func.value)
    if isinstance(owner, (Array, Typed)):
        return _changed(owner, last, node.args, node, of)
    first = of(node.args[0]) if node.args else None
    if last in STATED and isinstance(first, list):
        return _stated(first, node, last)
    if last in _JOINED:
        return _joined(first, node, of)
    if isinstance(first, (Array, Typed)):  # torch.from_numpy(a), np.transpose(a, (1, 0))
        return _changed(first, last, node.args[1:], node, of)
    kind = _type(node, "") if last in ("to", "astype") else ""
    return Typed(kind) if kind else None


def _stated(values: list, node: ast.Call, last: str) -> Array | None:
    """`torch.tensor([[0, 4, 9]])`; numbers that cannot be told count for the size."""
    sizes, parts = [], values
    while parts and all(isinstance(one, list) and len(one) == len(parts[0]) for one in parts):
        sizes.append(len(parts))
        parts = [part for one in parts for part in one]
        sizes, parts = ([*sizes, 0], []) if not parts else (sizes, parts)
    count, whole = len(parts), prod(sizes)
    if not parts or any(isinstance(one, (list, str, Array)) for one in parts) or count % whole:
        return None
    kind = STATED[last] or ("fp32" if any(type(one) is float for one in parts) else "int32")
    known = count <= _FEW and all(type(one) in (int, float) for one in parts)
    return Array((*sizes, count // whole), _type(node, kind), tuple(parts) if known else ())


def made(node: ast.Call, last: str, of: Of) -> Array | None:
    named = [one.value for one in node.keywords if one.arg in _SIZES]
    args = named or (node.args[2:3] if last in _BEHIND_VALUES else node.args)
    sizes = _sizes(args, of)
    return Array(sizes, _type(node, "fp32")) if sizes else None


def _changed(
    one: Array | Typed, last: str, args: list[ast.expr], node: ast.Call, of: Of
) -> Array | Typed | None:
    """One of the same elements in another shape or type, or of the same shape."""
    kind = "uint8" if last in _COMPARED else _METHODS.get(last) if not args else None
    dtype = kind or _type(node, one.dtype)
    if last in ("reshape", "view", "broadcast_to", "expand"):
        return _reshaped(one, _sizes(args, of), dtype, last)
    if isinstance(one, Typed):
        return Typed(dtype)
    if last in _OTHER_SHAPES or last in _JOINED:
        return None
    if last in _TURNED:
        return _turned(one, args, last, of)
    if last in ("tile", "repeat"):
        torch = len(args) == len(node.args) > 1  # numpy's repeat is another thing
        return _tiled(one, args, of) if torch or last == "tile" else None
    if last in ("flatten", "ravel"):
        return Array((prod(one.shape),), dtype) if not args else None
    if last in ("unsqueeze", "expand_dims"):
        place = of((args or [one.value for one in node.keywords if one.arg in ("axis", "dim")] or [node])[0])
        if not isinstance(place, int):
            return None
        shape = list(one.shape)
        shape.insert(place % (len(shape) + 1), 1)
        return Array(tuple(shape), dtype, one.values)
    return Array(one.shape, dtype, one.values if last in _KEEPING else ())


def _reshaped(one: Array | Typed, sizes: tuple[int, ...], dtype: str, last: str) -> Array | Typed | None:
    """A size of -1 is what is left over; that of `expand` is the one there was."""
    if not sizes or sizes.count(-1) > 1 or isinstance(one, Typed):
        plain = bool(sizes) and min(sizes) > 0
        return Array(sizes, dtype) if plain else Typed(dtype) if isinstance(one, Typed) else None
    if -1 in sizes:
        place = sizes.index(-1)
        rest = prod(sizes[:place] + sizes[place + 1 :])
        if last == "expand":
            behind = len(one.shape) - len(sizes) + place
            left = one.shape[behind] if behind >= 0 else 0
        else:
            left = prod(one.shape) // rest if rest > 0 and prod(one.shape) % rest == 0 else 0
        sizes = (*sizes[:place], left, *sizes[place + 1 :])
    return Array(sizes, dtype) if min(sizes) > 0 else None


def _turned(one: Array, args: list[ast.expr], last: str, of: Of) -> Array | None:
    """Two numbers are places that change, as in torch; a list is an order, as in numpy."""
    values = [of(arg) for arg in args]
    order = values[0] if len(values) == 1 and isinstance(values[0], list) else values
    rank = len(one.shape)
    if not order and last in ("transpose", "t"):
        return Array(one.shape[::-1], one.dtype)
    if any(type(place) is not int or not -rank <= place < rank for place in order):
        return None
    places = [place % rank for place in order]
    if len(values) == 2 and last != "permute":
        swapped = list(range(rank))
        swapped[places[0]], swapped[places[1]] = places[1], places[0]
        places = swapped
    if sorted(places) != list(range(rank)):
        return None
    return Array(tuple(one.shape[place] for place in places), one.dtype)


def _tiled(one: Array, args: list[ast.expr], of: Of) -> Array | None:
    """`np.tile(a, (8, 1))` and `a.repeat(8, 1)` of torch."""
    times = _sizes(args, of)
    if not times or (len(times) != len(args) and len(args) != 1):
        return None
    rank = max(len(times), len(one.shape))
    shape = (1,) * (rank - len(one.shape)) + one.shape
    more = (1,) * (rank - len(times)) + times
    return Array(tuple(map(prod, zip(shape, more))), one.dtype)


def _joined(parts: Any, node: ast.Call, of: Of) -> Array | None:
    if not isinstance(parts, list) or not parts or not all(isinstance(one, Array) for one in parts):
        return None
    named = [one.value for one in node.keywords if one.arg in ("dim", "axis")]
    place = of((named or node.args[1:2] or [ast.Constant(0)])[0])
    rank = len(parts[0].shape)
    if not isinstance(place, int) or not -rank <= place < rank:
        return None
    shape = list(parts[0].shape)
    shape[place] = sum(one.shape[place] for one in parts)
    return Array(tuple(shape), parts[0].dtype)


def _sizes(args: list[ast.expr], of: Of) -> tuple[int, ...]:
    """A list of sizes before anything else, or all whole numbers up to something else."""
    values = [of(one) for one in args]
    if values and isinstance(values[0], list):
        values = [] if None in values[0] else values[0]
    return tuple(itertools.takewhile(lambda one: type(one) is int, values))


def _type(node: ast.Call, usual: str) -> str:
    """A type among the arguments: `dtype=np.float16`, `.astype(nl.bfloat16)`, `.to("bfloat16")`."""
    words = [one.value for one in node.keywords if one.arg == "dtype"] + node.args
    for one in words:
        text = one.value if isinstance(one, ast.Constant) else dotted(one)
        if isinstance(text, str) and text.split(".")[-1] in _WORDS:
            return _WORDS[text.split(".")[-1]]
    return usual
