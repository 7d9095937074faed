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
        self._known: dict[tuple, int] = {}
        self._sites: dict[tuple[int, int], tuple[str, str | None]] = {}
        self._lines: dict[str, list[str]] = {}
        self._kept: list[CodeType] = []
        self.chains: list[list] = []

    def number(self, frame: FrameType | None) -> int:
        """The number of the chain that ends in this frame; frames of the recorder are skipped."""
        while frame.f_code.co_filename in OWN:
            frame = frame.f_back
        start = frame
        key: list[int] = []
        root = self._root
        while frame is not None and (code := frame.f_code) is not root:
            key.append(id(code))
            key.append(frame.f_lasti)
            frame = frame.f_back
        found = self._known.get(chain := tuple(key))
        return found if found is not None else self._add(chain, start)

    def _add(self, key: tuple, frame: FrameType | None) -> int:
        at = []
        while frame is not None and frame.f_code is not self._root:
            code = frame.f_code
            self._kept.append(code)
            if code.co_filename not in OWN:
                at.append([self.shown(code.co_filename), frame.f_lineno, code.co_name])
            frame = frame.f_back
        self.chains.append(at)
        self._known[key] = len(self.chains) - 1
        return len(self.chains) - 1

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
