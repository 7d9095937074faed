"""View methods that rearrange dimensions without moving data."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Callable, Sequence

from .dtypes import storable, to_dtype
from .errors import RecordError, shape_error, unsupported
from .notes import note
from .rearranging import rearranged
from .registers import Reg
from .slices import DynamicSlice
from .stepped import noted

if TYPE_CHECKING:
    from .dtypes import DType
    from .views import View


def contiguous(shape: tuple, strides: tuple) -> bool:
    step = 1
    for size, stride in zip(reversed(shape), reversed(strides)):
        if size != 1 and stride != step:
            return False
        step *= size
    return True


def _like(view: View, shape: Sequence[int], strides: Sequence[int], offset: int) -> View:
    return view.like(tuple(shape), tuple(strides), offset)


def _made(self: View, shape: tuple, strides: tuple, offset: int, dtype: Any, dynamic: Any) -> View:
    if self.pending is not None:
        self.check_pending()
    return self.made(self.base, shape, strides, offset, dtype, dynamic)


def _dimension(view: View, dim: int) -> int:
    place = dim + len(view.shape) if dim < 0 else dim
    if not 0 <= place < len(view.shape):
        raise shape_error(f"{view!r} has no dimension {dim}")
    return place


def _replaced(view: View, dim: int, parts: Sequence[tuple[int, int]]) -> View:
    pairs = list(zip(view.shape, view.strides))
    pairs[dim : dim + 1] = parts
    return _like(view, [size for size, _ in pairs], [stride for _, stride in pairs], view.offset)


def _sizes(wanted: Any, total: int) -> list[int]:
    """The sizes with a single -1 worked out."""
    sizes = [int(size) for size in (wanted if isinstance(wanted, (tuple, list)) else (wanted,))]
    if sizes.count(-1) == 1:
        sizes[sizes.index(-1)] = total // (-prod(sizes) or 1)
    if prod(sizes) != total or any(size < 0 for size in sizes):
        raise shape_error(f"cannot give {total} elements the shape {tuple(sizes)}")
    return sizes


def reshape(self: View, *shape: Any, **named: Any) -> View:
    wanted = named.get("shape", shape[0] if len(shape) == 1 else shape)
    if len(shape) > 1:
        note(f"reshape with {len(shape)} numbers, where nki takes a tuple: reshape({shape})")
    sizes = _sizes(wanted, self.size)
    if self.base.on_chip and sizes[0] != self.shape[0]:
        raise shape_error(
            f"reshape of {self!r} to {tuple(sizes)} would change the partition dimension; "
            "a transpose (nisa.nc_transpose) or a DMA moves data across partitions"
        )
    runs = _runs(self.shape, self.strides)
    strides: list[int] = []
    run = 0
    left, step = runs[0]
    for size in sizes:
        if size == 1:
            strides.append(1)
            continue
        while left == 1 and run + 1 < len(runs):
            run += 1
            left, step = runs[run]
        if left % size:
            raise _needs_copy(self, sizes)
        left //= size
        strides.append(step * left)
    return _like(self, sizes, strides, self.offset)


def _needs_copy(view: View, sizes: Sequence[int]) -> RecordError:
    return shape_error(f"reshape of {view!r} to {tuple(sizes)} needs a copy")


def _runs(shape: tuple, strides: tuple) -> list[tuple[int, int]]:
    """Neighbouring dimensions merged where they are contiguous: (elements, innermost stride)."""
    runs: list[tuple[int, int]] = []
    for size, stride in zip(shape, strides):
        if size == 1:
            continue
        if runs and runs[-1][1] == stride * size:
            runs[-1] = (runs[-1][0] * size, stride)
        else:
            runs.append((size, stride))
    return runs or [(1, 1)]


def reshape_dim(self: View, dim: int, shape: Any) -> View:
    dim = _dimension(self, dim)
    sizes = _sizes(shape, self.shape[dim])
    parts, step = [], self.strides[dim]
    for size in reversed(sizes):
        parts.append((size, step))
        step *= size
    return _replaced(self, dim, parts[::-1])


def flatten_dims(self: View, start_dim: int, end_dim: int) -> View:
    first, last = _dimension(self, start_dim), _dimension(self, end_dim)
    merged = _runs(self.shape[first : last + 1], self.strides[first : last + 1])
    if len(merged) != 1:
        raise _needs_copy(self, (prod(self.shape[first : last + 1]),))
    shape = self.shape[:first] + (merged[0][0],) + self.shape[last + 1 :]
    strides = self.strides[:first] + (merged[0][1],) + self.strides[last + 1 :]
    return _like(self, shape, strides, self.offset)


def permute(self: View, *order: Any, dims: Any = None) -> View:
    """The order is given as numbers, as a tuple, or as `dims`, as releases have it."""
    dims = order if dims is None else dims
    order = dims[0] if len(dims) == 1 and isinstance(dims[0], (tuple, list)) else dims
    order = [_dimension(self, dim) for dim in order]
    if sorted(order) != list(range(len(self.shape))):
        raise shape_error(f"{tuple(order)} is not an order of {len(self.shape)} dimensions")
    if self.base.on_chip and order[0] != 0:
        raise shape_error(f"permute of {self!r}: the partition dimension must stay first")
    return _like(
        self, [self.shape[d] for d in order], [self.strides[d] for d in order], self.offset
    )


def slice_dim(self: View, dim: int, start: int, end: int, step: int = 1) -> View:
    dim = _dimension(self, dim)
    return self[(slice(None),) * dim + (slice(start, end, step),)]


def select(self: View, dim: int, index: Any) -> View:
    dim = _dimension(self, dim)
    if dim == 0 and self.base.on_chip:
        return self[index]
    picked = self[(slice(None),) * dim + (_slice_of(index),)]
    if len(picked.shape) == 1:
        return picked
    return _replaced(picked, dim, [])


def _slice_of(index: Any) -> Any:
    if isinstance(index, int) and index >= 0:
        return slice(index, index + 1)
    return slice(index, index + 1 or None) if isinstance(index, int) else DynamicSlice(index, 1)


def expand_dim(self: View, dim: int) -> View:
    dim = dim + len(self.shape) + 1 if dim < 0 else dim
    if dim == 0 and self.base.on_chip:
        raise shape_error(f"expand_dim of {self!r}: the partition dimension must stay first")
    shape = self.shape[:dim] + (1,) + self.shape[dim:]
    return _like(self, shape, self.strides[:dim] + (0,) + self.strides[dim:], self.offset)


def expand_dims(self: View, axis: Any) -> View:
    for place in sorted(axis) if isinstance(axis, (tuple, list)) else (axis,):
        self = expand_dim(self, place)
    return self


def as_tile(self: View) -> View:
    return self


def squeeze_dim(self: View, dim: int) -> View:
    dim = _dimension(self, dim)
    if self.shape[dim] != 1:
        raise shape_error(f"squeeze_dim: dimension {dim} of {self!r} is not 1")
    return _replaced(self, dim, [])


def broadcast(self: View, dim: int, size: int) -> View:
    dim = _dimension(self, dim)
    if self.shape[dim] not in (1, size):
        raise shape_error(f"broadcast: dimension {dim} of {self!r} is not 1")
    return self if self.shape[dim] == size else _marked(_replaced(self, dim, [(size, 0)]))


def broadcast_to(self: View, *shape: Any, **named: Any) -> View:
    wanted = named.get("shape", shape[0] if len(shape) == 1 else shape)
    sizes = tuple(int(size) for size in wanted)
    while len(self.shape) > max(len(sizes), 1) and self.shape[-1] == 1:
        self = _like(self, self.shape[:-1], self.strides[:-1], self.offset)
    lead = len(sizes) - len(self.shape)
    if lead < 0:
        raise shape_error(f"broadcast_to: {self!r} does not fit {sizes}")
    strides = [0] * lead
    for size, have, stride in zip(sizes[lead:], self.shape, self.strides):
        if have not in (1, size):
            raise shape_error(f"broadcast_to: {self!r} does not fit {sizes}")
        strides.append(stride if have == size else 0)
    return _marked(_like(self, sizes, strides, self.offset))


def _marked(view: View) -> View:
    """One row that all partitions see is no plain view: engines cannot read it so."""
    return view.special() if view.is_row_for_all() else view


def view_as(self: View, dtype: Any) -> View:
    """The same bytes as another type; the last dimension must be contiguous."""
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
    _within(made)
    return _marked(noted(made))


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


def _within(view: View) -> None:
    """A pattern without a run-time offset must stay inside its buffer."""
    if view.dynamic is not None:
        return
    steps = [(n - 1) * s for n, s in zip(view.shape, view.strides)]
    first = view.offset + sum(step for step in steps if step < 0)
    last = view.offset + sum(step for step in steps if step > 0)
    limit = prod(view.base.shape) * view.base.dtype.itemsize // view.dtype.itemsize
    if first < 0 or last >= limit:
        far = first if first < 0 else last
        raise RecordError(
            "E4", f"pattern reaches element {far} of {view.base.name}, which has {limit}"
        )


def vector_select(self: View, dim: int, vector_offset: Any) -> View:
    """One index per partition, from a tensor."""
    dim = _dimension(self, dim)
    return self[(slice(None),) * dim + (vector_offset,)]


def indirect(self: View, index: Any, num_elem: int | None = None) -> View:
    raise unsupported("NkiTensor.indirect", "tensor indirection needs a NeuronCore-v4")


def assert_shape(self: View, shape: Any) -> View:
    if self.shape != tuple(shape):
        raise shape_error(f"{self!r} does not have the shape {tuple(shape)}")
    return self


def rearrange(
    self: View, src_pattern: Any, dst_pattern: Any, fixed_sizes: dict | None = None
) -> View:
    """Splits, permutes and merges named dimensions: `(("a", "b"), "c") -> ("b", ("a", "c"))`."""
    return rearranged(self, src_pattern, dst_pattern, fixed_sizes or {})


def pattern_and_offset(self: View) -> tuple[list[list[int]], int]:
    """What a tensor of NKI calls `_get_pattern_and_offset`; libraries hand it on to `ap`."""
    return self.get_pattern(), self.offset


METHODS: dict[str, Callable] = {
    "reshape": reshape,
    "reshape_dim": reshape_dim,
    "flatten_dims": flatten_dims,
    "permute": permute,
    "slice": slice_dim,
    "select": select,
    "expand_dim": expand_dim,
    "expand_dims": expand_dims,
    "as_tile": as_tile,
    "squeeze_dim": squeeze_dim,
    "broadcast": broadcast,
    "broadcast_to": broadcast_to,
    "view": view_as,
    "reinterpret_cast": view_as,
    "ap": ap,
    "rearrange": rearrange,
    "vector_select": vector_select,
    "indirect": indirect,
    "assert_shape": assert_shape,
    "_get_pattern_and_offset": pattern_and_offset,
}
