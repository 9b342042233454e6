"""Predictions in parts: what their columns mean, and what must be known of the whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import NAME, NUMBER, PHASES, ROWS, SWITCH, door, optional, require
from cranfield.core.batch import Batch
from cranfield.core.coded import Coded, Numbers, Scores
from cranfield.core.policy import POLICY, Policy
from cranfield.core.registry import family
from cranfield.core.spec import parse_named
from cranfield.errors import MeasureError
from cranfield.io.columns.encode import encode
from cranfield.io.columns.label_columns import read_columns
from cranfield.io.columns.made_labels import made_columns
from cranfield.io.columns.spelling import Spelling
from cranfield.io.labels import score_roles
from cranfield.io.spill.memory import MEMORY, default_limit, memory_limit
from cranfield.scale.cuts import cuts_of
from cranfield.scale.labels_plan import LabelsPlan
from cranfield.scale.rules import ADAPT, DRAWN
from cranfield.scale.survey import Survey
from cranfield.scale.wire import is_empty

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cranfield.core.result import Results
    from cranfield.core.spec import Measures
    from cranfield.core.states.drawn import Draws
    from cranfield.scale.labels_plan import Adapt

__all__ = ["Labels"]

_COLUMN = optional(NAME)
_RULES = {
    "truth": NAME, "guess": _COLUMN, "group": _COLUMN, "by": _COLUMN, "weight": _COLUMN, "policy": POLICY,
    "system": NAME, "threshold": optional(NUMBER),
}  # fmt: skip


@dataclass(frozen=True)
class Labels:
    """What the columns of predictions mean, as for `cranfield.labels`, without any data."""

    truth: str
    guess: str | None = None
    score: Any = None
    group: str | None = None
    by: str | None = None
    weight: str | None = None
    classes: Sequence[Any] | None = None
    threshold: float | None = None
    positive: Any = None
    policy: Policy | str = "default"
    system: str = "predictions"

    def __post_init__(self) -> None:
        """Refuse what names no column."""
        require("Labels", _RULES, vars(self))

    @cached_property
    def decided(self) -> Policy:
        """The policy."""
        return Policy.named(self.policy) if isinstance(self.policy, str) else self.policy

    @property
    def roles(self) -> dict[str, str]:
        """The name of the column of each role."""
        named = {role: getattr(self, role) for role in ("truth", "guess", "group", "by", "weight")}
        return {role: name for role, name in named.items() if name is not None} | score_roles(
            self.score, from_data=True
        )

    def columns(self, table: Any, *, grouped: bool = True) -> dict[str, Any]:
        """The columns of a part by their roles: an Arrow table or batch, any dataframe, or a dict of columns."""
        wanted = {role: name for role, name in self.roles.items() if grouped or role != "group"}
        return read_columns(table, wanted)[0]

    @door()
    def survey(self, table: Any) -> Survey:
        """What must be known of a part before any part can be measured."""
        return Survey() if is_empty(table) else Survey.of(self.columns(table))

    @door(units=SWITCH, max_group_rows=ROWS, adapt=ADAPT, draws=DRAWN)
    def plan(
        self, surveys: Survey | Iterable[Survey], measures: Measures | None = None, *, units: bool = False,
        max_group_rows: int | None = None, adapt: Adapt | None = None, draws: Draws | None = None,
    ) -> LabelsPlan:  # fmt: skip
        """What to do with each part, once all are surveyed; with `units`, sessions keep their names and values.

        A session of more than `max_group_rows` rows is refused. `adapt` may change the measures once labels are known.
        With `draws`, whole sessions are drawn again and again for intervals (`poisson_interval`).
        """
        whole = surveys if isinstance(surveys, Survey) else Survey.together(surveys)
        return LabelsPlan.of(self, whole, measures, adapt, units=units, max_group_rows=max_group_rows, draws=draws)

    @door(drawn=SWITCH)
    def needs(self, measures: Measures | None = None, *, drawn: bool = False) -> list[str]:
        """What must stay together for these measures: the `group`, the `score`, both, or nothing."""
        if drawn and self.group is None:
            raise MeasureError("poisson-no-group")
        score: Any = np.zeros(1) if isinstance(self.score, str) else Scores(np.zeros((1, 1)), [""])
        columns: dict[str, Any] = {
            role: Coded(np.zeros(1, np.int64), [""]) for role in ("truth", "guess", "group") if role in self.roles
        }
        columns |= {} if self.score is None else {"score": score}
        columns |= {"guess": columns["truth"]} if self.threshold is not None else {}
        columns |= {} if self.weight is None else {"weight": np.ones(1)}
        like = Batch(family("labels"), Numbers(range(1)), columns)
        asked = parse_named(like.family.defaults(like) if measures is None else measures, like.family)
        fed = [each for each in asked.values() if all(name in like for name in each.reads)]  # others are refused later
        return [cut.together for cut in cuts_of(fed, like, {}, drawn=drawn) if cut.together != "unit"]

    @door(
        memory=MEMORY, units=SWITCH, max_group_rows=ROWS, input_format=optional(NAME), adapt=ADAPT, progress=PHASES,
        draws=DRAWN,
    )  # fmt: skip
    def evaluate(
        self, data: Any, measures: Measures | None = None, *, memory: int | str | None = None, units: bool = False,
        max_group_rows: int | None = None, input_format: str | None = None, adapt: Adapt | None = None,
        progress: Callable[[str, int, int], None] | None = None, draws: Draws | None = None,
    ) -> Results:  # fmt: skip
        """Measure files of any size on this machine in so much memory: `2GB`, or half of what there is."""
        from cranfield.scale.estimate import estimated_rows  # noqa: PLC0415 (other engines need no files)
        from cranfield.scale.out_of_core import evaluate_labels  # noqa: PLC0415

        return evaluate_labels(
            self, data, measures, memory=memory_limit(memory) or default_limit(), input_format=input_format,
            rows=estimated_rows(data), units=units, max_group_rows=max_group_rows, adapt=adapt, progress=progress,
            draws=draws,
        )  # fmt: skip

    def spelling(self, survey: Survey) -> Spelling:
        """The labels of the whole."""
        scored = list(self.score) if isinstance(self.score, Mapping) else ()
        return Spelling.of(survey.written, self.classes, scored)

    def made(
        self, columns: Mapping[str, Any], spelling: Spelling, found: Mapping[str, Coded] | None = None
    ) -> dict[str, Any]:
        """The columns of a batch of a part, with the labels of the whole."""
        coded = found or {role: encode(columns[role], role) for role in ("truth", "guess") if role in columns}
        return made_columns(columns, coded, spelling, threshold=self.threshold, positive=self.positive)
