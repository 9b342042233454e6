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
    from cranfield.report.answer import Answer

__all__ = ["render_steps"]

MOST_ROWS = 40  # documents far down the ranking rarely change the value


def _number(value: float) -> str:
    return show(value) if value == value and value == int(value) else f"{value:.6f}"  # noqa: PLR0124 (nan is not itself)


def render_steps(
    explanation: Explanation, given: Mapping[str, Sequence[float]], *, answer: Answer | None = None, width: int = 80,
    colour: bool = False,
) -> str:  # fmt: skip
    """The steps as tables that end at the value; `given` are columns of the data, or `answer` the data of a query."""
    console = new_console(width, colour=colour)
    console.print(Text(f"{explanation.measure} of query {explanation.unit}", style="bold"))
    rows = [step for step in explanation.steps if step.per_row]
    if answer is not None:
        _print_answer(console, rows, answer, getattr(explanation.measure, "k", None))
    elif rows:
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


def _print_answer(console: Console, steps: list[Step], answer: Answer, k: int | None) -> None:
    """What the run returned, the steps beside it, and the best order there could be."""
    for note in answer.notes:
        console.print(Text(note, style="dim"))
    if steps and answer.returned:
        console.print()
        _print_documents(console, steps, answer, k)
    if answer.best:
        more = f" and {len(answer.best) - MOST_ROWS} more" if len(answer.best) > MOST_ROWS else ""
        shown = " ".join(_number(gain) for gain in answer.best[:MOST_ROWS])
        console.print(Text(f"gains in the best order: {shown}{more}", style="dim"))


def _print_documents(console: Console, steps: list[Step], answer: Answer, k: int | None) -> None:
    """One line for each document up to the cutoff, a line for unjudged ones; how each number comes about below."""
    together = [step for step in steps if len(step.values) == len(answer.rank)]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    named = bool(answer.document)
    columns = ["rank", *(["document"] if named else []), "grade", *(step.name for step in together)]
    for name in columns:
        left = name == "document"
        table.add_column(name, justify="left" if left else "right", overflow="fold" if left else "ellipsis")
    end = answer.returned if k is None else min(answer.returned, k)
    before = shown = 0
    inside = [index for index, rank in enumerate(answer.rank) if rank <= end]
    for index in inside[:MOST_ROWS]:
        _add_gap(table, before + 1, answer.rank[index] - 1, len(columns), named=named)
        before, shown = answer.rank[index], shown + 1
        who = [Text(answer.document[index])] if named else []
        numbers = [_number(each) for each in (answer.grade[index], *(step.values[index] for step in together))]
        table.add_row(str(before), *who, *numbers)
    if shown == len(inside):
        _add_gap(table, before + 1, end, len(columns), named=named)
    console.print(table)
    if shown < len(inside):
        console.print(Text(f"and {len(inside) - shown} more judged documents", style="dim"))
    if len(answer.rank) > len(inside):
        below = len(answer.rank) - len(inside)
        console.print(Text(f"below rank {end}: {below} more judged document{'s' * (below != 1)}", style="dim"))
    for step in together:
        console.print(Text(f"{step.name}: {step.how}", style="dim"))
    for step in steps:
        if step not in together:
            console.print(Text(f"{step.name}: {' '.join(map(_number, step.values))} ({step.how})", style="dim"))


def _add_gap(table: Table, first: int, last: int, columns: int, *, named: bool) -> None:
    """A line for ranks that hold no judged document."""
    if first > last:
        return
    ranks = str(first) if first == last else f"{first}-{last}"
    count = last - first + 1
    what = [Text("unjudged" if count == 1 else f"{count} unjudged", style="dim")] if named else []
    table.add_row(Text(ranks, style="dim"), *what, *[Text("-", style="dim")] * (columns - 1 - len(what)))
