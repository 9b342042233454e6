"""What is wrong with the links of a built site: targets that are not there, and anything fetched from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["faults"]

# attributes that a browser fetches without being asked
_FETCHED = {
    ("script", "src"),
    ("img", "src"),
    ("link", "href"),
    ("iframe", "src"),
    ("source", "src"),
    ("object", "data"),
}
_IN_STYLE = re.compile(rb"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')\s]+)")


class _Page(HTMLParser):
    """The anchors and links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[tuple[str, bool]] = []  # the address, and whether it is fetched with the page
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep ids and addresses."""
        named = dict(attrs)
        self.anchors |= {named[name] or "" for name in ("id", "name") if name in named}
        canonical = tag == "link" and named.get("rel") in ("canonical", "alternate", "prev", "next")
        for name in ("href", "src", "data"):
            if address := named.get(name):
                self.links.append((address, (tag, name) in _FETCHED and not canonical))


def faults(site: Path) -> list[str]:
    """One sentence for each link that leads nowhere or out of the site."""
    pages = {path.resolve(): _Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        where = path.relative_to(site.resolve())
        for address, fetched in page.links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                if fetched and parts.scheme != "data":
                    found.append(f"{where} fetches {address}")
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                found.append(f"{where} links to {address}, which is not there")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                found.append(f"{where} links to {address}, where no such heading is")
    for style in sorted(site.rglob("*.css")):
        found += [f"{style.name} fetches {each.decode()}" for each in _IN_STYLE.findall(style.read_bytes())]
    return found
