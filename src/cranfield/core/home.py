"""Where a measure is at home, if it is asked for beside those of another family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.core.registry import family as family_named
from cranfield.core.spec import fitting_families

if TYPE_CHECKING:
    from cranfield.core.family import Family

__all__ = ["home_of"]


def home_of(text: str, family: str | Family | None) -> str | Family | None:
    """The family that a name is looked for in: the given one, or one whose measures stand beside those of others."""
    if family is None or text.strip().lower() in family_named(str(family)).nicknames:
        return family
    fitting = fitting_families(text)
    beside = [each for each in fitting if family_named(each).beside]
    return beside[0] if beside and str(family) not in fitting else family
