"""Accumulation in PSUM: which matmuls start and end a group, and zero fills that cost nothing.

A fill with zeros that a matmul follows is no instruction: the first matmul of a group overwrites.
"""

from __future__ import annotations

from typing import Any

from ..basics.instruction import Instruction
from ..basics.notes import note
from ..basics.state import STATE
from ..tensors.buffers import Buffer
from ..tensors.coverage import overlap
from ..tensors.views import View

# Attributes of plain matmuls, shared by all of them: most instructions of most kernels.
FLAGS = {
    (start, stop): {"start": start, "stop": stop} for start in (0, 1) for stop in (0, 1)
}
CONTINUES = FLAGS[0, 0]
STARTS = FLAGS[1, 0]


class Group:
    """Matmuls that accumulate in one place: where, by which view, and the last one so far.

    `outs` is that view as its matmuls have it. `given` is what `nc_matmul` last found to fit: shapes,
    memories and types of the operands, and whether it was left to the compiler if it adds; or the
    allocation of what was added first.

    A buffer's `latest` group lets `nc_matmul` go on with the same view without looking it up. It is
    not among the buffer's `groups` while there is no other.
    """

    __slots__ = ("view", "outs", "last", "given")

    view: View
    outs: tuple
    last: Instruction
    given: Any

    def end(self) -> None:
        last = self.last
        if len(last.attrs) == 2:
            last.attrs = FLAGS[last.attrs["start"], 1]
        else:
            last.put("stop", 1)


class Zeroed:
    """A fill with zeros: where, by which instruction, and the tiles started since.

    `dropped` is the fill once a matmul has made it needless; it is needed after all if something
    reads what no matmul wrote. `covered` says that a matmul wrote all of it, as most do, `over` that
    others have written since.
    """

    __slots__ = ("view", "fill", "started", "sums", "written", "dropped", "covered", "over")

    def __init__(self, view: View, fill: Instruction | None):
        self.view = view
        self.fill = fill
        self.started: set[tuple] = set()
        self.sums: list[View] = []
        self.written: list[tuple] = []
        self.dropped: Instruction | None = None
        self.covered = False
        self.over = False

    def start(self, key: tuple, dst: View) -> None:
        self.started.add(key)
        self.sums.append(dst)
        if dst is self.view or key == _key(self.view):
            self.covered = True
        else:
            self.written.append(dst.region())
        if self.fill is not None:
            STATE.recorder.drop(self.fill)
            self.dropped, self.fill = self.fill, None

    def read(self, view: View) -> None:
        self.fill = None
        if self.dropped is None or self.covered:
            return
        if _left(_common(view.region(), self.view.region()), self.written):
            STATE.recorder.dropped.discard(self.dropped)
            self.dropped = None


def _key(view: View) -> tuple:
    return (view.offset, view.shape, view.strides)


def _overlap(a: tuple, b: tuple) -> bool:
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]


def _common(a: tuple, b: tuple) -> tuple:
    return max(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), min(a[3], b[3])


def _left(area: tuple, taken: list[tuple]) -> bool:
    """Whether anything of an area is left without those that are taken."""
    top, bottom, low, high = area
    if top >= bottom or low >= high:
        return False
    for place, one in enumerate(taken):
        if _overlap(area, one):
            first, last, left, right = _common(area, one)
            beside = (
                (top, first, low, high), (last, bottom, low, high),
                (first, last, low, left), (first, last, right, high),
            )
            return any(_left(part, taken[place + 1 :]) for part in beside)
    return True


def _touch(a: View, b: View) -> bool:
    return a is b or _overlap(a.region(), b.region())


def _settle(base: Buffer) -> None:
    """Puts a group that is alone in its tile so far among the groups, for another to join it."""
    if base.latest is not None and not base.groups:
        base.groups = {_key(base.latest.view): base.latest}


def _close(base: Buffer, view: View) -> None:
    """Ends the groups that the view touches: their last matmul so far is the last."""
    latest = base.latest
    if latest is not None and not base.groups and latest.view is view:
        latest.end()
    else:
        _settle(base)
        for key, group in list(base.groups.items()):
            if _touch(view, group.view):
                group.end()
                del base.groups[key]
    base.latest = None


def read(base: Buffer, view: View) -> None:
    if base.latest is not None or base.groups:
        _close(base, view)
    if base.zeroed is not None:
        base.zeroed.read(view)


def write(base: Buffer, view: View) -> None:
    if base.latest is not None or base.groups:
        _close(base, view)
    region = view.region()
    if base.zeroed is not None:
        base.zeroed.over = True
        base.zeroed.written.append(region)
    if region not in base.others:
        base.others += (region,)


def zero(view: View, fill: Instruction | None) -> None:
    """Notes a fill with zeros; it is dropped if a matmul is the next to use the tile."""
    view.base.zeroed = Zeroed(view, fill)
    _own(view)


def _own(view: View) -> None:
    """What others than matmuls wrote here is gone."""
    others = view.base.others
    if others:
        region = view.region()
        alone = others == (region,)  # mostly: the fill itself
        view.base.others = () if alone else tuple(one for one in others if _left(one, [region]))


def adds(dst: View) -> bool:
    """Whether a matmul may add to what dst holds: a sum of matmuls of the same place, or nothing yet."""
    base = dst.base
    if base.others and any(_overlap(dst.region(), one) for one in base.others):
        return False
    sums = [group.view for group in base.groups.values()] if base.groups else []
    if base.latest is not None:
        sums.append(base.latest.view)
    if base.zeroed is not None:
        sums += base.zeroed.sums
    key = _key(dst)
    return not any(one is not dst and _key(one) != key and _shared(one, dst) for one in sums)


def _shared(one: View, other: View) -> bool:
    return _touch(one, other) and overlap(one, other)


def starts(dst: View, accumulate: bool | None) -> bool:
    """Whether a matmul into dst overwrites what is there."""
    base = dst.base
    _settle(base)
    key = _key(dst)
    if accumulate is None:
        start = key not in base.groups
    else:
        start = not accumulate or not base.matmuls
    zeroed = base.zeroed
    fresh = zeroed is not None and not zeroed.over and key not in zeroed.started
    if fresh and _touch(dst, zeroed.view):
        start = True
        zeroed.start(key, dst)
    if start:
        _own(dst)
        if base.groups:
            _close(base, dst)
    return start


def note_sum(dst: View) -> None:
    """A matmul is told to add to what dst holds: on the device, only to what matmuls made."""
    base = dst.base
    zeroed = base.zeroed
    fresh = zeroed is not None and not zeroed.over and _key(dst) not in zeroed.started
    filled = fresh and _touch(dst, zeroed.view)
    if filled or any(_overlap(dst.region(), one) for one in base.others):
        found = "what no matmul wrote"
    elif not base.matmuls:
        found = "nothing"
    else:
        return
    text = f"nc_matmul with accumulate=True adds to {found}, undefined before a NeuronCore-v4"
    note(f"{text}: the first of a sum takes accumulate=False, or none of them any")


def note_mixed(group: Group, given: tuple) -> None:
    """A sum some matmuls of which say whether they add, and others leave that to the compiler."""
    if type(group.given) is tuple and group.given[-1] is not given[-1]:
        note(
            "nc_matmul with accumulate in a sum of others without it, which the compiler refuses "
            "(NCC_ILMM003): all of a sum take it, or none"
        )


def opened(dst: View, made: Instruction, given: Any = None) -> None:
    """The matmul was recorded: it is the last of its group so far.

    The first group of a tile is its latest alone: mostly there is no other.
    """
    base = dst.base
    if base.groups or base.latest is not None:
        _settle(base)
        group = base.groups.setdefault(_key(dst), Group())
    else:
        group = Group()
        base.matmuls = True
    group.last = made
    group.view = dst
    group.outs = (dst,)
    group.given = given
    base.latest = group


def forget(base: Buffer) -> None:
    """The tile's matmul goes elsewhere."""
    base.latest = None
    if base.groups:
        base.groups.clear()


def leave(base: Buffer, writer: Instruction) -> None:
    """The matmul is not the last of a group here."""
    _settle(base)
    for key, group in list(base.groups.items()):
        if group.last is writer:
            del base.groups[key]
    base.latest = None


def finish(buffers: list[Buffer]) -> None:
    """At the end of the program every open group ends."""
    for base in buffers:
        if base.layout.is_psum:
            _settle(base)
            for group in base.groups.values():
                group.end()
