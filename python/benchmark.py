"""How long recording takes, beside a plain loop of as many empty calls in the same process.

    python3 python/benchmark.py [SIZE]
    python3 python/benchmark.py --report

prints the time per instruction of both, recording with and without writing the stream, and the
ratios; with --report, what a whole run of 99,328 instructions costs beside recording them, from the
kernel file to its report. Ratios are what to compare: times depend on the machine and on what else
runs there.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from trn2sim_recorder import program, stream  # noqa: E402
from trn2sim_recorder.api import install  # noqa: E402
from trn2sim_recorder.loading import load  # noqa: E402
from trn2sim_recorder.request import Request  # noqa: E402

ROUNDS = 5
KERNELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scenarios", "nki")


def empty(dst=None, stationary=None, moving=None):
    """Stands for a call with keyword arguments that does nothing."""


def plain_loop(count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        empty(dst=1, stationary=2, moving=3)
    return time.process_time() - start


class Timed:
    """CPU seconds of the parts of one round."""

    def __init__(self, size: int):
        tensor = {"shape": [size, size], "dtype": "bf16"}
        given = {"nki": "matmul.py", "function": "matmul_tiled", "args": [tensor, tensor]}
        request = Request(given, KERNELS)
        kernel, folder = load(request)
        settings = request.programs()[0]
        start = time.process_time()
        recorder = program.record(request, kernel, settings, folder)
        self.recording = time.process_time() - start
        about = {"dialect": "new", "file": "matmul.py", "imports": {}}
        start = time.process_time()
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
            with stream.open_stream(file.name) as out:
                first = program.head(request, kernel, settings, about)
                self.count = stream.write(recorder, first, out)
        self.writing = time.process_time() - start
        self.plain = plain_loop(self.count)


def seconds(command: list[str], text: str = "") -> float:
    """CPU seconds of a command and what it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=text, text=True, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def report() -> None:
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    shapes = ([8192, 4096], [8192, 8192])
    args = [{"shape": shape, "dtype": "bf16"} for shape in shapes]
    request = {"base": KERNELS, "nki": "matmul.py", "function": "matmul_tiled", "args": args}
    with tempfile.TemporaryDirectory() as folder:
        stream_file = os.path.join(folder, "k.nki.jsonl.gz")
        scenario = os.path.join(folder, "k.yaml")
        with open(scenario, "w", encoding="utf-8") as file:
            file.write("kernel: { stream: k.nki.jsonl.gz }\nshape: {}\n")
        recorder = os.path.join(root, "python", "trn2sim_recorder")
        command = [sys.executable, "-I", recorder, "-", "-o", stream_file]
        recording = seconds(command, json.dumps(request))
        run = [os.path.join(root, "trn2sim"), "run", scenario, "--mode", "timing"]
        timing = seconds([*run, "--json"])
        whole = seconds([*run, "--out", os.path.join(folder, "out")])
    print("99328 instructions, CPU time of all processes")
    print(f"recording and writing      {recording:7.1f} s")
    print(f"run without a report       {timing:7.1f} s, ratio {(recording + timing) / recording:.1f}")
    print(f"from the file to the report {recording + whole:6.1f} s, "
          f"ratio {(recording + whole) / recording:.1f}")


def main() -> None:
    if sys.argv[1:] == ["--report"]:
        report()
        return
    install.install([])
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    rounds = [Timed(size) for _ in range(ROUNDS)]
    plain = min(round.plain for round in rounds)
    recording = min(round.recording for round in rounds)
    both = min(round.recording + round.writing for round in rounds)
    each = 1e6 / rounds[0].count
    print(f"{rounds[0].count} instructions, best of {ROUNDS} rounds, CPU time")
    print(f"empty calls        {plain * each:8.3f} us each")
    print(f"recording          {recording * each:8.3f} us each, ratio {recording / plain:.1f}")
    print(f"recording, writing {both * each:8.3f} us each, ratio {both / plain:.1f}")


if __name__ == "__main__":
    main()
