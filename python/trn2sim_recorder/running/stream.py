"""Writes a recording as JSON lines; the format is described in docs/nki-stream.md."""

from __future__ import annotations

import gzip
import io
import json
from typing import IO, Any, Iterable

from ..basics.errors import RecordError
from ..basics.instruction import Instruction
from ..checks import operands, refused_operands
from ..recording.recorder import Recorder
from ..tensors.buffers import Allocation, Buffer
from ..tensors.views import View
from .garbage import collector_off

VERSION = 1

_NOTHING = (None,) * 7
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def open_stream(path: str) -> IO[str]:
    """A text file, compressed if its name says so; the same bytes for the same text."""
    if path.endswith(".gz"):
        raw = gzip.GzipFile(path, "wb", 1, mtime=0)
        return io.TextIOWrapper(raw, encoding="utf-8", newline="\n", write_through=False)
    return open(path, "w", encoding="utf-8", newline="\n")


class Texts:
    """Texts of operands and attributes, each made once where it can be.

    `below` says that an operand on chip may begin below its first partition.
    """

    def __init__(self, numbers: dict):
        self._numbers = numbers
        self._patterns: dict[tuple, str] = {}
        self._attributes: dict[tuple, str] = {}
        self.below = False

    def access(self, view: View) -> str:
        """`[buffer, offset, pattern]`, kept with the view; views are often used again."""
        base = view.base
        layout = base.layout
        if view.strides is layout.strides:
            pattern = layout.patterns.get(view.shape) or self._pattern(view, layout.patterns)
        else:
            key = (view.strides, view.shape)
            pattern = self._patterns.get(key) or self._pattern(view, self._patterns, key)
        if view.offset >= layout.pitch and base.on_chip:
            self.below = True
        if type(view) is View or (view.dynamic is None and view.dtype is layout.dtype):
            view.text = f"[{base.id},{view.offset},{pattern}]"
        else:
            view.text = f"[{base.id},{view.offset},{pattern},{self._special(view)}]"
            self.below |= bool(view.offset) and base.on_chip
        return view.text

    @staticmethod
    def _pattern(view: View, known: dict[tuple, str], key: tuple | None = None) -> str:
        pairs = [part for pair in zip(view.strides, view.shape) for part in pair]
        found = known[key or view.shape] = _encode(pairs)
        return found

    @staticmethod
    def _special(view: View) -> str:
        dynamic = "null" if view.dynamic is None else _encode(list(view.dynamic[:3]))
        return dynamic if view.dtype is view.base.dtype else f'{dynamic},"{view.dtype}"'

    def attributes(self, attrs: dict) -> tuple[str, bool]:
        """Without braces; and whether equal attributes have the same text: -0.0 equals 0.0."""
        try:
            key: tuple = tuple(attrs.items())
            zero = 0.0 in attrs.values()
            if zero and "-0.0" in (values := repr([*attrs.values()])):
                key = (key, values)
            text = self._attributes.get(key)
            if text is None:
                text = self._attributes[key] = _encode(_resolved(attrs, self._numbers))[1:-1]
            return text, not zero
        except TypeError:
            return _encode(_resolved(attrs, self._numbers))[1:-1], False


def _resolved(attrs: dict, numbers: dict) -> dict:
    """Dependencies as numbers of instructions."""
    if "after" not in attrs:
        return attrs
    after = sorted({numbers[other] for other in attrs["after"] if other in numbers})
    return {**attrs, "after": after}


class Lines:
    """Lines of instructions, with a count of those left open and of those inserted.

    Those of one line of source are mostly alike, so what the last one began with is kept.
    """

    def __init__(self, numbers: dict, places: int):
        self.texts = Texts(numbers)
        self._last: list[tuple] = [_NOTHING] * places
        self._begins: dict[tuple, str] = {}
        self.open = self.inserted = 0

    def of(self, made: list[Instruction]) -> list[str]:
        access = self.texts.access
        last = self._last
        lines = []
        loop, loop_text = None, ""
        for one in made:
            known_op, engine, known_attrs, equal, begin, attributes, inserted = last[one.src]
            attrs = one.attrs
            if (
                one.op is not known_op
                or one.engine is not engine
                or (attrs is not known_attrs and attrs != equal)
            ):
                _, engine, _, _, begin, attributes, inserted = self._begin(one)
            if engine is None:
                self.open += 1
            if inserted:
                self.inserted += 1
            write = read = ""
            for view in one.outs:
                text = view.text or access(view)
                write = f"{write},{text}" if write else text
            for view in one.ins:
                text = view.text or access(view)
                read = f"{read},{text}" if read else text
            if one.loop is not loop:
                loop = one.loop
                loop_text = "" if loop is None else f'"loop":[{loop[0]},{loop[1]}]'
            comma = "," if attributes and loop_text else ""
            end = f",{{{attributes}{comma}{loop_text}}}" if attributes or loop_text else ""
            lines.append(f"{begin}[{write}],[{read}]{end}]\n")
        return lines

    def _begin(self, one: Instruction) -> tuple:
        """Op, engine and attributes with their texts, for the next of this place in the source."""
        attrs = one.attrs
        text, lasting = ("", True) if attrs is None else self.texts.attributes(attrs)
        begin = self._begins.get((one.op, one.engine))
        if begin is None:
            begin = self._begins[one.op, one.engine] = _encode([one.op, one.engine])[:-1]
        begin = f"{begin},{one.src},"
        inserted = attrs is not None and "ins" in attrs
        equal = attrs if lasting else _NOTHING
        made = (one.op, one.engine, attrs, equal, begin, text, inserted)
        self._last[one.src] = made
        return made


def write(recorder: Recorder, head: dict[str, Any], file: IO[str]) -> int:
    """One block, head to end; returns the number of instructions."""
    with collector_off():
        return _write(recorder, head, file)


def _write(recorder: Recorder, head: dict[str, Any], file: IO[str]) -> int:
    made = [*recorder.prologue, *recorder.instructions]
    if recorder.dropped:
        made = [one for one in made if one not in recorder.dropped]
    numbers = {one: place for place, one in enumerate(made)} if recorder.edges else {}
    _check_edges(recorder, made, numbers)
    chains = recorder.places.chains
    line = _line(file)
    line({"t": "head", "v": VERSION, **head})
    for number, chain in enumerate(chains):
        line({"t": "src", "id": number, "at": chain})
    buffers = [b for b in recorder.buffers if b.written or b.role != "scratch"]
    for some in _pieces(buffers):
        file.write("".join(_buffers(some)))
    for register in recorder.registers:
        line(register.record())
    lines = Lines(numbers, len(chains))
    for some in _pieces(made):
        file.write("".join(lines.of(some)))
    if lines.texts.below:
        operands.note_starts(recorder, made)
    refused_operands.note_operands(recorder, made)
    line(_end(recorder, len(made), lines))
    return len(made)


def _check_edges(recorder: Recorder, made: list, numbers: dict) -> None:
    """An instruction can wait for those before it alone."""
    for place, one in enumerate(made if numbers else ()):
        if any(numbers.get(other, -1) >= place for other in (one.attrs or {}).get("after", ())):
            error = RecordError("E3", f"{one.op} depends on an instruction that does not come before it")
            error.frames = recorder.places.frames(one.src)
            raise error


def _pieces(items: list) -> Iterable[list]:
    """A few thousand at a time: joined, they are written faster than one by one."""
    for first in range(0, len(items), 4096):
        yield items[first : first + 4096]


def _buffers(buffers: list[Buffer]) -> list[str]:
    """Lines of buffers; those of one allocation differ in their number, and in their name if the
    kernel gives none."""
    known: dict[Allocation, str] = {}
    lines = []
    for buffer in buffers:
        own = buffer.allocation
        rest = known.get(own)
        if rest is None:
            record = buffer.record()
            left_out = ("t", "id") if own.label else ("t", "id", "name")
            rest = _encode({k: record[k] for k in record if k not in left_out})
            rest = known[own] = rest[1:] + "\n"
        name = "" if own.label else f'"name":"t{buffer.id}",'
        lines.append(f'{{"t":"buf","id":{buffer.id},{name}{rest}')
    return lines


def _line(file: IO[str]) -> Any:
    return lambda record: file.write(_encode(record) + "\n")


def _end(recorder: Recorder, count: int, lines: Lines) -> dict[str, Any]:
    inserted, dropped = lines.inserted, len(recorder.dropped)
    warnings = [
        {"code": code, "text": text, "at": at, "count": count}
        for (code, text, at), count in recorder.warnings.items()
    ]
    if inserted or dropped:
        counts = {"inserted": inserted, "dropped": dropped}
        said = [f"{n} {'instruction' if n == 1 else 'instructions'} {did}" for did, n in counts.items() if n]
        text = " and ".join(said) + " by the recorder's rules"
        warnings.append({"code": "W3", "text": text, "at": "", "count": 1})
    return {
        "t": "end",
        "instructions": count,
        "inserted": inserted,
        "dropped": dropped,
        "open": lines.open,
        "warnings": warnings,
        "loops": recorder.loops,
    }
