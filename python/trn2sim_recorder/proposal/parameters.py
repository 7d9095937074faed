"""What is known of one parameter of a kernel."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

_TENSOR_TYPES = ("tensor", "ndarray", "array")
_PLAIN_TYPES = {"int": 1, "float": 1.0, "bool": False, "str": ""}
_NUMBERS = ("n", "num", "count", "size", "min", "max", "eps", "epsilon", "dim", "axis")
_SCALES = ("softmax_scale", "sm_scale")  # of attention; any other scale may be one for each row
_SMALL, _EPSILON = ("eps", "epsilon"), 1e-6
_RANKS = ("tp", "degree", "world", "ranks")


@dataclass
class Parameter:
    """One of a kernel; `rank` is known if the source takes all sizes apart, and likely if it indexes."""

    name: str
    annotation: str = ""
    tensor: bool = False
    sure: bool = False
    counted: bool = False
    rank: int | None = None
    firm: bool = False
    least: int = 1
    dtype: str | None = None  # as the docstring has it
    number: Any = None  # that the file has under its name
    stated: bool = False  # the number is that of a call
    groups: bool = False  # the source hands it to a collective as such

    def plain(self, ranks: int) -> tuple[Any, str]:
        """A value for one that is no tensor, and how a scenario writes it."""
        words = self.name.lower().split("_")
        if self.stated:
            return self.number, json.dumps(self.number)
        if "dtype" in words or words[-1] == "type":
            return {"dtype": "bf16"}, "{ dtype: bf16 }"
        if self._named_groups():
            return {"replica_group": ranks}, "{ replica_group: tp }"
        if self._named_operator():
            return "add", "add"
        if self.of_ranks():
            return ranks, "tp"
        if self.number is not None and self.annotation in ("", type(self.number).__name__):
            return self.number, json.dumps(self.number)
        small = self.annotation in ("", "float") and words[-1] in _SMALL
        value = _EPSILON if small else _PLAIN_TYPES.get(self.annotation, 1)
        return value, json.dumps(value)

    def _named_plain(self) -> bool:
        words = self.name.lower().split("_")
        typed = words[-1] == "type" and len(words) > 1
        named = self._named_groups() or self._named_operator()
        return named or typed or any(word in ("dtype", "group", "groups") for word in words)

    def _named_operator(self) -> bool:
        """`op`, `op0`, `compare_op1`: an operator, by its name."""
        return self.name.lower().split("_")[-1].rstrip("01") == "op" and self.annotation in ("", "str")

    def _named_groups(self) -> bool:
        named = self.name in ("group", "groups") or "replica" in self.name.lower().split("_")
        counted = self.annotation == "int" or self.name.lower().endswith("_size")
        return self.groups or (named and not counted) or "replicagroup" in self.annotation.lower()

    def settle(self) -> None:
        """A tensor by its annotation or its uses, or if nothing speaks against it."""
        words = self.annotation.lower()
        if self.annotation in _PLAIN_TYPES or self._named_plain():
            self.tensor, self.sure = False, True
            return
        self.sure = self.tensor or any(kind in words for kind in _TENSOR_TYPES)
        self.tensor = self.sure or not (words or self.counted or self._named_number())

    def _named_number(self) -> bool:
        words = self.name.lower().split("_")
        return "_".join(words[-2:]) in _SCALES or self.of_ranks() or any(word in _NUMBERS for word in words)

    def of_ranks(self) -> bool:
        """Whether it is called as a number of ranks is."""
        sized = self.name.lower().endswith("group_size")
        return sized or any(word in _RANKS for word in self.name.lower().split("_"))

    def indexed(self, places: int, whole: bool) -> None:
        self.tensor = True
        self.least = max(self.least, places)
        if whole and self.rank is None:
            self.rank = places
        if self.rank is not None and self.rank < self.least:
            self.rank = None  # `q[t, 0:128]` of a tensor whose `shape[2]` is used

    def may_have(self, rank: int) -> bool:
        """Sizes taken apart, or slices, are of all dimensions; numbers alone may be of the first."""
        return rank >= self.least and (rank == self.rank or self.rank is None or not self.firm)
