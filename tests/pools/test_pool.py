"""The door to pools: what it takes, what it says, and what it refuses."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest

from cranfield import InputError, MeasureError, Policy, PolicyError, judgments, pool, race

ONE = {"q1": {"d1": 2.0, "d2": 1.0}, "q2": {"d9": 1.0}}
TWO = {"q1": {"d3": 2.0, "d1": 1.0}}


def refused(*arguments, error=InputError, call=pool, **keywords):
    with pytest.raises(error) as caught:
        call(*arguments, **keywords)
    return str(caught.value)


def test_items_know_their_systems_and_their_table_does_not():
    found = pool({"one": ONE, "two": TWO})
    held = {(each.query, each.doc): each.ranks for each in found}
    assert held == {
        ("q1", "d1"): {"one": 1, "two": 2},
        ("q1", "d2"): {"one": 2},
        ("q1", "d3"): {"two": 1},
        ("q2", "d9"): {"one": 1},
    }
    assert found.to_arrow().column_names == ["query", "doc"]
    assert [tuple(row.values()) for row in found.table()] == found.pairs
    shown = found.to_arrow(systems=True)
    assert shown.column_names == ["query", "doc", "priority", "systems", "ranks"]
    row = next(each for each in shown.to_pylist() if each["doc"] == "d1")
    assert (row["systems"], row["ranks"], row["priority"]) == (["one", "two"], [1, 2], -1.0)


def test_texts_stand_beside_ids_and_what_has_none_is_counted(tmp_path):
    (tmp_path / "topics.tsv").write_text("q1\twhat is it\n", encoding="utf-8")
    docs = [{"id": "d1", "title": "One", "text": "first"}, {"id": "d3", "text": "third"}, {"id": "d2", "text": ""}]
    (tmp_path / "docs.jsonl").write_text("".join(json.dumps(each) + "\n" for each in docs), encoding="utf-8")
    found = pool([ONE, TWO], queries=tmp_path / "topics.tsv", docs=tmp_path / "docs.jsonl", order="query", seed=1)
    rows = {row["doc"]: row for row in found.table()}
    assert rows["d1"] == {"query": "q1", "doc": "d1", "query_text": "what is it", "title": "One", "text": "first"}
    assert (rows["d3"]["title"], rows["d3"]["text"]) == (None, "third")
    assert (rows["d9"]["query_text"], rows["d9"]["text"]) == (None, None)
    assert [str(each) for each in found.findings] == [
        f"{tmp_path / 'topics.tsv'}: 1 of 2 queries have no text there: q2",
        f"{tmp_path / 'docs.jsonl'}: 2 of 4 documents have no text there: d2, d9",
    ]
    assert {each.severity for each in found.findings} == {"warning"}


def test_it_says_how_documents_were_chosen():
    assert str(pool([ONE, TWO])) == "4 documents of 2 queries to judge, best rank first, down to rank 20 of 2 runs"
    found = pool([ONE, TWO], method="rrf", budget=2, qrels={"q1": {"d1": 1}})
    assert str(found) == (
        "2 documents of 2 queries to judge, by reciprocal rank fusion of 2 runs; 1 document of the pool is judged"
        " already; 1 document is beyond the budget"
    )
    assert found.told(language="zh") == (
        "2 个查询共 2 篇文档待判定，按倒数排名融合，来自 2 个结果文件；池中 1 篇已判定；1 篇超出预算"
    )
    assert str(pool([ONE], qrels={"q1": {"d1": 0, "d2": 0}, "q2": {"d9": 1}})) == (
        "0 documents of 0 queries to judge, best rank first, down to rank 20 of 1 run; 3 documents of the pool are"
        " judged already"
    )


def test_a_run_that_returns_nothing_is_refused(tmp_path):
    assert refused({"one": ONE, "none": {}}) == "the run: holds no number; expected {query: {document: number}}"
    for text in ("", "\n\n", "# nothing\n"):
        (tmp_path / "empty.run").write_text(text, encoding="utf-8")
        assert refused([ONE, tmp_path / "empty.run"]).startswith(f"{tmp_path / 'empty.run'}: ")


def test_runs_come_in_every_form(tmp_path):
    text = "q1 Q0 d1 1 2 x\nq1 Q0 d2 2 1 x\nq2 Q0 d9 1 1 x\n"
    path = tmp_path / "one.run"
    path.write_text(text, encoding="utf-8")
    table = pa.table({"query": ["q1", "q1", "q2"], "doc": ["d1", "d2", "d9"], "score": [2.0, 1.0, 1.0]})
    pairs = [sorted(pool([each]).pairs) for each in (ONE, path, str(path), text.encode(), table)]
    assert pairs == [pairs[0]] * 5
    assert pool([path, table, ONE]).found.systems == ["one", "run-2", "run-3"]
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "one.run").write_text(text, encoding="utf-8")
    assert pool([path, tmp_path / "sub" / "one.run"]).found.systems == [str(path), str(tmp_path / "sub" / "one.run")]
    mixed = "q1 Q0 d1 1 2 x\nq2 Q0 d9 1 1 x\nq1 Q0 d2 2 1 x\n"
    assert sorted(pool([mixed.encode()]).pairs) == pairs[0]


def test_judgments_may_be_prepared():
    gold = judgments({"q1": {"d1": 1}, "q7": {"d5": 1}})
    assert sorted(pool([ONE], qrels=gold).pairs) == [("q1", "d2"), ("q2", "d9")]


def test_what_is_odd_about_runs_is_refused_or_said_as_everywhere(tmp_path):
    (tmp_path / "twice.run").write_text("q Q0 d 1 2 x\nq Q0 d 2 1 x\n", encoding="utf-8")
    assert refused([tmp_path / "twice.run"]).startswith(f"{tmp_path / 'twice.run'} line 2: query q lists document d")
    found = pool([tmp_path / "twice.run"], policy="ranx")
    assert [each.key for each in found.findings] == ["duplicate-document"]


def test_what_cannot_be_is_refused_in_a_sentence():
    assert refused([]) == "give at least one run"
    assert refused([ONE], method="rff") == (
        "method must be one of depth or rrf or rbp or decisive, not 'rff'; did you mean rrf?"
    )
    assert refused([ONE], order="rank") == "order must be one of priority or query, not 'rank'"
    assert refused([ONE], method="rrf", k=-1) == "k must be above -1, so that k + rank is above 0, not -1"
    assert (
        refused([ONE], method="rbp", p=1, error=MeasureError) == "pool: p must be a number above 0 and below 1, not 1"
    )
    assert refused([ONE], depth=0) == "pool: depth must be a whole number of at least 1, not 0"
    assert refused(["a.run", "a.run"]) == "a.run: the run is given twice; give each run once"
    assert refused([ONE], policy=Policy(ties="expected"), error=PolicyError) == (
        "a pool needs one rank for each document, which ties=expected does not give; use another order of ties"
    )


def test_what_cannot_race_is_refused_in_a_sentence():
    assert refused([ONE], method="decisive", error=MeasureError) == (
        "which judgments decide can only be said of two or more systems, not of 1; use method=depth for one"
    )
    for measure in ("AP", "RR", "P", "ERR@5", "RBP(scale='topic')"):
        assert "what decides is known for measures that add up over documents" in refused(
            [ONE, TWO], method="decisive", measure=measure, error=MeasureError
        )
    assert "unknown measure 'nDGC'" in refused([ONE, TWO], method="decisive", measure="nDGC", error=MeasureError)
    assert "grades must be at least two finite numbers" in refused(
        [ONE, TWO], call=race, grades=[1], error=MeasureError
    )
    found = race([ONE, TWO], grades=[0, 1])
    with pytest.raises(InputError, match="2 is no grade of the scale 0, 1; name all grades when the race is made"):
        found.judge("q1", "d1", 2)
    found.judge("nobody asks this", "d1", 1)
