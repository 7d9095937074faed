"""Loops: unrolled as they run, with a note of kind, place and iteration for each instruction."""

from __future__ import annotations

import sys
from typing import Any, Callable, Iterator

from ..basics.notes import note
from ..basics.state import STATE, Idle
from ..recording import register_values, trip_counts
from ..tensors.index_ranges import Affine
from ..tensors.registers import Reg


_getframe = sys._getframe

# Loops that the device runs: it has one copy of the body.
ON_DEVICE = ("dynamic", "while")


def _whole(value: Any) -> Any:
    if isinstance(value, Reg):
        found = register_values.constant(STATE.recorder, value)
        return value if found is None else found
    return value.const if isinstance(value, Affine) and value.is_constant() else value


def _loop(kind: str) -> Callable:
    """One kind of range; iterating notes the loop in the recording under way."""
    on_device = kind in ON_DEVICE

    def ranged(start: Any, stop: Any = None, step: Any = 1, **directives: Any) -> Iterator:
        counts = type(start) is int and stop is None and step == 1
        values = range(start) if counts else _values(start, stop, step)
        recorder = STATE.recorder
        if type(recorder) is Idle:
            return iter(values)
        if on_device:
            note("nl.dynamic_range, which nki has not since 0.7; instead: nl.fori_loop(first, last, function)")
        frame = _getframe(1)
        found = recorder.places.sites.get((id(frame.f_code), frame.f_lasti))
        place = (found or recorder.places.site(frame))[0]
        if counts and not on_device:
            return _count(recorder, kind, place, values)
        return _iterate(recorder, kind, place, values)

    ranged.__qualname__ = f"nki.language.{kind}_range"
    return ranged


def _values(start: Any, stop: Any, step: Any) -> Any:
    first, last = (0, start) if stop is None else (start, stop)
    step = 1 if step is None else step
    first, last, step = _whole(first), _whole(last), _whole(step)
    if not any(isinstance(value, Reg) for value in (first, last, step)):
        return range(first, last, step)
    # A run-time bound: as many iterations as the scenario says.
    spacing = 1 if isinstance(step, Reg) else step
    turns = STATE.recorder.trip_count((first, last, step))
    made = Turns(first + i * spacing for i in range(turns))
    if spacing is step and step > 0:
        made.bounds = {"turns": turns, "first": _terms(first), "last": _terms(last), "step": step}
    return made


class Turns(list):
    """The values of a loop whose bounds are known at run time only, and those bounds."""

    bounds: dict[str, Any] | None = None


def _terms(bound: Any) -> list[int]:
    return bound.terms() if isinstance(bound, Reg) else [bound]


def _count(recorder: Any, kind: str, place: str, values: range) -> Iterator:
    """What `_iterate` does, for a loop that counts from zero: most loops of most kernels."""
    outer = recorder.loop
    number = len(recorder.loops)
    recorder.loops.append((kind, place, len(values), outer))
    try:
        for i in values:
            recorder.loop = (number, i)
            yield i
    finally:
        recorder.loop = outer


def _iterate(recorder: Any, kind: str, place: str, values: Any) -> Iterator:
    """A loop whose values come one by one has as many of them as there were."""
    outer = recorder.loop
    number = len(recorder.loops)
    sized = hasattr(values, "__len__")
    recorder.loops.append((kind, place, len(values) if sized else 0, outer))
    on_device = kind in ON_DEVICE
    if on_device:
        if recorder.region is not None:
            note("a loop on the device inside nl.no_reorder, which nki refuses: no_reorder inside the loop")
        bounds = getattr(values, "bounds", None)
        recorder.loop_begin(_getframe(1), bounds and {**bounds, "place": place})
    i = 0
    try:
        for value in values:
            recorder.loop = (number, i)
            yield value
            if on_device:
                recorder.loop_end(_getframe(1))
            i += 1
    finally:
        recorder.loop = outer
        if not sized:
            recorder.loops[number] = (kind, place, i, outer)


affine_range = _loop("affine")
sequential_range = _loop("sequential")
static_range = _loop("static")
dynamic_range = _loop("dynamic")


def fori_loop(lower: Any, upper: Any, body_fun: Callable, step: int = 1) -> None:
    """The body once per iteration."""
    recorder = STATE.recorder
    values = _values(lower, upper, step)
    place = "" if type(recorder) is Idle else recorder.places.site(_getframe(1))[0]
    for i in values if type(recorder) is Idle else _iterate(recorder, "dynamic", place, values):
        body_fun(i)


def while_loop(init: Any, body_fun: Callable) -> None:
    """As many rounds as the scenario says, or until a condition is known to be 0."""
    recorder = STATE.recorder
    place = recorder.places.site(sys._getframe(1))[0]
    count = trip_counts.given(recorder, place)
    condition = init

    def rounds() -> Iterator:
        while trip_counts.holds(recorder, place, condition):
            yield

    for _ in _iterate(recorder, "while", place, rounds() if count is None else range(count)):
        condition = body_fun(condition)
