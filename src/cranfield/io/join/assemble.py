"""Parts of a run put together into one ranking batch, with everything odd about them said."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.batch import Batch
from cranfield.core.finding import Finding
from cranfield.core.ragged import Ragged, spans
from cranfield.core.ranked import judged_only
from cranfield.core.registry import family
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.join.judgments import Judgments
    from cranfield.io.join.run_rows import Joined

__all__ = ["assemble", "stranger_facts"]

_FOUND = ("row", "rank", "tie_first", "tie_last")  # of the judged documents that were retrieved
_VESPA = re.compile(r"id:[^:]*:[^:]*:[^:]*:.+")  # how Vespa calls a document
_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


def assemble(
    joined: Sequence[Joined], gold: Judgments, policy: Policy, *, source: Mapping[str, Any], system: str,
    example: Callable[[], str] | None = None, none_answered: bool = False,
) -> Batch:  # fmt: skip
    """The batch of a run: one unit for each judged query, in order of query id.

    `example` is a document of the run, for the message that none is judged. A run that answers none of the queries is
    refused, unless `none_answered` allows it.
    """
    name = str(source["name"])
    unknown = set().union(*(one.unknown for one in joined))
    retrieved = np.zeros(len(gold.queries), np.int64)
    for one in joined:
        retrieved[one.query] = one.retrieved
    if not retrieved.any() and not none_answered:
        theirs, ours = sorted(unknown)[:1], gold.queries[:1]
        raise InputError("no-overlap", source=name, count=len(unknown), theirs=theirs, ours=ours)
    found = {name: _together(joined, name) for name in _FOUND}
    strangers = not len(found["row"])
    query = gold.query_of[found["row"]]
    if (query[1:] < query[:-1]).any():  # joined come in file order, units in order of id
        found = _picked(found, np.argsort(query, kind="stable"))
    if policy.depth is not None:
        found = _picked(found, np.flatnonzero(found["rank"] <= policy.depth))
        retrieved = np.minimum(retrieved, policy.depth)
    columns = _columns(gold, found)
    columns["num_ret"] = retrieved
    if any(one.top is not None for one in joined):
        columns["top"], columns["top_score"] = _top(joined, len(gold.queries))
    findings = [*gold.findings, *_findings(joined, gold, name, unknown, retrieved, policy)]
    batch = Batch(
        family("ranking"), gold.queries, columns, {"max_grade": gold.max_grade}, policy, system=system,
        inputs=(*gold.inputs, source), unjudged=frozenset(unknown), row_names=_RowNames(gold),
    )  # fmt: skip
    if example is not None and strangers:
        findings.append(_strangers(gold, name, example(), int(retrieved.sum())))
    elif retrieved.any():
        findings.extend(_unjudged(batch, name))
    batch = replace(batch, findings=tuple(findings))
    if policy.missing == "skip" and not retrieved.all():
        skipped = frozenset(gold.queries[i] for i in np.flatnonzero(retrieved == 0))
        batch = replace(batch.select(np.flatnonzero(retrieved)), left_out=skipped)
    return judged_only(batch) if policy.judged_only else batch


class _RowNames:
    """The document of each judgment row, made when somebody asks; what is pickled are the names."""

    def __init__(self, gold: Judgments | None, names: list[str] | None = None) -> None:
        self._gold, self._names = gold, names

    def __call__(self) -> list[str]:
        if self._names is None:
            assert self._gold is not None
            self._names = self._gold.row_names
        return self._names

    def __reduce__(self) -> tuple[Any, ...]:
        return _RowNames, (None, self())


def _top(joined: Sequence[Joined], queries: int) -> tuple[Ragged, Ragged]:
    """The ids and the scores of the first documents of each query, judged or not, in order of rank."""
    sizes = np.zeros(queries, np.int64)
    for one in joined:
        if one.top is not None:
            sizes[one.query] = one.top.sizes
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    docs, scores = np.empty(offsets[-1], object), np.empty(offsets[-1])
    for one in joined:
        if one.top is not None:
            places = spans(offsets[one.query], one.top.sizes)
            docs[places], scores[places] = one.top.doc.texts(), one.top.score
    return Ragged(docs, offsets), Ragged(scores, offsets)


def _together(joined: Sequence[Joined], column: str) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(0, np.int64), *(getattr(one, column) for one in joined)])


def _picked(found: dict[str, NDArray[np.int64]], rows: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    """Some rows of each column, in this order."""
    for name, column in found.items():  # one after the other, so that hardly any memory is needed
        found[name] = column[rows]
        del column
    return found


def _columns(gold: Judgments, found: dict[str, NDArray[np.int64]]) -> dict[str, NDArray[Any] | Ragged]:
    def by_query(rows: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.concatenate(([0], np.cumsum(np.bincount(gold.query_of[rows], minlength=len(gold.queries)))))

    judged = gold.grade[found["row"]] >= 0
    row = found["row"][~judged]
    pooled = Ragged(found["rank"][~judged], by_query(row))
    pooled_judgment = pooled.like(row)
    if not judged.all():  # else nothing has to be copied
        found = _picked(found, np.flatnonzero(judged))
    row = found["row"]
    offsets = by_query(row)
    columns: dict[str, NDArray[Any] | Ragged] = {
        "rank": Ragged(found["rank"], offsets),
        "grade": Ragged(gold.grade[row], offsets),
        "tie_first": Ragged(found["tie_first"], offsets),
        "tie_last": Ragged(found["tie_last"], offsets),
        "judgment": Ragged(row, offsets),
        "pooled": pooled,
        "pooled_judgment": pooled_judgment,
        "ideal": gold.ideal,
        "judged": Ragged(gold.grade, gold.offsets),
        "first_judgment": gold.offsets[:-1],
    }
    if gold.known is not None:
        columns["known"] = Ragged(gold.known[row], offsets)
        columns["ideal_known"] = gold.ideal_known
        columns["judged_known"] = Ragged(gold.known, gold.offsets)
    if gold.subtopics is not None:
        columns |= gold.subtopics.columns()
    return columns


def _findings(
    joined: Sequence[Joined], gold: Judgments, name: str, unknown: set[str], retrieved: NDArray[np.int64],
    policy: Policy,
) -> list[Finding]:  # fmt: skip
    """What the join counted, in words."""
    tally: Counter[str] = sum((one.tally for one in joined), Counter())
    found = []
    missing = [gold.queries[i] for i in np.flatnonzero(retrieved == 0)]
    if missing:
        total = len(gold.queries)
        if policy.missing == "error":
            raise InputError("missing-refused", source=name, count=len(missing), total=total, names=missing)
        facts: dict[str, Any] = {"total": total, "zero": policy.missing == "zero"}
        found.append(Finding("missing-query", len(missing), facts, "warning", tuple(missing[:5]), name))
    if unknown:
        # more queries than were judged are usual; ids that are nearly those of the judgments are a mistake
        alike = _alike(unknown, missing)
        severity = "warning" if alike else "note"
        found.append(Finding("unjudged-query", len(unknown), alike, severity, tuple(sorted(unknown)[:5]), name))
    if count := tally["duplicate"]:
        facts = {"duplicates": policy.duplicates}
        found.append(Finding("duplicate-document", count, facts, "warning", source=name))
    if count := tally["nonfinite"]:
        found.append(Finding("nonfinite-score", count, {}, "warning", source=name))
    if count := tally["contradicted"]:
        found.append(Finding("rank-contradicts-score", count, {}, "warning", source=name))
    return found


def _alike(unknown: set[str], missing: Sequence[str]) -> dict[str, str]:
    """A query without judgments and one without an answer whose ids differ only in zeros, case or blanks."""
    plain = {_LEADING_ZEROS.sub("", "".join(each.casefold().split())): each for each in missing}
    for given in sorted(unknown):
        judged = plain.get(_LEADING_ZEROS.sub("", "".join(given.casefold().split())))
        if judged is not None:
            return {"given": given, "judged": judged}
    return {}


def _unjudged(batch: Batch, name: str) -> list[Finding]:
    """The share of the first ten documents that nobody judged."""
    rank = batch.ragged("rank")
    shown = int(np.minimum(batch.array("num_ret"), 10).sum())
    count = shown - int(np.count_nonzero(rank.values <= 10))
    if not count:
        return []
    return [Finding("unjudged-top-10", count, {"share": count / shown, "shown": shown}, source=name)]


def stranger_facts(theirs: str, ours: str) -> dict[str, Any]:
    """What is said where not one document of a run is judged: an id of each, and what to do with those of Vespa."""
    by_vespa = _VESPA.fullmatch(theirs) and not _VESPA.fullmatch(ours)
    return {"theirs": theirs, "ours": ours, **({"vespa": {"run.doc": "fields.id"}} if by_vespa else {})}


def _strangers(gold: Judgments, name: str, theirs: str, count: int) -> Finding:
    """Not one document of the run is judged: then the two name documents differently."""
    ours = gold.row_names[0]
    facts = stranger_facts(theirs, ours)
    return Finding("no-judged-document", count, facts, "warning", (theirs, ours), name)
