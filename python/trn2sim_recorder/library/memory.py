"""The allocators of the kernel library, `nkilib.core.utils`, where it is not installed."""

from __future__ import annotations

from math import prod
from typing import Any, Callable, Sequence

from ..api.allocation import ndarray
from ..api.grid import sbuf_bytes
from ..basics.dtypes import to_dtype
from ..tensors.buffers import PRIVATE_HBM, SBUF, SHARED_HBM


def size_in_bytes(dtype: Any) -> int:
    return to_dtype(dtype).itemsize


def aligned(value: int, alignment: int) -> int:
    return -(-value // alignment) * alignment


class Logger:
    """Says nothing."""

    def __init__(self, name: str = "", *args: Any, **named: Any):
        self.name = name

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *args, **named: None


class _Frame:
    """A scope of the stack: where it begins, how many rounds of a loop have space of their own, and how far
    those since the first of them reach, with the scopes within."""

    def __init__(self, start: int, sections: int):
        self.start = start
        self.sections = sections
        self.section = 0
        self.reach = start

    def include(self, end: int) -> None:
        self.reach = max(self.reach, end)


class SbufManager:
    """Gives tiles addresses in a stretch of SBUF: a stack upwards, freed by scopes, and a heap downwards;
    with `use_auto_alloc` it counts the bytes alone, and tiles have no address."""

    def __init__(
        self,
        sb_lower_bound: int,
        sb_upper_bound: int,
        logger: Any = None,
        use_auto_alloc: bool = False,
        default_stack_alloc: bool = True,
    ):
        self.lower_bound, self.upper_bound = sb_lower_bound, sb_upper_bound
        self.stack_curr_addr, self.heap_curr_addr = sb_lower_bound, sb_upper_bound
        self.use_auto_alloc = use_auto_alloc
        self.default_stack_alloc = default_stack_alloc
        self.logger = Logger() if logger is None else logger
        self.prefix = ""
        self.scopes: list[_Frame] = []
        self.heap: list[Any] = []
        self._heap_ends: list[int] = []

    def is_auto_alloc(self) -> bool:
        return self.use_auto_alloc

    def set_auto_alloc(self, value: bool) -> None:
        self.use_auto_alloc = value

    def is_default_stack_alloc(self) -> bool:
        return self.default_stack_alloc

    def is_default_heap_alloc(self) -> bool:
        return not self.default_stack_alloc

    def open_scope(self, interleave_degree: int = 1, name: str = "") -> None:
        self.scopes.append(_Frame(self.stack_curr_addr, interleave_degree))

    def increment_section(self) -> None:
        """The next round of a loop, behind the rounds before it and the scopes within them; after the last
        section, from the start of the scope again."""
        scope = self.scopes[-1]
        scope.section = (scope.section + 1) % scope.sections
        if scope.section == 0:
            self._include_in(self.scopes[:-1], scope.reach)
            scope.reach = scope.start
        self.stack_curr_addr = scope.reach

    def close_scope(self) -> None:
        closed = self.scopes.pop()
        self._include_in(self.scopes, closed.reach)
        self.stack_curr_addr = closed.start

    @staticmethod
    def _include_in(scopes: list[_Frame], end: int) -> None:
        if scopes:
            scopes[-1].include(end)

    def alloc(
        self, shape: Any, dtype: Any, buffer: Any = SBUF, name: str | None = None, *args: Any, **named: Any
    ) -> Any:
        if buffer in (PRIVATE_HBM, SHARED_HBM):
            return self.alloc_hbm(shape, dtype, buffer, name)
        made = self.alloc_stack if self.default_stack_alloc else self.alloc_heap
        return made(shape, dtype, buffer, name, *args, **named)

    def alloc_hbm(self, shape: Any, dtype: Any, buffer: Any = SHARED_HBM, name: str | None = None) -> Any:
        return self._tile(shape, dtype, buffer, name, ())

    def alloc_stack(
        self,
        shape: Any,
        dtype: Any,
        buffer: Any = SBUF,
        name: str | None = None,
        base_partition: int = 0,
        align: int | None = None,
    ) -> Any:
        assert self.scopes, "alloc_stack needs an open scope: call open_scope first"
        start = aligned(self.stack_curr_addr, align or size_in_bytes(dtype))
        size = self._fitting("stack", shape, dtype, start)
        self.stack_curr_addr = start + size
        self.scopes[-1].include(self.stack_curr_addr)
        return self._tile(shape, dtype, buffer, name, (base_partition, start))

    def alloc_heap(
        self,
        shape: Any,
        dtype: Any,
        buffer: Any = SBUF,
        name: str | None = None,
        base_partition: int = 0,
        align: int | None = None,
    ) -> Any:
        size = self._fitting("heap", shape, dtype, self.stack_curr_addr)
        self._heap_ends.append(self.heap_curr_addr)
        self.heap_curr_addr = (self.heap_curr_addr - size) // (align or 4) * (align or 4)
        self.heap.append(self._tile(shape, dtype, buffer, name, (base_partition, self.heap_curr_addr)))
        return self.heap[-1]

    def pop_heap(self) -> None:
        assert self.heap, "pop_heap without a tile on the heap"
        self.heap.pop()
        self.heap_curr_addr = self._heap_ends.pop()

    def _fitting(self, what: str, shape: Any, dtype: Any, start: int) -> int:
        size = prod(shape[1:]) * size_in_bytes(dtype)
        free = self.heap_curr_addr - start
        assert self.use_auto_alloc or size <= free, f"the {what} has {free} bytes left, not {size}"
        return size

    def _tile(self, shape: Any, dtype: Any, buffer: Any, name: str | None, address: tuple) -> Any:
        named = self.prefix + name if name else ""
        on_chip = buffer == SBUF and not self.use_auto_alloc
        return ndarray(shape, dtype, buffer, named, address if on_chip else None)

    def get_total_space(self) -> int:
        return self.upper_bound - self.lower_bound

    def get_free_space(self) -> int:
        return self.heap_curr_addr - self.stack_curr_addr

    def get_used_space(self) -> int:
        return self.get_total_space() - self.get_free_space()

    def get_stack_curr_addr(self) -> int:
        return self.stack_curr_addr

    def get_heap_curr_addr(self) -> int:
        return self.heap_curr_addr

    def align_stack_curr_addr(self, align: int = 32) -> None:
        self.stack_curr_addr = aligned(self.stack_curr_addr, align)

    def set_name_prefix(self, prefix: str) -> None:
        self.prefix = prefix

    def get_name_prefix(self) -> str:
        return self.prefix

    def flush_logs(self) -> None:
        """It keeps none."""


def auto_manager(logger: Any = None) -> SbufManager:
    return SbufManager(0, sbuf_bytes(), logger, use_auto_alloc=True)


class ModularAllocator:
    """Gives tiles of loops addresses that come round: `num_free_tiles` of a dimension are apart."""

    def __init__(self, initial_address: int = 0):
        self._address = initial_address

    def get_current_address(self) -> int:
        return self._address

    def set_current_address(self, address: int) -> None:
        self._address = address

    def alloc_sbuf_tensor(
        self,
        shape: Sequence[int],
        dtype: Any,
        block_dim: Sequence[int] | None = None,
        num_free_tiles: Sequence[int] | None = None,
        base_partition: int = 0,
        align_to: int | None = None,
    ) -> Any:
        blocks = list(block_dim or ())
        apart = blocks if num_free_tiles is None else list(num_free_tiles)
        assert len(blocks) == len(apart), f"block_dim {blocks} and num_free_tiles {apart} differ in length"
        start = aligned(self._address, align_to or 1)
        size = prod(shape[1:]) * size_in_bytes(dtype)
        self._address = start + prod(apart) * size

        def nested(depth: int, place: int) -> Any:
            if depth == len(blocks):
                return ndarray(tuple(shape), dtype, SBUF, "", (base_partition, start + place * size))
            turns = apart[depth]
            return [nested(depth + 1, place * turns + i % turns) for i in range(blocks[depth])]

        return nested(0, 0)


NAMES: dict[str, dict[str, Any]] = {
    "allocator": {
        "SbufManager": SbufManager,
        "BufferManager": SbufManager,
        "create_auto_alloc_manager": auto_manager,
        "sizeinbytes": size_in_bytes,
        "align_to": aligned,
        "num_elts": prod,
        "Logger": Logger,
        "get_logger": Logger,
    },
    "modular_allocator": {"ModularAllocator": ModularAllocator},
    "logging": {"Logger": Logger, "get_logger": Logger},
}
