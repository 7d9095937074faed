"""How often loops go round whose bounds are known at run time only: what the scenario says, of the loop
or of the values that it loads its bounds from."""

from __future__ import annotations

import math
from typing import Any

from ..basics.errors import RecordError, kind_of
from ..basics.notes import note
from ..tensors.registers import Reg
from . import register_values


def given(recorder: Any, place: str) -> int | None:
    """What the scenario says of a loop."""
    counts = recorder.settings.trip_counts
    for key in (place, place.rsplit("/", 1)[-1]):
        if key in counts:
            return _turn(recorder, key, counts[key])
    return None


def of_while(recorder: Any, place: str) -> int | None:
    """The same of a `while` on a register, where it begins."""
    note("a while on a register, which nki refuses since 0.7; instead: nl.while_loop(register, function)")
    return given(recorder, place)


def number(recorder: Any, place: str, bounds: tuple) -> int:
    """Of a loop that has `bounds`: from where, to where and in which steps it counts."""
    count = given(recorder, place)
    if count is not None:
        return count
    try:
        return len(range(*(register_values.number(recorder, bound) for bound in bounds)))
    except register_values.Unsettled as why:
        raise _unknown(recorder, place, why) from None


def holds(recorder: Any, place: str, condition: Any) -> bool:
    """Whether a loop whose condition is a register goes on."""
    if not isinstance(condition, (int, Reg)):
        text = f"the condition of a loop is {kind_of(condition)}, expected a register"
        raise RecordError("E3", text + "; while_loop takes the next one from what its function returns")
    try:
        return register_values.number(recorder, condition) != 0
    except register_values.Unsettled as why:
        raise _unknown(recorder, place, why) from None


def _unknown(recorder: Any, place: str, why: register_values.Unsettled) -> RecordError:
    text = (
        "only the device knows how often this loop goes round; "
        f'set kernel.trip_counts: {{"{place}": N}}'
    )
    if why.args[0]:
        text += f", or values of '{why.args[0]}', which it is loaded from"
    counts = recorder.settings.trip_counts
    if counts:
        text += f", which has {', '.join(map(repr, sorted(counts)))}"
    return RecordError("E8", text)


def _turn(recorder: Any, place: str, count: Any) -> int:
    """One number for each time that the loop is reached, or one for all; or that for each program."""
    if isinstance(count, list) and any(isinstance(one, list) for one in count):
        count = _of_program(recorder.settings, place, count)
    if not isinstance(count, list):
        return int(count)
    turn = recorder.turns.get(place, 0)
    if turn == len(count):
        text = f'kernel.trip_counts: "{place}" has {turn} numbers, and the loop is reached once more'
        raise RecordError("E8", text)
    recorder.turns[place] = turn + 1
    return int(count[turn])


def _of_program(settings: Any, place: str, counts: list) -> Any:
    programs = math.prod(settings.grid)
    if len(counts) != programs:
        text = f'kernel.trip_counts: "{place}" has {len(counts)} lists, and {programs} programs run'
        raise RecordError("E8", text)
    mine = 0
    for size, index in zip(settings.grid, settings.pid):
        mine = mine * size + index
    return counts[mine]
