"""A bar that shows how far a pass is, how fast it goes, and how many requests failed; only where somebody sees it."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cranfield.words import say, translated, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["watching"]


@contextmanager
def watching(what: str, language: str) -> Iterator[Callable[[str, int, int, int], None] | None]:
    """Gives a function that hears the phase, requests done, requests in all, and failures."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 (most runs never need it)
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (
        TextColumn("{task.description}"), BarColumn(),
        TextColumn("{task.fields[told]}"),
        TimeElapsedColumn(),
    )  # fmt: skip
    phases = dict[str, Any]()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:

        def heard(phase: str, done: int, total: int, errors: int) -> None:
            if phase not in phases:
                phases[phase] = bar.add_task(
                    f"{visible(what)} {translated(phase, language=language)}", total=total, told=""
                )
            task = bar.tasks[phases[phase]]
            speed = f"{done / task.elapsed:,.0f}/s" if task.elapsed else ""
            facts = {"done": done, "total": total, "speed": speed, "errors": errors}
            bar.update(phases[phase], completed=done, total=total, told=say("live-so-far", facts, language=language))

        yield heard
