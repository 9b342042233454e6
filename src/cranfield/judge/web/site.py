"""What every page needs: the study, its address, words in the reader's language, and templates that escape."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from cranfield.judge.web.attempts import Attempts
from cranfield.judge.web.settled import Settled
from cranfield.version import __version__
from cranfield.words import LANGUAGES, say

if TYPE_CHECKING:
    from starlette.requests import Request

    from cranfield.judge.store import Study
    from cranfield.judge.store.facts import Annotator

__all__ = ["FOLDER", "LANGUAGE_COOKIE", "Site", "site_of"]

FOLDER = Path(__file__).parent
LANGUAGE_COOKIE = "cranfield-language"
TAGS = {"en": "en", "zh": "zh-CN"}


@dataclass
class Site:
    """One study as it is served; `address` is what people type, such as https://judge.example.org."""

    study: Study
    address: str
    attempts: Attempts = field(default_factory=Attempts)
    settled: Settled = field(init=False)

    def __post_init__(self) -> None:
        """Look at the order of systems through the same study."""
        self.settled = Settled(self.study)

    @property
    def key(self) -> str:
        """A short name of the study that is the same every time it is served, and says nothing of it."""
        return hashlib.sha256(f"study {self.study.salt}".encode()).hexdigest()[:12]

    @property
    def secure(self) -> bool:
        """Whether people come by https, so that cookies may not go by any other way."""
        return self.address.startswith("https:")

    def language(self, request: Request) -> str:
        """The language that the reader chose, or that of the study."""
        chosen = request.cookies.get(LANGUAGE_COOKIE, "")
        return chosen if chosen in LANGUAGES else self.study.settings.language

    def title(self, language: str) -> str:
        """What the study is called on its pages."""
        return self.study.settings.title or say("web-untitled", {}, language=language)

    def page(
        self, request: Request, template: str, *, person: Annotator | None = None, code: int = 200, **given: Any
    ) -> HTMLResponse:
        """A page from its template; everything that is filled in is escaped."""
        language = self.language(request)
        other = next(each for each in LANGUAGES if each != language)
        content = _environment().get_template(template).render(
            t=lambda key, **fields: say(key, fields, language=language), in_other=partial(say, language=other),
            language=language, tag=TAGS[language], other=other, other_tag=TAGS[other], person=person,
            title=self.title(language), path=request.url.path,
            version=__version__, **given,
        )  # fmt: skip
        return HTMLResponse(content, code)


def site_of(request: Request) -> Site:
    """The site that a request came to."""
    found: Site = request.app.state.site
    return found


@lru_cache(1)
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    made.filters["data"] = _data
    made.filters["json"] = json.dumps  # for an attribute, where it is escaped like any text
    return made


def _data(value: Any) -> Markup:
    """JSON for a block of data in a page, which no text in it can end."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704 (what could be markup was replaced)
