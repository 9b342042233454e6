"""Who may ask at all: the right host, the same origin, a body of a decent size; and headers on every answer."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse

from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["DOCUMENT_POLICY", "MOST_BYTES", "PAGE_POLICY", "Guard", "host_of"]

MOST_BYTES = 256_000  # of a request: an answer with a long comment has a few thousand
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# nothing inline, nothing from elsewhere, and nobody shows our pages in a frame
PAGE_POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)  # fmt: skip
# a document that is HTML: as if from a foreign place, without scripts, forms or anything from the network
DOCUMENT_POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none';"
    " frame-ancestors 'self'"
)
HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # not no-referrer, with which browsers send `Origin: null` even to ourselves
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def host_of(header: str) -> str:
    """The name in a Host header, without the port; empty where it is none."""
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


class Guard:
    """Stands before all pages.

    A page elsewhere can make a browser ask us: under a name of its own that it points here (DNS rebinding), which the
    Host header gives away as it is neither an address nor a name of ours; or under our name, which Sec-Fetch-Site
    gives away, and Origin where browsers leave that out, as they do on plain http in a local network.
    """

    def __init__(self, app: ASGIApp, *, names: Iterable[str] = (), most_bytes: int = MOST_BYTES) -> None:
        self.app, self.most_bytes = app, most_bytes
        self.names = {"localhost", *(each.lower() for each in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or refuse one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = self._refusal(scope["method"], Headers(scope=scope))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if refused is not None:
            await refused(scope, receive, send_with_headers)
            return
        await self.app(scope, _Limited(receive, self.most_bytes), send_with_headers)

    def _refusal(self, method: str, headers: Headers) -> PlainTextResponse | None:
        host = headers.get("host", "")
        name = host_of(host)
        if not (_is_address(name) or name in self.names):
            return _said(421, "web-wrong-host", host=host)
        if method not in SAFE_METHODS and not _same_origin(headers, host):
            return _said(403, "web-other-origin")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.most_bytes:
            return _said(413, "web-too-large", most=self.most_bytes)
        return None


def _same_origin(headers: Headers, host: str) -> bool:
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin", "")
    return bool(host) and urlsplit(origin).netloc.lower() == host.lower()


def _said(status: int, key: str, **fields: object) -> PlainTextResponse:
    return PlainTextResponse(say(key, fields) + "\n", status)


class _Limited:
    """Receives as much of a body as is allowed, whatever its length was said to be."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.receive, self.left = receive, most

    async def __call__(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self.left -= len(message.get("body", b""))
            if self.left < 0:
                raise HTTPException(413)
        return message
