"""The built-in collection: queries to the help pages of an outdoor shop, judgments, and the runs of three rankers."""

from __future__ import annotations

from pathlib import Path

__all__ = ["FOLDER", "JUDGMENTS", "RUNS"]

FOLDER = Path(__file__).parent / "data"
JUDGMENTS = FOLDER / "qrels.txt"
RUNS = tuple(FOLDER / f"{name}.run" for name in ("title-words", "bm25", "bm25-synonyms"))
