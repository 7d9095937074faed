"""How an error is put: in one line, and without names of our classes."""

from __future__ import annotations

import os
import re
from typing import Any

KINDS = {
    "View": "a tensor", "SpecialView": "a tensor", "Reg": "a register", "Space": "a memory",
    "Instruction": "the result of an instruction", "TileSize": "nl.tile_size",
}
_CLASS = re.compile(f"'({'|'.join(KINDS)})'")
HINTS = {
    "Space": "; nl.ndarray(shape, dtype, buffer=nl.sbuf) makes a tile",
    "Instruction": "; it writes dst and returns no tile",
    "TileSize": "; it holds numbers: nl.tile_size.pmax is 128",
}
_WHOLE = "'float' object cannot be interpreted as an integer"


_LONGEST = 1000


def short(text: str) -> str:
    """Of a text that may have any length, as much as a message holds."""
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " ..."


def said(error: BaseException) -> str:
    """Its text; an exception of the author's may have one that fails itself."""
    try:
        return short(str(error))
    except Exception as failed:  # noqa: BLE001: whatever it raises
        return f"(its text fails: {type(failed).__name__})"


def own_words(error: BaseException) -> str:
    """The kernel's own exception, in one line; tensors and registers are not our classes."""
    text = " ".join(said(error).split())
    text += "; // divides whole numbers" if text == _WHOLE else ""
    found = _CLASS.search(text)
    text = _CLASS.sub(lambda one: KINDS[one.group(1)], text) + HINTS.get(found and found.group(1), "")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def one_line(found: dict[str, Any]) -> str:
    place = f"{os.path.basename(found['file'])}:{found['line']}: " if found["file"] else ""
    return f"{place}{found['code']} {found['text']}"
