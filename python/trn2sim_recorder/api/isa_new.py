"""`nki.isa` of the new dialect: every function writes `dst`."""

from __future__ import annotations

from typing import Any, Callable

from ..instruction import Instruction
from ..registers import Reg
from ..views import View
from . import elementwise, matmul
from .enums import CONSTANTS, ENUMS
from .isa_make import make, make_refusal
from .isa_special import SPECIAL
from .isa_table import REFUSED, ROWS
from .ops import op_name


def _tensor_tensor(plain: Callable) -> Callable:
    """Integer and power operations run on GpSimd unless the call names an engine."""

    def tensor_tensor(dst, data1, data2, op, engine=None, name=None):
        if engine is None and isinstance(dst, View):
            power = op_name(op) == "power"
            if (power or not dst.dtype.is_float) and elementwise.on_gpsimd(
                op_name(op), dst, data1, data2
            ):
                engine = "gpsimd"
        return plain(dst, data1, data2, op, engine, name)

    tensor_tensor.__qualname__ = "nki.isa.tensor_tensor"
    return tensor_tensor


def functions() -> dict[str, Any]:
    """Names of the module, apart from enums and constants."""
    made: dict[str, Any] = {name: make(name, row) for name, row in ROWS.items()}
    made["tensor_tensor"] = _tensor_tensor(made["tensor_tensor"])
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
        **ENUMS,
        **CONSTANTS,
        "NkiInstruction": Instruction,
        "VirtualRegister": Reg,
        "NkiValidationError": type("NkiValidationError", (Exception,), {}),
    }


