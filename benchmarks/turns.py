"""Contestants that take turns: ours, theirs, ours, theirs, equally often, on the same input, nothing kept in between.

The speed of a machine changes from minute to minute, so what is compared runs side by side and the medians count, of
wall time and of processor time. A contestant is a function without arguments that gives a Turn: a Program or a Command
runs in a process of its own, `here` measures a function in this one.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

# Python may keep what it compiled, as it does for every user
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
CHILD = """
import gc, json, time
{before}
gc.collect()
_wall, _cpu = time.perf_counter(), time.process_time()
{work}
_wall, _cpu = time.perf_counter() - _wall, time.process_time() - _cpu
with open("/proc/self/status") as _status:
    _peak = int(_status.read().split("VmHWM:")[1].split()[0]) / 1024
print(json.dumps([_wall, _cpu, _peak, answer]))
"""


class Turn(NamedTuple):
    """What one run took, and what it found out."""

    wall: float
    cpu: float  # of all threads
    peak: float | None = None  # megabytes
    answer: Any = None


@dataclass(frozen=True)
class Program:
    """Python code in a process of its own; `work` sets `answer`. Only `work` is measured, or the `whole` process."""

    work: str
    before: str = ""
    whole: bool = False

    def __call__(self) -> Turn:
        """Run it once."""
        code = CHILD.format(before=self.before, work=self.work)
        wall, cpu, output = _run([sys.executable, "-c", code])
        inside = Turn(*json.loads(output.splitlines()[-1]))
        return inside._replace(wall=wall, cpu=cpu) if self.whole else inside


@dataclass(frozen=True)
class Command:
    """A command line, measured from its start to its end."""

    words: Sequence[str]

    def __call__(self) -> Turn:
        """Run it once."""
        wall, cpu, _ = _run(list(self.words))
        return Turn(wall, cpu)


def here(work: Callable[[], Any], repeat: int = 1) -> Callable[[], Turn]:
    """Work in this process, so often that a turn takes long enough to be measured; the time of one."""

    def turn() -> Turn:
        gc.collect()
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(repeat):
            answer = work()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return Turn(wall / repeat, cpu / repeat, None, answer if isinstance(answer, float) else None)

    return turn


def _run(words: list[str]) -> tuple[float, float, str]:
    """Wall and processor seconds of a process, and what it printed."""
    with TemporaryFile("w+") as output, TemporaryFile("w+") as errors:
        began = time.perf_counter()
        child = subprocess.Popen(words, stdout=output, stderr=errors, text=True, env=ENVIRONMENT)
        _, status, used = os.wait4(child.pid, 0)
        wall = time.perf_counter() - began
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if child.returncode:
            raise SystemExit(f"{' '.join(words)[:300]}\n{errors.read()[-2000:]}")
        return wall, used.ru_utime + used.ru_stime, output.read()


def take_turns(
    contestants: Mapping[str, Callable[[], Turn]], rounds: int = 5, *, agree: float | None = None
) -> list[dict[str, Any]]:
    """A row of medians for each contestant, ours first; `agree` is how far the answers may be apart."""
    turns: dict[str, list[Turn]] = {name: [] for name in contestants}
    for number in range(rounds):
        for name, contestant in contestants.items():
            turns[name].append(contestant())
            print(f"  {number + 1}/{rounds} {name}: {turns[name][-1].wall:.3f} s", file=sys.stderr, flush=True)
    rows = [_row(name, taken, next(iter(turns.values()))) for name, taken in turns.items()]
    if agree is not None:
        _refuse_other_answers(rows, agree)
    return rows


def _row(name: str, turns: list[Turn], ours: list[Turn]) -> dict[str, Any]:
    wall, cpu = (statistics.median(getattr(each, what) for each in turns) for what in ("wall", "cpu"))
    base_wall, base_cpu = (statistics.median(getattr(each, what) for each in ours) for what in ("wall", "cpu"))
    ratios = [each.wall / beside.wall for each, beside in zip(turns, ours, strict=True)]
    peaks = [each.peak for each in turns if each.peak is not None]
    return {
        "name": name, "turns": len(turns), "wall": _short(wall), "cpu": _short(cpu),
        "x wall": _short(wall / base_wall), "x cpu": _short(cpu / base_cpu),
        "x wall range": [_short(min(ratios)), _short(max(ratios))],
        "peak": round(statistics.median(peaks)) if peaks else None, "answer": turns[0].answer,
    }  # fmt: skip


def _short(number: float) -> float:
    """Four digits are more than a machine repeats."""
    return float(f"{number:.4g}")


def _refuse_other_answers(rows: list[dict[str, Any]], agree: float) -> None:
    first = rows[0]["answer"]
    for row in rows[1:]:
        if row["answer"] is not None and abs(row["answer"] - first) > agree:
            raise SystemExit(f"{row['name']} found {row['answer']}, {rows[0]['name']} {first}: not the same work")
