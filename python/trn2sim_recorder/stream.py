"""Writes a recording as JSON lines; the format is described in docs/nki-stream.md."""

from __future__ import annotations

import gzip
import io
import json
from typing import IO, Any, Iterable

from . import STREAM_VERSION
from .buffers import Buffer
from .memory import collector_off
from .psum import FLAGS
from .instruction import Instruction
from .recorder import Recorder
from .views import View

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def open_stream(path: str) -> IO[str]:
    """A text file, compressed if its name says so; the same bytes for the same text."""
    if path.endswith(".gz"):
        raw = gzip.GzipFile(path, "wb", 1, mtime=0)
        return io.TextIOWrapper(raw, encoding="utf-8", newline="\n", write_through=False)
    return open(path, "w", encoding="utf-8", newline="\n")


class Texts:
    """Texts of patterns, engines and attributes, each made once."""

    def __init__(self) -> None:
        self._patterns: dict[tuple, str] = {}
        self._attributes: dict[tuple, str] = {}
        self._shared = {id(flags): _encode(flags)[:-1] for flags in FLAGS.values()}

    def access(self, view: View) -> str:
        """`[buffer, offset, pattern]`, kept with the view; views are often used again."""
        base = view.base
        if view.shape is base.layout.shape and type(view) is View:
            pattern = base.layout.pattern
            if pattern is None:
                pattern = base.layout.pattern = self._pattern(view)
        else:
            pattern = self._pattern(view)
        if type(view) is View or (view.dynamic is None and view.dtype is base.dtype):
            view.text = f"[{base.id},{view.offset},{pattern}]"
        else:
            view.text = f"[{base.id},{view.offset},{pattern},{self._special(view)}]"
        return view.text

    def _pattern(self, view: View) -> str:
        key = (view.strides, view.shape)
        found = self._patterns.get(key)
        if found is None:
            pairs = [part for pair in zip(view.strides, view.shape) for part in pair]
            found = self._patterns[key] = _encode(pairs)
        return found

    @staticmethod
    def _special(view: View) -> str:
        dynamic = "null" if view.dynamic is None else _encode(list(view.dynamic[:3]))
        return dynamic if view.dtype is view.base.dtype else f'{dynamic},"{view.dtype}"'

    def attributes(self, made: Instruction, numbers: dict) -> str:
        """The last field with its comma, or nothing."""
        attrs = made.attrs
        loop = made.loop
        if attrs is None:
            return "" if loop is None else f',{{"loop":[{loop[0]},{loop[1]}]}}'
        text = self._shared.get(id(attrs)) or self._own(attrs, numbers)
        return f",{text}}}" if loop is None else f',{text},"loop":[{loop[0]},{loop[1]}]}}'

    def _own(self, attrs: dict, numbers: dict) -> str:
        """Without the closing brace; remembered where the values can be looked up."""
        try:
            key = tuple(attrs.items())
            text = self._attributes.get(key)
            if text is None:
                text = self._attributes[key] = _encode(_resolved(attrs, numbers))[:-1]
            return text
        except TypeError:
            return _encode(_resolved(attrs, numbers))[:-1]


def _resolved(attrs: dict, numbers: dict) -> dict:
    """Dependencies as numbers of instructions."""
    if "after" not in attrs:
        return attrs
    after = sorted({numbers[other] for other in attrs["after"] if other in numbers})
    return {**attrs, "after": after}


def _instructions(made: list[Instruction], numbers: dict) -> Iterable[str]:
    texts = Texts()
    access = texts.access
    attributes = texts.attributes
    begins: dict[tuple, str] = {}
    for one in made:
        key = (one.op, one.engine)
        begin = begins.get(key)
        if begin is None:
            begin = begins[key] = _encode(list(key))[:-1]
        read = ""
        for view in one.ins:
            text = view.text or access(view)
            read = f"{read},{text}" if read else text
        outs = one.outs
        if len(outs) == 1:
            write = outs[0].text or access(outs[0])
        else:
            write = ",".join([view.text or access(view) for view in outs])
        yield f"{begin},{one.src},[{write}],[{read}]{attributes(one, numbers)}]\n"


def write(recorder: Recorder, head: dict[str, Any], file: IO[str]) -> int:
    """One block, head to end; returns the number of instructions."""
    with collector_off():
        return _write(recorder, head, file)


def _write(recorder: Recorder, head: dict[str, Any], file: IO[str]) -> int:
    made = [*recorder.prologue, *recorder.instructions]
    if recorder.dropped:
        made = [one for one in made if one not in recorder.dropped]
    numbers = {one: place for place, one in enumerate(made)} if recorder.edges else {}
    line = _line(file)
    line({"t": "head", "v": STREAM_VERSION, **head})
    for number, chain in enumerate(recorder.places.chains):
        line({"t": "src", "id": number, "at": chain})
    file.writelines(_buffers(b for b in recorder.buffers if b.written or b.role != "scratch"))
    for register in recorder.registers:
        line(register.record())
    file.writelines(_instructions(made, numbers))
    line(_end(recorder, made))
    return len(made)


def _buffers(buffers: Iterable[Buffer]) -> Iterable[str]:
    """Lines of buffers; those of one allocation differ in their number only."""
    known: dict[tuple, str] = {}
    for buffer in buffers:
        if buffer.extra:
            yield _encode(buffer.record()) + "\n"
            continue
        key = (buffer.group, buffer.name, buffer.shape, buffer.dtype, buffer.space, buffer.role)
        rest = known.get(key)
        if rest is None:
            record = buffer.record()
            rest = known[key] = _encode({k: record[k] for k in record if k not in ("t", "id")})[1:]
        yield f'{{"t":"buf","id":{buffer.id},{rest}\n'


def _line(file: IO[str]) -> Any:
    return lambda record: file.write(_encode(record) + "\n")


def _end(recorder: Recorder, made: list[Instruction]) -> dict[str, Any]:
    inserted = sum(1 for one in made if one.attrs is not None and "ins" in one.attrs)
    dropped = len(recorder.dropped)
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
