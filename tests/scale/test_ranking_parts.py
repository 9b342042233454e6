"""Runs cut by query give what the whole gives: every measure, every policy that does not look at the order of rows."""

import numpy as np
import pyarrow as pa
import pytest

from contracts.checks.states import bits
from contracts.families import FAMILIES
from contracts.families.ranking import collection
from contracts.made_data import by_subtopic
from cranfield import InputError, Policy, PolicyError, evaluate, ranking
from cranfield.errors import DuplicateError
from cranfield.scale.ranking import Ranking
from scale.cut import PARTS, by_hash, dealt

SAMPLES = FAMILIES["ranking"]
POLICIES = (
    {}, {"undefined": "skip", "missing": "skip"}, {"ties": "docid-asc", "negative": "zero"}, {"ties": "expected"},
    {"judged_only": True, "scores": "float32"}, {"depth": 3, "nonfinite": "sort"}, {"duplicates": "best"},
)  # fmt: skip


def rows_of(run, seed=None):
    rows = [(query, doc, score) for query, docs in run.items() for doc, score in docs.items()]
    if seed is not None:
        rows = [rows[at] for at in np.random.default_rng(seed).permutation(len(rows))]
    return pa.table(dict(zip(("query", "doc", "score"), map(list, zip(*rows, strict=True)), strict=True)))


def told(results):
    found = {
        name: (bits(each.value), list(each.state.units), bits(each.values)) for name, each in results.found.items()
    }
    return found, [each.as_dict() for each in results.findings], list(results.units)


def in_parts(source, table, measures, parts, seed):
    plan = source.plan(measures)
    (cut,) = plan.cuts
    arrived = [plan.states(part, cut) for part in by_hash(table, cut.column, parts, seed)]
    order = np.random.default_rng(seed).permutation(len(arrived))
    return plan.results([arrived[at] for at in order], inputs=({"name": "table"},))


@pytest.mark.parametrize("seed", range(7))
def test_every_measure_of_rankings_in_parts_gives_what_the_whole_gives(seed):
    policy = Policy(**POLICIES[seed])
    made = collection(seed, policy.ties == "expected")
    run = {**made.run, "stranger": {"d1": 1.0, "d2": 2.0}}
    every = [measure for name in SAMPLES.settings for measure in SAMPLES.measures(name)]
    every = [each for each in every if "document_group" not in each.reads]  # parts know no groups of documents
    measures = [each for each in every if policy.ties != "expected" or each.averages_ties()]
    table = rows_of(run, seed)
    qrels = by_subtopic(made.qrels)
    whole = evaluate(ranking(qrels, table, policy=policy, known=made.known), measures)
    assert len(whole) > 40
    for parts in PARTS:
        source = Ranking.of(qrels, policy=policy, known=made.known)
        assert told(in_parts(source, table, measures, parts, seed)) == told(whole), (seed, parts)


def test_documents_listed_twice_are_found_in_parts():
    table = pa.table({"query": ["q", "q", "r"], "doc": ["a", "a", "b"], "score": [1.0, 2.0, 3.0]})
    plan = Ranking.of({"q": {"a": 1}, "r": {"b": 1}}).plan(["AP"])
    with pytest.raises(DuplicateError, match="row 2: query q lists document a twice"):
        plan.states(table)
    best = Ranking.of({"q": {"a": 1}, "r": {"b": 1}}, policy=Policy(duplicates="best"))
    (finding,) = in_parts(best, table, ["AP"], 3, 1).findings
    assert (finding.key, finding.count) == ("duplicate-document", 1)


@pytest.mark.parametrize(
    ("policy", "decision"),
    [({"ties": "input"}, "ties=input"), ({"duplicates": "first"}, "duplicates=first"),
     ({"duplicates": "last"}, "duplicates=last"), ({"duplicates": "best", "ties": "rank"}, "duplicates=best")],
)  # fmt: skip
def test_decisions_about_the_order_of_rows_are_refused(policy, decision):
    with pytest.raises(PolicyError) as caught:
        Ranking.of({"q": {"a": 1}}, policy=Policy(**policy))
    name = decision.partition("=")[0]
    assert str(caught.value) == (
        f"{decision} looks at the order of the rows, which data in parts does not keep; choose another {name}"
    )


def test_a_query_in_two_parts_is_refused_because_its_numbers_would_be_wrong():
    made = collection(3, few=False)
    table, plan = rows_of(made.run, 3), Ranking.of(made.qrels).plan(["P@5", "NumRet"])
    arrived = [plan.states(part) for part in dealt(table, 3, 0)]
    with pytest.raises(InputError, match="queries are in more than one part, so that every number would be wrong"):
        plan.results(arrived)


def test_a_wrong_number_without_the_guard(monkeypatch):
    made = collection(3, few=False)
    table, plan = rows_of(made.run, 3), Ranking.of(made.qrels).plan(["NumRet"])
    monkeypatch.setattr("cranfield.scale.ranking.require_apart", lambda *_: None)
    torn = plan.results([plan.states(part) for part in dealt(table, 3, 0)])
    assert torn["NumRet"].value != evaluate(ranking(made.qrels, table), ["NumRet"])["NumRet"].value
