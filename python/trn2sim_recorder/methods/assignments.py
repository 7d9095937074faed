"""Assignments to tiles: `dst[...] = f(...)` has the instruction that made the value write there."""

from __future__ import annotations

from typing import Any

from ..basics.instruction import SKIPPED, Instruction
from ..basics.state import STATE
from ..tensors.buffers import WRITTEN, Buffer
from ..tensors.views import View, is_view
from . import psum
from .hooks import Arithmetic


def fresh(value: Any) -> Instruction | None:
    """The instruction that made a temporary tile, if nothing has read it since."""
    if not is_view(value):
        return None
    base = value.base
    writer = base.writer
    if writer is None or nothing(value) or not value.whole():
        return None
    return None if _touched_since(writer, base) else writer


def _touched_since(writer: Instruction, base: Buffer) -> bool:
    """Whether an instruction after the writer uses the buffer."""
    for later in reversed(STATE.recorder.instructions):
        if later is writer:
            return False
        if any(view.base is base for view in (*later.ins, *later.outs)):
            return True
    return False


def store_into(dst: View, value: Any) -> None:
    """`dst[...] = value`: the instruction that made the value writes dst, or a copy is recorded."""
    if type(value) is type(dst) and _last_moves(dst, value):
        return
    if is_view(value) and value.base is dst.base and value.offset == dst.offset:
        if value.strides == dst.strides:
            return
    elementwise = Arithmetic.elementwise
    if not is_view(value):
        if hasattr(value, "store"):
            value.store(dst)
        else:
            elementwise.fill(dst, value)
        return
    if nothing(value):
        return
    writer = fresh(value)
    if writer is not None and redirect(dst, value, writer):
        return
    if writer is not None and _masked_copy(dst, value, writer):
        return
    elementwise.copy_into(dst, value)


def _masked_copy(dst: View, value: View, writer: Instruction) -> bool:
    """A copy of what a mask left of the value; the rest of dst stays as it is."""
    made = next(out for out in writer.outs if out.base is value.base)
    mask = (writer.attrs or {}).get("mask")
    if made.shape == value.shape and mask is None or len(dst.shape) != len(value.shape):
        return False
    attrs = None if mask is None else {"mask": mask}
    STATE.recorder.emit("tensor_copy", None, (_clipped_like(dst, made, value),), (made,), attrs)
    return True


def _last_moves(dst: View, value: View) -> bool:
    """What the last instruction made, and nothing else, goes to dst on chip: most such assignments.

    `redirect` has all the rules.
    """
    base = value.base
    writer = base.writer
    if writer is None or writer is SKIPPED or writer is not STATE.recorder.instructions[-1]:
        return False
    outs = writer.outs
    if outs[0] is not value or len(outs) > 1 or dst.shape != value.shape or dst.pending is not None:
        return False
    target = dst.base
    if writer.engine == "tensor" or not target.on_chip or _apart(writer, target):
        return False
    writer.outs = (dst,)
    base.writer = None
    base.written = 0
    base.moved = (writer, 0, value)
    if target.written != WRITTEN:
        if dst.shape == target.layout.shape:
            target.written = target.layout.written
        else:
            STATE.recorder.wrote(dst)
        if target.layout.is_psum:
            psum.write(target, dst)
    return True


def _apart(writer: Instruction, target: Buffer) -> bool:
    """Neither DMA nor GpSimd reaches PSUM: what they make is copied there."""
    return target.space.is_psum and writer.engine in ("dma", "gpsimd")


def nothing(value: View) -> bool:
    """Whether a mask left nothing of the instruction that should have made the value."""
    return value.base.writer is SKIPPED


def redirect(dst: View, value: View, writer: Instruction, adding: bool = False) -> bool:
    if dst.size != value.size or _touched_since(writer, dst.base):
        return False
    if writer.op in ("nc_matmul", "nc_transpose") and writer.engine == "tensor":
        if not dst.base.space.is_psum:
            return False
    elif _apart(writer, dst.base) or not dst.base.on_chip and not writer.engine == "dma":
        return False
    place = next(i for i, out in enumerate(writer.outs) if out.base is value.base)
    before = writer.outs[place]
    target = _clipped_like(dst, before, value)
    target.check_pending()
    writer.outs = writer.outs[:place] + (target,) + writer.outs[place + 1 :]
    if dst.base.layout.is_psum:
        if writer.op == "nc_matmul":
            _move_group(value, dst, writer, adding)
        else:
            psum.write(dst.base, target)
    value.base.writer = None
    value.base.written = 0
    value.base.moved = (writer, None if adding else place, before)
    if dst.base.written != WRITTEN:
        STATE.recorder.wrote(target)
    return True


def restore(base: Buffer) -> None:
    """A temporary is read although its value went elsewhere at once: it is written after all, and a
    copy right behind takes the value there. A matmul in a sum elsewhere is made once more."""
    writer, place, before = base.moved
    base.moved = None
    base.written = base.layout.written
    if place is None or _summed(writer):
        again(writer, before)
        return
    target = writer.outs[place]
    writer.outs = writer.outs[:place] + (before,) + writer.outs[place + 1 :]
    if writer.op == "nc_matmul":
        _close_group(target, writer)
    copy = Instruction()
    moves = not (target.base.on_chip and before.base.on_chip)
    copy.op, copy.engine = ("dma_copy", "dma") if moves else ("tensor_copy", None)
    copy.outs, copy.ins, copy.attrs = (target,), (before,), None
    _behind(writer, copy)


def _summed(writer: Instruction) -> bool:
    """Whether matmuls after this one add to what it makes."""
    if writer.op != "nc_matmul":
        return False
    target = writer.outs[0].base
    for later in reversed(STATE.recorder.instructions):
        if later is writer:
            return False
        if later.op == "nc_matmul" and later.outs and later.outs[0].base is target:
            return True
    return False


def again(matmul: Instruction, tile: View) -> None:
    """The product that a matmul added to a sum, in a tile of its own."""
    made = Instruction()
    made.op, made.engine, made.outs, made.ins = matmul.op, matmul.engine, (tile,), matmul.ins
    made.attrs = {**matmul.attrs, "start": 1, "stop": 1}
    _behind(matmul, made)


def _behind(writer: Instruction, made: Instruction) -> None:
    made.src, made.loop = writer.src, writer.loop
    instructions = STATE.recorder.instructions
    behind = next(n for n in range(len(instructions), 0, -1) if instructions[n - 1] is writer)
    instructions.insert(behind, made)


def _close_group(target: View, writer: Instruction) -> None:
    """The matmul makes a temporary of its own; nothing accumulates on it."""
    writer.put("stop", 1)
    psum.leave(target.base, writer)


def _clipped_like(dst: View, recorded: View, value: View) -> View:
    """A mask that clipped the temporary clips its new place too."""
    if recorded.shape == value.shape or len(dst.shape) != len(value.shape):
        return dst
    behind = recorded.offset - value.offset
    skipped = []
    for stride in value.strides:
        skipped.append(behind // stride)
        behind %= stride
    return dst.clipped(recorded.shape, tuple(skipped))


def _move_group(value: View, dst: View, writer: Instruction, adding: bool) -> None:
    psum.forget(value.base)
    writer.put("start", int(psum.starts(dst, adding)))
    psum.opened(dst, writer)
