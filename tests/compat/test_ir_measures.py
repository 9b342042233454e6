"""Every measure of ir_measures 0.4, in every form its documentation shows: the same number, or one sentence why not."""

import random
import re

import pytest

from compat.made import rankings
from cranfield import MeasureError, evaluate, parse, ranking
from oracles import rbp

ir_measures = pytest.importorskip("ir_measures")

# every name of its registry, with the forms its documentation shows
SAME = {
    "AP": ["AP", "AP@100", "AP@5", "AP(rel=2)", "AP(rel=2)@5", "AP(cutoff=5)", "AP(judged_only=True)"],
    "MAP": ["MAP", "MAP@5", "MAP(rel=2)"],
    "BPref": ["BPref", "BPref(rel=2)"],
    "Bpref": ["Bpref", "Bpref(rel=3)"],
    "ERR": ["ERR@20", "ERR@5", "ERR(cutoff=3)"],
    "IPrec": ["IPrec@0.1", "IPrec@0.85", "IPrec(recall=0.2)", "IPrec(rel=2)@0.5", "IPrec(judged_only=True)@0.3"],
    "Judged": ["Judged", "Judged@10", "Judged@3", "Judged(cutoff=7)"],
    "MRR": ["MRR", "MRR@10", "MRR(rel=2)"],
    "NDCG": ["NDCG", "NDCG@10"],
    "NumQ": ["NumQ"],
    "NumRel": ["NumRel"],
    "NumRelRet": ["NumRelRet", "NumRelRet(rel=2)"],
    "NumRet": ["NumRet", "NumRet(rel=1)", "NumRet(rel=3)"],
    "P": ["P@5", "P@10", "P(rel=2)@5", "P(cutoff=3)", "P(judged_only=True)@5"],
    "Precision": ["Precision@5"],
    "R": ["R@10", "R(rel=2)@5", "R(judged_only=True)@5"],
    "Recall": ["Recall@10", "Recall(cutoff=5)"],
    "RPrec": ["RPrec"],
    "Rprec": ["Rprec", "Rprec(rel=2)", "Rprec(judged_only=True)"],
    "RR": ["RR", "RR@10", "RR(rel=2)", "RR(rel=2)@3", "RR(judged_only=True)"],
    "SetAP": ["SetAP", "SetAP(rel=2)"],
    "SetF": ["SetF", "SetF(rel=2)", "SetF(beta=1.0)"],
    "SetP": ["SetP", "SetP(rel=2)", "SetP(relative=True)", "SetP(relative=False)", "SetP(rel=2, relative=True)"],
    "SetR": ["SetR", "SetR(rel=2)"],
    "SetRelP": ["SetRelP", "SetRelP(rel=2)"],
    "Success": ["Success@1", "Success(rel=3)@2", "Success(cutoff=5)"],
    "infAP": ["infAP", "infAP(rel=2)"],
    "nDCG": [
        "nDCG", "nDCG@10", "nDCG@20", "nDCG(cutoff=5)", "nDCG(judged_only=True)@10", "nDCG(dcg='log2')@10",
        "nDCG(dcg='exp-log2')@10", "nDCG(dcg='exp-log2')@5", "nDCG(gains={1: 2, 2: 5})@10", "nDCG(gains={4: 1})",
    ],
}  # fmt: skip
ROUNDED = ("ERR", "exp-log2")  # computed by a script that rounds to five digits
NOT_INSTALLED = {"RBP": [("RBP(rel=1)", {"rel": 1}), ("RBP(p=0.9, rel=2)", {"p": 0.9, "rel": 2}),
                         ("RBP(p=0.5, rel=1)@5", {"p": 0.5, "rel": 1, "k": 5})]}  # fmt: skip
REFUSED = {
    "Accuracy": ["Accuracy", "Accuracy@10", "Accuracy(rel=2)"],
    "SetF": ["SetF(beta=0.5)"],
    **{name: [f"{name}(max_rel=4)"] for name in ("NERR8", "NERR9", "NERR10", "NERR11")},
    "SDCG": ["SDCG(max_rel=4)@10"],
}  # fmt: skip
# user models and nearness to an ideal, whose numbers tests/measures/test_peers_users.py compares
OF_USERS = {
    "BPM": ["BPM(max_rel=4)@10", "BPM(T=2.0, max_rel=4)@10"], "INST": ["INST(max_rel=4)"], "INSQ": ["INSQ(max_rel=4)"],
    "Compat": ["Compat", "Compat(p=0.8)", "Compat(p=0.95, normalize=False)"],
}  # fmt: skip
# measures of subtopics, whose numbers tests/measures/test_peers_ndeval.py compares
OF_SUBTOPICS = {
    **{name: [name, f"{name}(rel=1)"] for name in ("AP_IA", "MAP_IA", "NRBP", "nNRBP")},
    **{
        name: [f"{name}@10", f"{name}(rel=1)@10", f"{name}(cutoff=5)"]
        for name in ("ERR_IA", "P_IA", "StRecall", "alpha_DCG", "alpha_nDCG", "nERR_IA", "α_DCG", "α_nDCG")
    },
}


def collection():
    """No ties and numeric ids, because theirs breaks ties in several ways and reads numbers in one of its scripts."""
    chance = random.Random(7)
    docs = [f"d{i}" for i in range(60)]
    qrels = {
        str(q): {doc: chance.choice([0, 0, 1, 2, 3, 4]) for doc in chance.sample(docs, 25)} for q in range(101, 106)
    }
    run = {q: {doc: 1 + i / 7 for i, doc in enumerate(chance.sample(docs, 40))} for q in qrels}
    return qrels, run


QRELS, RUN = collection()
BATCH = ranking(QRELS, RUN, policy="ir_measures")


def test_no_measure_is_left_out():
    from ir_measures.measures import registry

    assert set(registry) == {*SAME, *NOT_INSTALLED, *OF_SUBTOPICS, *OF_USERS, *REFUSED}


@pytest.mark.parametrize("text", [text for texts in SAME.values() for text in texts])
def test_the_number_is_the_same(text):
    theirs = ir_measures.parse_measure(text)
    expected = ir_measures.calc_aggregate([theirs], QRELS, RUN)[theirs]
    found = evaluate(BATCH, text)[parse(text)].value
    assert found == pytest.approx(expected, abs=6e-6 if any(each in text for each in ROUNDED) else 1e-9, rel=0)


@pytest.mark.parametrize(("text", "parameters"), NOT_INSTALLED["RBP"])
def test_rank_biased_precision_is_that_of_its_definition(text, parameters):
    ranked = rankings(QRELS, RUN)
    values = [rbp.oracle(QRELS[q], ranked[q], None, **parameters) for q in QRELS]
    assert evaluate(BATCH, text)[text].value == pytest.approx(sum(values) / len(values))


@pytest.mark.parametrize("text", [text for texts in REFUSED.values() for text in texts])
def test_what_we_do_not_have_is_refused_in_one_sentence(text):
    with pytest.raises(MeasureError) as caught:
        parse(text, "ranking")
    said = str(caught.value)
    assert "\n" not in said
    assert said.startswith((text, re.split("[(@]", text)[0]))
    assert len(said.split()) >= 5


def test_their_own_text_is_read():
    for texts in (*SAME.values(), *OF_SUBTOPICS.values(), *OF_USERS.values()):
        for text in texts:
            assert parse(str(ir_measures.parse_measure(text))) is not None


def test_the_scale_of_err_always_ends_at_4_with_the_profile():
    qrels = {query: {doc: min(grade, 2) for doc, grade in grades.items()} for query, grades in QRELS.items()}
    batch = ranking(qrels, RUN, policy="ir_measures")
    theirs = ir_measures.parse_measure("ERR@10")
    expected = ir_measures.calc_aggregate([theirs], qrels, RUN)[theirs]
    results = evaluate(batch, ["ERR@10", "RBP"])
    assert results["ERR@10"].value == pytest.approx(expected, abs=6e-6, rel=0)
    assert results.signature.as_dict()["measures"]["ERR@10"] == "ERR(max_grade=4)@10"
    assert [str(each) for each in results.findings if each.key.startswith("max-grade")] == [
        "ERR@10: max_grade=4, as in ir_measures",
        "RBP: max_grade=2, the highest grade of the judgments",
    ]
    given = evaluate(batch, "ERR(max_grade=2)@10")
    ours = evaluate(ranking(qrels, RUN), "ERR@10")
    assert given["ERR(max_grade=2)@10"].value == pytest.approx(ours["ERR@10"].value)
    assert ours["ERR@10"].value > expected + 0.01


def test_grades_beyond_the_scale_of_err_are_refused_with_the_profile():
    batch = ranking({"1": {"a": 5}}, {"1": {"a": 1.0}}, policy="ir_measures")
    with pytest.raises(MeasureError) as caught:
        evaluate(batch, "ERR")
    assert str(caught.value) == (
        "ERR: in ir_measures grades end at 4, not at 5; give the scale, as in ERR(max_grade=5)"
    )
