"""Look for inputs that are answered by anything else than numbers or a sentence.

    python fuzz/run.py [--seconds 60] [--seed 1] [targets ...]

An input that shows a fault is made short and written to fuzz/corpus/, which the tests replay.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import sys
import time
import warnings
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import asking
import judging
import larger
import reading
import saying
from guided import fuzz

CORPUS = Path(__file__).parent / "corpus"
TARGETS: dict[str, tuple[Any, list[bytes]]] = {
    **reading.TARGETS, **asking.TARGETS, **judging.TARGETS, **larger.TARGETS, **saying.TARGETS,
}  # fmt: skip


def kept(name: str) -> dict[str, bytes]:
    """The inputs that ever failed."""
    folder = CORPUS / name.replace(" ", "_")
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*"))} if folder.is_dir() else {}


def keep(name: str, data: bytes) -> Path:
    """Write an input that fails where it is found again."""
    path = CORPUS / name.replace(" ", "_") / hashlib.sha256(data).hexdigest()[:12]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def main() -> int:
    """The number of faults, at most 1."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60, help="for all targets together")
    parser.add_argument(
        "--seed", type=int, default=int(time.time()), help="the same one changes inputs in the same way"
    )
    parser.add_argument("targets", nargs="*", metavar="target", help=f"of {', '.join(TARGETS)}; all if none is named")
    given = parser.parse_args()
    unknown = [name for name in given.targets if name not in TARGETS]
    if unknown:
        parser.error(f"there is no target {unknown[0]!r}; there are {', '.join(TARGETS)}")
    warnings.simplefilter("error")
    logging.disable()
    names = given.targets or list(TARGETS)
    print(f"seed {given.seed}, {given.seconds:g} seconds for {len(names)} targets", flush=True)
    faults = 0
    for name in names:
        target, seeds = TARGETS[name]
        found = fuzz(target, [*seeds, *kept(name).values()], given.seconds / len(names), given.seed)
        print(
            f"{name:<14}{found.runs:>9,} inputs {len(found.lines):>7,} lines reached {len(found.faults):>4} faults",
            flush=True,
        )
        for fault, data in found.faults.values():
            faults += 1
            print(f"  {fault.kind} at {fault.place}: {fault.words!r}\n  {keep(name, data)}: {data[:200]!r}", flush=True)
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
