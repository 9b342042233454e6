"""The repository says what is true: generated pages, commands, links, leftover words."""

from __future__ import annotations

import importlib.util
import math
import re
import tomllib
from pathlib import Path

import pytest

from cranfield import __version__
from cranfield.cli.main import COMMANDS
from cranfield.cli.output import FORMATS
from cranfield.core.policy import PROFILES, Policy
from cranfield.core.registry import registry, unregister

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
TEXT_FILES = (".py", ".md", ".toml", ".sh", ".txt", ".tsv", ".yml", ".cfg", ".css", ".js")


def load_tool(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_package_is_typed():
    assert (ROOT / "src" / "cranfield" / "py.typed").is_file()


def test_generated_pages_are_up_to_date():
    for path, content in load_tool("make_docs").make_pages().items():
        assert (ROOT / path).read_text(encoding="utf-8") == content, f"{path}: run make docs"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command):
    assert f"cranfield {command}" in TEXT


@pytest.mark.parametrize("name", registry("ranking"))
def test_every_measure_is_documented_in_two_languages(name):
    page = (ROOT / "docs" / "measures.md").read_text(encoding="utf-8")
    measure = registry("ranking")[name]
    assert measure.describe() in page
    assert re.search(r"[\u4e00-\u9fff]", measure.chinese)
    assert measure.chinese in page


def test_every_format_profile_and_decision_is_documented():
    for word in (*FORMATS, *PROFILES, *Policy().as_dict()):
        assert f"`{word}`" in TEXT, word


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
    anchors = set(re.findall(r"\]\(#([^)]+)\)", page.read_text(encoding="utf-8")))
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert anchors <= {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_the_changelog_starts_with_this_version():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changelog, re.MULTILINE)[1] == __version__


def test_python_examples_of_the_documentation_parse():
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        compile(block, "documentation", "exec")


def test_the_examples_of_the_library_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text("q1 0 d1 1\nq2 0 d2 1\n")
    for name in ("run.txt", "a.run", "b.run"):
        (tmp_path / name).write_text("q1 Q0 d1 1 2 x\nq2 Q0 d2 1 1 x\n")
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text("utf-8"), re.DOTALL):
        exec(compile(block, "docs/python.md", "exec"), names)
    unregister(names["FirstHit"])
    assert names["first_hit"] == 2.0
    assert names["told"].value == pytest.approx(1 / math.log2(3))


def test_the_licence_is_the_one_that_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "Apache-2.0"
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_continuous_integration_runs_the_documented_tests():
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in ("demo", "test", "lint", "bench", "docs", "check-all", "clean"):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
        assert f"make {target}" in makefile


def test_the_fast_tests_leave_out_the_slow_ones_and_say_why_others_were_skipped():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    fast, slow = (re.search(rf"^{target}: .*\n\t(.+)$", makefile, re.MULTILINE)[1] for target in ("test", "slow-tests"))
    assert fast.endswith(' -rs -m "not slow"')
    assert slow.endswith(" -rs -m slow")
    assert "slow-tests" in re.search(r"^check-all: (.+)$", makefile, re.MULTILINE)[1].split()


def test_no_leftover_words():
    leftovers = re.compile("|".join(("TO" + "DO", "FIX" + "ME", "X" * 3, r"/ro" + "ot/", r"/wo" + "rk/")))
    folders = ("src", "tests", "tools", "docs", "benchmarks")
    for path in (found for folder in folders for found in (ROOT / folder).rglob("*") if found.suffix in TEXT_FILES):
        found = leftovers.search(path.read_text(encoding="utf-8"))
        assert found is None, f"{path}: {found}"
