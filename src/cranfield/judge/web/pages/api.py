"""What the script of the judging page asks: items ahead, and answers and undo, each taken once by its event."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse

from cranfield.core.parsed import parsed_json
from cranfield.errors import StudyError
from cranfield.judge.store import Answer
from cranfield.judge.web.security import DOCUMENT_POLICY
from cranfield.judge.web.seen import seen
from cranfield.judge.web.sessions import only_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from cranfield.judge.store.facts import Ahead, Annotator, Item
    from cranfield.judge.web.site import Site

__all__ = ["answer", "document", "framed", "next_items", "undo"]

_MOST_AHEAD, _MOST_HELD = 10, 100
_MOST_SECONDS, _MOST_MS = 1e7, 2**53
_LONGEST = {"item": 200, "event": 100, "kind": 20, "reason": 500, "comment": 5000, "side": 20}


@only_for("annotator", "adjudicator")
async def next_items(site: Site, request: Request, person: Annotator) -> Response:
    """Items that the page has not got yet."""
    asked = await _read(request)
    held, count = _held(asked), _count(asked)
    ahead = await run_in_threadpool(partial(site.study.ahead, person.id, count=count, have=held))
    return JSONResponse(_told(site, ahead))


@only_for("annotator", "adjudicator")
async def answer(site: Site, request: Request, person: Annotator) -> Response:
    """Keep an answer, and give what comes next."""
    asked = await _read(request)
    made, held, count = _answer(asked), _held(asked), _count(asked)
    ahead = await run_in_threadpool(
        partial(site.study.record_and_go_on, person.id, made, count=count, have=held)
    )  # fmt: skip
    site.settled.heard()
    assert ahead.receipt is not None
    return JSONResponse({"late": ahead.receipt.late, "known": ahead.receipt.known, **_told(site, ahead)})


@only_for("annotator", "adjudicator")
async def undo(site: Site, request: Request, person: Annotator) -> Response:
    """Take back the newest answer."""
    asked = await _read(request)
    event, held, count = _text(asked, "event"), _held(asked), _count(asked)
    ahead = await run_in_threadpool(
        partial(site.study.undo_and_go_on, person.id, event=event, count=count, have=held)
    )  # fmt: skip
    site.settled.heard()
    undone = None if ahead.undone is None else seen(ahead.undone, site.study.settings)
    return JSONResponse({"undone": undone, **_told(site, ahead)})


@only_for("annotator", "adjudicator")
async def document(site: Site, request: Request, person: Annotator) -> Response:
    """A document that is HTML, for a frame in which nothing runs; only one that was given to this annotator."""
    item = await run_in_threadpool(site.study.item, person.id, request.path_params["item"])
    return framed(item, request.path_params["at"])


def framed(item: Item | None, at: int) -> Response:
    """The HTML of one of the texts of an item, behind a policy that lets it do nothing."""
    texts = [] if item is None else [each for each in (item.output, item.other) if each is not None]
    if at >= len(texts) or not texts[at].html:
        return HTMLResponse("", 404)
    headers = {"Content-Security-Policy": DOCUMENT_POLICY, "X-Frame-Options": "SAMEORIGIN"}
    return HTMLResponse(texts[at].text, headers=headers)


def _told(site: Site, ahead: Ahead) -> dict[str, Any]:
    return {
        "items": [seen(each, site.study.settings) for each in ahead.items],
        "progress": {"done": ahead.progress.done, "total": ahead.progress.total},
    }


def _count(asked: Mapping[str, Any]) -> int:
    count = asked.get("count", 1)
    return min(max(count, 0), _MOST_AHEAD) if isinstance(count, int) else 1


def _held(asked: Mapping[str, Any]) -> list[str]:
    held = asked.get("have", [])
    return [each for each in held if isinstance(each, str)][:_MOST_HELD] if isinstance(held, list) else []


async def _read(request: Request) -> dict[str, Any]:
    """The JSON of a request; only as JSON, which no form of another site can send."""
    if request.headers.get("content-type", "").split(";")[0] != "application/json":
        raise StudyError("web-not-json")
    try:
        found = parsed_json(await request.body())
    except ValueError:
        raise StudyError("web-not-json") from None
    if not isinstance(found, dict):
        raise StudyError("web-not-json")
    return found


def _text(asked: Mapping[str, Any], name: str, *, default: str = "") -> str:
    value = asked.get(name, default)
    if value is None:
        return default
    if not isinstance(value, str) or len(value) > _LONGEST[name]:
        raise StudyError("web-bad-field", name=name, most=_LONGEST[name])
    return value


def _answer(asked: Mapping[str, Any]) -> Answer:
    values, span = asked.get("values", {}), asked.get("span")
    if not isinstance(values, dict):
        raise StudyError("web-bad-field", name="values", most=0)
    if isinstance(span, dict):
        span = (span.get("start"), span.get("end"))
        if not all(type(each) is int and 0 <= each < 2**31 for each in span):
            raise StudyError("web-bad-field", name="span", most=0)
    told: dict[str, Any] = {name: _text(asked, name) for name in _LONGEST}
    kept = (span[0], span[1]) if isinstance(span, tuple) else None
    return Answer(**told, values=values, span=kept, seconds=_seconds(asked), shown_at=_shown_at(asked))


def _seconds(asked: Mapping[str, Any]) -> float | None:
    """The time spent, if the page knows it."""
    seconds: Any = asked.get("seconds")
    return float(seconds) if type(seconds) in (int, float) and 0 <= seconds < _MOST_SECONDS else None


def _shown_at(asked: Mapping[str, Any]) -> int | None:
    """When the item was shown, by the clock of the page."""
    at: Any = asked.get("shown_at")
    return at if type(at) is int and 0 <= at < _MOST_MS else None
