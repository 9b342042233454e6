"""`overlap(first, second)`: how alike the answers of two runs are, without judgments."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.similarity import TIES, jaccard, kendall, rank_biased
from cranfield.core.arguments import CHOICE, COLUMNS, NAME, SHARE, door, items, optional, whole_number
from cranfield.core.finding import Finding
from cranfield.core.overlap import Overlap
from cranfield.core.policy import POLICY, Policy
from cranfield.errors import InputError, MeasureError
from cranfield.io.ranking import system_name
from cranfield.io.rankings import HOLDS_JUDGMENTS, read_rankings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.compare.similarity import List
    from cranfield.io.rankings import Rankings

__all__ = ["CUTOFFS", "DEPTH", "overlap"]

CUTOFFS = (10, 100)
DEPTH = 1000  # pairs of documents are compared, so that very long answers would take very long
_FROM_ONE = whole_number("be-jobs", 1, 2**53 - 1, InputError)


@door(
    p=SHARE, ties=CHOICE, depth=_FROM_ONE, policy=POLICY, input_format=optional(NAME), columns=COLUMNS,
)  # fmt: skip
def overlap(
    first: Any, second: Any, *, p: float = 0.9, ties: str = "a", cutoffs: Sequence[int] = CUTOFFS, depth: int = DEPTH,
    policy: Policy | str = "default", input_format: str | None = None, columns: Mapping[str, str] | None = None,
) -> Overlap:  # fmt: skip
    """How alike the answers of two runs are, query by query and on average.

    `RBO` is rank-biased overlap for a reader who goes on with probability `p`, extrapolated beyond what was returned;
    `RBO_min` is what it is at least and `RBO_res` how much more it could be. `ties` says how documents of one score
    are treated (Corsi and Urbano 2024): `a` for the mean over all their orders, `b` corrected for what ties hide, `w`
    for documents that really share a rank. `tau` and `tau_AP` compare the documents that both return; `Jaccard@k`
    compares the first k, where the policy breaks ties. Each answer is looked at down to `depth`. A query that only
    one run answers has an overlap of 0, unless the policy says `missing='skip'`.

    >>> found = overlap({"q": {"a": 3.0, "b": 2.0}}, {"q": {"a": 1.0, "c": 0.5}}, p=0.5)
    >>> round(found.mean("RBO_min"), 4)
    0.6931
    """
    if ties not in TIES:
        raise MeasureError("order-rbo-ties", ties=ties, choices=TIES)
    cuts = _cutoffs(cutoffs)
    decided = Policy.named(policy) if isinstance(policy, str) else policy
    names = [system_name(first), system_name(second)]
    if names[0] == names[1]:
        names = [f"{names[0]} 1", f"{names[1]} 2"] if not isinstance(first, str) else [str(first), str(second)]
    if names[0] == names[1]:
        raise InputError("file-twice", source=names[0])
    runs = dict(zip(names, (first, second), strict=True))
    try:
        found = read_rankings(runs, None, decided, depth=depth, input_format=input_format, columns=columns)
    except InputError as error:
        if error.key in HOLDS_JUDGMENTS:
            raise InputError("overlap-judgments", source=error.source) from None
        raise
    lists = [_lists(found, system) for system in range(2)]
    answered = np.array([[len(each[0]) > 0 for each in side] for side in lists], bool).reshape(2, -1)
    both: NDArray[np.bool_] = np.logical_and(answered[0], answered[1])
    findings = list(found.findings)
    if not both.any():
        one, other = ([found.queries[at] for at in np.flatnonzero(answered[side])[:1]] for side in (0, 1))
        raise InputError("overlap-no-query", first=names[0], second=names[1], one=one, other=other)
    if not both.all():
        findings.append(_alone(found, names, answered, decided))
    kept = np.flatnonzero(both) if decided.missing == "skip" else np.arange(len(both))
    rows = [_of_query(lists[0][at], lists[1][at], p, ties, cuts) for at in kept.tolist()]
    shared = [len(np.intersect1d(lists[0][at][0], lists[1][at][0], assume_unique=True)) for at in kept.tolist()]
    columns_of = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    return Overlap(
        (names[0], names[1]), tuple(found.queries[at] for at in kept.tolist()),
        (_sizes(lists[0], kept), _sizes(lists[1], kept)), np.array(shared), columns_of,
        {"p": float(p), "ties": ties, "depth": int(depth)}, tuple(findings),
    )  # fmt: skip


def _cutoffs(given: Sequence[int]) -> list[int]:
    listed = list(dict.fromkeys(items("overlap", "cutoffs", given, error=MeasureError)))
    wrong = next((each for each in listed if type(each) is not int or each < 1), None)
    if wrong is not None:
        raise MeasureError("overlap-cutoff", given=wrong)
    return listed


def _lists(found: Rankings, system: int) -> list[List]:
    """The documents of each query and their scores, best first."""
    rows = np.flatnonzero(found.system == system)
    document = found.document[rows]
    rows = rows[np.lexsort((found.rank[rows], found.query[document]))]
    document = found.document[rows]
    edges = np.searchsorted(found.query[document], np.arange(len(found.queries) + 1))
    return [(document[a:b], found.score[rows[a:b]]) for a, b in pairwise(edges.tolist())]


def _sizes(lists: list[List], kept: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.array([len(lists[at][0]) for at in kept.tolist()], np.int64)


def _of_query(one: List, other: List, p: float, ties: str, cuts: list[int]) -> dict[str, float]:
    named = {f"Jaccard@{k}": 0.0 for k in cuts}
    if not len(one[0]) or not len(other[0]):  # nothing is shared, and everything could be
        return {"RBO": 0.0, "RBO_min": 0.0, "RBO_res": 1.0, "tau": np.nan, "tau_AP": np.nan, **named}
    biased = rank_biased(one, other, p=p, ties=ties)
    tau, tau_ap = kendall(one, other)
    return {
        "RBO": biased.extrapolated, "RBO_min": biased.low, "RBO_res": biased.residual, "tau": tau, "tau_AP": tau_ap,
        **{f"Jaccard@{k}": jaccard(one, other, k) for k in cuts},
    }  # fmt: skip


def _alone(found: Rankings, names: list[str], answered: NDArray[np.bool_], policy: Policy) -> Finding:
    """Queries that only one of the runs answers."""
    alone = np.flatnonzero(answered.sum(axis=0) == 1)
    listed = [found.queries[at] for at in alone]
    if policy.missing == "error":
        raise InputError("overlap-alone-refused", first=names[0], second=names[1], count=len(alone), names=listed)
    facts = {"total": len(found.queries), "zero": policy.missing == "zero"}
    return Finding("overlap-alone", len(alone), facts, "warning", tuple(listed[:5]))
