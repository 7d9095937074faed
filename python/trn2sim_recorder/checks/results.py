"""Notes on results that no core writes, or only in part."""

from __future__ import annotations

import math
from typing import Any

from ..recording.recorder import Recorder
from ..tensors.buffers import SHARED_HBM, Buffer
from ..tensors.coverage import written
from ..tensors.views import View


def note_results(recorded: list[Recorder]) -> None:
    """Results that no core writes, whole or in part: a store that was forgotten."""
    for one in recorded:
        for base, warning in one.unwritten.items():
            if base.space == SHARED_HBM and any(_writes(other, base) for other in recorded):
                one.warnings.pop(warning, None)
    first = recorded[0]
    results = [_results(one) for one in recorded]
    if not any(results):
        first.warnings["W1", "the kernel returns no tensor and writes none of its arguments", ""] = 1
    for place, base in results[0].items():
        if not any(place in one and one[place].written for one in results):
            first.warnings["W1", f"'{base.name}' is returned but never written", base.group] = 1
    _note_parts(recorded, results)
    if empty := loops_without_rounds(recorded):
        text = "at these sizes loops have no round, and what is in them is not timed: " + ", ".join(empty)
        first.warnings["W5", text, ""] = 1


def note_cores(recorded: list[Recorder], grid: tuple, cores: int) -> None:
    """A launch that names more cores than a rank has, as `kernel[nl.nc(2)]` with one core does."""
    named = max(getattr(size, "cores", 1) for size in grid)
    if named > cores:
        text = f"the launch names nl.nc({named}), and ranks.lnc is {cores}: one core runs all programs"
        recorded[0].warnings["W3", text, ""] = 1


def loops_without_rounds(recorded: list[Recorder]) -> list[str]:
    """Where the loops are that no program goes round, wherever it comes to them; not those of the
    device, whose rounds somebody stated."""
    most: dict[str, int] = {}
    for one in recorded:
        for kind, place, rounds, _ in one.loops:
            if kind not in ("dynamic", "while"):
                most[place] = max(rounds, most.get(place, 0))
    return [place for place, rounds in most.items() if not rounds]


def _writes(recorder: Recorder, shared: Buffer) -> bool:
    """Whether a core writes what another one only reads."""
    return any(
        (own.label, own.group, own.space) == (shared.label, shared.group, shared.space)
        and own.written
        and own not in recorder.unwritten
        for own in recorder.buffers
    )


def _note_parts(recorded: list[Recorder], results: list[dict[int, Any]]) -> None:
    """Of tensors that all programs share, or the only one has; arguments had values before."""
    first = recorded[0]
    places = [
        place
        for place, base in results[0].items()
        if base.role == "output" and base in first.returned and all(place in one for one in results)
    ]
    if not places:
        return
    found = [_writes_to(one, [has[p] for p in places]) for one, has in zip(recorded, results)]
    for place in places:
        base = results[0][place]
        parts = [made[has[place]] for made, has in zip(found, results)]
        if None in parts or (len(parts) > 1 and base.space != SHARED_HBM):
            continue
        size = math.prod(base.shape)
        count = written([view for part in parts for view in part], size)
        if count is not None and 0 < count < size:
            text = f"'{base.name}' is returned, but only {count:,} of its {size:,} elements are written"
            first.warnings["W1", text, base.group] = 1


def _results(recorder: Recorder) -> dict[int, Any]:
    """What is returned, by its place, and arguments that are written."""
    roles = ("output", "inout")
    found = [buffer for buffer in recorder.buffers if getattr(buffer, "role", None) in roles]
    return {(one.extra or {}).get("result", -1 - one.id): one for one in found}


def _writes_to(recorder: Recorder, wanted: list[Buffer]) -> dict[Buffer, list[View] | None]:
    """What a program writes of some buffers; nothing is said of one that it writes at a place known
    at run time only, as another type, or backwards. A barrier names a tensor, and writes nothing.
    """
    found: dict[Buffer, list[View] | None] = {base: [] for base in wanted}
    for one in recorder.instructions:
        for view in one.outs:
            views = found.get(view.base)
            if views is None or one.op == "core_barrier" or one in recorder.dropped:
                continue
            if type(view) is View and min(view.strides, default=1) >= 0:
                views.append(view)
            else:
                found[view.base] = None
    return found
