"""What the source of a file says its variables are: numbers, lists, and arrays of stated sizes."""

from __future__ import annotations

import ast
from typing import Any, Iterator

from ..api.language import TileSize
from ..api.ops import NAMES
from .helpers import Given, Helpers, first_round
from .kernels import dotted
from .made_arrays import STATED, TYPES, Array, Typed, array, made

_TYPED = ("nl", "np", "numpy", "torch", "jnp", "nki")
_LONG = 1 << 16
_DEPTH = 3  # functions of the file that hand on what others return


class Fields(dict):
    """The fields of a class or of an object, by name: those of `Config(rows=64)`, and their defaults."""


class Stated:
    """Follows assignments whose values the source states."""

    def __init__(self, known: dict[str, Any], helpers: Helpers | None = None, depth: int = 0):
        self.known = known
        self.helpers = helpers or Helpers()
        self._depth = depth

    def enter(self, function: ast.FunctionDef, given: Given | None = None) -> None:
        """A function is called with its defaults, as calls in the file have it, or with the first of
        what pytest is to try."""
        places = [*function.args.posonlyargs, *function.args.args]
        defaults = function.args.defaults
        for one, value in zip(places[len(places) - len(defaults) :], defaults):
            self.known[one.arg] = self.of(value)
        names = [one.arg for one in places if one.arg not in ("self", "cls")]
        told = self.helpers.given(function.name) if given is None else given
        self.known.update(told.named(names))
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
                yield from self._aside(part, self.within(before))
            if isinstance(one, (ast.For, ast.While)):
                self.known.update(dict.fromkeys(_counted_up(one)))

    def within(self, known: dict[str, Any] | None = None) -> Stated:
        """What is known here, or what is given, to go on from."""
        return Stated(dict(self.known) if known is None else known, self.helpers, self._depth)

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
        elif isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name):
            self._assign(one.target, ast.BinOp(one.target, one.op, one.value))
        elif isinstance(one, ast.Expr) and isinstance(one.value, ast.Call):
            self._option(one.value)
        elif isinstance(one, ast.For):
            self.round(one.target, one.iter)
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
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._bind(target, self.of(value))  # M, K = x.shape

    def round(self, target: ast.expr, rounds: ast.expr) -> None:
        """The first round of a loop or comprehension."""
        if isinstance(rounds, (ast.Tuple, ast.List)) and rounds.elts:
            self._assign(target, rounds.elts[0])
        else:
            self._bind(target, first_round(rounds, self.of))

    def _bind(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self.known[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, list):
            for one, part in zip(target.elts, value):
                self._bind(one, part)

    def of(self, node: ast.expr) -> Any:
        """A number, text, list or array; None, also within lists, for what cannot be told."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self.known.get(node.id)
        if isinstance(node, (ast.Tuple, ast.List)):
            return [self.of(one) for one in node.elts]
        if isinstance(node, ast.BinOp):
            return self._computed(node)
        if isinstance(node, ast.Compare):
            one = next((one for one in map(self.of, (node.left, *node.comparators)) if isinstance(one, Array)), None)
            return one and Array(one.shape, "uint8")
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
        if isinstance(node, ast.Dict):
            return self._pairs(node)
        return self._called(node) if isinstance(node, ast.Call) else None

    def _pairs(self, node: ast.Dict) -> Fields:
        pairs = zip(node.keys, node.values)
        return Fields({key.value: self.of(one) for key, one in pairs if isinstance(key, ast.Constant)})


    def _attribute(self, node: ast.Attribute) -> Any:
        owner = self.of(node.value)
        if owner is None and dotted(node).partition(".")[0] in _TYPED:
            if node.attr in TYPES:
                return {"dtype": TYPES[node.attr]}  # nl.bfloat16
            if node.attr in NAMES:
                return node.attr  # nl.add, as the operator is called in a scenario
        if isinstance(owner, Fields):
            return owner.get(node.attr)
        if isinstance(owner, Array):
            return list(owner.shape) if node.attr == "shape" else None
        if owner is None and dotted(node.value).endswith("tile_size"):
            return getattr(TileSize, node.attr, None)
        return self.known.get("." + node.attr) if isinstance(node.value, ast.Name) else None

    def _part(self, node: ast.Subscript) -> Any:
        """`x.shape[0]`, and `tensor[[250, 512], nl.float32]` of the older `nki.typing`."""
        if dotted(node.value).split(".")[-1] == "tensor" and isinstance(node.slice, ast.Tuple):
            return made(ast.Call(node.value, node.slice.elts, []), "tensor", self.of)
        parts, place = self.of(node.value), self.of(node.slice)
        if isinstance(parts, Fields) and isinstance(place, str):
            return parts.get(place)
        fits = isinstance(parts, list) and type(place) is int and -len(parts) <= place < len(parts)
        return parts[place] if fits else None

    def _computed(self, node: ast.BinOp) -> Any:
        left, right = self.of(node.left), self.of(node.right)
        for one in (left, right):
            if isinstance(one, Array):  # an array and a number, or two of one shape
                return Array(one.shape, one.dtype)
        if isinstance(node.op, ast.Mult) and isinstance(left, list) and type(right) is int:
            return left * right if 0 < right * len(left) <= _LONG else None
        if not isinstance(left, int) or not isinstance(right, int):
            return None
        if isinstance(node.op, ast.Mult):
            return left * right
        if isinstance(node.op, (ast.Add, ast.Sub)):
            return left + right if isinstance(node.op, ast.Add) else left - right
        return left // right if isinstance(node.op, ast.FloorDiv) and right else None

    def _called(self, node: ast.Call) -> Any:
        last = node.func.attr if isinstance(node.func, ast.Attribute) else dotted(node.func)
        if isinstance(node.func, ast.Name):
            if last in ("float", "int") and node.args:
                number = self.of(node.args[0])
                return {"float": float, "int": int}[last](number) if type(number) in (int, float) else None
            if last in ("min", "max") and len(node.args) > 1:
                numbers = [self.of(one) for one in node.args]
                whole = all(type(one) is int for one in numbers)
                return {"min": min, "max": max}[last](numbers) if whole else None
            if last == "dict" or last[:1].isupper():
                return self._object(node, self.known.get(last))
            if last in self.helpers.functions and self._depth < _DEPTH:
                return self._returned(self.helpers.functions[last], node)
        elif last[:1].isupper() and last not in STATED:
            return self._object(node, self.known.get(last))
        number = self.of(node.args[0]) if len(node.args) == 1 and not node.keywords else None
        if last in TYPES and type(number) in (int, float):  # np.float32(0.5)
            return float(number) if last.startswith(("float", "bfloat", "double", "half")) else int(number)
        return array(node, self.of)

    def _returned(self, function: ast.FunctionDef, call: ast.Call) -> Any:
        """What a function of the file returns; of several values those that can be told."""
        inner = Stated(dict(self.helpers.around), self.helpers, self._depth + 1)
        inner.enter(function, self.given(call))
        for one, known in inner.each(function.body):
            value = one.value if isinstance(one, ast.Return) else None
            if value is not None and (found := known.of(value)) is not None:
                return found
        return None

    def given(self, call: ast.Call) -> Given:
        """What a call gives, by place and by name."""
        named = {one.arg: self.of(one.value) for one in call.keywords if one.arg}
        for one in call.keywords:
            if one.arg is None and isinstance(more := self.of(one.value), Fields):
                named |= more
        return Given([self.of(one) for one in call.args], named)

    def _object(self, node: ast.Call, kind: Any) -> Fields:
        """`SimpleNamespace(rows=64)`, or `Config(64)` of a class of the file."""
        known = kind if isinstance(kind, Fields) else {}
        by_place = {name: self.of(one) for name, one in zip(known, node.args)}
        return Fields({**known, **by_place, **{one.arg: self.of(one.value) for one in node.keywords if one.arg}})


def _counted_up(loop: ast.stmt) -> Iterator[str]:
    """Names that every round changes, so that one round does not tell them."""
    for one in ast.walk(loop):
        if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name):
            yield one.target.id
        elif isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            name = one.targets[0].id
            if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(one.value)):
                yield name


def _asides(one: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Branches of a statement other than the first, and what may not be run at all."""
    if isinstance(one, ast.While):
        yield one.body
    for handler in getattr(one, "handlers", ()):
        yield handler.body
    if not isinstance(one, (ast.FunctionDef, ast.ClassDef)):
        yield from (part for name in ("orelse", "finalbody") if (part := getattr(one, name, None)))
