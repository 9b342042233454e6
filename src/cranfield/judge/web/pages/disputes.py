"""Items about which people differ too much, one at a time, without names; for adjudicators and the admin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool

from cranfield.errors import StudyError
from cranfield.judge.web.forms import read_form
from cranfield.judge.web.pages.api import framed
from cranfield.judge.web.seen import KEPT, dimensions_of, seen, value_named
from cranfield.judge.web.sessions import only_for

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from cranfield.judge.store.facts import Annotator, Dispute
    from cranfield.judge.web.site import Site

__all__ = ["decide", "disputed_document", "disputes"]


@only_for("admin", "adjudicator")
async def disputes(site: Site, request: Request, person: Annotator) -> Response:
    """The first item that nobody decided yet."""
    return await _shown(site, request, person)


@only_for("admin", "adjudicator")
async def decide(site: Site, request: Request, person: Annotator) -> Response:
    """Keep the decision, and show the next."""
    form = await read_form(request)
    settings = site.study.settings
    values = {
        each.name: value_named(settings, each, form[f"value-{at}"])
        for at, each in enumerate(settings.dimensions)
        if f"value-{at}" in form
    }
    if len(values) < len(settings.dimensions):
        raise StudyError("web-incomplete")
    item, comment = form.get("item", ""), form.get("comment", "").strip()[:5000]
    await run_in_threadpool(site.study.adjudicate, person.id, item, values, comment)
    return await _shown(site, request, person)


@only_for("admin", "adjudicator")
async def disputed_document(site: Site, request: Request, _: Annotator) -> Response:
    """A disputed document that is HTML, for its frame."""
    found = await run_in_threadpool(site.study.disputes)
    item = next((each.item for each in found if each.item.id == request.path_params["item"]), None)
    return framed(item, request.path_params["at"])


async def _shown(site: Site, request: Request, person: Annotator) -> Response:
    found = await run_in_threadpool(site.study.disputes)
    case = _case(site, found[0], site.language(request)) if found else None
    return site.page(
        request, "disputes.html", person=person, total=len(found), case=case, kind=site.study.settings.kind
    )


def _case(site: Site, dispute: Dispute, language: str) -> dict[str, Any]:
    settings = site.study.settings
    shown = seen(dispute.item, settings, frames="/admin/disputes")
    dimensions = dimensions_of(settings, language, sides=KEPT)
    labels = {each["name"]: {option["value"]: option["label"] for option in each["options"]} for each in dimensions}
    answers = [
        {
            "values": [(name, labels.get(name, {}).get(value, value)) for name, value in each.values.items()],
            "comment": each.comment,
        }
        for each in dispute.answers
    ]
    query = shown["query"] or shown["source"]
    return {"id": dispute.item.id, "query": query, "texts": shown["texts"], "answers": answers,
            "dimensions": dimensions}  # fmt: skip
