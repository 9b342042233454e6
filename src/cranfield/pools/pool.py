"""`pool(runs)`: the documents of several runs that people should judge next."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import ANY_SEED, CHOICE, COLUMNS, NAME, NUMBER, SHARE, door, items, optional, whole_number
from cranfield.core.policy import POLICY, Policy
from cranfield.errors import InputError, PolicyError, nearest
from cranfield.io.captions import captions
from cranfield.io.join.judgments import Judgments
from cranfield.io.ranking import judgments, system_name
from cranfield.io.rankings import HOLDS_JUDGMENTS, read_rankings
from cranfield.pools.choose import Limits, choose
from cranfield.pools.methods import by_depth, by_rank_biased_weight, by_reciprocal_rank
from cranfield.pools.pooled import Pool
from cranfield.pools.race import Race
from cranfield.pools.texts import with_texts
from cranfield.pools.worth import reach_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.io.rankings import Rankings

__all__ = ["DEPTH", "METHODS", "ORDERS", "pool", "race"]

METHODS = ("depth", "rrf", "rbp", "decisive")
ORDERS = ("priority", "query")
DEPTH = 20  # of a pool that nobody limits
_FROM_ONE = optional(whole_number("be-jobs", 1, 2**53 - 1, InputError))


@door(
    method=CHOICE, depth=_FROM_ONE, budget=_FROM_ONE, per_query=_FROM_ONE, order=CHOICE, k=NUMBER, p=SHARE,
    policy=POLICY, seed=ANY_SEED, input_format=optional(NAME), columns=COLUMNS,
)  # fmt: skip
def pool(
    runs: Mapping[str, Any] | Sequence[Any], *, method: str = "depth", depth: int | None = None,
    budget: int | None = None, per_query: int | None = None, order: str = "priority", k: float = 60.0, p: float = 0.8,
    measure: str | Measure = "nDCG@10", grades: Sequence[float] | None = None, qrels: Any = None, queries: Any = None,
    docs: Any = None, without: Iterable[tuple[str, str]] = (), policy: Policy | str = "default", seed: int = 0,
    input_format: str | None = None, columns: Mapping[str, str] | None = None,
) -> Pool:  # fmt: skip
    """The documents that people should judge next, in order, of what runs return and nobody has judged.

    `runs` are a list, or a dict by name, of whatever `ranking` takes as a run. `method` is `depth` (best rank first),
    `rrf` (sum of 1 / (k + rank)), `rbp` (sum of (1 - p) p^(rank - 1)) or `decisive` (what can change the order of the
    systems by `measure` most, if documents get `grades`). Runs are looked at down to `depth`: without one 20, with a
    `budget` or `per_query` all the way, and in decisive order the cutoff of the measure. What `qrels` has judged is
    left out, and so are pairs of query and document `without` which it is to be. `queries` and `docs` are files with
    texts. Documents of the same priority are shuffled by `seed`.

    >>> found = pool([{"q1": {"d1": 2.0, "d2": 1.0}}, {"q1": {"d3": 1.0}}], depth=1)
    >>> sorted(found.pairs)
    [('q1', 'd1'), ('q1', 'd3')]
    """
    _known("method", method, METHODS)
    _known("order", order, ORDERS)
    if k <= -1:
        raise InputError("pool-k", given=float(k))
    asked = None if queries is None else captions(queries)  # a file that cannot be read is told before the long work
    decided = _policy(policy)
    racing = None
    if method == "decisive":
        racing = race(
            runs, qrels, measure=measure, depth=depth, grades=grades, policy=decided, input_format=input_format,
            columns=columns,
        )  # fmt: skip
        found, depth = racing.found, racing.depth
        documents, priority = racing.urgency()
    else:
        if depth is None and budget is None and per_query is None:
            depth = DEPTH
        gold = _gold(qrels, decided, columns)
        with _told_for_pools():
            found = read_rankings(_named(runs), gold, decided, depth=depth, input_format=input_format, columns=columns)
        documents, priority = np.arange(len(found)), _priority(found, method, k=k, p=p)
    unjudged = np.isnan(found.grade[documents])
    idle = unjudged & (priority <= 0) if racing is not None else np.zeros(len(documents), bool)
    held = _held(found, documents, without)
    left = np.flatnonzero(unjudged & ~idle & ~held)
    kept = left[choose(found, documents[left], priority[left], Limits(budget, per_query, order, int(seed)))]
    judged = ~unjudged & (found.best_rank()[documents] <= (depth or np.inf))
    made = Pool(
        method, depth, found, documents[kept], priority[kept], judged=int(judged.sum()), beyond=len(left) - len(kept),
        idle=int((idle & ~held).sum()), held=int((held & unjudged).sum()), findings=found.findings, race=racing,
        already=documents[held],
    )  # fmt: skip
    return with_texts(made, asked, queries, docs)


@door(depth=_FROM_ONE, policy=POLICY, input_format=optional(NAME), columns=COLUMNS)
def race(
    runs: Mapping[str, Any] | Sequence[Any], qrels: Any = None, *, measure: str | Measure = "nDCG@10",
    depth: int | None = None, grades: Sequence[float] | None = None, policy: Policy | str = "default",
    input_format: str | None = None, columns: Mapping[str, str] | None = None,
) -> Race:  # fmt: skip
    """Whether the order of systems is settled, what is judged so far given; it can be told of further judgments.

    The pool is the documents down to `depth` of every run: that of the measure, or 20 for one without a cutoff.
    `grades` are those that a document can get; without them, whole numbers up to the highest of the judgments.
    """
    decided = _policy(policy)
    reach = reach_of(measure)
    gold, down_to = _gold(qrels, decided, columns), None if reach is None else max(reach, depth or 0)
    with _told_for_pools():
        found = read_rankings(_named(runs), gold, decided, depth=down_to, input_format=input_format, columns=columns)
    return Race(found, measure, decided, depth=depth or reach or DEPTH, grades=grades)


@contextmanager
def _told_for_pools() -> Iterator[None]:
    """Other commands say of files that are mixed up in which order to give them; a pool has judgments by an option."""
    try:
        yield
    except InputError as error:
        if error.key in HOLDS_JUDGMENTS:
            raise InputError("pool-run-is-judgments", source=error.source) from None
        if error.key in ("lines-of-run", "run-for-judgments"):
            raise InputError("pool-judgments-are-run", source=error.source) from None
        raise


def _known(name: str, given: str, choices: Sequence[str]) -> None:
    if given not in choices:
        raise InputError("pool-choice", name=name, given=given, choices=choices, near=nearest(given, choices))


def _held(found: Rankings, documents: NDArray[np.int64], without: Iterable[tuple[str, str]]) -> NDArray[np.bool_]:
    """Which documents somebody has taken care of."""
    pairs = {(str(query), str(doc)) for query, doc in items("pool", "without", without)}
    if not pairs:
        return np.zeros(len(documents), bool)
    queries = (found.queries[at] for at in found.query[documents].tolist())
    named = zip(queries, found.docs[documents].texts(), strict=True)
    return np.fromiter((pair in pairs for pair in named), bool, len(documents))


def _priority(found: Rankings, method: str, *, k: float, p: float) -> NDArray[np.float64]:
    if method == "depth":
        return by_depth(found)
    return by_reciprocal_rank(found, k) if method == "rrf" else by_rank_biased_weight(found, p)


def _policy(policy: Policy | str) -> Policy:
    decided = Policy.named(policy) if isinstance(policy, str) else policy
    if decided.ties == "expected":
        raise PolicyError("pool-ties")
    return decided


def _gold(qrels: Any, policy: Policy, columns: Mapping[str, str] | None) -> Judgments | None:
    if qrels is None or isinstance(qrels, Judgments):
        return qrels
    with _told_for_pools():
        return judgments(qrels, policy=policy, columns=columns)


def _named(runs: Mapping[str, Any] | Sequence[Any]) -> dict[str, Any]:
    """Runs by their names: those of their files, or their paths or numbers where names are shared."""
    if isinstance(runs, Mapping):
        named = {str(name): run for name, run in items("pool", "runs", runs)}
    else:
        listed = items("pool", "runs", runs)
        short = [system_name(run) for run in listed]
        times = Counter(short)
        paths = [os.fspath(run) if isinstance(run, str | os.PathLike) else None for run in listed]
        if repeated := next((path for path in paths if path is not None and paths.count(path) > 1), None):
            raise InputError("file-twice", source=repeated)
        named = {
            name if times[name] == 1 else path or f"{name}-{at}": run
            for at, (name, path, run) in enumerate(zip(short, paths, listed, strict=True), 1)
        }
    if not named:
        raise InputError("pool-no-runs")
    return named
