"""Memory spaces and buffers: what `nl.ndarray` reserves."""

from __future__ import annotations

from math import prod
from typing import Any, Callable

from ..basics.dtypes import DType, storable
from ..basics.errors import RecordError, shape_error
from ..basics.state import STATE

PARTITIONS = 128
PSUM_BYTES = 16384

# How far a buffer is written; 0 is not at all.
GIVEN = 2
WRITTEN = 1
PARTLY = -1
IN_PSUM = -2


class Space(str):
    """A memory: `sbuf`, `psum`, `private_hbm` or `shared_hbm`."""

    on_chip: bool = False
    is_psum: bool = False
    place: Callable[..., tuple[int, int]] | None = None

    @property
    def name(self) -> str:
        return str(self)

    value = name

    def view(self, dtype: Any, shape: Any, name: str | None = None) -> Any:
        """A tensor in this memory, as the first releases of `nki` make them: `sbuf.view(dtype, shape)`."""
        return STATE.recorder.tensor(tuple(shape), dtype, self, name or None, None)

    def auto_alloc(self) -> Space:
        return self

    def alloc(self, func: Callable[..., tuple[int, int]]) -> Space:
        """Tiles at addresses the kernel computes: func(index, pdim_size, fdim_size).

        PSUM functions return bank, partition and byte; others partition and byte.
        """

        def place(index: tuple, pdim_size: int, fdim_size: int) -> tuple[int, int]:
            if getattr(func, "keywords", None):  # a partial function takes the rest by name
                found = func(idx=index, pdim_size=pdim_size, fdim_size=fdim_size)
            else:
                found = func(index, pdim_size, fdim_size)
            return found if len(found) == 2 else (found[1], found[0] * 2048 + found[2])

        return self._placed(place)

    def mod_alloc(
        self,
        *,
        base_addr: int = 0,
        base_bank: int = 0,
        base_partition: int = 0,
        num_par_tiles: tuple = (),
        num_free_tiles: tuple = (),
        num_bank_tiles: tuple = (),
    ) -> Space:
        """Tiles that take turns in a fixed number of places, as `nki.compiler` allocators do: of banks,
        of partitions and of bytes, each by numbers of its own."""

        def place(index: tuple, pdim_size: int, fdim_size: int) -> tuple[int, int]:
            bank = base_bank + _turn(index, num_bank_tiles) * -(-fdim_size // 2048)
            partition = base_partition + _turn(index, num_par_tiles) * pdim_size
            return partition, bank * 2048 + base_addr + _turn(index, num_free_tiles) * fdim_size

        return self._placed(place)

    def _placed(self, place: Callable[..., tuple[int, int]]) -> Space:
        made = _space(str(self), self.on_chip, self.is_psum)
        made.place = place
        return made


def _turn(index: tuple, counts: tuple) -> int:
    """Whose turn it is of as many places as the counts make, by the place among the block dimensions."""
    turn = 0
    for i, count in zip(index, counts):
        turn = turn * count + i % count
    return turn


def _space(name: str, on_chip: bool, is_psum: bool = False) -> Space:
    made = Space(name)
    made.on_chip = on_chip
    made.is_psum = is_psum
    return made


SBUF = _space("sbuf", True)
PSUM = _space("psum", True, True)
PRIVATE_HBM = _space("private_hbm", False)
SHARED_HBM = _space("shared_hbm", False)
for _known in (SBUF, PSUM, PRIVATE_HBM, SHARED_HBM):
    setattr(Space, _known.name, _known)  # nl.MemoryRegion.sbuf is nl.sbuf


class _Given(Space):
    """The memory of arguments: `nl.hbm` in some releases and `nl.shared_hbm` in others, as kernels
    assert of theirs."""

    __hash__ = str.__hash__

    def __eq__(self, other: Any) -> bool:
        return other in (str(PRIVATE_HBM), str(SHARED_HBM)) if type(other) is not _Given else True

    def __ne__(self, other: Any) -> bool:
        return not self == other


GIVEN_HBM = _Given(SHARED_HBM)


class Layout:
    """What buffers of one allocation have in common."""

    __slots__ = (
        "space", "on_chip", "is_psum", "written", "dtype", "shape", "strides", "pitch", "patterns",
        "parts",
    )

    def __init__(self, shape: tuple, dtype: DType, space: Space, sbuf_bytes: int):
        self.space = space
        self.on_chip = space.on_chip
        self.is_psum = space.is_psum
        self.written = IN_PSUM if space.is_psum else WRITTEN
        self.dtype = storable(dtype)
        self.shape = tuple(int(size) for size in shape)
        self.pitch = prod(self.shape[1:])
        self.strides = _row_major(self.shape)
        self.patterns: dict[tuple, str] = {}  # by shape, in the stream
        self.parts: dict[tuple, tuple] = {}  # of a whole tile, by bounds of slices or index ranges
        self._check(sbuf_bytes)

    def _check(self, sbuf_bytes: int) -> None:
        sizes = self.shape
        if not sizes or any(size <= 0 for size in sizes):
            raise shape_error(f"shape {sizes} has no elements")
        if not self.on_chip:
            return
        if sizes[0] > PARTITIONS:
            raise shape_error(
                f"shape {sizes} in {self.space} has {sizes[0]} partitions, at most 128: take at most 128 "
                "rows at a time, in a loop"
            )
        limit = PSUM_BYTES if self.is_psum else sbuf_bytes
        if self.pitch * self.dtype.itemsize > limit:
            raise shape_error(
                f"shape {sizes} of {self.dtype} needs {self.pitch * self.dtype.itemsize} bytes per "
                f"partition, {self.space} has {limit}"
            )


def _row_major(sizes: tuple) -> tuple:
    strides = []
    step = 1
    for size in reversed(sizes):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))


_LAYOUTS: dict[tuple, Layout] = {}


def layout(shape: tuple, dtype: DType, space: Space, sbuf_bytes: int) -> Layout:
    """Checked once per combination of arguments."""
    if float in map(type, shape):  # which equals a whole number that was checked before
        raise RecordError("E3", f"shape {tuple(shape)} is not of whole numbers: // divides them")
    key = (shape, dtype, space, sbuf_bytes)
    found = _LAYOUTS.get(key)
    if found is None:
        found = _LAYOUTS[key] = Layout(shape, dtype, space, sbuf_bytes)
    return found


NO_GROUPS: dict = {}


class Allocation:
    """What the buffers of one place in the source have in common.

    `label` is the name that the kernel gives, if any, `group` the place, `role` what the caller has to
    do with them. What is said of one buffer alone, such as its address, makes an allocation of its own.
    """

    __slots__ = ("layout", "label", "group", "role", "extra")

    def __init__(
        self,
        layout: Layout,
        label: str | None,
        group: str,
        role: str = "scratch",
        extra: dict[str, Any] | None = None,
    ):
        self.layout = layout
        self.label = label
        self.group = group
        self.role = role
        self.extra = extra


class Buffer:
    """One tensor's storage; a View says which of its elements.

    `layout` and `on_chip` are its allocation's, and here because nearly every call asks for them.
    `written` is GIVEN for tensors that hold values from the start, WRITTEN once an instruction has
    written, or IN_PSUM there, and PARTLY while that is not all of a tile: then `left` says what is not,
    but for what is `pending`: see `recording.unwritten`. So whatever takes a closer look is below
    WRITTEN. `groups`, `zeroed`, `matmuls` and `others`, what instructions other than matmuls wrote, are
    in PSUM only; `latest` is for it as well. `moved` is for temporary tiles of the old dialect whose
    value was written elsewhere at once.
    """

    __slots__ = (
        "id", "layout", "allocation", "on_chip", "written", "writer",
        "groups", "latest", "zeroed", "matmuls", "others", "moved", "left", "pending",
    )

    id: int
    layout: Layout
    allocation: Allocation
    on_chip: bool
    written: int
    writer: Any
    moved: Any
    groups: dict
    latest: Any
    zeroed: Any
    matmuls: bool
    others: tuple
    left: Any
    pending: list

    @property
    def label(self) -> str | None:
        return self.allocation.label

    @property
    def name(self) -> str:
        return self.allocation.label or f"t{self.id}"

    @property
    def group(self) -> str:
        return self.allocation.group

    @property
    def role(self) -> str:
        return self.allocation.role

    @property
    def extra(self) -> dict[str, Any] | None:
        return self.allocation.extra

    def tell(self, **more: Any) -> None:
        """What is said of this buffer alone: `group`, `role` or `extra`."""
        own = self.allocation
        said = {"group": own.group, "role": own.role, "extra": own.extra, **more}
        self.allocation = Allocation(own.layout, own.label, **said)

    @property
    def space(self) -> Space:
        return self.layout.space

    @property
    def dtype(self) -> DType:
        return self.layout.dtype

    @property
    def shape(self) -> tuple:
        return self.layout.shape

    @property
    def pitch(self) -> int:
        return self.layout.pitch

    def record(self) -> dict:
        made = {
            "t": "buf",
            "id": self.id,
            "name": self.name,
            "space": str(self.space),
            "dtype": str(self.dtype),
            "shape": list(self.shape),
            "role": self.role,
            "group": self.group,
        }
        if self.extra:
            made.update(self.extra)
        return made


def placed(buffer: Buffer, address: Any) -> list[int]:
    """A fixed place: the first partition, and a byte of each."""
    pair = list(address) if isinstance(address, (tuple, list)) else []
    if len(pair) != 2 or not all(hasattr(part, "__index__") for part in pair):
        raise RecordError("E3", f"address of '{buffer.name}' is {address!r}, expected (partition, byte)")
    partition, byte = map(int, pair)
    if partition < 0 or byte < 0 or partition + buffer.shape[0] > PARTITIONS:
        raise shape_error(
            f"'{buffer.name}' {buffer.shape} at partition {partition} and byte {byte} is not within the "
            f"{PARTITIONS} partitions of {buffer.space}"
        )
    return [partition, byte]
