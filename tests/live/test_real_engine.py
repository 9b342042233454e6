"""A real engine, started here, goes the whole way: rankings, quality, load, freshness, space, record and replay."""

from __future__ import annotations

import pytest

from cranfield import evaluate, live, ranking
from cranfield.demo import FOLDER, JUDGMENTS
from cranfield.errors import InputError
from cranfield.live.cassette import Cassette
from cranfield.live.freshness import Trials
from cranfield.live.opened import Source
from cranfield.live.probes import live_freshness, live_space
from live.groonga import WHY_NOT, groonga

pytestmark = pytest.mark.skipif(WHY_NOT is not None, reason=str(WHY_NOT))


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    with groonga(tmp_path_factory.mktemp("groonga")) as url:
        yield {"template": "groonga", "name": "groonga", "parameters": {"server": url}}


def test_a_pass_gives_rankings_that_can_be_judged(engine):
    found = live(engine, FOLDER / "queries.tsv")
    assert found.about.version.split(".")[0].isdigit()
    assert found.about.index["documents"] == 235
    assert found.about.index["bytes"] > 1_000_000
    assert len(found.run) == 62
    assert found.findings() == []
    table = found.table.to_pylist()
    assert {row["status"] for row in table} == {200}
    assert all(0 < row["engine"] < row["ended"] - row["sent"] for row in table)
    value = evaluate(ranking(str(JUDGMENTS), found.run), ["nDCG@10"])["nDCG@10"].value
    assert 0.3 < value < 0.9


@pytest.mark.parametrize("words", ['say "tent" (now', "a'b\\c", "帐篷 tent", "%00 & = + #", "* ? ! -tent ~"])
def test_words_that_mean_something_to_the_engine_are_only_words(engine, words):
    found = live(engine, {"q1": words}, warm_up=False)
    assert found.rows.errors == 0


def test_load_on_a_real_engine(engine):
    found = live(engine, FOLDER / "queries.tsv", rate=60, duration=1, warm_up=False)
    assert len(found.table) == 60
    assert found.rows.errors == 0


def test_freshness_and_space_of_a_real_engine(engine):
    found = live_freshness(engine, Trials(count=3))
    assert [row["error"] for row in found.table.to_pylist()] == [None] * 9
    (row,) = live_space(engine).table.to_pylist()
    assert row["value"] > 1_000_000
    assert row["results"] == 235  # nothing stays behind


def test_a_recording_answers_as_the_engine_did(engine, tmp_path):
    cassette = Cassette()
    queries = FOLDER / "queries.tsv"
    first = live(engine, queries, warm_up=False, source=Source(record=cassette))
    (tmp_path / "tape.jsonl").write_bytes(cassette.dump())
    known = Cassette.read(str(tmp_path / "tape.jsonl"))
    gone = {**engine, "parameters": {**engine["parameters"]}}
    again = live(gone, queries, warm_up=False, source=Source(replay=known, name="tape.jsonl"))
    assert again.run == first.run
    assert again.about == first.about
    took = [[row["ended"] - row["sent"] for row in each.table.to_pylist()] for each in (first, again)]
    assert took[1] == pytest.approx(took[0])
    with pytest.raises(InputError, match=r"tape\.jsonl: has no answer to http://127.*; record it again"):
        live(gone, {"q1": "words that nobody asked"}, warm_up=False, source=Source(replay=known, name="tape.jsonl"))


def test_a_table_that_is_not_there(engine):
    with pytest.raises(InputError) as caught:
        live({**engine, "parameters": {**engine["parameters"], "table": "Nope"}}, {"q1": "tent"}, warm_up=False)
    assert "answers with 400: [select][table] invalid name: <Nope>" in str(caught.value)
