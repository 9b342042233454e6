"""Measures of subtopics beside ndeval: pyndeval on random data in the same run, and ndeval's own files if there."""

import csv
import math
from pathlib import Path

import numpy as np
import pytest

from cranfield import Policy, evaluate, ranking

pyndeval = pytest.importorskip("pyndeval")

SHARED = Path(__file__).parents[3] / "shared" / "data" / "ir_cedr_web"
NAMES = [
    *(f"{name}@{k}" for name in ("ERR-IA", "nERR-IA", "alpha-DCG", "alpha-nDCG", "P-IA", "strec") for k in (2, 5, 20)),
    "NRBP", "nNRBP", "MAP-IA",
]  # fmt: skip
DOCS = ["d1", "d2", "d10", "D3", "文档", "é", "😀", "a-b", "z/9", "_", "d4", "d5", "d6", "d7", "d8", "d9"]


def made(seed):
    chance = np.random.default_rng(seed)
    judged, run = [], {}
    for query in ("q1", "查询", "3"):
        topics = [str(each) for each in range(1, int(chance.integers(2, 6)))]
        judged += [
            (query, topic, doc, int(chance.integers(0, 3)))
            for topic in topics for doc in DOCS if chance.random() < 0.5
        ]  # fmt: skip
        order = chance.permutation(len(DOCS))[: int(chance.integers(1, len(DOCS)))]
        # pyndeval orders ties by id ascending; they are left to the tie rules of the door
        run[query] = {DOCS[at]: float(place) for place, at in enumerate(order)}
    return judged, run


def nested(judged):
    found = {}
    for query, topic, doc, grade in judged:
        found.setdefault(query, {}).setdefault(topic, {})[doc] = grade
    return found


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize(("alpha", "beta", "rel"), [(0.5, 0.5, 1), (0.25, 0.75, 2)])
def test_pyndeval_agrees(seed, alpha, beta, rel):
    judged, run = made(seed)
    names = {name: _ours(name, alpha, beta, rel) for name in NAMES}
    results = evaluate(ranking(nested(judged), run), list(names.values()))
    rows = [(query, doc, score) for query, docs in run.items() for doc, score in docs.items()]
    evaluator = pyndeval.RelevanceEvaluator(judged, NAMES, relevance_level=rel, alpha=alpha, beta=beta)
    theirs = evaluator.evaluate(rows)
    for query in run:
        for name, ours in names.items():
            wanted = theirs[query][name]
            if math.isnan(wanted):  # it divides 0 by 0 where no subtopic has a relevant document
                wanted = 0.0
            assert results[ours].units[query] == pytest.approx(wanted, abs=1e-12), (name, query)


def _ours(name, alpha, beta, rel):
    stem, _, cut = name.partition("@")
    given = [f"rel={rel}"] if rel != 1 else []
    if stem not in ("P-IA", "strec", "MAP-IA") and alpha != 0.5:
        given.append(f"alpha={alpha}")
    if "NRBP" in stem and beta != 0.5:
        given.append(f"beta={beta}")
    return stem + (f"({', '.join(given)})" if given else "") + (f"@{cut}" if cut else "")


def test_a_depth_of_one_is_divided_here_and_not_in_ndeval():
    judged, run = [("q", "1", "a", 1), ("q", "2", "a", 1), ("q", "3", "b", 1)], {"q": {"a": 2.0, "b": 1.0}}
    ours = evaluate(ranking(nested(judged), run), ["alpha_DCG@1", "ERR_IA@1", "alpha_nDCG@1"])
    theirs = pyndeval.ndeval(judged, [("q", "a", 2.0), ("q", "b", 1.0)], ["alpha-DCG@1", "ERR-IA@1", "alpha-nDCG@1"])
    assert theirs["q"] == {"alpha-DCG@1": 2.0, "ERR-IA@1": 2.0, "alpha-nDCG@1": 1.0}
    assert [ours[name].value for name in ("alpha_DCG@1", "ERR_IA@1", "alpha_nDCG@1")] == [2 / 3, 2 / 3, 1.0]


@pytest.mark.skipif(not SHARED.exists(), reason="the shared data is not there")
@pytest.mark.parametrize(("year", "topics"), [("13", "201-250"), ("14", "251-300")])
@pytest.mark.parametrize(("order", "ties"), [("traditional", "docid-desc"), ("default", "rank")])
def test_every_cell_of_ndeval_is_met(year, topics, order, ties):
    with (SHARED / "expected" / f"test.wt{year}.run.ndeval.{order}.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name not in ("runid", "topic")]
    qrels = SHARED / "diversity" / f"qrels.web.{topics}.ndeval.txt.gz"
    results = evaluate(ranking(qrels, SHARED / "runs" / f"test.wt{year}.run.gz", policy=Policy(ties=ties)), names)
    assert len(rows) * len(names) == 51 * 21
    for row in rows:
        for name in names:
            ours = results[name].value if row["topic"] == "amean" else results[name].units[row["topic"]]
            assert abs(ours - float(row[name])) <= 5.01e-7, (name, row["topic"])
