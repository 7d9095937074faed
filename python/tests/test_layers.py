"""The recorder's packages and files build on one another in one direction."""

from __future__ import annotations

import ast
import graphlib
import os
import re
import unittest
from typing import Iterator

from support import PYTHON

PACKAGE = "trn2sim_recorder"


def files() -> Iterator[tuple[str, str]]:
    """Names of modules, and where they are."""
    for folder, _, names in os.walk(os.path.join(PYTHON, PACKAGE)):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(".py"):
                yield os.path.relpath(path, PYTHON)[:-3].replace(os.sep, "."), path


def parsed(path: str) -> ast.Module:
    with open(path, encoding="utf-8") as source:
        return ast.parse(source.read())


def imported(module: str, path: str) -> Iterator[str]:
    """What a file imports of its own package, in functions and for types alone as well."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.level:
            place = ".".join(module.split(".")[: -node.level] + (node.module or "").split("."))
            yield place
            yield from (f"{place.rstrip('.')}.{one.name}" for one in node.names)


def package(module: str) -> str:
    """The folder that a file is in."""
    return ".".join(module.split(".")[1:-1])


def order() -> list[str]:
    """The packages as the recorder's docstring has them, and the files beside them."""
    said = ast.get_docstring(parsed(os.path.join(PYTHON, PACKAGE, "__init__.py")))
    return [*re.findall(r"`(\w+)`", said), ""]


def graph() -> dict[str, set[str]]:
    known = dict(files())
    return {module: {*imported(module, path)} & {*known} for module, path in known.items()}


class LayersTest(unittest.TestCase):
    def test_every_folder_has_a_place_in_the_order(self):
        self.assertEqual(sorted(order()), sorted({package(module) for module, _ in files()}))

    def test_the_readme_has_them_in_this_order(self):
        with open(os.path.join(PYTHON, "README.md"), encoding="utf-8") as readme:
            self.assertEqual(order()[:-1], re.findall(r"^\| `(\w+)/`", readme.read(), re.MULTILINE))

    def test_packages_build_on_those_before_them(self):
        place = {name: number for number, name in enumerate(order())}
        against = [
            f"{module} imports {other}"
            for module, others in graph().items()
            for other in others
            if place[package(other)] > place[package(module)]
        ]
        self.assertEqual([], sorted(against))

    def test_no_files_import_one_another_in_a_circle(self):
        found = graph()
        self.assertIn(f"{PACKAGE}.tensors.views", found[f"{PACKAGE}.recording.recorder"])
        try:
            graphlib.TopologicalSorter(found).prepare()
        except graphlib.CycleError as circle:
            self.fail(f"files import one another in a circle: {' <- '.join(circle.args[1])}")


if __name__ == "__main__":
    unittest.main()
