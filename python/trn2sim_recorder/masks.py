"""Masks of the old dialect: conditions on index ranges that clip what an instruction touches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import RecordError

if TYPE_CHECKING:
    from .affine import Affine
    from .views import View


class Mask:
    """Conditions that must all hold: each is (const, coefs per axis, op) compared with zero."""

    __slots__ = ("terms", "sizes")

    def __init__(self, terms: tuple, sizes: tuple):
        self.terms = terms
        self.sizes = sizes

    def __and__(self, other: Any) -> Mask:
        if other is None or other is True:
            return self
        if not isinstance(other, Mask):
            raise RecordError("E9", f"a mask cannot be joined with {type(other).__name__}")
        ndim = max(len(self.sizes), len(other.sizes))
        mine, theirs = self._padded(ndim), other._padded(ndim)
        sizes = tuple(max(a, b) for a, b in zip(mine.sizes, theirs.sizes))
        return Mask(mine.terms + theirs.terms, sizes)

    __rand__ = __and__

    def __or__(self, other: Any) -> Mask:
        raise RecordError("E9", "conditions of a mask can be joined by & only")

    def __bool__(self) -> bool:
        raise RecordError("E9", "a mask has no truth value; pass it as mask=")

    def _padded(self, ndim: int) -> Mask:
        pad = ndim - len(self.sizes)
        if pad == 0:
            return self
        zeros = (0,) * pad
        terms = tuple((const, zeros + coefs, op) for const, coefs, op in self.terms)
        return Mask(terms, (1,) * pad + self.sizes)


class Clip:
    """A mask worked out: whether nothing is left, sizes per axis, and what is not a box."""

    __slots__ = ("empty", "sizes", "kept", "rest")

    def __init__(self, mask: Mask):
        self.empty = False
        self.sizes = mask.sizes
        self.kept = list(mask.sizes)
        self.rest: list[list] = []
        for const, coefs, op in mask.terms:
            self._term(const, coefs, op)

    def _term(self, const: int, coefs: tuple, op: str) -> None:
        low = const + sum(min(0, c * (n - 1)) for c, n in zip(coefs, self.sizes))
        high = const + sum(max(0, c * (n - 1)) for c, n in zip(coefs, self.sizes))
        axes = [axis for axis, coef in enumerate(coefs) if coef and self.sizes[axis] > 1]
        if op == "<" and high < 0 or op == "==" and low == high == 0:
            return
        if op == "<" and low >= 0 or op == "==" and not low <= 0 <= high:
            self.empty = True
        elif op == "<" and len(axes) == 1 and coefs[axes[0]] > 0:
            axis = axes[0]
            self.kept[axis] = min(self.kept[axis], -(const // coefs[axis]))
        else:
            self.rest.append([const, list(coefs), op])

    def apply(self, view: View, axes: tuple | None = None) -> View:
        """The view without the elements the mask leaves out."""
        places = axes if axes is not None else range(len(self.sizes))
        if len(view.shape) != len(places):
            return view
        shape = list(view.shape)
        for dimension, axis in enumerate(places):
            if self.kept[axis] < self.sizes[axis] and shape[dimension] == self.sizes[axis]:
                shape[dimension] = self.kept[axis]
        return view if tuple(shape) == view.shape else view.clipped(tuple(shape))


def to_mask(value: Any) -> Mask | None:
    """What `mask=` was given: conditions, or a truth value known while recording."""
    if value is None or isinstance(value, Mask):
        return value
    return None if value else Mask(((0, (), "<"),), ())


def condition(expression: Affine, op: str) -> Mask:
    return Mask(((expression.const, expression.coefs, op),), expression.sizes)
