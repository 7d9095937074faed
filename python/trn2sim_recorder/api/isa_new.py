"""`nki.isa` of the new dialect: every function writes `dst`."""

from __future__ import annotations

from functools import wraps
from typing import Any, Callable

from ..basics.errors import unsupported
from ..basics.instruction import SKIPPED, Instruction
from ..basics.state import STATE
from ..tensors.registers import Reg
from ..tensors.views import View
from . import enums, matmul, rules
from .enums import CONSTANTS, ENUMS
from .isa_make import make, make_refusal
from .isa_special import SPECIAL
from .isa_table import LATER, REFUSED, ROWS


def _affine_select(plain: Callable) -> Callable:
    """Earlier releases have the offset before the multiplier of the partition."""

    def affine_select(
        dst, pattern, channel_multiplier, on_true_tile, on_false_value, cmp_op=None, offset=0,
        name=None,
    ):
        if isinstance(on_false_value, View) and not isinstance(on_true_tile, View):
            offset, channel_multiplier = channel_multiplier, on_true_tile
            on_true_tile, on_false_value, cmp_op = on_false_value, cmp_op, None
        return plain(
            dst, pattern, channel_multiplier, on_true_tile, on_false_value, cmp_op, offset, name
        )

    affine_select.__qualname__ = "nki.isa.affine_select"
    return affine_select


def _by_vector(view: Any) -> bool:
    return getattr(view, "dynamic", None) is not None and view.dynamic[0] == "v"


def _dma_compute(plain: Callable) -> Callable:
    """A single source is combined with what is there; earlier releases have scales first."""

    def dma_compute(
        dst, srcs, reduce_op=None, scales=None, unique_indices=None, oob_mode=None, name=None
    ):
        if isinstance(reduce_op, (list, tuple)):
            reduce_op, scales = scales, reduce_op
        if unique_indices is False and any(_by_vector(view) for view in (dst, *srcs)):
            raise unsupported("nki.isa.dma_compute", "NKI does not support indices that repeat")
        if len(srcs) == 1:
            srcs = [dst, *srcs]
            scales = scales if scales is None else [1.0, *scales]
        return plain(dst, srcs, reduce_op, scales, unique_indices, oob_mode, name)

    dma_compute.__qualname__ = "nki.isa.dma_compute"
    return dma_compute


def _sendrecv(plain: Callable) -> Callable:
    """GpSimd's own DMA, which earlier releases ask for by `use_gpsimd_dma`, has no published cost."""

    def sendrecv(
        src, dst, send_to_rank, recv_from_rank, pipe_id, dma_engine=None, name=None,
        use_gpsimd_dma=False,
    ):
        if use_gpsimd_dma or dma_engine is enums.dma_engine.gpsimd_dma:
            STATE.recorder.warn("W3", "sendrecv by GpSimd's own DMA: timed as by the others")
        return plain(src, dst, send_to_rank, recv_from_rank, pipe_id, None, name)

    sendrecv.__qualname__ = "nki.isa.sendrecv"
    return sendrecv


def _sendrecv_compute(exchange: Callable, combine: Callable) -> Callable:
    """An exchange between the cores and a Vector instruction on each: what the DMA does on its way."""

    def sendrecv_compute(src, dst, send_to_rank, recv_from_rank, reduce_op, name=None):
        src, dst = (rules.tensor("sendrecv_compute", side, one)
                    for side, one in (("src", src), ("dst", dst)))
        if not src.base.on_chip and not dst.base.on_chip:
            raise unsupported("nki.isa.sendrecv_compute", "tiles in SBUF are exchanged, none in HBM")
        theirs = STATE.recorder.tensor(src.shape, src.dtype)
        exchange(src, theirs, send_to_rank, recv_from_rank, 0, None, name)
        STATE.recorder.warn(
            "W3", "sendrecv_compute: taken for an exchange and a Vector instruction, a guess"
        )
        return combine(dst, src, theirs, reduce_op)

    sendrecv_compute.__qualname__ = "nki.isa.sendrecv_compute"
    return sendrecv_compute


def _of_later_cores(name: str, plain: Callable, instead: str) -> Callable:
    @wraps(plain)
    def later(*given, **named):
        STATE.recorder.warn(
            "W3", f"{name} is an instruction of NeuronCore-v4, which trn2 has not; on trn2, "
            f"{instead}: timed as an element per cycle, a guess"
        )
        return plain(*given, **named)

    return later


def _drawn(plain: Callable) -> Callable:
    """Every draw of random numbers has others."""

    @wraps(plain)
    def drawn(*given, **named):
        recorder, made = STATE.recorder, plain(*given, **named)
        if recorder.draws and made is not SKIPPED:
            made.put("draw", recorder.draws)
        recorder.draws += 1
        return made

    return drawn


def _seeded(plain: Callable) -> Callable:
    """A seed begins the numbers anew."""

    @wraps(plain)
    def seeded(*given, **named):
        STATE.recorder.draws = 0
        return plain(*given, **named)

    return seeded


def _dynamic_copy(name: str) -> Callable:
    """Copies from or to a place that is known at run time: the view says so itself."""
    plain = make("tensor_copy", ROWS["tensor_copy"])

    def copy(dst, src, engine=None, name=None):
        return plain(dst, src, engine, name)

    copy.__name__ = name
    copy.__qualname__ = f"nki.isa.{name}"
    return copy


def functions() -> dict[str, Any]:
    """Names of the module, apart from enums and constants."""
    made: dict[str, Any] = {name: make(name, row) for name, row in ROWS.items()}
    made["affine_select"] = _affine_select(made["affine_select"])
    made["dma_compute"] = rules.combine = _dma_compute(made["dma_compute"])
    made["sendrecv"] = _sendrecv(made["sendrecv"])
    made["sendrecv_compute"] = _sendrecv_compute(made["sendrecv"], made["tensor_tensor"])
    for name, instead in LATER.items():
        made[name] = _of_later_cores(name, made[name], instead)
    made.update({name: _drawn(made[name]) for name in ("rng", "rand2", "dropout")})
    made.update({name: _seeded(made[name]) for name in ("rand_set_state", "set_rng_seed")})
    for name in ("tensor_copy_dynamic_src", "tensor_copy_dynamic_dst"):
        made[name] = _dynamic_copy(name)
    made.update({name: make_refusal(name, why) for name, why in REFUSED.items()})
    made.update(SPECIAL)
    made["nc_matmul"] = matmul.nc_matmul
    for function in (matmul.nc_transpose, matmul.memset):
        function.__qualname__ = f"nki.isa.{function.__name__}"
        made[function.__name__] = function
    return made


FUNCTIONS = functions()


def names() -> dict[str, Any]:
    return {
        **FUNCTIONS,
        **CONSTANTS,
        **ENUMS,
        "NkiInstruction": Instruction,
        "VirtualRegister": Reg,
        "NkiScalar": Reg,
        "NkiValidationError": type("NkiValidationError", (Exception,), {}),
    }


