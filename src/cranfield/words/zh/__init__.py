"""Chinese: steps of explanations and findings; errors are told in English until they are translated."""

from __future__ import annotations

from cranfield.words.telling import Language
from cranfield.words.zh.findings import FINDINGS, NOUNS
from cranfield.words.zh.gate import GATE
from cranfield.words.zh.steps import FORMULAS, STEPS

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    sentences=FINDINGS | FORMULAS | GATE,
    steps=STEPS,
    nouns=NOUNS,
    lists={"comma": "、", "and": "和", "or": "或", "more": "及另外 {} 个", "rest": "等"},
)
