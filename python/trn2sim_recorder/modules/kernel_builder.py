"""`nki.compiler.kernel_builder`: a third way to write kernels, with tiles and instructions of its own names.

Its instructions are those of `nki.isa` under other names; what it makes of them besides is host code.
"""

from __future__ import annotations

from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any, Callable, Iterator

from ..api import grid, loops
from ..api.block_tiles import tensor
from ..api.enums import engine, reduce_cmd
from ..api.isa_new import FUNCTIONS
from ..api.language import names as language_names
from ..basics.dtypes import DTYPES, to_dtype
from ..basics.errors import RecordError, misspelt, unsupported
from ..basics.state import STATE
from ..host.stubs import Stub
from ..tensors.buffers import PRIVATE_HBM, PSUM, SBUF, SHARED_HBM
from ..tensors.registers import Reg
from ..tensors.slices import ds
from ..tensors.views import View

PREFIX = "nki.compiler.kernel_builder"

# By function: that of `nki.isa`, and the parameters in their order, `theirs` or `theirs:ours`.
_CALLS: dict[str, tuple[str, str]] = {
    "dma_copy": ("dma_copy", "dst src engine"),
    "dma_transpose": ("dma_transpose", "dst src permutation:axes engine"),
    "tensor_copy": ("tensor_copy", "dst src engine"),
    "copy_predicated": ("tensor_copy_predicated", "dst pred_mask:predicate src"),
    "memset": ("memset", "dst value engine"),
    "iota": ("iota", "dst pattern offset channel_multiplier"),
    "matmul": ("nc_matmul", "dst stationary moving accum:accumulate is_transpose"),
    "stream_transpose": ("nc_transpose", "dst src:data engine"),
    "stream_shuffle": ("nc_stream_shuffle", "dst src shuffle_mask"),
    "activation": ("activation", "dst src:data bias scale op reduce_res reduce_op reduce_cmd"),
    "exponential": ("exponential", "dst src max_value"),
    "reciprocal": ("reciprocal", "dst src:data"),
    "tensor_tensor_arith": ("tensor_tensor", "dst lhs:data1 rhs:data2 op engine"),
    "tensor_tensor_bitvec": ("tensor_tensor", "dst lhs:data1 rhs:data2 op engine"),
    "tensor_scalar_arith": (
        "tensor_scalar", "dst src:data operand0 op0 operand1 op1 reverse_operands engine"
    ),
    "tensor_scalar_bitvec": (
        "tensor_scalar", "dst src:data operand0 op0 operand1 op1 reverse_operands engine"
    ),
    "scalar_tensor_tensor_arith": (
        "scalar_tensor_tensor", "dst src0:data src1:operand1 imm0:operand0 op0 op1 reverse_operands"
    ),
    "tensor_scalar_cache_reduce": (
        "tensor_scalar_reduce", "dst reduce_res src:data operand0 op0 reduce_op reduce_cmd"
    ),
    "tensor_reduce_arith": ("tensor_reduce", "dst src:data op num_r_dim:axis negated:negate"),
    "cross_lane_reduce_arith": ("tensor_partition_reduce", "dst src:data reduce_op:op num_r_dim"),
    "tensor_tensor_scan": (
        "tensor_tensor_scan", "dst src0:data0 src1:data1 imm0:initial op0 op1 reverse_operands"
    ),
    "select_reduce": (
        "select_reduce", "dst predicate on_true on_false reduce_res reduce_cmd reduce_op reverse_pred"
    ),
    "range_select": (
        "range_select", "dst src:on_true_tile bound0 bound1 fill_value:on_false_value comp_op0 comp_op1"
    ),
    "sequence_bounds": ("sequence_bounds", "dst src:segment_ids"),
    "gather": ("nc_n_gather", "dst src:data indices"),
}

_ARITHMETIC = {
    "Add": "add", "Subtract": "subtract", "Multiply": "multiply", "Divide": "divide", "Max": "maximum",
    "Min": "minimum", "Pow": "power", "Mod": "mod", "Bypass": "bypass", "AbsMax": "abs_max",
    "IsGT": "greater", "IsGE": "greater_equal", "IsLT": "less", "IsLE": "less_equal", "IsEQ": "equal",
    "IsNE": "not_equal", "LogicalAnd": "logical_and", "LogicalOr": "logical_or",
    "LogicalXor": "logical_xor", "Abs": "abs", "Rsqrt": "rsqrt",
}
_BITS = {
    "BitwiseAnd": "bitwise_and", "BitwiseOr": "bitwise_or", "BitwiseXor": "bitwise_xor",
    "BitwiseNot": "invert", "LogicalShiftLeft": "left_shift", "LogicalShiftRight": "logical_shift_right",
    "ArithShiftRight": "arithmetic_shift_right",
}
_COMPARED = {"IsEq": "equal", "IsGt": "greater", "IsGe": "greater_equal", "IsLe": "less_equal", "IsLt": "less"}
_REVERSED = {"None_": (False, False), "First": (True, False), "Second": (False, True), "Both": (True, True)}
_REFUSED = {
    "if_else": "what a branch on a register does is known at run time only; a loop of 0 or 1 rounds does it",
    "while_loop": "a loop without a number of rounds; fori_loop with a bound, and kernel.trip_counts, does it",
    "coords": "indices of its own; slices, ds(start, size) and .ap(pattern) do it",
}


def _enum(name: str, members: dict[str, Any]) -> ModuleType:
    """Members under their names; `diagnostics` finds the nearest to one that is not there."""
    made = ModuleType(f"{PREFIX}.isa.{name}")
    made.__dict__.update(members)
    return made


def _enums() -> dict[str, Any]:
    nl = language_names()

    def words(of: dict[str, str]) -> dict[str, Any]:
        return {theirs: nl[ours] for theirs, ours in of.items()}

    few = words({name: _ARITHMETIC[name] for name in ("Add", "Max", "Min", "Multiply")})
    activations = {name: one for name, one in nl.items() if callable(one) and name == getattr(one, "__name__", "")}
    return {
        "arith_op": _enum("arith_op", words(_ARITHMETIC)),
        "bitvec_op": _enum("bitvec_op", words(_BITS)),
        "activation_function": _enum("activation_function", activations),
        "range_select_cmp": _enum("range_select_cmp", words(_COMPARED)),
        **{name: _enum(name, few) for name in (
            "activation_reduce_op", "cross_lane_reduce_arith_op", "dma_compute_reduce_op")},
        "reduce_cmd": _enum("reduce_cmd", {
            "".join(map(str.capitalize, one.name.split("_"))): one for one in reduce_cmd}),
        "tens_scalar_rev_ops": _enum("tens_scalar_rev_ops", _REVERSED),
        "engine": _enum("engine", {one.name.capitalize(): one for one in engine}),
    }


def _last_dimensions(view: Any, count: Any) -> tuple[int, ...]:
    """Reductions count the dimensions they take, from the last."""
    dimensions = len(view.shape)
    count = 1 if count is None else count
    if not 0 < count < dimensions:
        raise RecordError("E3", f"tensor_reduce_arith: num_r_dim is {count} of {dimensions} dimensions")
    return tuple(range(dimensions - count, dimensions))


def _settled(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """What the two ways say differently."""
    if name == "matmul":
        given["accumulate"] = bool(given.get("accumulate", False))
    elif name == "tensor_reduce_arith":
        given["axis"] = _last_dimensions(given["data"], given.get("axis"))
    elif name == "cross_lane_reduce_arith":
        given.pop("num_r_dim", None)
    elif name == "stream_transpose":
        given.setdefault("engine", engine.vector)
    elif name == "activation" and given.get("reduce_res") is not None:
        given.setdefault("reduce_cmd", reduce_cmd.reset_reduce)
    reverse = given.pop("reverse_operands", None)
    if reverse is not None:
        given["reverse0"], given["reverse1"] = reverse
    return given


def _call(name: str, target: str, parameters: str) -> Callable:
    """A function that hands its arguments on under the names of `nki.isa`."""
    ours = dict(one.split(":") if ":" in one else (one, one) for one in parameters.split())
    order, does = (*ours, "name"), FUNCTIONS[target]
    ours["name"] = "name"

    def call(*given: Any, **named: Any) -> Any:
        if len(given) > len(order):
            raise RecordError("E3", f"{name} takes {', '.join(order)}; {len(given)} arguments are given")
        values = {**dict(zip(order, given)), **named}
        misspelt(f"compiler.kernel_builder.isa.{name}", values.keys() - ours.keys(), *order)
        taken = {ours[theirs]: value for theirs, value in values.items() if value is not None}
        return does(**_settled(name, taken))

    call.__name__ = name
    call.__qualname__ = f"{PREFIX}.isa.{name}"
    return call


def load_register(src: View) -> Reg:
    """A register with the number that a tile of one element holds."""
    made = STATE.recorder.register("alloc")
    FUNCTIONS["register_load"](made, src)
    return made


def store_register(dst: View, src: Reg) -> Any:
    return FUNCTIONS["register_store"](dst, src)


def dma_copy_indirect(
    dst: View, src: View, src_index: View | None = None, dst_index: View | None = None, name: Any = None
) -> Any:
    """Rows from, or to, where a tile of indices says."""
    if src_index is not None:
        src = _rows(src, dst, src_index)
    if dst_index is not None:
        dst = _rows(dst, src, dst_index)
    return FUNCTIONS["dma_copy"](dst, src, name=name)


def _rows(there: View, tile: View, index: View) -> View:
    width = there.size // there.shape[0]
    pattern = [[width, tile.shape[0]], [1, width]]
    return there.ap(pattern=pattern, offset=0, vector_offset=index, indirect_dim=0)


def ndarray(
    shape: Any, dtype: Any, memspace: Any = None, num_buffers: int = 1, name: str = "", **other: Any
) -> View:
    """A tile; of how many buffers its turns take is the scheduler's business here."""
    space = other.pop("space", None) if memspace is None else memspace
    misspelt("compiler.kernel_builder.ndarray", other, "shape", "dtype", "memspace", "num_buffers", "name")
    return tensor(tuple(shape), to_dtype(dtype), SBUF if space is None else space, name, None)


def ndarray_like(x: View, name: str = "", num_buffers: int = 1) -> View:
    return tensor(x.shape, x.dtype, x.buffer, name, None)


def release(tile: Any) -> None:
    """Nothing: a tile's place is free behind its last reader."""


def rotate(tile: View) -> View:
    """The next of the buffers of a tile: one of its own."""
    return ndarray_like(tile)


def ts(index: Any, size: int) -> Any:
    """The slice of this number, of slices of one size."""
    return ds(index * size, size)


def fori_loop(*bounds_and_body: Any) -> None:
    """`fori_loop(stop, body)`, `fori_loop(start, stop, body)` or with a step before the body."""
    *bounds, body = bounds_and_body
    first, last = (0, *bounds) if len(bounds) == 1 else bounds[:2]
    loops.fori_loop(first, last, body, *bounds[2:3])


@contextmanager
def perfetto_group(*given: Any, **named: Any) -> Iterator[None]:
    """A name for what is inside, in profiles of the device."""
    yield


def get_target_info(*given: Any) -> SimpleNamespace:
    return SimpleNamespace(name="trn2")


def _refusal(name: str, why: str) -> Callable:
    def refuse(*given: Any, **named: Any) -> Any:
        raise unsupported(f"{PREFIX}.{name}", why)

    return refuse


def modules(tensor_type: Any) -> dict[str, ModuleType]:
    """The modules by name; `tensor_type` is what annotations take."""
    isa, compiler, info, top = (
        ModuleType(f"{PREFIX}{part}") for part in (".isa", ".compiler", ".target_info", "")
    )
    isa.__dict__.update({name: _call(name, *row) for name, row in _CALLS.items()}, **_enums())
    for function in (load_register, store_register, dma_copy_indirect):
        isa.__dict__[function.__name__] = function
    compiler.__dict__.update(
        alloc=ndarray, release=release, rotate=rotate, perfetto_group=perfetto_group
    )
    info.__dict__["get_target_info"] = get_target_info
    nl = language_names()
    top.__path__ = []
    top.__dict__.update(
        {name: nl[name] for name in (*DTYPES, *grid.NAMES) if name in nl},
        **{name: _refusal(name, why) for name, why in _REFUSED.items()},
        **{name: Stub(f"{PREFIX}.{name}") for name in ("build_kernel", "compile_and_execute", "simulate_kernel")},
        sbuf=SBUF, psum=PSUM, hbm=PRIVATE_HBM, private_hbm=PRIVATE_HBM, shared_hbm=SHARED_HBM,
        ndarray=ndarray, ndarray_like=ndarray_like, ds=ds, ts=ts, range=loops.sequential_range,
        fori_loop=fori_loop, Tensor=tensor_type, isa=isa, compiler=compiler, target_info=info,
    )
    return {module.__name__: module for module in (isa, compiler, info, top)}
