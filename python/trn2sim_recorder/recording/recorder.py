"""The recording of one program: buffers, registers, loops, and the list of instructions."""

from __future__ import annotations

import math
import sys
from types import CodeType, FrameType
from typing import Any, Iterable

from ..basics.dtypes import DType, to_dtype
from ..basics.errors import LimitExceeded, kind_of, shape_error
from ..basics.instruction import SKIPPED, Instruction
from ..host.call_sites import Places
from ..methods import assignments, psum
from ..methods import install  # noqa: F401: views get theirs
from ..tensors.buffers import (
    GIVEN, IN_PSUM, PARTLY, PRIVATE_HBM, SBUF, SHARED_HBM, WRITTEN, Allocation, Buffer, Space,
    layout, placed,
)
from ..tensors.masks import Mask, clip_of, fitted
from ..tensors.registers import Reg
from ..tensors.views import View, whole
from . import mask_boxes, trip_counts, unwritten
from .settings import Settings

_getframe = sys._getframe


class Recorder:
    """Collects what one run of the kernel function does."""

    def __init__(self, settings: Settings, base: str, root: CodeType):
        self.settings = settings
        self._sbuf_bytes = settings.sbuf_bytes
        self._limit = settings.max_instructions
        self.places = Places(base, root)
        self.buffers: list[Any] = []  # also None, and `methods.products` while recording
        self.allocations: dict[tuple, Allocation] = {}
        self.tiles: dict[tuple, Allocation] = {}
        self.products: dict[tuple, Allocation] = {}
        self.spare: Any = None  # a `Product` that was added elsewhere
        self.registers: list[Reg] = []
        self.instructions: list[Instruction] = []
        self.prologue: list[Instruction] = []
        self.loops: list[tuple] = []
        self.loop: tuple | None = None
        self.region: int | None = None
        self.regions = 0
        self.mask: Mask | None = None
        self.boxes = False  # whether masks leave several boxes of an instruction
        self.masks = False  # whether functions take masks, which may clip what slices are too long
        self.unusual = False
        self.dropped: set[Instruction] = set()
        self.edges = False
        self.looks_up = False
        self.caller: FrameType | None = None
        self.identities: dict[str, View] = {}
        self.constants: dict[Any, View] = {}
        self.sums: dict[str, Any] = {}
        self.warnings: dict[tuple, int] = {}
        self.unwritten: dict[Buffer, tuple] = {}  # what is read before this core writes it: its warning
        self.beyond: dict[int, list] = {}  # what nothing wrote and an instruction reads, by its number
        self.conditions: dict[str, tuple[int, int | None]] = {}
        self.stored: dict[Instruction, tuple] = {}  # what registers that are stored are made of: `register_values`
        self.settled: dict[tuple, Any] = {}  # numbers that are known of results
        self.turns: dict[str, int] = {}
        self.returned: list[Buffer] = []  # whole
        self.prepared: Any = None  # the last collective of two halves: `api.collectives_varying`
        self.draws = 0  # of random numbers since the last seed

    # Buffers and registers.

    def tensor(
        self,
        shape: Iterable[int],
        dtype: Any,
        space: Space = SBUF,
        name: str | None = None,
        address: tuple | None = None,
    ) -> View:
        """A new buffer, seen whole."""
        kind = dtype if type(dtype) is DType else to_dtype(dtype)
        plan = layout(tuple(shape), kind, space, self._sbuf_bytes)
        group, assigned = self.places.site(_getframe(2))
        made = whole(self.buffers, Allocation(plan, str(name) if name else assigned, group))
        if address is not None:
            made.base.tell(extra={"addr": placed(made.base, address)})
        return made

    def tile(self, at: FrameType, shape: tuple, dtype: DType, space: Space = SBUF) -> View:
        """What a call of the old dialect returns, made at a place outside the recorder.

        What one place makes with one shape and type is worked out once.
        """
        key = (id(at.f_code), at.f_lasti, shape, dtype, space)
        found = self.tiles.get(key)
        if found is None:
            plan = layout(shape, dtype, space, self._sbuf_bytes)
            group, assigned = self.places.site(at)
            found = self.tiles[key] = Allocation(plan, assigned, group)
        return whole(self.buffers, found)

    def filled(
        self,
        at: FrameType,
        shape: tuple,
        dtype: DType,
        op: str,
        engine: str | None,
        ins: tuple,
        attrs: dict | None = None,
        space: Space = SBUF,
    ) -> View:
        """What a call of the old dialect returns, and the instruction that writes it.

        The tile is made behind the instruction, which need not look at what is new.
        """
        places = self.places
        if self.unusual:
            at = places.outside(at)
            dst = self.tile(at, shape, dtype, space)
            dst.base.writer = self.emit(op, engine, (dst,), ins, attrs, at)
            return dst
        if at is not places.frame or (src := places.here.get(at.f_lasti)) is None:
            src = places.number(at)
        key = (src, at.f_lasti, shape, dtype, space)  # a line may make several
        found = self.tiles.get(key)
        if found is None:
            plan = layout(shape, dtype, space, self._sbuf_bytes)
            group, label = places.site(at)
            found = self.tiles[key] = Allocation(plan, label, group)
        for view in ins:
            if view.base.written < WRITTEN or type(view) is not View:
                made = self.emit(op, engine, (), ins, attrs, None, src)
                break
        else:
            made = self.add(op, engine, (), ins, attrs, src)
        dst = whole(self.buffers, found)
        base = dst.base
        base.written = found.layout.written
        base.writer = made
        made.outs = (dst,)
        return dst

    def argument(
        self, name: str, shape: Iterable[int], dtype: Any, contents: dict[str, list] | None = None
    ) -> View:
        """A tensor the caller passes, in the HBM that the cores of a rank share.

        Its contents, if anybody says, are its `values`, or a `range`: from the first of two numbers,
        inclusive, to the second.
        """
        return self._filled(name, shape, dtype, SHARED_HBM, dict(contents) if contents else None)

    def constant(self, name: str, shape: Iterable[int], dtype: Any, fill: Any, space: Space) -> View:
        """A tensor that holds known values when the kernel starts."""
        return self._filled(name, shape, dtype, space, None if fill is None else {"fill": fill})

    def _filled(self, name: str, shape: Any, dtype: Any, space: Space, contents: Any) -> View:
        plan = layout(tuple(shape), to_dtype(dtype), space, self._sbuf_bytes)
        made = whole(self.buffers, Allocation(plan, name, name, "input", contents))
        made.base.written = GIVEN
        return made

    def register(self, kind: str, **fields: Any) -> Reg:
        made = Reg(len(self.registers), kind, fields)
        self.registers.append(made)
        return made

    def identity(self, dtype: DType) -> View:
        """The identity matrix that a transpose on TensorE multiplies with, loaded at the start."""
        found = self.identities.get(dtype)
        if found is None:
            source = self.constant(f"identity_{dtype}", (128, 128), dtype, "identity", PRIVATE_HBM)
            found = self.tensor((128, 128), dtype, SBUF, f"identity_{dtype}_sbuf")
            load = self.emit("dma_copy", "dma", (found,), (source,), {"ins": 1, "queue": "sync"})
            load.loop = None
            self.prologue.append(self.instructions.pop())
            self.identities[dtype] = found
        return found

    # Instructions.

    def emit(
        self,
        op: str,
        engine: str | None,
        outs: tuple,
        ins: tuple,
        attrs: dict | None = None,
        at: FrameType | None = None,
        src: int | None = None,
    ) -> Instruction:
        """Records an instruction; operands are views, attributes what docs/nki-stream.md says.

        It is noted at the place outside the recorder that called, which may be known already: as a
        frame, or as its number where nothing unusual is in force.
        """
        if self.unusual:
            at = self.places.outside(at or self.caller or _getframe(1))
            return self._unusual(op, engine, outs, ins, attrs, at)
        for view in ins:
            base = view.base
            if base.written < WRITTEN:
                if base.written != IN_PSUM:
                    self._unwritten(view)
                if base.layout.is_psum:
                    psum.read(base, view)
            if type(view) is not View:
                ins = self._special(view, ins)
        for view in outs:
            base = view.base
            if base.written != WRITTEN:
                if base.moved is not None:
                    assignments.restore(base)
                own = base.layout
                if view.shape == own.shape:
                    base.written = own.written
                elif base.written == PARTLY:
                    base.pending.append(view)
                else:
                    self.wrote(view)
                if own.is_psum and op != "nc_matmul":
                    psum.write(base, view)
            if type(view) is not View:
                ins = self._special(view, ins)
        if src is None:
            frame = at or self.caller or _getframe(2)
            places = self.places
            if frame is not places.frame or (src := places.here.get(frame.f_lasti)) is None:
                src = places.number(frame)
        instructions = self.instructions
        made = Instruction()
        made.op = op
        made.engine = engine
        made.src = src
        made.outs = outs
        made.ins = ins
        made.attrs = attrs
        made.loop = self.loop
        instructions.append(made)
        if len(instructions) > self._limit:
            raise self._too_many()
        return made

    def add(
        self, op: str, engine: str, outs: tuple, ins: tuple, attrs: dict | None, src: int
    ) -> Instruction:
        """Records an instruction whose operands need no look, where nothing unusual is in force.

        `emit` ends with the same lines: a call there would cost every instruction an empty call.
        """
        instructions = self.instructions
        made = Instruction()
        made.op = op
        made.engine = engine
        made.src = src
        made.outs = outs
        made.ins = ins
        made.attrs = attrs
        made.loop = self.loop
        instructions.append(made)
        if len(instructions) > self._limit:
            raise self._too_many()
        return made

    def _too_many(self) -> LimitExceeded:
        return LimitExceeded(f"more than {self._limit} instructions; does a loop end, and is the shape meant?")

    def _special(self, view: View, ins: tuple) -> tuple:
        """Checks bounds left open; a tensor that holds run-time offsets is read as well."""
        view.check_pending()
        index = None if view.dynamic is None else view.dynamic[3]
        if index is None:
            return ins
        self.looks_up = True
        return ins + (index,)

    def _unusual(
        self, op: str, engine: Any, outs: tuple, ins: tuple, attrs: Any, at: FrameType
    ) -> Any:
        """Inside a mask or a `no_reorder` block."""
        mask, self.unusual = self.mask, False
        try:
            attrs = dict(attrs or {})
            if self.region is not None:
                attrs["region"] = self.region
            if mask is not None:
                clip = clip_of(fitted(op, mask, outs + ins))
                if clip.empty:
                    return SKIPPED
                outs = tuple(clip.apply(view) for view in outs)
                ins = tuple(clip.apply(view) for view in ins)
                found = mask_boxes.found(clip.rest, outs, ins) if clip.rest and engine == "dma" else None
                if found == []:
                    return SKIPPED
                if found is not None:
                    attrs[mask_boxes.KEY], self.boxes = found, True
                    outs, ins = (tuple(map(mask_boxes.taken, part)) for part in (outs, ins))
                elif clip.rest:
                    attrs["mask"] = clip.rest
                    self.warn("W4", f"{op}: mask is not a box and is timed unclipped")
            return self.emit(op, engine, outs, ins, attrs or None, at)
        finally:
            self.unusual = True

    def set_mask(self, mask: Mask | None) -> Mask | None:
        """Puts a mask in force; returns the one before."""
        before, self.mask = self.mask, mask
        self.unusual = mask is not None or self.region is not None
        return before

    def set_region(self, region: int | None) -> int | None:
        before, self.region = self.region, region
        self.unusual = region is not None or self.mask is not None
        return before

    def new_region(self) -> int:
        self.regions += 1
        return self.regions - 1

    def wrote(self, view: View) -> None:
        """Less than a tile that is not written, or only in part."""
        unwritten.wrote(view, self.mask)

    def drop(self, instruction: Instruction) -> None:
        self.dropped.add(instruction)

    # Loops, conditions, warnings.

    def warn(self, code: str, text: str) -> None:
        self._warn(code, text, self.places.site(_getframe(1))[0])

    def _warn(self, code: str, text: str, place: str) -> tuple[str, str, str]:
        key = (code, text, place)
        self.warnings[key] = self.warnings.get(key, 0) + 1
        return key

    def _unwritten(self, view: View) -> None:
        """A tensor is read that is not written, or only in part."""
        base = view.base
        if base.written == PARTLY:
            if found := unwritten.read(view):
                self.beyond.setdefault(len(self.instructions), []).append((view, found))
            return
        if base.moved is not None:
            assignments.restore(base)
            return
        base.written = base.layout.written
        text, place = f"'{base.name}' is read before anything writes it", self.places.site(_getframe(1))[0]
        self.unwritten[base] = self._warn("W1", text, place)

    def trip_count(self, bounds: tuple) -> int:
        """Iterations of a loop whose bounds are run-time values, from the scenario."""
        place = self.places.site(_getframe(1))[0]
        return trip_counts.number(self, place, bounds)

    def loop_begin(self, at: FrameType, bounds: dict[str, Any] | None = None) -> None:
        """A loop on the device begins: all engines must know whether to enter it."""
        attrs = {"ins": 1, **(bounds or {})}
        self.emit("loop_begin", "sync", (), (), attrs, self.places.outside(at))

    def loop_end(self, at: FrameType) -> None:
        """An iteration of a loop on the device ends: the engines wait for each other."""
        self.emit("loop_end", "sync", (), (), {"ins": 1}, self.places.outside(at))

    def loop_condition(self, reg: Reg) -> bool:
        """A register as the condition of a `while`: true as often as the scenario says."""
        place = self.places.site(_getframe(1))[0]
        done, count = self.conditions.pop(place, None) or (0, trip_counts.of_while(self, place))
        goes_on = trip_counts.holds(self, place, reg) if count is None else done < count
        (self.loop_end if done else self.loop_begin)(_getframe(1))
        if goes_on:
            self.conditions[place] = (done + 1, count)
        return goes_on

    def mark_output(self, view: Any, place: int) -> None:
        if not isinstance(view, View):
            raise shape_error(f"the kernel returns {kind_of(view)}, expected tensors in HBM")
        base = view.base
        if base.on_chip:
            raise shape_error(
                f"the kernel returns '{base.name}' of {base.group} in {base.space}, expected a tensor "
                "in HBM: store it to one of buffer=nl.shared_hbm, and return that"
            )
        role = "inout" if base.role in ("input", "inout") else "output"
        base.tell(role=role, extra={**(base.extra or {}), "result": place})
        if view.size == math.prod(base.shape):
            self.returned.append(base)
