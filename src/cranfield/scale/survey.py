"""What must be known of labels before any part can be measured, in a form that adds up over parts."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import door
from cranfield.core.coded import order_names
from cranfield.errors import InputError
from cranfield.io.columns.encode import encode
from cranfield.io.columns.label_columns import as_numbers
from cranfield.scale.wire import as_sent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cranfield.core.coded import Coded
    from cranfield.core.finding import Finding
    from cranfield.io.columns.spelling import Spelling

__all__ = ["Survey"]

_FEW = 8  # labels
_EXACT = 2**53  # beyond it, float64 does not tell all whole numbers apart


@dataclass(frozen=True)
class Survey:
    """How many rows there are, how often each label is written in which way, the kind of the scores, all weights."""

    rows: int = 0
    labels: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # by column
    narrow: bool = True  # whether all scores are float32
    weight: float = 0.0

    @classmethod
    def of(cls, columns: Mapping[str, Any], found: Mapping[str, Coded] | None = None) -> Survey:
        """Of the columns of a part; `found` are those of labels, if they are encoded already."""
        coded = found or {role: encode(columns[role], role) for role in ("truth", "guess") if role in columns}
        counts = {role: _counts(each) for role, each in coded.items()}
        scores = [each for role, each in columns.items() if role.startswith("score")]
        for each in scores:
            _require_exact(each)
        narrow = all(as_numbers(each, "score").dtype == np.float32 for each in scores)
        with np.errstate(over="ignore"):
            heavy = float(as_numbers(columns["weight"], "weight").sum()) if "weight" in columns else 0.0
        return cls(len(columns["truth"]), counts, narrow, heavy)

    @classmethod
    @door()
    def together(cls, parts: Iterable[Survey]) -> Survey:
        """The survey of all parts."""
        rows, narrow, weight = 0, True, 0.0
        counts: dict[str, Counter[str]] = {}
        for part in parts:
            rows, narrow, weight = rows + part.rows, narrow and part.narrow, weight + part.weight
            for role, each in part.labels.items():
                counts.setdefault(role, Counter()).update(each)
        if not rows:
            raise InputError("truth-has-no-rows")
        return cls(rows, {role: dict(each) for role, each in counts.items()}, narrow, weight)

    @property
    def written(self) -> dict[str, Sequence[str]]:
        """The labels of each column as they are written, in order."""
        return {role: order_names(list(each)) for role, each in self.labels.items()}

    def differs(self, other: Survey) -> bool:
        """Whether the other knows other labels or scores of another kind."""
        known = [{role: set(each) for role, each in survey.labels.items()} for survey in (self, other)]
        return self.narrow != other.narrow or known[0] != known[1]

    def findings(self, spelling: Spelling) -> list[Finding]:
        """What is odd about the labels of the whole."""
        return spelling.findings(self.rows, lambda role, names: sum(self.labels[role].get(name, 0) for name in names))

    def to_json(self) -> str:
        """One line that any engine can carry."""
        return json.dumps([self.rows, self.labels, self.narrow, self.weight])

    @classmethod
    def from_json(cls, text: str) -> Survey:
        """What `to_json` wrote."""
        with as_sent():
            rows, labels, narrow, weight = json.loads(text)
            counts = {role: {str(name): int(count) for name, count in each.items()} for role, each in labels.items()}
            return cls(int(rows), counts, bool(narrow), float(weight))


def _counts(column: Coded) -> dict[str, int]:
    if len(column.names) <= _FEW:  # which is sooner looked for than counted
        counted = [int(np.count_nonzero(column.codes == code)) for code in range(len(column.names))]
    else:
        counted = np.bincount(column.codes, minlength=len(column.names)).tolist()
    return {name: count for name, count in zip(column.names, counted, strict=True) if count}


def _require_exact(column: Any) -> None:
    """Refuse whole numbers that float64 does not tell apart: a part does not see whether another has its neighbour."""
    kind = getattr(column, "type", None) or getattr(column, "dtype", None)
    if kind is None or "int" not in str(kind) or not len(column):
        return
    values = np.asarray(column)
    largest = max(abs(int(values.min())), abs(int(values.max())))
    if largest > _EXACT:
        raise InputError("whole-scores-too-large", largest=largest)
