"""Whether a result depends on elements of tiles that nothing wrote.

That a tile is read beyond what was written is common and harmless: rows that are left over at an edge
are computed with the others and never stored. So what is read there is followed through the
instructions behind it, as far as they surely pass it on, and noted once it is stored to a result. An
instruction that may leave it out, such as one with a predicate or a product with what may be zero,
ends the search: there may be no note where one is due, but none where all is well.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..basics.instruction import Instruction
from ..recording.recorder import Recorder
from ..recording.tile_parts import PIECES, Box, box_of, within, without
from ..tensors import coverage
from ..tensors.buffers import Buffer
from ..tensors.views import SpecialView, View

# More than these are not followed: stores, looks at later stores, instructions.
STORES = 8
OVERLAPS = 16
INSTRUCTIONS = 20_000

_ELEMENTWISE = frozenset(
    ("activation", "dma_copy", "reciprocal", "tensor_copy", "tensor_scalar", "tensor_tensor")
)
# Their further results are one number for each row of the first operand.
_SUMMED = frozenset(("activation", "activation_reduce", "tensor_scalar", "tensor_scalar_reduce"))
_TURNED = frozenset(("dma_transpose", "nc_transpose"))
# Operators whose result may not depend on what nothing wrote.
_HIDING = frozenset(
    ("multiply", "maximum", "minimum", "logical_and", "logical_or", "bitwise_and", "bitwise_or")
)


class Trace(NamedTuple):
    """Elements of a tile that hold what nothing wrote, and where that was read first."""

    rows: int
    columns: int
    tile: Buffer
    src: int


def stored(recorder: Recorder) -> list[tuple[Trace, View]]:
    """What reaches a tensor in HBM, before instructions are split, with where it is stored."""
    if not recorder.beyond:
        return []
    search = _Search()
    first = min(recorder.beyond)
    for number in range(first, min(first + INSTRUCTIONS, len(recorder.instructions))):
        search.go_on(recorder.instructions[number], recorder.beyond.get(number, ()))
    return list(search.found.values())


def note(recorder: Recorder, found: list[tuple[Trace, View]]) -> None:
    """One note for each place that reads too much."""
    for trace, view in found:
        target = view.base
        if target.role in ("output", "inout"):
            file, line = recorder.places.frames(trace.src)[-1][:2]
            text = (
                f"'{trace.tile.name}' is written in part, and what nothing wrote of it is read here and goes "
                f"into '{target.name}'"
            )
            recorder.warnings["W1", text, f"{recorder.places.shown(file)}:{line}"] = 1


class _Search:
    def __init__(self) -> None:
        self.traces: dict[Buffer, list[Trace]] = {}
        self.found: dict[tuple, tuple[Trace, View]] = {}
        self._looks: dict[tuple, int] = {}

    def go_on(self, one: Instruction, beyond: Any) -> None:
        if not one.outs:
            return
        given = [self._of(one, view, beyond) for view in one.ins] if self.traces or beyond else []
        sure = any(given) and not (one.attrs and ("mask" in one.attrs or "pred" in one.attrs))
        for place, out in enumerate(one.outs):
            if self.found or self.traces:
                self._written(one, out)
            if sure:
                self._passed_on(one, place, out, given)

    def _of(self, one: Instruction, view: View, beyond: Any) -> list[Trace]:
        """What of an operand nothing wrote, in rows and columns of the view."""
        box = box_of(view) if view.base.on_chip else None
        if box is None:
            return []
        pieces = [piece for seen, some in beyond if seen is view for piece in some]
        found = [Trace(*piece, view.base, one.src) for piece in pieces]
        for trace in self.traces.get(view.base, ()):
            found += [trace._replace(rows=r, columns=c) for r, c in within([trace[:2]], box)]
        return [trace._replace(rows=trace.rows >> box.first) for trace in found]

    def _written(self, one: Instruction, out: View) -> None:
        """What is overwritten is forgotten."""
        base = out.base
        if not base.on_chip:
            for key in [key for key in self.found if key[-1] is base and self._again(key, out)]:
                del self.found[key]
            return
        traces = self.traces.pop(base, None)
        if not traces:
            return
        box = box_of(out)
        if one.op == "nc_matmul" and not (one.attrs or {}).get("start", 1):
            self.traces[base] = traces
        elif box is not None:
            left = [t._replace(rows=r, columns=c) for t in traces for r, c in without([t[:2]], box)]
            if 0 < len(left) <= PIECES:
                self.traces[base] = left

    def _again(self, key: tuple, out: View) -> bool:
        """Whether a store is overwritten, or may be."""
        before = self.found[key][1]
        if _apart(before, out):
            return False
        self._looks[key] = self._looks.get(key, 0) + 1
        return self._looks[key] > OVERLAPS or coverage.overlap(before, out)

    def _passed_on(self, one: Instruction, place: int, out: View, given: list[list[Trace]]) -> None:
        made = _made(one, place, out, given)
        if not made:
            return
        base = out.base
        if base.on_chip:
            self.traces.setdefault(base, []).extend(made[:PIECES])
        elif len(self._looks) < STORES:
            key = (made[0].tile, made[0].src, base)
            if key not in self._looks:
                self._looks[key] = 0
                self.found[key] = (made[0], out)


def _apart(one: View, other: View) -> bool:
    """Parts of a matrix that have no row or no column in common: most stores."""
    if one.strides != other.strides or len(one.strides) != 2 or one.strides[1] != 1:
        return False
    (top, left), (below, right) = (divmod(view.offset, one.strides[0] or 1) for view in (one, other))
    rows = top + one.shape[0] <= below or below + other.shape[0] <= top
    columns = left + one.shape[1] <= right or right + other.shape[1] <= left
    return rows or columns


def _made(one: Instruction, place: int, out: View, given: list[list[Trace]]) -> list[Trace]:
    """What an instruction surely makes of it, in rows and columns of the tile it writes."""
    if not out.base.on_chip:
        return given[0] if one.op == "dma_copy" and not _moves(out) else []
    box = box_of(out)
    if box is None:
        return []
    views = [*zip(one.ins, given)]
    if one.op == "nc_matmul":
        return [] if _unusual(one) else _product(views, box)
    if one.op in _TURNED and place == 0:
        return [t for trace in given[0] for t in _turned(trace, one.ins[0], box)]
    if one.op == "tensor_reduce" or place > 0 and one.op in _SUMMED and not _hides(one):
        return _reduced(one.ins[0], given[0], box)
    if place > 0:
        return []
    if one.op not in _ELEMENTWISE or _hides(one):
        return []
    return [t for view, traces in views for trace in traces for t in _same_place(trace, view, box)]


def _moves(view: View) -> bool:
    """Whether loaded data decides where it is: rows whose index is out of bounds are not stored."""
    return isinstance(view, SpecialView) and view.dynamic is not None


def _unusual(one: Instruction) -> bool:
    """A matmul that uses the array in another way."""
    return any(key in (one.attrs or {}) for key in ("perf_mode", "tile_position", "tile_size"))


def _hides(one: Instruction) -> bool:
    """Whether the result may be the same whatever is there; a product with a number is not."""
    attrs = one.attrs or {}
    for op, operand in (("op", None), ("op0", "operand0"), ("op1", "operand1")):
        plain = _scales(attrs.get(operand)) and attrs.get(op) == "multiply"
        if attrs.get(op) in _HIDING and not plain:
            return True
    return not _scales(attrs.get("scale", 1.0))


def _scales(factor: Any) -> bool:
    """Whether it is a number other than zero."""
    return isinstance(factor, (int, float)) and factor != 0


def _reduced(view: View, traces: list[Trace], box: Box) -> list[Trace]:
    """One number of each row."""
    if box.width != 1 or box_of(view) is None or box_of(view).count != box.count:
        return []
    return [made for trace in traces for made in _whole_rows(trace, box)]


def _whole_rows(trace: Trace, box: Box) -> list[Trace]:
    rows = trace.rows << box.first & box.rows
    return [trace._replace(rows=rows, columns=box.columns)] if rows else []


def _same_place(trace: Trace, view: View, box: Box) -> list[Trace]:
    """Elementwise: the same rows, and the same columns where both are runs of them."""
    seen = box_of(view)
    if seen.count != box.count:
        return []
    if trace.columns == seen.columns:
        return _whole_rows(trace, box)
    if not seen.width or seen.width != box.width:
        return []
    columns = trace.columns >> seen.left << box.left
    return [trace._replace(rows=trace.rows << box.first, columns=columns)]


def _turned(trace: Trace, view: View, box: Box) -> list[Trace]:
    """Rows become columns."""
    seen = box_of(view)
    if len(view.shape) != 2 or seen.width != box.count or seen.count != box.width:
        return []
    rows = trace.columns >> seen.left << box.first
    return [trace._replace(rows=rows, columns=trace.rows << box.left)]


def _product(views: list[tuple[View, list[Trace]]], box: Box) -> list[Trace]:
    """Rows of both that nothing wrote, or columns of one, in all rows."""
    (stationary, left), (moving, right) = views[:2]
    whole = [one.rows for one in left if _all_columns(one, stationary)]
    others = [one.rows for one in right if _all_columns(one, moving)]
    if any(rows & more for rows in whole for more in others):
        return [left[0]._replace(rows=box.rows, columns=box.columns)]
    found = []
    seen = box_of(stationary)
    for trace in left:
        if trace.rows == (1 << seen.count) - 1 and seen.width == box.count:
            rows = trace.columns >> seen.left << box.first
            found.append(trace._replace(rows=rows, columns=box.columns))
    seen = box_of(moving)
    for trace in right:
        if trace.rows == (1 << seen.count) - 1 and seen.width and seen.width == box.width:
            columns = trace.columns >> seen.left << box.left
            found.append(trace._replace(rows=box.rows, columns=columns))
    return found


def _all_columns(trace: Trace, view: View) -> bool:
    return trace.columns == box_of(view).columns
