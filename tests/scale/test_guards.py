"""What goes wrong silently elsewhere is refused or right here; each test shows the wrong number that it keeps away."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from contracts.checks.states import bits
from cranfield import InputError, MeasureError, evaluate, labels, parse
from cranfield.core.states.drawn import Draws
from cranfield.core.states.ranges import Range, Ranges
from cranfield.scale import wire
from cranfield.scale.labels import Labels
from scale.cut import by_hash, dealt

ROLES = {"truth": "y", "score": "p", "group": "s"}


def clicks(rows=2000, sessions=100, seed=0):
    chance = np.random.default_rng(seed)
    return pa.table({
        "y": chance.integers(0, 2, rows), "p": chance.integers(0, 50, rows) / 50,
        "s": chance.integers(0, sessions, rows),
    })  # fmt: skip


def plan_of(table, measures, **options):
    source = Labels(**ROLES)
    return source.plan(source.survey(table), measures, **options)


def test_a_session_in_two_parts_is_refused(monkeypatch):
    table = clicks()
    plan, whole = plan_of(table, ["GAUC"]), evaluate(labels(table, **ROLES), ["GAUC"])["GAUC"].value
    arrived = [plan.states(part) for part in dealt(table, 4, 1)]
    with pytest.raises(InputError) as caught:
        plan.results(arrived)
    assert str(caught.value).endswith(
        "sessions are in more than one part, so that every number would be wrong; cut the data by a hash of the column"
        " that names them, and let nothing move rows afterwards"
    )
    numbered = [plan.states(part, bucket=7) for part in by_hash(table, "s", 4, 1)]
    with pytest.raises(InputError, match="sessions are in more than one part"):
        plan.results(numbered)
    monkeypatch.setattr("cranfield.scale.labels_plan.require_apart", lambda *_: None)
    assert plan.results(arrived)["GAUC"].value != whole


def test_both_zeros_are_one_score_in_any_part():
    table = pa.table({"y": [1, 0, 1, 0], "p": [-0.0, 0.0, 1.0, -1.0]})
    source = Labels(truth="y", score="p")
    plan = source.plan(source.survey(table), ["AUC"])
    torn = [plan.states(table.take(rows)) for rows in ([0, 3], [1, 2])]
    with pytest.raises(MeasureError, match="two parts share scores from 0 to 0"):
        plan.results(torn)
    found = plan.results([plan.states(table.take(rows)) for rows in ([0, 1], [2], [3])])
    assert found["AUC"].value == 3.5 / 4
    # an engine that sorts one zero below the other would count the tie as a loss
    assert np.array([-0.0, 0.0]).view(np.uint64).tolist() == [1 << 63, 0]


@pytest.mark.parametrize(
    ("column", "values", "sentence"),
    [("p", [0.1, float("nan"), 0.2], "row 2: the score is nan"), ("p", [0.1, None, 0.2], "row 2"),
     ("y", [0, None, 1], "row 2"), ("s", ["a", None, "b"], "row 2")],
)  # fmt: skip
def test_nan_and_gaps_are_refused_in_a_part_as_in_the_whole(column, values, sentence):
    table = pa.table({"y": [0, 1, 1], "p": [0.1, 0.5, 0.2], "s": ["a", "b", "b"]} | {column: values})
    with pytest.raises(InputError) as whole:
        labels(table, **ROLES)
    for look in (Labels(**ROLES).survey, plan_of(clicks(), ["GAUC"]).states):
        with pytest.raises(InputError) as caught:
            look(table)
        assert str(caught.value) == str(whole.value)
        assert sentence in str(caught.value)


def test_a_part_of_another_version_is_refused():
    table = clicks()
    plan = plan_of(table, ["GAUC"])
    arrived = plan.states(table).to_pylist()
    arrived[0]["state"] = json.dumps(json.loads(arrived[0]["state"]) | {"cranfield": "0.0.1"}).encode()
    with pytest.raises(InputError, match=r"a part was measured by cranfield 0\.0\.1 and the others by"):
        plan.results([pa.Table.from_pylist(arrived, schema=wire.WIRE)])


def test_a_part_of_another_plan_is_refused():
    table = clicks()
    one, other = plan_of(table, ["GAUC"]), plan_of(table, ["GAUC(weight='rows')"])
    with pytest.raises(InputError, match="measured under another plan"):
        one.results([other.states(table)])


def test_a_part_that_is_missing_or_there_twice_is_noticed():
    table = clicks()
    plan = plan_of(table, ["LogLoss"])
    parts = [plan.states(part) for part in dealt(table, 3, 1)]
    with pytest.raises(InputError, match=r"the parts that were measured have [\d,]+ rows, and 2,000 were surveyed"):
        plan.results(parts[1:])
    with pytest.raises(InputError, match="and 2,000 were surveyed"):
        plan.results([*parts, parts[0]])


def test_pairs_do_not_overflow():
    measure = parse("AUC(positive='1')", "labels")
    policy = labels(truth=[0, 1], guess=[0, 1]).policy
    many = 10**11
    state = Ranges(measure, policy, (Range(0.0, 0.1, many * many, many, many),))
    state += Ranges(measure, policy, (Range(0.2, 0.3, many * many, many, many),))
    # half of the pairs inside each range, all pairs of the higher positives with lower negatives, none of the others
    assert float(measure.finish(state.total())) == (1 / 2 + 1 / 2 + 1 + 0) / 4
    with np.errstate(over="ignore"):
        wrong = np.int64(2) * np.int64(many) * np.int64(many)
    assert int(wrong) != 2 * many * many


def test_the_largest_session_is_reported_and_may_be_refused():
    table = pa.concat_tables([clicks(), pa.table({"y": [0, 1] * 500, "p": [0.5] * 1000, "s": [7] * 1000})])
    plan = plan_of(table, ["GAUC"])
    arrived = [plan.states(part) for part in by_hash(table, "s", 5, 2)]
    largest = plan.largest(arrived)
    assert (largest.name, largest.rows) == ("7", 1000 + table["s"].to_pylist()[:2000].count(7))
    assert (largest.sessions, largest.total) == (len(set(table["s"].to_pylist())), len(table))
    strict = plan_of(table, ["GAUC"], max_group_rows=900)
    with pytest.raises(InputError) as caught:
        list(map(strict.states, by_hash(table, "s", 5, 2)))
    assert str(caught.value).startswith(f"the session '7' has {largest.rows:,} rows, more than max_group_rows=900")


ROBOT = pa.table({"y": [0, 1] * 500, "p": [0.5] * 1000, "s": [777] * 1000})
REFUSED = (
    "the session '777' has 1,000 rows, more than max_group_rows=900; leave it out if it is no real one, or allow more"
)


@pytest.mark.parametrize(
    ("measures", "refused"),
    [("GAUC", True), ("GAUC(weight='rows')", True), ("GAUC(weight='positives')", True), (["AUC", "GAUC"], True),
     ("AUC", False), ("AveragePrecision", False), ("AUC(exact=False)", False), ("LogLoss", False)],
)  # fmt: skip
def test_a_large_session_stops_whoever_needs_it_whole_and_nobody_else(tmp_path, measures, refused):
    pq.write_table(pa.concat_tables([clicks(), ROBOT]), tmp_path / "t.parquet")
    path, wanted = str(tmp_path / "t.parquet"), [measures] if isinstance(measures, str) else measures
    if refused:
        with pytest.raises(InputError) as caught:
            Labels(**ROLES).evaluate(path, wanted, memory="256MB", max_group_rows=900)
        assert str(caught.value) == REFUSED
    else:
        found = Labels(**ROLES).evaluate(path, wanted, memory="256MB", max_group_rows=900)
        assert bits(found[measures].value) == bits(evaluate(labels(path, **ROLES), wanted)[measures].value)


def test_sessions_that_are_drawn_are_needed_whole_by_every_measure(tmp_path):
    pq.write_table(pa.concat_tables([clicks(), ROBOT]), tmp_path / "t.parquet")
    with pytest.raises(InputError, match=r"the session '777' has 1,000 rows, more than max_group_rows=900"):
        Labels(**ROLES).evaluate(
            str(tmp_path / "t.parquet"), ["LogLoss"], memory="256MB", max_group_rows=900, draws=Draws(9)
        )


def robots(rows, sessions, *names):
    """Sessions of eight rows, and some with so many."""
    session = np.repeat(np.arange(sessions), 8).tolist() + [each for name in names for each in [name] * rows]
    chance = np.random.default_rng(1)
    return pa.table({
        "y": chance.integers(0, 2, len(session)), "p": chance.integers(0, 50, len(session)) / 50,
        "s": pa.array(map(str, session)),
    })  # fmt: skip


@pytest.mark.parametrize("parts", [1, 3, 8, 64])
def test_a_session_that_is_unlike_all_others_is_told_in_memory_in_parts_and_on_disk(tmp_path, parts):
    table = robots(12_000, 2000, "robot", "crawler")
    told = (
        "the session 'crawler' has 12,000 rows of 40,000, 600 times the mean of 2,002 sessions; "
        "leave it out if it is a robot"
    )
    roles = {role: ROLES[role] for role in ("truth", "score", "group")}
    whole = evaluate(labels(table, **roles), ["GAUC", "AUC"])
    assert told in [each.message for each in whole.findings]
    plan = plan_of(table, ["GAUC"])
    cut = [plan.states(part) for part in by_hash(table, "s", parts, parts)]
    assert told in [each.message for each in plan.results(cut).findings]
    pq.write_table(table, tmp_path / "t.parquet")
    disk = Labels(**roles).evaluate(str(tmp_path / "t.parquet"), ["GAUC", "AUC"], memory="256MB")
    assert [each.as_dict() for each in disk.findings] == [each.as_dict() for each in whole.findings]


@pytest.mark.parametrize(
    ("rows", "sessions", "measures"), [(9_999, 2000, ["GAUC"]), (10_000, 60, ["GAUC"]), (12_000, 2000, ["AUC"])]
)
def test_a_session_is_not_told_where_it_is_small_or_usual_or_of_no_matter(rows, sessions, measures):
    found = evaluate(labels(robots(rows, sessions, "robot"), truth="y", score="p", group="s"), measures)
    assert "large-session" not in [each.key for each in found.findings]


@pytest.mark.parametrize("given", ["many", 0, -1, 2.5, True])
def test_a_limit_that_is_no_number_of_rows_is_refused(given):
    with pytest.raises(InputError) as caught:
        plan_of(clicks(20), ["GAUC"], max_group_rows=given)
    assert str(caught.value) == f"plan: max_group_rows must be a whole number of at least 1, not {given!r}"


def test_average_precision_must_know_what_is_above():
    table = clicks()
    plan = plan_of(table, ["AveragePrecision"])
    low, high = table.filter(pa.compute.less(table["p"], 0.5)), table.filter(pa.compute.greater_equal(table["p"], 0.5))
    with pytest.raises(MeasureError, match="needs to know how many positives and negatives score higher"):
        plan.states(low)
    with pytest.raises(MeasureError, match="was told another number of rows above it than there are"):
        plan.results([plan.states(part, above=(0, 0)) for part in (low, high)])
    found = plan.results([plan.states(high, above=(0, 0)), plan.states(low, above=plan.sides(high))])
    whole = evaluate(labels(table, **ROLES), ["AveragePrecision"])
    assert bits(found["AveragePrecision"].value) == bits(whole["AveragePrecision"].value)


def test_scores_beyond_the_whole_numbers_of_float64_are_refused():
    table = pa.table({"y": [0, 1], "p": [2**53 + 1, 2**53]})
    with pytest.raises(InputError, match="the scores are whole numbers up to 9,007,199,254,740,993"):
        Labels(truth="y", score="p").survey(table)


def test_parts_without_rows_are_of_no_matter():
    table = clicks()
    plan = plan_of(table, ["GAUC", "AUC"])
    empty = table.slice(0, 0)
    arrived = [plan.states(part, cut) for cut in plan.cuts for part in (table, empty)]
    whole = evaluate(labels(table, **ROLES), ["GAUC", "AUC"])
    assert plan.results(arrived).to_dict() == whole.to_dict()
    assert Labels(**ROLES).survey(empty).rows == 0
    with pytest.raises(InputError, match="no part has any rows"):
        plan.results([plan.states(empty)])
