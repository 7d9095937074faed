"""Writes a recording as JSON lines; the format is described in docs/nki-stream.md."""

from __future__ import annotations

import gzip
import json
from typing import IO, Any, Iterable

from . import STREAM_VERSION
from .recorder import Instruction, Recorder
from .views import View

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def open_stream(path: str) -> IO[str]:
    """A text file, compressed if its name says so; the same bytes for the same text."""
    if path.endswith(".gz"):
        raw = gzip.GzipFile(path, "wb", 1, mtime=0)
        import io

        return io.TextIOWrapper(raw, encoding="utf-8", newline="\n", write_through=False)
    return open(path, "w", encoding="utf-8", newline="\n")


class Texts:
    """Texts of patterns, engines and attributes, each made once."""

    def __init__(self) -> None:
        self._patterns: dict[tuple, str] = {}
        self._attributes: dict[tuple, str] = {}
        self.ops: dict[tuple, str] = {}

    def access(self, view: View) -> str:
        key = (view.strides, view.shape)
        pattern = self._patterns.get(key)
        if pattern is None:
            pairs = [part for pair in zip(view.strides, view.shape) for part in pair]
            pattern = self._patterns[key] = _encode(pairs)
        base = view.base
        if view.dynamic is None and view.dtype is base.dtype:
            return f"[{base.id},{view.offset},{pattern}]"
        dynamic = "null" if view.dynamic is None else _encode(list(view.dynamic[:3]))
        if view.dtype is base.dtype:
            return f"[{base.id},{view.offset},{pattern},{dynamic}]"
        return f'[{base.id},{view.offset},{pattern},{dynamic},"{view.dtype}"]'

    def attributes(self, made: Instruction, numbers: dict[int, int]) -> str:
        """The last field with its comma, or nothing."""
        attrs = made.attrs
        loop = made.loop
        if attrs is None:
            return "" if loop is None else f',{{"loop":[{loop[0]},{loop[1]}]}}'
        try:
            key = tuple(attrs.items())
            text = self._attributes.get(key)
            if text is None:
                text = self._attributes[key] = _encode(_resolved(attrs, numbers))[:-1]
        except TypeError:
            text = _encode(_resolved(attrs, numbers))[:-1]
        return f",{text}}}" if loop is None else f',{text},"loop":[{loop[0]},{loop[1]}]}}'


def _resolved(attrs: dict, numbers: dict[int, int]) -> dict:
    """Dependencies as numbers of instructions."""
    if "after" not in attrs:
        return attrs
    after = sorted({numbers[id(other)] for other in attrs["after"] if id(other) in numbers})
    return {**attrs, "after": after}


def _instructions(made: list[Instruction], numbers: dict[int, int]) -> Iterable[str]:
    texts = Texts()
    access = texts.access
    attributes = texts.attributes
    for one in made:
        outs = one.outs
        ins = one.ins
        out = access(outs[0]) if len(outs) == 1 else ",".join(map(access, outs))
        if len(ins) == 1:
            read = access(ins[0])
        elif len(ins) == 2:
            read = f"{access(ins[0])},{access(ins[1])}"
        else:
            read = ",".join(map(access, ins))
        engine = "null" if one.engine is None else f'"{one.engine}"'
        yield f'["{one.op}",{engine},{one.src},[{out}],[{read}]{attributes(one, numbers)}]\n'


def write(recorder: Recorder, head: dict[str, Any], file: IO[str]) -> int:
    """One block, head to end; returns the number of instructions."""
    made = [i for i in (*recorder.prologue, *recorder.instructions) if not i.dropped]
    numbers = {id(one): place for place, one in enumerate(made)}
    used = {view.base.id for one in made for view in (*one.outs, *one.ins)}
    line = _line(file)
    line({"t": "head", "v": STREAM_VERSION, **head})
    for number, chain in enumerate(recorder.places.chains):
        line({"t": "src", "id": number, "at": chain})
    for buffer in recorder.buffers:
        if buffer.id in used or buffer.role != "scratch":
            line(buffer.record())
    for register in recorder.registers:
        line(register.record())
    file.writelines(_instructions(made, numbers))
    line(_end(recorder, made))
    return len(made)


def _line(file: IO[str]) -> Any:
    return lambda record: file.write(_encode(record) + "\n")


def _end(recorder: Recorder, made: list[Instruction]) -> dict[str, Any]:
    inserted = sum(1 for one in made if one.attrs is not None and "ins" in one.attrs)
    dropped = sum(1 for one in recorder.instructions if one.dropped)
    warnings = [
        {"code": code, "text": text, "at": at, "count": count}
        for (code, text, at), count in recorder.warnings.items()
    ]
    if inserted or dropped:
        text = f"{inserted} instructions inserted, {dropped} dropped by the recorder's rules"
        warnings.append({"code": "W3", "text": text, "at": "", "count": 1})
    return {
        "t": "end",
        "instructions": len(made),
        "inserted": inserted,
        "dropped": dropped,
        "open": sum(1 for one in made if one.engine is None),
        "warnings": warnings,
        "loops": recorder.loops,
    }
