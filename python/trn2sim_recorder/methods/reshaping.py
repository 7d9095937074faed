"""View methods that rearrange dimensions without moving data."""

from __future__ import annotations

from math import prod
from typing import Any, Callable, Sequence

from ..basics.errors import RecordError, shape_error, unsupported
from ..basics.notes import note
from ..tensors.slices import DynamicSlice
from ..tensors.views import View
from .access_patterns import ap, marked, pattern_and_offset, view_as
from .rearranging import in_one, rearranged, repeated


def _like(view: View, shape: Sequence[int], strides: Sequence[int], offset: int) -> View:
    return view.like(tuple(shape), tuple(strides), offset)


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
    return self if self.shape[dim] == size else marked(_replaced(self, dim, [(size, 0)]))


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
    return marked(_like(self, sizes, strides, self.offset))


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
    self: View, src_pattern: Any, dst_pattern: Any = None, fixed_sizes: dict | None = None, **sizes: int
) -> View:
    """Splits, permutes and merges named dimensions: `(("a", "b"), "c") -> ("b", ("a", "c"))`.

    The kernel builder writes both sides in one text, `"(a b) c -> b (a c)"`."""
    if dst_pattern is None and isinstance(src_pattern, str):
        src_pattern, dst_pattern = in_one(src_pattern)
    return rearranged(self, src_pattern, dst_pattern, {**(fixed_sizes or {}), **sizes})


def repeat(self: View, pattern: Any, *more: Any, **sizes: int) -> View:
    """The kernel builder's: `"p x -> p c x"` with `c=4`; what arrays of torch and numpy have is refused."""
    if not isinstance(pattern, str) or more:
        raise AttributeError(name="repeat", obj=self)
    return repeated(self, pattern, sizes)


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
    "repeat": repeat,
    "vector_select": vector_select,
    "indirect": indirect,
    "assert_shape": assert_shape,
    "_get_pattern_and_offset": pattern_and_offset,
}
