"""Draws what a closed loop hides: one engine that stands still for a second in every ten, asked in both ways.

python tools/picture_omission.py docs/pictures/coordinated-omission.svg
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

from cranfield.core.tidy import tidy
from cranfield.live.measure import live
from cranfield.live.small_server import HttpServer
from cranfield.report.pictures.choose import picture

if TYPE_CHECKING:
    from cranfield.live.measured import Measured

SECONDS, EVERY, STILL = 20, 10.0, 1.0
QUERIES = {f"q{at}": f"words {at}" for at in range(100)}


class Freezing(HttpServer):
    """Answers in five milliseconds, and not at all from the fifth to the sixth second of every ten."""

    def data_received(self, data: bytes) -> None:
        """Answer later."""
        at = time.monotonic() % EVERY
        still = STILL - (at - EVERY / 2) if EVERY / 2 <= at < EVERY / 2 + STILL else 0.0
        asyncio.get_running_loop().call_later(0.005 + still, super().data_received, data)


def _serve(ports: list[int], ready: threading.Event) -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        found = {"results": [{"id": "d1", "score": 1}]}
        server = await loop.create_server(lambda: Freezing(lambda *_: (200, found)), "127.0.0.1", 0, backlog=1024)
        ports.append(server.sockets[0].getsockname()[1])
        ready.set()
        await server.serve_forever()

    asyncio.run(main())


def _points(name: str, found: Measured) -> list[tuple[str, float, float]]:
    rows = found.table.to_pylist()
    start = min(row["intended"] for row in rows)
    return [(name, row["intended"] - start, 1e3 * (row["ended"] - row["intended"])) for row in rows]


def main() -> None:
    """Measure both ways for twenty seconds each, and draw them."""
    ports: list[int] = []
    ready = threading.Event()
    threading.Thread(target=_serve, args=(ports, ready), daemon=True).start()
    ready.wait()
    engine: dict[str, Any] = {
        "url": f"http://127.0.0.1:{ports[0]}/?q={{query}}&n={{size}}",
        "answer": {"ids": "$.results[*].id"},
    }
    opened = live(engine, QUERIES, rate=100, duration=SECONDS, warm_up=False)
    closed = live(engine, QUERIES, repetitions=11, pause=0.005, warm_up=False)
    points = _points("closed loop", closed) + _points("open loop", opened)
    names = ("line", "seconds", "milliseconds")
    columns = {name: [each[at] for each in points] for at, name in enumerate(names)}
    picture(tidy(columns, kind="timeline", system="an engine that stands still for a second")).save(
        sys.argv[1], size="wide"
    )


if __name__ == "__main__":
    main()
