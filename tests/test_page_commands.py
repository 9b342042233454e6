"""Every command on every page runs and prints what is shown; `...` stands for lines that are left out."""

from __future__ import annotations

import re

import pytest

from cranfield.cli.main import COMMANDS, run
from page_commands import PAGES, ROOT, files_of, holds, shown_on

ELSEWHERE = (
    "compare.md",
    "judging.md",
    "live.md",
    "plot.md",
    "report.md",
    "studies.md",
)  # tests/cli, tests/judge and tests/live have a test of each, with what their commands need and write
SHOWN = [each for page in PAGES if page.name not in ELSEWHERE for each in shown_on(page)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An English terminal of 80 columns in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: f"{shown.page}: {shown.command}")
def test_a_command_prints_what_is_shown(shown, folder, capsys):
    if "demo/" in shown.command:
        assert run(["demo", "--save", "demo"]) == 0
    for name, text in files_of(ROOT / shown.page).items():
        (folder / name).write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert run(shown.words()) == 0, capsys.readouterr().err
    printed = capsys.readouterr().out.rstrip("\n").split("\n")
    assert not shown.lines or holds(printed, list(shown.lines)), "\n".join(printed)


def test_pages_show_commands_of_every_kind():
    pages = {each.page for each in SHOWN}
    assert {"docs/index.md", "docs/zh/index.md", "docs/ranking.md", "docs/labels.md", "docs/text.md"} <= pages
    said = {command.split()[1] for page in PAGES for command in (each.command for each in shown_on(page))}
    assert said >= set(COMMANDS) - {"trec_eval"}


def test_no_command_hides_in_another_kind_of_block():
    for page in PAGES:
        blocks = re.findall(r"^```(\w*)\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        for kind, text in blocks:
            if kind in ("", "text", "bash"):
                assert not re.search(r"^(?:\$ )?cranfield ", text, re.MULTILINE), f"{page.name}: {text}"


def test_what_is_not_printed_would_be_noticed():
    printed = ["a", "b", "c", "d"]
    assert holds(printed, ["a", "...", "c", "d"])
    assert holds(printed, ["...", "b", "..."])
    assert not holds(printed, ["a", "c", "..."])
    assert not holds(printed, ["b", "..."])
    assert not holds(printed, ["a", "...", "c"])
    assert not holds(printed, ["...", "d", "c", "..."])


@pytest.mark.parametrize("page", ["docs/index.md", "docs/zh/index.md"])
def test_the_python_of_the_first_page_is_true(page):
    names: dict[str, object] = {}
    claims = 0
    for block in re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, page, "exec"), names)
        for code, value in re.findall(r"^(\w+[.([].*?)\s+# (.+)$", block, re.MULTILINE):
            assert eval(code, names) == eval(value), code
            claims += 1
    assert claims == 2
