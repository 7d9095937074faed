"""Errors a kernel author sees: a code, one line of text, and the place in their file."""

from __future__ import annotations

from typing import Any, Iterable

from .state import STATE


class RecordError(Exception):
    """A kernel or request that cannot be recorded; codes are listed in docs/nki-stream.md."""

    def __init__(self, code: str, text: str, nearest: str | None = None):
        super().__init__(text)
        self.code = code
        self.text = text
        self.nearest = nearest
        self.frames: list[tuple[str, int, str]] = []  # of the call, if it is found out later


class MissingName(RecordError, AttributeError):
    """A name NKI does not have here; also an AttributeError, so that hasattr() works."""


class GridWanted(RecordError):
    """A function launches a kernel with a grid it is not recorded for; `free` if none was given."""

    def __init__(self, name: str, grid: list[int], free: bool):
        super().__init__("E3", f"{name} is launched with a grid; give kernel.grid: {grid}")
        self.grid = grid
        self.free = free


class LimitExceeded(BaseException):
    """A limit of the recording: not an Exception, so that kernels do not swallow it."""

    def __init__(self, text: str):
        super().__init__(text)
        self.text = text


def counted(number: int, one: str) -> str:
    """`1 tensor`, `2 tensors`."""
    return f"{number} {one}{'s' * (number != 1)}"


def nearest_name(name: str, names: Iterable[str]) -> str | None:
    import difflib  # only where a name is wrong

    found = difflib.get_close_matches(name, sorted(names), 1, 0.6)
    return found[0] if found else None


def misspelt(function: str, given: Iterable[str], *takes: str) -> None:
    """Refuses a slip for a parameter, and what `nki` has not; `neuronxcc.nki` took other names too."""
    if not given:
        return
    import difflib

    for name in given:
        for near in difflib.get_close_matches(name, takes, 1, 0.75):
            text = f"nki.{function} has no parameter '{name}' (nearest: {near})"
            raise RecordError("E3", text, near)
        if not STATE.recorder.masks:
            returns = "; it returns its result" if name in ("dst", "out") else ""
            raise RecordError("E3", f"nki.{function} has no parameter '{name}'{returns}")


def kind_of(value: Any) -> str:
    """What stands where a tensor is expected, in the author's words."""
    kind = type(value).__name__
    if kind == "Instruction":  # kernels of the older dialect take what calls return
        return f"the result of {value.op}, which writes dst and returns no tile"
    return "nothing" if value is None else kind


def bounds(text: str) -> RecordError:
    return RecordError("E4", text)


def shape_error(text: str) -> RecordError:
    return RecordError("E5", text)


def unsupported(what: str, why: str) -> RecordError:
    return RecordError("E10", f"{what}: {why}")
