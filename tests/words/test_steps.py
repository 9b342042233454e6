"""An explanation can be followed: in two languages, with the formulas and numbers that were used."""

import math
import re

import pytest

from contracts.families import FAMILIES
from cranfield import Policy, evaluate, explain, labels, parse, ranking
from text.made_text import batch_of

QRELS = {"q1": {"d1": 2, "d2": 0, "d3": 1, "d4": 3, "d9": 1}, "q2": {"d1": 0}, "q3": {"d1": 1}, "q4": {"d1": 1}}
RUN = {"q1": {"d1": 3.0, "d2": 5.0, "x": 5.0, "d3": 1.0, "d4": 1.0}, "q2": {"d1": 1.0}, "q3": {"z": 1.0, "d1": 1.0}}
KNOWN = {"q1": {"d1": 1, "d9": 1}, "q3": {"d1": 1}}
SEGMENTS = [
    ("the cat sat on the mat", ["the cat sat on a mat", "a cat"]),
    ("dog", ["the cat runs", "it"]),
    ("", ["the cat"]),
    ("the the cat ran", ["the cat ran home today"]),
]


def how(measure, step, unit="q1"):
    told = explain(ranking(QRELS, RUN), measure, unit)
    return next(each.how for each in told.steps if each.name == step)


@pytest.mark.parametrize(
    ("measure", "weight"),
    [
        ("nDCG", "what the rank is worth: 1 / log2(rank + 1)"),
        ("nDCG@10", "what the rank is worth: 1 / log2(rank + 1); 0 beyond rank 10"),
        ("DCG(discount='jarvelin')", "what the rank is worth: 1 / log2(rank), and 1 before rank 2"),
        ("nDCG(discount='jarvelin', base=3)@4",
         "what the rank is worth: 1 / log3(rank), and 1 before rank 3; 0 beyond rank 4"),
        ("nCG@2", "what the rank is worth: 1; 0 beyond rank 2"),
        ("RBP(p=0.5)", "(1 - p) p^(rank - 1), p = 0.5"),
    ],
)  # fmt: skip
def test_a_weight_says_the_formula_of_its_discount(measure, weight):
    assert how(measure, "weight") == weight


@pytest.mark.parametrize(
    ("measure", "gain"),
    [
        ("nDCG", "what the grade is worth: the grade"),
        ("nDCG(gain='exp')", "what the grade is worth: 2^grade - 1"),
        ("nDCG(gain={1: 3, 2: 9})",
         "what the grade is worth: by the map {1: 3, 2: 9}, and the grade itself where it has none"),
        ("nDCG(rel=2)", "what the grade is worth: the grade; 0 below grade 2"),
        ("Rndcg(gain='exp')", "what the grade is worth: 2^grade - 1"),
        ("RBP", "what the grade is worth, from 0 to 1: grade / 3, the highest grade"),
        ("RBP(rel=2)", "what the grade is worth, from 0 to 1: 1 if grade >= 2"),
        ("RBP(scale='topic')", "what the grade is worth, from 0 to 1: grade / the highest grade of the query"),
    ],
)  # fmt: skip
def test_a_gain_says_its_formula(measure, gain):
    assert how(measure, "gain") == gain


def test_the_ideal_says_both_formulas():
    told = explain(ranking(QRELS, RUN), "IDCG(gain='exp', rel=2)@3", "q1")
    assert told.steps[-1].how == (
        "sum of gain x weight over the judged documents in the best order, to rank 3; gain: 2^grade - 1, 0 below grade"
        " 2; weight: 1 / log2(rank + 1)"
    )


def evaluated(formula, numbers):
    """What somebody with a pocket calculator gets."""
    for name in sorted(numbers, key=len, reverse=True):
        formula = formula.replace(name, repr(numbers[name]))
    return eval(formula.replace(" x ", " * ").replace("^", "**"))


SMOOTHED = {
    "BLEU": ["100 x matches 1 / total 1", "100 x matches 2 / total 2", "100 x matches 3 / total 3",
             "100 / (2^1 x total 4); smoothed by exp, as nothing matches"],
    "BLEU(smooth='floor')": ["100 x matches 1 / total 1", "100 x matches 2 / total 2", "100 x matches 3 / total 3",
                             "100 x 0.1 / total 4; smoothed by floor, as nothing matches"],
    "BLEU(smooth='add-k', smooth_value=0.5)": [
        "100 x matches 1 / total 1", "100 x (matches 2 + 0.5) / (total 2 + 0.5); smoothed by add-k",
        "100 x (matches 3 + 0.5) / (total 3 + 0.5); smoothed by add-k",
        "100 x (matches 4 + 0.5) / (total 4 + 0.5); smoothed by add-k"],
    "BLEU(smooth='none')": ["100 x matches 1 / total 1", "100 x matches 2 / total 2", "100 x matches 3 / total 3",
                            "0: nothing matches"],
    "SelfBLEU-2": ["100 x matches 1 / total 1", "100 x matches 2 / total 2"],
}  # fmt: skip


@pytest.mark.parametrize("measure", SMOOTHED)
def test_smoothing_is_shown_and_leads_to_the_precision(measure):
    told = explain(batch_of(SEGMENTS), measure, "4")
    steps = {each.name: each for each in told.steps}
    precisions = [each for name, each in steps.items() if name.startswith("p_")]
    assert [each.how for each in precisions] == SMOOTHED[measure]
    numbers = {name: each.value for name, each in steps.items() if name.startswith(("matches", "total"))}
    for each in precisions:
        assert evaluated(re.split("[;:]", each.how)[0], numbers) == pytest.approx(each.value, rel=1e-12)
    orders = len(precisions)
    product = math.prod(each.value for each in precisions)
    assert told.steps[-1].how == f"BP x geometric mean of the {orders} precisions"
    assert told.value == pytest.approx(steps["BP"].value * product ** (1 / orders), rel=1e-12)


def test_the_second_order_without_a_match_is_halved_twice():
    told = explain(batch_of([("a b c d e", ["a x b x c"])]), "BLEU", "1")
    assert [each.how for each in told.steps if each.name.startswith("p_")] == [
        "100 x matches 1 / total 1",
        "100 / (2^1 x total 2); smoothed by exp, as nothing matches",
        "100 / (2^2 x total 3); smoothed by exp, as nothing matches",
        "100 / (2^3 x total 4); smoothed by exp, as nothing matches",
    ]


def test_a_short_text_says_which_orders_count():
    told = explain(batch_of([("a b", ["a b c"])]), "BLEU", "1")
    steps = {each.name: each for each in told.steps}
    assert steps["p_3"].how == "0: there is no 3-gram, or nothing matches at all"
    assert steps["BLEU"].how == "BP x geometric mean of the 2 precisions"
    nothing = explain(batch_of([("a b", ["c"])]), "BLEU", "1")
    assert nothing.steps[-1].how == "0: nothing matches"


def test_an_undefined_value_says_why_in_both_languages():
    told = explain(ranking(QRELS, RUN), parse("AP"), "q2")
    assert told.steps[-1].told() == ("AP", "undefined: no relevant document is judged; the policy counts it as 0")
    assert told.steps[-1].told("zh") == ("AP", "无定义：没有判定为相关的文档；按策略计为 0")


def followed(told):
    """The value of an explanation of labels from its other steps, as the last one says; R and P stand for no number."""
    numbers = {each.name: each.value for each in told.steps[:-1]}
    formula = told.steps[-1].how.removeprefix("above / below: ")
    formula, _, given = re.split("; ", formula)[0].partition(", beta = ")
    if given:
        numbers["beta"] = float(given)
    names = "|".join(sorted(map(re.escape, numbers), key=len, reverse=True))
    # numbers beside each other are multiplied
    formula = re.sub(rf"\b({names})\b", lambda found: f" ({numbers[found[1]]!r}) ", formula)
    formula = re.sub(r"(?<=[)\d])\s+(?=\()", " * ", formula.replace(" x ", " * ").replace("^", "**"))
    return eval(formula, {"sqrt": math.sqrt})


TIED = {"truth": [1, 0, 1, 0, 1, 0], "score": [0.9, 0.9, 0.5, 0.5, 0.5, 0.1], "group": list("aaabbb")}


@pytest.mark.parametrize("weight", [None, [1.0, 2.0, 0.5, 1.0, 3.0, 1.0]])
def test_half_of_the_ties_is_in_what_was_won_and_leads_to_the_value(weight):
    batch = labels(**TIED, **({} if weight is None else {"weight": weight}))
    for measure, unit in (("AUC", "1"), ("AUC(exact=False)", "1"), ("GAUC", "a"), ("GAUC", "b")):
        told = explain(batch, measure, unit)
        assert followed(told) == pytest.approx(told.value, rel=1e-12)
    steps = {each.name: each for each in explain(batch, "AUC", "1").steps}
    if weight is None:
        assert (steps["positives"].value, steps["negatives"].value, steps["won"].value) == (3, 3, 2.5 + 1.5 + 1.5)
    assert steps["won"].how == "pairs in which the positive scores higher, and half of those with equal scores"
    binned = explain(batch, "AUC(exact=False)", "1").steps[2]
    assert binned.how == steps["won"].how + " or scores in one bin"
    assert explain(batch, "GAUC", "a").steps[-1].how == "won / (positives x negatives)"


@pytest.mark.parametrize(
    "name", [each for each in FAMILIES["labels"].settings if each not in ("AreaPR", "AveragePrecision", "TopK")]
)
def test_the_last_step_of_labels_can_be_followed_with_a_pocket_calculator(name):
    samples = FAMILIES["labels"]
    for measure in samples.measures(name):
        batch = samples.plain(measure, 2).batch
        for unit, value in evaluate(batch, measure)[measure].units.items():
            told = explain(batch, measure, unit)
            assert math.isnan(value) or followed(told) == pytest.approx(told.value, rel=1e-12), told.steps[-1].how


def test_what_0_over_0_counts_is_told_where_the_policy_decides_it():
    batch = labels(truth=["a", "b"], guess=["a", "a"], policy=Policy(zero_division="1"))
    assert (
        explain(batch, "Precision(average='macro')", "b").steps[-1].how
        == "above / below: right / guessed; 0 / 0 counts 1"
    )
    assert explain(batch, "Accuracy", "b").steps[-1].how == "above / below: right / true"


@pytest.mark.parametrize(
    ("measure", "changes", "told"),
    [
        ("Precision(average='macro')", {}, "undefined for 1 of 2 labels (the label is never guessed), counted as 0"),
        ("Precision(average='macro')", {"zero_division": "1"},
         "undefined for 1 of 2 labels (the label is never guessed), counted as 1"),
        ("Precision(average='macro')", {"zero_division": "nan"},
         "undefined for 1 of 2 labels (the label is never guessed), left out"),
        ("MCC", {"zero_division": "nan"},
         "undefined for 2 of 2 labels (all or no examples have or were given the label), shown as nan"),
    ],
)  # fmt: skip
def test_what_becomes_of_a_label_without_a_value_is_told(measure, changes, told):
    batch = labels(truth=["a", "b"], guess=["a", "a"], policy=Policy(**changes))
    assert told in [each.sentence() for each in evaluate(batch, measure).findings]
