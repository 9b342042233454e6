"""How far a judge agrees with people, beside what the best constant judge would reach and what people reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.agreement import agreement
from cranfield.compare.contests import intervals
from cranfield.core.compared import Remark
from cranfield.core.evaluate import evaluate
from cranfield.core.trusted import Ranged, Repeats
from cranfield.io.labels import labels
from cranfield.trust.said import rated_twice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.agreed import Agreed
    from cranfield.core.batch import Batch
    from cranfield.trust.said import Drawn, Said, Shared

__all__ = ["COEFFICIENTS", "agreeing", "among_people", "asked_again", "constant_judge", "separating"]

COEFFICIENTS = ("Agreement", "Kappa", "Kappa(weights='quadratic')", "Alpha", "AC1", "AC2")
_OF_REPEATS = ("Agreement", "Kappa(weights='quadratic')")
_MOST_CONSTANTS = 25  # grades that a constant judge is tried with: the most frequent ones


def agreeing(shared: Shared, drawn: Drawn) -> Agreed:
    """The coefficients with intervals from drawing queries again."""
    return _agreement(shared.batch(), drawn)


def _agreement(batch: Batch, drawn: Drawn, measures: Sequence[str] = COEFFICIENTS) -> Agreed:
    return agreement(
        batch, list(measures), confidence=drawn.confidence, resamples=drawn.resamples, seed=drawn.seed
    )  # fmt: skip


def among_people(batch: Batch, drawn: Drawn) -> Agreed | None:
    """The same between the people, if there are several who rated the same."""
    if len(batch.facts["raters"]) < 2 or not (batch.ragged("rating").sizes > 1).any():
        return None
    return _agreement(batch, drawn)


def constant_judge(shared: Shared) -> dict[str, tuple[float, float]]:
    """Coefficient to the best value that a judge reaches who always says the same, and what that is."""
    grades, counts = np.unique(shared.one, return_counts=True)
    found: dict[str, tuple[float, float]] = {}
    for grade in grades[np.argsort(-counts, kind="stable")[:_MOST_CONSTANTS]].tolist():
        results = evaluate(shared.batch(np.full(len(shared.one), grade)), list(COEFFICIENTS))
        for name, result in results.items():
            value = result.value
            if not np.isnan(value) and (name not in found or value > found[name][0]):
                found[name] = value, grade
    return found


def separating(shared: Shared, rel: float, drawn: Drawn) -> Ranged:
    """How well the judge's grades separate what people call relevant from the rest: AUC, whatever the scale."""
    truth = shared.one >= rel
    if truth.all() or not truth.any():
        return Ranged(float("nan"), reason=Remark("judges-one-class", {"rel": rel, "all": bool(truth.all())}))
    queries = [shared.queries[at] for at in shared.query.tolist()]
    batch = labels(truth=_yes_or_no(truth), score=shared.two, group=queries, positive="1")
    results = evaluate(batch, ["AUC"])
    if len(shared.queries) < 2:
        return Ranged(results["AUC"].value)
    found = intervals(
        results, ["AUC"], confidence=drawn.confidence, interval="percentile", resamples=drawn.resamples,
        seed=drawn.seed, by="group", jobs=1,
    )["AUC"]  # fmt: skip
    return Ranged(found.value, found.low, found.high, found.reason)


def _yes_or_no(truth: NDArray[np.bool_]) -> list[str]:
    return ["1" if each else "0" for each in truth.tolist()]


def asked_again(said: Said, drawn: Drawn, second: Said | None = None) -> Repeats | None:
    """How often somebody says the same again: in the same file, or in another one."""
    pairs = list(said.again)
    if second is not None:
        place = second.place
        pairs += [
            (thing, float(said.grade[at]), float(second.grade[place[thing]]))
            for at, thing in enumerate(said.things)
            if thing in place
        ]
    if not pairs:
        return None
    # what was judged again in both ways counts once, by the first of them
    first = {thing: both for thing, *both in reversed(pairs)}
    one, two = (np.array([both[at] for both in first.values()]) for at in (0, 1))
    batch = rated_twice(list(first), one, two, said.name)
    return Repeats(len(first), _agreement(batch, drawn, _OF_REPEATS).estimates)
