"""Predictions in a DataFrame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import NAME, door, optional
from cranfield.scale.labels import Labels
from cranfield.spark.jobs import require_columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["LabelsFrame", "labels"]


@dataclass(frozen=True)
class LabelsFrame:
    """A DataFrame of predictions, and what its columns mean; each of several systems has scores of its own."""

    frame: Any
    sources: tuple[Labels, ...]
    several: bool = False
    inputs: tuple[Mapping[str, Any], ...] = ({"name": "table"},)  # what results say they were made from

    @property
    def names(self) -> list[str]:
        """All columns that are read, each once."""
        return list(dict.fromkeys(name for source in self.sources for name in source.roles.values()))


@door(system=optional(NAME))
def labels(df: Any, *, truth: str, score: Any = None, system: str | None = None, **options: Any) -> LabelsFrame:
    """A DataFrame with one row for each example, as for `cranfield.labels`: what is given are names of columns.

    A list of several columns in `score` are as many systems, which are measured in one pass. The other options are
    `guess`, `group`, `by`, `weight`, `classes`, `threshold`, `positive` and `policy`.
    """
    several = isinstance(score, list | tuple)
    scores: Sequence[Any] = score if several else [score]
    shared = Labels(truth=truth, **options)
    named = [each if isinstance(each, str) else "predictions" for each in scores]
    sources = tuple(
        replace(shared, score=each, system=system if system is not None and not several else name)
        for each, name in zip(scores, named, strict=True)
    )
    for source in sources:
        require_columns(df, source.roles)
    return LabelsFrame(df, sources, several)
