"""Numbers that a kernel takes as 1, and that are more in practice: sizes of blocks, bits, groups."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, Iterator

from .attempts import Attempt
from .guesses import Guess

_NUMBERS = {
    **dict.fromkeys(("block", "tile", "chunk", "size", "s", "t", "tokens", "rows", "seq", "seqlen", "length"), 128),
    **dict.fromkeys(("bins", "buckets", "vocab", "width", "cols", "hidden"), 64),
    **dict.fromkeys(("h", "w", "height"), 32),
    **dict.fromkeys(("bits", "iters", "iterations", "rounds", "steps", "window"), 4),
    **dict.fromkeys(("groups", "heads", "experts", "batch", "layers", "topk", "blocks", "tiles", "chunks"), 2),
}
_TAPS = frozenset(("kernel", "filter", "taps", "conv"))  # of a convolution, in each direction
_SMALLER = (8, 2)
_MOST = 20000  # instructions of a scenario that is quick to run


def grown(guess: Guess, attempt: Attempt, tried: Callable[[dict[str, Any]], Attempt], in_time: Callable[[], bool]):
    """One number after another is what its name lets expect, if the kernel takes that too."""
    for name in _ones(guess):
        for number in (_usual(name), *_SMALLER):
            more = replace(guess, plain={**guess.plain, name: number})
            if number > _usual(name) or not in_time():
                continue
            found = tried(more.given())
            if found.good and not found.empty and attempt.instructions <= found.instructions <= _MOST:
                guess, attempt = more, found
                break
    return guess, attempt


def _ones(guess: Guess) -> Iterator[str]:
    """Whole numbers that nothing in the file tells, and that are 1 so far."""
    for name, one in guess.source.parameters.items():
        untold = not (one.stated or one.of_ranks()) and one.number is None and one.annotation in ("", "int")
        value = guess.plain.get(name, None if one.tensor else one.plain(guess.source.ranks)[0])
        if untold and type(value) in (int, float) and value == 1 and _usual(name):
            yield name


def _usual(name: str) -> int:
    """By the last word of a name that says something; 0 if none does."""
    if _TAPS.intersection(name.lower().split("_")):
        return 3
    return next((_NUMBERS[word] for word in reversed(name.lower().split("_")) if word in _NUMBERS), 0)
