"""Collectives as `neuronxcc.nki.nccl` had them: the same functions with other parameters."""

from __future__ import annotations

import functools
from typing import Any

from ..tensors.views import View
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
        if name != "rank_id" and not isinstance(function, type):
            made[name] = _taking_both(name, function)
    return made


def _taking_both(name: str, function: Any) -> Any:
    @functools.wraps(function)
    def collective(*args: Any, **named: Any) -> Any:
        given = {_RENAMED.get(key, key): value for key, value in named.items()}
        if args and not isinstance(args[0], (list, tuple, View)):  # the operator comes first
            given["op"], *args = args
        if name == "collective_permute_implicit" and "src" in given:
            given["srcs_by_channel"] = [[given.pop("src")]]
            given["dsts_by_channel"] = [[given.pop("dst")]]
            given["channel_ids"] = [given.pop("channel_id", 0)]
        for one in ("src", "dst"):
            if one in given:
                given[f"{one}s"] = [given.pop(one)]
        if name == "all_to_all" and len(args) == 5 and args[3] == args[4]:
            args = args[:4]  # split and joined along one dimension
        if name not in _REDUCING:
            given.pop("op", None)
        for option in ("num_channels", "dtype"):
            given.pop(option, None)
        if given.get("mask") is None:
            given.pop("mask", None)
        if "replica_group" in given:
            given["replica_group"] = _grouped(given["replica_group"])
        return function(*args[:2], *map(_grouped, args[2:3]), *args[3:], **given)

    return collective


def _grouped(value: Any) -> Any:
    """The ranks of a single group stand for a list with it."""
    flat = isinstance(value, (list, tuple)) and value and all(type(rank) is int for rank in value)
    return [list(value)] if flat else value
