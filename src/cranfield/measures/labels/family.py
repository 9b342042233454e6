"""Labels: true labels and what was predicted, one unit an example."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cranfield.measures.labels as package
from cranfield.core.coded import Scores
from cranfield.core.family import Family
from cranfield.errors import InputError
from cranfield.measures.labels.sessions import large_sessions

if TYPE_CHECKING:
    from cranfield.core.batch import Batch

__all__ = ["FAMILY"]

_AVERAGED = [(name, average) for average in ("macro", "micro", "weighted") for name in ("Precision", "Recall", "F1")]
_OF_GUESSES = ("Accuracy", "BalancedAccuracy", "MCC", *(f"{name}(average='{average}')" for name, average in _AVERAGED))
_OF_SCORES = ("AUC", "AveragePrecision")
_OF_ALL_SCORES = ("AUC(average='ovr')", "AUC(average='ovo')", "AveragePrecision(average='macro')", "TopK")


def _defaults(batch: Batch) -> list[str]:
    """What the data allows: the classification report, and how well the scores tell labels apart."""
    wanted = [*_OF_GUESSES] if "guess" in batch else []
    if "score" in batch:
        wanted += _OF_ALL_SCORES if isinstance(batch.columns["score"], Scores) else _OF_SCORES
        wanted += ["GAUC"] if "group" in batch else []
    if not wanted:
        raise InputError("nothing-predicted")
    return wanted


FAMILY = Family(
    name="labels",
    package=package,
    noun="examples",
    whole="in-data",
    call="labels(...)",
    command="cranfield labels",
    defaults=_defaults,
    columns={"guess": "give-guess", "score": "give-score", "group": "give-group"},
    always_named=("zero_division",),  # what 0 / 0 counts changes an average of labels without a trace
    grouped=False,
    findings=large_sessions,
)
