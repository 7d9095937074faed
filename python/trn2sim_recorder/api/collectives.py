"""`nki.collectives`: operations between ranks; the rank itself is known at run time only."""

from __future__ import annotations

from math import prod
from typing import Any

from ..basics.errors import counted, shape_error
from ..basics.state import STATE
from ..tensors.registers import Reg
from ..tensors.views import View
from . import rules
from .collective_operands import check_apart, operands, pairs, record, single
from .collectives_varying import halves, varying
from .isa_make import plain
from .ops import op_name
from .replica_groups import ReplicaGroup, groups_of, rg_partition_op


def rank_id(name: str | None = None) -> Reg:
    return STATE.recorder.register("rank", bound=STATE.recorder.settings.ranks)


def collective_permute_implicit_current_processing_rank_id(
    iteration_id: int, replica_group: Any, channel_id: int = 0, name: str | None = None
) -> Reg:
    """The member of the group whose data a ring step processes: own first, then predecessors."""
    bound = groups_of(replica_group).size
    return STATE.recorder.register(
        "ring", iteration=int(iteration_id), channel=int(channel_id), bound=bound
    )


def _by_channel(function: str, channels: Any, **sides: Any) -> list[tuple[View, ...]]:
    """The tensors of each channel, in the order of the parameters."""
    for parameter, lists in sides.items():
        if not isinstance(lists, (list, tuple)) or len(lists) != len(channels):
            found = counted(len(lists), "list") if isinstance(lists, (list, tuple)) else "no lists"
            raise shape_error(
                f"{function}: {found} in {parameter}, expected a list for each channel, {len(channels)}"
            )
    return [
        tuple(single(function, key, lists[place]) for key, lists in sides.items())
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
    check_apart(function, [dst for _, dst in moves], [src for src, _ in moves])
    groups = groups_of(replica_group).groups
    for channel, (src, dst) in zip(channels, moves):
        _check_same(function, dst, src)
        attrs = {"groups": groups, "channel": int(channel)}
        record(function, (dst,), (src,), attrs, {"priority": priority, "name": name})


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
    src, dst = single(function, "srcs", srcs), single(function, "dsts", dsts)
    if dst.base.on_chip:
        raise shape_error("collective_permute: operands must be in HBM")
    _check_same(function, dst, src)
    attrs = {"pairs": plain(source_target_pairs)}
    return record(function, (dst,), (src,), attrs, {"priority": priority, "name": name})


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
        outs, ins = operands(function, "dsts", dsts), operands(function, "srcs", srcs)
        if function == "all_to_all" and all(_leads(view, collective_dim) for view in (*outs, *ins)):
            outs, ins = (tuple(_in_parts(view, groups.size) for view in side) for side in (outs, ins))
            collective_dim = 0
        for dst, src in pairs(function, outs, ins):
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
        return record(function, outs, ins, attrs, {"priority": priority, "name": name})

    collective.__name__ = function
    return collective


def all_reduce(
    srcs: Any, dsts: Any, replica_group: Any, op: Any, priority: Any = None, name: str | None = None
) -> Any:
    return _all_reduce(srcs, dsts, replica_group, 0, op, priority, name)


def reduce_scatter(
    srcs: Any, dsts: Any, replica_group: Any, collective_dim: int, op: Any, priority: Any = None,
    name: str | None = None,
) -> Any:
    return _scatter(srcs, dsts, replica_group, collective_dim, op, priority, name)


def all_gather(
    srcs: Any, dsts: Any, replica_group: Any, collective_dim: int = 0, priority: Any = None,
    name: str | None = None,
) -> Any:
    return _all_gather(srcs, dsts, replica_group, collective_dim, None, priority, name)


def all_to_all(
    srcs: Any, dsts: Any, replica_group: Any, collective_dim: int = 0, priority: Any = None,
    name: str | None = None,
) -> Any:
    return _all_to_all(srcs, dsts, replica_group, collective_dim, None, priority, name)


_all_reduce = _gathering("all_reduce", 0)
_all_gather = _gathering("all_gather", 1)
_all_to_all = _gathering("all_to_all", 0)
_scatter = _gathering("reduce_scatter", -1)


def names() -> dict[str, Any]:
    varied = {
        "all_to_all_v": varying("all_to_all_v", all_to_all),
        "all_gather_v": varying("all_gather_v", all_gather),
    }
    made: dict[str, Any] = {
        "ReplicaGroup": ReplicaGroup,
        "rg_partition_op": rg_partition_op,
        "rank_id": rank_id,
        "all_reduce": all_reduce,
        "all_gather": all_gather,
        "reduce_scatter": reduce_scatter,
        "all_to_all": all_to_all,
        **varied,
        "collective_permute": collective_permute,
        "collective_permute_implicit": collective_permute_implicit,
        "collective_permute_implicit_reduce": collective_permute_implicit_reduce,
    }
    for name, function in varied.items():
        made.update(halves(name, function))
    ring = collective_permute_implicit_current_processing_rank_id
    made[ring.__name__] = ring
    for name, function in made.items():
        if not isinstance(function, type):
            function.__qualname__ = f"nki.collectives.{name}"
    return made
