"""Chinese: steps of explanations, findings, and the errors that reports show; others are told in English."""

from __future__ import annotations

from cranfield.words.telling import Language
from cranfield.words.zh import (
    cost,
    diversity,
    formulas,
    labels,
    names,
    parameters,
    ranking,
    ratings,
    steps,
    text,
    user_models,
)
from cranfield.words.zh.agreement import AGREEMENT
from cranfield.words.zh.clicked import CLICKED
from cranfield.words.zh.compare import COMPARE
from cranfield.words.zh.contests import CONTESTS
from cranfield.words.zh.data import DATA
from cranfield.words.zh.elsewhere import ELSEWHERE
from cranfield.words.zh.explaining import EXPLAINING
from cranfield.words.zh.findings import FINDINGS, NOUNS
from cranfield.words.zh.judges import JUDGES
from cranfield.words.zh.latency import LATENCY
from cranfield.words.zh.limits import LIMITS
from cranfield.words.zh.live import FAILURES, LIVE
from cranfield.words.zh.overlap import OVERLAP
from cranfield.words.zh.pictures import PICTURES
from cranfield.words.zh.pools import POOLS
from cranfield.words.zh.reasons import REASONS
from cranfield.words.zh.reporting import REPORTING
from cranfield.words.zh.sample import SAMPLE
from cranfield.words.zh.status import STATUS
from cranfield.words.zh.studies import STUDIES
from cranfield.words.zh.verdicts import VERDICTS
from cranfield.words.zh.web import WEB

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    sentences=FINDINGS
    | CONTESTS
    | LATENCY
    | LIMITS
    | FAILURES
    | LIVE
    | REASONS
    | DATA
    | CLICKED
    | OVERLAP
    | PICTURES
    | POOLS
    | REPORTING
    | SAMPLE
    | STATUS
    | STUDIES
    | VERDICTS
    | WEB
    | COMPARE
    | EXPLAINING
    | ELSEWHERE
    | ranking.FORMULAS
    | diversity.FORMULAS
    | user_models.FORMULAS
    | labels.FORMULAS
    | text.FORMULAS
    | ratings.FORMULAS
    | ratings.RATINGS
    | cost.COST
    | AGREEMENT
    | JUDGES,
    steps=steps.STEPS
    | ranking.STEPS
    | diversity.STEPS
    | user_models.STEPS
    | labels.STEPS
    | text.STEPS
    | ratings.STEPS
    | cost.STEPS,
    nouns=NOUNS,
    lists={"comma": "、", "and": "和", "or": "或", "more": "及另外 {} 个", "rest": "等"},
    texts=formulas.TEXTS | diversity.TEXTS | user_models.TEXTS | parameters.TEXTS | names.TEXTS,
)
