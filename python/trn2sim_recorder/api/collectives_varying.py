"""Collectives of sizes known at run time only, `all_to_all_v` and `all_gather_v`, and their two halves."""

from __future__ import annotations

from typing import Any

from ..basics.errors import RecordError, shape_error
from ..basics.state import STATE
from ..tensors.views import View
from .collective_operands import operands, record
from .replica_groups import groups_of


def varying(function: str, whole: Any) -> Any:
    """Sizes known at run time only: as if every rank sent all that there is room for."""

    def collective(
        srcs: Any, dsts: Any, replica_group: Any, metadata_tensor: Any, recv_counts_known: bool = False,
        has_rdispls: bool = False, priority: Any = None, name: str | None = None,
    ) -> Any:
        (dst,), (src,) = operands(function, "dsts", dsts), operands(function, "srcs", srcs)
        (counts,) = operands(function, "metadata_tensor", metadata_tensor)
        count = groups_of(replica_group).size
        parts = 1 if function == "all_gather_v" else count
        slot = min(dst.size // count, src.size // parts)
        if dst.base.on_chip or src.base.on_chip or not slot:
            raise shape_error(f"{function}: {src!r} and {dst!r}, expected tensors in HBM")
        text = f"{function}: sizes are known at run time only; timed and computed as if all slots were full"
        if has_rdispls:
            text += ", one after another: recv_displs are not looked at"
        if not recv_counts_known and not _exchange_counts(counts, count, replica_group):
            text += f"; recv_counts are not written to {counts!r}, expected (3, {count}) in HBM"
        STATE.recorder.warn("W3", text)
        sides = [_slots(dst, count, slot), _slots(src, parts, slot)]
        return whole([sides[1]], [sides[0]], replica_group, 0, priority=priority, name=name)

    collective.__name__ = function
    return collective


def _slots(view: View, count: int, slot: int) -> View:
    """The beginning of each of as many equal parts, which lie where they do however full they are."""
    part = view.size // count
    return view.reshape((view.size,))[0 : count * part].reshape((count, part))[:, 0:slot]


def _exchange_counts(counts: View, count: int, replica_group: Any) -> bool:
    """What a rank sends to another is what that one receives: row 0 of all becomes row 2."""
    if counts.base.on_chip or len(counts.shape) != 2 or counts.shape[0] < 3 or counts.shape[1] != count:
        return False
    mine, theirs = (counts[row : row + 1].reshape((count, 1)) for row in (0, 2))
    record("all_to_all", (theirs,), (mine,), {"groups": groups_of(replica_group).groups, "dim": 0}, None)
    return True


class Prepared:
    """A collective whose sizes were set up ahead: its trigger runs it with the same arguments."""

    def __init__(self, function: str, run: Any, given: tuple[tuple, dict]):
        self.function, self._run, self._given = function, run, given
        self.pending = True

    def run(self, name: str | None) -> Any:
        args, named = self._given
        self.pending = False
        return self._run(*args, **{**named, **({"name": name} if name else {})})


def halves(function: str, whole: Any) -> dict[str, Any]:
    """The two halves of a collective; what setting it up costs is not published, nor taken off."""

    def prepare(*args: Any, **named: Any) -> Prepared:
        recorder = STATE.recorder
        if recorder.prepared is not None and recorder.prepared.pending:
            before = recorder.prepared.function
            raise RecordError("E3", f"{function}_prepare: {before}_prepare has no trigger yet")
        recorder.warn("W3", f"{function}_prepare: the setup is timed with the trigger")
        recorder.prepared = Prepared(function, whole, (args, named))
        return recorder.prepared

    def trigger(prepare_instr: Any, name: str | None = None) -> Any:
        if getattr(prepare_instr, "function", None) != function:
            raise RecordError("E3", f"{function}_trigger takes what {function}_prepare returns")
        if not prepare_instr.pending:
            raise RecordError("E3", f"{function}_trigger: this {function}_prepare has been triggered")
        return prepare_instr.run(name)

    return {f"{function}_prepare": prepare, f"{function}_trigger": trigger}
