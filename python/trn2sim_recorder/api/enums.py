"""Constants of `nki.isa`: engines, DMA modes, reduction commands."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any

from ..basics.errors import RecordError


class engine(Enum):
    __hash__ = object.__hash__  # members are looked up for most instructions

    unknown = "unknown"
    tensor = "tensor"
    scalar = "scalar"
    gpsimd = "gpsimd"
    dma = "dma"
    vector = "vector"
    sync = "sync"
    # Names of the old dialect.
    pe = "tensor"
    pool = "gpsimd"
    act = "scalar"
    activation = "scalar"
    dve = "vector"


class dge_mode(Enum):
    unknown = "unknown"
    swdge = "swdge"
    hwdge = "hwdge"
    none = "none"


class oob_mode(Enum):
    error = "error"
    skip = "skip"


class reduce_cmd(Enum):
    idle = "idle"
    reset = "reset"
    reduce = "reduce"
    reset_reduce = "reset_reduce"
    load_reduce = "load_reduce"


class matmul_perf_mode(Enum):
    none = "none"
    double_row = "double_row"
    double_row_gen3 = "double_row"
    double_column = "double_column"
    double_pixel = "double_pixel"
    double_row_sw_interleave = "double_row_sw_interleave"


class dma_engine(Enum):
    dma = "dma"
    gpsimd_dma = "gpsimd_dma"


class dependency(Enum):
    runtime = "runtime"
    schedule = "schedule"


class nc_version(IntEnum):
    gen2 = 2
    gen3 = 3
    gen4 = 4


ENUMS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        engine, dge_mode, oob_mode, reduce_cmd, matmul_perf_mode, dma_engine, dependency, nc_version
    )
}
CONSTANTS: dict[str, Any] = {f"{member.value}_engine": member for member in engine}

_CODES: dict[Any, str | None] = {member: member.value for member in engine}
_CODES.update({None: None, engine.unknown: None, dma_engine: "dma"})  # one name for both


def engine_code(value: Any) -> str | None:
    """The engine's name in the stream; None where the kernel leaves it open."""
    try:
        return _CODES[value]
    except KeyError:
        word = getattr(value, "value", value)
        if word not in set(_CODES.values()):
            raise RecordError("E3", f"engine is {word!r}, expected a member of nki.isa.engine") from None
        return _CODES[engine(word)]


# Words by the number that members had in earlier releases.
NUMBERED: dict[str, tuple[str, ...]] = {
    "dge_mode": ("unknown", "swdge", "hwdge", "none"),
    "oob_mode": ("error", "skip"),
    "reduce_cmd": ("idle", "reset", "reduce", "reset_reduce", "load_reduce"),
}
