"""Every command on docs/explain.md runs and prints what is shown; `...` stands for lines that are left out."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cranfield.cli.main import run
from cranfield.core.registry import registry, unregister

PAGE = (Path(__file__).parent.parent / "docs" / "explain.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`([\w.]+)`:\n\n```text\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE))
SHOWN = re.findall(r"```console\n\$ (.*?)\n(.*?)```", PAGE, re.DOTALL)


def holds(printed: list[str], shown: list[str]) -> bool:
    """Whether the lines are those printed, with any others at each `...`."""
    parts = [part.split("\n") for part in ("\n" + "\n".join(shown) + "\n").split("\n...\n")]
    at = 0
    for number, part in enumerate(parts):
        wanted = [line for line in part if line or part not in ([""], ["", ""])]
        wanted = wanted[1:] if number == 0 else wanted
        wanted = wanted[:-1] if number == len(parts) - 1 else wanted
        places = [place for place in range(at, len(printed) + 1) if printed[place : place + len(wanted)] == wanted]
        if not places or (number == 0 and places[0] != 0):
            return False
        at = places[0] + len(wanted)
    return shown[-1] == "..." or at == len(printed)


def test_the_page_shows_commands_and_files():
    assert len(SHOWN) >= 9
    assert set(FILES) == {"qrels.txt", "old.run", "new.run", "reference.txt", "system.txt", "clicks.csv"}


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_prints_what_is_shown(command, shown, tmp_path, monkeypatch, capsys):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert run(shlex.split(command)[1:]) == 0
    printed = capsys.readouterr().out.rstrip("\n").split("\n")
    assert holds(printed, shown.rstrip("\n").split("\n")), "\n".join(printed)


def test_what_is_not_printed_would_be_noticed():
    printed = ["a", "b", "c", "d"]
    assert holds(printed, ["a", "...", "c", "d"])
    assert holds(printed, ["...", "b", "..."])
    assert not holds(printed, ["a", "c", "..."])
    assert not holds(printed, ["b", "..."])
    assert not holds(printed, ["a", "...", "c"])
    assert not holds(printed, ["...", "d", "c", "..."])


def test_the_python_examples_are_true():
    names: dict[str, object] = {}
    try:
        for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
            exec(compile(block, "docs/explain.md", "exec"), names)
            for line in block.splitlines():
                code, _, comment = line.partition("#")
                if re.match(r"\s*[\[(]", comment) and "=" not in code:
                    value = re.match(r"\s*([\[(].*[\])])", comment)[1]
                    assert eval(code, names) == eval(value), line
    finally:
        unregister(registry("ranking")["Gaps"])
