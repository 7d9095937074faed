"""Records a kernel function once for every program of its launch grid."""

from __future__ import annotations

import inspect
import os
from dataclasses import is_dataclass
from operator import attrgetter
from typing import Any, Callable

from ..api.grid import core_of
from ..api.jit import Kernel
from ..api.objects import NKIObject
from ..basics.errors import RecordError
from ..basics.state import STATE, Idle
from ..checks import operands, unwritten_results
from ..checks.refused_python import note_python
from ..diagnostics.description import describe
from ..host.call_sites import user_frames
from ..host.stubs import missed
from ..methods import products, psum
from ..modules import kernel_builder
from ..recording import gathers, mask_boxes, row_dmas
from ..recording.argument_ranges import GATHERS, note_ranges
from ..recording.recorder import Recorder
from ..recording.settings import Settings
from ..tensors import partition_steps
from ..tensors.buffers import GIVEN
from ..tensors.views import View
from .garbage import collector_off
from .request import Request, arguments


def call_kernel(func: Callable, args: list, named: dict) -> Any:
    """The frame that call chains end at."""
    return func(*args, **named)


_OP = attrgetter("op")
_OLD_INSTRUCTIONS = {f"neuronxcc.nki{part}" for part in ("", ".isa", ".language")}
_NEW_INSTRUCTIONS = {"nki", "nki.isa", "nki.language"}
_BUILDER = {kernel_builder.PREFIX, f"{kernel_builder.PREFIX}.isa"}


def dialect(kernel: Any) -> str:
    """Which package the kernel's module imported decides: of two, the one that it has instructions of.
    Files of `nki` take annotations of their parameters from `neuronxcc.nki.typing`, and those written
    with its kernel builder may take `jit` from there."""
    func = getattr(kernel, "func", kernel)
    values = getattr(func, "__globals__", {}).values()
    names = {value.__name__ for value in values if inspect.ismodule(value)}
    if names & _BUILDER:
        return "new"
    if names & _NEW_INSTRUCTIONS:
        return "old" if names & _OLD_INSTRUCTIONS else "new"
    old = any(name == "neuronxcc" or name.startswith("neuronxcc.nki") for name in names)
    return "old" if old else "new"


def new_recorder(kernel: Any, settings: Settings, base: str) -> Recorder:
    """One for a program of the kernel's dialect."""
    recorder = Recorder(settings, base, call_kernel.__code__)
    recorder.masks = dialect(kernel) == "old"
    return recorder


def record(request: Request, kernel: Any, settings: Settings, base: str) -> Recorder:
    """One run of the function."""
    return record_with(new_recorder(kernel, settings, base), request, kernel)


def record_with(recorder: Recorder, request: Request, kernel: Any) -> Recorder:
    """One run of the function, with the recorder in place."""
    func = kernel.func if isinstance(kernel, Kernel) else kernel
    STATE.recorder = recorder
    try:
        with collector_off():
            args, named = arguments(request, func, recorder)
            given = len(recorder.buffers)
            if request.stopped_by is not None:
                recorder.warnings[_stopped(request)] = 1
            for name, place in request.supplied.items():
                text = f"'{name}' is not imported and taken to be {place}"
                recorder.warnings["W6", text, os.path.basename(request.file)] = 1
            for what, place in missed():
                recorder.warnings["W6", f"{what} and stood in for", place] = 1
            if func is not kernel:
                kernel.require_grid()
            result = call_kernel(func, args, named)
            _finish(recorder, result, given)
            if func is not kernel:
                note_python(recorder, func)
            _schedule(recorder, kernel)
    except RecordError as error:
        error.frames = error.frames or _definition(func)
        error.launched = _launched(kernel, error) if error.code == "E2" else []
        raise
    except (AttributeError, TypeError) as error:
        error.launched = _launched(kernel, error)
        raise
    finally:
        STATE.recorder = Idle()
    return recorder


def _launched(func: Any, error: BaseException) -> list[str]:
    """The kernels that a function around them calls, if the error is in a line of its own: such
    functions treat tensors as those of torch or jax, which more is done with than with a kernel's."""
    code, frames = getattr(func, "__code__", None), user_frames(error.__traceback__)
    if code is None or not frames or frames[-1][::2] != (code.co_filename, code.co_name):
        return []
    return [name for name in code.co_names if isinstance(func.__globals__.get(name), Kernel)]


def _definition(func: Callable) -> list[tuple[str, int, str]]:
    """Where the kernel begins: the place of what its arguments and results are refused for."""
    code = getattr(inspect.unwrap(func), "__code__", None)
    return [] if code is None else [(code.co_filename, code.co_firstlineno, code.co_name)]


def _stopped(request: Request) -> tuple[str, str, str]:
    """What ended the file after the kernel was defined: host code, which nothing here needs."""
    found = describe(request.stopped_by, {})
    lines = [line for file, line, _ in found["stack"] if file == request.file]
    place = f"{os.path.basename(request.file)}:{lines[-1] if lines else 0}"
    return "W6", f"the file goes no further: {found['text']}", place


def _finish(recorder: Recorder, result: Any, given: int) -> None:
    recorder.places.forget()
    products.settle(recorder.buffers)
    psum.finish(recorder.buffers)
    found = unwritten_results.stored(recorder)
    if recorder.boxes:
        recorder.instructions = mask_boxes.split(recorder.instructions)
    for buffer in recorder.buffers[:given]:
        if buffer.written != GIVEN:
            buffer.tell(role="inout")
    if recorder.looks_up:
        gathers.split(recorder)
    if recorder.looks_up or not GATHERS.isdisjoint(map(_OP, recorder.instructions)):
        note_ranges(recorder.instructions, recorder.buffers[:given])
    if partition_steps.Seen.any:
        row_dmas.split(recorder)
    operands.check(recorder)
    for place, view in enumerate(_flat(result)):
        recorder.mark_output(view, place)
    unwritten_results.note(recorder, found)


def _flat(result: Any) -> list[Any]:
    if result is None:
        return []
    if isinstance(result, View):
        return [result]
    if (is_dataclass(result) or isinstance(result, NKIObject)) and not hasattr(result, "as_view"):
        result = [one for one in vars(result).values() if not isinstance(one, (int, float, str))]
    if isinstance(result, dict):
        result = list(result.values())
    if isinstance(result, (list, tuple)):
        return [item for part in result for item in _flat(part)]
    return [result]


def _schedule(recorder: Recorder, kernel: Any) -> None:
    """Edges of `with_schedule`, by instruction names."""
    edges = getattr(kernel, "schedule", None)
    if not edges:
        return
    named = {
        one.attrs["name"]: one for one in recorder.instructions if one.attrs and "name" in one.attrs
    }
    for later, earlier in edges:
        for name in (later, *earlier):
            if name not in named:
                raise RecordError("E3", f"with_schedule: no instruction is named '{name}'")
        named[later].depends_on(*(named[name] for name in earlier))


def head(request: Request, kernel: Any, settings: Settings, about: dict[str, Any]) -> dict[str, Any]:
    """The head record, without its kind and version."""
    flags = sorted(getattr(kernel, "nki_flags", ()))
    core = core_of(settings.grid, settings.pid)
    return {
        "dialect": about["dialect"],
        "file": about["file"],
        "function": request.function,
        "pid": list(settings.pid) or [0],
        "grid": [int(n) for n in settings.grid] or [1],
        **({} if core is None else {"core": core}),
        "ranks": settings.ranks,
        "flags": flags,
        "imports": about["imports"],
        "nc": 3,
    }
