"""Engines of the tests' own on loopback, in a thread: what they answer, and how badly, is a function."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import contextmanager


def ok(document, **headers) -> bytes:
    """A whole answer."""
    return response(200, document if isinstance(document, bytes) else json.dumps(document).encode(), **headers)


def response(status, body=b"", **headers) -> bytes:
    told = {"Content-Type": "application/json", "Content-Length": str(len(body))}
    told |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in told.items() if value is not None)
    return f"HTTP/1.1 {status} Said\r\n{lines}\r\n".encode() + body


class Seen:
    """A request as the server saw it."""

    def __init__(self, head: bytes, body: bytes) -> None:
        first, *lines = head.decode("latin-1").split("\r\n")
        self.method, self.target, _ = first.split(" ")
        self.headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        self.body = body


class Served:
    """A running server: its address, and what it was asked."""

    def __init__(self) -> None:
        self.port = 0
        self.seen: list[Seen] = []
        self.connections = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serving(answer, *, tls=None):
    """Serve until the end of the block: `answer(seen)` gives bytes, or is a coroutine that is given the writer too."""
    served, ready, loop = Served(), threading.Event(), asyncio.new_event_loop()

    writers = []

    async def connected(reader, writer):
        served.connections += 1
        writers.append(writer)
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                size = next(
                    (int(line[15:]) for line in head.lower().split(b"\r\n") if line[:15] == b"content-length:"), 0
                )
                seen = Seen(head[:-4], await reader.readexactly(size))
                served.seen.append(seen)
                if asyncio.iscoroutinefunction(answer):
                    if await answer(seen, writer) is None:
                        break
                else:
                    writer.write(answer(seen))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def main():
        server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls, backlog=1024)
        served.port = server.sockets[0].getsockname()[1]
        served.stop = asyncio.Event()
        ready.set()
        await served.stop.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        for writer in writers:
            writer.transport.abort()
        await asyncio.sleep(0.01)

    def run():
        asyncio.set_event_loop(loop)
        loop.run_until_complete(main())
        pending = asyncio.all_tasks(loop)
        if pending:
            loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield served
    finally:
        loop.call_soon_threadsafe(served.stop.set)
        thread.join(10)


def hits(*ids, took=2):
    """An answer of the plain kind."""
    return {"took": took, "results": [{"id": name, "score": len(ids) - at} for at, name in enumerate(ids)]}


def plain(served_or_url, **more):
    """The tables of an engine that answers as `hits` does."""
    url = served_or_url if isinstance(served_or_url, str) else served_or_url.url
    return {
        "name": "plain", "url": "{server}/search?q={query}&size={size}", "parameters": {"server": url},
        "answer": {"ids": "$.results[*].id", "scores": "$.results[*].score", "time": "$.took", "error": "$.message"},
        **more,
    }  # fmt: skip
