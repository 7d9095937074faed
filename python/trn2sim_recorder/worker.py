"""The child process: imports the author's file, records, and writes the stream."""

from __future__ import annotations

import gc
import inspect
import json
import os
import signal
import sys
from math import prod
from typing import Any

from .basics.errors import GridWanted, LimitExceeded
from .checks.results import note_cores, note_results
from .diagnostics import calls, description
from .modules import install
from .running import limits, program, reference, stream
from .running.loading import files_missed, files_read, load
from .running.request import Request

_RESERVE = 32 << 20  # to tell of an error in, when the author's files have used up all memory


def _run(given: dict[str, Any], base: str, out: str, opened: set[str]) -> dict[str, Any]:
    request = Request(given, base)
    install.install(request.stubs)
    if "values" in given:
        return {"results": reference.call(request, given["values"], out)}
    if "propose" in given:
        from .proposal.proposing import propose  # no recording needs it

        return propose(request, given["propose"], out)
    kernel, folder = load(request)
    programs = request.programs()
    try:
        recorded = [program.record(request, kernel, one, folder) for one in programs]
    except GridWanted as wanted:
        if not wanted.free:
            raise
        programs = request.programs(tuple(wanted.grid))
        recorded = [program.record(request, kernel, one, folder) for one in programs]
        note_cores(recorded, wanted.grid, prod(request.grid()))
    note_results(recorded)
    plain = inspect.unwrap(getattr(kernel, "func", kernel))
    files = files_read(folder, opened)
    about = {
        "dialect": program.dialect(kernel),
        "file": os.path.relpath(inspect.getfile(plain), folder),
        "imports": {**files, **files_missed(folder)},
    }
    total = 0
    with stream.open_stream(out) as file:
        for settings, recorder in zip(programs, recorded):
            first = program.head(request, kernel, settings, about)
            total += stream.write(recorder, first, file)
    return {
        "programs": len(programs),
        "instructions": total,
        "folder": folder,
        "files": files,
    }


def main(request_file: str, out: str, report: str) -> int:
    """Writes `out` and `report`; status 0 if the kernel was recorded, 2 if it was refused."""
    sys.dont_write_bytecode = True  # the recorder's own may stay, the author's folder stays as it is
    gc.disable()  # almost all that is made stays until the end
    with open(request_file, encoding="utf-8") as file:
        given = json.load(file)
    opened = limits.guard(os.path.dirname(out))

    def alarm(number: int, frame: Any) -> None:
        raise LimitExceeded(limits.no_end(given, limits.seconds_given()))

    signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, limits.seconds_given())
    status = 0
    reserve = bytearray(_RESERVE)
    try:
        result: dict[str, Any] = _run(given, given["base"], out, opened)
    except BaseException as error:  # noqa: BLE001: a kernel may raise anything
        signal.setitimer(signal.ITIMER_REAL, 0)
        del reserve
        if isinstance(error, SystemError) and limits.used_up():
            error = MemoryError().with_traceback(error.__traceback__)
        result = {"error": description.describe(error, calls.of_functions())}
        status = 2
    signal.setitimer(signal.ITIMER_REAL, 0)
    with open(report, "w", encoding="utf-8") as file:
        json.dump(result, file)
    sys.stdout.flush()
    return status
