"""The worked examples of textbooks and lectures can be followed line by line in an explanation."""

import json
import math

import pytest

from cranfield import evaluate, explain, labels, ranking, text
from cranfield.core.exhibit import Curve, Links, Listing
from cranfield.measures.text.bleu import BLEU
from cranfield.report.document.text import render_page
from cranfield.report.explanation import render_explanations
from cranfield.report.told.unit import unit_page


def shown(told, *, width=120, **style):
    return render_page(unit_page(told, **style), width=width)


def lines_of(told, **style):
    return [line.split() for line in shown(told, **style).splitlines()]


def run_of(*docs):
    return {"q": {doc: float(100 - at) for at, doc in enumerate(docs)}}


def exhibit(told, key):
    return next(each for each in told.exhibits if each.key == key)


def test_exponential_gain_over_logarithmic_discount():
    batch = ranking({"q": {"A": 8, "B": 7, "C": 6, "D": 5}}, run_of(*"CEAFBGHIJD"), keep=10)
    told = explain(batch, "nDCG(gain='exp')@10", "q")
    rows = lines_of(told, digits=1)
    terms = {row[1]: (row[4], row[-1]) for row in rows if len(row) == 7 and row[0].isdigit() and row[3] != "-"}
    assert terms == {"C": ("63", "63.0"), "A": ("255", "127.5"), "B": ("127", "49.1"), "D": ("31", "9.0")}
    assert ["DCG", "248.6"] in [row[:2] for row in rows]
    assert ["ideal", "DCG", "380.0"] in [row[:3] for row in rows]
    assert [row for row in rows if row[:1] == ["nDCG(gain='exp')@10"]][-1][1] == repr(told.value)
    assert round(told.value, 4) == 0.6542
    ideal = exhibit(told, "shown-gains-by-rank").columns
    assert [round(each, 1) for each in ideal["ideal DCG"][:4]] == [255.0, 335.1, 366.6, 380.0]


def test_average_precision_shows_its_fractions():
    batch = ranking({"q": {f"d{rank}": 1 for rank in (1, 2, 5, 10, 20, 99)}}, run_of(*(f"d{n}" for n in range(1, 21))))
    told = explain(batch, "AP", "q")
    text_of = shown(told)
    for fraction in ("1/1 = 1.00", "2/2 = 1.00", "3/5 = 0.60", "4/10 = 0.40", "5/20 = 0.25"):
        assert fraction in text_of
    assert told.value == 3.25 / 6
    assert "1 judged document was not returned, 1 of them relevant (grade >= 1)" in text_of
    over_returned = explain(batch, "AP(over='retrieved')", "q")
    assert over_returned.value == 3.25 / 5


def test_cumulated_gain_vectors_rank_by_rank():
    gains, ideal = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], [3, 3, 3, 2, 2, 2, 1, 1, 1, 1]
    judged = {f"d{at}": grade for at, grade in enumerate(gains)}
    for grade in set(ideal):
        judged |= {f"x{grade}{n}": grade for n in range(ideal.count(grade) - gains.count(grade))}
    batch = ranking({"q": judged}, run_of(*(f"d{at}" for at in range(10))))
    cg = exhibit(explain(batch, "nCG@10", "q"), "shown-gains-by-rank").columns
    assert cg["gain"] == gains
    assert cg["CG"] == [3, 5, 8, 8, 8, 9, 11, 13, 16, 16]
    assert cg["ideal gain"] == ideal
    assert cg["ideal CG"] == [3, 6, 9, 11, 13, 15, 16, 17, 18, 19]
    assert [round(each, 2) for each in cg["nCG"]] == [1, 0.83, 0.89, 0.73, 0.62, 0.6, 0.69, 0.76, 0.89, 0.84]
    dcg = exhibit(explain(batch, "nDCG(discount='jarvelin')@10", "q"), "shown-gains-by-rank").columns
    assert [round(each, 2) for each in dcg["DCG"]] == [3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61]
    assert [round(each, 2) for each in dcg["ideal DCG"]] == [
        3, 6, 7.89, 8.89, 9.75, 10.53, 10.88, 11.22, 11.53, 11.83,
    ]  # fmt: skip
    assert dcg["nDCG"][-1] == explain(batch, "nDCG(discount='jarvelin')@10", "q").value


def test_the_precision_recall_curve_is_drawn():
    relevant = ["d3", "d5", "d9", "d25", "d39", "d44", "d56", "d71", "d89", "d123"]
    listed = ["d123", "d84", "d56", "d6", "d8", "d9", "d511", "d129", "d187", "d25", "d38", "d48", "d250", "d113", "d3"]
    told = explain(ranking({"q": dict.fromkeys(relevant, 1)}, run_of(*listed)), "IAP", "q")
    curve = exhibit(told, "shown-curve")
    assert isinstance(curve, Curve)
    assert curve.points == [(0.1, 1), (0.2, 2 / 3), (0.3, 0.5), (0.4, 0.4), (0.5, 1 / 3)]
    drawn = shown(told, width=80).splitlines()
    start = drawn.index("precision")
    field = [line[5:] for line in drawn[start + 1 : start + 12]]
    places = {(row, column) for row, line in enumerate(field) for column, sign in enumerate(line) if sign == "●"}
    # a row for each tenth from 1.0 down, six columns for each tenth of recall
    assert places == {(0, 6), (3, 12), (5, 18), (6, 24), (7, 30)}
    few = explain(ranking({"q": dict.fromkeys(("d3", "d56", "d129"), 1)}, run_of(*listed)), "IPrec@0.4", "q")
    assert exhibit(few, "shown-curve").stairs == [(1 / 3, 1 / 3), (2 / 3, 1 / 4), (1, 1 / 5)]


def pair(candidate, reference):
    return text(candidates=[candidate], references=[reference])


def test_the_longest_common_subsequence_is_drawn_as_two_lines_with_links():
    batch = pair("The cat and the dog.", "The cat is on the mat.")
    told = explain(batch, "ROUGE-L", "1")
    drawn = shown(told).splitlines()
    at = drawn.index("The longest common subsequence")
    assert drawn[at + 1 : at + 4] == [
        "candidate  the cat and       the dog",
        "           │   │             │",
        "reference  the cat     is on the     mat",
    ]
    assert [row[0:4] for row in lines_of(told) if row[:1] == ["precision"]][-1] == ["precision", "3/5", "=", "0.6"]
    assert [row[0:4] for row in lines_of(told) if row[:1] == ["recall"]][-1] == ["recall", "3/6", "=", "0.5"]


def test_crossing_links_of_meteor_are_numbered_and_chunks_named():
    told = explain(pair("the cat sat on the mat", "on the mat sat the cat"), "METEOR", "1")
    drawn = shown(told).splitlines()
    at = next(at for at, line in enumerate(drawn) if line.startswith("The words that match"))
    assert drawn[at] == "The words that match; 3 chunks: [the cat], [sat], [on the mat]"
    assert drawn[at + 1 : at + 5] == [
        "candidate  the cat sat on the mat",
        "           1   2   3   4  5   6",
        "           4  5   6   3   1   2",
        "reference  on the mat sat the cat",
    ]


def test_links_by_stem_and_synonym_say_so():
    links = exhibit(explain(pair("the cats slept", "the cat slept"), "METEOR", "1"), "shown-links").links
    assert links == [(0, 0, ""), (1, 1, "stem"), (2, 2, "")]


def test_bleu_shows_which_n_grams_matched_and_what_was_clipped():
    told = explain(pair("the cat sat on the mat", "the cat is on the mat"), "BLEU-2", "1")
    grams = exhibit(told, "shown-grams").columns
    second = [gram for n, gram in zip(grams["n"], grams["n-gram"], strict=True) if n == 2]
    assert second == ["the cat", "on the", "the mat"]
    steps = {each.name: each.value for each in told.steps}
    assert (steps["matches 2"], steps["total 2"], steps["p_2"]) == (3, 5, 60)
    clipped = explain(text(candidates=["the the the the"], references=["the cat the"]), "BLEU", "1")
    grams = exhibit(clipped, "shown-grams").columns
    assert list(zip(*grams.values(), strict=True)) == [(1, "the", 4, 2, 2, 2)]
    alone = exhibit(told, "shown-unmatched").columns
    assert alone["n-grams"] == ["sat", "cat sat · sat on"]


@pytest.mark.parametrize("measure", ["BLEU", "BLEU-2(tokenize='char')", "NgramPrecision(n=2)", "ROUGE-2", "ROUGE-S"])
def test_counted_n_grams_add_up_to_the_matches(measure):
    candidate, reference = "a rose is a rose is a rose 玫瑰", "is a rose a rose 玫瑰 or not a rose"
    told = explain(pair(candidate, reference), measure, "1")
    grams = exhibit(told, "shown-grams").columns
    steps = {each.name: each.value for each in told.steps}
    for n in set(grams["n"]):
        counted = sum(c for c, order in zip(grams["counted"], grams["n"], strict=True) if order == n)
        assert counted == steps.get(f"matches {n}", steps.get("matches", steps.get("shared")))


def test_auc_of_few_rows_shows_the_pairs():
    told = explain(labels(truth=[1, 0, 1, 0], score=[0.9, 0.8, 0.8, 0.1]), "AUC", "1")
    pairs = exhibit(told, "shown-pairs")
    assert isinstance(pairs, Listing)
    listed = list(zip(*pairs.columns.values(), strict=True))
    assert listed == [
        ("1", 0.9, "2", 0.8, 1.0), ("1", 0.9, "4", 0.1, 1.0), ("3", 0.8, "2", 0.8, 0.5), ("3", 0.8, "4", 0.1, 1.0),
    ]  # fmt: skip
    assert math.fsum(pairs.columns["counts"]) / len(listed) == told.value
    many = labels(truth=[0, 1] * 50, score=list(range(100)))
    assert not explain(many, "AUC", "1").exhibits


def test_the_cells_of_a_label_are_those_of_the_confusion_matrix():
    told = explain(labels(truth=list("aabbbc"), guess=list("abbbac")), "F1(average='macro')", "b")
    cells = exhibit(told, "shown-cells").columns
    assert dict(zip(cells["cell"], cells["examples"], strict=True)) == {"TP": 2, "FN": 1, "FP": 1, "TN": 2}
    matrix = exhibit(told, "shown-matrix").columns
    assert [matrix[f"→ {guess}"] for guess in "abc"] == [[1, 1, 0], [1, 2, 0], [0, 0, 1]]


def test_edits_are_linked_word_by_word():
    links = exhibit(
        explain(pair("the cat was found under the bed", "the cat was under a bed"), "TER", "1"), "shown-edits"
    )
    assert isinstance(links, Links)
    assert [(links.above[a], links.below[b], how) for a, b, how in links.links] == [
        ("the", "the", "="), ("cat", "cat", "="), ("was", "was", "="), ("under", "under", "="), ("the", "a", "~"),
        ("bed", "bed", "="),
    ]  # fmt: skip


def test_where_other_tools_differ_the_other_number_is_computed():
    batch = ranking({"q": {"A": 3, "B": 1}}, run_of("B", "A"))
    told = explain(batch, "nDCG", "q")
    (other,) = told.others
    assert (other.tools, other.written) == ("gdeval, LightGBM, XGBoost, ranx (ndcg_burges)", "nDCG(gain='exp')")
    assert other.value == explain(batch, "nDCG(gain='exp')", "q").value
    assert f"nDCG(gain='exp') gives {other.value:.4f} here" in shown(told)
    assert "ties=expected" not in shown(told)
    patient = explain(batch, "RBP", "q").others[0]
    assert (patient.tools, patient.written) == ("trec_eval 10", "RBP(p=0.9, scale='topic')")
    assert patient.value == explain(batch, patient.written, "q").value
    tied = explain(ranking({"q": {"A": 1}}, {"q": {"A": 1.0, "B": 1.0}}), "RR", "q")
    assert [(each.written, each.value) for each in tied.others if each.written] == [("ties=expected", 0.75)]


def test_what_was_left_out_is_told_with_its_reason():
    run = {"q": {"a": 9.0, "u": 8.0, "v": 8.0, "b": 8.0, "c": 1.0}}
    told = explain(ranking({"q": {"a": 1, "b": 1, "c": 2, "z": 1}}, run), "P@4", "q")
    left = shown(told).split("What was left out, and why\n")[1].split("\n\n")[0].splitlines()
    assert left == [
        "2 of the first 4 results are unjudged and count as not relevant",
        "1 result below rank 4 is not looked at, 1 of them judged",
        "1 judged document was not returned, 1 of them relevant (grade >= 1)",
        "judged documents are tied (ranks 2-4); ties=docid-desc put them in this order",
    ]


def test_a_function_that_cuts_texts_is_named_in_data():
    batch = pair("a b c", "a b d")
    measure = BLEU(tokenize=str.split)
    told = render_explanations([(explain(batch, measure, "1"), [evaluate(batch, measure)])], "json")
    assert json.loads(told)["explanations"][0]["parameters"]["tokenize"] == "'str.split'"


def test_data_has_every_row_and_every_quotient():
    batch = ranking({"q": {"A": 1, "B": 1}}, run_of("A", "x", "B"), keep=5)
    told = json.loads(render_explanations([(explain(batch, "AP", "q"), [evaluate(batch, "AP")])], "json"))
    (one,) = told["explanations"]
    assert one["steps"][0]["quotients"] == ["1/1", "2/3"]
    assert one["judged"] == [
        {"rank": 1, "document": "A", "score": 100.0, "grade": 1.0},
        {"rank": 3, "document": "B", "score": 98.0, "grade": 1.0},
    ]
    assert one["shown"][0]["points"] == [[0.5, 1.0], [1.0, 2 / 3]]
