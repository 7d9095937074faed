"""Names that are not there: of a variable, of a tensor's method, of a function or a module of NKI."""

from __future__ import annotations

import builtins
import os
import re
import sys
from types import ModuleType

from ..api.ops import NAMES
from ..basics.errors import nearest_name
from ..host.authors import beside
from .foreign_words import meant, of_tensor
from .wording import HINTS, KINDS, own_words

_ELSEWHERE = {
    "T": "transpose", "mT": "transpose", "clone": "copy", "amax": "max", "amin": "min",
    "unsqueeze": "expand_dims",
}


def variable(error: NameError) -> tuple[str, str, str | None]:
    """A name that the function, its file and Python do not have."""
    trace, known = error.__traceback__, set(dir(builtins))
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is not None:
        known.update(trace.tb_frame.f_locals, trace.tb_frame.f_globals)
    near = nearest_name(error.name or "", known)
    return "E11", own_words(error) + (f"; nearest: {near}" if near else ""), near


def attribute(error: AttributeError) -> tuple[str, str, str | None]:
    """A method or a property that tensors and registers have not."""
    kind = KINDS[type(error.obj).__name__]
    text = f"{kind} has no attribute '{error.name}'"
    function = _function_meant(error.name) if kind == "a tensor" else None
    if function:
        return "E2", f"{text}; nl.{function} is a function", function
    hint = of_tensor(error.name) if kind == "a tensor" else None
    if hint is not None:
        return "E2", f"{text}; {hint}", None
    near = nearest_name(error.name, [name for name in dir(error.obj) if not name.startswith("_")])
    text += HINTS.get(type(error.obj).__name__, "")
    return "E2", text + (f"; nearest: {near}" if near else ""), near


def _function_meant(name: str) -> str | None:
    """The function of `nl` for what is a method or a property of tensors in numpy or torch."""
    module = sys.modules.get("nki.language") or sys.modules.get("neuronxcc.nki.language")
    name = _ELSEWHERE.get(name, name)
    return name if callable(getattr(module, name, None)) else None


def imported(error: ImportError) -> tuple[str, str, str | None]:
    wanted = re.search(r"cannot import name '(\w+)'", error.msg)
    if wanted is None:
        return "E2", error.msg, None
    return unsupported(sys.modules[error.name], wanted.group(1))


def unsupported(module: ModuleType, name: str) -> tuple[str, str, str | None]:
    """A name that NKI does not have here."""
    short = module.__name__.removeprefix("neuronxcc.")
    text = f"{short}.{name} is not supported"
    hint = meant(module, name)
    if hint is not None:
        return "E2", f"{text}; {hint}", name if name in NAMES else None
    near = nearest_name(name, [known for known in vars(module) if not known.startswith("_")])
    return "E2", text + (f"; nearest: {near}" if near else ""), near


def module_meant(name: str, file: str) -> str | None:
    """The nearest of the modules beside the file, or of those we have."""
    parent, _, last = name.rpartition(".")
    known = {one.rpartition(".")[2] for one in sys.modules if one.rpartition(".")[0] == parent}
    near = nearest_name(last, {*known, *beside(file)}) if os.path.isfile(file) else None
    return f"{parent}.{near}" if near and parent else near
