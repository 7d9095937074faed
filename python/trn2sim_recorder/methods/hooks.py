"""What computes on tiles: put here by the modules of `api`, which build on what they compute with."""

from __future__ import annotations

from typing import Any


class Arithmetic:
    """`api.elementwise` and `nl.matmul`."""

    elementwise: Any = None
    matmul: Any = None
