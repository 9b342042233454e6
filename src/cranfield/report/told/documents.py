"""The list that a unit got: one line for each row that counts, and what stands between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.report.document.blocks import Column, Prose, Sheet, cell
from cranfield.report.told.numbers import quotient, short, shorts
from cranfield.words import say, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.explain import Context
    from cranfield.core.note import Step
    from cranfield.report.document.blocks import Block, Cell

__all__ = ["document_blocks", "how_told"]

MOST_ROWS = 40  # documents far down the ranking rarely change the value


def document_blocks(
    context: Context, steps: Sequence[Step], k: int | None, *, language: str, digits: int
) -> list[Block]:
    """What was returned, the steps beside it, and the best order there could be."""
    blocks: list[Block] = []
    if context.length and context.columns:
        blocks.append(_sheet(context, [step for step in steps if len(step.values) == len(context.rank)],
                             k, language, digits))  # fmt: skip
    for step in steps:
        if len(step.values) != len(context.rank):
            name, how = step.told(language)
            facts = {"name": name, "how": how, "values": " ".join(shorts(step.values, digits))}
            blocks.append(Prose(say("told-row", facts, language=language), faint=True))
    if context.best:
        shown = " ".join(short(gain, digits) for gain in context.best[:MOST_ROWS])
        rest = max(len(context.best) - MOST_ROWS, 0)
        blocks.append(Prose(say("told-best-order", {"gains": shown, "rest": rest}, language=language), faint=True))
    return blocks


def how_told(step: Step, language: str) -> str:
    """What a column is and how it comes about."""
    name, how = step.told(language)
    return say("told-how", {"name": name, "how": how}, language=language)


def _sheet(context: Context, steps: Sequence[Step], k: int | None, language: str, digits: int) -> Sheet:
    """One line for each judged document up to the cutoff, others between them; how each number comes about below."""
    end = context.length if k is None else min(context.length, k)
    inside = [at for at, rank in enumerate(context.rank) if rank <= end]
    shown = inside[:MOST_ROWS]
    numbers = [_numbers(step, shown, digits) for step in steps]
    columns = [_texts(each, shown, digits) for each in context.columns.values()]
    rows: list[list[Cell]] = []
    before = 0
    for place, at in enumerate(shown):
        rows += _gap(before + 1, context.rank[at] - 1, context, len(steps), language, digits)
        before = context.rank[at]
        texts = [str(before), *(each[place] for each in columns), *(each[place] for each in numbers)]
        rows.append([cell(text) for text in texts])
    below = []
    if len(shown) == len(inside):
        rows += _gap(before + 1, end, context, len(steps), language, digits)
    else:
        below.append(say("told-more-judged", {"count": len(inside) - len(shown)}, language=language))
    below += [how_told(step, language) for step in steps]
    names = [
        Column(translated("rank", language=language), right=True),
        *(Column(translated(name, language=language), right=name != "document") for name in context.columns),
        *(Column(step.told(language)[0], right=True) for step in steps),
    ]
    return Sheet(names, rows, below=below)


def _numbers(step: Step, places: Sequence[int], digits: int) -> list[str]:
    """The numbers of a step, as quotients where they are some."""
    values = [step.values[at] for at in places]
    shown = shorts(values, digits)
    if not step.of:
        return shown
    divided = [quotient(value, step.of[at]) for value, at in zip(values, places, strict=True)]
    return [f"{one} = {text}" if one else text for one, text in zip(divided, shown, strict=True)]


def _texts(column: Sequence[Any], places: Sequence[int], digits: int) -> list[str]:
    values = [column[at] for at in places]
    if any(isinstance(value, str) for value in values):
        return [str(value) for value in values]
    known = shorts([value for value in values if value is not None], digits)
    return ["-" if value is None else known.pop(0) for value in values]


def _gap(first: int, last: int, context: Context, steps: int, language: str, digits: int) -> list[list[Cell]]:
    """Lines for ranks that hold no judged document: each by its id as far as the ids are known."""
    rows = []
    while first <= last and first in context.gaps:
        given = [each if isinstance(each, str) else "-" if each is None else short(each, digits)
                 for each in context.gaps[first]]  # fmt: skip
        rows.append([cell(text, "faint") for text in (str(first), *given, *["-"] * steps)])
        first += 1
    if first > last:
        return rows
    ranks = str(first) if first == last else f"{first}-{last}"
    what = say("told-unjudged", {"many": last - first + 1 if last > first else 0}, language=language)
    width = len(context.columns)
    texts = [ranks, *([what] if "document" in context.columns else ["-"]), *["-"] * (width - 1 + steps)]
    return [*rows, [cell(text, "faint") for text in texts]]
