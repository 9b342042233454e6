"""Two systems and the documents that nobody judged: what could be is tried grade by grade and judgment by judgment."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield import MeasureError, Policy, evaluate, judgments, parse, ranking, settle
from cranfield.io.pooled import with_pooled

SCALE = (0, 1, 2)
DOCS = ["a", "b", "c", "d", "e"]
ADDS = ["P@2", "P", "DCG@3", "DCG(gain='exp')", "CG@2", "RBP(p=0.5, max_grade=2)", "P(rel=2)@3", "P(average='micro')@2"]
OTHERS = ["nDCG@2", "nDCG", "AP", "RR", "R@2", "Bpref", "ERR(max_grade=2)", "E@2", "Rprec", "DCG(mean='geometric')@2"]


@st.composite
def cases(draw):
    qrels, one, two = {}, {}, {}
    left = 4
    for query in ("q1", "q2")[: draw(st.integers(1, 2))]:
        one[query] = draw(st.permutations(DOCS))[: draw(st.integers(1, 4))]
        two[query] = draw(st.permutations(DOCS))[: draw(st.integers(1, 4))]
        returned = sorted({*one[query], *two[query]})
        unknown = draw(st.lists(st.sampled_from(returned), max_size=min(left, 3), unique=True))
        left -= len(unknown)
        qrels[query] = {doc: draw(st.sampled_from(SCALE)) for doc in DOCS if doc not in unknown} or {"z": 0}
    return qrels, one, two


def read(qrels, one, two, **policy):
    decided = Policy(**policy)
    gold = judgments(qrels, policy=decided, pooled=[one, two])
    return ranking(gold, one, policy=decided, system="one"), ranking(gold, two, policy=decided, system="two")


def outcomes(qrels, one, two, measure):
    """Every way to grade the unjudged documents, and the difference it makes."""
    unknown = [(query, doc) for query in qrels for doc in sorted({*one[query], *two[query]}) if doc not in qrels[query]]
    found = {}
    for grades in itertools.product(SCALE, repeat=len(unknown)):
        whole = {query: dict(known) for query, known in qrels.items()}
        for (query, doc), grade in zip(unknown, grades, strict=True):
            whole[query][doc] = grade
        values = [evaluate(ranking(whole, each), measure)[measure].value for each in (one, two)]
        found[grades] = values[1] - values[0]
    return found


def sign(number):
    return 0 if abs(number) < 1e-11 else 1 if number > 0 else -1


def fewest(found):
    """The smallest number of judgments with some outcome after which all the rest leaves one sign."""
    size = len(next(iter(found)))
    for number in range(size + 1):
        for chosen in itertools.combinations(range(size), number):
            for outcome in itertools.product(SCALE, repeat=number):
                left = {
                    sign(value)
                    for grades, value in found.items()
                    if all(grades[at] == grade for at, grade in zip(chosen, outcome, strict=True))
                }
                if left in ({1}, {-1}):
                    return number
    return None


@pytest.mark.parametrize("name", ADDS)
@settings(max_examples=12, deadline=None)
@given(case=cases())
def test_sums_over_documents_are_settled_exactly(name, case):
    measure = parse(name)
    found = settle(*read(*case), measure, grades=SCALE)
    every = outcomes(*case, measure)
    now = found.difference
    assert found.exact
    assert (found.low, found.high) == pytest.approx((min(every.values()), max(every.values())), abs=1e-10)
    turns = {sign(value) for value in every.values()} - {sign(now), 0}
    assert found.could_turn == bool(turns)
    assert found.judgments == fewest(every)
    width = len(next(iter(every)))
    matter = [
        at for at in range(width)
        if any(abs(value - every[(*grades[:at], 0, *grades[at + 1 :])]) > 1e-12 for grades, value in every.items())
    ]  # fmt: skip
    assert len(matter) <= found.unjudged <= width  # one that both have at the same rank is counted too


@pytest.mark.parametrize("name", OTHERS)
@settings(max_examples=12, deadline=None)
@given(case=cases())
def test_other_measures_are_settled_with_proofs_and_examples(name, case):
    measure = parse(name)
    found = settle(*read(*case), measure, grades=SCALE)
    every = outcomes(*case, measure)
    assert not found.exact
    assert found.low - 1e-10 <= min(every.values())
    assert max(every.values()) <= found.high + 1e-10
    turns = {sign(value) for value in every.values()} - {sign(found.difference), 0}
    if found.could_turn is not None:
        assert found.could_turn == bool(turns)
    least = fewest(every)
    if found.judgments is not None:
        assert least is not None
        assert least <= found.judgments <= found.unjudged
    assert settle(*read(*case), measure, grades=SCALE, least=False).judgments in (None, 0)


def test_documents_that_change_nothing_need_no_judgment():
    # d is below the cutoff, and c of q2 on the same rank of both
    qrels = {"q1": {"a": 0, "b": 0, "c": 1, "e": 0}, "q2": {"a": 0, "b": 0, "d": 0, "e": 0}}
    one, two = {"q1": ["a"], "q2": ["c"]}, {"q1": ["a", "c", "b", "d"], "q2": ["c"]}
    found = settle(*read(qrels, one, two), "DCG(mean='geometric')@2", grades=SCALE)
    assert found.judgments == found.unjudged == 1


def test_a_worked_example():
    # P@1: base has a relevant document on top, new an unjudged one
    qrels = {"q1": {"r": 1, "n": 0}, "q2": {"r": 1}, "q3": {"r": 1}}
    base = {"q1": ["r"], "q2": ["r"], "q3": ["r"]}
    new = {"q1": ["x"], "q2": ["r"], "q3": ["y"]}
    found = settle(*read(qrels, base, new), "P@1")
    assert (found.difference, found.low, found.high) == pytest.approx((-2 / 3, -2 / 3, 0))
    assert (found.could_turn, found.unjudged, found.exact) == (False, 2, True)
    assert found.judgments == 1  # if x is not relevant, base is ahead whatever y is
    assert str(found) == (
        "P@1 of two minus one is -0.6667; judging the 2 unjudged documents cannot turn that around, it stays between"
        " -0.6667 and +0"
    )
    turned = settle(*read(qrels, {"q1": ["n"], "q2": ["r"], "q3": ["r"]}, new), "P@1")
    assert str(turned) == (
        "P@1 of two minus one is -0.3333; judging the 2 unjudged documents could turn that around, it lies between"
        " -0.3333 and +0.3333; at best 2 judgments would settle it"
    )
    assert "最少 2 个判定即可定论" in turned.told(language="zh")


def test_overlap_is_used_where_documents_add_up():
    # both return x at rank 1, so it cannot tell them apart, although each could gain by it
    found = settle(*read({"q": {"a": 1, "b": 0}}, {"q": ["x", "b"]}, {"q": ["x", "a"]}), "P@2")
    assert (found.low, found.high, found.could_turn, found.judgments) == (0.5, 0.5, False, 0)


def test_systems_must_be_read_with_the_pool_of_both():
    qrels, run = {"q": {"a": 1}}, {"q": ["x", "a"]}
    with pytest.raises(MeasureError, match="one: its unjudged documents are not told apart; read both systems"):
        settle(ranking(qrels, run, system="one"), ranking(qrels, run, system="two"), "P@1")
    one, two = read(qrels, run, {"q": ["a", "y"]})
    with pytest.raises(MeasureError, match="one and run were read with different judgments"):
        settle(one, ranking(judgments(qrels, pooled=[run]), run), "P@1")
    with pytest.raises(MeasureError, match="Judged@10 does not say which system is better"):
        settle(one, two, "Judged@10")
    with pytest.raises(MeasureError, match="nothing is proved about its value when unjudged documents are judged"):
        settle(one, two, "AP(over='retrieved')")
    with pytest.raises(MeasureError, match="depends on all unjudged documents together"):
        settle(*read({"q": {"a": 0}}, run, run, undefined="skip"), "AP")


def test_a_pool_changes_no_number():
    qrels = {"q2": {"b": 1, "a": 0, "neg": -1}, "q1": {"a": 2}}
    one, two = {"q1": ["x", "a"], "q2": ["neg", "y", "b"]}, {"q1": ["a", "y"], "q9": ["a"]}
    gold = judgments(qrels, pooled=[one, two])
    assert gold.row_names == ["a", "x", "y", "b", "a", "neg", "y"]
    assert gold.grade.tolist() == [2, -1, -1, 1, 0, -1, -1]
    for run in (one, two):
        measures = ["AP", "nDCG@10", "Bpref", "P@2", "Judged@10", "RBPResidual"]
        pooled, plain = evaluate(ranking(gold, run), measures), evaluate(ranking(qrels, run), measures)
        assert pooled.to_dict() == plain.to_dict()
    assert with_pooled(gold, [one, two]).row_names == gold.row_names
    marked = judgments(qrels, known={"q2": {"b": 1}})
    assert with_pooled(marked, [one]).known.tolist() == [False, False, True, False, False, False]


def test_the_files_of_runs_are_pooled_too(tmp_path):
    (tmp_path / "qrels").write_text("q1 0 d1 1\n")
    (tmp_path / "run").write_text("q1 Q0 d7 1 2 x\nq1 Q0 d1 2 1 x\nq2 Q0 d3 1 1 x\n")
    assert judgments(tmp_path / "qrels", pooled=[tmp_path / "run"]).row_names == ["d1", "d7"]


def test_scales_above_the_judgments_are_possible():
    one, two = read({"q": {"a": 1}}, {"q": ["a"]}, {"q": ["x"]})
    assert settle(one, two, "DCG", grades=(0, 3)).high == 2
