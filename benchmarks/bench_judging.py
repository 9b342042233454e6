"""Judging over HTTP: 50 annotators, 10,000 judgments, the server killed ten times; how fast, and is all of it there.

python benchmarks/bench_judging.py [--people 50] [--judgments 10000] [--kills 10] [--where postgresql://...]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from judging_load import faults, simulate


def main() -> int:
    """Print what was measured; 1 if anything was lost."""
    asked = argparse.ArgumentParser(description=__doc__)
    for name, default in (("people", 50), ("judgments", 10_000), ("kills", 10), ("overlap", 2)):
        asked.add_argument(f"--{name}", type=int, default=default)
    asked.add_argument("--where", help="an empty PostgreSQL database; without it a SQLite file")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        where = given.where or str(Path(folder) / "study.db")
        done = simulate(where, people=given.people, judgments=given.judgments, kills=given.kills, overlap=given.overlap)
        wrong = faults(where, done, overlap=given.overlap)
    rate = len(done.acknowledged) / done.seconds
    print(
        f"{given.people} annotators, {len(done.acknowledged):,} judgments, {done.kills} times kill -9:"
        f" {rate:,.0f} judgments a second over {done.seconds:.0f} s"
    )
    print(f"a request: median {1000 * done.at(0.5):.0f} ms, p99 {1000 * done.at(0.99):.0f} ms")
    print(f"until the receipt, restarts included: p99 {1000 * done.at(0.99, of='waits'):.0f} ms")
    print(f"sent again although it was there: {done.repeated}; taken once: yes" if not wrong else "\n".join(wrong[:20]))
    print(f"lost 0, twice 0, more than {given.overlap} an item 0" if not wrong else f"{len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
