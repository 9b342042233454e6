"""An answer from a part of the index is said, counted and kept apart from whole ones, or is a failure."""

from __future__ import annotations

import json

import pytest

from cranfield import cost, live
from cranfield.cli.main import run
from cranfield.errors import InputError
from cranfield.io.run_cost import cost_of_run
from live.answers import ANSWERS
from live.servers import hits, ok, plain, serving

QUERIES = {"q1": "muddy tent", "q2": "dry tent", "q3": "tent"}
PATHS = {"ids": "$.results[*].id", "scores": "$.results[*].score", "partial": ["$.timed_out", "$.shards.failed"]}
SAID = {"timed_out": False, "shards": {"failed": 2}}


def asked(answer, more=None, **options):
    """A pass over three queries, of which the first is answered from a part."""

    def answered(seen):
        return ok({**hits("a", "b"), **(answer if "muddy" in seen.target else {})})

    with serving(answered) as served:
        paths = {**PATHS, **(more or {})}
        return served, live(plain(served, answer=paths), QUERIES, warm_up=False, **options)


def test_it_is_counted_warned_of_and_in_the_signature():
    served, found = asked(SAID)
    assert sorted(found.table["partial"].to_pylist()) == [False, False, True]
    assert set(found.run) == set(QUERIES)
    (finding,) = found.findings()
    url = f"{served.url}/search?q=muddy%20tent&size=10"
    assert finding.severity == "warning"
    assert finding.told(voice="shell") == (
        f"plain: 1 of 3 requests was answered from a part of the index only ($.shards.failed = 2), such as query q1:"
        f" {url}; --whole makes it a failure"
    )
    assert "只搜索了索引的一部分（$.shards.failed = 2）" in finding.told(language="zh")
    batch = cost(found.table)
    (warned,) = batch.findings
    assert (warned.key, warned.count, warned.severity) == ("partial-answers", 1, "warning")
    assert [each["partial"] for each in batch.inputs if each.get("role") == "pass"] == [1]


@pytest.mark.parametrize("answer", [{}, {"timed_out": False, "shards": {"failed": 0}}, {"timed_out": "false"}])
def test_a_whole_answer_is_no_partial_one(answer):
    _, found = asked(answer)
    assert found.findings() == []
    assert found.table["partial"].to_pylist() == [False] * 3
    assert cost(found.table).findings == ()


def test_an_engine_that_does_not_tell_leaves_it_open():
    with serving(lambda _: ok({**hits("a"), **SAID})) as served:
        found = live(plain(served), QUERIES, warm_up=False)
    assert found.table["partial"].to_pylist() == [None] * 3


def test_where_whole_answers_are_wanted_it_is_a_failure():
    with pytest.raises(InputError, match=r"query q1: http://\S+ searched only a part of the index \(\$\.timed_out = t"):
        asked({"timed_out": True}, {"whole": True})
    _, found = asked({"timed_out": True}, {"whole": True}, errors="count")
    assert sorted(each or "" for each in found.table["error"].to_pylist()) == ["", "", "partial"]
    assert set(found.run) == {"q2", "q3"}


def test_whole_answers_cannot_be_wanted_where_nothing_tells():
    said = (
        "the engine: does not say where the engine tells that it searched only a part; add partial to [answer], as in"
    )
    with pytest.raises(InputError) as caught:
        asked({}, {"whole": True, "partial": []})
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("elasticsearch", {"timed_out": True}),
        ("elasticsearch", {"_shards": {"total": 5, "successful": 4, "skipped": 0, "failed": 1}}),
        ("elasticsearch", {"_clusters": {"total": 2, "successful": 1, "skipped": 1}}),
        ("opensearch", {"_shards": {"total": 5, "successful": 4, "skipped": 0, "failed": 1}}),
        ("solr", {"responseHeader": {"status": 0, "QTime": 12, "partialResults": True}}),
        ("solr", {"responseHeader": {"status": 0, "QTime": 12, "partialResults": "omitted"}}),
        ("vespa", {"root": {**ANSWERS["vespa"]["answer"]["root"], "coverage": {
            "coverage": 19, "full": False, "degraded": {"match-phase": False, "timeout": True}}}}),
        ("typesense", {"search_cutoff": True}),
    ],
)  # fmt: skip
def test_templates_know_where_it_stands(name, part, monkeypatch):
    monkeypatch.setenv("TYPESENSE_API_KEY", "s3cret")
    known = ANSWERS[name]["answer"]
    for answer, partial in ((known, False), ({**known, **part}, True)):
        with serving(lambda _, answer=answer: ok(answer)) as served:
            engine = {"template": name, "parameters": {"server": served.url}}
            found = live(engine, {"q1": "a"}, warm_up=False)
        assert found.table["partial"].to_pylist() == [partial]


def test_a_run_carries_it_too(tmp_path):
    _, found = asked(SAID)
    for name in ("new.parquet", "new.jsonl"):
        (tmp_path / name).write_bytes(found.run_bytes(name))
        batch = cost_of_run(str(tmp_path / name))
        assert [each.key for each in batch.findings] == ["partial-answers"]
    _, found = asked({})
    assert b"partial" not in found.run_bytes("new.jsonl")


def test_a_table_of_ones_own_may_tell_it():
    times = {"query": ["q1", "q2"], "latency_ms": [1.0, 2.0]}
    for told in (["true", "false"], [True, False], [1, 0], ["True", None]):
        assert [each.count for each in cost({**times, "partial": told}).findings] == [1]
    with pytest.raises(InputError, match="'maybe'"):
        cost({**times, "partial": ["maybe", "false"]})


def test_the_command_says_it_once_on_a_pass_and_in_a_sweep(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "queries.tsv").write_text("".join(f"q{at}\ttent {at}\n" for at in range(12)))
    (tmp_path / "qrels.txt").write_text("".join(f"q{at} 0 a 1\n" for at in range(12)))
    with serving(lambda _: ok({**hits("a", "b"), "timed_out": True})) as served:
        told = plain(served, answer=PATHS)
        (tmp_path / "engine.toml").write_text(
            f'url = "{served.url}/search?q={{query}}&boost={{boost}}"\n[parameters]\nboost = 1\n[answer]\n'
            + "".join(f"{name} = {json.dumps(each)}\n" for name, each in told["answer"].items())
        )
        command = ["live", "engine.toml", "queries.tsv", "--no-warm-up"]
        assert run([*command, "--cost", "new.cost.parquet", "--lang", "en"]) == 0
        passed = capsys.readouterr()
        assert "12 requests answered from a part of the index" in " ".join(passed.out.split())
        assert passed.err.count("a part of the index only") == 1
        assert run(["cost", "new.cost.parquet", "--lang", "en"]) == 0
        assert "warning: 12 of 12 requests were answered from a part of the index only" in capsys.readouterr().err
        assert run([*command[:3], "--sweep", "boost=1:3:1", "--qrels", "qrels.txt", "--lang", "en"]) == 0
        assert capsys.readouterr().err.count("a part of the index only") == 1
        assert run([*command, "--whole"]) == 2
        assert "searched only a part of the index ($.timed_out = true)" in capsys.readouterr().err
