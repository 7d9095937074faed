"""The proposed scenario as YAML."""

from __future__ import annotations

import json
from typing import Any

from .callers import is_tensor
from .dimensions import Size
from .fitting import Fitted
from .source import Source


def scenario(
    file: str, function: str, source: Source, fit: Fitted, refused: str, guessed: bool = False
) -> str:
    """With names for the sizes that the source names, so that a sweep or --set can change them."""
    names, sizes = _sizes(source, fit.given)
    in_any_case = {one.lower(): one for one in sizes}
    lines = [f"# Sizes to be set; with these the kernel is refused: {refused}" if refused else _sure(fit)]
    doubt = "  # its arguments are guesses" if guessed else ""
    lines += ["kernel:", f"  nki: {_quoted(file)}", f"  function: {function}{doubt}"]
    if not fit.given:
        lines.append("  args: {}")
    else:
        lines.append("  args:")
        for name, value in fit.given.items():
            words = fit.words.get(name)
            named = name if name in sizes else in_any_case.get(name.lower(), name)
            if named in sizes and value == sizes[named]:
                words, guess = named, ""
            else:
                guess = "  # a guess"
            lines.append(f"    {name}: " + (f"{words}{guess}" if words else _value(name, value, names)))
    if source.grid:
        lines.append(f"  grid: {json.dumps(source.grid)}")
    if fit.attempt.trips:
        rounds = ", ".join(f"{json.dumps(place)}: {n}" for place, n in fit.attempt.trips.items())
        lines.append(f"  trip_counts: {{ {rounds} }}  # guesses: rounds of loops that the device decides")
    lines.append("  # to compare the values, add check or reference: docs/nki.md")
    if sizes:
        shape = ", ".join(f"{name}: {value}" for name, value in sizes.items())
        lines.append(f"shape: {{ {shape} }}")
    if source.ranks > 1 or source.cores > 1:
        lines.append(f"ranks: {{ tp: {source.ranks}, lnc: {source.cores} }}  # tp ranks, each of lnc cores")
    return "\n".join(lines) + "\n"


def _sure(fit: Fitted) -> str:
    doubt = "; with them not all results are written: try others" if fit.attempt.doubtful else ""
    doubt = f"; {fit.attempt.doubt}" if fit.attempt.doubt else doubt
    return f"# Sizes {fit.origin}: {_count(fit.attempt.instructions)}{doubt}."


def _count(instructions: int) -> str:
    return "1 instruction" if instructions == 1 else f"{instructions} instructions"


def _sizes(source: Source, given: dict[str, Any]) -> tuple[dict[Size, str], dict[str, int]]:
    """The names of dimensions, where all that have one are of one size, and those sizes. A tensor of
    given values is as large as these."""
    named = source.dimensions.named()
    values: dict[str, set[int]] = {}
    names: dict[Size, str] = {}
    for tensor, value in given.items():
        for place, size in enumerate([] if is_tensor(value) and "values" in value else _shape(value)):
            name = named.get(source.dimensions.of(Size(tensor, place)))
            if name is not None:
                names[Size(tensor, place)] = name
                values.setdefault(name, set()).add(size)
    sizes = {name: found.pop() for name, found in values.items() if len(found) == 1}
    return {size: name for size, name in names.items() if name in sizes}, sizes


def _shape(value: Any) -> list[int]:
    return value["shape"] if is_tensor(value) else []


def _value(name: str, value: Any, names: dict[Size, str]) -> str:
    if _shape(value):
        sizes = [names.get(Size(name, place), str(n)) for place, n in enumerate(_shape(value))]
        values = f", values: {json.dumps(value['values'])}" if "values" in value else ""
        return f"{{ shape: [{', '.join(sizes)}], dtype: {value['dtype']}{values} }}"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key}: {one}" for key, one in value.items()) + " }"
    return json.dumps(value)


def _quoted(file: str) -> str:
    plain = all(one.isalnum() or one in "._-/" for one in file)
    return file if plain else json.dumps(file)
