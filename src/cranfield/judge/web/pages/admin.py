"""How far everybody is, who takes part, and what comes out of it; for the admin only."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.csv as arrow_csv
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse

from cranfield.errors import StudyError
from cranfield.judge.web.forms import read_form
from cranfield.judge.web.sessions import only_for
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response

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
    made = await run_in_threadpool(site.study.qrels, rule)
    columns = [made.table.column(name).to_pylist() for name in ("query", "doc", "grade")]
    lines = [f"{query} 0 {doc} {grade:g}\n" for query, doc, grade in zip(*columns, strict=True)]
    return _file("".join(lines), f"qrels-{rule}.txt")


@only_for("admin")
async def judgments(site: Site, _: Request, __: Annotator) -> Response:
    """Every answer that was ever given, as CSV."""
    table = await run_in_threadpool(site.study.judgments)
    plain = [each.cast(pa.string()) if pa.types.is_dictionary(each.type) else each for each in table.columns]
    written = io.BytesIO()
    arrow_csv.write_csv(pa.table(dict(zip(table.column_names, plain, strict=True))), written)
    return _file(written.getvalue().decode(), "judgments.csv")


def _file(text: str, name: str) -> Response:
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def _shown(site: Site, request: Request, person: Annotator, made: Invite | None = None) -> Response:
    language = site.language(request)
    status = await run_in_threadpool(site.study.status)
    people = await run_in_threadpool(site.study.people)
    settled = await run_in_threadpool(site.settled.told, status.given, language)
    link = f"{site.address}/enter#{made.token}" if made else ""
    return site.page(
        request, "admin.html", person=person, status=status, people=people, settled=settled, invite=made, link=link,
        roles=ROLES, rules=RULES if site.study.settings.kind == "grade" else {}, when=_when(language),
    )  # fmt: skip


def _when(language: str) -> Callable[[int | None], str]:
    def told(at: int | None) -> str:
        if at is None:
            return say("web-never", {}, language=language)
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")

    return told
