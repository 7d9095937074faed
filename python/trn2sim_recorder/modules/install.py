"""Puts the modules of both dialects where `import` finds them."""

from __future__ import annotations

import importlib.util
import logging
import sys
from inspect import isfunction
from types import ModuleType
from typing import Any

from ..api import (
    allocation, collectives, collectives_old, isa_new, isa_old, language, loops, moves, tile_grids,
)
from ..api.enums import CONSTANTS, ENUMS
from ..api.isa_special import register_alloc
from ..api.jit import Kernel, flag, jit, simulate_kernel
from ..api.objects import NKIObject
from ..basics.dtypes import DTYPES, to_dtype
from ..basics.errors import unsupported
from ..basics.state import STATE
from ..host import numpy_types, stubs
from ..host.arrays import arange, filled, identity
from ..host.numpy_stub import NumpyStub
from ..library import helpers
from ..tensors.buffers import PSUM, SBUF
from ..tensors.registers import Reg
from . import kernel_builder

#: The latest release of each dialect whose functions are here.
RELEASES = {"nki": "0.7.0", "neuronxcc.nki": "0.1.0"}


def _module(name: str, names: dict[str, Any], package: bool = False) -> ModuleType:
    """A module of ours. `diagnostics` finds the nearest of its names to one that it does not have:
    Python looks names up faster where there is no `__getattr__`."""
    made = ModuleType(name)
    made.__dict__.update(names)
    if package:
        made.__path__ = []
    return made


def _named(functions: dict[str, Any], module: str) -> None:
    """Python's own words of a call that does not fit begin with this name."""
    for name, value in functions.items():
        if isfunction(value) and not value.__qualname__.startswith("nki."):
            value.__qualname__ = f"{module}.{name}"


def _decorator(wanted: str) -> Any:
    """`nki.compiler`: every unknown name is a decorator that leaves the function as it is."""
    if wanted.startswith("__") and wanted.endswith("__"):
        raise AttributeError(wanted)
    return flag(wanted)


class TensorType:
    """`nki.typing.tensor[...]`: an annotation, and the type that kernels ask tensors for."""

    def __init__(self, *kinds: type):
        self._kinds = kinds

    def __instancecheck__(self, value: Any) -> bool:
        return isinstance(value, self._kinds)

    def __getitem__(self, item: Any) -> TensorType:
        return self

    def __call__(self, *args: Any, **named: Any) -> TensorType:
        return self

    def __or__(self, other: Any) -> TensorType:
        return self

    __ror__ = __or__


class ScalarType(TensorType):
    """`nki.typing.scalar`: an annotation, and the condition of a loop on the device, `while scalar(tile):`."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        if not STATE.recording or len(args) != 1:
            return self
        value = args[0]
        return value if isinstance(value, Reg) else register_alloc(int(value) if type(value) is bool else value)


def sizeinbytes(dtype: Any) -> int:
    return to_dtype(dtype).itemsize


def inline_asm_bytes(*args: Any, **named: Any) -> None:
    raise unsupported("inline_asm_bytes", "machine code is not simulated; call its nki.isa function")


class PrivateModule(stubs.StubModule):
    """Private modules of the compiler: what has a public name too is that, the rest a stand-in."""

    def __init__(self, name: str, known: dict[str, Any]):
        super().__init__(name)
        self.__path__: list[str] = []
        self.__dict__.update(known)


def _compiler(prefix: str) -> dict[str, ModuleType]:
    names = {"sbuf": SBUF, "psum": PSUM}
    for name in ("skip_middle_end_transformations", "enable_stack_allocator", "force_auto_alloc"):
        names[name] = flag(name)
    made = _module(f"{prefix}.compiler", names, True)
    made.__dict__["__getattr__"] = _decorator
    private = {
        f"{prefix}.compiler.{part}": PrivateModule(f"{prefix}.compiler.{part}", {})
        for part in ("backends",)
    }
    return {f"{prefix}.compiler": made, **private}


def _dialect(prefix: str, isa: dict[str, Any], more: dict[str, Any]) -> dict[str, ModuleType]:
    tensor, scalar = TensorType(allocation.ndarray), ScalarType(int, float, Reg)
    nl = {**language.names(), "NKIObject": NKIObject}
    _named(nl, "nki.language")
    parts = {
        "language": _module(f"{prefix}.language", nl, True),
        "language.constants": _module(
            f"{prefix}.language.constants", {"sizeinbytes": sizeinbytes}
        ),
        "isa": _module(f"{prefix}.isa", isa, True),
        "typing": _module(
            f"{prefix}.typing",
            {"tensor": tensor, "mutable_tensor": tensor, "mutable": tensor, "scalar": scalar},
        ),
        **more,
    }
    constants = _module(f"{prefix}.isa.constants", {**CONSTANTS, **ENUMS})
    parts["isa"].__dict__["constants"] = constants
    compiler = _compiler(prefix)
    top = {
        **nl,  # as kernels write nki.affine_range
        **{name: part for name, part in parts.items() if "." not in name},
        "compiler": compiler[f"{prefix}.compiler"],
        "NKIObject": NKIObject,
        "dtype": type(DTYPES["float32"]),
        "FrameworkKernel": Kernel,
        "__version__": RELEASES[prefix],
    }
    for name in ("jit", "baremetal", "benchmark", "profile", "trace", "simulate"):
        top[name] = jit
    top["simulate_kernel"] = simulate_kernel
    modules = {f"{prefix}.{name}": module for name, module in parts.items()}
    modules.update(compiler)
    modules[f"{prefix}.isa.constants"] = constants
    modules[prefix] = _module(prefix, top, True)
    return modules


def _elsewhere(modules: dict[str, ModuleType]) -> dict[str, ModuleType]:
    """Public functions under the names of the modules that other releases keep them in."""
    made: dict[str, ModuleType] = {"nki.dtype": _module("nki.dtype", dict(DTYPES))}
    for prefix in ("nki", "neuronxcc.nki"):
        isa = modules[f"{prefix}.isa"]
        nl = vars(modules[f"{prefix}.language"])
        words = {k: v for k, v in nl.items() if not k.startswith("__")}
        known = {**words, **{k: v for k, v in vars(isa).items() if not k.startswith("__")}}
        made[f"{prefix}._private"] = PrivateModule(f"{prefix}._private", {})
        known.update(collectives.names(), inline_asm_bytes=inline_asm_bytes)
        made[f"{prefix}._private.private_api"] = PrivateModule(f"{prefix}._private.private_api", known)
        made[f"{prefix}.isa.neuron_isa"] = isa
        for part in ("opcode", "buffers", "tensor", "operators"):
            made[f"{prefix}.language.{part}"] = _module(f"{prefix}.language.{part}", words)
        shown = f"{prefix}.nccl.collectives"
        made[f"{prefix}.nccl"] = made[shown] = _module(shown, collectives_old.names())
    return made


def install(more_stubs: list[str]) -> None:
    """After this, a kernel file's imports find what they need."""
    between = _module("nki.collectives", collectives.names())
    arrays = {"zeros": filled("zeros"), "ones": filled("ones"), "arange": arange, "identity": identity}
    tensors = _module("nki.tensor", arrays)
    meta = _module("nki.meta", {"tensor": tensors}, True)
    parts = {"collectives": between, "tensor": tensors, "meta": meta, "meta.tensor": tensors}
    modules = _dialect("nki", isa_new.names(), parts)
    newer = {**language.of_new_dialect(), "broadcast_to": moves.broadcast_to_tile}
    _named(newer, "nki.language")
    modules["nki.language"].__dict__.update(**tile_grids.NAMES, **newer)
    modules["nki.experimental"] = _module("nki.experimental", {"while_loop": loops.while_loop})
    modules.update(_dialect("neuronxcc.nki", isa_old.names(), {}))
    built = kernel_builder.modules(TensorType(allocation.ndarray))
    for prefix in ("nki", "neuronxcc.nki"):
        modules.update({name.replace("nki", prefix, 1): module for name, module in built.items()})
        modules[f"{prefix}.compiler"].__dict__["kernel_builder"] = built[kernel_builder.PREFIX]
    modules["neuronxcc.nki"].__dict__["tensor"] = modules["neuronxcc.nki.typing"].tensor
    modules.update(_elsewhere(modules))
    parent = stubs.StubModule("neuronxcc")
    parent.__path__ = []
    parent.__dict__["nki"] = modules["neuronxcc.nki"]
    sys.modules["neuronxcc"] = parent
    sys.modules.update(modules)
    if not hasattr(logging, "OFF"):
        logging.OFF = logging.CRITICAL + 10  # neuronxcc adds this level, and kernel files use it
    stubs.install(more_stubs, helpers.NAMES)
    if importlib.util.find_spec("numpy") is None:
        sys.modules["numpy"] = NumpyStub()
    else:
        numpy_types.install()
