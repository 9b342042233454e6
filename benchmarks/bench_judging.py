"""Judging over HTTP: 50 annotators, 10,000 judgments, the server killed ten times; how fast, and is all of it there.

python benchmarks/bench_judging.py [--people 50] [--judgments 10000] [--kills 10] [--where postgresql://...]

Annotators answer without a pause, so that the requests of all of them wait for each other. Without --where it is done
on a SQLite file and, where PostgreSQL is installed, on a server of its own that waits for the disk as servers do.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from judging_load import faults, simulate

if TYPE_CHECKING:
    from collections.abc import Iterator

TESTS = Path(__file__).parent.parent / "tests"


def main() -> int:
    """Print what was measured; how many databases lost anything."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name, default in (("people", 50), ("judgments", 10_000), ("kills", 10), ("overlap", 2)):
        asked.add_argument(f"--{name}", type=int, default=default)
    asked.add_argument("--where", help="an empty PostgreSQL database; without it SQLite, then a server of its own")
    given = asked.parse_args()
    if given.where:
        return measured("PostgreSQL", given.where, given)
    with tempfile.TemporaryDirectory() as folder:
        failed = measured("SQLite", str(Path(folder) / "study.db"), given)
    with own_server() as where:
        return failed + (measured("PostgreSQL", where, given) if where else 0)


@contextmanager
def own_server() -> Iterator[str]:
    """The address of a new database; empty, and said why, where no server can be started."""
    sys.path.insert(0, str(TESTS))
    from judge.server import Server, why_not

    if why := why_not():
        print(f"PostgreSQL: left out, as {why}")
        yield ""
        return
    started = Server(durable=True)
    try:
        yield started.database()
    finally:
        started.stop()


def measured(name: str, where: str, given: argparse.Namespace) -> int:
    """Let people judge, and print what was measured; 1 if anything was lost."""
    done = simulate(where, people=given.people, judgments=given.judgments, kills=given.kills, overlap=given.overlap)
    wrong = faults(where, done, overlap=given.overlap)
    rate = len(done.acknowledged) / done.seconds
    print(
        f"{name}: {given.people} annotators, {len(done.acknowledged):,} judgments, {done.kills} times kill -9:"
        f" {rate:,.0f} judgments a second over {done.seconds:.0f} s"
    )
    print(f"  a request: median {1000 * done.at(0.5):.0f} ms, p99 {1000 * done.at(0.99):.0f} ms")
    print(f"  until the receipt, restarts included: p99 {1000 * done.at(0.99, of='waits'):.0f} ms")
    if wrong:
        print("\n".join(f"  {each}" for each in [*wrong[:20], f"{len(wrong)} faults"]))
        return 1
    print(f"  sent again although it was there: {done.repeated}; taken once: yes")
    print(f"  lost 0, twice 0, more than {given.overlap} an item 0", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
