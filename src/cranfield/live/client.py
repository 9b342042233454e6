"""Asks one engine over HTTP: the only place that touches the network.

Nothing is followed, retried or sent through a proxy, so that what is measured is what was asked for.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from typing import TYPE_CHECKING, Any, Self

import aiohttp
from yarl import URL

from cranfield.errors import InputError
from cranfield.live.failure import Failed, Failure
from cranfield.live.reply import Reply, unpacked

if TYPE_CHECKING:
    from cranfield.live.calls import Request
    from cranfield.live.engine import Engine

__all__ = ["HttpClient"]

_GOOD = range(200, 300)
_REDIRECTS = range(300, 400)
_EXAMPLE = 'Authorization = "Bearer ${NAME}"'


class HttpClient:
    """Connections to an engine, kept open between requests."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        timeout = aiohttp.ClientTimeout(total=None)  # one clock for everything stands around each request
        connector = aiohttp.TCPConnector(limit=0, ssl=_security(self.engine))
        self._session = aiohttp.ClientSession(
            connector=connector, timeout=timeout, auto_decompress=False, trust_env=False,
            headers={"User-Agent": "cranfield", "Accept-Encoding": "gzip, deflate"},
                cookie_jar=aiohttp.DummyCookieJar(),
        )  # fmt: skip
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._session is not None
        await self._session.close()

    async def ask(self, request: Request) -> Reply:
        """Send a request and wait for the whole answer, or until the time is up."""
        sent = time.perf_counter()
        held: dict[str, Any] = {"status": None, "size": 0}
        try:
            async with asyncio.timeout(self.engine.timeout):
                raw, encoding, location, wait = await self._exchange(request, held)
            ended = time.perf_counter()
            body = unpacked(raw, encoding, self.engine.largest)
            failure = _status_failure(held["status"], body, location, wait, request)
        except Failed as failed:
            return Reply(sent, time.perf_counter(), held["status"], b"", held["size"], failed.failure)
        except (TimeoutError, aiohttp.ClientError, OSError, ValueError) as error:
            failure = _failure_of(error, self.engine.timeout, request)
            return Reply(sent, time.perf_counter(), held["status"], b"", held["size"], failure)
        return Reply(sent, ended, held["status"], body, held["size"], failure)

    async def _exchange(self, request: Request, held: dict[str, Any]) -> tuple[bytes, str, str, str]:
        assert self._session is not None
        parts: list[bytes] = []
        async with self._session.request(
            request.method,
            URL(request.url, encoded=request.url.isascii()),
            data=request.body,
            headers=dict(request.headers),
            allow_redirects=False,
        ) as response:
            held["status"] = response.status
            async for part in response.content.iter_any():
                held["size"] += len(part)
                if held["size"] > self.engine.largest:
                    raise Failed("live-too-large", status=response.status, most=self.engine.largest)
                parts.append(part)
            found = response.headers
            encoding, location = found.get("Content-Encoding", ""), found.get("Location", "")
            return b"".join(parts), encoding, location, found.get("Retry-After", "")


def _security(engine: Engine) -> ssl.SSLContext | bool:
    if not engine.verify:
        return False
    if engine.ca is None:
        return True
    try:
        return ssl.create_default_context(cafile=engine.ca)
    except (OSError, ssl.SSLError) as error:
        raise InputError("engine-ca", source=engine.source, file=engine.ca, why=str(error)) from None


def _status_failure(status: int, body: bytes, location: str, wait: str, request: Request) -> Failure | None:
    """What a status means, if it is no success."""
    if status in _GOOD:
        return None
    if status in _REDIRECTS:
        target = request.without_secrets(location.partition("?")[0])
        return Failure("live-redirect", {"location": target}, status)
    said = request.without_secrets(body[:4000].decode("utf-8", "replace"))
    if status in (401, 403):
        return Failure("live-unauthorized", {"said": said, "example": _EXAMPLE}, status)
    if status == 429:
        return Failure("live-too-many", {"wait": wait if wait.isdigit() else None, "said": said}, status)
    return Failure("live-status", {"said": said}, status)


def _failure_of(error: Exception, timeout: float, request: Request) -> Failure:
    """The one sentence for each way in which a network fails."""
    why = request.without_secrets(str(getattr(error, "strerror", None) or error))
    if isinstance(error, TimeoutError):
        return Failure("live-timeout", {"timeout": timeout})
    if isinstance(error, aiohttp.ClientSSLError | ssl.SSLError):
        if "WRONG_VERSION_NUMBER" in str(error):  # what OpenSSL calls an answer in plain HTTP
            return Failure("live-no-tls", {})
        return Failure("live-tls", {"why": why})
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return Failure("live-no-host", {})
    if isinstance(error, aiohttp.ClientConnectorError):
        refused = isinstance(error.os_error, ConnectionRefusedError)
        return Failure("live-refused", {}) if refused else Failure("live-unreachable", {"why": why})
    if isinstance(error, aiohttp.InvalidURL):
        return Failure("live-bad-url", {})
    # aiohttp appends the error of its parser as Python writes it
    return Failure("live-cut-off", {"why": why.partition(": <")[0]})
