"""Helpers of the tests: record a kernel given as text, and look at what came out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from typing import Any

PYTHON = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXAMPLES = os.path.join(os.path.dirname(PYTHON), "scenarios", "nki")
if PYTHON not in sys.path:
    sys.path.insert(0, PYTHON)

NEW = "import nki\nimport nki.language as nl\nimport nki.isa as nisa\nimport nki.collectives as ncc\n"
OLD = (
    "import neuronxcc.nki as nki\nimport neuronxcc.nki.language as nl\n"
    "import neuronxcc.nki.isa as nisa\nimport neuronxcc.nki.compiler as ncc\n"
)


def tensor(*shape: int, dtype: str = "fp32") -> dict:
    return {"shape": list(shape), "dtype": dtype}


class Block:
    """One program of a stream, parsed."""

    def __init__(self, lines: list[str]):
        records = [json.loads(line) for line in lines]
        self.head = records[0]
        self.end = records[-1]
        named = [record for record in records if isinstance(record, dict)]
        self.srcs = {r["id"]: r["at"] for r in named if r["t"] == "src"}
        self.bufs = {r["id"]: r for r in named if r["t"] == "buf"}
        self.regs = {r["id"]: r for r in named if r["t"] == "reg"}
        self.code = [record for record in records if isinstance(record, list)]

    def ops(self) -> list[str]:
        return [one[0] for one in self.code]

    def attrs(self, place: int) -> dict:
        return self.code[place][5] if len(self.code[place]) > 5 else {}

    def line(self, place: int) -> int:
        return self.srcs[self.code[place][2]][0][1]

    def warnings(self) -> list[str]:
        return [warning["code"] for warning in self.end["warnings"]]


def blocks(text: str) -> list[Block]:
    found, current = [], []
    for line in text.splitlines():
        current.append(line)
        if line.startswith('{"t":"end"'):
            found.append(Block(current))
            current = []
    return found


class Result:
    """What a run of the recorder left."""

    def __init__(self, status: int, out: str, err: str, stream: str | None, left: list[str]):
        self.status, self.out, self.err, self.stream, self.left = status, out, err, stream, left

    @property
    def error(self) -> dict[str, Any]:
        return json.loads(self.err)["error"]

    @property
    def line(self) -> str:
        return json.loads(self.err)["line"]


def run(request: dict, files: dict[str, str], name: str = "out.jsonl", **env: str) -> Result:
    """The command line in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for file, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(folder, file)), exist_ok=True)
            with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
                out.write(text)
        with open(os.path.join(folder, "request.json"), "w", encoding="utf-8") as out:
            json.dump(request, out)
        done = subprocess.run(
            [sys.executable, "-m", "trn2sim_recorder", "request.json", "-o", name],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": PYTHON, **env},
            capture_output=True,
            text=True,
            timeout=120,
        )
        path = os.path.join(folder, name)
        stream = None
        if os.path.exists(path):
            import gzip

            opener = gzip.open if name.endswith(".gz") else open
            with opener(path, "rt", encoding="utf-8") as file:
                stream = file.read()
        left = sorted(set(os.listdir(folder)) - set(files) - {"request.json", name, "__pycache__"})
        return Result(done.returncode, done.stdout, done.stderr, stream, left)


_COUNT = 0


def record(body: str, args: Any = (), head: str = NEW, function: str = "k", **more: Any) -> Block:
    """Records the kernel in this process, without limits: quick, for what it records."""
    return record_all(body, args, head, function, **more)[0]


def record_all(body: str, args: Any = (), head: str = NEW, function: str = "k", **more: Any):
    import io

    from trn2sim_recorder.modules import install
    from trn2sim_recorder.running import program, stream
    from trn2sim_recorder.running.loading import load
    from trn2sim_recorder.running.request import Request

    global _COUNT
    _COUNT += 1
    if "nki.isa" not in sys.modules:
        install.install([])
    with tempfile.TemporaryDirectory() as folder:
        name = f"kernel{_COUNT}.py"
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(head + textwrap.dedent(body))
        path = list(sys.path)
        try:
            given = {"nki": name, "function": function, "args": args, **more}
            request = Request(given, folder)
            kernel, base = load(request)
            out = io.StringIO()
            for settings in request.programs():
                recorder = program.record(request, kernel, settings, base)
                about = {"dialect": "new", "file": name, "imports": {}}
                stream.write(recorder, program.head(request, kernel, settings, about), out)
        finally:
            sys.path[:] = path
    return blocks(out.getvalue())


class KernelTest(unittest.TestCase):
    """A test that records kernels; `refused` expects an error with its code and text."""

    def refused(self, code: str, text: str, body: str, args: Any = (), head: str = NEW, **more):
        from trn2sim_recorder.basics.errors import RecordError

        with self.assertRaises(RecordError) as caught:
            record(body, args, head, **more)
        self.assertEqual(code, caught.exception.code)
        self.assertIn(text, caught.exception.text)
