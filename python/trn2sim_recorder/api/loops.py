"""Loops: unrolled as they run, with a note of kind, place and iteration for each instruction."""

from __future__ import annotations

import sys
from typing import Any, Callable, Iterator

from ..affine import Affine
from ..registers import Reg
from ..state import STATE


def _whole(value: Any) -> Any:
    if isinstance(value, Reg) and value.known is not None:
        return value.known * value.scale + value.add
    return value.const if isinstance(value, Affine) and value.is_constant() else value


class Loop:
    """One kind of range; iterating notes the loop in the recording under way."""

    def __init__(self, kind: str):
        self.kind = kind

    def __call__(self, start: Any, stop: Any = None, step: Any = 1, **directives: Any) -> Iterator:
        if stop is None and type(start) is int and step == 1:
            return self._noted(range(start))
        first, last = (0, start) if stop is None else (start, stop)
        step = 1 if step is None else step
        first, last, step = _whole(first), _whole(last), _whole(step)
        if any(isinstance(value, Reg) for value in (first, last, step)):
            return self._counted(first, step)
        return self._noted(range(first, last, step))

    def _counted(self, first: Any, step: Any) -> Iterator:
        """A run-time bound: as many iterations as the scenario says."""
        count = STATE.recorder.trip_count()
        spacing = 1 if isinstance(step, Reg) else step
        return self._noted([first + i * spacing for i in range(count)])

    def _noted(self, values: Any) -> Iterator:
        if not STATE.recording:
            return iter(values)
        recorder = STATE.recorder
        place = recorder.places.site(sys._getframe(2))[0]
        return _iterate(recorder, self.kind, place, values)


def _iterate(recorder: Any, kind: str, place: str, values: Any) -> Iterator:
    outer = recorder.loop
    number = len(recorder.loops)
    recorder.loops.append([kind, place, len(values), list(outer) if outer else None])
    try:
        for i, value in enumerate(values):
            recorder.loop = (number, i)
            yield value
    finally:
        recorder.loop = outer


affine_range = Loop("affine")
sequential_range = Loop("sequential")
static_range = Loop("static")
dynamic_range = Loop("dynamic")


def fori_loop(lower: Any, upper: Any, body_fun: Callable, step: int = 1) -> None:
    """The body once per iteration."""
    for i in dynamic_range(lower, upper, step):
        body_fun(i)


def while_loop(init: Any, body_fun: Callable) -> None:
    """As many rounds as the scenario says: the condition is a run-time value."""
    recorder = STATE.recorder
    place = recorder.places.site(sys._getframe(1))[0]
    condition = init
    for _ in _iterate(recorder, "while", place, range(recorder.trip_count())):
        condition = body_fun(condition)
