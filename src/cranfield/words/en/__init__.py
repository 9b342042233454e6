"""English."""

from __future__ import annotations

from cranfield.words.en import labels, ranking, steps, text
from cranfield.words.en.arguments import ARGUMENTS
from cranfield.words.en.commands import COMMANDS
from cranfield.words.en.compare import COMPARE
from cranfield.words.en.comparison import COMPARISON
from cranfield.words.en.compat import COMPAT
from cranfield.words.en.contests import CONTESTS
from cranfield.words.en.curves import CURVES
from cranfield.words.en.data import DATA
from cranfield.words.en.elsewhere import ELSEWHERE
from cranfield.words.en.errors import ERRORS
from cranfield.words.en.explaining import EXPLAINING
from cranfield.words.en.findings import FINDINGS
from cranfield.words.en.gate import GATE
from cranfield.words.en.pictures import PICTURES
from cranfield.words.en.reading import READING
from cranfield.words.en.reporting import REPORTING
from cranfield.words.en.verdicts import VERDICTS
from cranfield.words.telling import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    sentences=ERRORS
    | ARGUMENTS
    | READING
    | COMMANDS
    | COMPARE
    | COMPARISON
    | CONTESTS
    | COMPAT
    | CURVES
    | FINDINGS
    | DATA
    | GATE
    | PICTURES
    | REPORTING
    | VERDICTS
    | EXPLAINING
    | ELSEWHERE
    | ranking.FORMULAS
    | labels.FORMULAS
    | text.FORMULAS,
    steps=steps.STEPS | ranking.STEPS | labels.STEPS | text.STEPS,
    nouns={},
    lists={"comma": ", ", "and": " and ", "or": " or ", "more": " and {} more", "rest": ", ..."},
)
