"""English."""

from __future__ import annotations

from cranfield.words.en import cost, diversity, labels, ranking, ratings, steps, text, user_models
from cranfield.words.en.agreement import AGREEMENT
from cranfield.words.en.arguments import ARGUMENTS
from cranfield.words.en.captions import CAPTIONS
from cranfield.words.en.clicked import CLICKED, CLICKED_ERRORS
from cranfield.words.en.commands import COMMANDS
from cranfield.words.en.compare import COMPARE
from cranfield.words.en.comparison import COMPARISON
from cranfield.words.en.compat import COMPAT
from cranfield.words.en.contests import CONTESTS
from cranfield.words.en.cost_errors import COST_ERRORS
from cranfield.words.en.curves import CURVES
from cranfield.words.en.data import DATA
from cranfield.words.en.elsewhere import ELSEWHERE
from cranfield.words.en.engines import ENGINES
from cranfield.words.en.errors import ERRORS
from cranfield.words.en.explaining import EXPLAINING
from cranfield.words.en.findings import FINDINGS
from cranfield.words.en.formats import FORMATS
from cranfield.words.en.gate import GATE
from cranfield.words.en.judges import JUDGE_ERRORS, JUDGES
from cranfield.words.en.latency import LATENCY
from cranfield.words.en.limits import LIMITS
from cranfield.words.en.live import FAILURES, LIVE
from cranfield.words.en.overlap import OVERLAP, OVERLAP_ERRORS
from cranfield.words.en.pictures import PICTURES
from cranfield.words.en.pools import POOL_ERRORS, POOLS
from cranfield.words.en.rating_errors import RATING_ERRORS
from cranfield.words.en.reading import READING
from cranfield.words.en.reporting import REPORTING
from cranfield.words.en.sample import SAMPLE
from cranfield.words.en.scale import SCALE
from cranfield.words.en.serving import SERVING
from cranfield.words.en.status import STATUS
from cranfield.words.en.studies import STUDIES
from cranfield.words.en.verdicts import VERDICTS
from cranfield.words.en.web import WEB
from cranfield.words.telling import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    sentences=ERRORS
    | ARGUMENTS
    | CAPTIONS
    | READING
    | COMMANDS
    | COMPARE
    | COMPARISON
    | CONTESTS
    | COMPAT
    | CURVES
    | ENGINES
    | FAILURES
    | FINDINGS
    | FORMATS
    | DATA
    | GATE
    | LATENCY
    | LIMITS
    | CLICKED
    | CLICKED_ERRORS
    | OVERLAP
    | OVERLAP_ERRORS
    | LIVE
    | PICTURES
    | POOLS
    | POOL_ERRORS
    | REPORTING
    | SAMPLE
    | SCALE
    | SERVING
    | STATUS
    | STUDIES
    | VERDICTS
    | WEB
    | EXPLAINING
    | ELSEWHERE
    | ranking.FORMULAS
    | diversity.FORMULAS
    | user_models.FORMULAS
    | labels.FORMULAS
    | text.FORMULAS
    | ratings.FORMULAS
    | ratings.RATINGS
    | RATING_ERRORS
    | COST_ERRORS
    | cost.COST
    | AGREEMENT
    | JUDGES
    | JUDGE_ERRORS,
    steps=steps.STEPS
    | ranking.STEPS
    | diversity.STEPS
    | user_models.STEPS
    | labels.STEPS
    | text.STEPS
    | ratings.STEPS
    | cost.STEPS,
    nouns={},
    lists={"comma": ", ", "and": " and ", "or": " or ", "more": " and {} more", "rest": ", ..."},
)
