"""A small search engine of our own, to try everything without installing one: BM25 over titles and texts.

Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond, 2009, with the weight of a title as how
often it counts. What is written is searched only after the next refresh, as in larger engines.
"""

from __future__ import annotations

import json
import math
import re
import time
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

__all__ = ["Index"]

_WORD = re.compile(r"\w+")


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


class Index:
    """Documents by word; `refresh` seconds may pass until a change is seen."""

    def __init__(self, documents: Iterable[Mapping[str, str]], refresh: float = 0.1) -> None:
        self.refresh = refresh
        self.documents: dict[str, tuple[Counter[str], Counter[str]]] = {}
        self.postings: dict[str, set[str]] = {}
        self.waiting: list[tuple[str, str | None]] = []
        self.refreshed = time.monotonic()
        for each in documents:
            self._put(each["id"], each.get("title", ""), each.get("text", ""))

    @classmethod
    def read(cls, path: Path, refresh: float = 0.1) -> Index:
        """The index of a file with a document on each line."""
        lines = path.read_text(encoding="utf-8").splitlines()
        return cls((json.loads(line) for line in lines if line), refresh)

    @property
    def bytes(self) -> int:
        """About what the words take: eight bytes for each posting, and the words themselves."""
        return sum(len(word.encode()) + 8 * len(held) for word, held in self.postings.items())

    def write(self, name: str, text: str | None) -> None:
        """Add or replace a document, or delete it where the text is None; seen after the next refresh."""
        self.waiting.append((name, text))

    def due(self) -> None:
        """Make changes visible, if it is time."""
        now = time.monotonic()
        if now - self.refreshed < self.refresh:
            return
        self.refreshed = now
        for name, text in self.waiting:
            self._drop(name)
            if text is not None:
                self._put(name, "", text)
        self.waiting.clear()

    def search(
        self, query: str, size: int, *, k1: float = 1.2, b: float = 0.75, title: float = 1.0
    ) -> list[tuple[str, float]]:
        """The best documents and their scores; equal scores by id."""
        total = len(self.documents) or 1
        lengths = {
            name: title * heading.total() + body.total() for name, (heading, body) in self.documents.items()
        }  # fmt: skip
        mean = sum(lengths.values()) / total or 1.0
        scores: Counter[str] = Counter()
        for word in set(_words(query)):
            held = self.postings.get(word, ())
            idf = math.log(1 + (total - len(held) + 0.5) / (len(held) + 0.5))
            for name in held:
                heading, body = self.documents[name]
                often = title * heading[word] + body[word]
                scores[name] += idf * often * (k1 + 1) / (often + k1 * (1 - b + b * lengths[name] / mean) or 1.0)  # type: ignore[assignment]
        best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
        return [(name, score) for name, score in best[:size] if score > 0]

    def _put(self, name: str, title: str, text: str) -> None:
        self.documents[name] = Counter(_words(title)), Counter(_words(text))
        for word in {*self.documents[name][0], *self.documents[name][1]}:
            self.postings.setdefault(word, set()).add(name)

    def _drop(self, name: str) -> None:
        for words in self.documents.pop(name, ()):
            for word in words:
                self.postings.get(word, set()).discard(name)
