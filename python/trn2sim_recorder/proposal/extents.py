"""How far a recorded kernel reaches into its tensors, which may be larger than it needs."""

from __future__ import annotations

from typing import Iterable

from ..recording.recorder import Recorder
from ..tensors.coverage import is_still
from ..tensors.views import View

_COPIES = ("dma_copy", "dma_transpose")


def reached(recorded: Iterable[Recorder]) -> dict[str, list[int]]:
    """By name of an argument, for each dimension one more than the last index that is read or written."""
    found: dict[str, list[int]] = {}
    for recorder in recorded:
        for one in recorder.instructions:
            for view in (*one.ins, *one.outs):
                if isinstance(view, View) and view.base.role in ("input", "inout"):
                    most = found.setdefault(view.base.name, [1] * len(view.base.shape))
                    found[view.base.name] = list(map(max, most, _extent(view)))
    return found


def copied_into(recorded: Iterable[Recorder]) -> dict[str, str]:
    """By name of an argument that is only copied, into tiles of one type, that type."""
    found: dict[str, set[str]] = {}
    for recorder in recorded:
        for one in recorder.instructions:
            for view in one.ins:
                if isinstance(view, View) and view.base.role == "input" and view.base.on_chip is False:
                    kind = str(one.outs[0].dtype) if one.op in _COPIES else ""
                    found.setdefault(view.base.name, set()).add(kind)
    return {name: kinds.pop() for name, kinds in found.items() if len(kinds) == 1 and "" not in kinds}


def exchanged(recorded: Iterable[Recorder]) -> bool:
    """Whether the kernel exchanges data between the two cores of a rank."""
    return any(one.op.startswith("sendrecv") for recorder in recorded for one in recorder.instructions)


def _extent(view: View) -> list[int]:
    """That of one access; the whole tensor where its place is decided at run time."""
    shape = view.base.shape
    if not is_still(view) or min(view.strides, default=0) < 0:
        return list(shape)
    steps = [(view.offset, 1), *((stride, n - 1) for stride, n in zip(view.strides, view.shape))]
    indices = [0] * len(shape)
    for stride, times in steps:
        for place in reversed(range(len(shape))):
            stride, part = divmod(stride, shape[place])
            indices[place] += part * times
    return _carried(indices, shape)


def _carried(indices: list[int], shape: tuple[int, ...]) -> list[int]:
    """A dimension that is overrun, as by rows that follow one another, is used whole."""
    extents, more = [], 0
    for index, size in zip(reversed(indices), reversed(shape)):
        whole = index + more >= size
        extents.insert(0, size if whole else index + more + 1)
        more = (index + more) // size
    return extents
