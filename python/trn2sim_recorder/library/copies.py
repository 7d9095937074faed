"""Copies of the kernel library, `nkilib.core.utils`, where it is not installed."""

from __future__ import annotations

import sys
from typing import Any

_QUADRANT = 32
_UNCHANGED = 255  # in a shuffle: the partition keeps what it has


def _nki() -> tuple[Any, Any]:
    return sys.modules["nki.isa"], sys.modules["nki.language"]


def _is_column(factor: Any) -> bool:
    return len(factor.shape) == 1 or (len(factor.shape) == 2 and factor.shape[1] == 1)


def _by_scalar(dst: Any, src: Any, **factors: Any) -> None:
    nisa, nl = _nki()
    given = {name: factor.get_view() for name, factor in factors.items() if factor is not None}
    nisa.activation(dst=dst, data=src, op=nl.copy, **given)


def _by_vector(dst: Any, src: Any, factor: Any, op: Any) -> None:
    nisa, _ = _nki()
    wide = factor.broadcast(dim=1, size=src.shape[-1]) if factor.shape[1:] == (1,) else factor
    nisa.tensor_tensor(dst=dst, data1=src, data2=wide.get_view(), op=op)


def interleave_copy(dst: Any, src: Any, scale: Any = None, bias: Any = None, index: int = 0) -> None:
    """A copy, or a product and a sum, on Scalar for even indices and on Vector for odd ones."""
    nisa, nl = _nki()
    factors = [factor for factor in (scale, bias) if factor is not None]
    columns = all(_is_column(factor) for factor in factors)
    even = index % 2 == 0
    if even and columns:
        _by_scalar(dst, src, scale=scale, bias=bias)
    elif not factors:
        nisa.tensor_copy(dst=dst, src=src, engine=nisa.vector_engine)
    elif len(factors) == 1 or columns:
        for factor, op in ((scale, nl.multiply), (bias, nl.add)):
            if factor is not None:
                _by_vector(dst, src, factor, op)
                src = dst
    else:
        _one_by_one(dst, src, scale, bias)


def _one_by_one(dst: Any, src: Any, scale: Any, bias: Any) -> None:
    """Of a column and another factor, the column is Scalar's for any index."""
    _, nl = _nki()
    for name, factor, op in (("scale", scale, nl.multiply), ("bias", bias, nl.add)):
        if _is_column(factor):
            _by_scalar(dst, src, **{name: factor})
        else:
            _by_vector(dst, src, factor, op)
        src = dst


def cross_partition_copy(
    src: Any,
    dst: Any,
    src_start_partition: int,
    dst_start_partition: int,
    num_partitions_to_copy: int,
    free_dim_size: int,
) -> None:
    """Copies partitions to where no instruction begins: by shuffles of quadrants, behind the first of them."""
    nisa, _ = _nki()
    if dst_start_partition % _QUADRANT == 0:
        source = src[src_start_partition : src_start_partition + num_partitions_to_copy, :free_dim_size]
        target = dst[dst_start_partition : dst_start_partition + num_partitions_to_copy, :free_dim_size]
        nisa.tensor_copy(src=source, dst=target)
        return
    done = 0
    while done < num_partitions_to_copy:
        start = dst_start_partition + done
        rows = min(_QUADRANT - start % _QUADRANT, num_partitions_to_copy - done)
        part = _Part(src, dst, src_start_partition + done, start, rows, free_dim_size)
        part.into_quadrant() if start % _QUADRANT else part.to_quadrant()
        done += rows


class _Part:
    """What of a copy goes to one quadrant."""

    def __init__(self, src: Any, dst: Any, first: int, target: int, rows: int, columns: int):
        self.src, self.dst, self.columns = src, dst, columns
        self.first, self.target, self.rows = first, target, rows

    def _tile(self, like: Any) -> Any:
        nisa, nl = _nki()
        made = nl.ndarray((_QUADRANT, self.columns), dtype=like.dtype, buffer=nl.sbuf)
        nisa.memset(dst=made, value=0.0)
        return made

    def _copy(self, dst: Any, at: int, src: Any, first: int, rows: int) -> None:
        nisa, _ = _nki()
        source = src[first : first + rows, : self.columns]
        nisa.tensor_copy(src=source, dst=dst[at : at + rows, : self.columns])

    def _shuffle(self, dst: Any, at: int, src: Any, first: int, rows: int) -> None:
        nisa, _ = _nki()
        mask = [_UNCHANGED] * _QUADRANT
        mask[at : at + rows] = range(first, first + rows)
        nisa.nc_stream_shuffle(dst=dst, src=src, shuffle_mask=mask)

    def into_quadrant(self) -> None:
        """Behind the first partition of a quadrant, whose first ones are copied with it."""
        source, target = self._tile(self.src), self._tile(self.dst)
        self._copy(source, 0, self.src, self.first, self.rows)
        at = self.target % _QUADRANT
        self._copy(target, 0, self.dst, self.target - at, at)
        self._shuffle(target, at, source, 0, self.rows)
        self._copy(self.dst, self.target - at, target, 0, at + self.rows)

    def to_quadrant(self) -> None:
        """To the first partitions of a quadrant, from up to two of them."""
        behind = self.first % _QUADRANT
        if behind == 0:
            self._copy(self.dst, self.target, self.src, self.first, self.rows)
            return
        aligned = self._tile(self.src)
        head = min(_QUADRANT - behind, self.rows)
        source = self._tile(self.src)
        self._copy(source, 0, self.src, self.first - behind, behind + head)
        self._shuffle(aligned, 0, source, behind, head)
        if head < self.rows:
            source = self._tile(self.src)
            self._copy(source, 0, self.src, self.first + head, self.rows - head)
            self._shuffle(aligned, head, source, 0, self.rows - head)
        self._copy(self.dst, self.target, aligned, 0, self.rows)


def build_rotation_matrix(
    block_size: int, num_blocks: int, shifts: int = 1, dtype: Any = "float16", negate: bool = False,
    engine: Any = None,
) -> Any:
    """A matrix that, as the stationary one of a matmul, turns the partitions of each block round by so
    many places; what goes round the end may change its sign."""
    nisa, nl = _nki()
    size, back = block_size * num_blocks, -shifts % block_size
    ones = nl.shared_identity_matrix(size, dtype=dtype).reshape((size, num_blocks, block_size))
    made = nl.ndarray((size, size), dtype=dtype, buffer=nl.sbuf)
    blocks = made.reshape((size, num_blocks, block_size))
    engine = nisa.vector_engine if engine is None else engine
    behind, ahead = blocks[:, :, 0 : block_size - back], ones[:, :, back:block_size]
    if negate:
        nisa.tensor_scalar(dst=behind, data=ahead, op0=nl.multiply, operand0=-1.0, engine=engine)
    else:
        nisa.tensor_copy(dst=behind, src=ahead, engine=engine)
    if back:
        nisa.tensor_copy(dst=blocks[:, :, block_size - back :], src=ones[:, :, 0:back], engine=engine)
    return made


NAMES: dict[str, dict[str, Any]] = {
    "rotation_matrix": {"build_rotation_matrix": build_rotation_matrix},
    "interleave_copy": {"interleave_copy": interleave_copy},
    "cross_partition_copy": {"cross_partition_copy": cross_partition_copy},
}
