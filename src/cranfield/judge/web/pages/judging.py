"""The page on which people judge; its script asks for items and sends answers through `api`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.judge.web.guidelines import blocks_of
from cranfield.judge.web.seen import dimensions_of
from cranfield.judge.web.sessions import only_for
from cranfield.words import say

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from cranfield.judge.store.facts import Annotator
    from cranfield.judge.web.site import Site

__all__ = ["REASONS", "judge"]

# why something cannot be judged, as it is kept and as it is called; others are in one's own words
REASONS = {
    "unreadable": "web-reason-unreadable", "language": "web-reason-language", "unclear": "web-reason-unclear",
    "expert": "web-reason-expert",
}  # fmt: skip
# what the script says; it fills in the fields itself, which are plain therefore
SCRIPT_WORDS = (
    "web-finished", "web-incomplete", "web-kept", "web-late", "web-left", "web-marked", "web-no-connection",
    "web-no-reason", "web-nothing-to-undo", "web-progress", "web-refused", "web-right", "web-saved", "web-saving",
    "web-signed-out", "web-undone", "web-waiting",
)  # fmt: skip


@only_for("annotator", "adjudicator")
async def judge(site: Site, request: Request, person: Annotator) -> Response:
    """One item at a time."""
    settings, language = site.study.settings, site.language(request)
    config = {
        "kind": settings.kind,
        "place": f"cranfield/{site.key}/{person.id}",
        "dimensions": dimensions_of(settings, language),
        "words": {key: _template(key, language) for key in SCRIPT_WORDS},
    }
    return site.page(
        request, "judge.html", person=person, config=config, guidelines=blocks_of(settings.guidelines), reasons=REASONS
    )


class _Fields(dict[str, str]):
    """Fields that stand for themselves, so that the script can fill them in."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def _template(key: str, language: str) -> str:
    return say(key, _Fields(), language=language)
