"""Functions of numpy that make arrays or put them together, for where numpy is not installed."""

from __future__ import annotations

from math import prod
from typing import Any

from ..basics.dtypes import DTYPES
from .arrays import Constant, arange, as_array, elementwise, identity, sizes_of


def array(value: Any, dtype: Any = None, **other: Any) -> Constant:
    return as_array(value, dtype).copy()


def asarray(value: Any, dtype: Any = None, **other: Any) -> Constant:
    return as_array(value, dtype)


def full(shape: Any, fill_value: Any, dtype: Any = None, **other: Any) -> Constant:
    kind = as_array(fill_value, dtype).dtype
    return Constant(shape, kind, [fill_value] * prod(sizes_of(shape)))


def full_like(a: Constant, fill_value: Any, dtype: Any = None, **other: Any) -> Constant:
    return full(a.shape, fill_value, a.dtype if dtype is None else dtype)


def zeros_like(a: Constant, dtype: Any = None, **other: Any) -> Constant:
    return Constant(a.shape, a.dtype if dtype is None else dtype, "zeros")


def ones_like(a: Constant, dtype: Any = None, **other: Any) -> Constant:
    return Constant(a.shape, a.dtype if dtype is None else dtype, "ones")


def eye(n: int, m: Any = None, k: int = 0, dtype: Any = None, **other: Any) -> Constant:
    if k == 0 and m in (None, n):
        return identity(n, dtype=dtype)
    width = n if m is None else m
    held = [int(at % width - at // width == k) for at in range(n * width)]
    return Constant((n, width), DTYPES["float32"] if dtype is None else dtype, held)


def _triangle(a: Any, keep: Any) -> Constant:
    given = as_array(a)
    height, width = given.shape[-2:]
    kept = [
        value if keep(at % width - at // width % height) else 0
        for at, value in enumerate(given.values())
    ]
    return Constant(given.shape, given.dtype, kept)


def tril(a: Any, k: int = 0) -> Constant:
    return _triangle(a, lambda right: right <= k)


def triu(a: Any, k: int = 0) -> Constant:
    return _triangle(a, lambda right: right >= k)


def tri(n: int, m: Any = None, k: int = 0, dtype: Any = None) -> Constant:
    shape = (n, n if m is None else m)
    return tril(Constant(shape, DTYPES["float32"] if dtype is None else dtype, "ones"), k)


def linspace(start: float, stop: float, num: int = 50, dtype: Any = None, **other: Any) -> Constant:
    step = (stop - start) / (num - 1) if num > 1 else 0.0
    return as_array([start + place * step for place in range(num)], dtype or DTYPES["float32"])


def tile(a: Any, reps: Any) -> Constant:
    given, times = as_array(a), sizes_of(reps)
    rank = max(given.ndim, len(times))
    given = given.reshape((1,) * (rank - given.ndim) + given.shape)
    times = (1,) * (rank - len(times)) + times
    return given.taken([list(range(n)) * count for n, count in zip(given.shape, times)])


def repeat(a: Any, repeats: int, axis: Any = None) -> Constant:
    given = as_array(a)
    given, along = (given.ravel(), 0) if axis is None else (given, axis % given.ndim)
    places = [list(range(n)) for n in given.shape]
    places[along] = [place for place in places[along] for _ in range(repeats)]
    return given.taken(places)


def roll(a: Constant, shift: int, axis: Any = None) -> Constant:
    flat = a.ravel() if axis is None else a
    along = 0 if axis is None else axis % a.ndim
    places = [list(range(n)) for n in flat.shape]
    places[along] = [(place - shift) % flat.shape[along] for place in places[along]]
    return flat.taken(places).reshape(a.shape)


def flip(a: Constant, axis: Any = None) -> Constant:
    turned = range(a.ndim) if axis is None else [one % a.ndim for one in sizes_of(axis)]
    return a.taken([
        list(reversed(range(n))) if at in turned else list(range(n)) for at, n in enumerate(a.shape)
    ])


def concatenate(arrays: Any, axis: int = 0, **other: Any) -> Constant:
    given = [as_array(one) for one in arrays]
    along = axis % given[0].ndim
    held = []
    for row in range(prod(given[0].shape[:along])):
        for one in given:
            step = prod(one.shape[along:])
            held += one.values()[row * step : (row + 1) * step]
    shape = list(given[0].shape)
    shape[along] = sum(one.shape[along] for one in given)
    return Constant(shape, given[0].dtype, held)


def stack(arrays: Any, axis: int = 0, **other: Any) -> Constant:
    given = [as_array(one) for one in arrays]
    along = axis % (given[0].ndim + 1)
    return concatenate([expand_dims(one, along) for one in given], along)


def vstack(arrays: Any) -> Constant:
    return concatenate([one.reshape(1, -1) if one.ndim == 1 else one for one in map(as_array, arrays)])


def hstack(arrays: Any) -> Constant:
    given = [as_array(one) for one in arrays]
    return concatenate(given, 0 if given[0].ndim == 1 else 1)


def expand_dims(a: Any, axis: int) -> Constant:
    given = as_array(a)
    at = axis % (given.ndim + 1)
    return given.reshape((*given.shape[:at], 1, *given.shape[at:]))


def squeeze(a: Constant, axis: Any = None) -> Constant:
    gone = range(a.ndim) if axis is None else [one % a.ndim for one in sizes_of(axis)]
    return a.reshape([n for at, n in enumerate(a.shape) if n != 1 or at not in gone])


def broadcast_to(a: Any, shape: Any, **other: Any) -> Constant:
    given, wanted = as_array(a), sizes_of(shape)
    return Constant(wanted, given.dtype, list(given.spread(wanted)))


def outer(a: Any, b: Any) -> Constant:
    return elementwise(lambda x, y: x * y, as_array(a).reshape(-1, 1), as_array(b).reshape(1, -1))


def kron(a: Any, b: Any) -> Constant:
    left, right = as_array(a), as_array(b)
    (rows, columns), (height, width) = left.shape, right.shape
    product = elementwise(
        lambda x, y: x * y,
        left.reshape(rows, 1, columns, 1), right.reshape(1, height, 1, width),
    )
    return product.reshape(rows * height, columns * width)


def matmul(a: Any, b: Any, **other: Any) -> Any:
    left, right = as_array(a), as_array(b)
    if left.ndim > 2 or right.ndim > 2:
        raise ValueError("numpy is not installed: products are of matrices and vectors only")
    rows, columns = left.reshape(-1, left.shape[-1]), right.reshape(right.shape[0], -1).T
    held = [sum(x * y for x, y in zip(row.values(), column.values())) for row in rows for column in columns]
    shape = left.shape[:-1] + right.shape[1:]
    return Constant(shape, left.dtype, held) if shape else held[0]


def diag(v: Any) -> Constant:
    given = as_array(v)
    if given.ndim == 2:
        return given.ravel()[0 : min(given.shape) * given.shape[1] : given.shape[1] + 1]
    return elementwise(lambda x, y: x * y, eye(given.size, dtype=given.dtype), given)


def cumsum(a: Any, axis: Any = None, **other: Any) -> Constant:
    given = as_array(a).ravel() if axis is None else as_array(a)
    along = 0 if axis is None else axis % given.ndim
    step, size = prod(given.shape[along + 1 :]), given.shape[along]
    held = list(given.values())
    for at in range(len(held)):
        if at // step % size:
            held[at] += held[at - step]
    return Constant(given.shape, given.dtype, held)


def transpose(a: Any, axes: Any = None) -> Constant:
    return as_array(a).transpose(axes)


def reshape(a: Any, shape: Any, **other: Any) -> Constant:
    return as_array(a).reshape(shape)


def isscalar(value: Any) -> bool:
    return isinstance(value, (int, float))


NAMES: dict[str, Any] = {
    function.__name__: function
    for function in (
        array, asarray, full, full_like, zeros_like, ones_like, eye, tril, triu, tri, linspace, tile,
        repeat, roll, flip, concatenate, stack, vstack, hstack, expand_dims, squeeze, broadcast_to,
        outer, kron, matmul, diag, cumsum, transpose, reshape, isscalar, arange, identity,
    )
}
NAMES.update(ascontiguousarray=asarray, copy=array, empty_like=zeros_like, dot=matmul)
Constant.__matmul__ = matmul
Constant.dot = matmul
