"""From tables of any kind to requests: columns by name or by role, units of time, failures, phases and parts."""

import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

from cost.made_cost import load, sequential, written
from cranfield import InputError, MeasureError, compare, cost, evaluate, explain, parse
from cranfield.io.cost import each_cost
from cranfield.io.cost_table import Pass, cost_table

ROWS = {
    "qid": ["q1", "q2", "q3", "查"], "latency_ms": [12.0, 30.0, 3.0, 7.5], "status": [200, 200, 503, 200],
    "timeout_s": [2, 2, 2, 2], "took": [10, 25, None, 6], "hits": [10, 0, None, 3],
}  # fmt: skip


def files(folder):
    lines = [{name: column[at] for name, column in ROWS.items()} for at in range(4)]
    cells = [["" if each is None else str(each) for each in line.values()] for line in lines]
    (folder / "t.csv").write_text("\n".join(",".join(row) for row in [list(ROWS), *cells]), encoding="utf-8")
    (folder / "t.tsv").write_text("\n".join("\t".join(row) for row in [list(ROWS), *cells]), encoding="utf-8")
    shorter = [{name: value for name, value in line.items() if value is not None} for line in lines]
    (folder / "t.jsonl").write_text("\n".join(map(json.dumps, shorter)), encoding="utf-8")
    (folder / "t.json").write_text(json.dumps(lines), encoding="utf-8")
    pyarrow.parquet.write_table(pa.table(ROWS), folder / "t.parquet")
    return [folder / name for name in ("t.csv", "t.tsv", "t.jsonl", "t.json", "t.parquet")]


def test_every_kind_of_table_gives_the_same_requests(tmp_path):
    for data in [*files(tmp_path), pa.table(ROWS), pd.DataFrame(ROWS), ROWS]:
        batch = cost(data)
        assert list(batch.units) == ["q1", "q2", "q3", "查"], data
        assert batch.array("response").tolist() == pytest.approx([0.012, 0.030, 2.0, 0.0075])
        assert np.array_equal(batch.array("engine") * 1000, [10, 25, np.nan, 6], equal_nan=True)
        (said,) = batch.findings
        assert said.message.startswith(
            "1 of 4 requests failed (http-503 1); in times each counts as its timeout, or as"
        )
        result = evaluate(batch, ["Latency(mean)", "ErrorRate", "Coverage"]).to_dict()
        assert result == pytest.approx(
            {"Latency(mean)": (12 + 30 + 2000 + 7.5) / 4, "ErrorRate": 1 / 4, "Coverage": 2 / 4}
        )


def test_moments_give_response_service_and_lag():
    table = cost_table({
        "query": ["a", "b"], "intended": [0.0, 1.0], "sent": [0.25, 1.0], "ended": [1.0, 1.5], "timeout": [4.0, 4.0],
        "error": [None, "timeout"],
    })  # fmt: skip
    batch = cost(table)
    assert batch.array("response").tolist() == [1.0, 4.0]
    assert batch.array("service").tolist() == [0.75, 4.0]
    assert batch.array("lag").tolist() == [0.25, 0.0]
    steps = explain(batch, "p99", "b").steps
    assert [(each.name, each.value) for each in steps] == [
        ("intended", 1000.0), ("ended", 1500.0), ("timeout", 4000.0), ("Latency", 4000.0)
    ]  # fmt: skip


def test_a_failure_that_took_longer_than_its_timeout_counts_as_what_it_took():
    batch = cost({"latency_ms": [3000.0, 10.0], "error": ["timeout", None]}, timeout=2.0)
    assert batch.array("response").tolist() == [3.0, 0.01]


def test_roles_and_the_unit_may_be_said():
    batch = cost({"id": ["x", "y"], "t": [5, 7]}, columns={"query": "id", "latency": "t"}, time_unit="us")
    assert list(batch.units) == ["x", "y"]
    assert batch.array("response").tolist() == pytest.approx([5e-6, 7e-6])
    assert cost({"elapsed": [1.0]}, time_unit="s").array("response").tolist() == [1.0]
    assert cost({"t_ms": [4]}, columns={"latency": "t_ms"}).array("response").tolist() == [0.004]


def test_queries_that_were_sent_again_are_told_apart_and_drawn_together():
    batch = cost(cost_table(sequential(queries=3, again=2)))
    assert list(batch.units) == ["q00 #1", "q01 #1", "q02 #1", "q00 #2", "q01 #2", "q02 #2"]
    state = evaluate(batch, "Latency(mean)")["Latency(mean)"].state
    assert state.clustered
    assert list(state.by_group().units) == ["q00", "q01", "q02"]
    groups = evaluate(batch, "Latency(mean)", groups={"q00": "easy", "q01": "easy", "q02": "hard"})
    assert groups["Latency(mean)"].group_sizes == {"easy": 4, "hard": 2}
    assert "group" not in cost(cost_table(load(size=100), Pass(mode="load")))


def test_only_what_was_measured_counts_and_the_rest_is_said():
    columns = sequential(queries=4)
    columns |= {"phase": ["cold", "warm-up", "measured", "measured"]}
    batch = cost(cost_table(columns))
    assert list(batch.units) == ["q02", "q03"]
    assert [each.told(voice="shell") for each in batch.findings] == [
        "1 request of the cold phase is left out; --phase cold measures it",
        "1 request of the warm-up phase is left out; --phase warm-up measures it",
    ]
    assert list(cost(cost_table(columns), phase="cold").units) == ["q00"]
    assert [each.facts["phase"] for each in each_cost(cost_table(columns))] == ["measured", "cold"]


def test_freshness_and_space_are_parts_of_their_own():
    kinds = ["search", "freshness-add", "freshness-delete", "space"]
    table = cost_table({
        "query": ["q", "t1", "t2", "i"], "kind": kinds, "sent": [0.0, 1.0, 2.0, 3.0], "ended": [0.5, 2.0, 5.0, 3.0],
        "value": [None, None, None, 5e6], "results": [10, None, None, 1000],
    }, Pass(resolution=0.05))  # fmt: skip
    batches = {each.facts["part"]: each for each in each_cost(table)}
    assert list(batches) == ["search", "freshness", "space"]
    assert evaluate(batches["space"]).to_dict() == {"Space": 5e6, "Space(per='document')": 5000.0}
    found = evaluate(batches["freshness"], ["Freshness(mean)", "Freshness(mean, of='delete')"])
    assert list(found.to_dict().values()) == [2000.0, 3000.0]
    said = [each.message for each in found.findings]
    assert "a search looked every 50 ms, so that no time is known more exactly" in said
    assert [each.key for each in cost(table).findings] == ["left-out-part", "left-out-part"]
    with pytest.raises(MeasureError, match=r"Freshness\(p=50\): the data has no freshness; measure it with"):
        evaluate(cost(table), "Freshness")


def test_several_files_are_pooled_and_said_if_they_differ(tmp_path):
    one = written(tmp_path / "1.cost.parquet", load(1, 600), mode="load", rate=100.0)
    two = written(tmp_path / "2.cost.parquet", load(2, 400), mode="load", rate=100.0)
    pooled = evaluate(cost([one, two]), "p99")
    both = np.concatenate([(each["ended"] - each["intended"]) for each in (load(1, 600), load(2, 400))])
    assert pooled["p99"].value == pytest.approx(1000 * np.sort(both)[989], rel=1e-12)
    assert not pooled.findings
    odd = written(tmp_path / "3.cost.parquet", load(2, 400), mode="load", rate=50.0)
    (said,) = cost([one, odd]).findings
    assert said.message == "the 2 files are of passes that were not made alike; their requests are pooled all the same"


def test_a_percentile_of_too_few_requests_is_refused_with_the_number_that_is_needed():
    found = evaluate(cost({"latency_ms": np.arange(999.0)}), ["p99", "p95"])
    assert np.isnan(found["p99"].value)
    assert found["p95"].value == 949.0
    (said,) = found.findings
    assert said.message == (
        "Latency(p=99): no value, as it needs at least 1,000 requests and there are 999; send more, or ask for a lower"
        " percentile"
    )
    assert evaluate(cost({"latency_ms": np.arange(1000.0)}), "p99")["p99"].value == 989.0
    needs = {"p50": 20, "p90": 100, "p99.9": 10_000}
    for name, least in needs.items():
        said = evaluate(cost({"latency_ms": [1.0]}), name).findings[0]
        assert said.fields["needed"] == least


def test_measures_read_as_people_write_them():
    assert str(parse("Latency(mean)")) == "Latency(mean)"
    assert str(parse("Latency")) == "Latency(p=50)"
    assert parse("p99.9") == parse("Latency(p=99.9)") == parse("latency( p = 99.9 )")
    assert str(parse("Freshness(p=95)")) == "Freshness(p=95)"
    assert str(parse("Freshness(mean, of=add)")) == "Freshness(mean, of='add')"
    assert parse("Coverage").family == "ranking"  # as ever; in the data of cost it is that of cost
    with pytest.raises(MeasureError, match=r"Latency: p must be a number above 0 and below 100, or 'mean', not 100"):
        parse("Latency(p=100)")
    with pytest.raises(MeasureError, match=r"cannot read the parameters of 'Latency\(mean, 5\)'"):
        parse("Latency(mean, 5)")


LATENCY = {"latency_ms": [1.0]}
WRONG = {
    "the table: no column is about the cost of requests; there are query, speed; say which is what, as in"
    " columns=...": (
        {"query": ["q"], "speed": [1]}, {}
    ),
    "the table: the name of the column 'latency' does not say its unit; write it as latency_ms, or give time_unit=ms"
    " (one of s, ms, us, ns)": ({"latency": [1.0]}, {}),
    "the table: row 2: the latency must be a finite number of at least 0, not -2": ({"latency_ms": [1.0, -2.0]}, {}),
    "the table: row 2: the latency is 1e+308; numbers up to 1e100 are read": ({"latency_ms": [1.0, 1e308]}, {}),
    "the table: row 1: the latency must be a finite number of at least 0, not inf": (
        {"latency_ms": [float("inf")]}, {}
    ),
    "the table: the column of the latency must hold numbers": ({"latency_ms": ["fast"]}, {}),
    "the table: there are no requests; give at least one row": ({"latency_ms": []}, {}),
    "the table: 1 of 2 requests failed, and nothing says after what time each would have been given up, which is what"
    " it counts as; name a column as timeout with columns=..., or give timeout=... in seconds": (
        {"latency_ms": [1.0, 2.0], "error": [None, "refused"]}, {}
    ),
    "there is no role 'lateny' of a column; give one of query, kind, phase, repetition, latency, service, intended,"
    " sent, ended, engine, timeout, status, error, bytes, results, partial, value; did you mean latency?": (
        LATENCY, {"columns": {"lateny": "latency_ms"}}
    ),
    "the table: the column 'ended' says when requests ended, and none says when they were sent; name it with"
    " columns=...": ({"ended": [1.0]}, {}),
    "the table: row 1: ended comes before sent; times must be of one clock": ({"sent": [1.0], "ended": [0.5]}, {}),
    "the table: row 1: phase must be one of cold, warm-up, measured, not 'hot'": (
        {"sent": [1.0], "ended": [2.0], "phase": ["hot"]}, {}
    ),
    "the table: no row is about search in the phase measured; the phases are cold": (
        {"sent": [1.0], "ended": [2.0], "phase": ["cold"]}, {}
    ),
    "cost: time_unit must be s, ms, us or ns, not 'min'": (LATENCY, {"time_unit": "min"}),
    "cost: timeout must be a number of seconds above 0, not 0": (LATENCY, {"timeout": 0}),
    "cost: part must be search, freshness or space, not 'index'": (LATENCY, {"part": "index"}),
    "cost: phase must be cold, warm-up or measured, not 'hot'": (LATENCY, {"phase": "hot"}),
}  # fmt: skip


@pytest.mark.parametrize("said", WRONG)
def test_bad_input_is_one_sentence(said):
    data, options = WRONG[said]
    with pytest.raises(InputError) as refused:
        cost(data, **options)
    assert str(refused.value) == said


def test_a_bad_cell_of_a_file_is_told_with_its_line(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("query,latency_ms\nq1,12\nq2,\nq3,fast\n")
    with pytest.raises(InputError) as refused:
        cost(path)
    assert str(refused.value) == f"{path} line 4: the latency must be a number, not 'fast'; mend or drop the row"
    (tmp_path / "t.jsonl").write_text('{"query": "q1", "latency_ms": 12}\n{"query": "q2", "latency_ms": "fast"}\n')
    with pytest.raises(InputError) as refused:
        cost(tmp_path / "t.jsonl")
    assert (
        str(refused.value)
        == f"{tmp_path / 't.jsonl'} line 2: the latency must be a number, not 'fast'; mend or remove the line"
    )


def test_what_is_no_table_is_said(tmp_path):
    with pytest.raises(InputError) as refused:
        cost(tmp_path)
    assert str(refused.value) == f"{tmp_path}: is a directory; give a file"
    with pytest.raises(InputError) as refused:
        cost(5)
    assert str(refused.value) == ("the table must be a path, a dict of columns, an Arrow table or a dataframe, not int")


def test_a_time_that_is_missing_is_left_out_and_said(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("query,latency_ms\nq1,12\nq2,\n")
    found = evaluate(cost(path), "Latency(mean)")
    assert found["Latency(mean)"].value == 12.0
    assert [each.message for each in found.findings] == [
        "Latency(mean): undefined for 1 of 2 requests (nothing says when it ended), left out"
    ]


def test_passes_that_were_not_made_alike_are_said():
    def results(name, **about):
        return evaluate(cost(cost_table(sequential(), Pass(**about)), name=name), "Latency(mean)")

    shared = {"hashes": {"queries": "a", "template": "b"}, "engine": "solr", "version": "9.6"}
    other = {"hashes": {"queries": "c", "template": "b"}, "engine": "solr", "version": "9.7"}
    found = compare([results("base", **shared), results("new", **other)])
    assert [each.message for each in found.findings] == [
        "base and new were asked other queries, so that a difference may be due to these",
        "base and new differ in version: 9.6 and 9.7",
    ]
    assert compare([results("base", **shared), results("new", **shared)]).findings == ()


def test_sequential_passes_are_paired_by_query_however_often_each_was_sent():
    one = evaluate(cost(cost_table(sequential(1, again=2)), name="one"), ["Latency(mean)", "p50"])
    two = evaluate(cost(cost_table(sequential(2, again=2, slower=1.3)), name="two"), ["Latency(mean)", "p50"])
    found = compare([one, two], resamples=2000)
    assert found["Latency(mean)"].noun == "queries"
    assert found["Latency(mean)"].pairs[0].test == "t"
    assert found["Latency(mean)"].units == 30
    assert found["p50"].pairs[0].test == "randomization"
    assert found["p50"].pairs[0].significant
    assert found["p50"].notes[0].key == "compare-other-test"
    apart = evaluate(cost(cost_table(sequential(2, queries=20)), name="few"), ["Latency(mean)", "p50"])
    assert [each.key for each in compare([one, apart], resamples=2000)["p50"].notes] == ["passes-apart"]
