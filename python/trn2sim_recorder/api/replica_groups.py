"""Which ranks take part in a collective together."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from ..basics.errors import RecordError, counted
from ..basics.state import STATE
from ..tensors.views import View


class rg_partition_op(Enum):
    """How the number of a rank says which ranks it is with."""

    bitwise_and = "bitwise_and"
    div = "div"
    mod = "mod"

    def of(self, rank: int, operand: int) -> int:
        if self is rg_partition_op.bitwise_and:
            return rank & operand
        return rank // operand if self is rg_partition_op.div else rank % operand


class ReplicaGroup:
    """Groups of ranks that take part in a collective."""

    def __init__(self, groups: Any = (), **named: Any):
        groups = named.get("replica_groups", groups)
        if isinstance(groups, View):
            name = groups.base.name or "group"
            text = f"replica_group: '{name}' is a tensor, expected lists of ranks; an argument: "
            raise RecordError("E3", f"{text}{name}: {{ replica_group: tp }}")
        if not isinstance(groups, Iterable) or not all(isinstance(group, Iterable) for group in groups):
            text = f"replica_group: found {groups!r}, expected lists of ranks, such as [[0, 1], [2, 3]]"
            raise RecordError("E3", text)
        self.groups = [[int(rank) for rank in group] for group in groups]
        seen = [rank for group in self.groups for rank in group]
        if len(set(seen)) != len(seen):
            raise RecordError("E3", f"ReplicaGroup: a rank is in two groups: {self.groups}")

    @staticmethod
    def from_partition_op(world_size: int, op: rg_partition_op, operand: int) -> ReplicaGroup:
        """Ranks from which the operator makes the same number are a group."""
        if not isinstance(op, rg_partition_op):
            known = ", ".join(one.name for one in rg_partition_op)
            raise RecordError("E3", f"from_partition_op: op is {op!r}, expected a rg_partition_op: {known}")
        if operand == 0 and op is not rg_partition_op.bitwise_and:
            raise RecordError("E3", f"from_partition_op: {op.name} by 0")
        groups: dict[int, list[int]] = {}
        for rank in range(int(world_size)):
            groups.setdefault(op.of(rank, int(operand)), []).append(rank)
        return ReplicaGroup(list(groups.values()))

    @property
    def size(self) -> int:
        return len(self.groups[0]) if self.groups else 1

    def __len__(self) -> int:
        return len(self.groups)

    def missing(self) -> str:
        """The likely cause of sizes that do not fit: groups that were written for other ranks."""
        named, ranks = sum(map(len, self.groups)), STATE.recorder.settings.ranks
        return "" if named == ranks else f"; the replica groups name {counted(named, 'rank')} of {ranks}"


def groups_of(value: Any) -> ReplicaGroup:
    return value if isinstance(value, ReplicaGroup) else ReplicaGroup(value)
