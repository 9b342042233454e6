"""The client of `cranfield live` under a high rate on loopback: what it costs, and how late its requests are."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from turns import Program, Turn, take_turns

if TYPE_CHECKING:
    from collections.abc import Iterator

RATE, SECONDS = 1000, 10
# as lean as Python is, so that the client is what is measured
SERVER = """
import asyncio, json, sys
BODY = json.dumps({"results": [{"id": f"d{at}", "score": 10 - at} for at in range(10)]}).encode()
ANSWER = b"HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(BODY) + BODY
class Answers(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.held = transport, b""
    def data_received(self, data):
        self.held += data
        whole = self.held.split(b"\\r\\n\\r\\n")
        self.held = whole.pop()
        self.transport.write(ANSWER * len(whole))
async def main():
    server = await asyncio.get_running_loop().create_server(Answers, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
asyncio.run(main())
"""
OURS = """
found = live(engine, queries, rate={rate}, duration={seconds}, warm_up=False)
lag = sorted(sent - due for sent, due in zip(found.table["sent"].to_pylist(), found.table["intended"].to_pylist()))
assert len(lag) == {rate} * {seconds} and not found.rows.errors
answer = 1000 * lag[int(0.99 * len(lag))]
"""
BEFORE = """
from cranfield import live
engine = {{"url": "http://127.0.0.1:{port}/search?q={{query}}&size={{size}}",
          "answer": {{"ids": "$.results[*].id", "scores": "$.results[*].score"}}}}
queries = {{f"q{{at}}": f"words {{at}}" for at in range(1000)}}
live(engine, queries, rate=200, duration=0.5, warm_up=False)
"""


@contextmanager
def _server() -> Iterator[int]:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield int(process.stdout.readline())
        finally:
            process.terminate()


def _hey(port: int, seconds: int) -> Turn:
    """Twenty connections of fifty requests a second each; it waits for answers, so it is a closed loop."""
    words = ["hey", "-z", f"{seconds}s", "-c", "20", "-q", str(RATE // 20), "-o", "csv"]
    before, began = os.times(), time.perf_counter()
    told = subprocess.run(
        [*words, f"http://127.0.0.1:{port}/search?q=words"], check=True, capture_output=True, text=True
    )
    after, wall = os.times(), time.perf_counter() - began
    count = len(told.stdout.splitlines()) - 1
    if not 0.9 * RATE * seconds <= count <= 1.1 * RATE * seconds:
        raise SystemExit(f"hey sent {count} requests in {seconds} s, not {RATE * seconds}: not the same work")
    return Turn(wall, after.children_user - before.children_user + after.children_system - before.children_system)


def live_rate(scale: float) -> list[dict[str, Any]]:
    """A thousand requests a second, by ours and by a load generator of Debian's."""
    seconds = max(round(SECONDS * scale), 2)
    with _server() as port:
        ours = Program(OURS.format(rate=RATE, seconds=seconds), BEFORE.format(port=port))
        contestants: dict[str, Any] = {"cranfield live": ours}
        if shutil.which("hey"):
            contestants["hey"] = lambda: _hey(port, seconds)
        rows = take_turns(contestants, 5 if scale >= 1 else 3)
    note = (
        "The value is the 99th percentile of how late our own requests were sent, in milliseconds; hey does not say"
        " how late"
        " its requests are. Both are given the same rate, so that only processor time is compared."
    )
    if os.sched_getscheduler(0) != os.SCHED_OTHER:
        note += " Measured with real-time priority, as other programs ran on the machine."
    line = {"work": f"{RATE:,} requests a second for {seconds} s", "ours": "cranfield live", "peers": ["hey"]}
    return [
        {"title": f"{RATE:,} requests a second to loopback, {seconds} s", "rows": rows, "note": note, "readme": [line]}
    ]


if __name__ == "__main__":
    print(json.dumps(live_rate(0.2), indent=1))
