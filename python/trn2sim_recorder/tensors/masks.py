"""Masks of the old dialect: conditions on index ranges that clip what an instruction touches."""

from __future__ import annotations

from typing import Any

from ..basics.errors import RecordError, shape_error
from .views import View


class Mask:
    """Conditions that must all hold: each is (const, coefs per axis, op) compared with zero.

    `holds` says whether they do everywhere, once that is known.
    """

    __slots__ = ("terms", "sizes", "holds")

    terms: tuple
    sizes: tuple
    holds: bool | None

    def __and__(self, other: Any) -> Mask:
        if other is None:
            return self
        if not isinstance(other, Mask):
            if hasattr(other, "__index__") or hasattr(other, "item"):
                never = ((0, (0,) * len(self.sizes), "<"),)
                return self if other else conditions(self.terms + never, self.sizes)
            raise RecordError("E9", f"a mask cannot be joined with {type(other).__name__}")
        ndim = max(len(self.sizes), len(other.sizes))
        mine, theirs = self._padded(ndim), other._padded(ndim)
        sizes = tuple(max(a, b) for a, b in zip(mine.sizes, theirs.sizes))
        return conditions(mine.terms + theirs.terms, sizes)

    __rand__ = __and__

    def __or__(self, other: Any) -> Mask:
        raise RecordError("E9", "conditions of a mask can be joined by & only")

    def __bool__(self) -> bool:
        raise RecordError("E9", "a mask has no truth value: join conditions by &, not by and, and pass them as mask=")

    def at(self, axes: list[int], place: tuple) -> Mask:
        """The conditions on the other axes, where these axes are at a place."""
        left = [axis for axis in range(len(self.sizes)) if axis not in axes]
        terms = tuple(
            (
                const + sum(coefs[axis] * index for axis, index in zip(axes, place)),
                tuple(coefs[axis] for axis in left),
                op,
            )
            for const, coefs, op in self.terms
        )
        return conditions(terms, tuple(self.sizes[axis] for axis in left))

    def __getitem__(self, key: Any) -> Mask:
        """The conditions in more dimensions, as index ranges are placed: `[:, None]`, `[None, :]`."""
        key = key if isinstance(key, tuple) else (key,)
        if any(one is not None and one != slice(None) for one in key) or len(key) - key.count(None) != len(self.sizes):
            raise RecordError("E9", f"a mask of {len(self.sizes)} dimensions takes no indices but : for each, and None")
        places = [place for place, one in enumerate(key) if one is not None]
        terms = []
        for const, coefs, op in self.terms:
            known = dict(zip(places, coefs))
            terms.append((const, tuple(known.get(place, 0) for place in range(len(key))), op))
        sizes = dict(zip(places, self.sizes))
        return conditions(tuple(terms), tuple(sizes.get(place, 1) for place in range(len(key))))

    def over(self, shape: tuple) -> Mask:
        """The same conditions for each place along dimensions of size 1, as values are broadcast."""
        one = self._padded(len(shape))
        if any(size not in (1, wanted) for size, wanted in zip(one.sizes, shape)) or len(one.sizes) != len(shape):
            raise shape_error(f"broadcast_to: a mask of shape {one.sizes} does not fit {tuple(shape)}")
        terms = tuple(
            (const, tuple(coef if size > 1 else 0 for coef, size in zip(coefs, one.sizes)), op)
            for const, coefs, op in one.terms
        )
        return conditions(terms, tuple(shape))

    def _padded(self, ndim: int) -> Mask:
        pad = ndim - len(self.sizes)
        if pad == 0:
            return self
        zeros = (0,) * pad
        terms = tuple((const, zeros + coefs, op) for const, coefs, op in self.terms)
        return conditions(terms, (1,) * pad + self.sizes)


class Clip:
    """A mask worked out: whether nothing is left, the range kept per axis, and what is not a box."""

    __slots__ = ("empty", "sizes", "first", "kept", "rest")

    def __init__(self, mask: Mask):
        self.empty = False
        self.sizes = mask.sizes
        self.first = [0] * len(mask.sizes)
        self.kept = list(mask.sizes)
        self.rest: list[list] = []
        for const, coefs, op in mask.terms:
            self._term(const, coefs, op)
        self.empty = self.empty or any(a >= b for a, b in zip(self.first, self.kept))
        for term in self.rest:  # counted from the first element that is kept
            term[0] += sum(coef * first for coef, first in zip(term[1], self.first))

    def _term(self, const: int, coefs: tuple, op: str) -> None:
        least, most = reach(coefs, self.sizes)
        low, high = const + least, const + most
        axes = [axis for axis, coef in enumerate(coefs) if coef and self.sizes[axis] > 1]
        if op == "<" and high < 0 or op == "==" and low == high == 0:
            return
        if op == "<" and low >= 0 or op == "==" and not low <= 0 <= high:
            self.empty = True
        elif op == "<" and len(axes) == 1:
            self._range(const, axes[0], coefs[axes[0]])
        else:
            self.rest.append([const, list(coefs), op])

    def _range(self, const: int, axis: int, coef: int) -> None:
        """`const + coef * i < 0`: i from below or from above."""
        if coef > 0:
            self.kept[axis] = min(self.kept[axis], -(const // coef))
        else:
            self.first[axis] = max(self.first[axis], const // -coef + 1)

    def apply(self, view: View, axes: tuple | None = None) -> View:
        """The view without the elements the mask leaves out."""
        places: Any = axes if axes is not None else range(len(self.sizes))
        if len(view.shape) != len(places):
            places = None if axes is not None else aligned(self.sizes, view.shape)
            if places is None:
                return view
        shape = list(view.shape)
        skipped = [0] * len(shape)
        for dimension, axis in enumerate(places):
            if axis is not None and shape[dimension] == self.sizes[axis]:
                skipped[dimension] = self.first[axis]
                shape[dimension] = self.kept[axis] - self.first[axis]
        return view if tuple(shape) == view.shape else view.clipped(tuple(shape), tuple(skipped))


def aligned(sizes: tuple, shape: tuple) -> list[int | None] | None:
    """Which axis of a mask each dimension has, of a shape with more dimensions or fewer.

    As numpy aligns them, from the last; else from the first, for partitions are. None if neither fits.
    """
    axes, missing = list(range(len(sizes))), len(shape) - len(sizes)
    if missing < 0:
        kept = [axis for axis in axes if sizes[axis] != 1]
        if tuple(sizes[axis] for axis in kept) == shape:
            return kept
        # What is left of a reduction over the last ones, or a column.
        fits = all(size in (1, sizes[at]) for at, size in enumerate(shape))
        return axes[: len(shape)] if fits else None
    none = [None] * missing
    for places in (none + axes, axes + none):
        if all(at is None or sizes[at] in (1, size) for at, size in zip(places, shape)):
            return places
    return None


def fitted(op: str, mask: Mask, views: tuple) -> Mask:
    """The mask over the dimensions of a view that it fits, if none of an instruction has the mask's."""
    same = [view.shape for view in views if len(view.shape) == len(mask.sizes)]
    if same or not mask.sizes:
        if mask.sizes not in same:
            _check_sizes(op, mask, same)
        return mask
    for shape in sorted((view.shape for view in views), key=len, reverse=True):
        places = aligned(mask.sizes, shape)
        if places is not None:
            break
    else:
        raise RecordError("E9", f"{op}: a mask over {mask.sizes} does not fit {views[0].shape}")
    terms = tuple(
        (const, tuple(0 if at is None else coefs[at] for at in places), op)
        for const, coefs, op in mask.terms
    )
    return conditions(terms, tuple(1 if at is None else mask.sizes[at] for at in places))


def _check_sizes(op: str, mask: Mask, shapes: list[tuple]) -> None:
    """A condition on an axis needs an operand that has it; what is left of a reduction has one element."""
    for axis, size in enumerate(mask.sizes):
        found = {shape[axis] for shape in shapes}
        if found - {1} and size not in found | {1} and any(coefs[axis] for _, coefs, _ in mask.terms):
            raise RecordError("E9", f"{op}: a mask over {mask.sizes} does not fit {shapes[0]}")


_CLIPS: dict[tuple, Clip] = {}


def clip_of(mask: Mask) -> Clip:
    """A mask worked out, once for each; the result is not to be changed."""
    key = (mask.terms, mask.sizes)
    found = _CLIPS.get(key)
    if found is None:
        found = _CLIPS[key] = Clip(mask)
    return found


_REACHES: dict[tuple, tuple[int, int]] = {}


def reach(coefs: tuple, sizes: tuple) -> tuple[int, int]:
    """The least and the largest value of an index expression without its constant."""
    key = (coefs, sizes)
    found = _REACHES.get(key)
    if found is None:
        ends = [c * (n - 1) for c, n in zip(coefs, sizes)]
        found = _REACHES[key] = (sum(min(0, e) for e in ends), sum(max(0, e) for e in ends))
    return found


def to_mask(value: Any) -> Mask | None:
    """What `mask=` was given: conditions, or a truth value known while recording.

    Conditions that hold everywhere are none.
    """
    if value is None:
        return None
    if isinstance(value, Mask):
        if value.holds is None:
            value.holds = _everywhere(value)
        return None if value.holds else value
    return None if value else conditions(((0, (), "<"),), ())


def _everywhere(mask: Mask) -> bool:
    sizes = mask.sizes
    return all(op == "<" and const + reach(coefs, sizes)[1] < 0 for const, coefs, op in mask.terms)


def conditions(terms: tuple, sizes: tuple) -> Mask:
    made = Mask()
    made.terms = terms
    made.sizes = sizes
    made.holds = None
    return made
