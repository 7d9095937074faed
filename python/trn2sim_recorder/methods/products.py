"""Matmuls of the old dialect: each makes a tile, which most kernels add to another one at once."""

from __future__ import annotations

from typing import Any, Callable

from ..basics.errors import shape_error
from ..basics.instruction import Instruction
from ..basics.notes import note_operator
from ..basics.state import STATE
from ..tensors.buffers import IN_PSUM, Allocation, Buffer
from ..tensors.views import SpecialView, View, is_view, whole
from . import psum
from .assignments import again, fresh, nothing, redirect
from .hooks import Arithmetic


class Product(View):
    """The tile that a matmul makes; its buffer is made once something looks at it.

    `place` is kept free for it among the recorder's `buffers`, and `plan` has its layout, label and
    group. `writer` is the matmul, until that adds to another tile instead: then nothing writes here,
    and `Recorder.spare` has it for the next matmul, which takes it unless the kernel kept it. If the
    kernel looks at it again, the matmul that was `added` is made once more.
    """

    __slots__ = ("buffers", "place", "plan", "writer", "known", "added")

    buffers: list
    place: int
    plan: Allocation
    writer: Instruction | None
    known: Buffer | None
    added: Instruction | None

    offset = 0

    @property
    def shape(self) -> tuple:
        return self.plan.layout.shape

    @property
    def strides(self) -> tuple:
        return self.plan.layout.strides

    @property
    def base(self) -> Buffer:
        found = self.known
        return found if found is not None else self._made()

    def _made(self) -> Buffer:
        base = self.known = whole(self.buffers, self.plan).base
        self.buffers[self.place] = self.buffers.pop()
        base.id = self.place
        base.matmuls = True
        if self.writer is not None:
            base.written = IN_PSUM
            base.writer = self.writer
            self.writer.outs = (self,)
            psum.opened(self, self.writer)
        elif self.added is not None:
            base.written = IN_PSUM
            again(self.added, self)
        return base


def settle(buffers: list) -> None:
    """At the end: products that nothing looked at get their buffers, those added elsewhere need none."""
    if Product in set(map(type, buffers)):
        for one in buffers:
            if type(one) is Product:
                one.base
    buffers[:] = filter(None, buffers)


def accumulate(dst: View, value: Any) -> View:
    """`dst += value`: on PSUM a matmul adds by itself, elsewhere an addition is recorded.

    The last instruction does so here, if nothing has looked at what it made.
    """
    base = dst.base
    if type(value) is Product and base.layout.is_psum and value.known is None:
        writer = value.writer
        recorder = STATE.recorder
        if writer is recorder.instructions[-1]:
            plan = value.plan
            latest = base.latest
            if latest is not None and latest.view is dst and (
                latest.given is plan or plan.layout.shape == dst.shape
            ):
                value.added = writer
                value.writer = value.buffers[value.place] = None
                writer.outs = latest.outs
                writer.attrs = psum.CONTINUES
                latest.last = writer
                recorder.spare = value
                return dst
            if plan.layout.shape == dst.shape and type(dst) is not SpecialView and psum.adds(dst):
                value.added = writer
                value.writer = value.buffers[value.place] = None
                writer.outs = (dst,)
                writer.attrs = psum.FLAGS[psum.starts(dst, True), 0]
                psum.opened(dst, writer, plan)
                base.written = IN_PSUM
                return dst
    if is_view(value) and nothing(value):
        return dst
    note_operator("add")
    writer = fresh(value)
    matmul = writer is not None and writer.op == "nc_matmul" and value.base is not base
    if matmul and base.space.is_psum and psum.adds(dst):
        if dst.size != value.size:
            raise shape_error(f"cannot add {value!r} to {dst!r}")
        if redirect(dst, value, writer, True):
            return dst
    Arithmetic.elementwise.binary_into(dst, "add", dst, value)
    return dst


METHODS: dict[str, Callable] = {"__iadd__": accumulate}
