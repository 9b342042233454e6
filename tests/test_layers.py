"""Imports go one way, by string too: words <- errors <- core <- {measures, io, compare, curves, report} <- cli."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import cranfield

SOURCE = Path(cranfield.__file__).parent
BASE = {"errors", "version", "words"}
MAY_IMPORT = {
    "version": set(),
    "words": {"words"},
    "errors": {"words"},
    "core": BASE | {"core"},
    "measures": BASE | {"core", "measures"},
    "io": BASE | {"core", "io"},
    "compare": BASE | {"core", "compare"},
    "curves": BASE | {"core", "curves"},
    "report": BASE | {"core", "report"},
    "demo": set(),
    "pools": BASE | {"core", "io", "compare", "pools"},
    "trust": BASE | {"core", "measures", "io", "compare", "trust"},
    "testing": BASE | {"core", "compare", "testing"},
    "compat": BASE | {"core", "measures", "io", "report", "compat"},
    "scale": BASE | {"core", "measures", "io", "scale"},
    "spark": BASE | {"core", "measures", "io", "scale", "spark"},
    "judge": BASE | {"core", "measures", "io", "compare", "report", "demo", "pools", "judge"},
    "live": BASE | {"core", "measures", "io", "compare", "report", "demo", "live"},
    "cli": BASE
    | {"core", "measures", "io", "compare", "curves", "report", "demo", "compat", "pools", "scale"}
    | {"spark", "trust", "judge", "live", "cli"},
}
DOORS = {"__init__", "__main__"}  # the public names, and `python -m cranfield`
FILES = sorted(
    path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0].removesuffix(".py") not in DOORS
)
LOADERS = {"import_module", "__import__", "find_spec", "resolve_name"}


def named_in(node: ast.Call) -> list[str]:
    """The module that a call loads by its name, as far as the name is written there."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name not in LOADERS or not node.args:
        return []
    argument = node.args[0]
    if isinstance(argument, ast.Constant):
        return [str(argument.value)]
    if isinstance(argument, ast.JoinedStr):
        return ["".join(part.value if isinstance(part, ast.Constant) else "?" for part in argument.values)]
    return []


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def modules_of(tree: ast.AST, *, types: bool = True) -> set[str]:
    """Our modules that a module imports anywhere, also inside functions and by string."""
    found, left = set(), [tree]
    while left:
        node = left.pop()
        if is_for_types(node) and not types:
            continue
        left += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call):
            found |= set(named_in(node))
    return {name for name in found if name.startswith("cranfield.")}


def layers_of(tree: ast.AST) -> set[str]:
    return {name.split(".")[1] for name in modules_of(tree)}


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def read(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_every_part_has_its_layer():
    assert {layer_of(path) for path in FILES} == set(MAY_IMPORT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_go_one_way(path):
    assert layers_of(read(path)) <= MAY_IMPORT[layer_of(path)]


def test_a_wrong_import_would_be_seen():
    text = "def f():\n    from cranfield.io.ranking import ranking\n    import cranfield.cli.main\n"
    assert layers_of(ast.parse(text)) == {"io", "cli"}
    text = 'import importlib\nimportlib.import_module("cranfield.io.groups").groups(x)\n'
    assert layers_of(ast.parse(text)) == {"io"}
    text = 'from importlib import import_module as load\nimport_module(f"cranfield.judge.{name}")\n'
    assert layers_of(ast.parse(text)) == {"judge"}
    assert layers_of(ast.parse('import_module(f"cranfield.{name}")')) == {"?"}


def test_measures_and_io_do_not_know_each_other():
    assert "io" not in MAY_IMPORT["measures"]
    assert "measures" not in MAY_IMPORT["io"]
    assert [layer for layer, allowed in MAY_IMPORT.items() if "cli" in allowed] == ["cli"]
    for alone in ("judge", "live"):
        assert [layer for layer, allowed in MAY_IMPORT.items() if alone in allowed] == [alone, "cli"]


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_no_module_needs_itself_in_the_end():
    known = {module_name(path) for path in FILES}
    graph = {}
    for path in FILES:
        wanted = modules_of(read(path), types=False)
        # `from package.module import name` names the module or something in it
        needed = {name if name in known else name.rpartition(".")[0] for name in wanted} & known
        graph[module_name(path)] = needed - {module_name(path)}
    # a package is there before its modules are, and what it describes is no need
    order = TopologicalSorter(graph)
    try:
        order.prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


FAMILY_NAMES = {"ranking", "labels", "text", "ratings"}


def compared_names(tree: ast.AST) -> list[str]:
    """Comparisons with the name of a family, and tables by it."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            constants = {part.value for part in parts if isinstance(part, ast.Constant)}
            if constants & FAMILY_NAMES and "family" in ast.unparse(node):
                found.append(ast.unparse(node))
        elif isinstance(node, ast.Dict):
            keys = FAMILY_NAMES & {getattr(key, "value", None) for key in node.keys}
            if "ranking" in keys and len(keys) > 1:  # `labels` and `text` are commands too
                found.append(ast.unparse(node)[:60])
    return found


@pytest.mark.parametrize("layer", ["core", "report", "compare", "curves", "cli"])
def test_nobody_compares_the_names_of_families(layer):
    files = [path for path in FILES if layer_of(path) == layer]
    assert {path.name: found for path in files if (found := compared_names(read(path)))} == {}
    assert compared_names(ast.parse('if batch.family == "labels": pass'))
    assert compared_names(ast.parse('x = {"ranking": 1, "text": 2}[system.family]'))


READS_ITS_OWN = {  # what is read was written here, or checked by whoever calls
    "compare/baseline.py", "core/parsed.py", "core/states/", "io/spill/", "judge/store/", "live/bm25.py",
    "live/engine_file.py", "live/small_server.py", "scale/", "spark/labels_tasks.py",
}  # fmt: skip


def test_what_others_nest_is_read_by_those_who_bear_it():
    """`json.loads` and `tomllib.loads` end in a RecursionError of text that is nested deeply."""
    found = set()
    for path in FILES:
        calls = {ast.unparse(node.func) for node in ast.walk(read(path)) if isinstance(node, ast.Call)}
        if calls & {"json.loads", "json.load", "tomllib.loads", "tomllib.load"}:
            found.add(path.relative_to(SOURCE).as_posix())
    held = {each: [name for name in found if name.startswith(each)] for each in READS_ITS_OWN}
    assert found == {name for names in held.values() for name in names}
    assert all(held.values()), "what reads no more is struck off"
