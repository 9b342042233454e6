"""Searches and events of User Behavior Insights, with the fields of its index schemas, make a log of clicks."""

import json

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError, clicks, interleaving

HITS = {"s1": ["d1", "d2", "d3"], "s2": ["d2", "d1"], "s3": [], "s4": ["d1"]}
WORDS = {"s1": "red shoes", "s2": "red shoes", "s3": "nothing", "s4": "boots"}
QUERIES = [
    {"timestamp": "2025-01-01T00:00:00.000Z", "query_id": search, "client_id": "c1", "application": "shop",
     "user_query": WORDS[search], "query_response_id": f"r{search}", "query_response_hit_ids": hits,
     "object_id_field": "sku"}
    for search, hits in HITS.items()
]  # fmt: skip


def event(action, search, doc):
    return {
        "application": "shop", "action_name": action, "query_id": search, "client_id": "c1",
        "timestamp": "2025-01-01T00:00:01.000Z", "message_type": "INFO",
        "event_attributes": {"object": {"object_id": doc, "object_id_field": "sku"}, "position": {"ordinal": 1}},
    }  # fmt: skip


EVENTS = [
    event("click", "s1", "d1"), event("click", "s1", "d1"), event("click", "s2", "d2"), event("impression", "s2", "d1"),
    event("add_to_cart", "s1", "d3"), event("click", "s1", "d9"), event("click", "s8", "d1"),
]  # fmt: skip
ODD = {"action_name": "login", "client_id": "c1"}  # an event that belongs to no search
# a row for each hit: a second click on the same hit is none, and what is no click is none
LOG = {
    "query": ["red shoes"] * 5 + ["boots"], "doc": ["d1", "d2", "d3", "d2", "d1", "d1"],
    "position": [1, 2, 3, 1, 2, 1], "click": [1, 0, 0, 1, 0, 0],
}  # fmt: skip


def lines(path, records):
    path.write_text("".join(json.dumps(each) + "\n" for each in records))
    return path


def whole(path, records):
    path.write_text(json.dumps(records))
    return path


def parquet(path, records):
    pq.write_table(pa.Table.from_pylist(records), path)
    return path


def flat(path, records):
    """A table whose columns are named by the paths of what they hold."""
    pd.json_normalize(records).to_csv(path, index=False)
    return path


def test_a_hit_is_shown_and_an_event_of_its_search_clicks_it(tmp_path):
    wanted = clicks(LOG, min_impressions=1)
    wrapped = [{"_index": "ubi_queries", "_id": str(at), "_source": each} for at, each in enumerate(QUERIES)]
    bulk = [line for each in EVENTS for line in ({"index": {"_index": "ubi_events"}}, each)]
    for queries, events in (
        (QUERIES, [ODD, *EVENTS]),
        (lines(tmp_path / "q.jsonl", QUERIES), lines(tmp_path / "e.jsonl", [*EVENTS, ODD])),
        (lines(tmp_path / "w.jsonl", wrapped), lines(tmp_path / "b.ndjson", bulk)),
        (whole(tmp_path / "q.json", QUERIES), whole(tmp_path / "e.json", [*EVENTS, ODD])),
        (pa.Table.from_pylist(QUERIES), pa.Table.from_pylist(EVENTS)),
        (parquet(tmp_path / "q.parquet", QUERIES), parquet(tmp_path / "e.parquet", [*EVENTS, ODD])),
        (pd.DataFrame(QUERIES), pd.DataFrame([*EVENTS, ODD])),
        (parquet(tmp_path / "q.parquet", QUERIES), pd.json_normalize([*EVENTS, ODD])),
        (lines(tmp_path / "q.jsonl", QUERIES), flat(tmp_path / "e.csv", EVENTS)),
    ):
        found = clicks(queries, events=events, min_impressions=1)
        assert found.pairs == wanted.pairs
        assert found.rates == {1: (3, 2), 2: (2, 0), 3: (1, 0)}
        assert str(found).endswith("; 2 clicks on no hit of a search are left out")
    carted = clicks(QUERIES, events=EVENTS, action="add_to_cart", min_impressions=1)
    assert [each.doc for each in carted.pairs if each.clicks] == ["d3"]


def test_what_cannot_be_joined_is_counted():
    more = [
        *QUERIES,
        {**QUERIES[1], "query_response_hit_ids": ["d7"]},
        {**QUERIES[1], "query_id": "s5", "user_query": None},
    ]
    told = clicks(more, events=EVENTS).told()
    assert "1 search with the query_id of an earlier one is left out" in told
    assert "1 search without query_id or query is left out" in told
    assert "1 次搜索与之前的标识相同" in clicks(more, events=EVENTS).told(language="zh")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: interleaving(EVENTS),
            "which does not say whose result each one was; make a table of impression, team",
        ),
        (
            lambda: interleaving(QUERIES),
            "which does not say whose result each one was; make a table of impression, team",
        ),
        (lambda: clicks(QUERIES), "is one of the two files of User Behavior Insights; give both, the searches first"),
        (lambda: clicks(EVENTS, events=QUERIES), "holds no events of User Behavior Insights with action_name"),
        (lambda: clicks(EVENTS, events=EVENTS), "holds no searches of User Behavior Insights"),
        (lambda: clicks(QUERIES, events=EVENTS, query="words"), "no search that has hits, a query_id and 'words'"),
        (lambda: clicks(QUERIES, events=EVENTS, action="buy"), "has no event 'buy'; there are 'add_to_cart', 'click'"),
        (lambda: clicks(QUERIES, events=EVENTS[-1:]), "has 1 click, and none on a hit of a search"),
        (lambda: clicks([{**QUERIES[0], "query_response_hit_ids": "d1"}], events=EVENTS), "must be a list of ids"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert message in str(caught.value)
