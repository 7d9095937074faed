"""`rearrange`: names or tuples of names for dimensions, split, permuted and merged."""

from __future__ import annotations

from math import prod
from typing import Any

from ..basics.errors import RecordError, counted, shape_error
from ..tensors.views import View


def _names(form: Any) -> list[tuple[str, ...]]:
    """`"(a b) c"`, `("a b") ` or `(("a", "b"), "c")` as one tuple of names per dimension."""
    if isinstance(form, str):
        return _parsed(form)
    return [tuple(part) if isinstance(part, (tuple, list)) else (part,) for part in form]


def _parsed(text: str) -> list[tuple[str, ...]]:
    groups: list[tuple[str, ...]] = []
    inside: list[str] | None = None
    for word in text.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            inside = []
        elif word == ")":
            groups.append(tuple(inside or ()))
            inside = None
        elif inside is not None:
            inside.append(word)
        else:
            groups.append((word,))
    return groups


def rearranged(view: View, src: Any, dst: Any, sizes: dict) -> View:
    source, target = _names(src), _names(dst)
    if len(source) != len(view.shape):
        raise shape_error(f"rearrange: {counted(len(source), 'dimension')} named, {view!r} has {view.ndim}")
    known: dict[str, tuple[int, int]] = {}
    for names, size, stride in zip(source, view.shape, view.strides):
        known.update(_split(names, size, stride, sizes))
    used = [name for names in target for name in names]
    if sorted(used) != sorted(known):
        raise RecordError("E3", f"rearrange: {src!r} and {dst!r} do not name the same dimensions")
    shape, strides = [], []
    for names in target:
        size, stride = _merged(names, known, view)
        shape.append(size)
        strides.append(stride)
    if view.base.on_chip and shape[0] == view.shape[0] == 1:
        strides[0] = view.strides[0]  # sizes of one have no step of their own
    if view.base.on_chip and (shape[0], strides[0]) != (view.shape[0], view.strides[0]):
        raise shape_error(f"rearrange of {view!r}: the partition dimension must stay first")
    return view.like(tuple(shape), tuple(strides), view.offset)


def in_one(pattern: str) -> tuple[str, str]:
    """`"p (c two) -> p c two"`, both sides of the arrow."""
    source, _, target = pattern.partition("->")
    return source, target


def repeated(view: View, pattern: str, sizes: dict) -> View:
    """`"p x -> p c x"`: dimensions that only the right side names are the same elements again."""
    source, target = _names(in_one(pattern)[0]), _names(in_one(pattern)[1])
    mine = [names for names in target if names in source]
    if mine != source or len(source) != len(view.shape) or target[:1] != source[:1]:
        raise RecordError("E3", f"repeat: {pattern!r} has to name the dimensions of {view!r}, and more behind the first")
    known, shape, strides = iter(zip(view.shape, view.strides)), [], []
    for names in target:
        size, stride = next(known) if names in source else (_size_of(names, sizes, pattern), 0)
        shape.append(size)
        strides.append(stride)
    return view.like(tuple(shape), tuple(strides), view.offset)


def _size_of(names: tuple, sizes: dict, pattern: str) -> int:
    if len(names) != 1 or names[0] not in sizes:
        raise RecordError("E3", f"repeat: {pattern!r} needs the size of {' '.join(names)}, as in repeat(..., {names[0]}=2)")
    return int(sizes[names[0]])


def _split(names: tuple, size: int, stride: int, sizes: dict) -> dict[str, tuple[int, int]]:
    given = [sizes.get(name) for name in names]
    if given.count(None) > 1:
        raise RecordError("E3", f"rearrange: sizes of {names} are not given")
    known = prod(n for n in given if n is not None)
    parts = [size // known if n is None else n for n in given]
    if prod(parts) != size:
        raise shape_error(f"rearrange: {names} of sizes {parts} do not make {size}")
    found: dict[str, tuple[int, int]] = {}
    for name, part in zip(reversed(names), reversed(parts)):
        found[name] = (part, stride)
        stride *= part
    return found


def _merged(names: tuple, known: dict[str, tuple[int, int]], view: View) -> tuple[int, int]:
    size, stride = 1, 1
    for name in reversed(names):
        part, step = known[name]
        if part == 1:
            continue
        if size == 1:
            stride = step
        elif step != stride * size:
            raise shape_error(f"rearrange of {view!r}: merging {names} needs a copy")
        size *= part
    return size, stride
