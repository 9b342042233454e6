"""Which topics are evaluated and averaged: the two versions disagree about those that the run does not answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compat.trec_eval.options import CALCULATION, NOTHING, TrecEvalError
from cranfield.core.ranked import judged_only

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.compat.trec_eval.inputs import Read
    from cranfield.compat.trec_eval.options import Options
    from cranfield.compat.trec_eval.preferences import Counts
    from cranfield.core.batch import Batch

__all__ = ["Topics", "choose"]


@dataclass(frozen=True)
class Topics:
    """What is evaluated, and how the summary is made.

    `unanswered` topics take part only in the summary, where version 9 adds nothing for them and counts them all the
    same; `stopped` is why the evaluation ended behind these topics.
    """

    names: Sequence[str]
    batches: Sequence[Batch]
    unanswered: Sequence[Batch] = ()
    stopped: TrecEvalError | None = None
    missing: int = 0  # how many topics are in the summary only
    complete: bool = False  # -c
    preferences: Mapping[str, Counts] = field(default_factory=dict)


def choose(found: Read, options: Options, *, joined: bool = True) -> Topics:
    """The topics of the version's loop, in order; one that cannot be `joined` with the run stops it."""
    places = [i for i, topic in enumerate(found.topics) if options.only_query in (None, topic)]
    if options.version == 9:
        answered = [i for i in places if found.answered[i]]
        if not answered:
            raise TrecEvalError("te-no-common-topic", NOTHING)
        left_out = [i for i in range(len(found.topics)) if not found.answered[i]] if options.complete else []
        return _checked(found, answered, options, left_out, joined=joined)
    if not places:
        raise TrecEvalError("te-no-topic", NOTHING, name=options.only_query)
    gap = None if options.complete or not joined else next((i for i in places if not found.answered[i]), None)
    if gap is None:
        return _checked(found, places, options, [], joined=joined)
    stopped = TrecEvalError("te-unanswered", CALCULATION, topic=found.topics[gap])
    return _checked(found, [i for i in places if i < gap], options, [], stopped)


def _checked(
    found: Read, places: list[int], options: Options, left_out: list[int], stopped: TrecEvalError | None = None,
    *, joined: bool = True,
) -> Topics:  # fmt: skip
    if joined:
        fault = next((i for i in places if found.topics[i] in found.faults), None)
        if fault is not None:
            stopped, places = found.faults[found.topics[fault]], [i for i in places if i < fault]
    names = [found.topics[i] for i in places]
    if not found.batches:
        return Topics(names, (), (), stopped, len(left_out), options.complete, found.preferences)
    batches = _select(found, places)
    if joined and places and options.rel_format == "qrels" and not batches[0].ragged("ideal").sizes[0]:
        raise TrecEvalError("te-only-negative", CALCULATION, topic=found.topics[places[0]])
    if options.judged_only:
        batches = [judged_only(batch) for batch in batches]
    unanswered = _select(found, left_out) if left_out else ()
    return Topics(names, batches, unanswered, stopped, len(left_out), options.complete)


def _select(found: Read, places: list[int]) -> list[Batch]:
    if len(places) == len(found.topics) and len(found.batches) == 1:
        return list(found.batches)
    wanted = {found.topics[i] for i in places}
    chosen = []
    for batch in found.batches:
        inside = np.array([i for i, unit in enumerate(batch.units) if unit in wanted], np.int64)
        chosen.append(batch.select(inside))
    return [batch for batch in chosen if len(batch)] or chosen[:1]
