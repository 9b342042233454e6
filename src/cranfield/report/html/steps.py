"""The explanations of the units on which systems differ most, as data that the page shows when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core.explain import explain
from cranfield.errors import CranfieldError
from cranfield.report.document.blocks import Drawing, Heading, LinkedWords, Prose, Sheet
from cranfield.report.document.drawing import linked
from cranfield.report.explanation import page_of
from cranfield.report.html.units import most_changed
from cranfield.words import LANGUAGES, visible

if TYPE_CHECKING:
    from cranfield.report.document.blocks import Block
    from cranfield.report.html.material import Material

__all__ = ["steps_data"]

_MOST = 60  # explanations; one takes a few milliseconds and some kilobytes
_SYSTEMS = 3  # of one unit, as many as are shown at first
_WIDTH = 84  # of drawings


def steps_data(material: Material) -> list[dict[str, Any]]:
    """For each of these units and systems the steps to the first measure that has a value for units of the data."""
    home = material.results[0].noun
    name = next((each for each in material.measures if material.results[0][each].noun == home), None)
    if name is None:
        return []
    first = 0 if material.found is None else material.systems.index(material.found.baselines[0])
    shown = [first, *(at for at in range(len(material.systems)) if at != first)][:_SYSTEMS]
    made: list[dict[str, Any]] = []
    for unit in most_changed(material)[: _MOST // len(shown)]:
        for at in shown:
            try:
                told = explain(material.batches[at], material.wanted[name], unit)
            except CranfieldError:  # a system may lack a unit
                continue
            pages = {language: page_of(told, language=language, digits=material.digits) for language in LANGUAGES}
            blocks = {language: [_block(each) for each in page[1:]] for language, page in pages.items()}
            made.append({"unit": unit, "system": at, "measure": name, **blocks})
    return made


def _block(block: Block) -> dict[str, Any]:
    """A part of an explanation; the title of the page is left to the page."""
    if isinstance(block, Heading):
        return {"kind": "heading", "text": visible(block.text), "level": block.level}
    if isinstance(block, Prose):
        return {"kind": "prose", "text": visible(block.text), "faint": block.faint, "code": block.code}
    if isinstance(block, Sheet):
        return {
            "kind": "sheet", "title": visible(block.title), "right": [each.right for each in block.columns],
            "heads": [visible(each.name) for each in block.columns] if block.named else None,
            "rows": [[(visible(each.text), each.style) for each in row] for row in block.rows],
            "below": [visible(each) for each in block.below],
        }  # fmt: skip
    return {"kind": "drawing", "title": visible(block.title), "lines": list(map(visible, _lines(block)))}


def _lines(block: LinkedWords | Drawing) -> list[str]:
    return linked(block, _WIDTH) if isinstance(block, LinkedWords) else list(block.draw(_WIDTH))
