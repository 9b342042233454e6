"""Data that no process sees as a whole: cut into parts, measured part by part, and put together to the same digits.

`Labels`, `Ranking` and `Text` say what the data is. Any engine then makes a `plan`, gives each part to `plan.states`,
and all that comes back to `plan.results`: what comes out is what the whole gives, to the last bit, findings included.
`Labels.evaluate` does this on one machine, with parts on disk.
"""

from __future__ import annotations

from cranfield.core.states.drawn import Draws
from cranfield.measures.labels.sessions import Largest
from cranfield.scale.cuts import Cut
from cranfield.scale.labels import Labels
from cranfield.scale.labels_plan import LabelsPlan
from cranfield.scale.ranking import Ranking, RankingPlan
from cranfield.scale.survey import Survey
from cranfield.scale.text import Text, TextPlan
from cranfield.scale.texts import evaluate_texts
from cranfield.scale.wire import WIRE

__all__ = [
    "WIRE", "Cut", "Draws", "Labels", "LabelsPlan", "Largest", "Ranking", "RankingPlan", "Survey", "Text", "TextPlan",
    "evaluate_texts",
]  # fmt: skip
