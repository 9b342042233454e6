"""INST, INSQ, BPM and Compat beside cwl_eval and ir_measures; Q, O, nERR and MSnDCG beside NTCIREVAL."""

import random
from pathlib import Path

import numpy as np
import pytest

from cranfield import Policy, evaluate, ranking
from cranfield.measures.ranking.user_models import _trigamma

SHARED = Path(__file__).parents[3] / "shared" / "data" / "ir_formats"


def made(seed, *, queries=4):
    chance = random.Random(seed)
    docs = [f"d{at}" for at in range(50)]
    qrels = {
        str(q): {doc: chance.choice([0, 0, 1, 2, 3]) for doc in chance.sample(docs, 20)} for q in range(queries)
    }  # fmt: skip
    for grades in qrels.values():
        grades["d0"] = 3
    run = {
        q: {doc: 1 + at / 7 for at, doc in enumerate(chance.sample(docs, chance.randint(1, 40)))} for q in qrels
    }  # fmt: skip
    return qrels, run


@pytest.mark.parametrize("text", ["INST(max_rel=3)", "INST(T=2.0, max_rel=3)", "INSQ(max_rel=3)",
                                  "INSQ(T=3.0, max_rel=3)",
                                  "BPM(max_rel=3)@1000", "BPM(T=2.0, max_rel=3)@5", "BPM(T=0.5, max_rel=3)@20",
                                  "Compat", "Compat(p=0.8)", "Compat(p=0.95, normalize=False)"])  # fmt: skip
def test_ir_measures_agrees(text):
    ir_measures = pytest.importorskip("ir_measures")
    pytest.importorskip("cwl")
    theirs = ir_measures.parse_measure(text)
    for seed in range(8):
        qrels, run = made(seed)
        result = evaluate(ranking(qrels, run, policy="ir_measures"), text)[text]
        for each in ir_measures.iter_calc([theirs], qrels, run):
            assert result.units[each.query_id] == pytest.approx(each.value, abs=1e-10), (seed, each.query_id)


def test_without_an_end_the_user_goes_on():
    qrels, run = made(3, queries=1)
    batch = ranking(qrels, run)
    names = ("INST", "INSQ(T=2)")
    for name in names:
        values = [evaluate(batch, f"{name}@{k}")[f"{name}@{k}"].value for k in (100, 10_000, 1_000_000)]
        endless = evaluate(batch, name)[name].value
        assert values[0] > values[1] > values[2] > endless
        assert values[2] == pytest.approx(endless, rel=1e-5)


def test_the_sum_of_reciprocal_squares_is_that_of_scipy():
    special = pytest.importorskip("scipy.special")
    x = np.array([0.5, 1.0, 2.0, 7.25, 100.0, 12345.6])
    assert _trigamma(x) == pytest.approx(special.polygamma(1, x), rel=1e-14)


def test_worked_numbers():
    # the user wants 1 and has it at rank 3: the mean of three results
    batch = ranking({"q": {"a": 1, "b": 0, "c": 1}}, {"q": {"x": 3.0, "b": 2.0, "a": 1.0}})
    assert evaluate(batch, "BPM")["BPM"].value == pytest.approx(1 / 3)
    assert evaluate(batch, "BPM@2")["BPM@2"].value == 0.0
    # the first relevant one is at rank 3, where the best order has gained 2
    assert evaluate(batch, "O")["O"].value == pytest.approx((1 + 1) / (3 + 2))
    assert evaluate(batch, "Q")["Q"].value == pytest.approx((1 + 1) / (3 + 2) / 2)


def ntcir(name):
    found = {}
    for line in (SHARED / "ntcireval" / name).read_text().splitlines():
        if "=" in line and "#" not in line:
            key, value = line.split("=")
            found[key.strip()] = float(value)
    return found


@pytest.mark.skipif(not SHARED.exists(), reason="the shared data is not there")
@pytest.mark.parametrize(
    ("file", "gains", "cut", "judged_only"),
    [
        ("res_test_compute.txt", {1: 1, 2: 2, 3: 3}, 1000, False),
        ("res_test_compute_cutoff.txt", {1: 1, 2: 2, 3: 3}, 2, False),
        ("res_test_compute_grade.txt", {1: 1, 2: 4, 3: 9}, 1000, False),
        ("res_test_compute_label_j.txt", {1: 1, 2: 2, 3: 3}, 1000, True),
    ],
)
def test_the_files_of_ntcireval_are_met(file, gains, cut, judged_only):
    wanted = ntcir(file)
    judged = [line.split() for line in (SHARED / "ntcireval" / "sample.rel").read_text().splitlines()]
    qrels = {"q": {doc: int(level[1:]) for doc, level in judged}}
    run = {"q": (SHARED / "ntcireval" / "sample.res").read_text().split()}
    batch = ranking(qrels, run, policy=Policy(judged_only=judged_only))
    asked = {
        "O-measure": f"O(gain={gains})", "Q-measure": f"Q-measure(gain={gains})",
        f"Q@{cut:04d}": f"Q(gain={gains})@{cut}",
        f"MSnDCG@{cut:04d}": f"MSnDCG(gain={gains})@{cut}", f"nERR@{cut:04d}": f"nERR(gain={gains})@{cut}",
        f"nDCG@{cut:04d}": f"nDCG(gain={gains}, discount='jarvelin')@{cut}",
    }  # fmt: skip
    results = evaluate(batch, list(asked.values()))
    for theirs, ours in asked.items():
        assert results[ours].value == pytest.approx(wanted[theirs], abs=5.1e-5), theirs


def test_the_python_version_of_ntcireval_agrees():
    metrics = pytest.importorskip("pyNTCIREVAL.metrics")
    for seed in range(12):
        qrels, run = made(seed, queries=1)
        grades = qrels["0"]
        counts = [sum(grade == level for grade in grades.values()) for level in range(4)]
        ranked = [(doc, grades.get(doc)) for doc in sorted(run["0"], key=run["0"].get, reverse=True)]
        batch = ranking(qrels, run)
        gains, values = {1: 1, 2: 2, 3: 5}, [1, 2, 5]
        for ours, theirs in (
            (f"Q(gain={gains})", metrics.QMeasure(counts, values, 1.0)),
            (f"Q(gain={gains}, beta=0.5)@5", metrics.QMeasure(counts, values, 0.5, 5)),
            (f"O(gain={gains}, beta=2)", metrics.OMeasure(counts, values, 2.0)),
            (f"nERR(gain={gains})@5", metrics.nERR(counts, values, 5)),
            (f"MSnDCG(gain={gains})@5", metrics.MSnDCG(counts, values, 5)),
        ):
            assert evaluate(batch, ours)[ours].value == pytest.approx(theirs.compute(ranked), abs=1e-12), (seed, ours)


def test_names_of_beir_are_those_of_what_exists():
    qrels, run = made(1)
    results = evaluate(ranking(qrels, run), ["R_cap@5", "relative_P@5", "hole@5", "Unjudged@5"])
    assert results["R_cap@5"].units == results["relative_P@5"].units
    assert results["hole@5"].units == results["Unjudged@5"].units
