"""Looks for arguments that a kernel takes: those of a call in its file, else by trial."""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Iterator

from .attempts import Attempt, Attempts
from .callers import callers, is_tensor
from .dimensions import Size
from .extents import copied_into, exchanged, reached
from .growing import grown
from .guesses import Guess, first_guesses
from .source import Source
from .made_arrays import TYPES, Array

_KINDS = {**TYPES, **{kind: kind for kind in TYPES.values()}}
_ENOUGH = 500  # instructions of a kernel that ends; more of them are no step further


@dataclass
class Fitted:
    """What each parameter gets, from where it is, and how the kernel took it."""

    given: dict[str, Any]
    origin: str
    attempt: Attempt
    words: dict[str, str] = field(default_factory=dict)
    cores: int = 1  # that it needs


def fitted(tree: ast.Module, kernel: ast.FunctionDef, source: Source, tried: Attempts) -> Fitted:
    """The first that can be recorded and leaves nothing out; else what came furthest."""
    best: Fitted | None = None
    for one in _called(tree, kernel, source, tried):
        if one.attempt.good:
            return one
        best = best or one
    found = _Search(tried).run(first_guesses(source))
    if found.attempt.good:
        found = _Found(*grown(found.guess, found.attempt, tried, tried.in_time))
    guessed = Fitted(found.guess.given(), "found by trial", found.attempt, found.guess.words())
    if guessed.attempt.good or guessed.attempt.endless:
        _measure(guessed, source, tried)
    return guessed if best is None or guessed.attempt.error is None else best


def _measure(fit: Fitted, source: Source, tried: Attempts) -> None:
    """Takes the time that it takes. Sizes that the source does not name are no larger than what it
    reads, and what is only copied has the type of the copy, if that makes no difference."""
    before = fit.attempt
    attempt, recorded = tried.measured(fit.given, before)
    if not attempt.good:
        return
    fit.attempt, fit.cores = attempt, 2 if exchanged(recorded) else min(tried.cores, 2)
    better = _no_larger(fit.given, source, reached(recorded))
    for name, kind in copied_into(recorded).items():
        told = source.parameters[name].dtype if name in source.parameters else kind
        if told is None and kind in _KINDS:
            better[name]["dtype"] = _KINDS[kind]
    if better != fit.given:
        again, _ = tried.measured(better, before)
        if again.good and again.instructions == attempt.instructions:
            fit.given, fit.attempt = better, again


def _no_larger(
    given: dict[str, Any], source: Source, extents: dict[str, list[int]]
) -> dict[str, Any]:
    dimensions, most, smaller = source.dimensions, dict[Size, int](), copy.deepcopy(given)
    named = dimensions.named()
    for name, extent in extents.items():
        for place, size in enumerate(extent):
            of = dimensions.of(Size(name, place))
            most[of] = max(size, most.get(of, 1))
    for name, value in smaller.items():
        shape = value["shape"] if is_tensor(value) else []
        for place, size in enumerate(shape):
            of = dimensions.of(Size(name, place))
            shape[place] = size if of in named else min(size, most.get(of, size))
    return smaller


def _called(
    tree: ast.Module, kernel: ast.FunctionDef, source: Source, tried: Attempts
) -> Iterator[Fitted]:
    """Calls in the file that give all tensors."""
    tensors = [name for name, one in source.parameters.items() if one.tensor and one.sure]
    for call in callers(tree, kernel):
        if not tensors or not all(isinstance(call.given.get(name), Array) for name in tensors):
            continue
        given, words = {}, {}
        for name in dict.fromkeys((*source.parameters, *call.given)):
            value = call.given.get(name)
            if value is None:
                given[name], words[name] = source.parameters[name].plain(source.ranks)
            else:
                given[name] = value.described() if isinstance(value, Array) else value
        attempt = tried(given)
        yield Fitted(given, f"of the call in line {call.line}", attempt, words, min(tried.cores, 2))


@dataclass
class _Found:
    guess: Guess
    attempt: Attempt

    @property
    def rank(self) -> tuple:
        """A kernel whose loops all are empty came no further than one that is refused."""
        attempt = self.attempt
        through = attempt.error is None and attempt.instructions > 0
        reached = min(attempt.instructions, _ENOUGH) if through else attempt.instructions
        return attempt.good, not attempt.empty, through, reached, attempt.lines


class _Search:
    """Changes one thing at a time and keeps what lets the kernel come further."""

    def __init__(self, tried: Attempts):
        self._tried = tried
        self._seen: list[dict[str, Any]] = []

    def run(self, guesses: Iterator[Guess]) -> _Found:
        best = self._best(None, guesses)
        while not best.attempt.good and self._tried.in_time():
            refused = best.attempt.refused()
            further = self._best(best, chain(best.guess.hinted(refused), best.guess.changed()))
            if further is best:
                break
            best = further
        return best

    def _with_numbers(self, found: _Found) -> _Found:
        """What an engine wants on chip is refused at the end: that it is a number leads no further."""
        while (guess := found.guess.computed_with(found.attempt.refused())) is not None and self._tried.in_time():
            found = _Found(guess, self._tried(guess.given()))
        return found

    def _best(self, best: _Found | None, guesses: Iterator[Guess]) -> _Found:
        """The first good one, better one whose loops all have rounds, else the one that comes furthest."""
        for guess in guesses:
            given = guess.given()
            if given in self._seen or (best is not None and not self._tried.in_time()):
                continue
            self._seen.append(given)
            found = self._with_numbers(_Found(guess, self._tried(given)))
            if best is None or found.rank > best.rank:
                best = found
            if best.attempt.good and not best.attempt.empty:
                break
        return best
