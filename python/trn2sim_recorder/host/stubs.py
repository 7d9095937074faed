"""Stand-ins for host packages that a kernel file imports but its kernel does not use."""

from __future__ import annotations

import difflib
import importlib
import importlib.abc
import importlib.machinery
import os
import re
import sys
from inspect import isfunction
from types import ModuleType
from typing import Any, Iterable

from ..basics.errors import MissingName
from ..basics.state import STATE
from .authors import beside, is_authors, is_elsewhere
from .imports import by_list, has_fallback, importing

HOST_PACKAGES = frozenset(
    """absl autotune boto3 click concourse core cv2 einops fire flax huggingface_hub jax jaxlib
    libneuronxla libtorch_neuronx_lite loguru matplotlib ml_dtypes neuron_dtypes neuronpy
    neuronx_distributed neuronx_distributed_inference neuronx_distributed_training neuronxcc
    nki_autotune nki_kernels nki_samples nkigen nkigym nkilib nkilib_src nkipy numba optax pandas
    parameterized PIL prettytable pytest qiskit rich safetensors scipy seaborn sklearn spike sympy
    tabulate test tests tilebench torch torch_neuronx torch_xla torchvision tqdm transformers
    triton vllm wandb yaml""".split()
)
# `HAS_NKI`, `NKI_AVAILABLE`, `LEGACY_NKI_AVAILABLE`: flags of host code that say whether NKI is there, which it is.
_IS_THERE = re.compile(
    r"(?i)_*(?:(?:has|have|with|use|enable)_?nki|(?:[a-z0-9]+_)*nki_?(?:is_)?(?:available|installed|enabled))$"
)
_LOGGING = frozenset("debug info warning warn error log get_logger getLogger print exception".split())


class Stub:
    """Answers anything at import time; inside a kernel its use is an error."""

    handed: list[Any] = []  # functions that the author's file hands to what is stood in for

    def __init__(self, name: str):
        self.__dict__["__name__"] = name
        self.__dict__["__qualname__"] = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Stub(f"{self.__name__}.{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__[name] = value

    def __call__(self, *args: Any, **named: Any) -> Any:
        if len(args) == 1 and not named and callable(args[0]) and not isinstance(args[0], Stub):
            return args[0]
        last = self.__name__.rsplit(".", 1)[-1]
        if last == "kernel_assert" and args:  # whatever library it is from
            assert args[0], ": ".join(map(str, args[1:2]))
        elif last not in _LOGGING:
            self._refuse()
            Stub.handed.extend(filter(isfunction, args))
        return Stub(f"{self.__name__}()")

    def _refuse(self) -> None:
        if STATE.recording:
            package = self.__name__.partition(".")[0]
            file = _file_of(self.__name__)
            if file:
                name = self.__name__.rpartition(".")[2]
                raise MissingName("E2", f"{name} belongs to {file}, which is not there")
            raise MissingName(
                "E2",
                f"{self.__name__} belongs to a package that is not installed; "
                f"install it, or name the folder that holds {package} in kernel.path",
            )

    def _taken(self, how: str) -> None:
        """A choice that a kernel makes by a value nobody knows is noted."""
        if STATE.recording:
            text = f"{self.__name__} belongs to a package that is not installed: taken to be {how}"
            STATE.recorder.warn("W6", text)

    def __mro_entries__(self, bases: tuple) -> tuple:
        return ()

    def __repr__(self) -> str:
        return f"<stand-in for {self.__name__}>"

    def __str__(self) -> str:
        return self.__name__

    def __getitem__(self, item: Any) -> Stub:
        return self

    def __setitem__(self, item: Any, value: Any) -> None:
        pass

    def __iter__(self) -> Any:
        self._refuse()
        return iter(())

    def __bool__(self) -> bool:
        there = _IS_THERE.match(self.__name__.rsplit(".", 1)[-1]) is not None
        self._taken("true" if there else "false")
        return there

    def __eq__(self, other: Any) -> Any:
        """Two stand-ins for the same name are one; types of ours know those of other packages."""
        if isinstance(other, Stub):
            return self.__name__ == other.__name__
        if type(other) in (str, int, float):
            self._taken(f"other than {other!r}")
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.__name__)

    def __len__(self) -> int:
        self._refuse()
        return 0

    def _number(self, *other: Any) -> Any:
        self._refuse()
        raise TypeError(f"{self.__name__} belongs to a package that is not installed")

    __int__ = __index__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = _number

    def __enter__(self) -> Stub:
        return self

    def __exit__(self, *error: Any) -> None:
        pass

    def _same(self, *other: Any) -> Stub:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _same
    __or__ = __ror__ = __and__ = __rand__ = __matmul__ = __rmatmul__ = __neg__ = __pow__ = _same
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __invert__ = __rpow__ = _same


# Modules of which some names are ours, and the packages that they are in.
_OURS: set[str] = set()


class StubModule(ModuleType):
    """A module every attribute of which is a stand-in, or a module of ours."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        full = f"{self.__name__}.{name}"
        return importlib.import_module(full) if full in _OURS else Stub(full)

    def __call__(self, *args: Any, **named: Any) -> Any:
        return Stub(self.__name__)(*args, **named)


# Packages beyond the known ones that were stood in for, with the place that imports each.
MISSING: dict[str, str] = {}


def _file_of(name: str) -> str:
    """The file that is not there of a package of the author's that is; nothing for other names."""
    for module in MISSING:
        parent, _, part = module.rpartition(".")
        places = list(getattr(sys.modules.get(parent), "__path__", ()))
        if (name == module or name.startswith(f"{module}.")) and places and not is_elsewhere(places[0]):
            return f"{os.path.basename(places[0])}/{part}.py"
    return ""


def missed() -> Iterable[tuple[str, str]]:
    """What was stood in for beyond the known packages, and the place that imports it."""
    for name, place in MISSING.items():
        file = _file_of(name)
        yield f"{file} is not there" if file else f"'{name}' is not installed", place


_MEANT = ("nki", "neuronxcc", "numpy")


def _near(name: str, names: Iterable[str]) -> bool:
    return bool(difflib.get_close_matches(name, names, 1, 0.8))


def _is_slip(name: str) -> bool:
    """Whether a part of the older dialect is asked for by nearly its name."""
    parent, _, part = name.rpartition(".")
    known = [one.rpartition(".")[2] for one in sys.modules if one.rpartition(".")[0] == parent]
    return parent == "neuronxcc.nki" and _near(part, known)


def _is_part(name: str) -> bool:
    """Whether a package of the author's may hold the module where all of it is there: it is no slip
    for one that is, nor a name that the package's own file lacks."""
    parent, _, part = name.rpartition(".")
    package = sys.modules.get(parent)
    places = list(getattr(package, "__path__", ()))
    file = getattr(package, "__file__", None)
    if not places or is_elsewhere(places[0]) or (file and by_list()):
        return False
    return not any(_near(part, beside(os.path.join(place, "__init__.py"))) for place in places)


class StubFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The last finder: answers for host packages nobody else found."""

    def __init__(self, more: Iterable[str], known: dict[str, dict[str, Any]]):
        self._packages = HOST_PACKAGES | set(more)
        self._known = known

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        package = fullname.split(".", 1)[0]
        if _is_slip(fullname):
            return None
        known = package in self._packages or fullname in self._packages or package in MISSING
        if not known and not fullname.startswith(tuple(f"{name}." for name in MISSING)):
            if not self._missed(fullname):
                return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def _missed(self, name: str) -> bool:
        """Whether a file of the author's imports the package, or a part of `nki` or of a package of the
        author's, and it is no slip of the pen for what is there, nor does any of the files that import
        have another way."""
        package, _, part = name.partition(".")
        ours = [known.partition(".")[2] for known in sys.modules if known.startswith("nki.")]
        if name.startswith("nki.compiler."):
            ours = []  # any part of it is what only host code needs
        elif package == "nki" and part and ("." in part or _near(part, ours)):
            return False
        elif package != "nki" and part and not _is_part(name):
            return False
        if part.rpartition(".")[0] in ours:  # a name that one of our modules does not have
            return False
        frames = importing()
        paths = [frame.f_code.co_filename for frame in frames]
        if not frames or not is_authors(paths[0]) or _near(name, {*_MEANT, *beside(paths[0])}):
            return False
        for frame, path in zip(frames, paths):
            if is_authors(path) and has_fallback(path, frame.f_lineno):
                return False
        MISSING[name] = f"{os.path.basename(paths[0])}:{frames[0].f_lineno}"
        return True

    def create_module(self, spec: Any) -> ModuleType:
        made = StubModule(spec.name)
        made.__dict__.update(self._known.get(spec.name) or self._by_place(spec.name))
        return made

    def _by_place(self, name: str) -> dict[str, Any]:
        """The names of a file of the library that is imported from a place of the author's own, as
        `..utils.kernel_assert` is, and not there."""
        place = name.split(".")[-2:]
        alike = (known for known in self._known if known.split(".")[-2:] == place)
        missing = any(name == one or name.startswith(f"{one}.") for one in MISSING)
        return self._known.get(next(alike, ""), {}) if missing else {}

    def exec_module(self, module: ModuleType) -> None:
        pass


def install(more: Iterable[str], known: dict[str, dict[str, Any]]) -> None:
    """Stands in for host packages and more; of the modules in `known`, some names are ours."""
    for name in known:
        while name:
            _OURS.add(name)
            name = name.rpartition(".")[0]
    sys.meta_path.append(StubFinder(more, known))
