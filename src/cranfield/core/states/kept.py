"""Kept rows: columns of every example, for measures that need them all."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Coded, Numbers, Scores, joined
from cranfield.core.states.state import draw_weights, join_groups, no_groups, require_alike
from cranfield.core.states.write import write_kept
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy

    Column = NDArray[Any] | Coded | Scores

__all__ = ["Kept", "Sample"]


@dataclass(frozen=True, eq=False, repr=False)
class Sample:
    """Kept rows as `finish` takes them: each once, or `weights[draw, row]` times."""

    measure: Measure
    policy: Policy
    columns: Mapping[str, Column]
    weights: NDArray[np.float64] | None
    held: dict[Any, Any]  # results of long sorts, which all draws share

    def coded(self, name: str) -> Coded:
        """A column of labels."""
        column = self.columns[name]
        assert isinstance(column, Coded), name
        return column

    def array(self, name: str) -> NDArray[Any] | None:
        """A column of numbers, if there is one."""
        column = self.columns.get(name)
        assert column is None or isinstance(column, np.ndarray), name
        return column


@dataclass(frozen=True, eq=False, repr=False)
class Kept:
    """Columns with a row for each example; merging puts them behind each other.

    Examples have no names, and the measure says what has a value.
    """

    measure: Measure
    policy: Policy
    columns: Mapping[str, Column]
    groups: Coded | None = None  # of the examples
    grouped: bool = False  # whether whole groups are drawn
    held: dict[Any, Any] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, Any]:
        return {**{name: vars(self)[name] for name in self.__dataclass_fields__}, "held": {}}

    def __repr__(self) -> str:
        return f"<{self.measure}: {', '.join(self.columns)} of {self.rows:,} examples>"

    @property
    def rows(self) -> int:
        """How many examples there are."""
        return len(next(iter(self.columns.values())))

    @cached_property
    def _about(self) -> tuple[Sequence[str], NDArray[np.bool_]]:
        return self.measure.about(self.total())

    @property
    def units(self) -> Sequence[str]:
        """What the measure says that has a value."""
        return self._about[0]

    @property
    def undefined(self) -> NDArray[np.bool_]:
        """Which of them have no value."""
        return self._about[1]

    @property
    def population(self) -> Sequence[str]:
        """The examples by number, or their groups."""
        return self.groups.names if self.grouped and self.groups is not None else Numbers(range(1, self.rows + 1))

    @property
    def clustered(self) -> bool:
        """Examples have sessions at most, which are drawn when they are asked for."""
        return False

    @property
    def given(self) -> Coded | None:
        """The truth of each example."""
        column = self.columns.get("truth")
        return column if isinstance(column, Coded) else None

    @property
    def cost(self) -> int:
        """A weight for each example, in the order of the rows and in that of the scores."""
        return 2 * self.rows

    def __add__(self, other: Kept) -> Kept:
        """Merge two partitions, which may know different labels."""
        return self.together([other])

    def together(self, others: Sequence[Kept]) -> Kept:
        """Merge partitions, which may know different labels."""
        for other in others:
            require_alike(self, other)
        return self._joined(others, join_groups(self.groups, *(other.groups for other in others)))

    def beside(self, other: Kept) -> Kept:
        """The examples of both, one behind the other; groups of the same name stay apart."""
        return self._joined([other], join_groups(self.groups, other.groups, apart=True))

    def _joined(self, others: Sequence[Kept], groups: Coded | None) -> Kept:
        for other in others:
            if self.columns.keys() != other.columns.keys():
                lacking = min(self.columns.keys() ^ other.columns.keys())
                raise MeasureError("merge-one-lacks", measure=str(self.measure), lacking=lacking)
        columns = {
            name: _behind(self.measure, [column, *(other.columns[name] for other in others)])
            for name, column in self.columns.items()
        }
        grouped = self.grouped and groups is not None
        return replace(self, columns=columns, groups=groups, grouped=grouped, held={})

    def total(self, units: NDArray[Any] | None = None) -> Sample:
        """Every example once; a part of the labels has no value of its own."""
        if units is not None:
            raise MeasureError("groups-of-labels")
        return Sample(self.measure, self.policy, self.columns, None, self.held)

    def each(self) -> Sample:
        """The same: what has a value is inside."""
        return self.total()

    def drawn(self, weights: NDArray[Any]) -> Sample:
        """The examples as often as they are drawn."""
        often = draw_weights(self, weights)
        if self.grouped and self.groups is not None:
            often = often[..., self.groups.codes]
        return Sample(self.measure, self.policy, self.columns, often, self.held)

    def by_group(self) -> Kept:
        """The same with whole groups of examples as the population."""
        if self.groups is None:
            raise no_groups(self)
        return replace(self, grouped=True)

    def to_arrow(self) -> pa.Table:
        """A row for each example."""
        return write_kept(self)


def _behind(measure: Measure, columns: Sequence[Column]) -> Column:
    """The rows of one column and then those of the others."""
    labels = [each for each in columns if isinstance(each, Coded)]
    if len(labels) == len(columns):
        return joined(*labels)
    scores = [each for each in columns if isinstance(each, Scores)]
    if len(scores) == len(columns):
        if any(each.names != scores[0].names for each in scores):
            raise MeasureError("merge-other-scores", measure=str(measure))
        return Scores(np.concatenate([each.values for each in scores]), scores[0].names)
    numbers = [each for each in columns if isinstance(each, np.ndarray)]
    if len(numbers) == len(columns):
        return np.concatenate(numbers)
    raise MeasureError("merge-one-score", measure=str(measure))
