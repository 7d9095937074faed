"""How often loops go round whose bounds are known at run time only: what the scenario says, of the loop
or of the values that it loads its bounds from."""

from __future__ import annotations

import math
from typing import Any

from . import settled
from .errors import RecordError


def number(recorder: Any, place: str, bounds: tuple = ()) -> int:
    """Of a loop that has `bounds`: from where, to where and in which steps it counts."""
    given = recorder.settings.trip_counts
    for key in (place, place.rsplit("/", 1)[-1]):
        if key in given:
            return _turn(recorder, key, given[key])
    text = f'number of iterations is known at run time only; set kernel.trip_counts: {{"{place}": N}}'
    if bounds:
        try:
            return len(range(*(settled.number(recorder, bound) for bound in bounds)))
        except settled.Unsettled as why:
            text += f", or values of '{why.args[0]}', which it is loaded from" if why.args[0] else ""
    if given:
        text += f", which has {', '.join(map(repr, sorted(given)))}"
    raise RecordError("E8", text)


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
