"""Chinese: steps of explanations and findings; errors are told in English until they are translated."""

from __future__ import annotations

from cranfield.words.telling import Language
from cranfield.words.zh import formulas, labels, names, parameters, ranking, steps, text
from cranfield.words.zh.compare import COMPARE
from cranfield.words.zh.contests import CONTESTS
from cranfield.words.zh.data import DATA
from cranfield.words.zh.elsewhere import ELSEWHERE
from cranfield.words.zh.explaining import EXPLAINING
from cranfield.words.zh.findings import FINDINGS, NOUNS
from cranfield.words.zh.pictures import PICTURES
from cranfield.words.zh.reporting import REPORTING
from cranfield.words.zh.verdicts import VERDICTS

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    sentences=FINDINGS
    | CONTESTS
    | DATA
    | PICTURES
    | REPORTING
    | VERDICTS
    | COMPARE
    | EXPLAINING
    | ELSEWHERE
    | ranking.FORMULAS
    | labels.FORMULAS
    | text.FORMULAS,
    steps=steps.STEPS | ranking.STEPS | labels.STEPS | text.STEPS,
    nouns=NOUNS,
    lists={"comma": "、", "and": "和", "or": "或", "more": "及另外 {} 个", "rest": "等"},
    texts=formulas.TEXTS | parameters.TEXTS | names.TEXTS,
)
