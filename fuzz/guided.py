"""The loop: change an input, run it, keep it if it reaches a line that none before it reached."""

from __future__ import annotations

import random
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mutations import mutated, shrunk

import cranfield

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Fault", "Found", "TooSlowError", "fuzz", "outcome"]

HOUSE = str(Path(cranfield.__file__).parent)
LOOKED_AT = 0.25  # the share of inputs
SLOWEST = 20.0  # seconds that one small input may take on a busy machine


class TooSlowError(Exception):
    """An input took longer than any of its size may."""


@dataclass(frozen=True)
class Fault:
    """What went wrong and where, which tells faults apart."""

    kind: str
    place: str
    words: str


@dataclass
class Found:
    """What came of a target."""

    runs: int = 0
    kept: int = 0
    lines: set[tuple[str, int]] = field(default_factory=set)
    faults: dict[tuple[str, str], tuple[Fault, bytes]] = field(default_factory=dict)


def outcome(target: Callable[[bytes], None], data: bytes) -> Fault | None:
    """The fault that an input shows, if it does; refusing it in a sentence is none."""

    def stop(_number: int, _frame: Any) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SLOWEST)
    try:
        target(data)
    except Exception as error:  # whatever it is, it is the fault that is looked for
        trace, place = error.__traceback__, ""
        while trace is not None:
            place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
            trace = trace.tb_next
        return Fault(type(error).__name__, place, f"{error!s:.200}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return None


def traced(target: Callable[[bytes], None], data: bytes, lines: set[tuple[str, int]]) -> Fault | None:
    """The same, and the lines of the house that it reaches."""

    def line(frame: Any, event: str, _argument: Any) -> Any:
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def call(frame: Any, _event: str, _argument: Any) -> Any:
        return line if frame.f_code.co_filename.startswith(HOUSE) else None

    sys.settrace(call)
    try:
        return outcome(target, data)
    finally:
        sys.settrace(None)


def fuzz(target: Callable[[bytes], None], seeds: list[bytes], seconds: float, seed: int) -> Found:
    """Run a target on changed inputs for so many seconds."""
    rng = random.Random(seed)  # noqa: S311 (to be repeated, not to be secret)
    found, pool = Found(), list(seeds)
    end = time.monotonic() + seconds
    queue = list(seeds)
    while time.monotonic() < end:
        # what came last reached something new, so it is tried more often
        data = queue.pop() if queue else mutated(rng.choice(pool if rng.random() < 0.5 else pool[-20:]), pool, rng)
        before = len(found.lines)
        # looking at every line takes ten times as long, so that only some inputs are looked at
        first = found.runs < len(seeds) or rng.random() < LOOKED_AT
        fault = traced(target, data, found.lines) if first else outcome(target, data)
        found.runs += 1
        if fault is not None:
            key = (fault.kind, fault.place)
            if key not in found.faults:
                found.faults[key] = (fault, shrunk(data, lambda each, key=key: _shows(target, each, key)))
        elif len(found.lines) > before and len(data) < 1 << 14:
            pool.append(data)
            found.kept += 1
    return found


def _shows(target: Callable[[bytes], None], data: bytes, key: tuple[str, str]) -> bool:
    fault = outcome(target, data)
    return fault is not None and (fault.kind, fault.place) == key
