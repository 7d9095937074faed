"""Guesses at a kernel's arguments: where to begin, and what to change if a kernel refuses them."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, Iterator

from .callers import is_tensor
from .dimensions import Size
from .source import Source
from .made_arrays import Array
from .sums import computed

_SIZES = (512, 128, 256, 1024, 2048, 64)
_MORE_SIZES = (128, 512, 64, 256, 1, 2, 3, 32, 1024, 2048, 16, 4, 8, 4096)
_RANKS = (2, 3, 1, 4)
_TYPES = ("bf16", "fp32", "int32", "fp16")
_PLACES = frozenset(("idx", "index", "indices", "indexes", "ids"))  # whole numbers, by their names
_NUMBERS = (1, 2, 4, 128, 8, 64, 0, True)

# `(1, 512)` or `[1, 512]` in what a kernel is refused for.
_SHAPE = re.compile(r"[(\[](\d+(?:, \d+)*),?[)\]]")

# A tensor in HBM as an operand of an engine: `'scale' is in shared_hbm`, `found scale[0:128, 0:128] bf16`.
_OFF_CHIP = re.compile(r"'(\w+)' is in \w*hbm, expected sbuf|must be on chip, found (\w+)\[")

# `index 0..127 is out of bounds for dimension 1 of size 1 of output`, `slice 64:96 is ...`
_OUTSIDE = re.compile(r"(\d+) is out of bounds for dimension (\d+) of size \d+ of (\w+)")
_ENLARGED = (1, 4, 32)  # times what one index needs, for the loops around it

# Sizes of tensors with more than two dimensions, by what their authors call them.
_SMALL = {
    "batch": 2, "bs": 2, "b": 2, "n": 2, "heads": 2, "head": 2, "h": 32, "w": 32, "height": 32,
    "width": 32, "taps": 3, "kh": 3, "kw": 3, "filter": 3, "kernel": 3, "experts": 4,
}
_EXTENTS = ("dim", "size", "len", "channels")  # `head_dim` is not a number of heads
_FIRST = ("batch", "bs", "b", "n")  # small where they come first
_OUTER = 2
_LONG = ("chan", "filt", "c", "k", "d")


@dataclass(frozen=True)
class Guess:
    """By tensor its type and number of dimensions, sizes that were changed, and numbers."""

    source: Source
    rank: int
    size: int | None
    dtype: str
    ranks: dict[str, int] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    sizes: dict[Size, int] = field(default_factory=dict)
    plain: dict[str, Any] = field(default_factory=dict)

    def words(self) -> dict[str, str]:
        """How a scenario writes what is no tensor and was not changed."""
        changed = {name: json.dumps(value) for name, value in self.plain.items()}
        return changed | {
            name: one.plain(self.source.ranks)[1]
            for name, one in self.source.parameters.items()
            if not (one.tensor or one.stated or name in self.plain)
        }

    def given(self) -> dict[str, Any]:
        made: dict[str, Any] = {}
        before: dict[tuple[int, int], int] = {}
        short, named = self._short(), dict[Size, int]()
        for name, one in self.source.parameters.items():
            if one.tensor and name not in self.plain:
                shape = self._shape(name, before, short)
                for place, size in enumerate(map(self.source.dimensions.of, self._sizes(name))):
                    shape[place] = named.setdefault(size, shape[place])  # of one name, of one size
                before.update({(len(shape), place): value for place, value in enumerate(shape)})
                made[name] = Array(tuple(shape), self._type(name)).described()
            else:
                made[name] = self.plain.get(name, one.plain(self.source.ranks)[0])
        self._sums(made)
        self._numbers(made)
        return made

    def _sums(self, made: dict[str, Any]) -> None:
        """Sizes that are computed from others, unless they were changed."""
        dimensions = self.source.dimensions
        names = dimensions.named()
        for size, node in dimensions.sums().items():
            values = self.source.defaults | {one: value for one, value in made.items() if type(value) is int}
            values |= {
                names[of]: made[one]["shape"][place]
                for one, value in made.items() if is_tensor(value)
                for place in range(len(value["shape"]))
                if (of := dimensions.of(Size(one, place))) in names and of != size
            }
            known = computed(node, _in_any_case(node, values))
            if known is None or known < 1 or size in self.sizes:
                continue
            for one, value in made.items():
                for place in range(len(value["shape"]) if is_tensor(value) else 0):
                    if dimensions.of(Size(one, place)) == size:
                        value["shape"][place] = known

    def _numbers(self, made: dict[str, Any]) -> None:
        """A number that has the name of a size is that size."""
        parameters = self.source.parameters
        small = {one.lower(): one for one in reversed(parameters)}
        for size, word in self.source.dimensions.named().items():
            word = word if word in parameters else small.get(word.lower(), word)
            one, tensor = parameters.get(word), made.get(size.tensor)
            number = one is not None and not one.tensor and one.annotation in ("", "int")
            if number and word not in self.plain and is_tensor(tensor) and size.place < len(tensor["shape"]):
                made[word] = tensor["shape"][size.place]

    def _sizes(self, name: str) -> list[Size]:
        return [Size(name, place) for place in range(self._rank(name))]

    def _shape(self, name: str, before: dict[tuple[int, int], int], short: dict[Size, int]) -> list[int]:
        dimensions, places = self.source.dimensions, self._rank(name)
        names, shape = dimensions.named(), []
        for place in range(places):
            size = dimensions.of(Size(name, place))
            tried = short.get(size) or self._tried(names.get(size, ""), place, places)
            if size not in names:  # what an author does not name again is mostly that of the tensor before
                tried = before.get((places, place), tried)
            shape.append(self.sizes.get(size, dimensions.value(size, tried)))
        return shape

    def _tried(self, name: str, place: int, places: int) -> int:
        tried = self.size or (512 if place else 128)
        if name.lower() == "h" and {"I", "i"} & set(self.source.dimensions.named().values()):
            return tried  # H and I of a block of experts, not the height of an image
        return _small(name, place < places - 2, tried) if places > 2 else tried

    def _short(self) -> dict[Size, int]:
        """Sizes that tensors of many dimensions have in common with others."""
        dimensions, found = self.source.dimensions, {}
        names = dimensions.named()
        for name, one in self.source.parameters.items():
            places = self._rank(name) if one.tensor else 0
            for place in range(places if places > 2 else 0):
                size = dimensions.of(Size(name, place))
                if size in names:
                    found.setdefault(size, self._tried(names[size], place, places))
        return found

    def _type(self, name: str) -> str:
        usual = "int32" if _PLACES.intersection(name.lower().split("_")) else self.dtype
        return self.types.get(name) or self.source.parameters[name].dtype or usual

    def _rank(self, name: str) -> int:
        one = self.source.parameters[name]
        return self.ranks.get(name, one.rank or max(self.rank, one.least))

    def computed_with(self, text: str) -> Guess | None:
        """That in which a tensor that a refusal wants on chip is a number."""
        for name in map("".join, _OFF_CHIP.findall(text)):
            one = self.source.parameters.get(name)
            if one is not None and one.tensor and not one.sure and name not in self.plain:
                return replace(self, plain={**self.plain, name: 1.0})
        return None

    def hinted(self, text: str) -> Iterator[Guess]:
        """Those in which a tensor whose shape or size a refusal names has another shape it names."""
        shapes = [tuple(map(int, one.split(","))) for one in _SHAPE.findall(text)]
        numbers = {int(one) for one in re.findall(r"\d+", text)}
        for name, value in self.given().items():
            shape = tuple(value["shape"]) if is_tensor(value) else ()
            if shape and (shape in shapes or prod(shape) in numbers):
                for other in shapes:
                    if other != shape and len(other) <= len(_RANKS) and min(other) > 0:
                        yield self._with(name, other)

        for last, place, name in _OUTSIDE.findall(text):
            given = self.given()
            mine = given.get(name)
            for times in _ENLARGED if is_tensor(mine) and int(place) < len(mine["shape"]) else ():
                size, needed = self.source.dimensions.of(Size(name, int(place))), int(last) + 1
                yield replace(self, sizes={**self.sizes, size: needed * times})
            # One as large as another, of which nothing else is known.
            for other in [one["shape"] for one in given.values() if is_tensor(one)] if is_tensor(mine) else []:
                if len(other) == len(mine["shape"]) and other != mine["shape"]:
                    yield self._with(name, tuple(other))

    def _with(self, name: str, shape: tuple[int, ...]) -> Guess:
        dimensions = self.source.dimensions
        sizes = {dimensions.of(Size(name, place)): size for place, size in enumerate(shape)}
        return replace(
            self, ranks={**self.ranks, name: len(shape)}, sizes={**self.sizes, **sizes}
        )

    def changed(self) -> Iterator[Guess]:
        """All that differ in one thing."""
        parameters = self.source.parameters
        tensors = [n for n, one in parameters.items() if one.tensor and n not in self.plain]
        for name in tensors:
            for rank in _RANKS if parameters[name].rank is None else ():
                if rank >= parameters[name].least:
                    yield replace(self, ranks={**self.ranks, name: rank})
        places = [Size(name, place) for name in tensors for place in range(self._rank(name))]
        for size in dict.fromkeys(map(self.source.dimensions.of, places)):
            for value in _MORE_SIZES:
                more = self.source.dimensions.more(size)
                yield replace(self, sizes={**self.sizes, size: value + more})
        for name in tensors:
            for dtype in _TYPES:
                yield replace(self, types={**self.types, name: dtype})
        for name, one in sorted(parameters.items(), key=lambda pair: pair[1].of_ranks()):
            for number in _NUMBERS if name not in tensors or not one.sure else ():
                yield replace(self, plain={**self.plain, name: number})


def _in_any_case(node: ast.expr, values: dict[str, int]) -> dict[str, int]:
    """With what a sum calls `H_in` and a parameter `h_in`."""
    small = {name.lower(): value for name, value in values.items()}
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return {**{name: small[name.lower()] for name in names if name.lower() in small}, **values}


def _small(name: str, outer: bool, tried: int) -> int:
    """Tensors of many dimensions are short in most of them."""
    words = name.lower().split("_")
    for word in words if len(words) == 1 or words[-1] not in _EXTENTS else ():
        if word in _SMALL and (outer or word not in _FIRST):
            return _SMALL[word]
    return _OUTER if outer and not name.lower().startswith(_LONG) else tried


def first_guesses(source: Source) -> Iterator[Guess]:
    """All sizes alike, or 128 rows of 512."""
    open_ranks = any(one.tensor and one.rank is None for one in source.parameters.values())
    for rank in _RANKS if open_ranks else _RANKS[:1]:
        for dtype in _TYPES[:2]:
            for size in (*_SIZES, None):
                yield Guess(source, rank, size, dtype)
