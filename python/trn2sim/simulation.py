"""Writes a scenario for a kernel function, runs the launcher, and reads what it wrote."""

from __future__ import annotations

import ast
import difflib
import inspect
import json
import os
import subprocess
import tempfile
from typing import Any, Callable

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

TABLES = ("lines", "engines", "links", "hbm", "dma", "critical_path")


class SimulationError(Exception):
    """The launcher's own line about what is wrong."""


class Outcome:
    """A simulated kernel: times, what was found, and where the report is."""

    def __init__(self, folder: str, result: dict[str, Any], summary: str = ""):
        self.folder = folder
        self.result = result
        self.summary = summary  # what the launcher printed, the answer first

    @property
    def time_us(self) -> dict[str, Any]:
        """Microseconds: the total and its parts."""
        return self.result["time_us"]

    @property
    def total_us(self) -> float:
        return self.time_us["total"]

    @property
    def story(self) -> list[str]:
        """The answer and what stands behind it, a sentence each."""
        return self.result.get("story", [])

    @property
    def notes(self) -> list[str]:
        """What the run assumes about the kernel, and what in it is likely not meant."""
        return self.result.get("notes", [])

    @property
    def range_us(self) -> tuple[float, float] | None:
        """Between which times the answer may lie; None unless it was asked for."""
        found = self.result.get("range_us")
        return (found["stated_low"], found["stated_high"]) if found else None

    @property
    def speedup(self) -> float | None:
        """Over gathering first; None for kernels that are not said to gather and multiply."""
        return self.result.get("speedup")

    @property
    def findings(self) -> dict[str, Any]:
        """What limits the kernel, where the launcher says so."""
        keys = (
            "speedup", "range_us", "critical_path", "gap_us", "bounds_us", "communication",
            "compiler", "advice", "functional",
        )
        return {key: self.result[key] for key in keys if key in self.result}

    @property
    def passed(self) -> bool | None:
        """Whether the values are right; None if they were not checked."""
        return self.result.get("functional", {}).get("passed")

    @property
    def report(self) -> str:
        """Path of the report page."""
        return os.path.join(self.folder, "report.html")

    def rows(self, table: str = "lines") -> Any:
        """A table of the result, such as `lines`, `engines` or `links`: plain dictionaries, or a
        DataFrame if pandas is installed."""
        if table not in self.result and table not in TABLES:
            raise ValueError(f"no table {table!r}, expected one of {', '.join(TABLES)}")
        found = self.result.get(table, [])
        try:
            import pandas
        except ImportError:
            return found
        return pandas.DataFrame(found)

    def __repr__(self) -> str:
        answer = self.story[0] if self.story else f"About {self.total_us:.3g} us."
        wrong = " WRONG VALUES." if self.passed is False else ""
        return f"{answer}{wrong} Report: {self.report}"


def simulate(
    kernel: Callable | str,
    *,
    ranks: int = 1,
    lnc: int = 1,
    check: str | None = None,
    reference: str | None = None,
    range: bool = False,
    out: str | None = None,
    launcher: str | None = None,
    **scenario: Any,
) -> Callable[..., Outcome]:
    """A function that takes the kernel's arguments and simulates it on so many ranks.

    The kernel is a function, or `"file.py:function"` where what the file imports is not installed.
    With `check`, such as `"softmax(x)"`, or `reference`, `"checks.py:expected"`, the values are
    computed and compared as well. With `range`, the outcome says between which times the answer may
    lie, after up to a hundred more simulations. Further keywords are keys of the scenario, such as
    `compiler={"order": "source"}`.
    """
    file, function, signature = _kernel(kernel)
    asked = {"nki": file, "function": function}
    if check is not None:
        asked["check"] = check
    if reference is not None:
        asked["reference"] = os.path.abspath(reference)
    if len(asked) > 2:
        scenario.setdefault("run", {"mode": "both"})

    def run(*args: Any, **named: Any) -> Outcome:
        bound = signature.bind(*args, **named)
        given = _given(bound)
        content = {
            "name": function.rpartition(".")[2],
            "device": "trn2",
            "kernel": {**asked, "args": given},
            "ranks": {"tp": ranks, "lnc": lnc},
            **scenario,
        }
        command = [launcher or os.path.join(ROOT, "trn2sim"), "run", *(["--range"] if range else [])]
        return _run(content, out, command)

    return run


def _kernel(kernel: Callable | str) -> tuple[str, str, inspect.Signature]:
    """The file, the function's name, and what arguments it takes."""
    if callable(kernel):
        func = inspect.unwrap(kernel)
        return os.path.abspath(inspect.getfile(func)), func.__qualname__, inspect.signature(func)
    file, colon, function = kernel.rpartition(":") if isinstance(kernel, str) else ("", "", "")
    if not colon:
        raise ValueError(f"kernel is {kernel!r}, expected a function or 'file.py:function'")
    with open(file, encoding="utf-8") as source:
        tree = ast.parse(source.read(), file)
    found = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    functions = {n.name: n for n in reversed(found)}  # the outermost of a name
    if function not in functions:
        near = difflib.get_close_matches(function, functions, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise ValueError(f"{file} has no function {function!r}{meant}")
    return os.path.abspath(file), function, _signature(functions[function].args)


def _signature(args: ast.arguments) -> inspect.Signature:
    """As the function itself would tell; what the defaults are does not matter."""
    kinds = inspect.Parameter
    plain = [*args.posonlyargs, *args.args]
    first = len(plain) - len(args.defaults)
    parameters = [
        kinds(a.arg, kinds.POSITIONAL_OR_KEYWORD, default=None if i >= first else kinds.empty)
        for i, a in enumerate(plain)
    ]
    if args.vararg:
        parameters.append(kinds(args.vararg.arg, kinds.VAR_POSITIONAL))
    for a, default in zip(args.kwonlyargs, args.kw_defaults):
        missing = kinds.empty if default is None else None
        parameters.append(kinds(a.arg, kinds.KEYWORD_ONLY, default=missing))
    if args.kwarg:
        parameters.append(kinds(args.kwarg.arg, kinds.VAR_KEYWORD))
    return inspect.Signature(parameters)


def _given(bound: inspect.BoundArguments) -> dict[str, Any]:
    """All arguments by name: a list for those of `*tensors`, and those of `**named` by their own."""
    given: dict[str, Any] = {}
    for name, value in bound.arguments.items():
        kind = bound.signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_KEYWORD:
            given.update({other: argument(one) for other, one in value.items()})
        else:
            given[name] = argument(list(value) if kind is inspect.Parameter.VAR_POSITIONAL else value)
    return given


def argument(value: Any) -> Any:
    """An argument as a scenario writes it."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        if not value.shape and hasattr(value, "item"):
            return value.item()  # a number of numpy's
        return {"shape": [int(size) for size in value.shape], "dtype": _dtype(value.dtype)}
    if isinstance(value, dict):  # as a scenario writes it: {"replica_group": 4}, {"call": "Config"}
        return {str(key): argument(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        items = [argument(item) for item in value]
        return {"tuple": items} if isinstance(value, tuple) else items
    if hasattr(value, "groups"):
        return {"replica_group": value.groups}
    raise TypeError(f"{type(value).__name__} cannot be an argument of a simulated kernel")


def _dtype(dtype: Any) -> str:
    """The name without its package: torch.bfloat16, numpy.dtype('float32'), numpy.float32, 'bfloat16'."""
    known = dtype.__name__ if isinstance(dtype, type) else getattr(dtype, "name", dtype)
    return str(known).rsplit(".", 1)[-1]


def _run(content: dict[str, Any], out: str | None, command: list[str]) -> Outcome:
    folder = out or tempfile.mkdtemp(prefix="trn2sim-")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "scenario.yaml")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=2)  # JSON is YAML
    written = os.path.join(folder, "result.json")
    if os.path.exists(written):
        os.remove(written)
    done = subprocess.run(
        [*command, path, "--out", folder], capture_output=True, text=True, check=False
    )
    if not os.path.exists(written):  # one whose values are wrong is there, and has status 1
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise SimulationError(lines[-1] if lines else f"status {done.returncode}")
    with open(written, encoding="utf-8") as file:
        return Outcome(folder, json.load(file), done.stdout)
