"""`check(qrels, run)`: everything odd about judgments and runs, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cranfield.io.bytes.quote import clip
from cranfield.io.read.survey import Survey, many, survey
from cranfield.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.finding import Finding

__all__ = ["check"]

_ORDER = {"error": 0, "warning": 1, "note": 2}


def check(
    qrels: Any, *runs: Any, input_format: str | None = None, qrels_format: str | None = None,
    run_format: str | None = None, columns: Mapping[str, str] | None = None, limit: int = 20,
) -> list[Finding]:  # fmt: skip
    """All findings about judgments and the runs they judge, file by file, errors first.

    Unparsable lines and duplicates are listed one by one up to `limit` a file, and always counted.
    """
    gold = survey(qrels, "qrels", input_format=qrels_format or input_format, columns=columns, limit=limit)
    if gold.table is not None:
        _judgments(gold)
    surveys = [gold]
    for run in runs:
        found = survey(run, "run", input_format=run_format or input_format, columns=columns, limit=limit)
        if found.table is not None:
            _run(found, found.table, gold.table)
        surveys.append(found)
    return [each for found in surveys for each in sorted(found.findings, key=lambda one: _ORDER[one.severity])]


@dataclass
class _Coded:
    """Ids as numbers: `query` and `doc` are places in the lists of names."""

    query: NDArray[np.int64]
    doc: NDArray[np.int64]
    value: NDArray[np.float64]
    queries: pa.Array
    docs: pa.Array

    @property
    def key(self) -> NDArray[np.int64]:
        return self.query * len(self.docs) + self.doc

    def name(self, query: Any) -> str:
        return clip(self.queries[int(query)])


def _code(*tables: pa.Table) -> list[_Coded]:
    """Several tables with one numbering."""
    codes, names = {}, {}
    for column in ("query", "doc"):
        chunks = [chunk for table in tables for chunk in table[column].chunks]
        encoded = pa.chunked_array(chunks, pa.string()).dictionary_encode().unify_dictionaries()
        codes[column] = np.concatenate([chunk.indices.to_numpy().astype(np.int64) for chunk in encoded.chunks])
        names[column] = encoded.chunk(0).dictionary
    edges = np.cumsum([0, *(len(table) for table in tables)])
    return [
        _Coded(codes["query"][a:b], codes["doc"][a:b], table["value"].to_numpy(), names["query"], names["doc"])
        for table, a, b in zip(tables, edges[:-1], edges[1:], strict=True)
    ]


def _judgments(found: Survey) -> None:
    (rows,) = _code(found.table)
    if not _subtopics(found, rows):
        _duplicates(found, rows, "duplicate-judgment", "judges")
    grade = rows.value
    odd = np.flatnonzero(~np.isfinite(grade))
    if len(odd):
        what = f"{counted(len(odd), 'grades')} {many(len(odd), 'is', 'are')} not finite"
        found.say("nonfinite-grade", len(odd), what, "error", rows=odd.tolist())
    negative = np.flatnonzero(grade < 0)
    if len(negative):
        what = f"{counted(len(negative), 'judgments')} with a negative grade, unjudged unless the policy says otherwise"
        found.say("negative-grade", len(negative), what, rows=negative.tolist())
    fraction = np.flatnonzero(np.isfinite(grade) & (grade != np.trunc(grade)))
    if len(fraction):
        what = f"{counted(len(fraction), 'grades')} with a fraction, which trec_eval would cut off"
        found.say("fractional-grade", len(fraction), what, "warning", rows=fraction.tolist())
    best = np.full(len(rows.queries), -np.inf)
    np.fmax.at(best, rows.query, grade)
    without = np.flatnonzero(best <= 0)
    if len(without):
        names = [rows.name(query) for query in without]
        what = f"{_share(len(without), len(best))} no relevant document ({_few(names)})"
        found.say("no-relevant", len(without), what, "warning", examples=tuple(names[:5]))
    _interleaved(found, rows)


def _run(found: Survey, table: pa.Table, gold: pa.Table | None) -> None:
    rows, *others = _code(table) if gold is None else _code(table, gold)
    judged = others[0] if others else None
    if judged is not None:
        _compare_queries(found, rows, judged)
    _duplicates(found, rows, "duplicate-document", "lists")
    odd = np.flatnonzero(~np.isfinite(rows.value))
    if len(odd):
        what = f"{counted(len(odd), 'scores')} {many(len(odd), 'is', 'are')} nan or infinite"
        found.say("nonfinite-score", len(odd), what, "error", rows=odd.tolist())
    _interleaved(found, rows)
    score = np.where(np.isnan(rows.value), -np.inf, rows.value)
    # the default tie rule: document ids in descending byte order
    place = np.empty(len(rows.docs), np.int64)
    place[pc.sort_indices(rows.docs).to_numpy()] = np.arange(len(rows.docs))
    order = np.lexsort((-place[rows.doc], -score, rows.query))
    query = rows.query[order]
    same = query[1:] == query[:-1]
    starts = np.concatenate(([0], np.flatnonzero(~same) + 1))
    position = np.arange(len(query)) - starts[np.concatenate(([0], np.cumsum(~same)))]
    _ties(found, same & (score[order][1:] == score[order][:-1]), position, len(starts))
    if "rank" in table.column_names:
        _ranks(found, table["rank"].to_numpy().astype(np.float64), score, rows.query)
    if judged is not None and _strangers(found, rows, judged):
        return
    if judged is not None:
        _top(found, rows.key[order][(position < 10) & np.isin(query, judged.query)], judged)


def _compare_queries(found: Survey, rows: _Coded, judged: _Coded) -> None:
    answered, wanted = np.unique(rows.query), np.unique(judged.query)
    missing = [rows.name(query) for query in np.setdiff1d(wanted, answered)]
    unknown = [rows.name(query) for query in np.setdiff1d(answered, wanted)]
    if len(unknown) == len(answered):
        what = (
            f"none of its {len(unknown):,} queries has judgments (it has {_few(unknown)}, the judgments have"
            f" {_few(missing)}); check that both files belong together"
        )
        found.say("no-overlap", len(unknown), what, "error", examples=tuple(unknown[:5]))
        return
    if missing:
        what = f"{_share(len(missing), len(wanted), 'judged queries')} no answer ({_few(missing)})"
        found.say("missing-query", len(missing), what, "warning", examples=tuple(missing[:5]))
    if unknown:
        what = f"{_share(len(unknown), len(answered))} no judgments ({_few(unknown)})"
        found.say("unjudged-query", len(unknown), what, "warning", examples=tuple(unknown[:5]))


def _duplicates(found: Survey, rows: _Coded, kind: str, verb: str) -> None:
    """Each repeated document with both places, up to the limit, and the number of the others."""
    order = np.argsort(rows.key, kind="stable")
    key = rows.key[order]
    again = np.flatnonzero(key[1:] == key[:-1]) + 1
    again = again[np.argsort(order[again])]  # in the order of the file
    starts = np.searchsorted(key, key[again[: found.limit]])
    for at, start in zip(again[: found.limit].tolist(), starts.tolist(), strict=True):
        first, second = int(order[start]), int(order[at])
        what = f"query {rows.name(rows.query[second])} {verb} document {clip(rows.docs[int(rows.doc[second])])} twice"
        found.say(kind, 1, what, "error", rows=[first, second])
    if len(again) > found.limit:
        more = len(again) - found.limit
        found.say(kind, more, f"{counted(more, 'more rows')} repeating a document of the same query", "error")


def _subtopics(found: Survey, rows: _Coded) -> bool:
    """Whether documents are judged more than once because the judgments are about parts of the query."""
    order = np.argsort(rows.key, kind="stable")
    again = np.flatnonzero(np.diff(rows.key[order]) == 0)
    if not len(again) or found.fields is None:
        return False
    lines = found.lines([int(order[again[0]]), int(order[again[0] + 1])])
    if len(lines) < 2 or found.fields(lines[0])[1] == found.fields(lines[1])[1]:
        return False
    what = (
        f"holds judgments of subtopics ({counted(len(again), 'documents')} judged again), which are not supported yet"
    )
    found.say("subtopic-judgments", len(again), what, "error", rows=[int(order[again[0]]), int(order[again[0] + 1])])
    return True


def _interleaved(found: Survey, rows: _Coded) -> None:
    changes = np.flatnonzero(rows.query[1:] != rows.query[:-1]) + 1
    starts = np.concatenate(([0], changes))
    pieces = np.bincount(rows.query[starts], minlength=len(rows.queries))
    count = int((pieces > 1).sum())
    if count:
        found.say(
            "interleaved", count, f"the rows of {counted(count, 'queries')} are not together, which reads more slowly"
        )


def _ties(found: Survey, tied: NDArray[np.bool_], position: NDArray[np.int64], queries: int) -> None:
    """`tied[i]`: rows i and i + 1, in order of score, belong together."""
    either = np.zeros(len(position), bool)
    either[1:] |= tied
    either[:-1] |= tied
    count = int(either.sum())
    if not count:
        return
    rows = counted(len(position), "rows")
    found.say("ties", count, f"{count:,} of {rows} share their score with another of the query")
    across = int((tied & (position[:-1] == 9)).sum())
    if across:
        what = f"{_share(across, queries)} a tie across rank 10; the tie rule decides what is in the top 10"
        found.say("tie-across-cutoff", across, what, "warning")


def _ranks(found: Survey, rank: NDArray[np.float64], score: NDArray[np.float64], query: NDArray[np.int64]) -> None:
    # ties are in order of rank here, so any step down is between different scores
    order = np.lexsort((rank, -score, query))
    ordered, owner = rank[order], query[order]
    wrong = np.unique(owner[1:][(owner[1:] == owner[:-1]) & (ordered[1:] < ordered[:-1])])
    if len(wrong):
        what = f"{_share(len(wrong), len(np.unique(query)))} ranks that contradict the scores; the scores decide"
        found.say("rank-contradicts-score", len(wrong), what, "warning")
    count = int(np.isnan(rank).sum())
    if count:
        found.say("odd-rank", count, f"{counted(count, 'ranks')} not a whole number; the scores decide")


def _strangers(found: Survey, rows: _Coded, judged: _Coded) -> bool:
    """Whether not one document is judged although queries are: then the two name documents differently."""
    known = np.isin(rows.query, judged.query)
    if not known.any() or np.isin(rows.key, judged.key).any():
        return False
    theirs, ours = (clip(rows.docs[int(doc)]) for doc in (rows.doc[np.argmax(known)], judged.doc[0]))
    what = (
        f"none of its documents is judged (it has {theirs}, the judgments have {ours}); check that both use the same"
        " document ids"
    )
    found.say("no-judged-document", int(known.sum()), what, "error", examples=(theirs, ours))
    return True


def _top(found: Survey, top: NDArray[np.int64], judged: _Coded) -> None:
    if not len(top):
        return
    unjudged = int((~np.isin(top, judged.key[judged.value >= 0])).sum())
    if unjudged:
        what = f"{unjudged / len(top):.1%} of the first 10 documents are unjudged ({unjudged:,} of {len(top):,})"
        severity = "warning" if unjudged == len(top) else "note"
        found.say("unjudged-top-10", unjudged, what, severity)


def _share(part: int, whole: int, noun: str = "queries") -> str:
    return f"{part} of {whole} {noun} {many(part, 'has', 'have')}"


def _few(names: Sequence[str] | Iterable[str], most: int = 3) -> str:
    listed = sorted(names)
    return ", ".join(listed[:most]) + (", ..." if len(listed) > most else "")
