"""Where in the author's files a call was made: file, line, and the chain of calls above it."""

from __future__ import annotations

import os
import re
from types import CodeType, FrameType, TracebackType

PACKAGE = os.path.dirname(os.path.abspath(__file__))
GENERATED = "<nki>"
_ASSIGNED = re.compile(r"\s*([A-Za-z_]\w*)\s*(?::[^=]+)?=[^=]")


def _own_files() -> set[str]:
    names = {GENERATED}
    for folder, _, files in os.walk(PACKAGE):
        names.update(os.path.join(folder, file) for file in files if file.endswith(".py"))
    return names


OWN = _own_files()


class Places:
    """Numbers the distinct call chains of one recording, innermost call first."""

    def __init__(self, base: str, root: CodeType):
        self._base = base
        self._root = root
        self._known: dict[tuple, dict] = {}
        self._branches: dict[tuple, dict[int, int]] = {}
        self.here: dict[int, int] = {}
        self._numbers: dict[str, int] = {}
        self.frame: FrameType | None = None
        self.above: FrameType | None = None
        self.at = -1
        self._sites: dict[tuple[int, int], tuple[str, str | None]] = {}
        self._lines: dict[str, list[str]] = {}
        self._kept: list[CodeType] = []
        self.chains: list[list] = []

    def number(self, frame: FrameType) -> int:
        """The number of the chain that ends in this frame; frames of the recorder are skipped.

        While a function runs, the calls above it stay where they are, so they are looked at again
        only when the function or its caller's position changes. `Recorder.emit` looks at `frame`,
        `at` and `here` itself before it asks.
        """
        if frame is not self.frame:
            while frame.f_code.co_filename in OWN:
                frame = frame.f_back
        above = frame.f_back
        if frame is not self.frame or above is not self.above or above.f_lasti != self.at:
            self._enter(frame, above)
        found = self.here.get(frame.f_lasti)
        return found if found is not None else self._add(frame)

    def _enter(self, frame: FrameType, above: FrameType) -> None:
        """Goes to another function: one call further down from the same place, or anywhere."""
        at = above.f_lasti
        if above is not self.above:
            self._branches = self._known.setdefault(self._walk(above), {})
        key = (id(frame.f_code), at)
        here = self._branches.get(key)
        if here is None:
            here = self._branches[key] = {}
        self.frame, self.above, self.at, self.here = frame, above, at, here

    def _walk(self, frame: FrameType | None) -> tuple:
        """Where the calls above a function were made; its own place is left open."""
        root = self._root
        if frame is None or frame.f_code is root:
            return ()
        key = [id(frame.f_code)]
        frame = frame.f_back
        while frame is not None and (code := frame.f_code) is not root:
            key.append(id(code))
            key.append(frame.f_lasti)
            frame = frame.f_back
        return tuple(key)

    def _add(self, frame: FrameType) -> int:
        place = frame.f_lasti
        at = []
        while frame is not None and frame.f_code is not self._root:
            code = frame.f_code
            self._kept.append(code)
            if code.co_filename not in OWN:
                at.append([self.shown(code.co_filename), frame.f_lineno, code.co_name])
            frame = frame.f_back
        number = self._numbers.setdefault(str(at), len(self.chains))
        if number == len(self.chains):
            self.chains.append(at)
        self.here[place] = number
        return number

    def forget(self) -> None:
        """Lets go of the last frame, which holds its variables."""
        self.frame = self.above = None

    def site(self, frame: FrameType) -> tuple[str, str | None]:
        """`file:line` of the innermost frame outside the recorder, and the name it assigns to."""
        while frame.f_code.co_filename in OWN:
            frame = frame.f_back
        code = frame.f_code
        key = (id(code), frame.f_lasti)
        found = self._sites.get(key)
        if found is None:
            self._kept.append(code)
            line = frame.f_lineno
            assigned = _ASSIGNED.match(self.source(code.co_filename, line))
            found = (f"{self.shown(code.co_filename)}:{line}", assigned and assigned.group(1))
            self._sites[key] = found
        return found

    def shown(self, filename: str) -> str:
        """The file relative to the kernel's folder, so that streams do not depend on where it is."""
        return os.path.relpath(filename, self._base) if os.path.isabs(filename) else filename

    def source(self, filename: str, line: int) -> str:
        if filename not in self._lines:
            try:
                with open(filename, encoding="utf-8", errors="replace") as file:
                    self._lines[filename] = file.read().splitlines()
            except OSError:
                self._lines[filename] = []
        lines = self._lines[filename]
        return lines[line - 1] if 0 < line <= len(lines) else ""


def user_frames(trace: TracebackType | None) -> list[tuple[str, int, str]]:
    """File, line and function of the frames outside the recorder, outermost first."""
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename not in OWN and not code.co_filename.startswith("<frozen"):
            found.append((code.co_filename, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    return found
