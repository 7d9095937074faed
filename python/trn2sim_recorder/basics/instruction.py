"""An instruction as it is recorded."""

from __future__ import annotations

from typing import Any

from .errors import RecordError, kind_of
from .state import STATE


class Instruction:
    """One recorded instruction; also the handle that `nisa` functions return."""

    __slots__ = ("op", "engine", "src", "outs", "ins", "attrs", "loop")

    op: str
    engine: str | None
    src: int
    outs: tuple
    ins: tuple
    attrs: dict | None
    loop: tuple | None

    def put(self, key: str, value: Any) -> None:
        """Attributes may be shared, so they are replaced."""
        self.attrs = {**(self.attrs or {}), key: value}

    def depends_on(self, *producers: Instruction, kind: Any = None) -> Instruction:
        """Runs this instruction after each producer."""
        for one in producers:
            if one is not None and not isinstance(one, Instruction):
                raise RecordError("E3", f"depends_on: {kind_of(one)}, expected instructions, one by one")
        STATE.recorder.edges = True
        self.put("after", (self.attrs or {}).get("after", ()) + producers)
        return self


# What a call returns whose mask leaves nothing to do.
SKIPPED = Instruction()
