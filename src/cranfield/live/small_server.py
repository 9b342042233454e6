"""Serves the small engine over HTTP on loopback, in a process of its own: `python -m cranfield.live.small_server`.

It prints its port when it is ready, and ends when its standard input does, so that it never outlives who started it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote, urlsplit

from cranfield.live.bm25 import Index

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["HttpServer", "serve"]

_REASONS = {200: "OK", 201: "Created", 400: "Bad Request", 404: "Not Found"}


class HttpServer(asyncio.Protocol):
    """Just enough of HTTP/1.1 for JSON over connections that stay open."""

    def __init__(self, answer: Callable[[str, str, bytes], tuple[int, Any]]) -> None:
        self.answer, self.held = answer, b""
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember whom to answer."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer every request that is whole."""
        self.held += data
        while True:
            head, found, rest = self.held.partition(b"\r\n\r\n")
            if not found:
                return
            first, *lines = head.decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            size = int(headers.get("content-length", "0"))
            if len(rest) < size:
                return
            body, self.held = rest[:size], rest[size:]
            method, target, *_ = first.split(" ")
            status, document = self.answer(method, target, body)
            text = json.dumps(document).encode()
            start = f"HTTP/1.1 {status} {_REASONS.get(status, '')}\r\nContent-Type: application/json\r\n"
            self.transport.write(f"{start}Content-Length: {len(text)}\r\n\r\n".encode() + text)


def _answers(index: Index) -> Callable[[str, str, bytes], tuple[int, Any]]:
    """What the small engine says to each request."""

    def answer(method: str, target: str, body: bytes) -> tuple[int, Any]:
        began = time.perf_counter()
        index.due()
        parts = urlsplit(target)
        given = dict(parse_qsl(parts.query))
        try:
            if parts.path == "/search":
                numbers = {name: float(given[name]) for name in ("k1", "b", "title") if name in given}
                found = index.search(given.get("q", ""), int(given.get("size", "10")), **numbers)
                took = (time.perf_counter() - began) * 1e3
                return 200, {"took": took, "results": [{"id": name, "score": score} for name, score in found]}
            if parts.path == "/stats":
                return 200, {"version": "1", "documents": len(index.documents), "bytes": index.bytes}
            if parts.path.startswith("/documents/"):
                text = None if method == "DELETE" else str(json.loads(body)["text"])
                index.write(unquote(parts.path.removeprefix("/documents/")), text)
                return 201, {"result": "accepted"}
        except (ValueError, KeyError) as error:
            return 400, {"message": str(error)}
        return 404, {"message": f"there is no {parts.path}"}

    return answer


async def serve(answer: Callable[[str, str, bytes], tuple[int, Any]], port: int = 0) -> asyncio.Server:
    """A server on loopback."""
    loop = asyncio.get_running_loop()
    return await loop.create_server(lambda: HttpServer(answer), "127.0.0.1", port, backlog=1024)


async def _main(path: Path, refresh: float) -> None:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()

    def watch() -> None:  # when nobody holds the other end any more, nobody needs the engine
        sys.stdin.buffer.read()
        loop.call_soon_threadsafe(ended.set)

    server = await serve(_answers(Index.read(path, refresh)))
    threading.Thread(target=watch, daemon=True).start()
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await ended.wait()


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), float(sys.argv[2])))
