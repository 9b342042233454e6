"""What a report is made of, whatever the family: results, comparisons, data, and what was said about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import pyarrow as pa

    from cranfield.core.batch import Batch
    from cranfield.core.compared import Compared, Estimate, Remark
    from cranfield.core.finding import Finding
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.core.verdict import Verdict
    from cranfield.errors import CranfieldError

__all__ = ["Captioned", "Material"]


class Captioned(Protocol):
    """What an id stands for."""

    @property
    def title(self) -> str:
        """A few words."""

    @property
    def text(self) -> str:
        """All of it."""


@dataclass(frozen=True)
class Material:
    """Everything that goes into a report; `found` is None where there is only one system to show."""

    results: Sequence[Results]
    batches: Sequence[Batch]
    wanted: Mapping[str, Measure]
    estimates: Mapping[str, Sequence[Estimate]]  # measure: one for each system
    found: Compared | None = None
    verdicts: Sequence[Verdict] = ()
    groups: Mapping[str, str] = field(default_factory=dict)  # unit: group
    bounds: Sequence[Any] = ()  # what could be if all had been judged
    unbounded: Sequence[str] = ()  # measures of which that would have taken long
    unproved: Sequence[CranfieldError] = ()  # why it is not known of others
    tables: Sequence[tuple[str, pa.Table | CranfieldError]] = ()  # curves by their kind, or why there is none
    omitted: Sequence[Remark] = ()  # pictures that are left out, and why
    checked: Sequence[Finding] = ()  # what only a check of the data finds
    queries: Mapping[str, Captioned] = field(default_factory=dict)
    documents: Callable[[set[str]], Mapping[str, Captioned]] | None = None  # asked once it is known which are shown
    lined: int = 0  # systems that the curves show, where these are not all
    sources: Mapping[str, str] = field(default_factory=dict)  # where queries and documents come from
    costs: Sequence[Batch | CranfieldError | None] = ()  # what the requests of each system took, where it is said
    cost_measures: Mapping[str, Measure] = field(default_factory=dict)  # of cost, that were asked for by name
    command: str = ""
    explain: str = ""  # the command that explains one unit, without measure and unit
    title: str = ""
    language: str = "en"
    top: int = 20  # documents of a ranking that are shown
    digits: int = 4

    @property
    def systems(self) -> list[str]:
        """The names of the systems."""
        return [each.system for each in self.results]

    @property
    def measures(self) -> list[str]:
        """The names of the measures."""
        return list(self.results[0])
