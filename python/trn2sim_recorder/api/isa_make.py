"""Makes a Python function of a row of `isa_table`: its own signature, no work per call to spare."""

from __future__ import annotations

from typing import Any, Callable

from ..basics.errors import RecordError, kind_of, unsupported
from ..basics.state import STATE
from ..host.call_sites import GENERATED
from ..tensors.views import View
from . import rules
from .enums import NUMBERED, engine_code
from .isa_table import Row
from .ops import Op


def number(function: str, parameter: str, value: Any) -> Any:
    """An immediate as JSON can hold it: truth values and numpy scalars become Python numbers."""
    plain = getattr(type(value), "item", None)
    if plain is not None and not isinstance(value, View):
        value = plain(value)
    if isinstance(value, (int, float)):
        return int(value) if isinstance(value, bool) else value
    try:
        return float(value if not isinstance(value, str) else None)
    except (TypeError, ValueError):
        raise RecordError(
            "E3", f"{function}: {parameter} is {kind_of(value)}, expected a number or tensor"
        ) from None


def plain(value: Any) -> Any:
    """Data as JSON can hold it."""
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value
    return value.item() if hasattr(type(value), "item") else value.__index__()


def constant(parameter: str, value: Any) -> Any:
    """The word of an enum's member; earlier releases also take its number."""
    if isinstance(value, int):
        members = NUMBERED.get(parameter, ())
        if not 0 <= value < len(members):
            raise RecordError("E3", f"{parameter} is {value}, expected a member of nki.isa.{parameter}")
        return members[value]
    word = getattr(value, "value", value)
    if parameter in NUMBERED and word not in NUMBERED[parameter]:
        raise RecordError("E3", f"{parameter} is {word!r}, expected a member of nki.isa.{parameter}")
    return word


class Parameter:
    """One parameter of a row."""

    def __init__(self, text: str):
        self.name, _, rest = text.partition(":")
        self.kind, self.has_default, self.default = rest.partition("=")
        if self.kind in ("flag", "eng", "queue"):
            self.has_default, self.default = "=", "False" if self.kind == "flag" else "None"

    def signature(self) -> str:
        return f"{self.name}={self.default}" if self.has_default else self.name


def parameters(row: Row) -> list[Parameter]:
    return [Parameter(text) for text in row.parameters.split()]


def _attribute(function: str, p: Parameter) -> list[str]:
    """Lines that put a parameter into the attributes."""
    n = p.name
    value = {
        "op": f"{n}.name if type({n}) is Op else rules.named('{function}', {n})",
        "flag": "1",
        "data": f"{n} if type({n}) is int else plain({n})",
        "enum": f"constant('{n}', {n})",
        "queue": f"engine_code({n})",
    }.get(p.kind)
    key = "queue" if p.kind == "queue" else n
    if p.kind in ("val", "val?"):
        store = [
            f"if type({n}) is float: a['{n}'] = {n}",
            f"elif isinstance({n}, View):",
            f"    if type({n}) is not View: {n} = rules.operand('{function}', '{n}', {n})",
            f"    if {n}.shape != (shape_of.shape[0], 1): "
            f"rules.column('{function}', '{n}', shape_of, {n})",
            f"    a['{n}'] = '$1' if len(ins) == 1 else '$%d' % len(ins); ins += ({n},)",
            f"else: a['{n}'] = number('{function}', '{n}', {n})",
        ]
    else:
        store = [f"a['{key}'] = {value}"]
    if p.kind != "val?" and (not p.has_default or p.default not in ("None", "False")):
        return store
    test = f"if {n}:" if p.kind == "flag" else f"if {n} is not None:"
    return [test, *("    " + line for line in store)]


def _sizes_differ(views: list[str]) -> str:
    differ = [f"dst.shape != {view}.shape" for view in views[1:]]
    return " or ".join(differ + [f"not {view}.base.on_chip" for view in views])


def _not_all_known(ops: list[str]) -> str:
    """The first operator is given in any case."""
    tests = [f"(type({op}) is not Op or {op}.name in rules.ABSENT)" for op in ops]
    more = [f"{op} is not None and {test}" for op, test in zip(ops[1:], tests[1:])]
    return " or ".join(tests[:1] + more)


def _in_psum(views: list[str], joined: str) -> str:
    return joined.join(f"{view}.base.layout.is_psum" for view in views)


# Tests that show for most calls that a rule is met, by the rule: of what it is given.
_GLANCES: dict[str, Callable[[list[str]], str]] = {
    "same_size": _sizes_differ,
    "widened": lambda views: " or ".join(f"dst.shape != {view}.shape" for view in views[1:]),
    "not_both_psum": lambda views: _in_psum(views, " and "),
    "one_kind": lambda ops: "op1 is not None and not (type(op0) is type(op1) is Op and op0.bits is op1.bits)",
    "known_operators": _not_all_known,
    "of_two": lambda ops: "type(op) is not Op or op.name not in rules.OF_TWO",
    "of_one": lambda ops: "type(op) is not Op or op.name in rules.OF_TWO",
    "operands_given": lambda given: "operand0 is None or (op1 is not None and operand1 is None)",
    "on_scalar": lambda engines: "engine is not None",
    "from_psum": lambda views: _in_psum(views[1:], ""),
    "dma": lambda views: f"dst.shape != src.shape or {_in_psum(views, ' or ')}",
    "open_engine": lambda given: (
        "engine is None and not (type(dst) is View and dst.base.layout.dtype.is_float "
        "and type(op) is Op and op.name != 'power')"
    ),
}


def _rule(function: str, text: str) -> str:
    """The call of a rule, behind a glance that spares most calls that."""
    target, equals, check = text.rpartition(" = ")
    name, _, given = check.rstrip(")").partition("(")
    glance = _GLANCES.get(name)
    test = f"if {glance(given.split(', '))}: " if glance is not None else ""
    return f"{test}{target}{equals}rules." + check.replace("(", f"('{function}', ", 1)


def _all_defaults(function: str, row: Row, ps: list[Parameter], ins: str, outs: str) -> list[str]:
    """A short way for calls that give operands only, where the row allows it."""
    others = [p for p in ps if p.kind not in ("in", "out", "rmw", "any")]
    if row.guess or not others or any(p.default != "None" or p.kind == "ins" for p in others):
        return []
    engine = "None" if row.engine == "open" else f"'{row.engine}'"
    tests = " and ".join(f"{p.name} is None" for p in [*others, Parameter("name:data=None")])
    call = f"return STATE.recorder.emit('{function}', {engine}, ({outs}), ({ins}))"
    return [f"if {tests}: {call}"]


def _takes_dtype(row: Row) -> bool:
    """Calls of an earlier release name the type of `dst` as well; those of DMAs did not."""
    return row.parameters.startswith("dst:out ") and row.engine != "dma"


def _operand(function: str, row: Row, p: Parameter) -> list[str]:
    """Lines that make a tensor of an operand, or refuse it."""
    n = p.name
    read = "operand" if p.kind == "in" and row.engine != "dma" else "tensor"
    if p.kind in ("in", "out"):
        return [f"if type({n}) is not View: {n} = rules.{read}('{function}', '{n}', {n})"]
    if p.kind == "col":
        return [f"if type({n}) is not View: {n} = rules.filled_column('{function}', '{n}', dst, {n})"]
    if p.kind == "rmw":
        return [f"if {n} is not None: return rules.combine(dst, [dst, src], {n})"]
    if p.kind == "out?":
        given = f"{n} is not None and type({n}) is not View"
        return [f"if {given}: {n} = rules.tensor('{function}', '{n}', {n})"]
    return []


def _written(name: str) -> str:
    """What is left of a reduction goes to the first partitions of a tile with more of them."""
    if name != "reduce_res":
        return name
    return f"{name} if {name}.shape[0] <= shape_of.shape[0] else {name}[0 : shape_of.shape[0]]"


def _body(function: str, row: Row) -> list[str]:
    ps = parameters(row)
    lines = []
    if _takes_dtype(row):
        lines.append(f"if dtype is not None: rules.of_dst('{function}', dst, dtype)")
    for p in ps:
        lines += _operand(function, row, p)
    lines += [_rule(function, text) for text in row.rule.split("; ")]
    ins = "".join(f"{p.name}, " for p in ps if p.kind in ("in", "col"))
    ins += "".join(f"*{p.name}, " for p in ps if p.kind == "ins")
    outs = "".join(f"{p.name}, " for p in ps if p.kind == "out")
    plain_call = _all_defaults(function, row, ps, ins, outs)
    lines += [*plain_call, f"ins = ({ins})", f"outs = ({outs})", "a = {}"]
    tensors = [p.name for p in ps if p.kind in ("out", "in")]
    lines.append(f"shape_of = {tensors[0]}")
    for p in ps:
        if p.kind == "out?":
            lines.append(f"if {p.name} is not None: outs += ({_written(p.name)},)")
    for p in ps:
        if p.kind in ("op", "val", "val?", "flag", "data", "enum", "queue"):
            lines += _attribute(function, p)
    lines.append("if name is not None: a['name'] = name")
    if row.guess:
        lines.append("a['guess'] = 1")
        lines.append(f"STATE.recorder.warn('W3', '{function}: its cost is a guess')")
    engine = f"'{row.engine}'"
    if row.engine == "open":
        engine = "None if engine is None else engine_code(engine)"
    lines.append(
        f"return STATE.recorder.emit('{function}', {engine}, outs, ins, a or None)"
    )
    return lines


def make(function: str, row: Row) -> Callable:
    more = ["name=None", "*", "dtype=None"] if _takes_dtype(row) else ["name=None"]
    signature = ", ".join([*(p.signature() for p in parameters(row)), *more])
    text = f"def {function}({signature}):\n" + "".join(
        f"    {line}\n" for line in _body(function, row)
    )
    space: dict[str, Any] = {
        "View": View, "rules": rules, "Op": Op, "number": number,
        "plain": plain, "constant": constant, "engine_code": engine_code, "STATE": STATE,
    }
    exec(compile(text, GENERATED, "exec"), space)
    made = space[function]
    made.__qualname__ = f"nki.isa.{function}"
    made.__module__ = "nki.isa"
    return made


def make_refusal(function: str, why: str) -> Callable:
    def refuse(*args: Any, **named: Any) -> Any:
        raise unsupported(f"nki.isa.{function}", why)

    refuse.__name__ = function
    refuse.__qualname__ = f"nki.isa.{function}"
    return refuse
