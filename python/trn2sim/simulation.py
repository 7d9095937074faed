"""Writes a scenario for a kernel function, runs the launcher, and reads what it wrote."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import tempfile
from typing import Any, Callable

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class SimulationError(Exception):
    """The launcher's own line about what is wrong."""


class Outcome:
    """A simulated kernel: times, what was found, and where the report is."""

    def __init__(self, folder: str, result: dict[str, Any]):
        self.folder = folder
        self.result = result

    @property
    def time_us(self) -> dict[str, Any]:
        """Microseconds: the total and its parts."""
        return self.result["time_us"]

    @property
    def total_us(self) -> float:
        return self.time_us["total"]

    @property
    def findings(self) -> dict[str, Any]:
        """What limits the kernel, where the launcher says so."""
        keys = ("critical_path", "bounds_us", "communication", "compiler", "functional")
        return {key: self.result[key] for key in keys if key in self.result}

    @property
    def report(self) -> str:
        """Path of the report page."""
        return os.path.join(self.folder, "report.html")

    def rows(self, table: str = "lines") -> Any:
        """A table of the result, such as `lines`, `engines` or `links`: plain dictionaries, or a
        DataFrame if pandas is installed."""
        found = self.result.get(table, [])
        try:
            import pandas
        except ImportError:
            return found
        return pandas.DataFrame(found)

    def __repr__(self) -> str:
        return f"{self.total_us:.3g} us, report {self.report}"


def simulate(
    kernel: Callable,
    *,
    ranks: int = 1,
    lnc: int = 1,
    out: str | None = None,
    launcher: str | None = None,
    **scenario: Any,
) -> Callable[..., Outcome]:
    """A function that takes the kernel's arguments and simulates it on so many ranks.

    Further keywords are keys of the scenario, such as `compiler={"order": "source"}`.
    """
    func = inspect.unwrap(kernel)
    file = os.path.abspath(inspect.getfile(func))

    def run(*args: Any, **named: Any) -> Outcome:
        bound = inspect.signature(func).bind(*args, **named)
        given = {name: argument(value) for name, value in bound.arguments.items()}
        content = {
            "device": "trn2",
            "kernel": {"nki": file, "function": func.__qualname__, "args": given},
            "ranks": {"tp": ranks, "lnc": lnc},
            **scenario,
        }
        return _run(content, out, launcher or os.path.join(ROOT, "trn2sim"))

    return run


def argument(value: Any) -> Any:
    """An argument as a scenario writes it."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return {"shape": [int(size) for size in value.shape], "dtype": _dtype(value.dtype)}
    if isinstance(value, (list, tuple)):
        return [argument(item) for item in value]
    if hasattr(value, "groups"):
        return {"replica_group": value.groups}
    raise TypeError(f"{type(value).__name__} cannot be an argument of a simulated kernel")


def _dtype(dtype: Any) -> str:
    """The name without its package: torch.bfloat16, numpy.dtype('float32'), 'bfloat16'."""
    return str(getattr(dtype, "name", dtype)).rsplit(".", 1)[-1]


def _run(content: dict[str, Any], out: str | None, launcher: str) -> Outcome:
    folder = out or tempfile.mkdtemp(prefix="trn2sim-")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "scenario.yaml")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=2)  # JSON is YAML
    done = subprocess.run(
        [launcher, "run", path, "--out", folder], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise SimulationError(lines[-1] if lines else f"status {done.returncode}")
    with open(os.path.join(folder, "result.json"), encoding="utf-8") as file:
        return Outcome(folder, json.load(file))
