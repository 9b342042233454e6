"""Results with the values that a test wants them to have."""

from typing import ClassVar

import numpy as np

from cranfield import Batch, Policy, UnitMean, evaluate, ranking
from cranfield.core.registry import family


class Given(UnitMean):
    """The value that is given."""

    name: ClassVar[str] = "Given"
    family: ClassVar[str] = "text"
    reads: ClassVar[tuple[str, ...]] = ("value",)
    bounds: ClassVar[tuple[float, float]] = (-float("inf"), float("inf"))

    def values(self, batch, note):
        return note.unit("given", batch.array("value"))


def given(values, system, units=None, measures=None, **policy):
    """Results of a system whose units have these values."""
    names = [f"q{at}" for at in range(len(values))] if units is None else list(units)
    batch = Batch(
        family("text"), names, {"value": np.asarray(values, np.float64)}, system=system, policy=Policy(**policy)
    )
    return evaluate(batch, measures or {"Given": Given()})


def judged(seed, good=0.3, queries=40, measures=("nDCG@10", "AP"), system=None, **policy):
    """Results of a ranking that is the better the higher `good` is."""
    rng = np.random.default_rng(seed)
    qrels = {f"q{n}": {f"d{m}": int(m < 3) for m in range(10)} for n in range(queries)}
    run = {q: {d: grade * good + rng.random() for d, grade in docs.items()} for q, docs in qrels.items()}
    return evaluate(ranking(qrels, run, system=system or f"s{seed}", policy=Policy(**policy)), list(measures))
