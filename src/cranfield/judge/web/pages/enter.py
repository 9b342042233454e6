"""Coming in by an invite link, going out, and choosing the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse

from cranfield.judge.web.forms import read_form
from cranfield.judge.web.sessions import forget, person_of, remember, session_of
from cranfield.judge.web.site import LANGUAGE_COOKIE, site_of
from cranfield.words import LANGUAGES, say

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

__all__ = ["choose_language", "enter", "enter_page", "home", "leave"]

HOMES = {"admin": "/admin", "adjudicator": "/admin/disputes", "annotator": "/judge"}
_LONGEST_TOKEN = 200


async def home(request: Request) -> Response:
    """To the page of whoever asks."""
    person = await person_of(site_of(request), request)
    return RedirectResponse("/enter" if person is None else HOMES[person.role], 303)


async def enter_page(request: Request) -> Response:
    """Ask for the invite; a link that is merely looked at, as mail programs do, is not used up."""
    return site_of(request).page(request, "enter.html", message="")


async def enter(request: Request) -> Response:
    """Change an invite for a session: always a new one, whatever the browser showed before."""
    site = site_of(request)
    address = request.client.host if request.client else ""
    language = site.language(request)
    wait = site.attempts.wait(address)
    if wait:
        said = say("web-too-many", {"seconds": wait}, language=language)
        response = site.page(request, "enter.html", message=said, code=429)
        response.headers["Retry-After"] = str(wait)
        return response
    form = await read_form(request)
    token = form.get("token", "").strip()[:_LONGEST_TOKEN]
    session = await run_in_threadpool(site.study.redeem, token)
    if session is None:
        site.attempts.failed(address)
        return site.page(request, "enter.html", message=say("web-bad-token", {}, language=language), code=403)
    before = session_of(site, request)
    if before:
        await run_in_threadpool(site.study.leave, before)
    redirect = RedirectResponse("/", 303)
    remember(site, redirect, session)
    return redirect


async def leave(request: Request) -> Response:
    """End the session, here and in the store."""
    site = site_of(request)
    session = session_of(site, request)
    if session:
        await run_in_threadpool(site.study.leave, session)
    redirect = RedirectResponse("/enter", 303)
    forget(site, redirect)
    return redirect


async def choose_language(request: Request) -> Response:
    """Remember the language in a cookie and go back to the page."""
    form = await read_form(request)
    language, back = form.get("language", ""), form.get("back", "/")
    inside = back.startswith("/") and not back.startswith("//") and "\\" not in back and back.isprintable()
    redirect = RedirectResponse(back if inside else "/", 303)
    if language in LANGUAGES:
        site = site_of(request)
        redirect.set_cookie(LANGUAGE_COOKIE, language, max_age=31_536_000, samesite="lax", secure=site.secure)
    return redirect
