"""The recorder's files build on one another in one direction."""

from __future__ import annotations

import ast
import graphlib
import os
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


def imported(module: str, path: str) -> Iterator[str]:
    """What a file imports of its own package, in functions and for types alone as well."""
    with open(path, encoding="utf-8") as source:
        tree = ast.parse(source.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            place = ".".join(module.split(".")[: -node.level] + (node.module or "").split("."))
            yield place
            yield from (f"{place.rstrip('.')}.{one.name}" for one in node.names)


class LayersTest(unittest.TestCase):
    def test_no_files_import_one_another_in_a_circle(self):
        known = dict(files())
        graph = {module: {*imported(module, path)} & {*known} for module, path in known.items()}
        self.assertIn(f"{PACKAGE}.tensors.views", graph[f"{PACKAGE}.recording.recorder"])
        try:
            graphlib.TopologicalSorter(graph).prepare()
        except graphlib.CycleError as circle:
            self.fail(f"files import one another in a circle: {' <- '.join(circle.args[1])}")


if __name__ == "__main__":
    unittest.main()
