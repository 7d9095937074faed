"""What the source of a file says its variables are: numbers, lists, and arrays of stated sizes."""

from __future__ import annotations

import ast
import itertools
from typing import Any, Iterator, NamedTuple

from .kernels import dotted

_MADE = (
    "rand", "randn", "random", "random_sample", "standard_normal", "normal", "uniform", "randint",
    "zeros", "ones", "empty", "full", "ndarray", "arange",
)
_SIZES = ("size", "shape")
_TYPED = ("nl", "np", "numpy", "torch", "jnp", "nki")
TYPES = {
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


class Fields(dict):
    """The fields of a class or of an object, by name: those of `Config(rows=64)`, and their defaults."""


class Stated:
    """Follows assignments whose values the source states."""

    def __init__(self, known: dict[str, Any], calls: dict[str, ast.Call] | None = None):
        self.known = known
        self.calls = calls or {}

    def enter(self, function: ast.FunctionDef) -> None:
        """A function is called with its defaults, as its first call in the file has it, or with the
        first of what pytest is to try."""
        given = function.args
        places = [*given.posonlyargs, *given.args]
        for one, value in zip(places[len(places) - len(given.defaults) :], given.defaults):
            self.known[one.arg] = self.of(value)
        call = self.calls.get(function.name)
        if call is not None:
            named = [(one.arg, one.value) for one in call.keywords if one.arg]
            for name, value in [*zip((one.arg for one in places), call.args), *named]:
                if (told := self.of(value)) is not None:
                    self.known[name] = told
        for one in function.decorator_list:
            if isinstance(one, ast.Call) and dotted(one).endswith("parametrize") and len(one.args) > 1:
                self._first(one.args[0], one.args[1])

    def _first(self, names: ast.expr, rounds: ast.expr) -> None:
        """`parametrize("m, n", [(128, 512), ...])`."""
        words = self.of(names)
        words = words.replace(",", " ").split() if isinstance(words, str) else words
        first = next(iter(getattr(rounds, "elts", ())), None)
        if not isinstance(words, list) or first is None:
            return
        targets = [ast.Name(str(word)) for word in words]
        if isinstance(first, ast.Call) and dotted(first).endswith("param"):  # pytest.param(128, 512)
            first = ast.Tuple(first.args) if len(words) != 1 or not first.args else first.args[0]
        self._assign(ast.Tuple(targets) if len(targets) != 1 else targets[0], first)

    def run(self, body: list[ast.stmt]) -> None:
        for _ in self.each(body):
            pass

    def each(self, body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, Stated]]:
        """Statements in their order, each with what is known before it."""
        for one in body:
            before = dict(self.known)
            yield one, self
            self._follow(one)
            if isinstance(one, (ast.If, ast.With, ast.For, ast.Try)):
                yield from self.each(one.body)
            for part in _asides(one):
                yield from self._aside(part, Stated(before))

    def _aside(self, body: list[ast.stmt], aside: Stated) -> Iterator[tuple[ast.stmt, Stated]]:
        """What may not be run: it tells only what nothing else does."""
        yield from aside.each(body)
        for name, value in aside.known.items():
            if self.known.get(name) is None:
                self.known[name] = value

    def _follow(self, one: ast.stmt) -> None:
        if isinstance(one, ast.Assign):
            self._assign(one.targets[0], one.value)
        elif isinstance(one, ast.AnnAssign) and one.value is not None:
            self._assign(one.target, one.value)
        elif isinstance(one, ast.Expr) and isinstance(one.value, ast.Call):
            self._option(one.value)
        elif isinstance(one, ast.For) and getattr(one.iter, "elts", None):
            self._assign(one.target, one.iter.elts[0])
        elif isinstance(one, ast.ClassDef):
            self.known[one.name] = self._fields(one)

    def _fields(self, owner: ast.ClassDef) -> Fields:
        """Those of a class in their order, for calls that give them by place."""
        found = Fields()
        for one in owner.body:
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                found[one.target.id] = None if one.value is None else self.of(one.value)
            elif isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
                found[one.targets[0].id] = self.of(one.value)
        return found

    def _option(self, call: ast.Call) -> None:
        """`parser.add_argument("--rows", default=512)`: what `args.rows` is, if nobody says otherwise."""
        if not isinstance(call.func, ast.Attribute) or call.func.attr != "add_argument":
            return
        named = {one.arg: one.value for one in call.keywords}
        words = [one.value for one in call.args if isinstance(one, ast.Constant)]
        long = [word for word in words if word.startswith("--")] or words
        name = self.of(named["dest"]) if "dest" in named else long[0].lstrip("-") if long else None
        if isinstance(name, str) and "default" in named:
            self.known["." + name.replace("-", "_")] = self.of(named["default"])

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.known[target.id] = self.of(value)
        elif isinstance(target, ast.Tuple) and isinstance(value, (ast.Tuple, ast.List)):
            for one, part in zip(target.elts, value.elts):
                self._assign(one, part)
        elif isinstance(target, ast.Tuple) and isinstance(found := self.of(value), list):
            for one, part in zip(target.elts, found):  # M, K = x.shape
                if isinstance(one, ast.Name):
                    self.known[one.id] = part

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
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Subscript):
            return self._part(node)
        return self._called(node) if isinstance(node, ast.Call) else None

    def _attribute(self, node: ast.Attribute) -> Any:
        owner = self.of(node.value)
        if owner is None and dotted(node).partition(".")[0] in _TYPED and node.attr in TYPES:
            return {"dtype": TYPES[node.attr]}  # nl.bfloat16
        if isinstance(owner, Fields):
            return owner.get(node.attr)
        if isinstance(owner, Array):
            return list(owner.shape) if node.attr == "shape" else None
        return self.known.get("." + node.attr) if isinstance(node.value, ast.Name) else None

    def _part(self, node: ast.Subscript) -> Any:
        """`x.shape[0]`, and `tensor[[250, 512], nl.float32]` of the older `nki.typing`."""
        if dotted(node.value).split(".")[-1] == "tensor" and isinstance(node.slice, ast.Tuple):
            return self._made(ast.Call(node.value, node.slice.elts, []), "tensor")
        parts, place = self.of(node.value), self.of(node.slice)
        fits = isinstance(parts, list) and type(place) is int and -len(parts) <= place < len(parts)
        return parts[place] if fits else None

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
        if last in ("float", "int") and node.args and isinstance(node.func, ast.Name):
            number = self.of(node.args[0])
            return {"float": float, "int": int}[last](number) if type(number) in (int, float) else None
        if last[:1].isupper():
            return self._object(node, self.known.get(last))
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
        return Array(array.shape, TYPES.get(last, self._type(node, array.dtype)))

    def _object(self, node: ast.Call, kind: Any) -> Fields:
        """`SimpleNamespace(rows=64)`, or `Config(64)` of a class of the file."""
        known = kind if isinstance(kind, Fields) else {}
        by_place = {name: self.of(one) for name, one in zip(known, node.args)}
        return Fields({**known, **by_place, **{one.arg: self.of(one.value) for one in node.keywords if one.arg}})

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
            if isinstance(text, str) and text.split(".")[-1] in TYPES:
                return TYPES[text.split(".")[-1]]
        return usual


def _asides(one: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Branches of a statement other than the first, and what may not be run at all."""
    if isinstance(one, ast.While):
        yield one.body
    for handler in getattr(one, "handlers", ()):
        yield handler.body
    if not isinstance(one, (ast.FunctionDef, ast.ClassDef)):
        yield from (part for name in ("orelse", "finalbody") if (part := getattr(one, name, None)))
