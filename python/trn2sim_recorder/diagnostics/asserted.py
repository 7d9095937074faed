"""What the two sides of a failed assertion were, where its author says nothing."""

from __future__ import annotations

import ast
from types import FrameType, TracebackType

from ..basics.dtypes import DType


def sides(trace: TracebackType | None, text: str) -> str:
    """`; K is 128, M is 64` for `assert K == M`; nothing for what a look at them would compute."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    try:
        node = ast.parse(text.strip()).body[0]
    except (SyntaxError, IndexError):
        return ""
    test = node.test if isinstance(node, ast.Assert) else None
    if trace is None or not isinstance(test, ast.Compare):
        return ""
    shown = [_shown(one, trace.tb_frame) for one in (test.left, *test.comparators)]
    return "".join(f"; {one}" if not place else f", {one}" for place, one in enumerate(filter(None, shown)))


def _shown(side: ast.expr, frame: FrameType) -> str:
    """A name, an attribute or a part, with its value; calls are not made again."""
    plain = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.Constant, ast.BinOp, ast.operator, ast.expr_context)
    if isinstance(side, ast.Constant) or not all(isinstance(one, plain) for one in ast.walk(side)):
        return ""
    try:
        value = eval(compile(ast.Expression(side), "<nki>", "eval"), frame.f_globals, frame.f_locals)
    except Exception:  # noqa: BLE001, what fails is not shown
        return ""
    known = isinstance(value, (int, float, str, DType, tuple, list)) and len(repr(value)) < 60
    return f"{ast.unparse(side)} is {value}" if known else ""
