"""The names kernels usually import, for files that leave the imports to what they are pasted into."""

from __future__ import annotations

import ast
import importlib
import symtable
from typing import Any

# By name: the module below nki, and what of it.
NAMES = {
    "nki": ("", ""),
    "nl": (".language", ""),
    "nisa": (".isa", ""),
    "nt": (".typing", ""),
    "par_dim": (".language", "par_dim"),
}
OTHERS = {"np": "numpy", "math": "math"}

# Memories that are words of the language in the first releases of `nki`, for any kernel without an import.
MEMORIES = ("hbm", "private_hbm", "psum", "sbuf", "shared_hbm")

# Functions of the old dialect that return nothing: as statements they do not tell the dialects apart.
_STATEMENTS = frozenset(
    """core_barrier dma_copy dma_transpose nc_stream_shuffle rand_set_state register_load
    register_move register_store select_reduce sendrecv set_rng_seed tensor_copy_dynamic_dst
    tensor_copy_predicated""".split()
)


def supplied(source: str) -> dict[str, tuple[Any, str]]:
    """What the usual names mean that a file uses and never binds, each with where it is from."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return {}
    nodes = list(ast.walk(tree))
    free = _free(source)
    anything = any(isinstance(node, ast.alias) and node.name == "*" for node in nodes)
    if anything:
        return {}
    root = _root(nodes)
    found = _memories(free) if root == "nki" or "nki" in _packages(nodes) else {}
    if "nki" not in free and "nl" not in free:
        return found
    for name in sorted(free & {*NAMES, *OTHERS}):
        below, what = NAMES.get(name, ("", ""))
        place = OTHERS.get(name) or root + below
        module = importlib.import_module(place)
        found[name] = (getattr(module, what) if what else module, place)
    return found


def _memories(free: set[str]) -> dict[str, tuple[Any, str]]:
    place = "nki.language"
    return {
        name: (getattr(importlib.import_module(place), name), f"{place}.{name}")
        for name in sorted(free.intersection(MEMORIES))
    }


def _root(nodes: list[ast.AST]) -> str:
    """The package whose dialect the file is written in: the one it imports from, if it does."""
    packages = _packages(nodes)
    if len(packages) == 1:
        return "nki" if "nki" in packages else "neuronxcc.nki"
    return "nki" if any(map(_writes_in_place, nodes)) else "neuronxcc.nki"


def _packages(nodes: list[ast.AST]) -> set[str]:
    imported = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    imported += [one.name for node in nodes if isinstance(node, ast.Import) for one in node.names]
    return {name.split(".")[0] for name in imported} & {"nki", "neuronxcc"}


def _free(source: str) -> set[str]:
    """Names of the file as a whole that it never binds; what a function binds is its own."""
    used, bound = set(), set()
    scopes = [symtable.symtable(source, "kernel", "exec")]
    while scopes:
        scope = scopes.pop()
        scopes += scope.get_children()
        for symbol in scope.get_symbols():
            if scope.get_type() == "module" or symbol.is_global():
                made = symbol.is_assigned() or symbol.is_imported()
                (bound if made else used).add(symbol.get_name())
    return used - bound


def _writes_in_place(node: ast.AST) -> bool:
    """An instruction whose result nobody takes is of the dialect in which they have a dst."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    owner = call.func.value
    named = isinstance(owner, ast.Name) and owner.id == "nisa"
    return named and call.func.attr not in _STATEMENTS
