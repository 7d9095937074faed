"""Which whole numbers an argument may hold that says where other tensors are accessed."""

from __future__ import annotations

from math import prod
from typing import Iterable

from ..basics.instruction import Instruction
from ..tensors.buffers import Buffer
from ..tensors.views import View

_COPIES = ("dma_copy", "dma_transpose", "tensor_copy", "nc_transpose", "nc_stream_shuffle")
GATHERS = frozenset(("nc_n_gather", "local_gather"))  # of every partition the elements with these numbers


def note_ranges(instructions: list[Instruction], arguments: Iterable[Buffer]) -> None:
    """Gives arguments that are copied into index tensors the range of what they index.

    A range that the request gives stays; what is computed from an argument says nothing about it.
    """
    limits: dict[Buffer, int] = {}
    for one in instructions:
        for view in (*one.outs, *one.ins):
            if view.dynamic is not None and view.dynamic[3] is not None:
                _lower(limits, view.dynamic[3].base, _places(view))
        if one.op in GATHERS:
            data, index, each = *one.ins[:2], (one.attrs or {}).get("num_elem_per_idx", 1)
            _lower(limits, index.base, data.size // data.shape[0] - each + 1)
    for one in reversed(instructions):
        if one.op in _COPIES and limits and one.outs[0].base in limits:
            _lower(limits, one.ins[0].base, limits[one.outs[0].base])
    for buffer in arguments:
        limit = limits.get(buffer, 0)
        extra = buffer.extra or {}
        if limit > 0 and not buffer.dtype.is_float and not extra.keys() & {"range", "values"}:
            buffer.tell(extra={**extra, "range": [0, limit]})


def _lower(limits: dict[Buffer, int], buffer: Buffer, limit: int) -> None:
    limits[buffer] = min(limit, limits.get(buffer, limit))


def _places(view: View) -> int:
    """How many places a run-time offset may take so that the view stays inside its tensor."""
    kind, _, unit, _ = view.dynamic
    size = prod(view.base.shape) * view.base.dtype.itemsize // view.dtype.itemsize
    fixed = 1 if kind == "v" else 0
    pairs = list(zip(view.shape, view.strides))[fixed:]
    reach = sum((count - 1) * stride for count, stride in pairs if stride > 0)
    return (size - 1 - view.offset - reach) // unit + 1 if unit > 0 else 0
