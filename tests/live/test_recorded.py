"""Every template reads, through the real client, what its engine's own documentation prints as answers.

`recorded/` has a file an engine; each answer names the page that prints it (repository, path, commit), and what was
left out of it. Anserini, Elasticsearch 1.5.2 and Groonga are really run
elsewhere; answers of the second stand here too.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cranfield.errors import InputError
from cranfield.live.about import index_of, version_of
from cranfield.live.asking import HttpAsker
from cranfield.live.client import HttpClient
from cranfield.live.engine_file import TEMPLATES, engine_of
from cranfield.live.freshness import Trials
from cranfield.live.opened import finished
from cranfield.live.probes import live_freshness
from cranfield.live.queries import Query
from live.servers import response, serving

FILES = sorted((Path(__file__).parent / "recorded").glob("*.json"))
RECORDED = [(file.stem, each) for file in FILES for each in json.loads(file.read_text(encoding="utf-8"))["answers"]]
QUERY = Query("q1", "words", {"vector": [0.2, 0.1, 0.9, 0.7]})
WRITES = ("add", "update", "delete")


def of_kind(*kinds):
    chosen = [(name, each) for name, each in RECORDED if each["what"] in kinds]
    return pytest.mark.parametrize(
        ("name", "known"), chosen, ids=[f"{name} {each['from'].split()[1]}" for name, each in chosen]
    )


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("TYPESENSE_API_KEY", "s3cret")


def replayed(name, known, work):
    """What is made of the answer when a server on loopback gives it."""
    body = json.dumps(known["body"]).encode()
    with serving(lambda _: response(known["status"], body)) as served:
        engine = engine_of({
            "template": name, "parameters": {"server": served.url}, "answer": known.get("answer", {}),
        })  # fmt: skip

        async def run():
            async with HttpAsker(engine, HttpClient(engine)) as asker:
                return await work(asker)

        return finished(run())


@of_kind("search")
def test_hits_scores_and_time(name, known):
    found = replayed(name, known, lambda asker: asker.search(QUERY, 10))
    assert found.failure is None
    assert list(found.answer.ids) == known["ids"]
    scores = found.answer.scores
    assert (None if scores is None else list(scores)) == known["scores"]
    assert found.answer.engine == (None if known["seconds"] is None else pytest.approx(known["seconds"]))


@of_kind("error")
def test_an_error_is_a_failed_request_whatever_its_status(name, known):
    found = replayed(name, known, lambda asker: asker.search(QUERY, 10))
    assert found.failure.short == ("error" if known["status"] == 200 else f"http-{known['status']}")
    assert known["said"] in str(found.error())


@of_kind("version")
def test_the_version(name, known):
    assert replayed(name, known, version_of) == known["version"]


@of_kind("space")
def test_the_size_of_the_index(name, known):
    assert replayed(name, known, index_of) == known["index"]


@of_kind(*WRITES)
def test_a_write_that_is_acknowledged(name, known):
    def write(asker):
        return asker.call(asker.engine.writes[known["what"]], {"id": "1", "text": "word"})

    reply, document, _ = replayed(name, known, write)
    assert (reply.failure, document) == (None, known["body"])


@of_kind("refusal")
def test_a_write_that_is_refused(name, known):
    body = json.dumps(known["body"]).encode()
    with serving(lambda _: response(known["status"], body)) as served, pytest.raises(InputError) as caught:
        live_freshness({"template": name, "parameters": {"server": served.url}}, Trials(count=1))
    assert f"answers with {known['status']}" in str(caught.value)
    assert known["said"] in str(caught.value)


def test_errors_of_graphql_come_with_200_and_are_no_empty_answers():
    body = {"data": {"Get": {"Article": None}}, "errors": [{"message": "no such prop", "path": ["Get", "Article"]}]}
    found = replayed("weaviate", {"status": 200, "body": body}, lambda asker: asker.search(QUERY, 10))
    assert str(found.error()).endswith("answers with 200, but says an error: no such prop")


def test_every_engine_has_recorded_answers():
    assert {name for name, _ in RECORDED} == {*TEMPLATES} - {"anserini", "groonga", "http"}
    assert {name for name, each in RECORDED if each["what"] == "search"} == {name for name, _ in RECORDED}
    assert all(len(each["from"]) > 20 for _, each in RECORDED)
