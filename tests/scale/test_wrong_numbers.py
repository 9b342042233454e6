"""The numbers that come out, without a word, where a guard is taken away: why nan, zeros and repeats are looked at."""

import numpy as np
import pyarrow as pa
import pytest

from cranfield import InputError, evaluate, labels
from cranfield.errors import DuplicateError
from cranfield.io.join import join
from cranfield.scale.labels import Labels
from cranfield.scale.ranking import Ranking
from scale.test_guards import ROLES, clicks, plan_of


def parts_of(source, table, measure, *, at=3):
    plan = source.plan(source.survey(table), [measure])
    return plan, [plan.states(part) for part in (table.slice(0, at), table.slice(at)) if len(part)]


def test_zeros_of_two_signs_would_be_two_scores(monkeypatch):
    table = pa.table({"y": [1, 0, 1, 0], "p": pa.array([-0.0, 0.0, 1.0, -1.0], pa.float32()), "s": [1, 1, 1, 1]})
    plan, sent = parts_of(Labels(**ROLES), table, "GAUC", at=4)
    assert plan.results(sent)["GAUC"].value == 3.5 / 4

    def by_bits(score):
        bits = np.asarray(score, np.float32).view(np.int32)
        return ((bits >> 31) | np.int32(-(1 << 31))).view(np.uint32) ^ bits.view(np.uint32)

    monkeypatch.setattr("cranfield.measures.labels.pairs.sortable", by_bits)
    plan, sent = parts_of(Labels(**ROLES), table, "GAUC", at=4)
    assert plan.results(sent)["GAUC"].value == 3 / 4


@pytest.mark.parametrize("missing", [float("nan"), None])
def test_a_score_that_is_missing_would_be_the_highest(monkeypatch, missing):
    table = pa.table({"y": [1, 0, 1, 0], "p": [missing, 0.5, 0.2, 0.8], "s": [1, 1, 1, 1]})
    source = Labels(truth="y", score="p")
    with pytest.raises(InputError, match=r"row 1: the score is (nan|missing)"):
        source.survey(table)
    bare = {"truth": table["y"].to_numpy(), "score": table["p"].to_numpy()}
    monkeypatch.setattr(Labels, "columns", lambda *_, **__: bare)
    for module in ("scale.survey", "io.columns.made_labels"):
        monkeypatch.setattr(f"cranfield.{module}.as_numbers", lambda column, _: np.asarray(column))
    plan, sent = parts_of(source, table, "AUC", at=4)
    # the one positive that is known loses against both negatives
    assert plan.results(sent)["AUC"].value == 1 / 2


def test_a_document_that_is_listed_twice_would_count_twice(monkeypatch):
    table = pa.table({"query": ["q"] * 3, "doc": ["a", "a", "b"], "score": [3.0, 2.0, 1.0]})
    plan = Ranking.of({"q": {"a": 1, "b": 0}}).plan(["P@2", "R@2"])
    with pytest.raises(DuplicateError, match="query q lists document a twice"):
        plan.states(table)
    monkeypatch.setattr(join._Join, "drop_repeats", lambda _: None)
    found = plan.results([plan.states(table)])
    assert (found["P@2"].value, found["R@2"].value) == (1.0, 2.0)


def test_parts_that_mean_something_else_would_be_added_up(monkeypatch):
    # as another version of the package on one of the workers may mean another thing by the same name
    table = clicks()
    one, other = plan_of(table, ["GAUC"]), plan_of(table, ["GAUC(weight='rows')"])
    halves = [table.filter(pa.compute.less(table["s"], 50)), table.filter(pa.compute.greater_equal(table["s"], 50))]
    sent = [one.states(halves[0]), other.states(halves[1])]
    with pytest.raises(InputError, match="measured under another plan"):
        one.results(sent)
    monkeypatch.setattr("cranfield.scale.wire.checked", lambda _, about: about)
    monkeypatch.setattr("cranfield.core.states.sums.require_alike", lambda *_: None)
    monkeypatch.setattr("cranfield.core.states.totals.require_alike", lambda *_: None)
    right = [evaluate(labels(table, **ROLES), each)[each].value for each in ("GAUC", "GAUC(weight='rows')")]
    assert min(abs(one.results(sent)["GAUC"].value - each) for each in right) > 1e-6
