"""Targets that read what engines and other tools wrote: answers, files of cost, and the shapes of tools."""

from __future__ import annotations

import asyncio
import json
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from judging import written
from reading import QRELS, RUN, one_short_line, same_compressed, told

from cranfield import CranfieldError, cost, evaluate, ranking
from cranfield.live.answer import parsed, read_answer
from cranfield.live.cassette import Cassette, Replaying
from cranfield.live.engine_file import TEMPLATES, engine_of, read_engine, template_text
from cranfield.live.failure import Failed

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

__all__ = ["TARGETS"]

ENGINES = [tomllib.loads(template_text(name)) for name in TEMPLATES]
ANSWERS = [each.answer for each in map(engine_of, ENGINES) if each.answer is not None]


def costs(data: bytes) -> None:
    """What requests took: the same numbers from a compressed file."""

    def found(given: bytes) -> tuple[str, Any]:
        try:
            results = evaluate(cost(given, timeout=1.0), ["Latency(p=50)", "ErrorRate"])
        except CranfieldError as error:
            one_short_line(error)
            return "refused", error.key
        return "values", {name: result.value for name, result in results.found.items()}

    same_compressed(data, found)


def answers(data: bytes) -> None:
    """What an engine answered, as each template reads it: documents once, and a score for each of them."""
    for paths in ANSWERS:
        try:
            found = read_answer(parsed(data), paths)
        except Failed as error:
            one_short_line(error.failure.error("q", "http://localhost"))  # which has words for it
            continue
        assert len(set(found.ids)) == len(found.ids), "a document is there once"
        assert found.scores is None or len(found.scores) == len(found.ids), "a score for each"


def shapes(data: bytes) -> None:
    """JSON as tools write it, as judgments and as a run: the same from a compressed file."""
    for give in (lambda each: ranking(QRELS, each), lambda each: ranking(each, RUN)):
        same_compressed(data, lambda each, give=give: told(lambda: give(each)))


def engines(data: bytes) -> None:
    """A file that describes an engine: it can be asked, or is refused."""
    with written(data, ".toml") as path:
        try:
            engine = read_engine(path)
        except CranfieldError as error:
            one_short_line(error)
            return
    assert engine.search is not None, "an engine can be asked"
    for word in ("shoes", 'a"b\\n', "\u2028鞋"):
        try:
            engine.require(engine.search, ("query", "size"))
            request = engine.request({"query": word, "size": 10})
        except CranfieldError as error:
            one_short_line(error)
            continue
        assert "\n" not in request.shown, "an address is one line"


def _apart(ask: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """What a coroutine gives, on a thread of its own, as this one may have a loop that runs."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(lambda: asyncio.run(ask())).result()


def recordings(data: bytes) -> None:
    """What an engine once answered: every exchange is answered again, or the file is refused."""
    with written(data) as path:
        try:
            cassette = Cassette.read(path)
        except CranfieldError as error:
            one_short_line(error)
            return
    replaying = Replaying(cassette, "recording")
    for key, lines in cassette.known.items():
        for _ in lines:
            try:
                reply = _apart(partial(replaying.ask, Known(key)))  # type: ignore[arg-type]
            except CranfieldError as error:
                one_short_line(error)
                return
            assert reply.ended >= reply.sent, "an answer comes after its question"


@dataclass(frozen=True)
class Known:
    """As much of a request as a recording looks at."""

    key: str
    shown: str = "http://localhost"
    plain: str = ""


def _dumped(*documents: Any) -> list[bytes]:
    return [json.dumps(each).encode() for each in documents]


_HITS = [{"_id": "d1", "_score": 2.5}, {"_id": "d2", "_score": 1.0}]
_DOCS = [{"id": "d1", "score": 2.5}, {"id": "d2", "score": 1.0}]
_RATED = [{"_index": "i", "_id": "d1", "rating": 2}, {"_index": "i", "_id": "d2", "rating": 0}]
_ELASTIC = {"took": 3, "hits": {"total": {"value": 2}, "hits": _HITS}}
_SOLR = {"responseHeader": {"QTime": 2, "params": {"q": "q1"}}, "response": {"numFound": 2, "docs": _DOCS}}
_VESPA = {"root": {"children": [{"id": "id:n:t::d1", "relevance": 0.5, "fields": {"documentid": "d1"}}]}}
_QDRANT = {"result": {"points": _DOCS}, "status": "ok", "time": 0.002}

_ASKED = {
    "key": "k", "method": "GET", "url": "http://localhost", "body": None, "status": 200, "took": 0.25, "bytes": 2,
    "answer": "{}", "encoded": False, "failure": None,
}  # fmt: skip
_RECORDED = b"\n".join(_dumped({"cassette": 1, "exchanges": 2}, _ASKED, {**_ASKED, "answer": "e30=", "encoded": True}))

TARGETS: dict[str, tuple[Any, list[bytes]]] = {
    "cost": (
        costs,
        [
            b"query,latency_ms,status,bytes\n" + b"q1,12.5,200,100\nq2,30,500,90\n" * 30,
            b'{"query": "q1", "latency_s": 0.25, "error": null}\n{"query": "q2", "latency_s": 1, "error": "timeout"}\n',
            b"query,intended,sent,ended,phase\nq1,0,0.1,0.3,measured\nq2,1,1,1.5,cold\n",
        ],
    ),
    "answers": (
        answers,
        _dumped(_ELASTIC, _SOLR, _VESPA, _QDRANT, {"hits": _DOCS, "processingTimeMs": 1}, {"error": {"type": "x"}}),
    ),
    "engines": (
        engines,
        [
            *(template_text(name).encode() for name in TEMPLATES[:4]),
            b'template = "elasticsearch"\n[parameters]\nserver = "http://localhost:9200"\nindex = "a b"\n',
            (
                b'url = "{server}/q"\nbody = \'{"q": {query}, "n": {size}}\'\n[parameters]\nserver = "http://localhost"\n'
                b'[answer]\nids = "$.hits[0:10:2][\'a\'].id"\nscores = "$.hits[*].score"\nunit = "s"\n'
            ),
        ],
    ),
    "recordings": (recordings, [_RECORDED, _RECORDED.replace(b"null", b'["live-timeout", {"seconds": 1}, null]')]),
    "shapes": (
        shapes,
        _dumped(
            {"query": "q1", **_ELASTIC},
            _SOLR,
            {"query": "q1", **_VESPA},
            {"requests": [{"id": "q1", "request": {"query": {}}, "ratings": _RATED}]},
            [{"query": "q1", "ratings": [{"docId": "d1", "rating": "2.0"}, {"docId": "d2", "rating": "0"}]}],
            {"query": "q1", "retrieved_ids": ["d1", "d2"], "expected_ids": ["d1"]},
        ),
    ),
}
