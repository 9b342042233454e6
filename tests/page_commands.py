"""The commands that pages of the documentation show, the files they read, and whether what is shown was printed."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
# README.md shows the screen of the demo, which make docs writes
PAGES = sorted((ROOT / "docs").rglob("*.md"))


@dataclass(frozen=True)
class Shown:
    """A command on a page and the lines below it; without lines only that it runs is claimed."""

    page: str
    command: str
    lines: tuple[str, ...]

    def words(self) -> list[str]:
        """The words as a shell would pass them on, in the current folder."""
        found: list[str] = []
        for word in shlex.split(self.command)[1:]:
            found += sorted(map(str, Path().glob(word))) if "*" in word else [word]
        return found


def files_of(page: Path) -> dict[str, str]:
    """The files that a page shows: a name in code and a colon above a block of text."""
    text = page.read_text(encoding="utf-8")
    return dict(re.findall(r"^`([\w.]+)`:\n\n```text\n(.*?)```", text, re.DOTALL | re.MULTILINE))


def shown_on(page: Path) -> list[Shown]:
    """Every command of every console block."""
    name = page.relative_to(ROOT).as_posix()
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        for command, lines in re.findall(r"^\$ (cranfield .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            found.append(Shown(name, command, tuple(lines.rstrip("\n").split("\n")) if lines.strip() else ()))
    return found


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
