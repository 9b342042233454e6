"""Whether the client was the limit and not the engine, so that its numbers say nothing about the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.finding import Finding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["LEAST_RATE", "MOST_LAG", "achieved_rate", "limits"]

MOST_LAG = 0.10  # of the 99th percentile of the response, that of the lag
LEAST_RATE = 0.99  # of the rate that was wanted


def achieved_rate(intended: NDArray[np.float64], sent: NDArray[np.float64], rate: float) -> float:
    """Requests sent in a second; as many as were wanted where none was late.

    The schedule covers the time to its last request and one mean gap; what is sent later stretches it.
    """
    first = float(np.nanmin(intended))
    planned, real = float(np.nanmax(intended)) - first, float(np.nanmax(sent)) - first
    return rate * (planned + 1 / rate) / (max(real, planned) + 1 / rate)


def limits(batch: Batch) -> list[Finding]:
    """Why a pass under load is not valid, if so."""
    rate = batch.facts.get("rate")
    if batch.facts.get("mode") != "load" or not {"lag", "response"} <= batch.columns.keys():
        return []
    lag, response = batch.array("lag"), batch.array("response")
    known = ~(np.isnan(lag) | np.isnan(response))
    found = []
    if known.any():
        late, took = (float(np.quantile(each[known], 0.99, method="inverted_cdf")) for each in (lag, response))
        if late > MOST_LAG * took:
            facts = {"lag": 1e3 * late, "response": 1e3 * took, "percent": 100 * MOST_LAG}
            found.append(Finding("limited-by-lag", 1, facts, "warning"))
    if rate and known.any():
        achieved = achieved_rate(batch.array("intended"), batch.array("sent"), rate)
        if achieved < LEAST_RATE * rate:
            facts = {"achieved": achieved, "rate": rate, "percent": 100 * LEAST_RATE}
            found.append(Finding("limited-by-rate", 1, facts, "warning"))
    if not found and batch.facts.get("limited"):
        found.append(Finding("limited-as-said", 1, {}, "warning"))
    return found
