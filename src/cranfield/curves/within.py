"""What share of requests was answered within a time: the distribution of latencies, nothing smoothed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.evaluate import ready
from cranfield.core.spec import parse
from cranfield.core.tidy import tidy
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure

__all__ = ["within"]

_SHOWN = 0.995  # of the requests of every system are inside the picture; a few that timed out would flatten the rest


def within(batches: Sequence[Batch], *, measure: str | Measure = "Latency") -> pa.Table:
    """At each distinct time of each system, what share of its requests had been answered.

    A request that failed counts as its timeout. `shown` is where a picture may end, and `beyond` how many requests of
    each system took longer.
    """
    asked = parse(measure, batches[0].family)
    if not asked.amount:
        raise MeasureError("curve-no-amount", measure=str(asked))
    systems: list[str] = []
    times, shares, ends = [], [], []
    for batch in batches:
        measured = ready(asked, batch)
        values = measured.each(measured.stats(batch))
        known = np.sort(values[~np.isnan(values)])
        if not len(known):
            raise MeasureError("curve-no-times", measure=str(asked), system=batch.system)
        distinct, often = np.unique(known, return_counts=True)
        times.append(distinct)
        shares.append(np.cumsum(often) / len(known))
        ends.append(known[min(int(np.ceil(_SHOWN * len(known))), len(known)) - 1])
        systems += [batch.system] * len(distinct)
    shown = float(max(ends))
    beyond = {batch.system: int((each > shown).sum()) for batch, each in zip(batches, times, strict=True)}
    columns = {"system": systems, "time": np.concatenate(times), "share": np.concatenate(shares)}
    return tidy(columns, kind="latency", measure=asked.name, shown=shown, beyond=beyond)
