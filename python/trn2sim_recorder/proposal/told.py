"""What a file says of parameters besides: shapes and types in docstrings, numbers under their names."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from dataclasses import dataclass, field
from typing import Iterator, Mapping

from .made_arrays import TYPES
from .sums import expression

# A type behind sizes: `bf16`, `, float32`, `, dtype uint32`.
_KIND = r"\s*,?\s*(?:dtype\s*[=:]?\s*)?(\w*)"
# `x (nl.ndarray): [B, S, H=512] bf16, the input`, `x, y: tensor of shape (128, 512)`, `:param x: [K, M]`.
_LINE = (
    r"^\s*(?:[-*]\s*)?(?::param\s+(?:\w+\s+)?)?(?:[`*]*\w+[`*]*\s*[,/]\s*)*[`*]*{}\b[`*]*"
    r"(?:\s*[,/]\s*[`*]*\w+[`*]*(?=\s*[,/:]))*\s*([:(\[-].*)$"
)
# `x [B, S] bf16, w/v [S, K-1]`, anywhere.
_BESIDE = r"(?<![\w.]){}(?:/\w+)*[`*]*:?\s*`*\[([^\[\]]+)\]`*" + _KIND
# `x (B, S) bf16` or `x bf16 [B, S]`, anywhere: sums and products of names, so that prose is none.
_ONE = r"(?:\w+|\([^()\[\],]*\))"  # a name, a number, or a part in brackets
_PART = _ONE + r"(?:\s*(?://|[-+*/])\s*" + _ONE + r")*"
_OTHERS = r"(?:\s*,\s*(?:[^,()\[\]]|\([^()\[\],]*\))+)*"
_SIZES = re.compile(
    r"(\w*)[\[(]\s*(" + _PART + r"(?:\s*=\s*\d+)?" + _OTHERS + r")\s*,?\s*[\])]`*" + _KIND
)
# What stands before brackets in prose and takes a number.
_FUNCTIONS = ("sqrt", "rsqrt", "exp", "log", "log2", "min", "max", "sum", "ceil", "floor", "round", "abs", "len")
_ROUND = r"(?<![\w.]){}[`*]*\s*`*\(\s*(" + _PART + r"(?:\s*,\s*" + _PART + r")+)\s*,?\s*\)`*" + _KIND
# `k, v [pages, D]`, anywhere.
_SHARED = r"(?<![\w.]){}[`*]*(?:\s*,\s*[`*]*\w+[`*]*)+:?\s*`*\[([^\[\]]+)\]`*" + _KIND
# `q, k are (D, S) bf16`, `w is [M, N]`, anywhere.
_IS = r"(?<![\w.]){}[`*]*(?:\s*,\s*[`*]*\w+[`*]*)*\s+(?:is|are)\s+(?:of shape\s+)?`*[(\[]([^()\[\]]+)[)\]]`*" + _KIND
_BEHIND = r"(?<![\w.]){}[`*]*\s+(\w+)\s*`*[\[(]([^()\[\]]+)[\])]"
# A line `x = (128, H)`.
_EQUALS = r"^\s*[`*]*{}[`*]*\s*=\s*\(\s*([^()]*,[^()]*)\)" + _KIND
# `All four arguments are (rows, 4) tensors`, `Inputs: 8 x (P, 1) int32`, of every parameter.
_GIVEN = r"(?:arguments|args|inputs|input tensors|operands)"
_ALL = re.compile(
    r"(?i)\b(?:all\s+(?:\w+\s+)?" + _GIVEN + r"\s+are\b[^.,\[(]*|" + _GIVEN + r":?\s+(?:\w+\s+)?\d+\s*[x×*]\s*)"
    r"`*[(\[]([^()\[\]]+)[)\]]`*" + _KIND
)
# `Input shape (P, 2)`, of the only one.
_ONLY = re.compile(r"(?i)\binput(?:\s+tensor)?(?:\s+has)?(?:\s+is)?(?:\s+of)?\s+shape:?\s+`*[(\[]([^()\[\]]+)[)\]]`*" + _KIND)
# `Inputs (HBM, f32):` above the lines of parameters.
_HEADING = re.compile(r"(?im)^\s*(?:inputs?|args|arguments|parameters)\s*\(([^()]*)\)\s*:\s*$")
# A line `x : [rows, 128] bf16` of the docstring of a file, and what tells a parameter from a tile of its name.
_LISTED = r"^\s*[`*]*{}[`*]*\s*:\s*`*\[([^\[\]]+)\]`*" + _KIND
_MEMORY = re.compile(r"_(?:hbm|dram|ref|tensor)$")
_BROKEN = re.compile(r"(\bshape:?)\s*\n\s*(?=[\[(])")  # a line that ends before the sizes
_SIZE = re.compile(r"([A-Za-z_]\w*)?\s*=?\s*(\d+)?")
_WORDS = (
    "optional", "default", "required", "int", "float", "bool", "str", "list", "tuple", "integer", "number",
)
# What a line says of a number: `: Python int`, `: fp32 scalar`, ` (float): `.
_NUMBER = re.compile(
    r"[\s:(\-`]*(?:(?:an?|the|python|fp32|float32|f32|static|constant|compile-time)\s+)*"
    r"(?:int|integer|float|bool|boolean|scalar|number)\b(?!\s*(?:tensor|array|tile|matrix|\[|of shape))",
    re.IGNORECASE,
)
# `: 1/sqrt(D)`, `: 1.0 / D`, `: head_dim ** -0.5`.
_QUOTIENT = re.compile(r"[\s:`-]*(?:\d+(?:\.\d*)?\s*/|\w+\s*\*\*\s*\(?-)\s*\w")
_SHORT = {"bf16": "bf16", "fp32": "fp32", "f32": "fp32", "fp16": "fp16", "f16": "fp16"}


@dataclass
class Told:
    """The name and the size of each dimension, where there are any, and the type; sums by their place."""

    sizes: list[tuple[str, int | None]]
    dtype: str | None
    sums: dict[int, ast.expr] = field(default_factory=dict)


def shapes(kernel: ast.FunctionDef, comments: Mapping[int, str], around: str = "") -> dict[str, Told]:
    """By parameter, the first that the docstring says of it, or a comment beside it; else what that of
    the file says in a sentence."""
    text, found = _BROKEN.sub(r"\1 ", ast.get_docstring(kernel) or ""), {}
    usual = next(filter(None, (_kind(word) for part in _HEADING.findall(text) for word in part.split(", "))), None)
    for one in (*kernel.args.posonlyargs, *kernel.args.args, *kernel.args.kwonlyargs):
        beside = f"{one.arg}: {comments.get(one.end_lineno or one.lineno, '')}"
        name = re.escape(one.arg)
        told = next(_stated(name, text), None) or next(_stated(name, beside), None)
        told = told or next(_sentences(name, around), None)
        if told is not None:
            told.dtype = told.dtype or usual
            found[one.arg] = told
    return _of_all(kernel, text) | (found or _of_file(kernel, around))


def _of_file(kernel: ast.FunctionDef, around: str) -> dict[str, Told]:
    """Lines of the docstring of the file such as `x: [rows, 128] bf16`, of `x` or `x_hbm`, where that of
    the kernel has none."""
    found: dict[str, Told] = {}
    for one in (*kernel.args.posonlyargs, *kernel.args.args, *kernel.args.kwonlyargs):
        for sizes, kind in re.findall(_LISTED.format(re.escape(_MEMORY.sub("", one.arg))), around, re.MULTILINE)[:1]:
            found.update((one.arg, told) for told in _told(sizes.rstrip(" ,"), kind))
    return found


def _of_all(kernel: ast.FunctionDef, text: str) -> dict[str, Told]:
    """What a sentence says of all parameters that have no default."""
    given = kernel.args.posonlyargs + kernel.args.args
    names = [one.arg for one in given[: len(given) - len(kernel.args.defaults)]]
    for sizes, kind in _ALL.findall(text) or (_ONLY.findall(text) if len(names) == 1 else []):
        for told in _told(sizes.rstrip(" ,"), kind):
            return {name: told for name in names}
    return {}


def plain(kernel: ast.FunctionDef) -> Iterator[str]:
    """Parameters of which the docstring says that they are numbers, such as `eps (float): ...`."""
    text = ast.get_docstring(kernel) or ""
    for one in (*kernel.args.posonlyargs, *kernel.args.args, *kernel.args.kwonlyargs):
        said = re.findall(_LINE.format(re.escape(one.arg)), text, re.MULTILINE)
        if any(_NUMBER.match(rest) or _QUOTIENT.match(rest) for rest in said):
            yield one.arg


def comments(text: str) -> dict[int, str]:
    """Those of a file, by line."""
    lines = io.StringIO(text).readline
    try:
        return {
            one.start[0]: one.string.lstrip("# ") for one in tokenize.generate_tokens(lines)
            if one.type == tokenize.COMMENT
        }
    except (tokenize.TokenError, SyntaxError):
        return {}


def _stated(name: str, text: str) -> Iterator[Told]:
    """Where a line begins with the name; else where a list of sizes stands beside it."""
    for rest in re.findall(_LINE.format(name), text, re.MULTILINE):
        behind = re.sub(r"^\([^)\[\]]*\)\s*:?", "", rest) if ":" in rest else rest
        for before, sizes, kind in _SIZES.findall(behind)[:1]:
            if before not in _FUNCTIONS and all(_SIZE.fullmatch(one) or expression(one) for one in map(str.strip, sizes.split(","))):
                yield from _told(sizes, kind)
    for form in (_BESIDE, _ROUND, _EQUALS):
        for sizes, kind in re.findall(form.format(name), text, re.MULTILINE):
            yield from _told(sizes.rstrip(" ,"), kind)
    for kind, sizes in re.findall(_BEHIND.format(name), text):
        if _kind(kind):
            yield from _told(sizes, kind)
    yield from _sentences(name, text)
    for sizes, kind in re.findall(_SHARED.format(name), text):
        yield from _told(sizes, kind)


def _sentences(name: str, text: str) -> Iterator[Told]:
    for sizes, kind in re.findall(_IS.format(name), text):
        yield from _told(sizes.rstrip(" ,"), kind)


def _kind(word: str) -> str | None:
    """The type that a word is, in small letters or not."""
    return _SHORT.get(word.lower(), TYPES.get(word.lower()))


def _told(sizes: str, kind: str) -> Iterator[Told]:
    found: list[tuple[str, int | None]] = []
    sums: dict[int, ast.expr] = {}
    for one in map(str.strip, sizes.split(",")):
        size = _SIZE.fullmatch(one)
        if not one or ":" in one or (size and (size[1] in _WORDS or _kind(size[1] or ""))):
            return
        if not size and (made := expression(one)) is not None:
            sums[len(found)] = made
        found.append((size[1] or "", int(size[2]) if size[2] else None) if size else ("", None))
    yield Told(found, _kind(kind), sums)


def numbers(tree: ast.Module, constants: dict[str, int]) -> dict[str, int | float]:
    """By name in small letters: those of `Config(size=64)`, `def run(x, size=64)` and `SIZE = 64`."""
    found: dict[str, int | float] = {}
    for one in ast.walk(tree):
        pairs: list[tuple[str | None, ast.AST | None]] = []
        if isinstance(one, ast.keyword):
            pairs = [(one.arg, one.value)]
        elif isinstance(one, ast.arguments):
            pairs = list(zip([each.arg for each in reversed(one.args)], reversed(one.defaults)))
        elif isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            pairs = [(one.targets[0].id, one.value)]
        for name, value in pairs:
            number = constants.get(value.id) if isinstance(value, ast.Name) else getattr(value, "value", None)
            if name and type(number) in (int, float):
                found.setdefault(name.lower(), number)
    return found
