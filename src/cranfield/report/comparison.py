"""A comparison of systems as a page: values, differences, what moved, and what it all means."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cranfield.report.comparison_grids import difference_grids, values_grid
from cranfield.report.comparison_parts import facts_grids, group_grid, moved_grids, unit_grids
from cranfield.report.comparison_rows import tidy_rows, value_rows, whole_of
from cranfield.report.comparison_words import meaning, settings_lines
from cranfield.report.grid import DIGITS
from cranfield.report.page import Block, Page
from cranfield.report.signature import join_signatures, signature_lines
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.compared import Compared
    from cranfield.core.facts import Facts
    from cranfield.core.result import Results
    from cranfield.core.verdict import Verdict

__all__ = ["Around", "comparison_page", "values_page"]


@dataclass(frozen=True)
class Around:
    """What is told with a comparison: each a list of tidy rows, or of what can tell itself."""

    moved: Sequence[Mapping[str, Any]] = ()  # measure, baseline, system, unit, before, after, change, group
    groups: Mapping[str, Compared] = field(default_factory=dict)
    bounds: Sequence[Mapping[str, Any]] = ()  # measure, system, value, low, high, unjudged, told
    settlements: Sequence[Mapping[str, Any]] = ()  # measure, baseline, system, ..., told
    units: Sequence[Mapping[str, Any]] = ()  # measure, unit, system, value, group
    answers: Sequence[Block] = ()  # one unit, both systems side by side
    answer_rows: Sequence[Mapping[str, Any]] = ()
    verdicts: Sequence[Verdict] = ()
    values: Sequence[Facts] = ()  # measures of which a baseline holds only the value


def comparison_page(
    found: Compared, systems: Sequence[Results] = (), around: Around | None = None, *, digits: int = DIGITS,
    language: str = "en",
) -> Page:  # fmt: skip
    """The page of a comparison, or of one unit in it; `systems` are the results it comes from, for the signature."""
    around = around or Around()
    blocks = list(around.answers) or _blocks(found, around, digits, language)
    blocks += [Block(lines=[each.told(language=language) for each in around.verdicts])] if around.verdicts else []
    tested = [] if around.answers and not around.verdicts else settings_lines(found, language)
    signature = [*tested, *(signature_lines(systems, language) if systems else ())]
    facts = join_signatures(systems).as_dict() if systems else {}
    return Page(blocks, tidy_rows(found, around), whole_of(found, around), signature, facts, language)


def _blocks(found: Compared, around: Around, digits: int, language: str) -> list[Block]:
    blocks = [Block(values_grid(found, digits, language))]
    blocks += [Block(grid) for grid in difference_grids(found, digits, language)]
    title = say("values-only-title", {}, language=language)
    blocks += [Block(replace(grid, title=title)) for grid in facts_grids(around.values, digits, language)]
    blocks.append(Block(lines=meaning(found, language)))
    blocks += [Block(grid) for grid in moved_grids(found, around.moved, digits, language)]
    blocks += [Block(group_grid(name, found, around.groups, digits, language)) for name in found if around.groups]
    unjudged = [str(each["told"]) for each in (*around.bounds, *around.settlements)]
    blocks += [Block(lines=unjudged)] if unjudged else []
    if around.units:
        blocks[:0] = [Block(grid) for grid in unit_grids(found, around.units, digits, language)]
    return blocks


def values_page(
    facts: Sequence[Facts], systems: Sequence[Results], verdicts: Sequence[Verdict] = (), *, digits: int = DIGITS,
    language: str = "en",
) -> Page:  # fmt: skip
    """The page where there are only values, because a baseline holds no more: no interval and no test."""
    grids = facts_grids(facts, digits, language)
    blocks = [*map(Block, grids), Block(lines=[each.told(language=language) for each in verdicts])]
    rows = value_rows(facts)
    whole = {"pairs": rows, "verdicts": [each.as_dict() for each in verdicts]}
    told = join_signatures(systems).as_dict()
    return Page(blocks, rows, whole, signature_lines(systems, language), told, language)
