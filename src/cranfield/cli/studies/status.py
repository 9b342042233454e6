"""`cranfield study status`: how far everybody is, how they did on known answers, and whether they agree."""

from __future__ import annotations

from dataclasses import asdict
from math import isnan
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.language import language_option
from cranfield.cli.output import terminal_width, uses_colour
from cranfield.cli.studies.opened import opened
from cranfield.cli.writer import write_text
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.judge.agreeing import Agreeing
    from cranfield.judge.store.facts import Standing, Status
    from cranfield.report.grid import Grid

__all__ = ["command"]


@click.command("status", context_settings={"max_content_width": 100})
@click.argument("study", metavar="STUDY")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="how to print"
)
@language_option
def command(study: str, *, form: str, language: str) -> None:
    """Say how far everybody is, and whether they agree.

    For each annotator: answers, of these `cannot judge`, skipped, taken back, late (kept, but the item was given to
    somebody else meanwhile), known answers met, repeats, and the middle time an item took.
    """
    with opened(study) as found:
        from cranfield.judge.agreeing import agreement_of  # noqa: PLC0415 (loaded only when it is needed)

        told, agreeing = found.status(), agreement_of(found)
    if form == "json":
        from cranfield.report.structured import dumps  # noqa: PLC0415 (loaded only when it is needed)

        agreement = {each.dimension: {"items": each.items, **each.values} for each in agreeing}
        write_text(dumps({**asdict(told), "agreement": agreement}, indent=2) + "\n", None)
        return
    lines = [*_lines(told, study, language), *_agreement(agreeing, language)]
    write_text("\n".join(lines) + "\n", None)


def _agreement(agreeing: Sequence[Agreeing], language: str) -> list[str]:
    """A line for each dimension, and why there is no value where there is none."""
    lines = []
    for each in agreeing:
        values = [f"{name} {'-' if isnan(value) else format(value, '.3f')}" for name, value in each.values.items()]
        facts = {"dimension": each.dimension, "values": values, "count": each.items}
        lines.append(say("status-agreement", facts, language=language))
        lines += [f"  {finding.told(language=language)}" for finding in each.findings]
    return ["", *lines] if lines else []


def _lines(told: Status, study: str, language: str) -> list[str]:
    """The whole in sentences, people as a table, and who is behind."""
    from cranfield.report.table import grid_lines  # noqa: PLC0415 (loaded only when it is needed)

    def both(key: str, fields: dict[str, Any]) -> str:
        return say(key, fields, language=language, voice="shell")

    facts = asdict(told)
    lines = [
        both("status-items", {**facts, "name": told.title or study}),
        both("status-given", {**facts, "share": told.given / told.wanted if told.wanted else 0.0}),
    ]
    if told.disputed or told.decided:
        lines.append(both("status-disputed", facts))
    if told.nobody_could:
        lines.append(both("status-nobody", {"count": told.nobody_could}))
    if not told.people:
        return [*lines, both("status-no-people", {"study": study})]
    lines += ["", *grid_lines(_people(told.people, language), terminal_width(), colour=uses_colour())]
    behind = [each.annotator.name for each in told.people if each.behind]
    if behind:
        lines += ["", both("status-behind", {"names": behind})]
    return lines


def _people(people: tuple[Standing, ...], language: str) -> Grid:
    from cranfield.report.grid import UNDEFINED, Cell, Grid, Row  # noqa: PLC0415 (numpy is loaded only when needed)

    def both(key: str) -> str:
        return say(key, {}, language=language)

    keys = ("status-done", "status-cannot", "status-skipped", "status-undone", "status-late", "status-gold",
            "status-repeats", "status-seconds")  # fmt: skip
    rows = []
    for each in people:
        known = f"{each.gold_right}/{each.gold_seen}" if each.gold_seen else UNDEFINED
        seconds = UNDEFINED if each.median_seconds is None else f"{each.median_seconds:.1f}"
        counts = (each.done, each.cannot, each.skipped, each.undone, each.late)
        cells = (*map(str, counts), known, str(each.repeats), seconds)
        ended = f" ({both('status-revoked')})" if each.annotator.revoked else ""
        rows.append(Row(each.annotator.name + ended, tuple(Cell(text) for text in cells)))
    return Grid("", both("status-annotator"), tuple(both(key) for key in keys), tuple(rows))
