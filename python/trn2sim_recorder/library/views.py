"""`TensorView` and `stream_shuffle_broadcast` of the kernel library, where it is not installed."""

from __future__ import annotations

from math import prod
from typing import Any

from ..api.isa_new import FUNCTIONS
from ..methods.reshaping import METHODS
from ..tensors.buffers import PRIVATE_HBM, SBUF, SHARED_HBM
from ..tensors.views import View

_QUADRANT = 32


class TensorView:
    """A tensor as the library wraps it: every view of it is wrapped again, until `get_view`."""

    def __init__(self, base_tensor: Any):
        wrapped = isinstance(base_tensor, TensorView)
        self._view: View = base_tensor._view if wrapped else base_tensor
        self.base_tensor: View = base_tensor.base_tensor if wrapped else base_tensor

    def _of_same(self, view: View) -> TensorView:
        made = TensorView(view)
        made.base_tensor = self.base_tensor
        return made

    @staticmethod
    def get_trivial_strides(shape: Any, base_stride: int = 1) -> tuple[int, ...]:
        return tuple(base_stride * prod(shape[place + 1 :]) for place in range(len(shape)))

    def get_view(self) -> View:
        return self._view

    def get_dim(self) -> int:
        return len(self._view.shape)

    def is_sbuf(self) -> bool:
        return self._view.buffer == SBUF

    def is_hbm(self) -> bool:
        return self._view.buffer in (PRIVATE_HBM, SHARED_HBM)

    def has_dynamic_access(self) -> bool:
        return self._view.is_indirect()

    def slice(self, dim: int, start: int, end: int, step: int = 1) -> TensorView:
        """Unlike that of a tensor, it may end behind the dimension."""
        return self._of_same(self._view.slice(dim, start, min(end, self._view.shape[dim]), step))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = getattr(self._view, name)
        if name not in METHODS:
            return found

        def wrapped(*args: Any, **named: Any) -> Any:
            made = found(*args, **named)
            return self._of_same(made) if isinstance(made, View) else made

        return wrapped


def stream_shuffle_broadcast(src: Any, dst: Any) -> None:
    """Copies the first partition to all of another tile, a quadrant at a time."""
    rows = dst.shape[0]
    for first in range(0, rows, _QUADRANT):
        part = dst[first : min(first + _QUADRANT, rows), :]
        FUNCTIONS["nc_stream_shuffle"](src=src[0:1, :], dst=part, shuffle_mask=[0] * _QUADRANT)


NAMES: dict[str, dict[str, Any]] = {
    "tensor_view": {"TensorView": TensorView},
    "stream_shuffle_broadcast": {"stream_shuffle_broadcast": stream_shuffle_broadcast},
}
