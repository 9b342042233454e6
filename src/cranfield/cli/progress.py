"""A bar for long reading, only where somebody sees it."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["reading", "working"]

PATIENCE = 1.0  # seconds; work that is shorter needs no bar


@contextmanager
def reading(name: str, *, alone: bool = True) -> Iterator[Callable[[int, int], None] | None]:
    """Gives a function that hears bytes done and bytes in all, or None when standard error is no terminal.

    Inputs that are read at the same time share the terminal, so none of them draws a bar.
    """
    if not alone or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 (most runs never need it)
    from rich.progress import Progress  # noqa: PLC0415

    began = time.monotonic()
    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(f"reading {visible(name)}", total=None)
    started = False

    def heard(done: int, total: int) -> None:
        nonlocal started
        if not started and time.monotonic() - began > PATIENCE:
            started = True
            bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield heard
    finally:
        if started:
            bar.stop()


@contextmanager
def working(name: str, noun: str = "rows") -> Iterator[Callable[[str, int, int], None] | None]:
    """The same for work in phases: gives a function that hears the phase, rows done and rows in all.

    On a cluster they are tasks, and both are 0 where it does not say.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 (most runs never need it)
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    about = "about " if noun == "rows" else ""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[told]}"), TimeRemainingColumn())
    began, started, phases = time.monotonic(), False, dict[str, Any]()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)

    def heard(phase: str, done: int, total: int) -> None:
        nonlocal started
        if phase not in phases:
            phases[phase] = bar.add_task(f"{phase} {visible(name)}", total=None, told="")
        if not started and time.monotonic() - began > PATIENCE:
            started = True
            bar.start()
        told = f"{done:,} of {about}{total:,} {noun}" if total else ""
        bar.update(phases[phase], completed=done, total=total or None, told=told)

    try:
        yield heard
    finally:
        if started:
            bar.stop()
