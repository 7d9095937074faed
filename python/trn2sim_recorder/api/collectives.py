"""`nki.collectives`: operations between ranks; the rank itself is known at run time only."""

from __future__ import annotations

from math import prod
from typing import Any, Sequence

from ..buffers import SHARED_HBM
from ..coverage import overlap
from ..errors import RecordError, counted, shape_error, unsupported
from ..notes import note
from ..registers import Reg
from ..state import STATE
from ..views import View
from . import rules
from .isa_make import plain
from .ops import op_name
from .replica_groups import ReplicaGroup, groups_of, rg_partition_op


def rank_id(**other: Any) -> Reg:
    return STATE.recorder.register("rank", bound=STATE.recorder.settings.ranks)


def collective_permute_implicit_current_processing_rank_id(
    iteration_id: int, replica_group: Any, channel_id: int = 0, name: str | None = None, **other: Any
) -> Reg:
    """The member of the group whose data a ring step processes: own first, then predecessors."""
    bound = groups_of(replica_group).size
    return STATE.recorder.register(
        "ring", iteration=int(iteration_id), channel=int(channel_id), bound=bound
    )


def _operands(function: str, parameter: str, values: Any) -> tuple[View, ...]:
    values = values if isinstance(values, (list, tuple)) else [values]
    return tuple(rules.tensor(function, parameter, value) for value in values)


def _record(function: str, outs: tuple, ins: tuple, attrs: dict, given: dict | None) -> Any:
    """With what the kernel gave besides; nothing of one that belongs to another collective."""
    spaces = {view.base.on_chip for view in (*outs, *ins)}
    if len(spaces) > 1:
        raise shape_error(f"{function}: operands are in HBM and on chip, expected all in one")
    if spaces == {True} and len(outs) > 1:
        raise shape_error(f"{function}: {len(outs)} tensors in one call need HBM")
    _check_apart(function, outs, ins)
    if given is not None:
        _note_sources(function, ins)
        attrs.update({key: value for key, value in given.items() if value is not None})
    return STATE.recorder.emit(function, "cc", outs, ins, attrs)


def _note_sources(function: str, ins: Sequence[View]) -> None:
    """The runtime moves what the kernel itself has made alone, of a core that has no other beside it."""
    alone = prod(STATE.recorder.settings.grid) == 1
    for src in ins:
        base = src.base
        if base.on_chip or "fill" in (base.extra or {}):
            continue
        if base.role in ("input", "inout"):
            note(
                f"{function} reads '{base.name}', an argument, which nki's compiler refuses: a dma_copy to a "
                "tensor of buffer=nl.private_hbm comes first"
            )
        elif alone and base.space == SHARED_HBM and function in ("all_gather", "all_reduce"):
            note(f"{function} of '{base.name}' in shared_hbm with ranks.lnc 1, where nki wants private_hbm")


def _check_apart(function: str, outs: Sequence[View], ins: Sequence[View]) -> None:
    """A rank that is done would write over what others have still to get from it."""
    for dst in outs:
        for src in ins:
            if overlap(dst, src):
                why = "src and dst share memory, which is not simulated; copy src to a tensor of its own first"
                raise unsupported(function, f"{why} ({src!r} and {dst!r})")


def _pairs(function: str, outs: tuple, ins: tuple) -> list[tuple[View, View]]:
    """Each destination with its source."""
    if len(outs) != len(ins):
        raise shape_error(f"{function}: srcs has {counted(len(ins), 'tensor')} and dsts {len(outs)}, expected as many in each")
    return list(zip(outs, ins))


def _single(function: str, parameter: str, values: Any) -> View:
    """A permute takes one tensor on each side."""
    found = _operands(function, parameter, values)
    if len(found) != 1:
        raise shape_error(f"{function}: {len(found)} tensors in {parameter}, expected one")
    return found[0]


def _by_channel(function: str, channels: Any, **sides: Any) -> list[tuple[View, ...]]:
    """The tensors of each channel, in the order of the parameters."""
    for parameter, lists in sides.items():
        if not isinstance(lists, (list, tuple)) or len(lists) != len(channels):
            found = counted(len(lists), "list") if isinstance(lists, (list, tuple)) else "no lists"
            raise shape_error(
                f"{function}: {found} in {parameter}, expected a list for each channel, {len(channels)}"
            )
    return [
        tuple(_single(function, key, lists[place]) for key, lists in sides.items())
        for place in range(len(channels))
    ]


def collective_permute_implicit(
    srcs_by_channel: Any, dsts_by_channel: Any, replica_group: Any, channel_ids: Any = (0,),
    priority: Any = None, name: str | None = None,
) -> None:
    """One record per channel, in the order of the channels."""
    function = "collective_permute_implicit"
    channels = list(channel_ids or [0])
    moves = _by_channel(function, channels, srcs_by_channel=srcs_by_channel, dsts_by_channel=dsts_by_channel)
    _check_apart(function, [dst for _, dst in moves], [src for src, _ in moves])
    groups = groups_of(replica_group).groups
    for channel, (src, dst) in zip(channels, moves):
        _check_same(function, dst, src)
        attrs = {"groups": groups, "channel": int(channel)}
        _record(function, (dst,), (src,), attrs, {"priority": priority, "name": name})


def collective_permute_implicit_reduce(
    srcs0_by_channel: Any, srcs1_by_channel: Any, dsts_by_channel: Any, replica_group: Any, op: Any,
    channel_ids: Any = (0,), priority: Any = None, name: str | None = None,
) -> None:
    """Each rank sends what it makes of its two sources: a reduction, then the permute of the result.

    The runtime reduces on the way; what that costs is not published.
    """
    function = "collective_permute_implicit_reduce"
    STATE.recorder.warn("W3", f"{function}: its cost is a guess, that of a reduction and a permute")
    lists = {"srcs0_by_channel": srcs0_by_channel, "srcs1_by_channel": srcs1_by_channel}
    moves = _by_channel(function, list(channel_ids or [0]), **lists, dsts_by_channel=dsts_by_channel)
    for first, _, dst in moves:
        _check_same(function, dst, first)
    sums = [[_combined(function, op, first, second)] for first, second, _ in moves]
    collective_permute_implicit(sums, dsts_by_channel, replica_group, channel_ids, priority, name)


def _check_same(function: str, dst: View, src: View) -> None:
    if src.size != dst.size:
        raise shape_error(f"{function}: dst {dst.shape} does not fit {src.shape}")


def _combined(function: str, op: Any, first: View, second: View) -> View:
    """What becomes of two tensors of one shape, in a tensor of its own."""
    _check_same(function, first, second)
    recorder = STATE.recorder
    made = recorder.tensor(first.shape, first.dtype, first.base.space)
    if first.base.on_chip:
        recorder.emit("tensor_tensor", "vector", (made,), (first, second), {"op": op_name(op), "ins": 1})
    else:
        attrs = {"reduce_op": op_name(op), "ins": 1}
        recorder.emit("dma_compute", "dma", (made,), (first, second), attrs)
    return made


def collective_permute(
    srcs: Any, dsts: Any, source_target_pairs: Any, priority: Any = None, name: str | None = None
) -> Any:
    function = "collective_permute"
    src, dst = _single(function, "srcs", srcs), _single(function, "dsts", dsts)
    if dst.base.on_chip:
        raise shape_error("collective_permute: operands must be in HBM")
    _check_same(function, dst, src)
    attrs = {"pairs": plain(source_target_pairs)}
    return _record(function, (dst,), (src,), attrs, {"priority": priority, "name": name})


def _check_dim(function: str, big: View, small: View, dim: int, count: int) -> None:
    """Along the first with more than one place, parts follow each other in any shape but another's."""
    shape = small.shape
    if not 0 <= dim < len(shape):
        raise shape_error(f"{function}: collective_dim {dim} of {shape}, expected 0 to {len(shape) - 1}")
    along = [(*shape[:d], shape[d] * count, *shape[d + 1 :]) for d in range(len(shape))]
    apart = (*shape[:dim], count, *shape[dim:])
    leads = [prod(shape[:d]) == 1 for d in range(len(shape))]
    others = [sizes for sizes, first in zip(along, leads) if not first]
    if big.shape not in (along[dim], apart) and (not leads[dim] or big.shape in others):
        whole, part = ("src", "dst") if function == "reduce_scatter" else ("dst", "src")
        raise shape_error(
            f"{function}: {whole} {big.shape} does not fit {part} {shape} in groups of {count} "
            f"along dimension {dim}, expected {along[dim]}"
        )


def _leads(view: View, dim: int) -> bool:
    """Whether only dimensions of one place come before a dimension."""
    return 0 <= dim < len(view.shape) and prod(view.shape[:dim]) == 1


def _in_parts(view: View, count: int) -> View:
    """The same memory without leading dimensions of one place; a single row is a row for each part."""
    first = next((place for place, size in enumerate(view.shape) if size > 1), 0)
    shape = view.shape[first:]
    return view.reshape((count, shape[0] // count) if len(shape) == 1 and shape[0] % count == 0 else shape)


def _gathering(function: str, factor: int) -> Any:
    """all_gather and its kin: sizes of one side are a group's multiple of the other's."""

    def collective(
        srcs: Any, dsts: Any, replica_group: Any, collective_dim: int = 0, op: Any = None,
        priority: Any = None, name: str | None = None,
    ) -> Any:
        groups = groups_of(replica_group)
        outs, ins = _operands(function, "dsts", dsts), _operands(function, "srcs", srcs)
        if function == "all_to_all" and all(_leads(view, collective_dim) for view in (*outs, *ins)):
            outs, ins = (tuple(_in_parts(view, groups.size) for view in side) for side in (outs, ins))
            collective_dim = 0
        for dst, src in _pairs(function, outs, ins):
            big, small = (dst, src) if factor >= 0 else (src, dst)
            if big.size != small.size * (groups.size if factor else 1):
                raise shape_error(
                    f"{function}: dst {dst.shape} does not fit src {src.shape} "
                    f"in groups of {groups.size}{groups.missing()}"
                )
            if factor:
                _check_dim(function, big, small, int(collective_dim), groups.size)
        attrs: dict[str, Any] = {"groups": groups.groups, "dim": int(collective_dim)}
        if op is not None:
            attrs["op"] = rules.named(function, op)
        return _record(function, outs, ins, attrs, {"priority": priority, "name": name})

    collective.__name__ = function
    return collective


def all_reduce(
    srcs: Any, dsts: Any, replica_group: Any, op: Any, priority: Any = None, name: str | None = None
) -> Any:
    return _all_reduce(srcs, dsts, replica_group, 0, op, priority, name)


def _reduce_scatter(
    srcs: Any, dsts: Any, replica_group: Any, collective_dim: int, op: Any, **given: Any
) -> Any:
    return _scatter(srcs, dsts, replica_group, collective_dim, op, **given)


def _varying(function: str, whole: Any) -> Any:
    """Sizes known at run time only: as if every rank sent all that there is room for."""

    def collective(
        srcs: Any, dsts: Any, replica_group: Any, metadata_tensor: Any, recv_counts_known: bool = False,
        has_rdispls: bool = False, priority: Any = None, name: str | None = None,
    ) -> Any:
        (dst,), (src,) = _operands(function, "dsts", dsts), _operands(function, "srcs", srcs)
        (counts,) = _operands(function, "metadata_tensor", metadata_tensor)
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
    _record("all_to_all", (theirs,), (mine,), {"groups": groups_of(replica_group).groups, "dim": 0}, None)
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


def _split(function: str, whole: Any) -> dict[str, Any]:
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


_all_reduce = _gathering("all_reduce", 0)
_all_gather = _gathering("all_gather", 1)
_all_to_all = _gathering("all_to_all", 0)
_scatter = _gathering("reduce_scatter", -1)


def names() -> dict[str, Any]:
    varying = {
        "all_to_all_v": _varying("all_to_all_v", _all_to_all),
        "all_gather_v": _varying("all_gather_v", _all_gather),
    }
    made: dict[str, Any] = {
        "ReplicaGroup": ReplicaGroup,
        "rg_partition_op": rg_partition_op,
        "rank_id": rank_id,
        "all_reduce": all_reduce,
        "all_gather": _all_gather,
        "reduce_scatter": _reduce_scatter,
        "all_to_all": _all_to_all,
        **varying,
        "collective_permute": collective_permute,
        "collective_permute_implicit": collective_permute_implicit,
        "collective_permute_implicit_reduce": collective_permute_implicit_reduce,
    }
    for name, function in varying.items():
        made.update(_split(name, function))
    ring = collective_permute_implicit_current_processing_rank_id
    made[ring.__name__] = ring
    for name, function in made.items():
        if not isinstance(function, type):
            function.__qualname__ = f"nki.collectives.{name}"
    return made
