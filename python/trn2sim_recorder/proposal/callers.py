"""Calls of a kernel in its own file, as tests and examples have them, with arrays of stated sizes."""

from __future__ import annotations

import ast
import itertools
from typing import Any, Iterator, NamedTuple

from .kernels import dotted, makes_kernels

_MADE = (
    "rand", "randn", "random", "random_sample", "standard_normal", "normal", "uniform", "randint",
    "zeros", "ones", "empty", "full", "ndarray", "arange",
)
_SIZES = ("size", "shape")
_TYPES = {
    "float32": "fp32", "float16": "fp16", "half": "fp16", "bfloat16": "bf16", "int32": "int32",
    "int8": "int8", "uint8": "uint8", "uint32": "uint32", "int16": "int16", "uint16": "uint16",
    "float": "fp32", "double": "fp32", "float64": "fp32", "int64": "int32",
}


class Array(NamedTuple):
    """What a host array is to a kernel."""

    shape: tuple[int, ...]
    dtype: str

    def described(self) -> dict[str, Any]:
        return {"shape": list(self.shape), "dtype": self.dtype}


def is_tensor(value: Any) -> bool:
    """Whether an argument is a description of an array."""
    return isinstance(value, dict) and "shape" in value


class Caller(NamedTuple):
    """A call: where it is, and what it gives to the parameters that could be made out."""

    line: int
    given: dict[str, Any]


def callers(tree: ast.Module, kernel: ast.FunctionDef) -> Iterator[Caller]:
    """Those of the whole file, in its order."""
    names = [one.arg for one in (*kernel.args.posonlyargs, *kernel.args.args)]
    module = _Values({})
    module.run(tree.body)
    scopes = [tree, *(one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef))]
    for scope in scopes:
        if scope is kernel:
            continue
        values = _Values(dict(module.known))
        values.run(scope.body)
        makers = _makers(scope, kernel.name)
        for call in _own(scope):
            if isinstance(call, ast.Call) and _is_call(call, makers):
                yield Caller(call.lineno, _given(call, makers, names, values))


def _given(call: ast.Call, makers: set[str], names: list[str], values: _Values) -> dict[str, Any]:
    """By parameter, what the source states."""
    simulated = bool(call.args) and dotted(call.args[0]) in makers
    found = dict(zip(names, call.args[1:] if simulated else call.args))
    found.update({one.arg: one.value for one in call.keywords if one.arg})
    told = {name: values.of(value) for name, value in found.items()}
    return {name: value for name, value in told.items() if value is not None}


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """What is in a function or file, without the functions in it."""
    for one in ast.iter_child_nodes(scope):
        if not isinstance(one, (ast.FunctionDef, ast.ClassDef)):
            yield one
            yield from _own(one)


def _makers(scope: ast.AST, kernel: str) -> set[str]:
    """The kernel's name, and those of `fast = nki.benchmark(warmup=5)(kernel)` and its like."""
    found = {kernel}
    for one in _own(scope):
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            parts = {dotted(part) for part in ast.walk(one.value) if isinstance(part, ast.Name)}
            made = isinstance(one.value, (ast.Call, ast.Subscript)) and makes_kernels(_root(one.value))
            if kernel in parts and (made or isinstance(one.value, ast.Subscript)):
                found.add(one.targets[0].id)
    return found


def _root(node: ast.expr) -> ast.expr:
    """`nki.benchmark` of `nki.benchmark(warmup=5)(kernel)[2]`."""
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node


def _is_call(call: ast.Call, names: set[str]) -> bool:
    """`kernel(...)`, `kernel[2](...)`, `nki.jit(kernel)(...)` or `nki.simulate_kernel(kernel, ...)`."""
    func = call.func
    if isinstance(func, ast.Subscript):
        func = func.value
    if isinstance(func, ast.Call):
        return makes_kernels(_root(func)) and bool(func.args) and dotted(func.args[0]) in names
    if dotted(func) in names:
        return True
    simulated = dotted(func).split(".")[-1].startswith("simulate")
    return simulated and len(call.args) > 1 and dotted(call.args[0]) in names


class _Values:
    """Follows assignments whose values the source states."""

    def __init__(self, known: dict[str, Any]):
        self.known = known

    def run(self, body: list[ast.stmt]) -> None:
        for one in body:
            if isinstance(one, ast.Assign):
                self._assign(one.targets[0], one.value)
            elif isinstance(one, (ast.If, ast.With, ast.For, ast.Try)):
                self.run(one.body)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.known[target.id] = self.of(value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, part in zip(target.elts, value.elts):
                self._assign(one, part)

    def of(self, node: ast.expr) -> Any:
        """A number, text, list or array; None if it cannot be told."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self.known.get(node.id)
        if isinstance(node, (ast.Tuple, ast.List)):
            parts = [self.of(one) for one in node.elts]
            return None if None in parts else parts
        if isinstance(node, ast.BinOp):
            return self._computed(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self.of(node.operand)
            return -value if isinstance(value, (int, float)) else value
        if isinstance(node, ast.Attribute) and node.attr == "T":
            array = self.of(node.value)
            return Array(array.shape[::-1], array.dtype) if isinstance(array, Array) else None
        return self._called(node) if isinstance(node, ast.Call) else None

    def _computed(self, node: ast.BinOp) -> Any:
        left, right = self.of(node.left), self.of(node.right)
        for one in (left, right):
            if isinstance(one, Array):  # an array and a number, or two of one shape
                return one
        if not isinstance(left, int) or not isinstance(right, int):
            return None
        if isinstance(node.op, ast.Mult):
            return left * right
        if isinstance(node.op, (ast.Add, ast.Sub)):
            return left + right if isinstance(node.op, ast.Add) else left - right
        return left // right if isinstance(node.op, ast.FloorDiv) and right else None

    def _called(self, node: ast.Call) -> Any:
        last = node.func.attr if isinstance(node.func, ast.Attribute) else dotted(node.func)
        if last in _MADE:
            return self._made(node, last)
        if not isinstance(node.func, ast.Attribute):
            return None
        array = self.of(node.func.value)
        if not isinstance(array, Array):
            inner = [self.of(one) for one in node.args[:1]]  # torch.from_numpy(a), jnp.asarray(a)
            array = inner[0] if inner and isinstance(inner[0], Array) else None
            return array and Array(array.shape, self._type(node, array.dtype))
        if last in ("reshape", "view"):
            sizes = self._sizes(node.args)
            return Array(sizes, array.dtype) if sizes and min(sizes) > 0 else None
        if last in ("transpose", "permute", "swapaxes", "sum", "mean", "max", "min"):
            return None
        return Array(array.shape, _TYPES.get(last, self._type(node, array.dtype)))

    def _made(self, node: ast.Call, last: str) -> Array | None:
        named = [one.value for one in node.keywords if one.arg in _SIZES]
        args = named or node.args
        if last in ("randint", "normal", "uniform") and not named:
            args = node.args[2:3]
        sizes = self._sizes(args)
        return Array(sizes, self._type(node, "fp32")) if sizes else None

    def _sizes(self, args: list[ast.expr]) -> tuple[int, ...]:
        """A list of sizes before anything else, or all whole numbers up to something else."""
        values = [self.of(one) for one in args]
        if values and isinstance(values[0], list):
            values = values[0]
        return tuple(itertools.takewhile(lambda one: type(one) is int, values))

    def _type(self, node: ast.Call, usual: str) -> str:
        """A type among the arguments: `dtype=np.float16`, `.astype(nl.bfloat16)`, `.to("bfloat16")`."""
        words = [one.value for one in node.keywords if one.arg == "dtype"] + node.args
        for one in words:
            text = one.value if isinstance(one, ast.Constant) else dotted(one)
            if isinstance(text, str) and text.split(".")[-1] in _TYPES:
                return _TYPES[text.split(".")[-1]]
        return usual
