"""How long recording takes, beside a plain loop of as many empty calls in the same process.

    python3 python/benchmark.py [NAME...]
    python3 python/benchmark.py --report

prints for example kernels of scenarios/nki, all or those whose names contain NAME, the CPU time per
instruction of recording, and of recording and writing the stream, with their ratios to the time of
an empty call with keyword arguments; with --report, what a whole run of 99,328 instructions costs
beside recording them, from the kernel file to its report, and how long each part of it takes, such
as reading the stream. Ratios are what to compare: times depend on the machine and on what else runs
there.
"""

from __future__ import annotations

import gc
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from trn2sim_recorder.modules import install  # noqa: E402
from trn2sim_recorder.running import program, stream  # noqa: E402
from trn2sim_recorder.running.loading import load  # noqa: E402
from trn2sim_recorder.running.request import Request  # noqa: E402

ROUNDS = 5
KERNELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scenarios", "nki")


def _tensor(*shape: int, dtype: str = "bf16") -> dict:
    return {"shape": list(shape), "dtype": dtype}


def _kernel(file: str, function: str, args: object, tp: int = 1) -> dict:
    return {"nki": file, "function": function, "args": args, "ranks": {"tp": tp}}


_SQUARE = [_tensor(4096, 4096)] * 2
_WIDE = [_tensor(4096, 8192), _tensor(4096, 4096)]
_VECTORS = [_tensor(640_000_000)] * 2
_IMAGES = [_tensor(32, 512, 32, 64), _tensor(512, 512, 3, 3)]
_FGCC = {"lhs": _tensor(1024, 4096), "rhs": _tensor(4096, 2048), "tp_degree": 16}
_RING = [_tensor(512, 4096), _tensor(4096, 2048), {"replica_group": [list(range(16))]}, 16]

# Sizes that give about 20,000 instructions each.
FAMILIES = {
    "matmul, tiled": _kernel("matmul.py", "matmul_tiled", _SQUARE),
    "matmul, hoisted": _kernel("matmul.py", "matmul_hoisted", _SQUARE),
    "matmul, blocked": _kernel("matmul.py", "matmul_blocked", _WIDE),
    "matmul, blocked in K": _kernel("matmul.py", "matmul_blocked_k", _WIDE),
    "matmul, by hand": _kernel("auto_matmul.py", "matmul", _WIDE),
    "matmul, transposing": _kernel(
        "tile_matmul.py", "matmul", [_tensor(8192, 4096), _tensor(4096, 4096)]
    ),
    "softmax": _kernel("softmax.py", "softmax", [_tensor(8192, 32768)]),
    "relu": _kernel("relu.py", "relu", [_tensor(1 << 30)]),
    "transpose": _kernel("transpose.py", "transpose", [_tensor(10240, 8192)]),
    "vector add": _kernel("vector_add.py", "vector_add", _VECTORS),
    "convolution": _kernel("conv2d.py", "conv2d", _IMAGES),
    "ring": _kernel("ring.py", "allgather_matmul_ring", _RING, 16),
    "FGCC through SBUF": _kernel("fgcc.py", "allgather_compute_matmul", _FGCC, 16),
    "FGCC through HBM": _kernel(
        "fgcc.py", "allgather_compute_matmul", {**_FGCC, "force_hbm_cc": True}, 16
    ),
    "older dialect: matmul, tiled": _kernel(
        "matmul_old.py", "matmul_tiled", [_tensor(4096, 4000)] * 2
    ),
    "older dialect: matmul, blocked": _kernel("matmul_old.py", "matmul_blocked", _WIDE),
    "older dialect: softmax": _kernel("softmax_old.py", "softmax", [_tensor(448_000, 1000)]),
    "older dialect: transpose": _kernel("transpose_old.py", "transpose", [_tensor(10240, 8192)]),
    "older dialect: vector add": _kernel("vector_add_old.py", "vector_add", _VECTORS),
    "older dialect: convolution": _kernel("conv2d_old.py", "conv2d", _IMAGES),
}


def empty(dst=None, stationary=None, moving=None):
    """Stands for a call with keyword arguments that does nothing."""


def plain_loop(count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        empty(dst=1, stationary=2, moving=3)
    return time.process_time() - start


class Timed:
    """CPU seconds of the parts of one round, without garbage collection, as the recorder runs."""

    def __init__(self, given: dict):
        request = Request(given, KERNELS)
        kernel, folder = load(request)
        settings = request.programs()[0]
        gc.collect()
        start = time.process_time()
        recorder = program.record(request, kernel, settings, folder)
        self.recording = time.process_time() - start
        about = {"dialect": "new", "file": given["nki"], "imports": {}}
        start = time.process_time()
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
            with stream.open_stream(file.name) as out:
                first = program.head(request, kernel, settings, about)
                self.count = stream.write(recorder, first, out)
        self.writing = time.process_time() - start
        self.plain = plain_loop(self.count)


def compare(name: str, given: dict) -> None:
    rounds = [Timed(given) for _ in range(ROUNDS)]
    each = 1e6 / rounds[0].count
    plain = min(one.plain for one in rounds)
    recording = min(one.recording for one in rounds)
    both = min(one.recording + one.writing for one in rounds)
    print(
        f"{name:31} {rounds[0].count:6} {recording * each:10.2f} {recording / plain:7.0f}"
        f" {both * each:10.2f} {both / plain:7.0f}",
        flush=True,
    )


class Spent:
    """Seconds of a command and what it starts: of all processors, and of the clock."""

    def __init__(self, command: list[str], text: str = "", **more: str):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        env = {**os.environ, **more}
        done = subprocess.run(
            command, input=text, text=True, check=True, capture_output=True, env=env
        )
        self.wall = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.parts = _parts(done.stderr)
        self.cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    def beside(self, recording: Spent, what: str) -> str:
        """A row for this command, which records as well."""
        ratios = f"ratio {self.cpu / recording.cpu:5.1f} {self.wall / recording.wall:5.1f}"
        return f"{what:28}{self.cpu:6.1f} s {self.wall:6.1f} s, {ratios}"


def _parts(said: str) -> dict[str, float]:
    """What `run --timings` says last: seconds of the clock for each part of the run."""
    last = said.splitlines()[-1:] or [""]
    return {name: float(seconds) for name, seconds in re.findall(r"(\w+) (\d+\.\d+) s", last[0])}


def report() -> None:
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    shapes = ([8192, 4096], [8192, 8192])
    args = [{"shape": shape, "dtype": "bf16"} for shape in shapes]
    request = {"base": KERNELS, "nki": "matmul.py", "function": "matmul_tiled", "args": args}
    with tempfile.TemporaryDirectory() as folder:
        stream_file = os.path.join(folder, "k.nki.jsonl.gz")
        scenario = os.path.join(folder, "k.yaml")
        kernel = {**request, "nki": os.path.join(KERNELS, "matmul.py")}
        del kernel["base"]
        with open(scenario, "w", encoding="utf-8") as file:
            json.dump({"kernel": kernel}, file)
        recorder = os.path.join(root, "python", "trn2sim_recorder")
        command = [sys.executable, "-I", recorder, "-", "-o", stream_file]
        recording = Spent(command, json.dumps(request))
        trn2sim = os.path.join(root, "trn2sim")
        run = [trn2sim, "run", scenario, "--mode", "timing", "--timings"]
        first, second, third, out = (os.path.join(folder, name) for name in "123o")
        command = [trn2sim, "record", scenario, "-o", stream_file]
        recorded = Spent(command, XDG_CACHE_HOME=third)
        timing = Spent([*run, "--json"], XDG_CACHE_HOME=first)
        whole = Spent([*run, "--out", out], XDG_CACHE_HOME=second)
    print("99328 instructions: time of all processors and of the clock, from the kernel file")
    print(f"{'recording and writing':28}{recording.cpu:6.1f} s {recording.wall:6.1f} s")
    print(timing.beside(recording, "to a run without a report"))
    print(whole.beside(recording, "to the report"))
    print(f"{'trn2sim record':28}{recorded.cpu:6.1f} s {recorded.wall:6.1f} s")
    print(whole.beside(recorded, "trn2sim run, by that"), "(goal 3)")
    for run_of, what in ((timing, "without a report"), (whole, "with its report")):
        parts = ", ".join(f"{name} {seconds:.2f}" for name, seconds in run_of.parts.items())
        ratio = run_of.parts["reading"] / run_of.parts["recording"]
        print(f"parts of the run {what}, s of the clock: {parts}")
        print(f"  reading / recording = {ratio:.2f} (goal below 1)")


def main() -> None:
    if sys.argv[1:] == ["--report"]:
        report()
        return
    install.install([])
    gc.disable()
    print(f"CPU time, best of {ROUNDS} rounds          us each   ratio  + writing   ratio")
    for name, given in FAMILIES.items():
        if not sys.argv[1:] or any(part in name for part in sys.argv[1:]):
            compare(name, given)


if __name__ == "__main__":
    main()
