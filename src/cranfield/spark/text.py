"""Texts in a DataFrame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from cranfield.core.arguments import door
from cranfield.scale.text import Text
from cranfield.spark.deal import BUCKET, by_hash
from cranfield.spark.jobs import column, require_columns, run, tables_of, write
from cranfield.spark.workers import sent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cranfield.core.result import Results
    from cranfield.scale.text import TextPlan
    from cranfield.spark.progress import Watch
    from cranfield.spark.workers import Rows

__all__ = ["Scoring", "TextFrame", "results_of", "text", "write_values"]


@dataclass(frozen=True)
class TextFrame:
    """A DataFrame with a row for each segment, and what its columns mean."""

    frame: Any
    source: Text
    inputs: tuple[Mapping[str, Any], ...] = ({"name": "table"},)  # what results say they were made from

    @property
    def names(self) -> list[str]:
        """The columns that are read."""
        source = self.source
        several = [source.references] if isinstance(source.references, str) else list(source.references)
        return list(dict.fromkeys([source.ids, source.candidates, *several]))


@door()
def text(df: Any, *, candidates: str, references: str | Sequence[str], ids: str, **options: Any) -> TextFrame:
    """A DataFrame with a text and its references in each row, as for `cranfield.text`; `ids` tells segments apart.

    `references` is a column of texts or of arrays of texts, or several columns. The other options are
    `blank_references`, `policy` and `system`.
    """
    made = TextFrame(df, Text(candidates, references, ids, **options))
    require_columns(df, {name: name for name in made.names})
    return made


@dataclass(frozen=True)
class Scoring:
    """States of the segments of a partition, or their values."""

    plan: TextPlan
    valued: bool = False

    def __call__(self, rows: Rows) -> Iterator[pa.Table]:
        """What the partition sends."""
        table = rows.every()
        if table is None:
            return
        own = table.drop_columns([BUCKET])
        if self.valued:
            yield self.plan.values(own)
        else:
            buckets = pc.unique(table[BUCKET]).to_pylist()
            yield sent(0, self.plan.states(own, bucket=buckets))


def results_of(data: TextFrame, plan: TextPlan, tasks: int, watch: Watch) -> Results:
    """The results of all segments."""
    with watch.phase("measuring", tasks):
        found = run(by_hash(data.frame, data.names, data.source.ids, tasks), Scoring(plan))
    with watch.phase("merging"):
        return plan.results(tables_of(found, 0), inputs=data.inputs)


def write_values(data: TextFrame, plan: TextPlan, tasks: int, path: str, expected: int, watch: Watch) -> None:
    """Write the values of each segment as Parquet."""
    schema = ", ".join(["unit string", *(f"{column(name)} double" for name in plan.asked)])
    frame = by_hash(data.frame, data.names, data.source.ids, tasks)
    with watch.phase("writing", tasks):
        write(frame, Scoring(plan, valued=True), schema, path, expected)
