"""What kernels do with tensors, as methods of `View`: the files that have them build on views."""

from __future__ import annotations

from . import operators, products, reshaping, subscripts
from .views import View

for _part in (subscripts, reshaping, operators, products):
    for _name, _method in _part.METHODS.items():
        setattr(View, _name, _method)
