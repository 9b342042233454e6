"""Side by side with scikit-learn: (n)DCG with and without averaging over ties."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.metrics import dcg_score, label_ranking_average_precision_score, ndcg_score

from cranfield import Policy, evaluate, ranking

JUDGED = st.lists(st.tuples(st.integers(0, 4), st.integers(-3, 3)), min_size=2, max_size=9)


def value(measure, pairs, ties):
    grades = {f"d{i}": grade for i, (grade, _) in enumerate(pairs)}
    scores = {f"d{i}": float(score) for i, (_, score) in enumerate(pairs)}
    batch = ranking({"q": grades}, {"q": scores}, policy=Policy(ties=ties))
    return evaluate(batch, measure)[measure].value


@settings(max_examples=60)
@given(pairs=JUDGED, k=st.sampled_from([None, 1, 3, 20]))
def test_ties_are_averaged_alike(pairs, k):
    grades, scores = [[grade for grade, _ in pairs]], [[score for _, score in pairs]]
    cut = "" if k is None else f"@{k}"
    assert value(f"DCG{cut}", pairs, "expected") == pytest.approx(dcg_score(grades, scores, k=k), rel=1e-9)
    assert value(f"nDCG{cut}", pairs, "expected") == pytest.approx(ndcg_score(grades, scores, k=k), rel=1e-9, abs=1e-12)


@settings(max_examples=60)
@given(grades=st.lists(st.integers(0, 4), min_size=2, max_size=9), k=st.sampled_from([None, 1, 3]))
def test_without_ties_every_rule_agrees(grades, k):
    pairs = [(grade, -place) for place, grade in enumerate(grades)]
    scores = [[score for _, score in pairs]]
    cut = "" if k is None else f"@{k}"
    for ties in ("docid-desc", "docid-asc", "input", "expected"):
        theirs = ndcg_score([grades], scores, k=k, ignore_ties=True)
        assert value(f"nDCG{cut}", pairs, ties) == pytest.approx(theirs, rel=1e-9, abs=1e-12)


@settings(max_examples=60)
@given(grades=st.lists(st.integers(0, 1), min_size=2, max_size=9))
def test_average_precision_is_label_ranking_average_precision(grades):
    assume(0 < sum(grades) < len(grades))
    pairs = [(grade, -place) for place, grade in enumerate(grades)]
    theirs = label_ranking_average_precision_score([grades], [[score for _, score in pairs]])
    assert value("AP", pairs, "docid-desc") == pytest.approx(theirs, rel=1e-9)
