"""The command line: a request in, a stream out."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from . import supervisor
from .diagnostics.wording import one_line


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="trn2sim_recorder", description="Records an NKI kernel as a stream of instructions."
    )
    parser.add_argument("request", nargs="?", help="JSON file, or - for standard input")
    parser.add_argument("--request", dest="named", metavar="FILE", help="the same, by name")
    parser.add_argument("-o", dest="stream", metavar="STREAM", help="the stream; .gz compresses")
    parser.add_argument("--out", metavar="DIR", help="writes stream.nki.jsonl and diagnostics.json")
    return parser


def _request(path: str) -> dict[str, Any]:
    """The request with an absolute `base`: the child runs in another folder."""
    if path == "-":
        given, folder = json.load(sys.stdin), os.getcwd()
    else:
        with open(path, encoding="utf-8") as file:
            given = json.load(file)
        folder = os.path.dirname(os.path.abspath(path))
    if not isinstance(given, dict):
        raise ValueError("not an object")
    given["base"] = os.path.join(folder, given.get("base", ""))
    return given


def main(argv: list[str]) -> int:
    """0: recorded; 2: refused, with one JSON object on standard error; usage errors are 2 too."""
    parser = _parser()
    options = parser.parse_args(argv)
    path = options.named or options.request
    if path is None or (options.stream is None) == (options.out is None):
        parser.error("give a request, and either -o STREAM or --out DIR")
    if options.out is not None:
        os.makedirs(options.out, exist_ok=True)
    target = options.stream or os.path.join(options.out, "stream.nki.jsonl")
    try:
        request = _request(path)
    except (OSError, ValueError) as error:
        return _refused(supervisor.bare("E1", f"request {path}: {error}"), "", options.out)
    if not os.path.isdir(os.path.dirname(os.path.abspath(target))):
        parser.error(f"no folder for {target}")
    outcome = supervisor.run(request, target)
    if outcome.error is not None:
        return _refused(outcome.error, outcome.printed, options.out)
    if options.out is not None:
        _diagnostics(options.out, {"errors": [], "printed": outcome.printed, **outcome.report})
    print(json.dumps({"stream": target, **outcome.report}))
    return 0


def _refused(error: dict[str, Any], printed: str, out: str | None) -> int:
    if out is not None:
        _diagnostics(out, {"errors": [error], "printed": printed})
    line = one_line(error)
    print(json.dumps({"error": error, "line": line, "printed": printed}), file=sys.stderr)
    return 2


def _diagnostics(folder: str, content: dict[str, Any]) -> None:
    path = os.path.join(folder, "diagnostics.json")
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump(content, file, indent=1)
        file.write("\n")
    os.replace(path + ".part", path)
