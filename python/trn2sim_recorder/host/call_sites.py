"""Where in the author's files a call was made: file, line, and the chain of calls above it."""

from __future__ import annotations

import dis
import os
import re
from types import CodeType, FrameType, TracebackType

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GENERATED = "<nki>"
_GENERATOR = 0x20  # a flag of code objects, inspect.CO_GENERATOR
# What has no frame of its own from CPython 3.12 on: streams are the same in every version.
_INLINED = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>"))
# `acc = nl.ndarray(...)`, or `tiles.append(nl.ndarray(...))`.
_ASSIGNED = re.compile(r"\s*([A-Za-z_]\w*)(?:\s*(?::[^=]+)?=[^=]|\.append\()")
_STORES = ("STORE_FAST", "STORE_NAME", "STORE_GLOBAL", "STORE_DEREF")


def _own_files() -> set[str]:
    names = {GENERATED}
    for folder, _, files in os.walk(PACKAGE):
        names.update(os.path.join(folder, file) for file in files if file.endswith(".py"))
    return names


OWN = _own_files()


class Call:
    """Calls of a function by one chain of calls: the numbers of places `here`, by their place in its
    code, and the `calls` made from there, by code and place. `own` is the recorder's; a generator is
    not `lasting`, for it goes on from one place or another."""

    __slots__ = ("here", "calls", "own", "lasting")

    def __init__(self, code: CodeType):
        self.here: dict[int, int] = {}
        self.calls: dict[tuple[int, int], Call] = {}
        self.own = code.co_filename in OWN
        self.lasting = not code.co_flags & _GENERATOR


class Places:
    """Numbers the distinct call chains of one recording, innermost call first."""

    def __init__(self, base: str, root: CodeType):
        self._base = base
        self._root = root
        self._first = Call(root)
        self._calls: dict[FrameType, Call] = {}
        self.here: dict[int, int] = {}
        self._numbers: dict[str, int] = {}
        self.frame: FrameType | None = None
        self.sites: dict[tuple[int, int], tuple[str, str | None]] = {}
        self._lines: dict[str, list[str]] = {}
        self._kept: list[CodeType] = []
        self.chains: list[list] = []

    def number(self, frame: FrameType) -> int:
        """The number of the chain that ends in this frame; frames of the recorder are skipped.

        `Recorder.emit` looks at `frame` and `here` itself before it asks.
        """
        call = self._calls.get(frame)
        if call is None and (caller := self._calls.get(frame.f_back)) is not None:
            call = caller.calls.get((id(frame.f_code), frame.f_back.f_lasti))
        if call is None or call.own:
            frame = self.outside(frame)
            call = self._calls.get(frame) or self._call(frame)
        self.here = here = call.here
        self.frame = frame if call.lasting else None
        found = here.get(frame.f_lasti)
        return found if found is not None else self._add(frame)

    def _call(self, of: FrameType) -> Call:
        """The call that a frame is of. While it is under way, the calls above it stay where they are,
        so they are kept; those that were made before one of them went on are over."""
        calls = self._calls
        unknown = []
        frame, found = of, None
        while found is None and frame is not None:
            unknown.append(frame)
            frame = None if frame.f_code is self._root else frame.f_back
            found = calls.get(frame)
        for frame in reversed(unknown):
            above = frame.f_back
            found = self._first if found is None else self._made(found, frame.f_code, above.f_lasti)
            if frame is not of and found.lasting:
                if above in calls:
                    while next(reversed(calls)) is not above:
                        calls.popitem()
                calls[frame] = found
        return found

    def _made(self, caller: Call, code: CodeType, place: int) -> Call:
        key = (id(code), place)
        found = caller.calls.get(key)
        if found is None:
            found = caller.calls[key] = Call(code)
            self._kept.append(code)
        return found

    def _add(self, frame: FrameType) -> int:
        place = frame.f_lasti
        at = []
        while frame is not None and frame.f_code is not self._root:
            code, line = frame.f_code, frame.f_lineno
            self._kept.append(code)
            while code.co_name in _INLINED:
                frame = frame.f_back
                code = frame.f_code
                self._kept.append(code)
            if code.co_filename not in OWN:
                at.append([self.shown(code.co_filename), line, code.co_name])
            frame = frame.f_back
        number = self._numbers.setdefault(str(at), len(self.chains))
        if number == len(self.chains):
            self.chains.append(at)
        self.here[place] = number
        return number

    def outside(self, frame: FrameType) -> FrameType:
        """The innermost frame outside the recorder, from this one on."""
        while frame is not self.frame and frame.f_code.co_filename in OWN:
            frame = frame.f_back
        return frame

    def forget(self) -> None:
        """Lets go of the last frames, which hold their variables."""
        self.frame = None
        self._calls.clear()

    def site(self, frame: FrameType) -> tuple[str, str | None]:
        """`file:line` of the innermost frame outside the recorder, and the name it assigns to."""
        found = self.sites.get((id(frame.f_code), frame.f_lasti))
        if found is not None:
            return found
        while (code := frame.f_code).co_filename in OWN:
            frame = frame.f_back
        key = (id(code), frame.f_lasti)
        found = self.sites.get(key)
        if found is None:
            self._kept.append(code)
            line = frame.f_lineno
            text = self.source(code.co_filename, line)
            assigned = _ASSIGNED.match(text)
            name = assigned and assigned.group(1)
            if name and ";" in text:
                name = _stored(code, frame.f_lasti) or name
            found = (f"{self.shown(code.co_filename)}:{line}", name)
            self.sites[key] = found
        return found

    def frames(self, number: int) -> list[tuple[str, int, str]]:
        """File, line and function of a chain, outermost first."""
        chain = reversed(self.chains[number])
        return [(os.path.normpath(os.path.join(self._base, file)), *rest) for file, *rest in chain]

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


def _stored(code: CodeType, place: int) -> str | None:
    """The name that what is called there is given to, where a line has several statements."""
    for one in dis.get_instructions(code):
        if one.offset > place and one.opname.startswith(_STORES):
            return one.argval if isinstance(one.argval, str) else one.argval[0]
    return None


def user_frames(trace: TracebackType | None) -> list[tuple[str, int, str]]:
    """File, line and function of the frames outside the recorder, outermost first."""
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename not in OWN and not code.co_filename.startswith("<frozen"):
            found.append((code.co_filename, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    return found
