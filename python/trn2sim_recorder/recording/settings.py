"""What a program is recorded for."""

from __future__ import annotations

from typing import Any


class Settings:
    """Its place in the grid, the device, limits."""

    def __init__(self, grid: tuple, pid: tuple, **more: Any):
        self.grid = grid
        self.pid = pid
        self.ranks: int = more.get("ranks", 1)
        self.sbuf_bytes: int = more.get("sbuf_bytes", 212984)
        self.trip_counts: dict[str, Any] = more.get("trip_counts", {})
        self.max_instructions: int = more.get("max_instructions", 2_000_000)
