"""Documents that a topic judges or lists twice: trec_eval stops when it comes to the first such topic."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compat.trec_eval.lines import lines_of
from cranfield.compat.trec_eval.options import CALCULATION, TrecEvalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cranfield.io.bytes.source import Source

__all__ = ["repeated_judgments", "repeated_results"]

_DOCUMENT, _SCORE = 2, 4  # fields of a line


def repeated_judgments(source: Source) -> dict[str, TrecEvalError]:
    """Each topic that judges a document twice, and what is to be said about it."""
    found = {}
    for topic, rows in _rows_of(source, _topics_with_repeats(source)).items():
        if twice := _twice((line, fields[_DOCUMENT]) for line, fields in rows):
            found[topic] = TrecEvalError("te-judges-twice", CALCULATION, path=source.name, topic=topic, **twice)
    return found


def repeated_results(
    source: Source, *, depth: int | None, float32: bool = False, ascending: bool = False
) -> dict[str, TrecEvalError]:
    """Each topic with a document twice among its first `depth` results; of equal scores the larger id comes first."""
    found = {}
    for topic, rows in _rows_of(source, _topics_with_repeats(source)).items():
        score = np.array([float(fields[_SCORE]) for _, fields in rows])
        if float32:
            with np.errstate(over="ignore"):  # as trec_eval 9, whose numbers end earlier
                score = score.astype(np.float32)
        line, document = [at for at, _ in rows], [fields[_DOCUMENT] for _, fields in rows]
        order = sorted(range(len(rows)), key=document.__getitem__, reverse=not ascending)
        best = [order[place] for place in np.argsort(-score[order], kind="stable")[:depth]]
        if twice := _twice(sorted((line[row], document[row]) for row in best)):
            found[topic] = TrecEvalError("te-lists-twice", CALCULATION, path=source.name, topic=topic, **twice)
    return found


def _lines(source: Source) -> Iterator[tuple[int, list[bytes]]]:
    """The number and the fields of each line that is neither blank nor a comment."""
    for number, line in lines_of(source):
        fields = line.split()
        if fields and not fields[0].startswith(b"#"):
            yield number, fields


def _topics_with_repeats(source: Source) -> set[bytes]:
    seen: dict[bytes, set[bytes]] = defaultdict(set)
    found = set()
    for _, fields in _lines(source):
        documents, document = seen[fields[0]], fields[_DOCUMENT]
        if document in documents:
            found.add(fields[0])
        documents.add(document)
    return found


def _rows_of(source: Source, topics: set[bytes]) -> dict[str, list[tuple[int, list[bytes]]]]:
    """The lines of some topics."""
    rows: dict[str, list[tuple[int, list[bytes]]]] = defaultdict(list)
    for number, fields in _lines(source) if topics else ():
        if fields[0] in topics:
            rows[fields[0].decode()].append((number, fields))
    return rows


def _twice(rows: Iterable[tuple[int, bytes]]) -> dict[str, Any]:
    """The first document that comes back, with both lines; nothing if none does."""
    first: dict[bytes, int] = {}
    for line, document in rows:
        if document in first:
            return {"document": document.decode(), "line": line, "first": first[document]}
        first[document] = line
    return {}
