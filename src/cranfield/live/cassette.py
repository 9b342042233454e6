"""Requests and answers on disk, so that a sweep or a test runs again without the engine.

A line of JSON for each exchange: what was asked without secrets, what came back, and how long it took.
"""

from __future__ import annotations

import base64
import json
import math
import time
from typing import TYPE_CHECKING, Any, Self

from cranfield.core.parsed import parsed_json
from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.read.lines import numbered_lines
from cranfield.live.engine import LARGEST
from cranfield.live.failure import Failed, Failure
from cranfield.live.reply import Reply

if TYPE_CHECKING:
    from cranfield.live.asking import Client
    from cranfield.live.calls import Request

__all__ = ["Cassette", "Recording", "Replaying"]

_VERSION = 1
_LONGEST = (2 * LARGEST) + (1 << 20)  # bytes of a line: an answer with every character spelt out, and what was asked


class Cassette:
    """Exchanges by what was asked; the same request may have been answered several times."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []
        self.known: dict[str, list[dict[str, Any]]] = {}

    def add(self, line: dict[str, Any]) -> None:
        """Keep an exchange."""
        self.lines.append(line)
        self.known.setdefault(line["key"], []).append(line)

    def dump(self) -> bytes:
        """As a file."""
        head = {"cassette": _VERSION, "exchanges": len(self.lines)}
        return "".join(json.dumps(each) + "\n" for each in (head, *self.lines)).encode()

    @classmethod
    def read(cls, path: str) -> Cassette:
        """A file that was recorded."""
        found = cls()
        for number, line in numbered_lines(Source(path, hashed="never"), limit=_LONGEST):
            try:
                told = parsed_json(line)
                if number == 1:
                    if told["cassette"] != _VERSION:
                        raise InputError("cassette-version", source=path, line=1, given=told["cassette"])
                    continue
                found.add({**told, "key": str(told["key"]), "took": _seconds(told["took"])})
            except (ValueError, KeyError, TypeError, OverflowError) as error:
                if isinstance(error, InputError):
                    raise
                raise InputError("cassette-line", source=path, line=number) from None
        if not found.lines:
            raise InputError("cassette-empty", source=path)
        return found


def _seconds(told: Any) -> float:
    took = float(told)
    if not 0 <= took < math.inf:
        raise ValueError(told)
    return took


class Recording:
    """A client that keeps what it sees."""

    def __init__(self, client: Client, cassette: Cassette) -> None:
        self.client, self.cassette = client, cassette

    async def __aenter__(self) -> Self:
        await self.client.__aenter__()
        return self

    async def __aexit__(self, *given: object) -> None:
        await self.client.__aexit__(*given)

    async def ask(self, request: Request) -> Reply:
        """Ask, and keep the answer."""
        reply = await self.client.ask(request)
        failure = reply.failure
        body = request.without_secrets(reply.body.decode("utf-8", "surrogateescape"))
        self.cassette.add({
            "key": request.key, "method": request.method, "url": request.shown, "body": request.plain,
            "status": reply.status, "took": reply.ended - reply.sent, "bytes": reply.size,
            "answer": base64.b64encode(body.encode("utf-8", "surrogateescape")).decode()
            if _odd(body) else body, "encoded": _odd(body),
            "failure": None if failure is None else [failure.key, dict(failure.fields), failure.status],
        })  # fmt: skip
        return reply


def _odd(text: str) -> bool:
    """Whether bytes are no text that JSON could hold."""
    return any("\ud800" <= each <= "\udfff" for each in text)


class Replaying:
    """A client that answers from a cassette; its clock runs as if it had waited."""

    def __init__(self, cassette: Cassette, source: str) -> None:
        self.cassette, self.source = cassette, source
        self.ahead = 0.0
        self.used: dict[str, int] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def ask(self, request: Request) -> Reply:
        """The answer that was recorded; several to one request come in turn."""
        lines = self.cassette.known.get(request.key)
        if lines is None:
            raise InputError("cassette-missing", source=self.source, url=request.shown, body=request.plain or "")
        at = self.used.get(request.key, 0)
        self.used[request.key] = at + 1
        line = lines[at % len(lines)]
        sent = time.perf_counter() + self.ahead
        self.ahead += line["took"]
        failure = line.get("failure")
        try:
            body = base64.b64decode(line["answer"]) if line.get("encoded") else line["answer"].encode()
            held = None if failure is None else Failure(failure[0], failure[1], failure[2])
            return Reply(sent, sent + line["took"], line["status"], body, int(line["bytes"]), held)
        except (LookupError, TypeError, ValueError, AttributeError, Failed):
            raise InputError("cassette-line", source=self.source, line=self.cassette.lines.index(line) + 2) from None
