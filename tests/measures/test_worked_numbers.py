"""Numbers worked out by hand in lecture notes and papers, written as fractions."""

from fractions import Fraction
from math import log2

import pytest

from cranfield import MeasureError, Policy, evaluate, ranking


def ranked(*docs):
    """Scores that put the documents in this order."""
    return {doc: float(len(docs) - place) for place, doc in enumerate(docs)}


def value_of(measure, grades, docs, **policy):
    batch = ranking({"q": grades}, {"q": ranked(*docs)}, policy=Policy(**policy))
    return evaluate(batch, measure)[measure].value


def ones(*docs):
    return dict.fromkeys(docs, 1)


QRELS = {"1": ones("d3", "d4", "d6", "d9"), "2": ones("d1", "d2", "d13")}
SYSTEMS = {
    1: {"1": ranked("d3", "d6", "d8", "d10", "d11"), "2": ranked("d1", "d4", "d7", "d11", "d13")},
    2: {"1": ranked("d6", "d7", "d2", "d9"), "2": ranked("d1", "d2", "d4", "d13", "d14")},
}


@pytest.mark.parametrize(
    ("system", "query", "measure", "value"),
    [
        (1, "1", "P", Fraction(2, 5)), (1, "1", "R", Fraction(2, 4)), (1, "1", "F", Fraction(4, 9)),
        (1, "1", "AP", Fraction(1, 2)), (1, "1", "P@2", Fraction(1)), (1, "1", "P@5", Fraction(2, 5)),
        (1, "1", "Rprec", Fraction(2, 4)), (1, "2", "P", Fraction(2, 5)), (1, "2", "R", Fraction(2, 3)),
        (1, "2", "F", Fraction(1, 2)), (1, "2", "AP", Fraction(7, 15)), (1, "2", "P@2", Fraction(1, 2)),
        (1, "2", "P@5", Fraction(2, 5)), (2, "1", "P", Fraction(2, 4)), (2, "1", "R", Fraction(2, 4)),
        (2, "1", "F", Fraction(1, 2)), (2, "1", "AP", Fraction(3, 8)), (2, "1", "P@2", Fraction(1, 2)),
        (2, "1", "P@5", Fraction(2, 5)), (2, "1", "Rprec", Fraction(2, 4)), (2, "2", "P", Fraction(3, 5)),
        (2, "2", "R", Fraction(3, 3)), (2, "2", "F", Fraction(3, 4)), (2, "2", "AP", Fraction(11, 12)),
        (2, "2", "P@2", Fraction(1)), (2, "2", "P@5", Fraction(3, 5)),
    ],
)  # fmt: skip
def test_lecture_example_query_by_query(system, query, measure, value):
    result = evaluate(ranking(QRELS, SYSTEMS[system]), measure)[measure]
    assert result.units[query] == pytest.approx(float(value), rel=1e-12)


@pytest.mark.parametrize(
    ("system", "measure", "value"),
    [
        (1, "P", Fraction(2, 5)), (1, "R", Fraction(7, 12)), (1, "F", Fraction(17, 36)), (1, "AP", Fraction(29, 60)),
        (1, "P(average='micro')", Fraction(4, 10)), (1, "R(average='micro')", Fraction(4, 7)),
        (1, "F(average='micro')", Fraction(8, 17)), (2, "P", Fraction(11, 20)), (2, "R", Fraction(3, 4)),
        (2, "F", Fraction(5, 8)), (2, "AP", Fraction(31, 48)), (2, "P(average='micro')", Fraction(5, 9)),
        (2, "R(average='micro')", Fraction(5, 7)), (2, "F(average='micro')", Fraction(5, 8)),
    ],
)  # fmt: skip
def test_lecture_example_macro_and_micro(system, measure, value):
    result = evaluate(ranking(QRELS, SYSTEMS[system]), measure)[measure]
    assert result.value == pytest.approx(float(value), rel=1e-12)


def test_set_precision_and_recall_of_a_large_set():
    grades = ones(*(f"r{i}" for i in range(100)))
    docs = [f"r{i}" for i in range(80)] + [f"n{i}" for i in range(120)]
    assert value_of("R", grades, docs) == pytest.approx(80 / 100)
    assert value_of("P", grades, docs) == pytest.approx(80 / 200)


def test_the_table_of_a_huge_collection():
    grades = ones(*(f"r{i}" for i in range(100)))
    docs = [f"r{i}" for i in range(18)] + ["n1", "n2"]
    everything = 18 + 2 + 82 + 1_000_000_000
    assert value_of("P", grades, docs) == pytest.approx(9 / 10)
    assert value_of("R", grades, docs) == pytest.approx(18 / 100)
    assert value_of("F", grades, docs) == pytest.approx(3 / 10)
    assert value_of(f"Accuracy(docs={everything})", grades, docs) == pytest.approx(
        (everything - 84) / everything, rel=1e-15
    )
    with pytest.raises(
        MeasureError, match=r"Accuracy: docs must be the size of the collection, not 101; query q alone needs"
    ):
        value_of("Accuracy(docs=101)", grades, docs)


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("F(beta=2)", Fraction(5, 1) * Fraction(2, 5) * Fraction(1, 2) / (4 * Fraction(2, 5) + Fraction(1, 2))),
        ("E", 1 - Fraction(4, 9)),
        ("E(b=2)", 1 - 5 / (4 / Fraction(2, 5) + 1 / Fraction(1, 2))),
        ("E(b=0.5)", 1 - Fraction(5, 4) / (Fraction(1, 4) / Fraction(2, 5) + 1 / Fraction(1, 2))),
        ("T11F", Fraction(5, 4) / (Fraction(1, 4) / Fraction(1, 2) + 1 / Fraction(2, 5))),
        ("T11U", Fraction(2 * 2 - 3)),
        ("T11SU", (Fraction(1, 8) + Fraction(1, 2)) / Fraction(3, 2)),
        ("Utility", Fraction(2 - 3)),
        ("Utility(a=3, b=-2, c=-1)", Fraction(3 * 2 - 2 * 3 - 1 * 2)),
        ("Utility(d=0.5, docs=20)", Fraction(2 - 3) + Fraction(13, 2)),
        ("Accuracy(docs=20)", Fraction(2 + 13, 20)),
        ("set_map", Fraction(2, 5) * Fraction(1, 2)),
        ("relative_P", Fraction(2, 4)),
        ("relative_P@2", Fraction(2, 2)),
    ],
)
def test_measures_of_the_returned_set_on_the_lecture_example(measure, value):
    grades, docs = QRELS["1"], list(SYSTEMS[1]["1"])
    assert value_of(measure, grades, docs) == pytest.approx(float(value), rel=1e-12)


def test_f_is_0_and_e_is_1_when_nothing_relevant_is_found():
    for measure, value in {"F": 0, "F@3": 0, "E": 1, "E(b=2)@3": 1, "T11F": 0, "T11SU": 0}.items():
        assert value_of(measure, ones("d1"), ["x", "y", "z", "w"]) == value


def test_scaled_utility_of_silence_is_a_third():
    batch = ranking({"q": ones("d1"), "other": ones("d1")}, {"other": {"d1": 1.0}})
    assert evaluate(batch, "T11SU")["T11SU"].units == {"other": 1.0, "q": pytest.approx(1 / 3)}


CURVE = ["d123", "d84", "d56", "d6", "d8", "d9", "d511", "d129", "d187", "d25", "d38", "d48", "d250", "d113", "d3"]
TEN = ones("d3", "d5", "d9", "d25", "d39", "d44", "d56", "d71", "d89", "d123")
THREE = ones("d3", "d56", "d129")


def test_points_of_the_precision_recall_curve():
    found = [1, 3, 6, 10, 15]
    points = [(value_of(f"R@{k}", TEN, CURVE), value_of(f"P@{k}", TEN, CURVE)) for k in found]
    expected = [
        (Fraction(1, 10), Fraction(1)),
        (Fraction(2, 10), Fraction(2, 3)),
        (Fraction(3, 10), Fraction(1, 2)),
        (Fraction(4, 10), Fraction(2, 5)),
        (Fraction(5, 10), Fraction(1, 3)),
    ]
    assert points == [(pytest.approx(float(r)), pytest.approx(float(p))) for r, p in expected]


def test_interpolated_precision_at_exact_recall_levels():
    heights = [value_of(f"IPrec@{level / 10}", THREE, CURVE) for level in range(11)]
    assert heights == [
        pytest.approx(float(h)) for h in [Fraction(1, 3)] * 4 + [Fraction(1, 4)] * 3 + [Fraction(1, 5)] * 4
    ]
    assert value_of("11pt", THREE, CURVE) == pytest.approx(
        float((Fraction(4, 3) + Fraction(3, 4) + Fraction(4, 5)) / 11)
    )


def test_recall_levels_have_no_noise():
    # 0.7 x 10 is 7.000000000000001: seven relevant documents of ten are a recall of 0.7 all the same
    docs = [f"d{i}" for i in range(7)]
    grades = ones(*(f"d{i}" for i in range(10)))
    assert value_of("IPrec@0.7", grades, docs) == 1.0
    assert value_of("IPrec@0.71", grades, docs) == 0.0


def test_versions_of_trec_eval_disagree_on_recall_levels():
    # four relevant, three found at 1, 2 and 5: recall 0.8 needs 4 documents in version 9 and 3 in version 10
    grades, docs = ones("a", "b", "c", "d"), ["a", "b", "x", "y", "c"]
    values = {rule: value_of("IPrec@0.8", grades, docs, recall_levels=rule) for rule in ("trec_eval-9", "trec_eval-10")}
    assert values == {"trec_eval-9": 0.0, "trec_eval-10": pytest.approx(3 / 5)}
    assert value_of("IPrec@0.8", grades, docs) == 0.0


def at_ranks(*ranks, last):
    return [f"r{rank}" if rank in ranks else f"x{rank}" for rank in range(1, last + 1)]


def test_average_precision_over_relevant_and_over_retrieved():
    docs = at_ranks(1, 2, 5, 10, 20, last=20)
    grades = ones("r1", "r2", "r5", "r10", "r20", "never found")
    total = 1 + 1 + Fraction(3, 5) + Fraction(4, 10) + Fraction(5, 20)
    assert total == Fraction(325, 100)
    assert value_of("AP", grades, docs) == pytest.approx(float(total / 6), rel=1e-12)
    assert value_of("AP(over='retrieved')", grades, docs) == pytest.approx(float(total / 5), rel=1e-12)


def test_average_precision_of_two_more_lists():
    found = ones("r1", "r3", "r6")
    assert value_of("AP", found, at_ranks(1, 3, 6, last=6)) == pytest.approx(
        float((1 + Fraction(2, 3) + Fraction(3, 6)) / 3)
    )
    assert value_of("map", ones("A", "B", "C"), list("AXBYCZ")) == pytest.approx(
        float((1 + Fraction(2, 3) + Fraction(3, 5)) / 3)
    )


def test_mean_reciprocal_rank():
    qrels = {"1": ones("r3"), "2": ones("r1"), "3": ones("r9")}
    run = {"1": ranked(*at_ranks(3, last=4)), "2": ranked(*at_ranks(1, last=4)), "3": ranked(*at_ranks(last=4))}
    assert evaluate(ranking(qrels, run), "mrr")["mrr"].value == pytest.approx(float((Fraction(1, 3) + 1 + 0) / 3))
    qrels, run = {"1": ones("r2"), "2": ones("r4")}, {"1": ranked("x", "r2"), "2": ranked("x", "y", "z", "r4")}
    results = evaluate(ranking(qrels, run), ["RR", "RR@3", "Success@3", "coverage@1"])
    assert [result.value for result in results.values()] == [3 / 8, 1 / 4, 1 / 2, 0]


PREFERENCES = {"D1": 0, "D2": 1, "D5": 1, "D6": 0, "D7": 1, "D8": 0, "D9": 0, "D10": 0}


def test_bpref_of_the_lecture():
    docs = [f"D{i}" for i in range(1, 11)]
    original = ((1 - Fraction(1, 3)) + (1 - Fraction(1, 3)) + (1 - Fraction(2, 3))) / 3
    assert original == Fraction(5, 9)
    assert value_of("Bpref(variant='original')", PREFERENCES, docs) == pytest.approx(float(original))
    assert value_of("Bpref", PREFERENCES, docs) == pytest.approx(float(original))  # min(R, N) is R here
    ten = ((1 - Fraction(1, 13)) + (1 - Fraction(1, 13)) + (1 - Fraction(2, 13))) / 3
    assert value_of("Bpref(variant='10')", PREFERENCES, docs) == pytest.approx(float(ten))


def test_bpref_divides_by_the_smaller_of_relevant_and_non_relevant():
    grades = {**ones("a", "b", "c"), "n": 0}
    assert value_of("Bpref", grades, ["a", "n", "b", "c"]) == pytest.approx(float(Fraction(1 + 0 + 0, 3)))
    assert value_of("Bpref(variant='original')", grades, ["a", "n", "b", "c"]) == pytest.approx(
        float((1 + Fraction(4, 3)) / 3)
    )


def _with_average_precision(hundredths):
    """Of 100 relevant documents so many are returned and nothing else: AP is that many hundredths."""
    wanted = {f"r{i}": 1 for i in range(100)}
    return wanted, {f"r{i}": 1000.0 - i for i in range(hundredths)}


@pytest.mark.parametrize(
    ("hundredths", "gmap", "mean"),
    [((2, 3, 29), 0.056, 0.113), ((8, 4, 20), 0.086, 0.107)],
)
def test_geometric_mean_average_precision(hundredths, gmap, mean):
    pairs = {f"q{i}": _with_average_precision(each) for i, each in enumerate(hundredths)}
    batch = ranking({q: pair[0] for q, pair in pairs.items()}, {q: pair[1] for q, pair in pairs.items()})
    results = evaluate(batch, ["GMAP", "AP"])
    product = Fraction(1)
    for each in hundredths:
        product *= Fraction(each, 100)
    assert results["GMAP"].value == pytest.approx(float(product) ** (1 / 3), rel=1e-12)
    assert results["AP"].value == pytest.approx(float(Fraction(sum(hundredths), 300)), rel=1e-12)
    assert round(results["GMAP"].value, 3) == gmap
    assert round(results["AP"].value, 3) == mean


def test_geometric_means_have_a_floor():
    batch = ranking({"a": ones("d"), "b": ones("d")}, {"a": {"d": 1.0}, "b": {"x": 1.0}})
    assert evaluate(batch, "gm_map")["gm_map"].value == pytest.approx((1 * 0.00001) ** 0.5, rel=1e-12)


GAINS = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0]
IDEAL = [3, 3, 3, 2, 2, 2, 1, 1, 1, 1]
GRADED = {**{f"d{i}": gain for i, gain in enumerate(GAINS)}, "e1": 1, "e2": 1, "e3": 1}
LIST = [f"d{i}" for i in range(10)]


def test_cumulated_gain_of_jarvelin_and_kekalainen():
    cg = [value_of(f"CG@{k}", GRADED, LIST) for k in range(1, 11)]
    assert cg == [3, 5, 8, 8, 8, 9, 11, 13, 16, 16]
    dcg = [value_of(f"DCG(discount='jarvelin')@{k}", GRADED, LIST) for k in range(1, 11)]
    assert dcg == pytest.approx([3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61], abs=0.0051)
    exact = 3 + 2 + 3 / log2(3)
    assert dcg[2] == pytest.approx(exact, rel=1e-12)


def test_ideal_gain_of_jarvelin_and_kekalainen():
    # the paper's ideal vector has three documents of each grade 3 and 2, and four of grade 1
    grades = {f"i{place}": gain for place, gain in enumerate(IDEAL)}
    order = [f"i{place}" for place in range(10)]
    assert [value_of(f"CG@{k}", grades, order) for k in range(1, 11)] == [3, 6, 9, 11, 13, 15, 16, 17, 18, 19]
    dcg = [value_of(f"DCG(discount='jarvelin')@{k}", grades, order) for k in range(1, 11)]
    assert dcg == pytest.approx([3, 6, 7.89, 8.89, 9.75, 10.53, 10.88, 11.22, 11.53, 11.83], abs=0.0051)
    # the ranking leaves out three documents of grade 1
    ncg = [value_of(f"nCG@{k}", GRADED, LIST) for k in range(1, 11)]
    assert ncg == pytest.approx([1, 0.83, 0.89, 0.73, 0.62, 0.6, 0.69, 0.76, 0.89, 0.84], abs=0.0051)


def test_dcg_of_six_documents():
    docs = [f"d{i}" for i in range(6)]
    grades = {**{f"d{i}": gain for i, gain in enumerate([3, 2, 3, 0, 1, 2])}, "d6": 3, "d7": 2}
    assert value_of("CG@6", grades, docs) == 11
    dcg = 3 + 2 / log2(3) + 3 / 2 + 1 / log2(6) + 2 / log2(7)
    assert value_of("DCG@6", grades, docs) == pytest.approx(dcg, rel=1e-12)
    assert round(dcg, 3) == 6.861


def test_ideal_dcg_with_documents_that_were_not_returned():
    # the slide says 0.8196 because it rounds the terms first
    docs = [f"d{i}" for i in range(6)]
    grades = {**{f"d{i}": gain for i, gain in enumerate([3, 2, 3, 0, 1, 2])}, "d6": 3, "d7": 0}
    ideal = 3 + 3 / log2(3) + 3 / 2 + 2 / log2(5) + 2 / log2(6) + 1 / log2(7)
    assert round(ideal, 3) == 8.384
    ndcg = value_of("nDCG@6", grades, docs)
    assert ndcg == pytest.approx((3 + 2 / log2(3) + 3 / 2 + 1 / log2(6) + 2 / log2(7)) / ideal, rel=1e-12)
    assert round(ndcg, 3) == 0.818


def test_exponential_gain():
    grades, docs = {"A": 8, "B": 7, "C": 6, "D": 5}, list("CEAFBGHIJD")
    dcg = (2**6 - 1) + (2**8 - 1) / log2(4) + (2**7 - 1) / log2(6) + (2**5 - 1) / log2(11)
    ideal = (2**8 - 1) + (2**7 - 1) / log2(3) + (2**6 - 1) / log2(4) + (2**5 - 1) / log2(5)
    assert value_of("DCG(gain='exp')@10", grades, docs) == pytest.approx(dcg, rel=1e-12)
    assert round(dcg, 2) == 248.59
    assert round(ideal, 2) == 379.98
    assert value_of("nDCG(gain='exp')@10", grades, docs) == pytest.approx(dcg / ideal, rel=1e-12)
    assert round(dcg / ideal, 4) == 0.6542


def test_gains_below_one_are_not_lost():
    # trec_eval compares gains as whole numbers, so that its ndcg.1=0.5,2=0.9 is 0
    grades = {"a": 1, "b": 2}
    value = value_of("ndcg.1=0.5,2=0.9", grades, ["a", "b"])
    assert value == pytest.approx((0.5 + 0.9 / log2(3)) / (0.9 + 0.5 / log2(3)), rel=1e-12)


def test_expected_reciprocal_rank_by_hand():
    grades = {"a": 3, "b": 2, "c": 4}
    stop = {"a": Fraction(7, 16), "b": Fraction(3, 16), "c": Fraction(15, 16)}
    value = stop["a"] + (1 - stop["a"]) * stop["b"] / 2 + (1 - stop["a"]) * (1 - stop["b"]) * stop["c"] / 4
    assert value_of("ERR(max_grade=4)", grades, ["a", "b", "x", "c"]) == pytest.approx(float(value), rel=1e-12)
    assert value_of("ERR", grades, ["a", "b", "x", "c"]) == pytest.approx(float(value), rel=1e-12)
    assert value_of("ERR@1", grades, ["a", "b", "x", "c"]) == pytest.approx(7 / 16)


def test_the_highest_grade_is_filled_in_and_printed():
    batch = ranking({"q": {"a": 3}, "p": {"b": 1}}, {"q": {"a": 1.0}, "p": {"b": 1.0}})
    results = evaluate(batch, ["ERR", "RBP(p=0.5)"])
    assert results.signature.as_dict()["measures"] == {
        "ERR": "ERR(max_grade=3)",
        "RBP(p=0.5)": "RBP(p=0.5, max_grade=3)",
    }
    assert results["RBP(p=0.5)"].units == {"p": pytest.approx(1 / 6), "q": pytest.approx(1 / 2)}
    with pytest.raises(MeasureError, match=r"^ERR: max_grade must be at least 3, the highest grade given, not 2$"):
        evaluate(batch, "ERR(max_grade=2)")


def test_rank_biased_precision_and_its_residual_by_hand():
    grades, docs = {"a": 2, "b": 1, "n": 0}, ["a", "x", "b", "n"]
    half = Fraction(1, 2)
    assert value_of("RBP(p=0.5)", grades, docs) == pytest.approx(float(half * (1 + half * Fraction(1, 4))))
    assert value_of("RBP(p=0.5, rel=1)", grades, docs) == pytest.approx(float(half * (1 + Fraction(1, 4))))
    assert value_of("RBP(p=0.5, rel=2)", grades, docs) == pytest.approx(float(half))
    assert value_of("RBPResidual(p=0.5)", grades, docs) == pytest.approx(float(Fraction(1, 16) + half * half))
    # trec_eval's rbp_resid is 0 here because nothing is unjudged; what lies beyond the end is still open
    assert value_of("RBPResidual(p=0.5)", grades, ["a", "b", "n"]) == pytest.approx(float(Fraction(1, 8)))


def test_known_documents():
    grades, docs = ones("a", "b", "c", "d"), ["a", "x", "b", "c"]
    batch = ranking({"q": grades}, {"q": ranked(*docs)}, known={"q": {"a": 1, "d": 1, "x": 1}})
    results = evaluate(batch, ["KnownCoverage", "Novelty", "KnownCoverage@1", "Novelty@3"])
    assert [result.value for result in results.values()] == [1 / 2, pytest.approx(2 / 3), 1 / 2, 1 / 2]
    with pytest.raises(
        MeasureError, match=r"^Novelty: the data has no known; give a file of known documents with known="
    ):
        value_of("Novelty", grades, docs)


def test_group_means():
    qrels = {f"q{i}": ones("d") for i in range(3)}
    run = {"q0": {"d": 2.0, "x": 1.0}, "q1": {"x": 2.0, "d": 1.0}, "q2": {"x": 3.0, "y": 2.0, "z": 1.5, "d": 1.0}}
    groups = {"q0": "easy", "q1": "easy", "q2": "hard"}
    result = evaluate(ranking(qrels, run), "AP", groups=groups)["AP"]
    assert result.groups == {"easy": pytest.approx(float((1 + Fraction(1, 2)) / 2)), "hard": pytest.approx(1 / 4)}
    assert result.group_mean == pytest.approx(float((Fraction(3, 4) + Fraction(1, 4)) / 2))
    assert result.value == pytest.approx(float((1 + Fraction(1, 2) + Fraction(1, 4)) / 3))
    micro = evaluate(ranking(qrels, run), "P(average='micro')", groups=groups)["P(average='micro')"]
    assert micro.groups == {"easy": 2 / 4, "hard": 1 / 4}
    geometric = evaluate(ranking(qrels, run), "GMAP", groups=groups)["GMAP"]
    assert geometric.groups["easy"] == pytest.approx((1 * 0.5) ** 0.5)


def test_counts_add_up_over_queries():
    results = evaluate(
        ranking(QRELS, SYSTEMS[2]), ["NumQ", "NumRet", "NumRel", "NumRelRet", "NumRelRet@2", "NumRet(rel=1)"]
    )
    assert [result.value for result in results.values()] == [2, 9, 7, 5, 3, 5]


def test_coverage_counts_relevant_documents_and_not_any_judged_one():
    assert value_of("coverage@10", {"a": 0, "b": 1}, ["a"]) == 0.0
    assert value_of("coverage(rel=2)@10", {"a": 1, "b": 2}, ["a"]) == 0.0
    assert value_of("coverage@10", {"a": 1}, ["a"]) == 1.0


def test_bpref_is_more_than_recall_of_the_preferred_set():
    grades = {"a": 1, "n": 0, "m": 0}
    assert value_of("Bpref", grades, ["n", "m", "a"]) == 0.0
    assert value_of("R", grades, ["n", "m", "a"]) == 1.0


def test_linear_gain_is_the_default_and_the_exponential_one_is_asked_for():
    grades, docs = {"a": 1, "b": 2}, ["a", "b"]
    linear = (1 + 2 / log2(3)) / (2 + 1 / log2(3))
    exponential = (1 + 3 / log2(3)) / (3 + 1 / log2(3))
    assert value_of("nDCG", grades, docs) == pytest.approx(linear, rel=1e-12)
    assert value_of("nDCG(gain='exp')", grades, docs) == pytest.approx(exponential, rel=1e-12)
