"""`ranking(qrels, run)`: the one door from judgments and a run to a batch."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.core.policy import Policy
from cranfield.errors import PolicyError
from cranfield.io.arrow import flat
from cranfield.io.assemble import assemble
from cranfield.io.dicts import join_dict
from cranfield.io.judgments import Judgments, mark_known, prepare, prepare_dict
from cranfield.io.pieces import join_tables
from cranfield.io.rows import open_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.core.batch import Batch

__all__ = ["judgments", "ranking", "system_name"]

_PREPARED = ("negative", "fractions", "duplicates")  # decided when judgments are prepared


def judgments(
    qrels: Any, *, policy: Policy | str = "default", known: Any = None, input_format: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> Judgments:  # fmt: skip
    """Judgments read and prepared once, to be used with many runs.

    `known` lists documents the user already knew, in any format of judgments.
    """
    decided = Policy.named(policy) if isinstance(policy, str) else policy
    quick = prepare_dict(qrels, decided, {"name": "dict"}) if isinstance(qrels, Mapping) else None
    if quick:
        gold = quick
    else:
        rows = open_rows(qrels, "qrels", input_format=input_format, columns=columns)
        table = pa.concat_tables(list(rows.tables()), promote_options="default")
        gold = prepare(table, decided, rows.describe(), rows.where)
    if known is None:
        return gold
    listed = open_rows(known, "qrels", columns=columns)
    found = pa.concat_tables(list(listed.tables()), promote_options="default")
    return mark_known(gold, flat(found["query"]), flat(found["doc"]))


def ranking(
    qrels: Any, run: Any, *, policy: Policy | str | None = None, known: Any = None, input_format: str | None = None,
    columns: Mapping[str, str] | None = None, system: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Batch:  # fmt: skip
    """A batch from judgments and a run: paths, dicts, Arrow tables or any dataframe with the Arrow interface.

    `policy` is a Policy or the name of a profile; `qrels` may be what `judgments()` prepared.

    >>> batch = ranking({"q1": {"d1": 1}}, {"q1": {"d1": 0.5, "d2": 0.9}})
    >>> batch.units
    ['q1']
    """
    if isinstance(qrels, Judgments):
        gold = qrels
        decided = gold.policy if policy is None else Policy.named(policy) if isinstance(policy, str) else policy
        for name in _PREPARED:
            if getattr(decided, name) != getattr(gold.policy, name):
                message = f"policy: {name} was decided when the judgments were prepared; prepare them with this policy"
                raise PolicyError(message)
    else:
        decided = Policy.named(policy or "default") if policy is None or isinstance(policy, str) else policy
        gold = judgments(qrels, policy=decided, known=known, input_format=input_format, columns=columns)
    rows = open_rows(run, "run", input_format=input_format, columns=columns, progress=progress)
    quick = join_dict(run, gold, decided) if isinstance(run, Mapping) else None
    parts = [quick] if quick else join_tables(rows.tables, gold, decided, name=rows.name, where=rows.where)
    return assemble(parts, gold, decided, source=rows.describe(), system=system or system_name(run))


def system_name(run: Any) -> str:
    """The name of a run in tables: the file name without what is behind the dot."""
    if not isinstance(run, str | os.PathLike) or run == "-":
        return "run"
    path = PurePath(run)
    while path.suffix.lower() in (".gz", ".bz2", ".xz", ".zst", ".run", ".txt", ".trec", ".tsv", ".csv", ".json",
                                  ".jsonl", ".parquet", ".arrow", ".feather", ".res", ".results"):  # fmt: skip
        path = path.with_suffix("")
    return path.name
