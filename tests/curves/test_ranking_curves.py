"""Curves of rankings: worked numbers of lectures, trec_eval's interpolated precision, and every cutoff at once."""

import math

import numpy as np
import pytest

from cranfield import CranfieldError, MeasureError, Policy, curve, evaluate, parse, ranking
from cranfield.core.registry import registry
from cranfield.core.tidy import facts_of

LISTED = ["d123", "d84", "d56", "d6", "d8", "d9", "d511", "d129", "d187", "d25", "d38", "d48", "d250", "d113", "d3"]

NO_CUTOFF = "has no cutoff by rank; draw one that is written with @, such as nDCG, DCG, CG, P, R or Success"


def of_lecture(relevant):
    return ranking({"q": dict.fromkeys(relevant, 1)}, {"q": {doc: -float(at) for at, doc in enumerate(LISTED)}})


def points(table, line):
    rows = [row for row in table.to_pylist() if row["line"] == line]
    return [(row["rank"], row["recall"], row["precision"]) for row in rows]


def test_ten_relevant_documents_of_which_five_were_found():
    table = curve(of_lecture(["d3", "d5", "d9", "d25", "d39", "d44", "d56", "d71", "d89", "d123"]), "pr", query="q")
    assert points(table, "raw") == [(1, 0.1, 1), (3, 0.2, 2 / 3), (6, 0.3, 0.5), (10, 0.4, 0.4), (15, 0.5, 1 / 3)]
    assert points(table, "break-even") == [(10, 0.4, 0.4)]
    heights = [precision for _, _, precision in points(table, "interpolated")]
    assert heights == [1, 1, 2 / 3, 0.5, 0.4, 1 / 3, 0, 0, 0, 0, 0]


def test_three_relevant_documents_give_eleven_levels():
    table = curve(of_lecture(["d3", "d56", "d129"]), "pr")
    assert table["precision"].to_pylist() == [1 / 3] * 4 + [0.25] * 3 + [0.2] * 4
    assert table["recall"].to_pylist() == [level / 10 for level in range(11)]
    assert facts_of(table) == {"kind": "pr", "units": 1, "noun": "queries"}


def jarvelin():
    """The ranking of the paper on cumulated gain, and documents that make its ideal vector."""
    gains = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0]
    judged = {f"d{at}": grade for at, grade in enumerate(gains)} | {"e1": 1, "e2": 1, "e3": 1}
    return ranking({"q": judged}, {"q": {f"d{at}": -float(at) for at in range(10)}})


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("CG", [3, 5, 8, 8, 8, 9, 11, 13, 16, 16]),
        ("DCG(discount='jarvelin')", [3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61]),
        ("nCG", [1, 0.83, 0.89, 0.73, 0.62, 0.6, 0.69, 0.76, 0.89, 0.84]),
        ("IDCG(discount='jarvelin')", [3, 6, 7.89, 8.89, 9.75, 10.52, 10.88, 11.21, 11.53, 11.83]),
    ],
)
def test_the_vectors_of_cumulated_gain(measure, expected):
    assert curve(jarvelin(), "gain", measure=measure)["value"].to_pylist() == pytest.approx(
        expected, abs=0.0079
    )  # the paper cuts digits off


def made(seed, queries=30):
    rng = np.random.default_rng(seed)
    gold, run = {}, {}
    for query in range(queries):
        docs = [f"文{at}" for at in range(int(rng.integers(5, 60)))]
        judged = rng.random(len(docs)) < 0.5
        gold[f"q{query}"] = {doc: int(rng.integers(0, 4)) for doc, known in zip(docs, judged, strict=True) if known}
        gold[f"q{query}"] = gold[f"q{query}"] or {docs[0]: 1}
        scores = rng.integers(0, 9, len(docs))
        kept = rng.random(len(docs)) < 0.8
        run[f"q{query}"] = {doc: float(s) for doc, s, keep in zip(docs, scores, kept, strict=True) if keep}
    return gold, {query: docs for query, docs in run.items() if docs}


@pytest.mark.parametrize("seed", range(4))
def test_eleven_points_are_those_of_trec_eval(seed):
    import pytrec_eval

    gold, run = made(seed)
    names = {f"iprec_at_recall_{level / 10:.2f}" for level in range(11)}
    theirs = pytrec_eval.RelevanceEvaluator(gold, {"iprec_at_recall"}).evaluate(run)
    some = {query: values for query, values in theirs.items() if any(grade > 0 for grade in gold[query].values())}
    batch = ranking(
        {query: gold[query] for query in some},
        {query: run[query] for query in some},
        policy=Policy.named("trec_eval-9"),
    )
    ours = curve(batch, "pr")["precision"].to_pylist()
    expected = [float(np.mean([values[name] for values in some.values()])) for name in sorted(names)]
    assert ours == pytest.approx(expected, abs=1e-12)
    for query in list(some)[:5]:
        found = points(curve(batch, "pr", query=query), "interpolated")
        assert [height for _, _, height in found] == pytest.approx([some[query][n] for n in sorted(names)], abs=1e-12)


# those that need judgments of subtopics or groups of documents are measured with the data they need elsewhere
CUT = [
    name
    for name, each in registry("ranking").items()
    if each.at == "k" and not {"subtopic", "document_group"} & set(each.reads)
]


@pytest.mark.parametrize("name", CUT)
@pytest.mark.parametrize("ties", ["docid-desc", "expected"])
def test_every_measure_with_a_cutoff_is_the_same_as_cutoff_by_cutoff(name, ties):
    gold, run = made(9, queries=8)
    batch = ranking(gold, run, known={query: {"文0": 1} for query in gold}, policy=Policy(ties=ties))
    if ties == "expected" and not parse(f"{name}@5", "ranking").averages_ties():
        with pytest.raises(MeasureError, match="ties"):
            curve(batch, "gain", measure=name)
        return
    table = curve(batch, "gain", measure=name, depth=12)
    expected = [evaluate(batch, [f"{name}@{rank}"])[f"{name}@{rank}"].value for rank in range(1, 13)]
    assert np.array_equal(table["value"].to_numpy(), expected, equal_nan=True)
    assert table["rank"].to_pylist() == list(range(1, 13))
    assert set(table["measure"].to_pylist()) == {name}


def test_the_cutoff_of_a_measure_says_how_deep_to_look():
    table = curve(jarvelin(), "gain", measure=["nDCG@7", "P(rel=2)"])
    assert set(zip(table["measure"].to_pylist(), table["rank"].to_pylist(), strict=True)) == {
        (name, rank) for name in ("nDCG", "P(rel=2)") for rank in range(1, 8)
    }
    assert curve(jarvelin(), "gain").num_rows == 10  # as deep as the ranking


def test_differences_are_those_of_the_values():
    gold, run = made(3)
    other = {query: {doc: -score for doc, score in docs.items()} for query, docs in run.items()}
    one, two = ranking(gold, run, system="one"), ranking(gold, other, system="two")
    table = curve([one, two], "queries", measure="AP")
    first, second = evaluate(one, ["AP"])["AP"].units, evaluate(two, ["AP"])["AP"].units
    expected = {query: second[query] - value for query, value in first.items() if not math.isnan(value)}
    assert dict(zip(table["unit"].to_pylist(), table["difference"].to_pylist(), strict=True)) == expected
    assert facts_of(table)["left_out"] == {"two": sum(math.isnan(value) for value in first.values())}
    assert curve([evaluate(one, ["AP", "RR"]), evaluate(two, ["AP"])], "queries").equals(table)


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("prr", {}, "there is no curve 'prr'; did you mean pr?"),
        ("pr", {"bins": 3}, "curve: pr takes no 'bins'; it takes query, points, rel"),
        ("pr", {"points": 1}, "curve: points must be a whole number from 2 to 10001, not 1"),
        ("gain", {"depth": 0}, "curve: depth must be a whole number from 1 to 100000, not 0"),
        ("gain", {"measure": "Rprec"}, f"Rprec {NO_CUTOFF}"),
        ("gain", {"measure": "IPrec@0.1"}, f"IPrec@0.1 {NO_CUTOFF}"),
        ("queries", {}, "queries: give two systems or more; the first is the one that the others are compared with"),
        ("roc", {}, "curve: the data has no score; give the scores with score=..."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(kind, options, message):
    with pytest.raises(CranfieldError) as raised:
        curve(jarvelin(), kind, **options)
    assert str(raised.value) == message


def test_wrong_data_is_one_sentence():
    with pytest.raises(MeasureError, match=r"^curve: give at least one batch$"):
        curve([], "pr")
    with pytest.raises(MeasureError, match=r"^curve: pr needs batches, not dict$"):
        curve([{}], "pr")
    with pytest.raises(MeasureError, match=r"^curve: two systems are called 'run'; give each its own name$"):
        curve([jarvelin(), jarvelin()], "pr")
    nothing = ranking({"q": {"d": 0}, "p": {"d": 1}}, {"q": {"d": 1.0}})
    with pytest.raises(
        MeasureError, match=r"^query 'q' has no relevant document, so it has no precision-recall curve$"
    ):
        curve(nothing, "pr", query="q")
