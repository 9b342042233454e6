"""An explanation in a terminal: what holds for each document, then the numbers of the query down to the value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from cranfield.core.param import show
from cranfield.report.screen import new_console, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from cranfield.core.evaluate import Explanation
    from cranfield.core.note import Step

__all__ = ["render_steps"]

MOST_ROWS = 40  # documents far down the ranking rarely change the value


def _number(value: float) -> str:
    return show(value) if value == value and value == int(value) else f"{value:.6f}"  # noqa: PLR0124 (nan is not itself)


def render_steps(
    explanation: Explanation, given: Mapping[str, Sequence[float]], *, width: int = 80, colour: bool = False,
    noun: str = "query",
) -> str:  # fmt: skip
    """The steps as tables that end at the value; `given` are the columns of the data that they start from."""
    console = new_console(width, colour=colour)
    console.print(Text(f"{explanation.measure} of {noun} {explanation.unit}", style="bold"))
    rows = [step for step in explanation.steps if step.per_row]
    if rows:
        console.print()
        _print_rows(console, rows, given)
    console.print()
    units = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    units.add_column(overflow="fold")
    units.add_column(justify="right")
    units.add_column(overflow="fold")
    numbers = [(step.name, step.value, step.how) for step in explanation.steps if not step.per_row]
    if not numbers or numbers[-1][1] != explanation.value:
        numbers.append(("value", explanation.value, "as it counts in the mean"))
    for index, (name, value, how) in enumerate(numbers, 1):
        style = "bold" if index == len(numbers) else ""
        units.add_row(Text(name, style), Text(_number(value), style), Text(how, style="dim"))
    console.print(units)
    return text_of(console)


def _print_rows(console: Console, steps: list[Step], given: Mapping[str, Sequence[float]]) -> None:
    """Steps of the same length side by side; how each comes about below."""
    lengths = dict.fromkeys(len(step.values) for step in steps)
    for length in lengths:
        together = [step for step in steps if len(step.values) == length]
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
        columns = [(name, values) for name, values in given.items() if len(values) == length]
        columns += [(step.name, step.values) for step in together]
        for name, _ in columns:
            table.add_column(name, justify="right")
        for index in range(min(length, MOST_ROWS)):
            table.add_row(*(_number(values[index]) for _, values in columns))
        console.print(table)
        if length > MOST_ROWS:
            console.print(Text(f"and {length - MOST_ROWS} more rows", style="dim"))
        for step in together:
            console.print(Text(f"{step.name}: {step.how}", style="dim"))
