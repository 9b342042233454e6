"""Units drawn by a hash of their names: a plain loop, every cut of the data and every engine give the same digits."""

import hashlib
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import (
    MeasureError,
    Policy,
    evaluate,
    interval,
    labels,
    paired,
    poisson_interval,
    poisson_paired,
    poisson_weights,
    ranking,
    text,
)  # fmt: skip
from cranfield.core.states.drawn import Drawn, Draws
from cranfield.scale import Labels, Text
from scale.cut import by_hash, dealt

ROLES = {"truth": "y", "score": "p", "group": "s", "guess": "g"}
SUMS = ["GAUC", "GAUC(weight='rows')", "LogLoss", "Brier", "F1", "MCC", "Accuracy"]


def plain_weight(unit, draw, seed):
    """How often a unit is drawn, from the description alone."""
    number = int.from_bytes(hashlib.blake2b(unit.encode(), digest_size=8).digest(), "little")
    x = (number + (draw // 2 + 1 + seed * 2**32) * 0x9E3779B97F4A7C15) % 2**64
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
    x ^= x >> 31
    chance = (x % 2**32 if draw % 2 == 0 else x >> 32) / 2**32
    often, reached = 0, math.exp(-1)
    while chance >= int(reached * 2**32) / 2**32 and often < 12:
        often += 1
        reached += math.exp(-1) / math.factorial(often)
    return often


@pytest.mark.parametrize("seed", [0, 12345, 2**40 + 7])
def test_weights_are_those_of_a_plain_loop(seed):
    units = ["q1", "", "été", "会话 7", "x" * 300, *map(str, range(200))]
    found = poisson_weights(units, resamples=25, seed=seed)
    assert found.tolist() == [[plain_weight(unit, draw, seed) for unit in units] for draw in range(25)]


def test_weights_follow_poisson_and_know_no_neighbours():
    units = [f"session-{at}" for at in range(20_000)]
    found = poisson_weights(units, resamples=100)
    counts = Counter(found.ravel().tolist())
    for often in range(7):
        expected = found.size * math.exp(-1) / math.factorial(often)
        assert abs(counts[often] - expected) < 5 * math.sqrt(expected), often
    assert max(counts) >= 8
    each = np.corrcoef(found[:40].astype(float))
    assert np.abs(each[~np.eye(40, dtype=bool)]).max() < 5 / math.sqrt(20_000)
    assert np.array_equal(poisson_weights(units[7:9], resamples=100), found[:, 7:9])
    assert np.array_equal(poisson_weights(units, resamples=7), found[:7])
    with pytest.raises(MeasureError, match="poisson_weights takes the names of units as text, not 7"):
        poisson_weights([7], resamples=2)


@pytest.mark.parametrize("seed", range(4))
def test_sums_are_exact_whatever_the_numbers(seed):
    chance = np.random.default_rng(seed)
    rows = chance.normal(size=(50, 3)) * 10.0 ** chance.integers(-300, 300 if seed else 3, (50, 3))
    rows[chance.random((50, 3)) < 0.2] = 0.0
    units = [f"u{at}" for at in range(50)]
    whole = Drawn.of(units, rows, Draws(9, seed))
    often = poisson_weights(units, resamples=9, seed=seed)
    for draw in range(9):
        for column in range(3):
            exact = sum(Fraction(rows[at, column]) * int(often[draw, at]) for at in range(50))
            assert whole.totals[draw, column] == exact.numerator / exact.denominator
    order = chance.permutation(50)
    parts = [Drawn.of([units[at] for at in some], rows[some], Draws(9, seed)) for some in np.array_split(order, 7)]
    merged = Drawn.from_json(parts[0].together(parts[1:]).to_json())
    assert np.array_equal(merged.totals, whole.totals)
    assert (merged.units, merged.digest) == (whole.units, whole.digest)


def test_infinite_numbers_count_only_where_they_are_drawn():
    units, rows = ["a", "b", "c"], np.array([[1.0], [np.inf], [-np.inf]])
    often = poisson_weights(units, resamples=40)
    for weight, total in zip(often.tolist(), Drawn.of(units, rows, Draws(40)).totals[:, 0], strict=True):
        up, down = weight[1] > 0, weight[2] > 0
        assert str(total) == str(np.nan if up and down else np.inf if up else -np.inf if down else float(weight[0]))


def clicks(rows=3000, seed=0):
    chance = np.random.default_rng(seed)
    truth = chance.integers(0, 2, rows)
    return pa.table({
        "y": truth, "p": np.clip(chance.random(rows) * 0.8 + 0.15 * truth, 0.01, 0.99), "q": chance.random(rows),
        "s": [f"s{at}" for at in chance.integers(0, rows // 12, rows)], "g": chance.integers(0, 2, rows),
    })  # fmt: skip


def plain_values(table, name, draws):
    """The measure of the rows of drawn sessions, each as often as its session is drawn."""
    sessions = sorted(set(table["s"].to_pylist()))
    place = {session: at for at, session in enumerate(sessions)}
    owner = np.array([place[each] for each in table["s"].to_pylist()])
    found = []
    for often in poisson_weights(sessions, resamples=draws):
        rows = np.repeat(np.arange(len(table)), often[owner])
        copies = np.concatenate([np.arange(each) for each in often[owner]]) if len(rows) else rows
        drawn = table.take(pa.array(rows))
        names = [f"{s} {copy}" for s, copy in zip(drawn["s"].to_pylist(), copies.tolist(), strict=True)]
        drawn = drawn.set_column(drawn.column_names.index("s"), "s", pa.array(names))
        found.append(evaluate(labels(drawn, **ROLES), [name])[name].value)
    return np.array(found)


@pytest.mark.parametrize("name", ["GAUC", "LogLoss", "F1(positive='1')", "AUC"])
def test_draws_of_sessions_are_those_of_a_plain_loop(name):
    table = clicks(400)
    result = evaluate(labels(table, **ROLES), [name])[name]
    found = poisson_interval(result, resamples=40)
    values = plain_values(table, name, 40)
    low, high = np.quantile(values, [0.025, 0.975])
    assert found.low == pytest.approx(low, abs=1e-12)
    assert found.high == pytest.approx(high, abs=1e-12)


def test_every_cut_and_the_disk_give_the_same_digits(tmp_path):
    table = clicks()
    whole = evaluate(labels(table, **ROLES), SUMS)
    wanted = {name: str(vars(poisson_interval(whole[name], resamples=100, by="group"))) for name in SUMS}
    source, draws = Labels(**ROLES), Draws(100)
    for parts in (1, 5, 16):
        plan = source.plan([source.survey(table)], SUMS, draws=draws)
        assert [cut.together for cut in plan.cuts] == ["group"]
        found = plan.results([plan.states(part, plan.cuts[0]) for part in by_hash(table, "s", parts, parts)])
        assert {name: str(vars(poisson_interval(found[name], resamples=100))) for name in SUMS} == wanted
    pq.write_table(table, tmp_path / "t.parquet")
    found = source.evaluate(tmp_path / "t.parquet", SUMS, memory="64MB", draws=draws)
    assert {name: str(vars(poisson_interval(found[name], resamples=100))) for name in SUMS} == wanted


def by_score(table, edges):
    """Parts that hold ranges of the score."""
    at = np.searchsorted(edges, table["p"].to_numpy(), side="right")
    return [table.take(pa.array(np.flatnonzero(at == each))) for each in range(len(edges) + 1)]


def test_auc_is_drawn_by_session_whatever_the_ranges_of_the_score(tmp_path):
    table = clicks()
    score = np.round(table["p"].to_numpy(), 2)  # ties
    score[:40] = [0.0, -0.0] * 20
    table = table.set_column(1, "p", pa.array(score))
    named, source, draws = ["AUC", "GAUC", "LogLoss"], Labels(**ROLES), Draws(100)
    whole = evaluate(labels(table, **ROLES), named)
    wanted = {name: str(vars(poisson_interval(whole[name], resamples=100, by="group"))) for name in named}
    plan = source.plan([source.survey(table)], named, draws=draws)
    assert [cut.together for cut in plan.cuts] == ["group", "score"]
    grouped = [plan.states(part, plan.cuts[0]) for part in by_hash(table, "s", 4, 4)]
    for edges in ((), (0.5,), (0.0, 0.1, 0.35, 0.36, 0.7)):
        ranged = [plan.states(part, plan.cuts[1]) for part in by_score(table, np.array(edges))]
        found = plan.results([*grouped, *reversed(ranged)])
        assert {name: str(vars(poisson_interval(found[name], resamples=100))) for name in named} == wanted
    pq.write_table(table, tmp_path / "t.parquet")
    for asked in (named, ["AUC"]):
        found = source.evaluate(tmp_path / "t.parquet", asked, memory="64MB", draws=draws)
        assert {name: str(vars(poisson_interval(found[name], resamples=100))) for name in asked} == {
            name: wanted[name] for name in asked
        }
    bare = source.evaluate(tmp_path / "t.parquet", ["AUC"], memory="64MB")
    with pytest.raises(MeasureError, match="its units were let go and nothing was drawn before; evaluate with draws"):
        poisson_interval(bare["AUC"])


def test_auc_of_rows_of_one_score_beyond_memory_is_drawn_too(tmp_path, monkeypatch):
    rows = 400_000
    chance = np.random.default_rng(3)
    table = pa.table({"y": chance.integers(0, 2, rows), "p": np.full(rows, 0.5), "s": chance.integers(0, 50, rows)})
    table = pa.concat_tables([table, pa.table({"y": [0, 1] * 50, "p": np.arange(100) / 100, "s": np.arange(100) % 50})])
    roles = {"truth": "y", "score": "p", "group": "s"}
    whole = evaluate(labels(table, **roles), ["AUC"])
    monkeypatch.setattr("cranfield.scale.measuring.ROW", 2000)
    pq.write_table(table, tmp_path / "t.parquet")
    found = Labels(**roles).evaluate(tmp_path / "t.parquet", ["AUC"], memory="64MB", draws=Draws(50))
    one, two = (poisson_interval(each["AUC"], resamples=50) for each in (whole, found))
    assert one == two
    assert one.low < one.value < one.high


def test_two_systems_are_compared_by_auc_on_the_same_rows(tmp_path):
    table = clicks(2000)
    pq.write_table(table, tmp_path / "t.parquet")
    near = [evaluate(labels(table, **{**ROLES, "score": score}), ["AUC"]) for score in "qp"]
    far = [
        Labels(**{**ROLES, "score": score}).evaluate(tmp_path / "t.parquet", ["AUC"], draws=Draws(200))
        for score in "qp"
    ]
    local = poisson_paired(*near, "AUC", resamples=200)
    assert local.p == 1 / 201
    assert poisson_paired(*far, "AUC", resamples=200) == local
    other = evaluate(labels(table.slice(10), **ROLES), ["AUC"])
    with pytest.raises(MeasureError, match="the systems have values for different units"):
        poisson_paired(near[0], other, "AUC", resamples=50)


def test_texts_and_queries_are_drawn_too():
    table = pa.table({
        "id": [f"t{at}" for at in range(30)], "c": [f"the cat {at % 4} sat" for at in range(30)],
        "r": [["the cat sat", f"a cat {at % 3} sat down"] for at in range(30)],
    })  # fmt: skip
    fields, named = {"candidates": "c", "references": "r", "ids": "id"}, ["BLEU", "chrF", "ROUGE-L", "TER"]
    whole = evaluate(text(data=table, **fields), named)
    plan = Text(**fields).plan(named, draws=Draws(50))
    found = plan.results([plan.states(part) for part in dealt(table, 4, 1)])
    for name in named:
        one, two = (poisson_interval(each[name], resamples=50) for each in (whole, found))
        assert one == two
        assert one.low <= one.value <= one.high
    batch = ranking({f"q{at}": {"a": 1} for at in range(40)}, {f"q{at}": {"a": at % 3, "b": 1} for at in range(40)})
    result = evaluate(batch, ["RR"])["RR"]
    ours, usual = poisson_interval(result), interval(result)
    assert abs(ours.low - usual.low) < 0.04
    assert abs(ours.high - usual.high) < 0.04


def test_two_systems_are_drawn_alike(tmp_path):
    table = clicks(2000)
    one, two = (
        evaluate(labels(table, **{**ROLES, "score": score}, system=score), ["GAUC", "LogLoss"]) for score in "qp"
    )
    local = poisson_paired(one, two, "GAUC", resamples=200)
    assert local.p == 1 / 201
    assert abs(local.p - paired(one, two, "GAUC", resamples=200).p) < 0.02
    pq.write_table(table, tmp_path / "t.parquet")
    far = [
        Labels(**{**ROLES, "score": score}, system=score).evaluate(
            tmp_path / "t.parquet", ["GAUC", "LogLoss"], draws=Draws(200)
        )
        for score in "qp"
    ]
    assert poisson_paired(*far, "GAUC", resamples=200) == local
    same = poisson_paired(one, one, "GAUC", resamples=50)
    assert (same.difference, same.p) == (0.0, 1.0)
    other = evaluate(labels(table.slice(1990), **ROLES), ["GAUC"])
    with pytest.raises(MeasureError, match="the systems have values for different units"):
        poisson_paired(one, other, "GAUC", resamples=50)


def test_what_cannot_be_drawn_is_said():
    table = clicks(300)
    whole = evaluate(labels(table, **ROLES), ["AUC(exact=False)", "AveragePrecision", "F1", "GAUC"])
    for name in ("AUC(exact=False)", "AveragePrecision"):
        with pytest.raises(
            MeasureError, match=r"not come from sums over units.*; ask for AUC of unweighted rows or for"
        ):
            poisson_interval(whole[name])
    with pytest.raises(MeasureError, match="its rows have no names to draw them by; give the session of each row"):
        poisson_interval(evaluate(labels(table, truth="y", score="p"), ["AUC"])["AUC"])
    alone = evaluate(labels(table, truth="y", guess="g"), ["F1"])
    with pytest.raises(MeasureError, match="its rows have no names to draw them by; give the session of each row"):
        poisson_interval(alone["F1"])
    with pytest.raises(MeasureError, match="draws by the name of a unit need names"):
        Labels(truth="y", guess="g").needs(["F1"], drawn=True)
    source = Labels(**ROLES)
    plan = source.plan([source.survey(table)], ["GAUC"])
    bare = plan.results([plan.states(table)])
    with pytest.raises(MeasureError, match="its units were let go and nothing was drawn before; evaluate with draws"):
        poisson_interval(bare["GAUC"])
    plan = source.plan([source.survey(table)], ["GAUC"], draws=Draws(50, 1))
    drawn = plan.results([plan.states(table)])
    with pytest.raises(MeasureError, match="50 draws with seed 1 were made, not 1,000 with seed 12345; ask for these"):
        poisson_interval(drawn["GAUC"])
    with pytest.raises(MeasureError, match="95"):
        poisson_interval(whole["GAUC"], resamples=20)
    assert Policy() == whole["GAUC"].state.policy


def test_the_command_prints_the_same_intervals_from_disk(tmp_path, capsys):
    from cranfield.cli.main import run

    pq.write_table(clicks(40_000), tmp_path / "t.parquet")
    words = ["labels", str(tmp_path / "t.parquet"), "--truth", "y", "--score", "p", "--group", "s", "-m", "GAUC"]
    words += [
        "-m",
        "LogLoss",
        "-m",
        "AUC",
        "-m",
        "AveragePrecision",
        "--ci",
        "--interval",
        "poisson",
        "--resamples",
        "60",
        "--digits",
        "12",
    ]
    printed = []
    for memory in ((), ("--memory", "64MB")):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("cranfield.scale.estimate._ROW", 10**6)
            assert run([*words, *memory]) == 0
        printed.append(capsys.readouterr())
    assert printed[0] == printed[1]
    assert "95% intervals: poisson | 60 resamples, seed 12345" in printed[0].out
    assert "note: AveragePrecision(positive='1'): its value does not come from sums over units" in printed[0].err
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cranfield.scale.estimate._ROW", 10**6)
        assert run([*words[: words.index("--ci")], "--ci", "--interval", "t", "--memory", "64MB"]) == 2
    assert "use --interval poisson, which draws whole sessions by their names" in capsys.readouterr().err
