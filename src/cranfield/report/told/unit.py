"""The explanation of one unit as a page: definition and formula, the data, the steps, the value, what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.report.document.blocks import Column, Heading, Prose, Sheet, cell
from cranfield.report.told.documents import document_blocks, how_told
from cranfield.report.told.exhibits import exhibit_blocks
from cranfield.report.told.numbers import DIGITS, full, quotient, short, shorts
from cranfield.words import noun, say, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.explain import Explanation
    from cranfield.core.measure import Measure
    from cranfield.core.note import Step
    from cranfield.core.overview import Overview
    from cranfield.report.document.blocks import Block

__all__ = ["definition_blocks", "other_blocks", "step_blocks", "unit_page"]

MOST_ROWS = 40


def unit_page(told: Explanation, *, language: str = "en", digits: int = DIGITS, whose: str = "") -> list[Block]:
    """Everything about one value."""
    facts = {"whose": whose, "measure": str(told.measure), "noun": noun(told.noun, language=language)}
    title = say("told-of-unit", {**facts, "unit": told.unit}, language=language)
    return [
        Heading(title, 1),
        *definition_blocks(told.measure, language=language),
        *_data_blocks(told, language, digits),
        *step_blocks(told, language=language, digits=digits),
        *other_blocks(told, language=language, digits=digits),
    ]


def definition_blocks(measure: Measure, *, language: str) -> list[Block]:
    """What is measured: a sentence, the formula, and the parameters that are not the usual ones."""
    blocks: list[Block] = [Prose(measure.definition(language))]
    if measure.formula:
        blocks.append(Prose(measure.formula_in(language), code=True))
    changed = measure.changed()
    if changed:
        params = measure.params()
        rows = [
            (cell(f"{name} = {params[name].show(value)}"), cell(params[name].help_in(language), "faint"))
            for name, value in changed.items()
        ]
        blocks.append(Sheet((Column("", whole=True), Column("")), rows, named=False))
    return blocks


def _data_blocks(told: Explanation, language: str, digits: int) -> list[Block]:
    rows = [step for step in told.steps if step.per_row]
    context = told.context
    blocks: list[Block] = []
    if context is not None:
        blocks += document_blocks(context, rows, getattr(told.measure, "k", None), language=language, digits=digits)
        blocks += [
            block for each in context.exhibits for block in exhibit_blocks(each, language=language, digits=digits)
        ]
    else:
        blocks += _row_blocks(rows, language, digits)
    blocks += [block for each in told.exhibits for block in exhibit_blocks(each, language=language, digits=digits)]
    if context is not None and context.notes:
        blocks.append(Heading(say("told-left-out", {}, language=language)))
        blocks += [Prose(say(key, fields, language=language)) for key, fields in context.notes]
    return [Heading(say("told-data", {}, language=language)), *blocks] if blocks else []


def _row_blocks(steps: Sequence[Step], language: str, digits: int) -> list[Block]:
    """Steps of the same length side by side; how each comes about below."""
    blocks: list[Block] = []
    for length in dict.fromkeys(len(step.values) for step in steps):
        together = [step for step in steps if len(step.values) == length]
        columns = [shorts(step.values[:MOST_ROWS], digits) for step in together]
        rows = [[cell(each[at]) for each in columns] for at in range(min(length, MOST_ROWS))]
        below = [say("told-more-rows", {"count": length - MOST_ROWS}, language=language)] if length > MOST_ROWS else []
        below += [how_told(step, language) for step in together]
        names = [Column(step.told(language)[0], right=True) for step in together]
        blocks.append(Sheet(names, rows, below=below))
    return blocks


def step_blocks(told: Explanation | Overview, *, language: str, digits: int) -> list[Block]:
    """The numbers of the unit, or of the whole, down to the value, which has all its digits."""
    steps = [step for step in told.steps if not step.per_row]
    rows = []
    for at, step in enumerate(steps):
        name, how = step.told(language)
        last = at == len(steps) - 1 and _same(step.value, told.value)
        shown = full(step.value) if last else short(step.value, digits)
        divided = quotient(step.value, step.of[0]) if step.of else None
        style = "strong" if last else ""
        rows.append((cell(name, style), cell(f"{divided} = {shown}" if divided else shown, style), cell(how, "faint")))
    if not steps or not _same(steps[-1].value, told.value):
        counts = say("as-it-counts", {}, language=language)
        name = translated("value", language=language)
        rows.append((cell(name, "strong"), cell(full(told.value), "strong"), cell(counts, "faint")))
    return [
        Heading(say("told-steps", {}, language=language)),
        Sheet((Column("", whole=True), Column("", right=True), Column("")), rows, named=False),
    ]


def _same(one: float, other: float) -> bool:
    return one == other or (one != one and other != other)  # noqa: PLR0124 (nan is not itself)


def other_blocks(told: Explanation | Overview, *, language: str, digits: int) -> list[Block]:
    """Where other tools would give another number, and which."""
    if not told.others:
        return []
    blocks: list[Block] = [Heading(say("told-elsewhere", {}, language=language))]
    for each in told.others:
        facts = {
            **each.fields, "tools": each.tools, "why": each.why, "written": each.written,
            "value": "" if each.value is None else short(each.value, digits),
        }  # fmt: skip
        blocks.append(Prose(say("elsewhere", facts, language=language)))
    return blocks
