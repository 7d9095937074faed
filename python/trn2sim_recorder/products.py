"""Matmuls of the old dialect: each makes a tile, which most kernels add to another one at once."""

from __future__ import annotations

from typing import Any

from . import psum, tile_ops
from .buffers import Buffer
from .errors import shape_error
from .indexing import is_view
from .instruction import Instruction
from .state import STATE
from .views import SpecialView, View, whole


class Product(View):
    """The tile that a matmul makes; its buffer is made once something looks at it.

    `place` is kept free for it among the recorder's `buffers`, and `plan` has its layout, label and
    group. `writer` is the matmul, until that adds to another tile instead: then nothing writes here.
    """

    __slots__ = ("buffers", "place", "plan", "writer", "known")

    buffers: list
    place: int
    plan: tuple
    writer: Instruction | None
    known: Buffer | None

    @property
    def base(self) -> Buffer:
        found = self.known
        return found if found is not None else self._made()

    def _made(self) -> Buffer:
        base = self.known = whole(self.buffers, *self.plan).base
        self.buffers[self.place] = self.buffers.pop()
        base.id = self.place
        base.matmuls = True
        if self.writer is not None:
            base.written = 1
            base.writer = self.writer
            psum.opened(self, self.writer)
        return base


def product(recorder: Any, plan: tuple, src: int, operands: tuple) -> Product:
    """A matmul of tiles that are written, and what it makes; it is known to fit."""
    layout = plan[0]
    writer = Instruction()
    writer.op = "nc_matmul"
    writer.engine = "tensor"
    writer.src = src
    writer.ins = operands
    writer.attrs = psum.STARTS
    writer.loop = recorder.loop
    buffers = recorder.buffers
    made = Product()
    made.shape = layout.shape
    made.strides = layout.strides
    made.offset = 0
    made.text = made.cuts = made.known = None
    made.buffers = buffers
    made.place = len(buffers)
    made.plan = plan
    made.writer = writer
    buffers.append(made)
    writer.outs = (made,)
    recorder.add(writer)
    return made


def settle(buffers: list) -> None:
    """At the end: products that nothing looked at get their buffers, those added elsewhere need none."""
    for one in buffers:
        if type(one) is Product:
            one.base
    buffers[:] = [one for one in buffers if one is not None]


def accumulate(dst: View, value: Any) -> View:
    """`dst += value`: on PSUM a matmul adds by itself, elsewhere an addition is recorded."""
    if type(value) is Product and type(dst) is not SpecialView and _joined(dst, value):
        return dst
    if is_view(value) and tile_ops.nothing(value):
        return dst
    writer = tile_ops.fresh(value)
    if writer is not None and dst.base.space.is_psum and writer.op == "nc_matmul":
        if dst.size != value.size:
            raise shape_error(f"cannot add {value!r} to {dst!r}")
        if tile_ops.redirect(dst, value, writer, True):
            return dst
    tile_ops.Arithmetic.elementwise.binary_into(dst, "add", dst, value)
    return dst


def _joined(dst: View, value: Product) -> bool:
    """Adds to dst what the last instruction made, if nothing has looked at it."""
    writer = value.writer
    base = dst.base
    if writer is None or value.known is not None or base.groups is None:
        return False
    if dst.shape != value.shape or writer is not STATE.recorder.instructions[-1]:
        return False
    value.writer = None
    value.buffers[value.place] = None
    writer.outs = (dst,)
    latest = base.latest
    if latest is not None and latest.view is dst:
        writer.attrs = psum.CONTINUES
        latest.last = writer
    else:
        writer.attrs = psum.FLAGS[psum.starts(dst, True), 0]
        psum.opened(dst, writer)
        base.written = 1
    return True


View.__iadd__ = accumulate
