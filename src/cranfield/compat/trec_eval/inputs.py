"""Judgments and a run, read with the rules of one version of trec_eval."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compat.trec_eval.lines import judgment_lines, refuse_blank_lines
from cranfield.compat.trec_eval.options import DEEPEST, INPUT, TrecEvalError, leading_int
from cranfield.compat.trec_eval.repeats import repeated_judgments, repeated_results
from cranfield.core.policy import Policy
from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.join.assemble import assemble
from cranfield.io.join.run import join_run
from cranfield.io.ranking import judgments
from cranfield.io.read.open import open_input

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.compat.trec_eval.options import Options
    from cranfield.compat.trec_eval.preferences import Counts
    from cranfield.core.batch import Batch
    from cranfield.io.join.judgments import Judgments

__all__ = ["Read", "read"]


@dataclass(frozen=True)
class Read:
    """All judged topics, whether the run answers each, and a batch for each group of judges (one, as a rule)."""

    topics: Sequence[str]
    answered: NDArray[np.bool_]
    batches: Sequence[Batch]
    runid: str  # from the last line of the run
    preferences: Mapping[str, Counts] = field(default_factory=dict)  # of each topic, for judgments that are preferences
    faults: Mapping[str, TrecEvalError] = field(default_factory=dict)  # topics at which the evaluation stops, and why


def read(options: Options) -> Read:
    """Both files; topics without an answer are kept, because each version treats them in its own way."""
    qrels, run = options.files
    depth = min(options.depth, DEEPEST) if options.depth else None
    # repeated documents are found here and stop the evaluation in their topic's turn
    policy = Policy.named(f"trec_eval-{options.version}", missing="zero", depth=depth, duplicates="best")
    with _statuses():
        gold_source = Source(qrels, hashed="never")
        refuse_blank_lines(gold_source)
    if options.rel_format in ("prefs", "qrels_prefs"):
        return _read_preferences(options, gold_source, policy)
    with _statuses():
        if options.rel_format == "qrels_jg":
            golds = [judgments(each, policy=policy) for each in _groups(gold_source)]
        else:
            golds = [judgments(gold_source, policy=policy, input_format="trec")]
    source = _open(run)
    batches = [_join(source, gold, policy) for gold in golds]
    topics = batches[0].units if len(batches) == 1 else sorted({unit for batch in batches for unit in batch.units})
    answered = {unit for batch in batches for unit, n in zip(batch.units, batch.array("num_ret"), strict=True) if n}
    if options.depth == 0:
        batches = [_without_results(batch) for batch in batches]
    faults = _repeats(batches, options, gold_source, source)
    tag = _last_tag(source.tail)
    return Read(topics, np.array([topic in answered for topic in topics]), batches, tag, faults=faults)


def _repeats(
    batches: Sequence[Batch], options: Options, gold_source: Source, source: Source
) -> dict[str, TrecEvalError]:
    """The topics that list or judge a document twice; looked for only if some do."""
    told = {finding.key for batch in batches for finding in batch.findings}
    found: dict[str, TrecEvalError] = {}
    if "duplicate-document" in told:
        single = options.version == 9
        found |= repeated_results(source, depth=options.depth, float32=single)
    if "duplicate-judgment" in told:
        found |= repeated_judgments(gold_source)
    return found


def _read_preferences(options: Options, gold_source: Source, policy: Policy) -> Read:
    """Preferences need the whole ranking of a topic; of equal scores the smaller id comes first here."""
    from cranfield.compat.trec_eval.preferences import count, read_preferences  # noqa: PLC0415 (rarely needed)

    with _statuses():
        judged = read_preferences(gold_source, options.rel_format)
    source = _open(options.files[1])
    scores: dict[str, dict[str, float]] = {}
    repeated = False
    with _statuses():
        rows = open_input(source, "run", input_format="trec")
        for some in (some for piece in rows.pieces() for some in piece()):
            values = some.value.astype(np.float32 if policy.scores == "float32" else np.float64)
            columns = (some.queries(), some.doc.texts(), values.tolist())
            for topic, doc, score in zip(*columns, strict=True):
                known = scores.setdefault(topic, {})
                repeated |= doc in known
                known[doc] = max(score, known.get(doc, score))
        if not scores:
            raise _nothing(source)
    topics = sorted(judged)
    found, faults = {}, {}
    if repeated:
        single = options.version == 9
        faults = repeated_results(source, depth=options.depth, float32=single, ascending=True)
    for topic in topics:
        ranked = scores.get(topic, {})
        order = sorted(ranked, key=lambda doc: (-ranked[doc], doc))
        try:
            found[topic] = count(judged[topic], order if options.depth is None else order[: options.depth], topic)
        except TrecEvalError as error:
            faults.setdefault(topic, error)  # it ends the evaluation only when its turn comes
    return Read(topics, np.array([topic in scores for topic in topics]), [], _last_tag(source.tail), found, faults)


@contextmanager
def _statuses() -> Iterator[None]:
    """Turn what is wrong with the data into trec_eval's exit statuses."""
    try:
        yield
    except InputError as error:
        raise TrecEvalError(str(error), INPUT) from None


def _open(run: str) -> Source:
    with _statuses():
        return Source(run, hashed="never")


def _join(source: Source, gold: Judgments, policy: Policy) -> Batch:
    with _statuses():
        joined = join_run(open_input(source, "run", input_format="trec"), gold, policy)
        if not any(len(one.query) or one.unknown for one in joined):
            raise _nothing(source)
    return assemble(joined, gold, policy, source={"name": source.name}, system="run", none_answered=True)


def _nothing(source: Source) -> InputError:
    return InputError("te-no-run", source=source.name)


def _groups(source: Source) -> list[dict[str, dict[str, int]]]:
    """The judgments of each group of judges: lines of topic, group, document and grade."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for number, (topic, group, doc, grade) in judgment_lines(source, "topic group document grade"):
        judged = found.setdefault(group, {}).setdefault(topic, {})
        if doc in judged:
            raise InputError(
                "te-twice-in-group", topic=topic, document=doc, group=group, source=source.name, line=number
            )
        judged[doc] = leading_int(grade)
    return [found[group] for group in sorted(found)]


def _last_tag(tail: bytes) -> str:
    """The sixth field of the last line that is neither blank nor a comment."""
    for line in reversed(tail.split(b"\n")):
        fields = line.split()
        if len(fields) >= 6 and not fields[0].startswith(b"#"):
            return fields[5].decode("utf-8", "surrogateescape")
    return ""


def _without_results(batch: Batch) -> Batch:
    """The same topics with nothing returned, which is what -M0 leaves."""
    columns = dict(batch.columns)
    for name in ("rank", "grade", "tie_first", "tie_last", "judgment", "pooled", "pooled_judgment"):
        column = batch.ragged(name)
        columns[name] = column.filter(np.zeros(len(column.values), bool))
    columns["num_ret"] = np.zeros(len(batch), np.int64)
    return replace(batch, columns=columns)
