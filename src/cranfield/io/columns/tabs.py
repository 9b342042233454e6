"""Files of references whose lines hold several, joined by tabs, as sacrebleu takes them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cranfield.errors import InputError

if TYPE_CHECKING:
    from cranfield.io.columns.texts import Texts

__all__ = ["TABS", "untabbed"]

TABS = ("split", "keep")


def untabbed(found: Texts | list[Texts] | None, candidates: Texts, tabs: str | None) -> Texts | list[Texts] | None:
    """The references with tabs cut, if that is said; where it looks so and nothing is said, it is asked."""
    if found is None or tabs == "keep":
        return found
    several = found if isinstance(found, list) else [found]
    changed = [_untabbed(each, candidates, tabs) for each in several]
    return changed if isinstance(found, list) else changed[0]


def _untabbed(found: Texts, candidates: Texts, tabs: str | None) -> Texts:
    if found.describe is None:  # texts in memory are as they are
        return found
    if tabs == "split":
        return replace(found, texts=[line.split("\t") for line in found.texts], nested=True)
    counts = {line.count("\t") for line in found.texts}
    if len(counts) == 1 and counts != {0} and not any("\t" in str(one) for one in candidates.texts):
        raise InputError("tabs-in-references", source=found.source, references=counts.pop() + 1)
    return found
