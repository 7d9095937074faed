"""The recording under way, if any: what the functions a kernel calls write into."""

from __future__ import annotations

from typing import Any


class Idle:
    """Stands where no kernel is being recorded."""

    masks = False

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("NKI functions work only inside a kernel that is being recorded")


class State:
    """Holder of the current recorder: one attribute look-up on the path of every call."""

    __slots__ = ("recorder",)

    def __init__(self) -> None:
        self.recorder: Any = Idle()

    @property
    def recording(self) -> bool:
        return not isinstance(self.recorder, Idle)


STATE = State()
