"""Further real engines: SQLite everywhere, and where `make real-engines` fetched them Elasticsearch and Lucene."""

from __future__ import annotations

import pytest

from cranfield import evaluate, live, ranking
from cranfield.cli.main import run
from cranfield.demo import FOLDER, JUDGMENTS
from cranfield.errors import InputError
from cranfield.live.freshness import Trials
from cranfield.live.probes import live_freshness, live_space
from cranfield.live.sweep import sweep
from live.java_servers import WHY_NOT, anserini, elasticsearch, has_anserini, has_elasticsearch
from live.sqlite_server import sqlite_server

QUERIES = FOLDER / "queries.tsv"
STRANGE = ["AND OR NOT", 'say "tent" (now', "a'b\\c:d/e", "帐篷 tent", "%00 & = + #", "{query} ${HOME} tent"]


@pytest.fixture(scope="module")
def sqlite():
    with sqlite_server() as tables:
        yield tables


@pytest.fixture(scope="module")
def elastic(tmp_path_factory):
    if not has_elasticsearch:
        pytest.skip(WHY_NOT)
    # before release 7 a document has a type, which stands in the address of a write
    place = {"method": "PUT", "url": "{server}/{index}/article/{id}"}
    with elasticsearch(tmp_path_factory.mktemp("elasticsearch")) as url:
        yield {
            "template": "elasticsearch", "name": "elastic", "parameters": {"server": url},
            "add": place, "update": place, "delete": {**place, "method": "DELETE"},
        }  # fmt: skip


@pytest.fixture(scope="module")
def lucene(tmp_path_factory):
    if not has_anserini:
        pytest.skip(WHY_NOT)
    with anserini(tmp_path_factory.mktemp("anserini")) as (url, index):
        yield {
            "template": "anserini", "name": "lucene", "parameters": {"server": url, "index": index},
            "space": {"folder": index},
        }  # fmt: skip


@pytest.fixture(params=["sqlite", "elastic", "lucene"])
def engine(request):
    return request.getfixturevalue(request.param)


def quality(found):
    return evaluate(ranking(str(JUDGMENTS), found.run), ["nDCG@10"])["nDCG@10"].value


def test_a_pass_gives_rankings_that_can_be_judged(engine):
    found = live(engine, QUERIES)
    assert [each.key for each in found.findings()] == []
    assert len(found.run) == 62
    assert {row["status"] for row in found.table.to_pylist()} == {200}
    assert 0.3 < quality(found) < 0.9


@pytest.mark.parametrize("words", STRANGE)
def test_words_that_mean_something_to_the_engine_are_only_words(engine, words):
    found = live(engine, {"q1": words}, warm_up=False)
    assert found.rows.errors == 0


def test_load_on_a_real_engine(engine):
    found = live(engine, QUERIES, rate=40, duration=1, warm_up=False)
    assert (len(found.table), found.rows.errors) == (40, 0)


def test_the_size_of_a_real_index(engine):
    (row,) = live_space(engine).table.to_pylist()
    assert row["value"] > 20_000
    assert row["results"] in (235, None)


@pytest.mark.parametrize("name", ["sqlite", "elastic"])
def test_changes_are_found_and_nothing_stays_behind(name, request):
    engine = request.getfixturevalue(name)
    found = live_freshness(engine, Trials(count=2))
    assert [row["error"] for row in found.table.to_pylist()] == [None] * 6
    assert {row["results"] for row in live_space(engine).table.to_pylist()} == {235}


def test_versions_and_the_time_that_an_engine_tells(sqlite, elastic):
    assert live(sqlite, QUERIES, warm_up=False).about.version.startswith("3.")
    found = live(elastic, QUERIES, warm_up=False)
    assert found.about.version == "1.5.2"
    assert all(0 <= row["engine"] <= row["ended"] - row["sent"] + 0.001 for row in found.table.to_pylist())


def test_an_index_that_is_not_there(elastic, lucene):
    for engine, said in ((elastic, r"answers with 404: IndexMissing"), (lucene, r"answers with [45]\d\d: .")):
        with pytest.raises(InputError, match=said):
            live({**engine, "parameters": {**engine["parameters"], "index": "nope"}}, {"q1": "tent"}, warm_up=False)


def test_a_sweep_on_a_real_engine(sqlite):
    found = sweep(sqlite, str(QUERIES), str(JUDGMENTS), "nDCG@10", {"boost": [1, 2, 8]})
    assert len(found.train) + len(found.held_out) == 61  # one query has no judgments
    assert len({round(found.chosen.estimate(name).value, 9) for name in found.names}) > 1


def test_what_has_no_interval_says_nothing_of_intervals(sqlite, tmp_path, capsys):
    server = sqlite["parameters"]["server"]
    (tmp_path / "engine.toml").write_text(
        f'template = "http"\n[space]\nurl = "{server}/stats"\nbytes = "$.bytes"\ndocuments = "$.documents"\n'
    )
    assert run(["live", str(tmp_path / "engine.toml"), "--space"]) == 0
    told = capsys.readouterr().out
    assert "bytes for 235 documents" in told
    assert "interval" not in told


def test_the_engine_s_own_words_reach_the_terminal(sqlite, tmp_path, capsys):
    server = sqlite["parameters"]["server"]
    (tmp_path / "engine.toml").write_text(f'template = "http"\n[parameters]\nserver = "{server}"\n')
    (tmp_path / "queries.tsv").write_text("q1\t?!\n")
    status = run(["live", str(tmp_path / "engine.toml"), str(tmp_path / "queries.tsv")])
    assert status == 2
    assert "query q1:" in (told := capsys.readouterr().err)
    assert "answers with 400" in told
