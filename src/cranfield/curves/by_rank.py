"""A measure with a cutoff, at every cutoff: how it grows or falls from rank to rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core.evaluate import ready
from cranfield.core.spec import parse_named
from cranfield.core.tidy import tidy
from cranfield.curves.options import DEPTH
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.spec import Measures

__all__ = ["DEEPEST", "by_rank"]

DEEPEST = 100  # ranks that are looked at unless more are asked for: few people look further


def by_rank(
    batches: Sequence[Batch], *, measure: Measures = "nDCG", depth: int | None = None, query: object = None
) -> pa.Table:
    """A measure cut at 1, 2, ... `depth`, such as nDCG, CG, P or Success; of one `query`, or the mean over all."""
    asked = parse_named(measure, batches[0].family)
    if not asked:
        raise MeasureError("no-measure-asked")
    for name, each in asked.items():
        if each.at is None or "whole number" not in each.params()[each.at].rule:
            raise MeasureError("curve-no-cutoff", measure=name)
    # a cutoff that was written with the measure says how deep to look
    written = [vars(each)[each.at] for each in asked.values() if each.at and vars(each)[each.at] is not None]
    if depth is None:
        depth = max(written) if written else min(DEEPEST, max(map(_longest, batches)))
    DEPTH.check("curve", "depth", depth)
    columns: dict[str, list[Any]] = {"system": [], "measure": [], "rank": [], "value": []}
    for whole in batches:
        batch = whole if query is None else whole.select([whole.place_of(query)])
        for each in asked.values():
            if each.at is None:
                continue
            columns["system"] += [batch.system] * depth
            columns["measure"] += [_without_cutoff(each)] * depth
            columns["rank"] += range(1, depth + 1)
            for rank in range(1, depth + 1):
                cut = ready(each.replace(**{each.at: rank}), batch)
                columns["value"].append(float(cut.finish(cut.stats(batch).total())))
    about = {"query": str(query)} if query is not None else {"units": len(batches[0])}
    bounds = [each.bounds for each in asked.values()]
    top = max(high for _, high in bounds)
    return tidy(
        columns, kind="gain", noun=batches[0].noun, highest=top if top < float("inf") else None,
        measures=list(dict.fromkeys(columns["measure"])), **about,
    )  # fmt: skip


def _without_cutoff(measure: Measure) -> str:
    """How it is written, also where it cannot be without a cutoff."""
    return str(measure.replace(**{str(measure.at): 7919})).removesuffix("@7919")


def _longest(batch: Batch) -> int:
    """The longest ranking, or the labels that have scores."""
    if "num_ret" in batch:
        return max(int(batch.array("num_ret").max(initial=0)), 1)
    names = getattr(batch.columns.get("score"), "names", ())
    return max(len(names), 1)
