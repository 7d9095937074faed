"""Starts the child in a folder of its own, keeps its output apart, and ends it when time is up."""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any

from .running import limits

OUTPUT = 64 << 10


class Outcome:
    """What the child left: its report, its status, and the beginning of what it printed."""

    def __init__(self, report: dict[str, Any], printed: str):
        self.report = report
        self.printed = printed

    @property
    def error(self) -> dict[str, Any] | None:
        return self.report.get("error")


def run(request: dict[str, Any], target: str) -> Outcome:
    """Records into `target`, which appears only when the recording is complete."""
    given = request.get("limits", {})
    seconds = float(given.get("seconds", limits.SECONDS))
    memory = int(given.get("memory_bytes", limits.MEMORY))
    before = _ending_cleans_up()
    folder = tempfile.mkdtemp(prefix=".record-", dir=os.path.dirname(os.path.abspath(target)))
    try:
        return _record(request, target, folder, seconds, memory)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        for number, handler in before.items():
            signal.signal(number, handler)


def _ending_cleans_up() -> dict[int, Any]:
    """SIGTERM ends the recording as an exception does, so that nothing stays behind."""

    def stop(number: int, frame: Any) -> None:
        raise SystemExit(128 + number)

    return {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGHUP)}


def _record(
    request: dict[str, Any], target: str, folder: str, seconds: float, memory: int
) -> Outcome:
    asked = os.path.join(folder, "request.json")
    stream = os.path.join(folder, "stream.gz" if target.endswith(".gz") else "stream")
    report = os.path.join(folder, "report.json")
    with open(asked, "w", encoding="utf-8") as file:
        json.dump(request, file)
    package = os.path.dirname(os.path.abspath(__file__))
    command = [sys.executable, "-I", package, "--child", asked, stream, report]
    child = subprocess.Popen(
        command,
        cwd=folder,
        env=limits.environment(seconds),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=lambda: limits.restrict(seconds, memory),
    )
    try:
        printed, in_time = _watch(child, seconds + 2)
    finally:
        _end_group(child)
    in_time = in_time and child.returncode != -signal.SIGXCPU
    found = _report(report, child.returncode, "" if in_time else limits.no_end(request, seconds))
    if "error" not in found:
        os.replace(stream, target)
    return Outcome(found, printed)


def _watch(child: subprocess.Popen, seconds: float) -> tuple[str, bool]:
    """Reads what the child prints, keeping the first part, until it ends or time is up."""
    kept = bytearray()
    until = time.monotonic() + seconds
    pipe = child.stdout
    os.set_blocking(pipe.fileno(), False)
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while (left := until - time.monotonic()) > 0:
            if not selector.select(min(left, 0.2)):
                if child.poll() is not None:
                    break
                continue
            part = os.read(pipe.fileno(), OUTPUT)
            if not part:
                child.wait(max(0.0, until - time.monotonic()))
                break
            kept += part[: OUTPUT - len(kept)]
    pipe.close()
    return kept.decode("utf-8", "replace"), child.poll() is not None


def _end_group(child: subprocess.Popen) -> None:
    """The child's whole process group, so that nothing it started lives on."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    child.wait()


def _report(path: str, status: int, late: str) -> dict[str, Any]:
    """What the child says, or what became of it; `late` if it used up its time."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        pass
    if late:
        text = late
    elif status < 0:
        text = f"the recording was ended by signal {-status} (out of memory, or a crash)"
    else:
        text = f"the recording ended with status {status} and left no report"
    return {"error": bare("E12", text)}


def bare(code: str, text: str) -> dict[str, Any]:
    """A diagnostic without a place."""
    return {
        "code": code, "file": "", "line": 0, "function": "", "text": text, "kernel_line": "",
        "nearest": None, "stack": [],
    }
