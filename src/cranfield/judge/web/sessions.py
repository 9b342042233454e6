"""Who asks: a cookie holds the session, the store says whose it is, and a page says who may see it."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse

from cranfield.judge.web.site import site_of
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from cranfield.judge.store.facts import Annotator
    from cranfield.judge.web.site import Site

    Handler = Callable[[Site, Request, Annotator], Awaitable[Response]]

__all__ = ["cookie_name", "forget", "only_for", "remember", "session_of"]

DAYS = 30
EVERYBODY = ("annotator", "adjudicator", "admin")


def cookie_name(site: Site) -> str:
    """The name of the cookie: browsers share cookies between ports, so that each study has its own."""
    name = f"cranfield-{site.key}"
    return f"__Host-{name}" if site.secure else name


def remember(site: Site, response: Response, session: str) -> None:
    """Give the browser its session; no script can read it and no other site can make use of it."""
    response.set_cookie(
        cookie_name(site), session, max_age=DAYS * 86_400, httponly=True, samesite="lax", secure=site.secure, path="/"
    )


def forget(site: Site, response: Response) -> None:
    """Take the cookie away."""
    response.delete_cookie(cookie_name(site), httponly=True, samesite="lax", secure=site.secure, path="/")


def session_of(site: Site, request: Request) -> str:
    """The session that the browser shows, which need not be a valid one."""
    return request.cookies.get(cookie_name(site), "")


async def person_of(site: Site, request: Request) -> Annotator | None:
    """Whoever has the session of this request."""
    session = session_of(site, request)
    return await run_in_threadpool(site.study.who, session) if session else None


def only_for(*roles: str) -> Callable[[Handler], Callable[[Request], Awaitable[Response]]]:
    """A page for people with one of these roles; without any, for everybody who takes part."""
    allowed = roles or EVERYBODY

    def made(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        @wraps(handler)
        async def page(request: Request) -> Response:
            site = site_of(request)
            person = await person_of(site, request)
            if person is None:
                return _come_in(site, request)
            if person.role not in allowed:
                return site.page(request, "message.html", person=person, code=403, message=_told(site, request))
            return await handler(site, request, person)

        return page

    return made


def _told(site: Site, request: Request) -> str:
    return say("web-not-for-you", {}, language=site.language(request))


def _come_in(site: Site, request: Request) -> Response:
    if request.url.path.startswith("/api/") or "hx-request" in request.headers:
        said: dict[str, Any] = {"message": say("web-signed-out", {}, language=site.language(request))}
        return JSONResponse(said, 401)
    return RedirectResponse("/enter", 303)
