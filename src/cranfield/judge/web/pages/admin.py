"""How far everybody is, who takes part, and what comes out of it; for the admin only."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse

from cranfield.errors import StudyError
from cranfield.judge.web.forms import read_form
from cranfield.judge.web.sessions import only_for
from cranfield.judge.written import judgments_csv, qrels_lines, qrels_told
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from cranfield.judge.store import Study
    from cranfield.judge.store.facts import Annotator, Invite
    from cranfield.judge.web.site import Site

__all__ = ["invite", "judgments", "overview", "qrels", "renew", "revoke"]

# as they are kept, and as they are called
ROLES = {
    "annotator": "web-role-annotator", "adjudicator": "web-role-adjudicator", "admin": "web-role-admin",
}  # fmt: skip
RULES = {
    "median": "web-rule-median", "majority": "web-rule-majority", "mean": "web-rule-mean",
    "adjudicated": "web-rule-adjudicated", "dawid-skene": "web-rule-dawid-skene",
}  # fmt: skip


@only_for("admin")
async def overview(site: Site, request: Request, person: Annotator) -> Response:
    """Progress, people and files."""
    return await _shown(site, request, person)


@only_for("admin")
async def invite(site: Site, request: Request, person: Annotator) -> Response:
    """Somebody new, with a link that is shown once."""
    form = await read_form(request)
    name, role = form.get("name", "").strip(), form.get("role", "annotator")
    if not name:
        raise StudyError("web-no-name")
    if role not in ROLES:
        raise StudyError("web-bad-field", name="role", most=0)
    made = await run_in_threadpool(site.study.add_annotator, name, role)  # type: ignore[arg-type]  # one of the roles
    return await _shown(site, request, person, made)


@only_for("admin")
async def renew(site: Site, request: Request, person: Annotator) -> Response:
    """Another link for somebody who lost theirs."""
    form = await read_form(request)
    made = await run_in_threadpool(site.study.renew, form.get("name", ""))
    return await _shown(site, request, person, made)


@only_for("admin")
async def revoke(site: Site, request: Request, person: Annotator) -> Response:
    """Somebody takes part no longer; what they answered stays."""
    form = await read_form(request)
    await run_in_threadpool(site.study.revoke, form.get("name", ""))
    return await _shown(site, request, person)


@only_for("admin")
async def qrels(site: Site, request: Request, _: Annotator) -> Response:
    """The judgments as trec_eval and `cranfield eval` read them, by a rule."""
    rule = request.query_params.get("rule", "median")
    if rule not in RULES:
        raise StudyError("web-bad-field", name="rule", most=0)
    return _file(await run_in_threadpool(_qrels, site.study, rule), f"qrels-{rule}.txt")


@only_for("admin")
async def judgments(site: Site, _: Request, __: Annotator) -> Response:
    """Every answer that was ever given, as CSV."""
    return _file(await run_in_threadpool(lambda: judgments_csv(site.study.judgments())), "judgments.csv")


def _qrels(study: Study, rule: str) -> str:
    """What `cranfield study export` writes: the rule, and the grades below it."""
    made, title = study.qrels(rule), study.settings.title
    return "".join(f"# {line}\n" for line in qrels_told(made, title)) + qrels_lines(made, title)


def _file(text: str, name: str) -> Response:
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def _shown(site: Site, request: Request, person: Annotator, made: Invite | None = None) -> Response:
    language = site.language(request)
    status = await run_in_threadpool(site.study.status)
    people = await run_in_threadpool(site.study.people)
    settled = await run_in_threadpool(site.settled.told, status.given, language)
    link = f"{site.address}/enter#{made.token}" if made else ""
    return site.page(
        request, "admin.html", person=person, status=status, people=people, settled=settled,
        measure=site.study.settings.measure, invite=made, link=link,
        roles=ROLES, rules=RULES if site.study.settings.kind == "grade" else {}, when=_when(language),
    )  # fmt: skip


def _when(language: str) -> Callable[[int | None], str]:
    def told(at: int | None) -> str:
        if at is None:
            return say("web-never", {}, language=language)
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")

    return told
