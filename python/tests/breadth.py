"""Writes one kernel for each dialect that calls every function of `nki.isa` and `nki.language` once.

    python3 breadth.py FOLDER

makes FOLDER/breadth_new.py and FOLDER/breadth_old.py, whose function is `k`: what the simulator's
own tests run, so that no function is recorded but not timed.
"""

from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import NEW, OLD
from test_expressions import EXPRESSIONS
from test_isa import NEW_CALLS, OLD_CALLS, TILES

FILL = "for t in (a, b, c, v, e, i):\n        nisa.memset(t, 1)"


def new() -> str:
    calls = [FILL, "nisa.dma_copy(dst=h, src=a)"]
    calls += [NEW_CALLS[name][0] for name in NEW_CALLS]
    return NEW + TILES.format(call="\n    ".join(calls)) + "    return h\n"


def old() -> str:
    tiles = TILES.replace("r = nisa.register_alloc()", "nl.store(h, nl.ones((128, 64), nl.float32))")
    lines = [f"{name}[...] = nl.ones({name}.shape, {name}.dtype)" for name in "abcvei"]
    lines += [call for call, *_ in OLD_CALLS.values()]
    lines += EXPRESSIONS
    return OLD + tiles.format(call="\n    ".join(lines)) + "    return h\n"


def main(folder: str) -> None:
    for name, text in (("new", new()), ("old", old())):
        with open(os.path.join(folder, f"breadth_{name}.py"), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main(sys.argv[1])
