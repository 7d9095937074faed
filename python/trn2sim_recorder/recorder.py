"""The recording of one program: buffers, registers, loops, and the list of instructions."""

from __future__ import annotations

import sys
from types import CodeType
from typing import Any, Iterable

from . import psum
from .buffers import PRIVATE_HBM, SBUF, SHARED_HBM, Buffer, Space, layout
from .dtypes import DType, storable, to_dtype
from .errors import LimitExceeded, RecordError, shape_error
from .masks import Clip, Mask
from .places import Places
from .registers import Reg
from .views import View

_getframe = sys._getframe


class Instruction:
    """One recorded instruction; also the handle that `nisa` functions return."""

    __slots__ = ("op", "engine", "src", "outs", "ins", "attrs", "loop", "number", "dropped")

    def __init__(self, op: str, engine: str | None, src: int, outs: tuple, ins: tuple):
        self.op = op
        self.engine = engine
        self.src = src
        self.outs = outs
        self.ins = ins
        self.attrs: dict | None = None
        self.loop: tuple | None = None
        self.number = -1
        self.dropped = False

    def put(self, key: str, value: Any) -> None:
        if self.attrs is None:
            self.attrs = {}
        self.attrs[key] = value

    def depends_on(self, *producers: Instruction, kind: Any = None) -> Instruction:
        """Runs this instruction after each producer."""
        self.put("after", (self.attrs or {}).get("after", ()) + producers)
        return self


class Settings:
    """What a program is recorded for: its place in the grid, the device, limits."""

    def __init__(self, grid: tuple, pid: tuple, **more: Any):
        self.grid = grid
        self.pid = pid
        self.ranks: int = more.get("ranks", 1)
        self.sbuf_bytes: int = more.get("sbuf_bytes", 212984)
        self.trip_counts: dict[str, int] = more.get("trip_counts", {})
        self.max_instructions: int = more.get("max_instructions", 2_000_000)


class Recorder:
    """Collects what one run of the kernel function does."""

    def __init__(self, settings: Settings, base: str, root: CodeType):
        self.settings = settings
        self.places = Places(base, root)
        self.buffers: list[Buffer] = []
        self.registers: list[Reg] = []
        self.instructions: list[Instruction] = []
        self.prologue: list[Instruction] = []
        self.loops: list[list] = []
        self.loop: tuple | None = None
        self.region: int | None = None
        self.regions = 0
        self.mask: Mask | None = None
        self.inserting = False
        self.identities: dict[str, View] = {}
        self.constants: dict[Any, View] = {}
        self.warnings: dict[tuple, int] = {}
        self.flags: set[str] = set()
        self.conditions: dict[str, int] = {}

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
        sizes, strides, pitch = layout(tuple(shape), kind, space, self.settings.sbuf_bytes)
        buffer = Buffer(len(self.buffers), space, storable(kind), sizes, pitch)
        self.buffers.append(buffer)
        buffer.group, assigned = self.places.site(_getframe(1))
        buffer.name = str(name) if name else assigned or f"t{buffer.id}"
        if address is not None:
            buffer.extra = {"addr": [int(part) for part in address]}
        return View(buffer, sizes, strides, 0, kind)

    def argument(self, name: str, shape: Iterable[int], dtype: Any) -> View:
        """A tensor the caller passes, in the HBM that the cores of a rank share."""
        return self._filled(name, shape, dtype, SHARED_HBM, None)

    def constant(self, name: str, shape: Iterable[int], dtype: Any, fill: Any, space: Space) -> View:
        """A tensor that holds known values when the kernel starts."""
        return self._filled(name, shape, dtype, space, fill)

    def _filled(self, name: str, shape: Any, dtype: Any, space: Space, fill: Any) -> View:
        kind = to_dtype(dtype)
        sizes, strides, pitch = layout(tuple(shape), kind, space, self.settings.sbuf_bytes)
        buffer = Buffer(len(self.buffers), space, storable(kind), sizes, pitch)
        buffer.name, buffer.role, buffer.group = name, "input", name
        buffer.written = True
        if fill is not None:
            buffer.extra = {"fill": fill}
        self.buffers.append(buffer)
        return View(buffer, sizes, strides, 0, kind)

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
            load = self._made("dma_copy", "dma", (found,), (source,))
            load.attrs = {"ins": 1, "queue": "sync"}
            found.base.written = True
            self.prologue.append(load)
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
    ) -> Instruction:
        """Records an instruction; operands are views, attributes what docs/nki-stream.md says."""
        if self.mask is not None:
            return self._masked(op, engine, outs, ins, attrs)
        instructions = self.instructions
        number = len(instructions)
        for view in ins:
            if view.pending is not None:
                view.check_pending()
            if view.dynamic is not None:
                ins = self._with_index(view, ins)
            base = view.base
            base.read = True
            base.touched = number
            if not base.written:
                self._unwritten(base)
            if base.groups is not None:
                psum.read(base, view)
        for view in outs:
            if view.pending is not None:
                view.check_pending()
            if view.dynamic is not None:
                ins = self._with_index(view, ins)
            base = view.base
            base.written = True
            base.touched = number
            if base.groups is not None and op != "nc_matmul":
                psum.write(base, view)
        made = Instruction(op, engine, self.places.number(_getframe(1)), outs, ins)
        made.number = number
        made.loop = self.loop
        if attrs is not None:
            made.attrs = attrs
        if self.region is not None:
            made.put("region", self.region)
        if self.inserting:
            made.put("ins", 1)
        instructions.append(made)
        if number >= self.settings.max_instructions:
            raise LimitExceeded(f"more than {self.settings.max_instructions} instructions")
        return made

    def _made(self, op: str, engine: str | None, outs: tuple, ins: tuple) -> Instruction:
        return Instruction(op, engine, self.places.number(_getframe(1)), outs, ins)

    def _with_index(self, view: View, ins: tuple) -> tuple:
        """A tensor that holds run-time offsets is read by the instruction too."""
        index = view.dynamic[3]
        if index is None:
            return ins
        index.base.read = True
        index.base.touched = len(self.instructions)
        return ins + (index,)

    def _masked(self, op: str, engine: Any, outs: tuple, ins: tuple, attrs: Any) -> Any:
        clip = Clip(self.mask)
        if clip.empty:
            return None
        self.mask, mask = None, self.mask
        try:
            attrs = dict(attrs or {})
            if clip.rest:
                attrs["mask"] = clip.rest
                self.warn("W4", f"{op}: mask is not a box and is timed unclipped")
            outs = tuple(clip.apply(view) for view in outs)
            ins = tuple(clip.apply(view) for view in ins)
            return self.emit(op, engine, outs, ins, attrs or None)
        finally:
            self.mask = mask

    def _unwritten(self, base: Buffer) -> None:
        base.written = True
        self.warn("W1", f"'{base.name}' is read but never written")

    def drop(self, instruction: Instruction) -> None:
        instruction.dropped = True

    # Loops, conditions, warnings.

    def warn(self, code: str, text: str) -> None:
        place = self.places.site(_getframe(1))[0]
        key = (code, text, place)
        self.warnings[key] = self.warnings.get(key, 0) + 1

    def trip_count(self) -> int:
        """Iterations of a loop whose bound is a run-time value, from the scenario."""
        place = self.places.site(_getframe(1))[0]
        for key in (place, place.rsplit("/", 1)[-1]):
            if key in self.settings.trip_counts:
                return int(self.settings.trip_counts[key])
        raise RecordError(
            "E8", f'number of iterations is known at run time only; set kernel.trip_counts: {{"{place}": N}}'
        )

    def loop_condition(self) -> bool:
        """A register as the condition of a `while`: true as often as the scenario says."""
        count = self.trip_count()
        place = self.places.site(_getframe(1))[0]
        done = self.conditions.get(place, 0)
        self.conditions[place] = done + 1 if done < count else 0
        return done < count

    def chain_region(self) -> int:
        self.regions += 1
        return self.regions - 1

    def mark_output(self, view: Any, place: int) -> None:
        if not isinstance(view, View):
            raise shape_error(f"the kernel returns {type(view).__name__}, expected tensors in HBM")
        base = view.base
        if base.on_chip:
            raise shape_error(f"the kernel returns '{base.name}' in {base.space}, expected HBM")
        base.role = "inout" if base.role in ("input", "inout") else "output"
        base.extra = {**(base.extra or {}), "result": place}
