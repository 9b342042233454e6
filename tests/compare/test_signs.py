"""Random signs that all measures share: the same p as each measure alone, and as plain loops."""

from __future__ import annotations

import numpy as np
import pytest

from cranfield import compare, evaluate, ranking

MEASURES = ["nDCG@10", "AP", "P@5", "RR", "Rprec"]


def made(queries=60, systems=4, seed=3):
    rng = np.random.default_rng(seed)
    docs = [f"d{at}" for at in range(30)]
    gold = {
        f"q{query}": {doc: int(rng.integers(0, 4)) for doc in rng.choice(docs, 12, replace=False)}
        for query in range(queries)
    }
    runs = [
        {
            query: {doc: float(rng.normal() + at * 0.4 * judged.get(doc, 0)) for doc in docs}
            for query, judged in gold.items()
        }
        for at in range(systems)
    ]  # fmt: skip
    return [evaluate(ranking(gold, run, system=f"s{at}"), MEASURES) for at, run in enumerate(runs)]


@pytest.mark.parametrize("alternative", ["two-sided", "better"])
@pytest.mark.parametrize("pairs", ["baseline", "all"])
def test_measures_together_and_alone_have_the_same_p(pairs, alternative):
    results = made()
    options = {"pairs": pairs, "alternative": alternative, "resamples": 2000}
    together = compare(results, **options)
    for name in MEASURES:
        alone = compare(results, [name], **options)
        ours, theirs = ([pair.others for pair in each[name].pairs] for each in (together, alone))
        assert ours == theirs
        assert "randomization" in ours[0]


def test_p_is_what_a_plain_loop_finds():
    results = made(queries=40)
    found = compare(results, ["AP"], test="randomization", resamples=3000, seed=7)
    swapped = np.random.default_rng(7).integers(2, size=(3000, 40), dtype=bool)
    for pair in found["AP"].pairs:
        one, two = (np.array(list(next(each for each in results if each.system == name)["AP"].units.values()))
                    for name in (pair.baseline, pair.system))  # fmt: skip
        gaps = two - one
        reached = sum(
            abs(sum(-gap if swap else gap for gap, swap in zip(gaps, row, strict=True))) >= abs(gaps.sum()) - 1e-9
            for row in swapped
        )
        assert pair.p == (reached + 1) / 3001
