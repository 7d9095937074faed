"""What a kernel's source says about its parameters: tensors, their dimensions, plain values."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from math import prod
from typing import Any, Iterator, Mapping

from .callers import callers
from .constant_indices import reached
from .dimensions import Dimensions, Size
from .kernels import dotted, functions
from .launching import cores
from .made_arrays import TYPES, Array, Typed
from .parameters import Parameter
from .statements import (
    asserted, constants, counted, defaults, product, required, reshaped, unpacked, whole_number,
)
from .sums import facts, is_sum
from .told import numbers, plain, shapes

_DEPTH = 4
_CORES = 2  # a grid of two is the cores of a rank
_OF_TENSORS = ("shape", "dtype", "reshape", "ap", "ndim")
_MOVES = ("load", "load_transpose2d", "dma_copy", "dma_transpose")  # nothing else takes tensors in HBM whole
_COLLECTIVES = ("collective", "all_gather", "all_reduce", "reduce_scatter", "all_to_all", "replica")
_GROUPS = ("replica_group", "replica_groups")


@dataclass
class Scope:
    """What the names of one function stand for."""

    tensors: dict[str, Parameter] = field(default_factory=dict)
    sizes: dict[str, Size | int] = field(default_factory=dict)


class Source:
    """Reads a kernel, and functions of its file that it hands its tensors to."""

    def __init__(self, tree: ast.Module, kernel: ast.FunctionDef, comments: Mapping[int, str]):
        self.dimensions = Dimensions()
        self._functions = functions(tree)
        self._sums: dict[str, ast.expr] = {}
        self._stated: list[tuple[Size, ast.expr]] = []
        self._constants = constants(tree)
        self.defaults = dict(defaults(kernel))
        self.grid: tuple[int, ...] = ()  # that a call of the file launches it with
        self.parameters = {one.name: one for one in required(kernel)}
        self._comments = comments
        self._shapes = shapes(kernel, comments, ast.get_docstring(tree) or "")
        self._unpacked = set(unpacked(kernel))
        self._ways: dict[str, int] = {}
        self._read(kernel, Scope(dict(self.parameters), dict(self.defaults)), _DEPTH)
        self._told(kernel)
        self._indexed(kernel)
        self.dimensions.join_alike()
        self._computed(tree, kernel, comments)
        said = numbers(tree, self._constants)
        for one in self.parameters.values():
            one.number = said.get(one.name.lower())
        self._called(tree, kernel)
        for one in self.parameters.values():
            one.settle()
        words = {name for one in ast.walk(tree) for name in dotted(one).lower().split(".")}
        joined = any(part in word for word in words for part in _COLLECTIVES)
        self.ranks = 4 if joined else 1
        self.cores = 1 if self.grid else cores(tree, kernel.name, self._constants)

    def _called(self, tree: ast.Module, kernel: ast.FunctionDef) -> None:
        """Numbers, texts and types that the first call in the file gives that gives one."""
        for call in callers(tree, kernel):
            if not self.grid and (len(call.grid) > 1 or prod(call.grid) > _CORES):
                self.grid = call.grid
            for name, one in self.parameters.items():
                value = call.given.get(name)
                one.counted |= name in call.plain
                if isinstance(value, (Array, Typed)):
                    one.tensor, one.dtype = True, one.dtype or value.dtype
                plain = type(value) in (bool, int, float, str) or type(value) is dict
                if plain and not one.stated:
                    one.number, one.stated, one.counted = value, True, True

    def _told(self, kernel: ast.FunctionDef) -> None:
        """What the docstring and comments say, unless the code takes a tensor for one of another shape."""
        for name in plain(kernel):
            if name in self.parameters:
                self.parameters[name].counted = True
        for name, told in self._shapes.items():
            one = self.parameters.get(name)
            if one is None or not one.may_have(len(told.sizes)):
                continue
            one.rank = None
            one.indexed(len(told.sizes), True)
            one.dtype = told.dtype or one.dtype
            for place, (word, value) in enumerate(told.sizes):
                known = value or self._constants.get(word) or None
                self.dimensions.told(Size(name, place), word, known)
                before = [other for other, _ in told.sizes[:place]]
                if word and word in before:  # a square, [K, K]
                    self.dimensions.join(Size(name, before.index(word)), Size(name, place))
            for place, node in told.sums.items():
                own = self.dimensions.named().get(self.dimensions.of(Size(name, place)))
                if own not in self._names_of(node):
                    self.dimensions.computed_by(Size(name, place), node)

    def _indexed(self, kernel: ast.FunctionDef) -> None:
        """Sizes that constant indices need, where nothing else tells of a tensor."""
        for name, sizes in reached(kernel, self._constants).items():
            if name in self.parameters and name not in self._shapes:
                self.parameters[name].indexed(len(sizes), True)
                for place, size in enumerate(sizes):
                    self.dimensions.told(Size(name, place), "", size)

    def _computed(
        self, tree: ast.Module, kernel: ast.FunctionDef, comments: Mapping[int, str]
    ) -> None:
        """Sizes that the source computes from others under the name that the docstring has for them,
        defaults of parameters with the name of a size, and what docstrings and comments say of names."""
        names = self.dimensions.named()
        for size, name in names.items():
            used = self._names_of(self._sums[name]) if name in self._sums else {name}
            told = {names.get(one) for one, node in self.dimensions.sums().items() if name in self._names_of(node)}
            if name not in used and not used & told:
                self.dimensions.computed_by(size, self._sums[name])
        for size, node in self._stated:
            if self.dimensions.named().get(self.dimensions.of(size)) not in self._names_of(node):
                self.dimensions.computed_by(size, node)
        for name, number in self.defaults.items():
            self.dimensions.said(name, "==", number)
        beside = [comments.get(line, "") for line in range(kernel.lineno, kernel.body[0].lineno)]
        for text in (*beside, ast.get_docstring(kernel), ast.get_docstring(tree)):
            for fact in facts(text or ""):
                self.dimensions.said(*fact)

    @staticmethod
    def _names_of(node: ast.AST) -> set[str]:
        return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}

    def _read(self, function: ast.FunctionDef, scope: Scope, depth: int) -> None:
        nodes = sorted(ast.walk(function), key=lambda node: getattr(node, "lineno", 0))
        for node in nodes:
            if isinstance(node, ast.Assign):
                self._assign(node, scope)
        other = {line: name for name, line in reshaped(function) if name in scope.tensors}
        for node in nodes:
            for line in [line for line in other if line < getattr(node, "lineno", 0)]:
                scope.tensors.pop(other.pop(line), None)
            self._use(node, scope)
            for one in asserted(node):
                self._condition(one, scope)
            if isinstance(node, ast.Call) and depth:
                self._call(node, scope, depth)

    def _assign(self, node: ast.Assign, scope: Scope) -> None:
        target, value = node.targets[0], node.value
        if isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target.elts, value, scope)
        elif isinstance(target, ast.Name):
            self._name(target.id, value, scope)

    def _unpack(self, targets: list[ast.expr], value: ast.expr, scope: Scope) -> None:
        tensor = _shape_of(value, scope)
        if tensor is None:
            parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
            for target, part in zip(targets, parts):
                self._assign(ast.Assign([target], part), scope)
            return
        told = self._shapes.get(tensor.name)
        if told is not None and len(told.sizes) != len(targets) and (tensor.name, len(told.sizes)) in self._unpacked:
            return  # `[T, H] or [B, S, H]`: the kernel takes both
        starred = any(isinstance(one, ast.Starred) for one in targets)
        if not starred and self._other_way(tensor, len(targets)):
            return
        tensor.indexed(len(targets), not starred)
        tensor.firm |= not starred
        for place, target in enumerate(targets):
            if isinstance(target, ast.Starred):
                break
            if isinstance(target, ast.Name):
                self._bind(target.id, Size(tensor.name, place), scope)

    def _other_way(self, tensor: Parameter, places: int) -> bool:
        """Whether the kernel has taken it for one of other dimensions before: `if x.ndim == 2`, or else."""
        return self._ways.setdefault(tensor.name, places) != places

    def _name(self, name: str, value: ast.expr, scope: Scope) -> None:
        found = self._value(value, scope)
        if isinstance(found, Size):
            self._bind(name, found, scope)
        elif found is not None:
            scope.sizes[name] = found
        elif isinstance(value, ast.BinOp):
            if is_sum(value):
                self._sums.setdefault(name, value)
            size, less = self._value(value.left, scope), self._value(value.right, scope)
            if isinstance(value.op, ast.Sub) and isinstance(size, Size) and isinstance(less, int) and less > 0:
                self.dimensions.longer_by(size, less)

    def _bind(self, name: str, size: Size, scope: Scope) -> None:
        scope.sizes[name] = size
        self.dimensions.name(size, name)

    def _value(self, node: ast.expr, scope: Scope) -> Size | int | None:
        """A dimension, or a whole number that the source states."""
        if isinstance(node, ast.Name):
            return scope.sizes.get(node.id, self._constants.get(node.id))
        if isinstance(node, ast.Subscript):
            tensor, place = _shape_of(node.value, scope), whole_number(node.slice)
            if tensor is not None and place is not None:
                tensor.indexed(place + 1 if place >= 0 else -place, False)
                return Size(tensor.name, place) if place >= 0 else None
            return None
        if isinstance(node, ast.BinOp):
            sides = self._value(node.left, scope), self._value(node.right, scope)
            return product(node.op, *sides)
        return whole_number(node)

    def _use(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.Subscript) and dotted(node.value) in scope.tensors:
            places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            plain = not any(isinstance(one, ast.Constant) and one.value in (None, ...) for one in places)
            tensor, whole = scope.tensors[dotted(node.value)], plain and len(places) > 1
            tensor.indexed(len(places), whole)
            tensor.firm |= whole and any(isinstance(one, ast.Slice) for one in places)
        elif isinstance(node, ast.Attribute) and dotted(node.value) in scope.tensors:
            scope.tensors[dotted(node.value)].tensor |= node.attr in _OF_TENSORS
        elif isinstance(node, ast.Subscript):
            self._value(node, scope)
        elif isinstance(node, ast.Call) and dotted(node).rpartition(".")[2] in _MOVES:
            for one in (*node.args, *(each.value for each in node.keywords)):
                if isinstance(one, ast.Name) and one.id in scope.tensors:  # all of it
                    scope.tensors[one.id].tensor = True
        for one in counted(node):
            if dotted(one) in scope.tensors:
                scope.tensors[dotted(one)].counted = True
        if isinstance(node, ast.keyword) and node.arg in _GROUPS and dotted(node.value) in scope.tensors:
            scope.tensors[dotted(node.value)].groups = True

    def _condition(self, test: ast.expr, scope: Scope) -> None:
        if not isinstance(test, ast.Compare) or len(test.ops) != 1:
            return
        left, right, equal = test.left, test.comparators[0], isinstance(test.ops[0], ast.Eq)
        self._typed(left, right, scope)
        both = _shape_of(left, scope), _shape_of(right, scope)
        if equal and both[0] is not None and both[1] is not None:
            self._alike(*both)
            return
        if equal and both[0] is not None and isinstance(right, (ast.Tuple, ast.List)):
            if self._other_way(both[0], len(right.elts)):
                return
            both[0].indexed(len(right.elts), True)
            for place, one in enumerate(right.elts):
                self._limit(Size(both[0].name, place), test.ops[0], self._value(one, scope))
                self._sum(Size(both[0].name, place), one, scope)
            return
        if equal and isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mod):
            size, part = self._value(left.left, scope), self._value(left.right, scope)
            if isinstance(size, Size) and isinstance(part, int) and whole_number(right) == 0:
                self.dimensions.in_parts_of(size, part)
            return
        self._limit(self._value(left, scope), test.ops[0], self._value(right, scope))
        if equal:
            for one, other in ((left, right), (right, left)):
                self._counts(one, other, scope)
                self._sum(self._value(one, scope), other, scope)

    def _sum(self, size: Any, node: ast.expr, scope: Scope) -> None:
        """`assert x.shape[1] == 2 * K`: a size is computed from others."""
        if isinstance(size, Size) and isinstance(node, ast.BinOp) and is_sum(node) and self._value(node, scope) is None:
            self._stated.append((size, node))

    @staticmethod
    def _typed(left: ast.expr, right: ast.expr, scope: Scope) -> None:
        """`assert x.dtype == nl.bfloat16`, or one of several."""
        one = scope.tensors.get(dotted(left.value)) if isinstance(left, ast.Attribute) else None
        for kind in getattr(right, "elts", [right]) if one is not None and left.attr == "dtype" else ():
            one.dtype = one.dtype or TYPES.get(dotted(kind).rpartition(".")[2])

    def _counts(self, size: ast.expr, number: ast.expr, scope: Scope) -> None:
        """`assert x.shape[0] == heads`: a parameter that is a size gives it its name."""
        one, found = scope.tensors.get(dotted(number)), self._value(size, scope)
        if isinstance(found, Size) and one is not None and not one.tensor:
            self.dimensions.name(found, one.name, True)

    def _limit(self, left: Any, how: ast.cmpop, right: Any) -> None:
        if isinstance(how, ast.Eq) and isinstance(left, Size) and isinstance(right, Size):
            self.dimensions.join(left, right)
        elif isinstance(left, Size) and isinstance(right, int):
            if isinstance(how, ast.Eq):
                self.dimensions.exactly(left, right)
            elif isinstance(how, (ast.LtE, ast.Lt)):
                self.dimensions.at_most(left, right - isinstance(how, ast.Lt))

    def _alike(self, one: Parameter, other: Parameter) -> None:
        one.rank = other.rank = one.rank or other.rank or max(one.least, other.least)
        for place in range(one.rank):
            self.dimensions.join(Size(one.name, place), Size(other.name, place))

    def _call(self, node: ast.Call, scope: Scope, depth: int) -> None:
        """A function of the file gets tensors and sizes under names of its own, which its docstring has."""
        func = node.func.value if isinstance(node.func, ast.Subscript) else node.func
        callee = self._functions.get(dotted(func))
        if callee is None:
            return
        inner = Scope()
        places = [(one.arg, given) for one, given in zip(callee.args.args, node.args)]
        for name, given in places + [(one.arg, one.value) for one in node.keywords if one.arg]:
            if dotted(given) in scope.tensors:
                inner.tensors[name] = scope.tensors[dotted(given)]
            elif (found := self._value(given, scope)) is not None:
                inner.sizes[name] = found
        if inner.tensors:
            told = shapes(callee, self._comments)
            for name, tensor in inner.tensors.items():
                if name in told:
                    self._shapes.setdefault(tensor.name, told[name])
            self._read(callee, inner, depth - 1)


def _shape_of(node: ast.expr, scope: Scope) -> Parameter | None:
    if isinstance(node, ast.Call) and dotted(node) in ("tuple", "list") and len(node.args) == 1:
        node = node.args[0]
    if isinstance(node, ast.Attribute) and node.attr == "shape":
        return scope.tensors.get(dotted(node.value))
    return None
