"""`ranking(qrels, run)`: the one door from judgments and a run to a batch."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import COLUMNS, COUNT, NAME, PROGRESS, door, optional
from cranfield.core.finding import Finding
from cranfield.core.policy import POLICY, Policy
from cranfield.errors import InputError, PolicyError
from cranfield.io.bytes.stream import COMPRESSED
from cranfield.io.document_groups import DEPTH, with_document_groups
from cranfield.io.join.assemble import assemble
from cranfield.io.join.dicts import join_dict
from cranfield.io.join.judgments import Judgments
from cranfield.io.join.prepare import SubtopicsError, mark_known, prepare, prepare_dict
from cranfield.io.join.run import all_rows, join_run
from cranfield.io.join.run_rows import Asked
from cranfield.io.pooled import with_pooled
from cranfield.io.read.formats import ENDINGS
from cranfield.io.read.open import open_input
from cranfield.io.read.roles import OtherKindError
from cranfield.io.spill.memory import MEMORY, memory_limit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.core.batch import Batch
    from cranfield.io.ids.rows import Rows
    from cranfield.io.read.input import Input

__all__ = ["judgments", "ranking", "system_name"]

_PREPARED = ("negative", "fractions", "duplicates", "subtopics")  # decided when judgments are prepared


@door(policy=POLICY, input_format=optional(NAME), columns=COLUMNS)
def judgments(
    qrels: Any, *, policy: Policy | str = "default", known: Any = None, pooled: Sequence[Any] = (),
    input_format: str | None = None, columns: Mapping[str, str] | None = None,
) -> Judgments:  # fmt: skip
    """Judgments read and prepared once, to be used with many runs.

    `known` lists documents the user already knew, in any format of judgments. `pooled` are runs whose other documents
    are known by name too, as pooled but not judged: that changes no measure but infAP, and `settle` needs it.
    """
    decided = Policy.named(policy) if isinstance(policy, str) else policy
    quick = None
    if isinstance(qrels, Mapping) and input_format is None:
        quick = prepare_dict(qrels, decided, {"role": "judgments", "name": "dict"})
    if quick is not None:
        gold = quick
    else:
        listed = open_input(qrels, "qrels", input_format=input_format, columns=columns)
        gold = _prepared(listed, decided)
    gold = gold if known is None else _with_known(gold, known, columns)
    return with_pooled(gold, pooled, columns=columns)


def _prepared(listed: Input, policy: Policy) -> Judgments:
    """Judgments made ready; those that repeat documents because of subtopics are read again with them."""
    rows = _together(listed)
    if rows.subtopic is not None and policy.subtopics == "error":
        raise InputError("subtopics-refused", source=listed.name)
    try:
        return prepare(rows, policy, {"role": "judgments", **listed.describe()}, listed)
    except SubtopicsError:
        again = listed.with_subtopics()
        if again is None or policy.subtopics == "error":
            raise
    return prepare(_together(again), policy, {"role": "judgments", **again.describe()}, again)


def _with_known(gold: Judgments, known: Any, columns: Mapping[str, str] | None) -> Judgments:
    try:
        listed = open_input(known, "qrels", columns=columns)
        found = _together(listed)
    except OtherKindError as error:
        raise InputError("looks-like-run", source=error.source) from None
    if (gold.find_queries(found.query) < 0).all():
        theirs, ours = found.query_at(0), gold.queries[0]
        raise InputError("known-elsewhere", source=listed.name, theirs=theirs, ours=ours)
    marked = mark_known(gold, found)
    findings = gold.findings
    if marked.known is not None and not marked.known.any():
        findings += (Finding("known-unjudged", len(found), {}, "warning", source=listed.name),)
    return replace(marked, inputs=(*gold.inputs, {"role": "known", **listed.describe()}), findings=findings)


def _together(listed: Input) -> Rows:
    found = all_rows(listed)
    if found is None:
        raise InputError("holds-only-blank-lines-comments", source=listed.name)
    return found


@door(
    policy=optional(POLICY), input_format=optional(NAME), qrels_format=optional(NAME), run_format=optional(NAME),
    columns=COLUMNS, system=optional(NAME), keep=COUNT, memory=MEMORY, progress=PROGRESS,
)  # fmt: skip
def ranking(
    qrels: Any, run: Any, *, policy: Policy | str | None = None, known: Any = None, input_format: str | None = None,
    qrels_format: str | None = None, run_format: str | None = None, columns: Mapping[str, str] | None = None,
    system: str | None = None, keep: int = 0, document_groups: Any = None, memory: int | str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Batch:  # fmt: skip
    """A batch from judgments and a run: paths, dicts, Arrow tables or any dataframe with the Arrow interface.

    `policy` is a Policy or the name of a profile; `qrels` may be what `judgments()` prepared.
    `input_format` names the format of both inputs, `qrels_format` and `run_format` that of one. With `keep`, the ids
    and scores of the first so many documents of each query, judged or not, are in the columns `top` and `top_score`.
    `document_groups` says which group each document belongs to, for measures of exposure.
    A run whose queries are interleaved waits on disk where it would take more than `memory`, such as '2GB'.

    >>> batch = ranking({"q1": {"d1": 1}}, {"q1": {"d1": 0.5, "d2": 0.9}})
    >>> batch.units
    ['q1']
    """
    if isinstance(qrels, Judgments):
        gold = qrels if known is None else _with_known(qrels, known, columns)
        decided = gold.policy if policy is None else Policy.named(policy) if isinstance(policy, str) else policy
        for name in _PREPARED:
            if getattr(decided, name) != getattr(gold.policy, name):
                raise PolicyError("was-decided-when-judgments-were", name=name)
    else:
        decided = Policy.named(policy or "default") if policy is None or isinstance(policy, str) else policy
        form = qrels_format or input_format
        gold = judgments(qrels, policy=decided, known=known, input_format=form, columns=columns)
    answers = open_input(run, "run", input_format=run_format or input_format, columns=columns, progress=progress)
    kept = int(keep) if document_groups is None else max(int(keep), DEPTH)
    kept = kept if decided.depth is None else min(kept, decided.depth)
    quick = join_dict(run, gold, decided) if isinstance(run, Mapping) and not kept else None
    limit = memory_limit(memory)
    joined = [quick] if quick is not None else join_run(answers, gold, decided, Asked(keep=kept), memory=limit)
    # an example costs another look at the input, so it is taken only when something is wrong
    batch = assemble(
        joined, gold, decided, source={"role": "run", **answers.describe()}, system=system or system_name(run),
        example=lambda: answers.example(gold.number_of),
    )  # fmt: skip
    return batch if document_groups is None else with_document_groups(batch, document_groups, keep=int(keep))


def system_name(run: Any) -> str:
    """The name of a run in tables: the file name without what is behind the dot."""
    if not isinstance(run, str | os.PathLike) or run == "-":
        return "run"
    path = PurePath(run)
    while path.suffix.lower() in (*COMPRESSED, *ENDINGS):
        path = path.with_suffix("")
    return path.name
