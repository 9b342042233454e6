"""Makes texts that resemble a reference translation and a system's output.

What decides how long a measure takes is kept close to WMT's English test sets: how long segments are and how much that
varies, how the number of distinct words grows with the text, how often words carry punctuation, digits or a capital,
how long they are, and how much of the reference a system repeats, in stretches and not word by word.
"""

from __future__ import annotations

import json
import random
from collections import deque
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

VOCABULARY = 150_000
COMMON = (
    "the and of to a in is that it for I was on with as be he by at are this his from not but have had they you were"
    " which one their all she we there would her been has will an or who more if him out up so about when what its said"
    " no them into some can time than could my only other two new most these after first over also may people now such"
)
# what syllables begin with, hold and end with, and what words end with; what stands there twice is twice as frequent
STARTS = "b|c|d|f|g|h|k|l|m|n|p|r|s|t|v|w|b|c|d|l|m|n|p|r|s|t|br|ch|gr|pr|sh|st|th|tr"
MIDDLES = "a|e|i|o|u|a|e|i|o|a|e|ea|ou"
ENDS = "|||||||n|r|l|t|s|m|nd|st"
ENDINGS = "||||s|s|ed|ing|ly|er|tion"


def _vocabulary() -> list[str]:
    """Made-up words behind the common ones; rare words are longer, and some are names."""
    chance = random.Random(1)
    starts, middles, ends, endings = (each.split("|") for each in (STARTS, MIDDLES, ENDS, ENDINGS))
    words = dict.fromkeys(COMMON.split())
    while len(words) < VOCABULARY:
        count = chance.choice([1, 2, 2]) + (len(words) > 5_000) * chance.choice([0, 0, 1])
        syllables = [chance.choice(starts) + chance.choice(middles) + chance.choice(ends) for _ in range(count)]
        word = "".join(syllables) + chance.choice(endings)
        words[word.capitalize() if chance.random() < 0.16 else word] = None
    return list(words)


class Writer:
    """Draws words as rarely as their rank says, and writes sentences with them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.words = _vocabulary()
        self.weights = list(accumulate(1 / (rank + 1.9) ** 1.1 for rank in range(len(self.words))))
        self.recent: deque[str] = deque(["the"], 500)

    def word(self) -> str:
        """A word, one time in forty a number; what was said lately is said again."""
        roll = self.chance.random()
        if roll < 0.025:
            return self._number()
        if roll < 0.45:
            return self.chance.choice(self.recent)
        word = self.chance.choices(self.words, cum_weights=self.weights)[0]
        self.recent.append(word)
        if roll > 0.988:
            return f"{word}-{self.chance.choices(self.words, cum_weights=self.weights)[0].lower()}"
        return word + "'s" if roll > 0.978 else word

    def _number(self) -> str:
        number = int(self.chance.lognormvariate(4, 2.5)) + 1
        return self.chance.choice([f"{number}", f"{number:,}", f"{number / 10:.1f}", f"{number % 100}%", "2023"])

    def sentence(self, words: int) -> list[str]:
        """So many words, with a capital at the start and punctuation."""
        made = [self.word() for _ in range(words)]
        made[0] = made[0][0].upper() + made[0][1:]
        for at in range(words - 1):
            roll = self.chance.random()
            if roll < 0.09:
                made[at] += "," if roll < 0.08 else self.chance.choice([":", ";", ")"])
            elif roll < 0.1:
                made[at] = f"“{made[at]}”" if roll < 0.091 else f'"{made[at]}"'
        made[-1] += self.chance.choice([".", ".", ".", ".", "?", "!"])
        return made

    def segment(self) -> str:
        """One or more sentences, a few words to a hundred."""
        length = max(2, min(round(self.chance.gammavariate(1.6, 15)), 160))
        made: list[str] = []
        while length > 0:
            words = min(length, self.chance.randint(20, 50))
            made += self.sentence(words)
            length -= words
        return " ".join(made)

    def rendering(self, text: str) -> str:
        """The same as another translator would put it: stretches of it stay, others change, some move."""
        given, made, at = text.split(" "), [], 0
        while at < len(given):
            stretch = given[at : at + self.chance.choice([1, 1, 2, 2, 3, 4, 6])]
            at += len(stretch)
            roll = self.chance.random()
            if roll < 0.3:
                made += stretch
            elif roll < 0.94:
                made += [self.word() if len(word) > 3 or roll < 0.8 else word for word in stretch]
                if stretch[-1][-1] in ".,?!":
                    made[-1] += stretch[-1][-1]
            # the rest is left out
        if len(made) > 12 and self.chance.random() < 0.4:
            made[3:6], made[6:9] = made[6:9], made[3:6]
        return " ".join(made) or given[0]


def make_pairs(folder: Path, count: int) -> Path:
    """A file of candidates and references, as two lists in JSON; made once."""
    path = folder / f"pairs-{count}.json"
    if not path.exists():
        writer = Writer(7)
        references = [writer.segment() for _ in range(count)]
        _write(path, [writer.rendering(each) for each in references], references)
    return path


def make_summaries(folder: Path, count: int) -> Path:
    """The same with summaries of three to five lines, a sentence each."""
    path = folder / f"summaries-{count}.json"
    if not path.exists():
        writer = Writer(8)
        lines = [[" ".join(writer.sentence(writer.chance.randint(9, 28))) for _ in range(writer.chance.randint(3, 5))]
                 for _ in range(count)]  # fmt: skip
        made = ["\n".join(map(writer.rendering, each)) for each in lines]
        _write(path, made, ["\n".join(each) for each in lines])
    return path


def _write(path: Path, candidates: list[str], references: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([candidates, references]), encoding="utf-8")
