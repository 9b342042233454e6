"""Cost: what requests to a running engine take, one unit a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cranfield.measures.cost as package
from cranfield.core.family import Family
from cranfield.measures.cost.limited import limits
from cranfield.measures.cost.passes import what_differs
from cranfield.measures.cost.spread import needed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.core.batch import Batch
    from cranfield.core.finding import Finding
    from cranfield.core.measure import Measure
    from cranfield.core.result import Result

__all__ = ["FAMILY"]

_SHARES = (50.0, 95.0, 99.0)


def _shares(name: str, batch: Batch) -> list[str]:
    """The percentiles that so many requests allow; the median in any case, which says how many are needed."""
    return [f"{name}(p={share:g})" for share in _SHARES if share == _SHARES[0] or needed(share) <= len(batch)]


def _defaults(batch: Batch) -> list[str]:
    """What the data allows."""
    if "space" in batch:
        return ["Space", *(["Space(per='document')"] if "documents" in batch else [])]
    if "freshness" in batch:
        return [*_shares("Freshness", batch), "ErrorRate"]
    found = ["Latency(mean)", *_shares("Latency", batch)] if "response" in batch else []
    found += ["EngineTime(p=50)"] if "engine" in batch else []
    found += ["Throughput"] if {"sent", "ended"} <= batch.columns.keys() else []
    found += ["ErrorRate"]
    return [*found, *(["Coverage"] if "results" in batch else [])]


def _findings(batch: Batch, found: Mapping[str, tuple[Measure, Result]]) -> list[Finding]:
    _ = found
    return limits(batch)


FAMILY = Family(
    name="cost",
    package=package,
    noun="requests",
    whole="in-data",
    call="cost(...)",
    command="cranfield cost",
    defaults=_defaults,
    columns={
        "response": "give-latency", "service": "give-sent", "lag": "give-sent", "sent": "give-sent",
        "engine": "give-engine", "bytes": "give-bytes", "results": "give-results",
        "freshness": "give-freshness", "space": "give-space", "documents": "give-documents",
    },
    clusters="queries",
    beside=True,
    unpaired=True,
    findings=_findings,
    differing=what_differs,
)  # fmt: skip
