"""Masks of DMAs that are no box but several, a DMA each: where only the mask keeps a range inside its
tensor, and of stores, which must leave alone what other cores write beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..basics.instruction import Instruction
from ..tensors.masks import Clip, conditions
from ..tensors.views import View

#: The attribute of an instruction that stands for several until the recording ends.
KEY = "boxes"

_FEW = 4


def found(rest: list, outs: tuple, ins: tuple) -> list[tuple] | None:
    """The boxes to make of a DMA, or None if it stays one."""
    views = outs + ins
    if any(view.pending and not view.fits() for view in views):
        return _checked(rest, views)
    if outs[0].base.on_chip:
        return None
    several = _checked(rest, views)
    return several if several is not None and len(several) <= _FEW else None


def _checked(rest: list, views: tuple) -> list[tuple] | None:
    """What the rest of a mask leaves, as (elements left out, size) of each box; None if the views are
    not all of the shape that it is of. Each box is inside its tensors, or the first that is not is
    refused."""
    shape = views[0].shape
    if any(view.shape != shape for view in views) or any(len(term[1]) != len(shape) for term in rest):
        return None
    found = _parts(tuple((const, tuple(coefs), op) for const, coefs, op in rest), shape)
    for first, size in found:
        for view in views:
            view.clipped(size, first).check_pending()
    return found


def taken(view: View) -> View:
    """The view as it is, whose bounds the boxes of it were checked for."""
    return view.unchecked(view.shape, view.strides, view.offset) if view.pending else view


@lru_cache(maxsize=4096)
def _parts(terms: tuple, shape: tuple) -> list[tuple]:
    clip = Clip(conditions(terms, shape))
    if clip.empty:
        return []
    if not clip.rest:
        size = tuple(last - first for first, last in zip(clip.first, clip.kept))
        return [(tuple(clip.first), size)]
    outer = min(n for _, coefs, _ in clip.rest for n, c in enumerate(coefs) if c and shape[n] > 1)
    found: list[tuple] = []
    before: list[tuple] = []
    for index in range(shape[outer]):
        inner = _parts(_at(terms, outer, index), _put(shape, outer, 1))
        if len(inner) == len(before) == 1 and inner == before:
            first, size = found[-1]
            found[-1] = first, _put(size, outer, size[outer] + 1)
        else:
            found += [(_put(first, outer, index), size) for first, size in inner]
        before = inner
    return found


def _at(terms: tuple, axis: int, index: int) -> tuple:
    return tuple(
        (const + coefs[axis] * index, _put(coefs, axis, 0), op) for const, coefs, op in terms
    )


def _put(values: tuple, place: int, value: int) -> tuple:
    return (*values[:place], value, *values[place + 1 :])


def split(instructions: list[Instruction]) -> list[Instruction]:
    """Each such instruction as one for each of its boxes; the last is the one that others know."""
    made: list[Instruction] = []
    for one in instructions:
        if one.attrs and KEY in one.attrs:
            made += _split(one)
        else:
            made.append(one)
    return made


def _split(one: Instruction) -> list[Instruction]:
    attrs: dict[str, Any] = dict(one.attrs)
    boxes = attrs.pop(KEY)
    outs, ins = one.outs, one.ins
    made = [Instruction() for _ in boxes[1:]] + [one]
    for part, (first, size) in zip(made, boxes):
        part.op, part.engine, part.src, part.loop = one.op, one.engine, one.src, one.loop
        part.attrs = attrs or None
        part.outs = tuple(view.clipped(size, first) for view in outs)
        part.ins = tuple(view.clipped(size, first) for view in ins)
    return made
