"""The application: which page is where, and what becomes of errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cranfield.errors import CranfieldError, InputError, StudyUnavailableError
from cranfield.judge.web.pages import admin, agreement, api, disputes, enter, judging
from cranfield.judge.web.security import MOST_BYTES, Guard
from cranfield.judge.web.site import FOLDER, Site, site_of
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.requests import Request
    from starlette.responses import Response

__all__ = ["make_app"]

ROUTES = (
    Route("/", enter.home),
    Route("/enter", enter.enter_page),
    Route("/enter", enter.enter, methods=["POST"]),
    Route("/leave", enter.leave, methods=["POST"]),
    Route("/language", enter.choose_language, methods=["POST"]),
    Route("/judge", judging.judge),
    Route("/api/next", api.next_items, methods=["POST"]),
    Route("/api/answer", api.answer, methods=["POST"]),
    Route("/api/undo", api.undo, methods=["POST"]),
    Route("/item/{item}/document/{at:int}", api.document),
    Route("/admin", admin.overview),
    Route("/admin/invite", admin.invite, methods=["POST"]),
    Route("/admin/renew", admin.renew, methods=["POST"]),
    Route("/admin/revoke", admin.revoke, methods=["POST"]),
    Route("/admin/qrels", admin.qrels),
    Route("/admin/judgments", admin.judgments),
    Route("/admin/agreement", agreement.agreement),
    Route("/admin/disputes", disputes.disputes),
    Route("/admin/disputes", disputes.decide, methods=["POST"]),
    Route("/admin/disputes/{item}/document/{at:int}", disputes.disputed_document),
)


def make_app(site: Site, *, names: Iterable[str] = ()) -> Guard:
    """The pages of a study; `names` are names under which the machine is known, besides its addresses."""
    app = Starlette(
        routes=[*ROUTES, Mount("/static", StaticFiles(directory=FOLDER / "static"))],
        exception_handlers={CranfieldError: _told, HTTPException: _not_found, Exception: _broken},
    )
    app.state.site = site
    return Guard(app, names=names)  # outside of everything, so that errors have its headers too


async def _told(request: Request, error: Exception) -> Response:
    """What was refused, or cannot be done at the moment, in one sentence."""
    assert isinstance(error, CranfieldError)
    language = site_of(request).language(request)
    status = 503 if isinstance(error, StudyUnavailableError) else 422
    if isinstance(error, InputError) and error.source is not None:
        # by its title: where it is kept, perhaps with a password, is none of the annotators' business
        error = error.at(source=site_of(request).title(language))
    return _sentence(request, error.told(language=language), status)


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    language = site_of(request).language(request)
    if error.status_code == 413:
        return _sentence(request, say("web-too-large", {"most": MOST_BYTES}, language=language), 413)
    known = say("web-not-found" if error.status_code == 404 else "web-not-possible", {}, language=language)
    return _sentence(request, known, error.status_code)


async def _broken(request: Request, _: Exception) -> Response:
    """A fault of ours: the terminal has it, the page a sentence, and the answer stays in the browser."""
    return _sentence(request, say("web-broken", {}, language=site_of(request).language(request)), 500)


def _sentence(request: Request, message: str, status: int) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"message": message}, status)
    if "hx-request" in request.headers:
        return PlainTextResponse(message, status)
    return site_of(request).page(request, "message.html", message=message, code=status)
