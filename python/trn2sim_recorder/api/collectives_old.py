"""Collectives as `neuronxcc.nki.nccl` had them: the same functions with other parameters."""

from __future__ import annotations

import functools
from typing import Any

from . import collectives

_RENAMED = {
    "replica_groups": "replica_group",
    "all_gather_dim": "collective_dim",
    "reduce_scatter_dim": "collective_dim",
}
_REDUCING = ("all_reduce", "reduce_scatter")


def names() -> dict[str, Any]:
    made = collectives.names()
    for name, function in made.items():
        if name not in ("ReplicaGroup", "rank_id"):
            made[name] = _taking_both(name, function)
    return made


def _taking_both(name: str, function: Any) -> Any:
    @functools.wraps(function)
    def collective(*args: Any, **named: Any) -> Any:
        given = {_RENAMED.get(key, key): value for key, value in named.items()}
        if name == "collective_permute_implicit" and "src" in given:
            given["srcs_by_channel"] = [[given.pop("src")]]
            given["dsts_by_channel"] = [[given.pop("dst")]]
            given["channel_ids"] = [given.pop("channel_id", 0)]
        if name not in _REDUCING:
            given.pop("op", None)
        given.pop("num_channels", None)
        if given.get("mask") is None:
            given.pop("mask", None)
        return function(*args, **given)

    return collective
