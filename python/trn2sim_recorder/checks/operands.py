"""What engines can access: tiles on chip, and partitions that begin at 0, 32, 64 or 96.

The compiler refuses other partitions when it checks its instructions, long after NKI has taken
them. Here that is a note: what such an instruction computes is plain, only no device runs it. The
compiler of the older dialect moves tiles before that, so its kernels have no such note.
"""

from __future__ import annotations

from ..api.isa_table import ROWS
from ..basics.errors import shape_error
from ..basics.instruction import Instruction
from ..recording.recorder import Recorder
from ..tensors.views import View

_ENGINES = frozenset(("vector", "scalar", "gpsimd", "tensor", None))
_COMPUTE = frozenset((
    *(name for name, row in ROWS.items() if row.engine != "dma"),
    "nc_matmul", "nc_transpose", "tensor_copy_predicated",
))


def check(recorder: Recorder) -> None:
    # The instructions of a line have their tensors where they were at first.
    code = recorder.instructions
    computing = {(one.src, one.op): one for one in reversed(code) if one.op in _COMPUTE}
    for one in reversed(computing.values()):
        for view in one.ins:
            if isinstance(view, View) and not view.base.on_chip:
                raise _far(recorder, one, view)


def _far(recorder: Recorder, one: Instruction, view: View) -> Exception:
    by = "nl.load" if recorder.masks else "nisa.dma_copy"
    base = view.base
    error = shape_error(
        f"{one.op}: '{base.name}' is in {base.space}, expected sbuf or psum: {by} brings it there"
    )
    error.frames = recorder.places.frames(one.src)
    return error


def note_starts(recorder: Recorder, made: list[Instruction]) -> None:
    """One note for each line, however many partitions it goes through."""
    if recorder.masks:
        return
    noted: dict[int, tuple] = {}
    for one in made:
        if one.engine in _ENGINES and not (one.attrs and "ins" in one.attrs):
            view = _refused(one)
            if view is not None:
                key = noted.get(one.src) or noted.setdefault(one.src, _note(recorder, one, view))
                recorder.warnings[key] = recorder.warnings.get(key, 0) + 1


def _refused(one: Instruction) -> View | None:
    for views in (one.outs, one.ins):
        for view in views:
            if view.offset and view.base.on_chip and not _allowed(view):
                return view
    return None


def _allowed(view: View) -> bool:
    rows = view.shape[0]
    return _first(view) % (32 if rows <= 32 else 64 if rows <= 64 else 128) == 0


def _first(view: View) -> int:
    """The partition that a view on chip begins at."""
    base = view.base
    pitch = base.pitch * base.dtype.itemsize // view.dtype.itemsize
    return (view.offset // pitch if pitch else 0) + (base.extra or {}).get("addr", (0,))[0]


def _note(recorder: Recorder, one: Instruction, view: View) -> tuple[str, str, str]:
    rows, first = view.shape[0], _first(view)
    text = (
        f"{one.op} accesses {rows} partition{'s' * (rows > 1)} of '{view.base.name}' from {first} on, "
        "which the compiler refuses: up to 32 begin at 0, 32, 64 or 96, up to 64 at 0 or 64, more at "
        "0; DMAs may begin anywhere"
    )
    file, line = recorder.places.frames(one.src)[-1][:2]
    return "W11", text, f"{recorder.places.shown(file)}:{line}"
