"""English."""

from __future__ import annotations

from cranfield.words.en.commands import COMMANDS
from cranfield.words.en.compat import COMPAT
from cranfield.words.en.errors import ERRORS
from cranfield.words.en.findings import FINDINGS
from cranfield.words.en.gate import GATE
from cranfield.words.en.steps import FORMULAS, STEPS
from cranfield.words.en.verdicts import VERDICTS
from cranfield.words.telling import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    sentences=ERRORS | COMMANDS | COMPAT | FINDINGS | FORMULAS | GATE | VERDICTS,
    steps=STEPS,
    nouns={},
    lists={"comma": ", ", "and": " and ", "or": " or ", "more": " and {} more", "rest": ", ..."},
)
