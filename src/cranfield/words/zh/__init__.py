"""Chinese: steps of explanations and findings; errors are told in English until they are translated."""

from __future__ import annotations

from cranfield.words.telling import Language
from cranfield.words.zh.findings import FINDINGS, NOUNS
from cranfield.words.zh.steps import FORMULAS, STEPS
from cranfield.words.zh.verdicts import VERDICTS

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    sentences=FINDINGS | FORMULAS | VERDICTS,
    steps=STEPS,
    nouns=NOUNS,
    lists={"comma": "、", "and": "和", "or": "或", "more": "及另外 {} 个", "rest": "等"},
)
