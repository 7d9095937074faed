"""Tries a kernel with some arguments and says how far it got."""

from __future__ import annotations

import re
import signal
import sys
import time
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from ..basics.errors import GridWanted, LimitExceeded
from ..checks.results import note_results
from ..diagnostics.calls import of_functions
from ..diagnostics.description import describe
from ..diagnostics.wording import one_line
from ..host.call_sites import user_frames
from ..recording.recorder import Recorder
from ..running import limits
from ..running.loading import load
from ..running.program import new_recorder, record_with
from ..running.request import Request

# What is tried ends with the instructions of one attempt and of all, so that it is the same on any
# machine; time ends what issues few and takes long.
_EACH = 1_000_000
_ALL = 4_000_000
_BESIDE = 1000  # what an attempt costs beside its instructions
_EACH_SECONDS = 15
_ALL_SECONDS = 60
_LONG_SECONDS = 60

# A loop whose rounds only the device knows, as an error names it, and a guess at them.
_LOOP = re.compile(r'set kernel\.trip_counts: \{"([^"]+)": N\}')
_ROUNDS = 2


@dataclass
class Attempt:
    """How many instructions a kernel issued, up to which lines, and what ended it."""

    instructions: int
    lines: tuple[int, ...] = ()
    error: BaseException | None = None
    doubtful: bool = False
    doubt: str = ""  # why, if it is not that results are not written
    empty: bool = False  # some of its loops have no round
    trips: dict[str, int] = field(default_factory=dict)

    @property
    def reached(self) -> tuple[int, tuple[int, ...]]:
        return self.instructions, self.lines

    def refused(self) -> str:
        """What ended it, in words; empty if nothing did."""
        return "" if self.error is None else one_line(describe(self.error, of_functions()))

    @property
    def endless(self) -> bool:
        """Whether it took too long, rather than being refused."""
        return isinstance(self.error, LimitExceeded)

    @property
    def good(self) -> bool:
        return self.error is None and not self.doubtful


class Attempts:
    """Loads the file once and records its kernel with whatever arguments are to be tried."""

    def __init__(self, request: Request, share: int = 1):
        self._request = request
        self._left = _ALL // share
        self._end = time.monotonic() + _ALL_SECONDS / share
        self._loaded: tuple[Any, str] | None = None
        self._most: int | None = None
        self.cores = 1  # that a launch of the file names, nl.nc(2)

    def made_with(self) -> dict[str, int]:
        """Where a function of the file makes the kernel, the numbers that it had at its end."""
        maker, found = self._request.function.partition("(")[0], dict[str, int]()

        def at_end(frame: FrameType, event: str, _: Any) -> None:
            if event == "return" and frame.f_code.co_name == maker:
                found.update((name, one) for name, one in frame.f_locals.items() if type(one) is int)

        sys.setprofile(at_end if maker != self._request.function else None)
        try:
            self._loaded = load(self._request)
        except Exception:  # noqa: BLE001, the first attempt tells of it
            pass
        finally:
            sys.setprofile(None)
        return found

    def in_time(self) -> bool:
        """Whether another one may be tried."""
        return self._left > 0 and time.monotonic() < self._end

    def __call__(self, args: dict[str, Any]) -> Attempt:
        """Loops whose rounds only the device knows get a few, one such loop after another."""
        self._request.args = args
        self._request.trip_counts = {}
        while True:
            found = self._once([], _EACH_SECONDS, _EACH)
            self._left -= found.instructions + _BESIDE
            loop = _LOOP.search(getattr(found.error, "text", ""))
            if loop is None or loop[1] in self._request.trip_counts:
                found.trips = dict(self._request.trip_counts)
                return found
            self._request.trip_counts[loop[1]] = _ROUNDS

    def measured(self, args: dict[str, Any], before: Attempt) -> tuple[Attempt, list[Recorder]]:
        """Also what was recorded; with a minute for what came furthest in what an attempt may take."""
        recorded: list[Recorder] = []
        self._request.args, self._request.trip_counts = args, dict(before.trips)
        long = min(_LONG_SECONDS, limits.seconds_given() / 3)
        seconds, most = (long, None) if before.endless else (_EACH_SECONDS, _EACH)
        found = self._once(recorded, seconds, most)
        found.trips = before.trips
        return found, recorded

    def _once(self, recorded: list[Recorder], seconds: float, most: int | None) -> Attempt:
        """Within these seconds, and with no more instructions if that is a number."""
        self._most = most
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            self._record(recorded)
            note_results(recorded)
        except (Exception, LimitExceeded) as error:  # noqa: BLE001: a kernel may raise anything
            if isinstance(error, LimitExceeded) and "no end" in error.text:
                error.text = f"the recording has no end after {seconds:g} s"
            lines = tuple(line for _, line, _ in user_frames(error.__traceback__))
            return Attempt(_count(recorded), lines, error)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        found = [(code, text) for one in recorded for code, text, *_ in one.warnings]
        doubts = [text for code, text in found if code == "W1"]
        reads = all(" is read" in text for text in doubts)
        return Attempt(
            _count(recorded), doubtful=bool(doubts) or not _count(recorded),
            doubt=doubts[0] if doubts and reads else "", empty="W5" in dict(found),
        )

    def _record(self, recorded: list[Recorder]) -> None:
        request = self._request
        if self._loaded is None:
            self._loaded = load(request)
        try:
            self._programs(request.programs(), recorded)
        except GridWanted as wanted:
            recorded.clear()
            self.cores = max(self.cores, *(getattr(one, "cores", 1) for one in (1, *wanted.grid)))
            self._programs(request.programs(tuple(wanted.grid)), recorded)

    def _programs(self, programs: list, recorded: list[Recorder]) -> None:
        kernel, folder = self._loaded
        for one in programs:
            if self._most is not None:
                one.max_instructions = min(self._most, one.max_instructions)
            recorded.append(new_recorder(kernel, one, folder))
            record_with(recorded[-1], self._request, kernel)


def _count(recorded: list[Recorder]) -> int:
    return sum(len(one.instructions) for one in recorded)
