"""Targets that read what people said and clicked, and what is to be judged: ratings, logs, items, captions, maps."""

from __future__ import annotations

import json
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from reading import one_short_line, same_compressed

from cranfield import CranfieldError, agreement, clicks, each_rated, evaluate, interleaving, judges, ratings
from cranfield.io.captions import captions
from cranfield.judge.items_file import kind_of, read_items
from cranfield.judge.store.settings import PREFERENCE, Dimension, Settings, read_scale
from cranfield.live.queries import read_queries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["TARGETS", "written"]

CUT = b"\n====\n"
PEOPLE = {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 0, "d3": 2}}
MODEL = {"q1": {"d1": 50, "d2": 0}, "q2": {"d1": 20, "d3": 100}}


@contextmanager
def written(data: bytes, suffix: str = "") -> Iterator[str]:
    """A file of these bytes."""
    with tempfile.NamedTemporaryFile(suffix=suffix) as file:
        file.write(data)
        file.flush()
        yield file.name


def _said(make: Callable[[], Any]) -> Any:
    """What comes of it, or the key of the refusal, which is one short line."""
    try:
        return make()
    except CranfieldError as error:
        one_short_line(error)
        return "refused", error.key


def rated(data: bytes) -> None:
    """A table of ratings: the same from a compressed file, and systems told apart have all of its items."""
    columns = {"item": "item", "rater": "rater", "value": "value"}

    def found(given: bytes) -> Any:
        batch = ratings(given, **columns)
        values = evaluate(batch, ["Mean", "Agreement"]).found
        return len(batch), {name: each.value for name, each in values.items()}, str(agreement(batch, resamples=20))

    same_compressed(data, lambda given: ("said", repr(_said(lambda: found(given)))))
    _said(lambda: [evaluate(each, "Mean") for each in each_rated(data, system="system", **columns)])


def logs(data: bytes) -> None:
    """A log of clicks, for judgments and for interleaving."""
    found = _said(lambda: clicks(data, min_impressions=1))
    if not isinstance(found, tuple):
        assert all(0 <= grade <= 3 for each in found.qrels().values() for grade in each.values()), "grades are levels"
        assert all(each.clicks <= each.impressions for each in found.pairs), "what is clicked was shown"
    found = _said(lambda: interleaving(data))
    if not isinstance(found, tuple):
        assert 0 <= found.p <= 1, "a p is a probability"


def behaviour(data: bytes) -> None:
    """Searches and events of User Behavior Insights."""
    searches, _, events = data.partition(CUT)
    _said(lambda: clicks(searches, events=events, min_impressions=1))


def items(data: bytes) -> None:
    """What is to be judged: its kind, and its items."""
    with written(data) as path:
        kind = _said(lambda: kind_of(path))
        for each in ("grade", "rate", "prefer") if isinstance(kind, tuple) else (kind,):
            settings = SETTINGS[each]
            for gold in (False, True):
                found = _said(lambda settings=settings, gold=gold: list(read_items(path, settings, gold=gold)))
                assert isinstance(found, tuple) or len({(one.query, one.output.id) for one in found}) <= len(found)


def titles(data: bytes) -> None:
    """Queries and documents with their words: as captions, and as queries that an engine is asked."""
    with written(data, ".jsonl") as path:
        told = _said(lambda: captions(path))
        asked = _said(lambda: read_queries(path))
        if not isinstance(told, tuple) and not isinstance(asked, tuple):
            assert [each.id for each in asked] == list(told), "every query is asked"


def maps(data: bytes) -> None:
    """From the grades of a judge to those of people, and scales of studies."""
    text = data.decode("utf-8", "surrogateescape")
    _said(lambda: judges(PEOPLE, MODEL, mapping=text, resamples=40))
    _said(lambda: read_scale(text))


_QUALITY = Dimension("quality", read_scale("1-5"))
SETTINGS = {
    "grade": Settings.of_grades(),
    "rate": Settings("rate", (_QUALITY, Dimension("tone", read_scale("warm|cold"), ordered=False))),
    "prefer": Settings("prefer", (Dimension("preference", PREFERENCE),)),
}

_RATED = b"item,rater,value,system\n" + b"".join(
    f"i{at},r{who},{(at * who) % 5},{'ab'[at % 2]}\n".encode() for at in range(6) for who in (1, 2)
)
_SEARCHES = [{"query_id": f"s{at}", "user_query": "shoes", "query_response_hit_ids": ["d1", "d2"]} for at in range(3)]
_EVENTS = [
    {"query_id": "s1", "action_name": "click", "event_attributes": {"object": {"object_id": "d1"}}},
    {"query_id": "s2", "action_name": "view", "event_attributes": {"object": {"object_id": "d2"}}},
]


def _lines(records: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(each, ensure_ascii=False).encode() + b"\n" for each in records)


# name: (what runs, what it starts from)
TARGETS: dict[str, tuple[Any, list[bytes]]] = {
    "ratings": (
        rated,
        [
            _RATED,
            _RATED.replace(b",", b"\t"),
            _lines([{"item": "i1", "rater": "x", "value": 2}, {"item": "i1", "rater": "y", "value": None}]),
            b"item,rater,value\ni1,x,good\ni1,y,bad\ni2,x,good\n",
        ],
    ),
    "logs": (
        logs,
        [
            b"query,doc,position,click\nq1,d1,1,1\nq1,d2,2,0\nq1,d1,1,0\nq2,d1,2,true\n",
            b"impression,team,click\n1,a,0\n1,b,1\n2,a,1\n2,b,0\n",
            _lines([{"query": "q", "doc": "d", "position": 1, "click": True}]),
        ],
    ),
    "behaviour": (behaviour, [_lines(_SEARCHES) + CUT + _lines(_EVENTS)]),
    "items": (
        items,
        [
            _lines([{"query": "q1", "doc": "d1", "systems": ["a", "b"], "ranks": [1, None], "grade": 2}]),
            b"query,doc,title,rank,system\nq1,d1,t,1,a\nq1,d2,,2,a\n",
            _lines([{"id": "i1", "output": "x", "source": "y", "html": True, "priority": 0.5}]),
            b'id\tfirst\tsecond\n1\ta\tb\n2\t"c\nd"\te\n',
        ],
    ),
    "titles": (
        titles,
        [
            _lines([{"qid": "q1", "query": "shoes", "vector": [0.5, 1]}, {"qid": "q2", "query": "鞋\u2028子"}]),
            b"q1\tshoes\nq2\tboots\n",
            b'id,title,text\nd1,a,"b\nc"\n',
            b"<top><num> Number: 401\n<title> a b\n\n<desc> Description:\nc\n</top>\n",
        ],
    ),
    "maps": (
        maps,
        [b"0..100=0..3", b"0=0,50=1,100=2,20=0", b"linear", b"0..40=0,40..101=1", b"0-3", b"0=no,1=some,2=all", b"a,b"],
    ),
}
