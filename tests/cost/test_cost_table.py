"""The table of a pass: what is left out, what is refused, and that a file says the same as what was written."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError
from cranfield.io.cost_table import KEY, SCHEMA, Pass, cost_bytes, cost_table, pass_of

ABOUT = Pass(
    mode="load", rate=50.0, schedule="poisson", seed=7, duration=60.0, engine="solr", version="9.7.0",
    index={"documents": 3}, hashes={"queries": "ab"}, limited=False,
)  # fmt: skip


def test_what_is_left_out_is_null_and_a_request_that_follows_another_is_sent_when_intended():
    table = cost_table({"query": ["q1", "q2"], "sent": [0.0, 1.0], "ended": [0.25, 1.5]})
    assert table.schema.equals(SCHEMA)
    assert table["kind"].to_pylist() == ["search", "search"]
    assert table["phase"].to_pylist() == ["measured", "measured"]
    assert table["intended"].to_pylist() == [0.0, 1.0]
    assert table["error"].null_count == table["engine"].null_count == 2
    assert pass_of(table.schema) == Pass()


def test_a_file_says_the_same(tmp_path):
    path = tmp_path / "new.cost.parquet"
    table = cost_table({"query": ["查询", ""], "ended": [None, 2.0], "error": ["timeout", None]}, ABOUT)
    path.write_bytes(cost_bytes(table))
    again = pq.read_table(path)
    assert again.equals(table)
    assert pass_of(again.schema) == ABOUT
    assert pass_of(pa.table({"query": ["q"]}).schema) is None


def test_a_later_version_may_say_more():
    schema = SCHEMA.with_metadata({KEY: json.dumps({"mode": "load", "weather": "fine"}).encode()})
    assert pass_of(schema) == Pass(mode="load")


@pytest.mark.parametrize("text", [b"{", b"[]", b"\xff", b'"load"'])
def test_damaged_metadata_is_refused(text):
    with pytest.raises(InputError) as refused:
        pass_of(SCHEMA.with_metadata({KEY: text}), "new.cost.parquet")
    said = "new.cost.parquet: what stands beside its columns under cranfield.cost is damaged; measure again"
    assert str(refused.value) == said


def test_strange_columns_and_modes_are_refused():
    with pytest.raises(InputError) as refused:
        cost_table({"query": ["q"], "latency": [1.0]})
    assert str(refused.value) == (
        "the table of a pass has no column 'latency'; it has query, kind, phase, repetition, intended, sent, ended,"
        " engine, status, error, timeout, bytes, results, partial, value"
    )
    with pytest.raises(InputError) as refused:
        Pass(mode="open")
    assert str(refused.value) == "the mode of a pass must be one of sequential, load, not 'open'"
