"""Every template asks as its engine wants to be asked, and reads what its engine answers."""

from __future__ import annotations

import json

import pytest

from cranfield.errors import InputError
from cranfield.live.about import index_of, space_of, version_of
from cranfield.live.asking import HttpAsker
from cranfield.live.client import HttpClient
from cranfield.live.engine_file import TEMPLATES, engine_of, template_text
from cranfield.live.opened import finished
from cranfield.live.queries import Query
from live.answers import ANSWERS, sent
from live.servers import ok, response, serving


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("TYPESENSE_API_KEY", "s3cret")


def engine_at(name, served):
    return engine_of({"template": name, "parameters": {"server": served.url}})


def asked(engine, work):
    async def run():
        async with HttpAsker(engine, HttpClient(engine)) as asker:
            return await work(asker)

    return finished(run())


@pytest.mark.parametrize("name", ANSWERS)
def test_a_template_asks_and_reads(name):
    known = ANSWERS[name]
    with serving(lambda _: ok(known["answer"])) as served:
        query = Query("q1", 'a "b"', known.get("more", {}))
        found = asked(engine_at(name, served), lambda asker: asker.search(query, 3))
    assert found.failure is None
    (seen,) = served.seen
    assert (seen.target, seen.method) == (known["path"], "GET" if known["body"] is None else "POST")
    assert sent(seen) == known["body"]
    assert (found.answer.ids, found.answer.scores) == (known["ids"], known["scores"])
    assert found.answer.engine == pytest.approx(known["seconds"])


@pytest.mark.parametrize("name", ANSWERS)
def test_a_template_reads_an_answer_without_hits(name):
    known = ANSWERS[name]
    with serving(lambda _: ok(known["empty"])) as served:
        query = Query("q1", "a", known.get("more", {}))
        found = asked(engine_at(name, served), lambda asker: asker.search(query, 3))
    assert found.failure is None
    assert found.answer.ids == ()


@pytest.mark.parametrize("name", ANSWERS)
def test_a_template_finds_the_words_of_an_error(name):
    status, body, said = ANSWERS[name]["error"]
    with serving(lambda _: response(status, json.dumps(body).encode())) as served:
        query = Query("q1", "a", ANSWERS[name].get("more", {}))
        found = asked(engine_at(name, served), lambda asker: asker.search(query, 3))
    assert found.failure.short == f"http-{status}"
    assert f"answers with {status}: {said}" in str(found.error())


@pytest.mark.parametrize("name", ANSWERS)
def test_a_template_learns_version_and_size(name):
    version, space = ANSWERS[name]["version"], ANSWERS[name]["space"]
    with serving(lambda _: ok(version[0])) as served:
        assert asked(engine_at(name, served), version_of) == version[1]
    with serving(lambda _: ok(space[0])) as served:
        assert asked(engine_at(name, served), index_of) == space[1]
        if "bytes" in space[1]:
            assert asked(engine_at(name, served), space_of) == (space[1]["bytes"], space[1]["documents"])
        else:
            with pytest.raises(
                InputError, match=r"does not tell the bytes of its index; name its folder in space\.folder"
            ):
                asked(engine_at(name, served), space_of)


def test_every_template_is_tried_here_or_for_real():
    assert set(TEMPLATES) == {*ANSWERS, "anserini", "groonga", "http"}


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_stands_on_loopback_and_holds_no_secret(name):
    engine = engine_of({"template": name})
    assert "localhost" in str(engine.parameters["server"])
    assert template_text(name).startswith("# ")
    for write in engine.writes.values():
        assert set(write.names) - set(engine.parameters) <= {"id", "text"}


def test_a_secret_is_sent_and_kept_out_of_sight():
    with serving(
        lambda _: response(401, b'{"message": "Forbidden - a valid `x-typesense-api-key` header, not s3cret"}')
    ) as served:
        found = asked(engine_at("typesense", served), lambda asker: asker.search(Query("q1", "a"), 3))
    assert served.seen[0].headers["x-typesense-api-key"] == "s3cret"
    assert "s3cret" not in repr(found)
    assert "header, not ***" in str(found.error())


def test_a_time_or_a_size_beyond_all_numbers_is_none():
    told = {"took": 10**400, "ids": ["a"], "bytes": [3, 10**400, float("nan"), float("inf"), -1, True, 4]}
    with serving(lambda _: ok(told)) as served:
        engine = engine_of({
            "url": f"{served.url}/?q={{query}}", "answer": {"ids": "$.ids[*]", "time": "$.took"},
            "space": {"url": f"{served.url}/space", "bytes": "$.bytes[*]"},
        })  # fmt: skip
        found = asked(engine, lambda asker: asker.search(Query("q1", "a"), 3))
        assert (found.failure, found.answer.ids, found.answer.engine) == (None, ("a",), None)
        assert asked(engine, index_of) == {"bytes": 7}
