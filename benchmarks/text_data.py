"""Real texts for measurements: outputs of WMT's systems where they are, otherwise the sentences of the manual.

The manual's prose stands a sentence a line, so it is at hand everywhere and may be used by anybody. What a system
would have made of it keeps stretches of it, as translations do, changes others for other words of the manual, moves
and leaves out some. `CRANFIELD_DATA` is the folder of the WMT sets, `../shared/data` if it is not set.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import re
from functools import cache
from pathlib import Path

HOME = Path(__file__).parents[1]
SETS = Path(os.environ.get("CRANFIELD_DATA", HOME.parent / "shared" / "data"))
WMT = ("tg_wmt23_zhen", "tg_wmt17_ende")  # into English, then into German
SHORTEST = 4  # words of a sentence


@cache
def prose() -> list[str]:
    """The sentences of the manual in the order of its pages, without code, tables and headings."""
    found = []
    for page in sorted((HOME / "docs").glob("*.md")):
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        lines = (re.sub(r"^[-*] |[`*]|\[(.*?)\]\(.*?\)", r"\1", line) for line in text.split("\n"))
        found += [line for line in lines if re.match(r"[A-Z]", line) and len(line.split()) >= SHORTEST]
    return found


class Translator:
    """Says sentences again, in other words of the same texts."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.words = [word for line in prose() for word in line.rstrip(".").split()]

    def rendering(self, text: str) -> str:
        """Stretches of it stay, others change, some move or are left out."""
        given, made, at = text.split(), [], 0
        while at < len(given):
            stretch = given[at : at + self.chance.choice([1, 1, 2, 2, 3, 4, 6])]
            at += len(stretch)
            roll = self.chance.random()
            if roll < 0.45:
                made += stretch
            elif roll < 0.94:
                made += [self.chance.choice(self.words) if len(word) > 3 or roll < 0.8 else word for word in stretch]
                if stretch[-1][-1:] in ".,?!":
                    made[-1] += stretch[-1][-1]
        if len(made) > 12 and self.chance.random() < 0.4:
            made[3:6], made[6:9] = made[6:9], made[3:6]
        return " ".join(made) or given[0]


def source() -> str:
    """What the texts are, for the tables."""
    return "WMT 2023 zh-en and 2017 en-de" if _wmt() else "sentences of the manual, said in other words"


@cache
def _wmt() -> tuple[list[str], list[str]] | None:
    """Outputs of all systems one after the other, and their references."""
    candidates: list[str] = []
    references: list[str] = []
    for name in WMT:
        for path in sorted((SETS / name).glob("hyp.*.gz")):
            candidates += _lines(path)
            references += _lines(next((SETS / name).glob("ref.*.gz")))
    return (candidates, references) if candidates else None


def _lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode("utf-8").removesuffix("\n").split("\n")


def make_pairs(folder: Path, count: int) -> Path:
    """A file of candidates and references, as two lists in JSON; made once."""
    real = _wmt()
    path = folder / f"pairs-{'wmt' if real else 'manual'}-{count}.json"
    if not path.exists():
        if real and len(real[0]) >= count:
            _write(path, real[0][:count], real[1][:count])
        else:
            lines, translator = prose(), Translator(7)
            references = [lines[at % len(lines)] for at in range(count)]
            _write(path, [translator.rendering(each) for each in references], references)
    return path


def make_summaries(folder: Path, count: int) -> Path:
    """The same with summaries of three to five lines, each a sentence of the manual."""
    path = folder / f"summaries-manual-{count}.json"
    if not path.exists():
        lines, translator = prose(), Translator(8)
        made = []
        for at in range(count):
            first = at * 3 % (len(lines) - 5)
            made.append(lines[first : first + translator.chance.randint(3, 5)])
        said = ["\n".join(map(translator.rendering, each)) for each in made]
        _write(path, said, ["\n".join(each) for each in made])
    return path


def make_document(folder: Path, words: int) -> Path:
    """Two documents of so many words, of which the second says the first again."""
    path = folder / f"long-manual-{words}.json"
    if not path.exists():
        every = " ".join(prose()).split()
        document = " ".join((every * (words // len(every) + 1))[:words])
        _write(path, [Translator(9).rendering(document)], [document])
    return path


def _write(path: Path, candidates: list[str], references: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([candidates, references]), encoding="utf-8")
