"""Runs in parts: judgments are known everywhere, and what a part finds of them is put together into one batch."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from cranfield.core.arguments import COLUMNS, NAME, door
from cranfield.core.evaluate import evaluate
from cranfield.core.policy import POLICY, Policy
from cranfield.core.registry import family
from cranfield.core.spec import parse_named
from cranfield.errors import InputError, PolicyError
from cranfield.io.join.assemble import assemble
from cranfield.io.join.join import join
from cranfield.io.join.judgments import Judgments
from cranfield.io.join.run_rows import Joined, RowError, RunRows
from cranfield.io.ranking import judgments
from cranfield.io.read.open import open_input
from cranfield.scale.cuts import Cut, name_of_plan, require_apart, require_fed
from cranfield.scale.rules import BUCKET, CUT
from cranfield.scale.wire import as_sent, checked, ipc_bytes, is_empty, nothing, wired
from cranfield.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.result import Results
    from cranfield.core.spec import Measures

__all__ = ["Ranking", "RankingPlan"]

_KEY = b"cranfield.part"
_COLUMNS = ("query", "retrieved", "row", "rank", "tie_first", "tie_last")


@dataclass(frozen=True)
class Ranking:
    """Judgments, which every process has, and what the columns of a run mean."""

    gold: Judgments
    policy: Policy
    columns: Mapping[str, str] | None = None
    system: str = "run"

    @classmethod
    @door(policy=POLICY, columns=COLUMNS, system=NAME)
    def of(
        cls, qrels: Any, *, policy: Policy | str = "default", known: Any = None,
        columns: Mapping[str, str] | None = None, system: str = "run",
    ) -> Ranking:  # fmt: skip
        """Judgments of any kind, as for `cranfield.ranking`; a policy that asks for the order of the run is refused."""
        decided = Policy.named(policy) if isinstance(policy, str) else policy
        _require_no_order(decided)
        gold = qrels if isinstance(qrels, Judgments) else judgments(qrels, policy=decided, known=known, columns=columns)
        return cls(gold, decided, columns, system)

    @door()
    def plan(self, measures: Measures | None = None) -> RankingPlan:
        """What to do with each part; all documents of a query must be in one."""
        if measures is not None:
            require_fed(parse_named(measures, family("ranking")).values(), "document_group".__eq__)
        return RankingPlan(self, measures)


@dataclass(frozen=True)
class RankingPlan:
    """Parts find the judged documents of their queries; measures are worked out where all of them come together."""

    source: Ranking
    measures: Measures | None = None

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """By query."""
        return (Cut("unit", (self.source.columns or {}).get("query", "query"), ()),)

    @cached_property
    def name(self) -> str:
        """What parts of this plan, and of no other, are marked with."""
        gold = self.source.gold
        return name_of_plan(
            (), self.source.policy, queries=len(gold.queries), rows=len(gold.grade), first=gold.queries[0]
        )

    @door(cut=CUT, bucket=BUCKET)
    def states(self, table: Any, cut: Cut | None = None, *, bucket: int | Sequence[int] | None = None) -> pa.Table:
        """What a part sends home: the ranks of the judged documents of its queries."""
        _ = cut, bucket
        if is_empty(table):
            return nothing()
        run = open_input(table, "run", columns=self.source.columns)
        gold = self.source.gold
        gold.get_ready()
        rows = [RunRows.of(each, gold) for piece in run.pieces() for each in piece() if len(each)]
        try:
            joined = join(RunRows.together(rows), gold, self.source.policy, name=run.name)
        except RowError as error:
            raise error.tell(run.locations(error.rows)) from None
        example = None if len(joined.row) else run.example(gold.number_of)
        return _packed(self.name, joined, example)

    @door()
    def batch(self, arrived: Iterable[Any], *, inputs: Mapping[str, Any] | None = None) -> Batch:
        """The ordinary batch of the whole run, from what its parts sent."""
        with as_sent():
            found = [_unpacked(self.name, row) for table in arrived for row in pa.table(table).to_pylist()]
        if not found:
            raise InputError("no-parts")
        joined = [each for each, _ in found]
        require_apart((each.query for each in joined), "queries")
        source = {"role": "run", **(inputs or {"name": "run"})}
        examples = [each for _, each in found if each]
        return assemble(
            joined, self.source.gold, self.source.policy, source=source, system=self.source.system,
            example=lambda: min(examples, default=""),
        )  # fmt: skip

    @door()
    def results(self, arrived: Iterable[Any], *, inputs: Sequence[Mapping[str, Any]] = ()) -> Results:
        """What the whole gives."""
        return evaluate(self.batch(arrived, inputs=inputs[0] if inputs else None), self.measures)


def _require_no_order(policy: Policy) -> None:
    """Refuse decisions that look at the order of the rows, which no cut keeps."""
    if policy.ties == "input":
        raise PolicyError("order-of-parts", name="ties", value="input")
    if policy.duplicates in ("first", "last") or (policy.duplicates == "best" and policy.ties == "rank"):
        raise PolicyError("order-of-parts", name="duplicates", value=policy.duplicates)


def _packed(plan: str, joined: Joined, example: str | None) -> pa.Table:
    """One row: the numbers of the part as lists, and beside them what was odd."""
    told = {
        "cranfield": __version__, "plan": plan, "unknown": sorted(joined.unknown), "tally": dict(joined.tally),
        "example": example,
    }  # fmt: skip
    lists = {name: pa.array([getattr(joined, name).astype(np.int64)], pa.list_(pa.int64())) for name in _COLUMNS}
    table = pa.table(lists).replace_schema_metadata({_KEY: json.dumps(told).encode()})
    return wired([(0, None, int(joined.retrieved.sum()), ipc_bytes(table))])


def _unpacked(plan: str, sent: Mapping[str, Any]) -> tuple[Joined, str | None]:
    """A part as it was, and one of its documents if none is judged."""
    table = pa.ipc.open_stream(sent["state"]).read_all()
    told = checked(plan, json.loads(table.schema.metadata[_KEY]))
    numbers = [np.asarray(table[name][0].values) for name in _COLUMNS]
    query, retrieved, row, rank, first, last = numbers
    made = Joined(query, retrieved, row, rank, first, last, set(told["unknown"]), Counter(told["tally"]))
    return made, told["example"]
