"""Puts the methods that the other files have on `View`, which knows nothing of them."""

from __future__ import annotations

from ..tensors.views import View
from . import operators, products, reshaping, subscripts

for _part in (subscripts, reshaping, operators, products):
    for _name, _method in _part.METHODS.items():
        setattr(View, _name, _method)
