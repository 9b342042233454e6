"""Imports go one way: errors <- core <- {measures, io, report} <- compat <- cli."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cranfield

SOURCE = Path(cranfield.__file__).parent
BASE = {"errors", "version"}
MAY_IMPORT = {
    "errors": set(),
    "version": set(),
    "core": BASE | {"core"},
    "measures": BASE | {"core", "measures"},
    "io": BASE | {"core", "io"},
    "compare": BASE | {"core", "compare"},
    "report": BASE | {"core", "report"},
    "demo": set(),
    "compat": BASE | {"core", "measures", "io", "report", "compat"},
    "cli": BASE | {"core", "measures", "io", "compare", "report", "demo", "compat", "cli"},
}
DOORS = {"__init__", "__main__"}  # the public names, and `python -m cranfield`
FILES = sorted(
    path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0].removesuffix(".py") not in DOORS
)


def imports_of(tree: ast.AST) -> set[str]:
    """The parts of the package that a module imports anywhere, also inside functions."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.split(".")[0] == "cranfield" and "." in name}
    return found


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def test_every_part_has_its_layer():
    assert {layer_of(path) for path in FILES} == set(MAY_IMPORT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_go_one_way(path):
    assert imports_of(ast.parse(path.read_text(encoding="utf-8"))) <= MAY_IMPORT[layer_of(path)]


def test_a_wrong_import_would_be_seen():
    text = "def f():\n    from cranfield.io.ranking import ranking\n    import cranfield.cli.main\n"
    assert imports_of(ast.parse(text)) == {"io", "cli"}


def test_measures_and_io_do_not_know_each_other():
    assert "io" not in MAY_IMPORT["measures"]
    assert "measures" not in MAY_IMPORT["io"]
    assert [layer for layer, allowed in MAY_IMPORT.items() if "cli" in allowed] == ["cli"]
