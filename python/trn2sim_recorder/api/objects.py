"""`NKIObject`: classes whose plain attributes are fields, with or without `@dataclass`."""

from __future__ import annotations

from enum import Enum
from types import FunctionType
from typing import Any


def _is_field(name: str, value: Any) -> bool:
    if name.startswith("__") or isinstance(value, (FunctionType, classmethod, staticmethod, type)):
        return False
    if isinstance(value, (list, dict, set)):
        return False
    return not hasattr(type(value), "__get__") and not hasattr(type(value), "__set__")


class NKIObject:
    """Base of a kernel's own classes; attributes without annotation become fields too."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if issubclass(cls, Enum):
            return
        own = cls.__annotations__
        fields = {name: kind for name, kind in own.items() if name not in cls.__dict__}
        for name, value in cls.__dict__.items():
            if name in own or _is_field(name, value):
                fields[name] = own.get(name, Any)
        cls.__annotations__ = fields

    def __init__(self, *args: Any, **named: Any) -> None:
        if isinstance(self, Enum):
            return
        names = [
            name
            for part in reversed(type(self).__mro__)
            for name in getattr(part, "__annotations__", {})
        ]
        names = list(dict.fromkeys(names))
        given = dict.fromkeys(name for name in names if not hasattr(self, name))
        given.update(zip(names, args))
        given.update(named)
        for name, value in given.items():
            setattr(self, name, value)
        after = getattr(self, "__post_init__", None)
        if after is not None:
            after()
