"""Explanations: what holds for each row, then the numbers of the unit down to the value; for people and programs."""

from __future__ import annotations

import math
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table
from rich.text import Text

from cranfield.core.param import show
from cranfield.report.screen import new_console, text_of
from cranfield.report.signature import signature_lines
from cranfield.report.structured import dumps
from cranfield.words import counted, say, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from cranfield.core.explain import Context, Explanation
    from cranfield.core.note import Step
    from cranfield.core.result import Results

__all__ = ["render_explanation", "render_explanations", "render_json"]

MOST_ROWS = 40  # documents far down the ranking rarely change the value


def _number(value: float) -> str:
    return show(value) if math.isfinite(value) and value == int(value) else f"{value:.6f}"


def render_explanations(told: Sequence[tuple[Explanation, Results]], *, width: int = 80, colour: bool = False) -> str:
    """Explanations below each other, and below those of one system its signature."""
    texts = []
    for _, group in groupby(told, key=lambda each: id(each[1])):
        together = list(group)
        several = f"{together[0][1].system}: " if len({id(results) for _, results in told}) > 1 else ""
        texts += [render_explanation(each, width=width, colour=colour, whose=several) for each, _ in together]
        texts.append("".join(f"{line}\n" for line in signature_lines([together[0][1]])))
    return "\n".join(texts)


def render_explanation(explanation: Explanation, *, width: int = 80, colour: bool = False, whose: str = "") -> str:
    """The steps as tables that end at the value, beside the data that they come from."""
    console = new_console(width, colour=colour)
    title = f"{whose}{explanation.measure} of {explanation.noun} {explanation.unit}"
    console.print(Text(visible(title), style="bold"))
    rows = [step for step in explanation.steps if step.per_row]
    context = explanation.context
    if context is not None:
        _print_context(console, rows, context, getattr(explanation.measure, "k", None))
    elif rows:
        console.print()
        _print_rows(console, rows)
    console.print()
    units = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    units.add_column(overflow="fold")
    units.add_column(justify="right")
    units.add_column(overflow="fold")
    numbers = [(step.name, step.value, step.how) for step in explanation.steps if not step.per_row]
    if not numbers or numbers[-1][1] != explanation.value:
        numbers.append(("value", explanation.value, say("as-it-counts", {})))
    for index, (name, value, how) in enumerate(numbers, 1):
        style = "bold" if index == len(numbers) else ""
        units.add_row(Text(visible(name), style), Text(_number(value), style), Text(how, style="dim"))
    console.print(units)
    return text_of(console)


def render_json(told: Sequence[tuple[Explanation, Results]]) -> str:
    """Every explanation as data, with the signature of its evaluation."""
    listed = [{**_as_dict(each), "system": results.system, "signature": results.signature.as_dict()}
              for each, results in told]  # fmt: skip
    return dumps({"explanations": listed}, indent=2) + "\n"


def _as_dict(explanation: Explanation) -> dict[str, Any]:
    context = explanation.context
    entry: dict[str, Any] = {
        "measure": str(explanation.measure),
        explanation.noun: explanation.unit,
        "value": _finite(explanation.value),
        "steps": [
            {
                "key": step.key, "name": step.name, "how": step.how,
                **({"values": [_finite(value) for value in step.values]} if step.per_row else
                   {"value": _finite(step.value)}),
            }
            for step in explanation.steps
        ],
    }  # fmt: skip
    if context is not None:
        names = list(context.columns)
        entry |= {
            "returned": context.length,
            "judged": [
                {"rank": rank, **dict(zip(names, cells, strict=True))}
                for rank, *cells in zip(context.rank, *context.columns.values(), strict=True)
            ],
            "best_gains": list(context.best),
            "notes": [say(key, fields) for key, fields in context.notes],
        }
    return entry


def _finite(value: float) -> float | None:
    """JSON has no nan."""
    return value if math.isfinite(value) else None


def _print_rows(console: Console, steps: list[Step]) -> None:
    """Steps of the same length side by side; how each comes about below."""
    for length in dict.fromkeys(len(step.values) for step in steps):
        together = [step for step in steps if len(step.values) == length]
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
        for step in together:
            table.add_column(step.name, justify="right")
        for index in range(min(length, MOST_ROWS)):
            table.add_row(*(_number(step.values[index]) for step in together))
        console.print(table)
        if length > MOST_ROWS:
            console.print(Text(f"and {length - MOST_ROWS} more rows", style="dim"))
        for step in together:
            console.print(Text(f"{step.name}: {step.how}", style="dim"))


def _print_context(console: Console, steps: list[Step], context: Context, k: int | None) -> None:
    """What the run returned, the steps beside it, and the best order there could be."""
    for key, fields in context.notes:
        console.print(Text(say(key, fields), style="dim"))
    if steps and context.length:
        console.print()
        _print_documents(console, steps, context, k)
    if context.best:
        more = f" and {len(context.best) - MOST_ROWS} more" if len(context.best) > MOST_ROWS else ""
        shown = " ".join(_number(gain) for gain in context.best[:MOST_ROWS])
        console.print(Text(f"gains in the best order: {shown}{more}", style="dim"))


def _print_documents(console: Console, steps: list[Step], context: Context, k: int | None) -> None:
    """One line for each judged document up to the cutoff, others between them; how each number comes about below."""
    together = [step for step in steps if len(step.values) == len(context.rank)]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    data = list(context.columns)
    columns = ["rank", *data, *(step.name for step in together)]
    for name in columns:
        left = name == "document"
        table.add_column(name, justify="left" if left else "right", overflow="fold" if left else "ellipsis")
    end = context.length if k is None else min(context.length, k)
    before = shown = 0
    inside = [index for index, rank in enumerate(context.rank) if rank <= end]
    for index in inside[:MOST_ROWS]:
        _add_gap(table, before + 1, context.rank[index] - 1, len(columns), context)
        before, shown = context.rank[index], shown + 1
        cells = [context.columns[name][index] for name in data]
        shown_cells = [Text(visible(each)) if isinstance(each, str) else _number(each) for each in cells]
        table.add_row(str(before), *shown_cells, *(_number(step.values[index]) for step in together))
    if shown == len(inside):
        _add_gap(table, before + 1, end, len(columns), context)
    console.print(table)
    if shown < len(inside):
        console.print(Text(f"and {len(inside) - shown} more judged documents", style="dim"))
    if len(context.rank) > len(inside):
        below = len(context.rank) - len(inside)
        console.print(Text(f"below rank {end}: {counted(below, 'more judged documents')}", style="dim"))
    for step in together:
        console.print(Text(f"{step.name}: {step.how}", style="dim"))
    for step in steps:
        if step not in together:
            console.print(Text(f"{step.name}: {' '.join(map(_number, step.values))} ({step.how})", style="dim"))


def _add_gap(table: Table, first: int, last: int, columns: int, context: Context) -> None:
    """Lines for ranks that hold no judged document: each by its id as far as the ids are known."""
    named = "document" in context.columns
    while first <= last and first in context.gaps:
        cells = [Text("-", style="dim")] * (columns - 2)
        table.add_row(Text(str(first), style="dim"), Text(visible(context.gaps[first]), style="dim"), *cells)
        first += 1
    if first > last:
        return
    ranks = str(first) if first == last else f"{first}-{last}"
    count = last - first + 1
    what = [Text("unjudged" if count == 1 else f"{count} unjudged", style="dim")] if named else []
    table.add_row(Text(ranks, style="dim"), *what, *[Text("-", style="dim")] * (columns - 1 - len(what)))
