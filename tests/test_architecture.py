"""The page about the house is true: what it names exists, and what it shows how to add can be added so."""

import importlib
import re
import sys
import types
from pathlib import Path

import pytest

import cranfield
from cranfield import MeasureError, parse
from cranfield.cli import main as entry
from cranfield.core import registry as registries

SOURCE = Path(cranfield.__file__).parent
ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SECTIONS = {part.split("\n", 1)[0]: part for part in PAGE.split("\n## ")[1:]}
BLOCKS = {
    title: found[1] for title, part in SECTIONS.items() if (found := re.search(r"```python\n(.*?)```", part, re.DOTALL))
}


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`([a-z_/]+\.py): ([\w.]+)`", PAGE))))
def test_what_the_walk_names_exists(named):
    path, name = named
    if path.startswith("spark/"):
        pytest.importorskip("pyspark", reason="there is no pyspark; make test installs it where it may")
    module = importlib.import_module("cranfield." + path.removesuffix(".py").replace("/", "."))
    found = module
    for part in name.split("."):
        found = getattr(found, part)
    assert callable(found)


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([a-z_]+/[a-z_/]+\.py)", PAGE))))
def test_files_that_the_page_names_are_there(path):
    assert (SOURCE / path).exists() or (SOURCE.parent / path).exists() or (ROOT / path).exists()


def test_the_tree_names_every_part_of_the_house():
    tree = re.search(r"```\nsrc/cranfield/\n(.*?)```", PAGE, re.DOTALL)[1]
    for part in SOURCE.iterdir():
        if part.is_dir() and part.name not in ("__pycache__", "demo"):
            assert f"  {part.name}/" in tree, part.name


def test_a_family_can_be_added_as_the_page_shows():
    names = {}
    try:
        exec(compile(BLOCKS["Add a family"], "docs/architecture.md", "exec"), names)
        assert (names["stars"], names["told"]) == (3.5, 5.0)
        assert parse("stars").family == "survey"
    finally:
        registries._loaders.pop("survey", None)
        registries._loaded.pop("survey", None)
        registries._changes += 1
    with pytest.raises(MeasureError, match="unknown measure 'stars'"):
        parse("stars")


def test_a_verb_can_be_added_as_the_page_shows(tmp_path, monkeypatch, capsys):
    module = types.ModuleType("cranfield.cli.units")
    exec(compile(BLOCKS["Add a verb"], "docs/architecture.md", "exec"), vars(module))
    monkeypatch.setitem(sys.modules, "cranfield.cli.units", module)
    monkeypatch.setitem(entry.COMMANDS, "units", "Count the units of the data.")
    (tmp_path / "q").write_text("q1 0 d1 1\nq2 0 d1 1\n")
    (tmp_path / "a.run").write_text("q1 Q0 d1 1 1 t\n")
    (tmp_path / "y.csv").write_text("y,g\n1,1\n0,1\n1,0\n")
    assert entry.run(["units", str(tmp_path / "q"), str(tmp_path / "a.run")]) == 0
    assert capsys.readouterr().out == "a: 2 queries\n"
    assert entry.run(["units", str(tmp_path / "y.csv"), "--truth", "y", "--guess", "g"]) == 0
    assert capsys.readouterr().out == "y: 3 examples\n"


def test_no_section_is_there_twice():
    titles = [part.split("\n", 1)[0] for part in PAGE.split("\n## ")[1:]]
    assert len(titles) == len(set(titles))
