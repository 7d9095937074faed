"""View methods that count elements of the buffer: access patterns, and the same bytes as another type."""

from __future__ import annotations

from math import prod
from typing import Any, Sequence

from ..basics.dtypes import DType, storable, to_dtype
from ..basics.errors import RecordError, shape_error
from ..basics.notes import note
from ..tensors.cutting import check_index
from ..tensors.partition_steps import noted
from ..tensors.registers import Reg
from ..tensors.views import View, plainest


def view_as(self: View, dtype: Any, *more: Any) -> View:
    """The same bytes as another type; the last dimension must be contiguous."""
    if more or isinstance(dtype, (int, tuple, list)):
        sizes = tuple(dtype) if isinstance(dtype, (tuple, list)) else (dtype, *more)
        text = f"view takes a data type; reshape(({', '.join(map(str, sizes))}{',' * (len(sizes) == 1)})) gives"
        raise RecordError("E3", f"{text} a tensor another shape")
    wanted = storable(to_dtype(dtype))
    have, want = self.dtype.itemsize, wanted.itemsize
    if have == want:
        return _made(self, self.shape, self.strides, self.offset, wanted, self.dynamic)
    if self.strides[-1] != 1 and self.shape[-1] != 1:
        raise shape_error(f"view of {self!r} as {wanted}: the last dimension is not contiguous")
    shape = self.shape[:-1] + (_counted(self, self.shape[-1], wanted),)
    strides = tuple(_counted(self, stride, wanted) for stride in self.strides[:-1]) + (1,)
    offset = _counted(self, self.offset, wanted)
    return _made(self, shape, strides, offset, wanted, _carried(self, wanted))


def _counted(view: View, number: int, wanted: DType) -> int:
    """So many elements of a view, in elements of another type."""
    bytes_of = number * view.dtype.itemsize
    if bytes_of % wanted.itemsize:
        raise shape_error(f"view of {view!r} as {wanted}: sizes do not divide")
    return bytes_of // wanted.itemsize


def _carried(view: View, wanted: DType) -> tuple | None:
    """What moves a view at run time moves what is made of it."""
    if view.dynamic is None:
        return None
    kind, number, unit, tensor = view.dynamic
    return kind, number, _counted(view, unit, wanted), tensor


def ap(
    self: View,
    pattern: Sequence[Sequence[int]],
    offset: Any = None,
    scalar_offset: Any = None,
    vector_offset: Any = None,
    indirect_dim: int = 0,
    dtype: Any = None,
) -> View:
    """An access pattern in place of the view's own shape and strides, from where the view begins."""
    wanted = self.dtype if dtype is None else storable(to_dtype(dtype))
    given = [one for one in (scalar_offset, vector_offset) if one is not None]
    if len(given) > 1:
        raise RecordError("E3", "ap takes scalar_offset or vector_offset, not both")
    if given and isinstance(offset, Reg):
        raise RecordError("E3", "ap takes a register for offset, or scalar_offset or vector_offset")
    start = _counted(self, self.offset, wanted)
    dynamic = _carried(self, wanted)
    moves = [(offset, 1)] if offset is not None else []
    moves += [(one, _counted(self, _step(self, indirect_dim), wanted)) for one in given]
    for by, unit in moves:
        fixed, moved = _moved(by, unit, by is vector_offset)
        start += fixed
        if moved is not None and dynamic is not None:
            raise RecordError("E7", "a view can have one run-time offset only")
        dynamic = dynamic if moved is None else moved
    shape = tuple(int(size) for _, size in pattern)
    strides = tuple(int(stride) for stride, _ in pattern)
    made = _made(self, shape, strides, start, wanted, dynamic)
    _along_partitions(made)
    return marked(noted(_within(made)))


def _along_partitions(view: View) -> None:
    """The first step of a pattern goes from partition to partition, or stays, as of a row for all."""
    base, step = view.base, view.strides[0] if view.strides else 0
    if not base.on_chip or len(base.shape) < 2 or view.shape[0] < 2 or step == 0:
        return
    pitch = base.pitch * base.dtype.itemsize // view.dtype.itemsize
    if pitch and step % pitch:
        steps = [prod(base.shape[place + 1 :]) for place in range(len(base.shape))]
        raise shape_error(
            f"ap: the first step is {step}, expected {pitch}, the elements that '{base.name}' has in a "
            f"partition; one step along each dimension of {base.shape} is {steps} elements"
        )
    if step != pitch:
        note(f"ap over partitions {step // pitch} apart, where nki takes those next to each other alone")


def _moved(by: Any, unit: int, each: bool) -> tuple[int, tuple | None]:
    """What an offset adds to the start, and what it adds at run time."""
    if isinstance(by, Reg):
        return by.add * unit, ("r", by.id, unit * by.scale, None)
    if getattr(by, "base", None) is None:
        return int(by) * unit, None
    check_index(by)
    if each and by.shape[0] > 1 and by.strides[0] == 0:
        raise shape_error(
            f"vector_offset {by!r} is one row for {by.shape[0]} partitions; expected an index in each: "
            "nc_stream_shuffle or a DMA copies it to them"
        )
    return 0, ("v" if each else "s", by.base.id, unit, by)


def _step(view: View, dimension: int) -> int:
    """How far one index of a dimension moves; of one that is repeated, what lies behind it."""
    steps = view.strides[dimension : dimension + 1]
    return steps[0] if steps and steps[0] else prod(view.shape[dimension + 1 :])


def _within(view: View) -> View:
    """A pattern without a run-time offset must stay inside its buffer, once something reads or writes by it.

    Kernels make patterns of rounds that they then leave out, so one that reaches too far is open until then.
    """
    if view.dynamic is not None:
        return view
    steps = [(n - 1) * s for n, s in zip(view.shape, view.strides)]
    first = view.offset + sum(step for step in steps if step < 0)
    last = view.offset + sum(step for step in steps if step > 0)
    limit = prod(view.base.shape) * view.base.dtype.itemsize // view.dtype.itemsize
    if 0 <= first and last < limit:
        return view
    return view.unclipped(view.shape, view.strides, view.offset, ((None, limit, view.offset, view.strides),))


def pattern_and_offset(self: View) -> tuple[list[list[int]], int]:
    """What a tensor of NKI calls `_get_pattern_and_offset`; libraries hand it on to `ap`."""
    return self.get_pattern(), self.offset


def _made(self: View, shape: tuple, strides: tuple, offset: int, dtype: Any, dynamic: Any) -> View:
    if self.pending is not None:
        self.check_pending()
    return plainest(self.base, shape, strides, offset, dtype, dynamic)


def marked(view: View) -> View:
    """One row that all partitions see is no plain view: engines cannot read it so."""
    return view.special() if view.pending is None and view.is_row_for_all() else view
