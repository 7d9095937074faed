"""What stands in brackets behind a view: the short way to parts that kernels take most."""

from __future__ import annotations

from typing import Any, Callable

from ..tensors import indexing, kept_views
from ..tensors.index_ranges import Affine
from ..tensors.views import View
from .assignments import store_into


def part(self: View, key: Any) -> View:
    """Two slices of a plain matrix here, if their bounds are numbers in range: most of what
    kernels do. Everything else is in `indexing` and `kept_views`.

    Slices are kept: kernels take the same parts of a tile again and again.
    """
    if type(key) is tuple:
        if len(key) == 2:
            rows, columns = key
            if type(rows) is slice is type(columns) and rows.step is None is columns.step:
                top, bottom, left, right = rows.start, rows.stop, columns.start, columns.stop
                if (
                    (top is None or type(top) is int)
                    and (bottom is None or type(bottom) is int)
                    and (left is None or type(left) is int)
                    and (right is None or type(right) is int)
                ):
                    place = (top, bottom, left, right)
                    cuts = self.cuts
                    if cuts is not None and (found := cuts.get(place)) is not None:
                        return found
                    if type(self) is View and len(self.shape) == 2:
                        height, width = self.shape
                        if top is None:
                            top = 0
                        if bottom is None:
                            bottom = height
                        if left is None:
                            left = 0
                        if right is None:
                            right = width
                        if 0 <= top < bottom <= height and 0 <= left < right <= width:
                            view = View()
                            view.base = self.base
                            view.shape = (bottom - top, right - left)
                            view.strides = down, along = self.strides
                            view.offset = self.offset + top * down + left * along
                            view.text = view.cuts = None
                            if cuts is None:
                                self.cuts = {place: view}
                            else:
                                cuts[place] = view
                            return view
            elif type(columns) is Affine and type(self) is View and len(self.shape) == 2:
                found = kept_views.pair(self, key)
                return found if found is not None else indexing.cut(self, key)
        if type(self) is View and len(key) == len(self.shape):
            if type(key[-1]) is Affine:
                found = kept_views.planned(self, key)
                if found is not None:
                    return found
            elif len(key) == 3:
                return indexing.layer(self, key) if type(key[1]) is int else indexing.box(self, key)
    elif key is Ellipsis:
        return self
    return indexing.cut(self, key)


def assign(self: View, key: Any, value: Any) -> None:
    store_into(self[key], value)


METHODS: dict[str, Callable] = {"__getitem__": part, "__setitem__": assign}
