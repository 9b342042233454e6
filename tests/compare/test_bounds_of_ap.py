"""Bounds of AP are looked for where they can be, and are those of all numbers of relevant documents to the last bit."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield import bounds, ranking
from cranfield.compare import completions
from cranfield.measures.ranking.average_precision import AveragePrecision
from cranfield.measures.ranking.further_relevant import further_precision


def average_precision(relevant, wanted):
    return sum((at + 1) / rank for at, rank in enumerate(sorted(relevant))) / max(wanted, 1)


@given(
    marks=st.lists(st.sampled_from(["relevant", "other", "open"]), max_size=12), elsewhere=st.integers(0, 3),
    more=st.integers(0, 3), first=st.booleans(),
)  # fmt: skip
def test_further_relevant_documents_are_those_of_a_plain_loop(marks, elsewhere, more, first):
    known, new = (
        np.array([rank for rank, each in enumerate(marks, 1) if each == name], np.int64)
        for name in ("relevant", "open")
    )
    wanted = len(known) + more
    found = further_precision(known, new, wanted, elsewhere, first=first)
    total = len(new) + elsewhere
    assert len(found) == total + 1
    for number, value in enumerate(found.tolist()):
        ranked = [*new.tolist(), *[None] * elsewhere]
        chosen = ranked[:number] if first else ranked[total - number :]
        relevant = [*known.tolist(), *(rank for rank in chosen if rank is not None)]
        assert value == pytest.approx(average_precision(relevant, wanted + number), abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), measure=st.sampled_from(["AP", "AP@7", "AP(rel=2)", "AP(rel=9)", "GMAP"]))
def test_no_number_of_relevant_documents_goes_beyond_those_that_were_tried(seed, measure):
    rng = np.random.default_rng(seed)
    docs = [f"d{at}" for at in range(40)]
    qrels = {
        f"q{at}": {doc: int(rng.choice([-1, 0, 0, 1, 2])) for doc in rng.permutation(docs)[: rng.integers(1, 20)]}
        for at in range(4)
    }
    run = {query: list(rng.permutation(docs)[: rng.integers(1, 30)]) for query in qrels}
    batch = ranking(qrels, run)
    found = bounds(batch, measure)
    near = AveragePrecision.near
    del AveragePrecision.near
    try:
        every = bounds(batch, measure)
    finally:
        AveragePrecision.near = near
    assert (found.low, found.high, found.units) == (every.low, every.high, every.units)


def test_few_numbers_are_tried(monkeypatch):
    rng = np.random.default_rng(1)
    docs = [f"d{at}" for at in range(300)]
    qrels = {"q": {doc: int(rng.integers(0, 2)) for doc in docs[:30]}}
    batch = ranking(qrels, {"q": list(rng.permutation(docs))})
    seen = []
    tried = completions._tried
    monkeypatch.setattr(completions, "_tried", lambda *of, **how: seen.append(tried(*of, **how)) or seen[-1])
    bounds(batch, "AP")
    assert len(seen) == 2
    assert all(len(each) <= 3 for numbers in seen for each in numbers)
