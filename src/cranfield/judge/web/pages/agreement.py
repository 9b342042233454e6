"""Whether people agree, and who agrees with whom; for the admin only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

from cranfield.judge.web.agreeing import agreement_parts
from cranfield.judge.web.sessions import only_for

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from cranfield.judge.store.facts import Annotator
    from cranfield.judge.web.site import Site

__all__ = ["agreement"]


@only_for("admin")
async def agreement(site: Site, request: Request, person: Annotator) -> Response:
    """Numbers for all together, and a picture of pairs."""
    parts = await run_in_threadpool(agreement_parts, site.study, site.language(request))
    return site.page(request, "agreement.html", person=person, parts=parts)
