"""What the measures of cost share: requests as units, and queries as what is drawn where each was sent again."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.exhibit import Listing
from cranfield.core.measure import Measure
from cranfield.core.note import SILENT, Note
from cranfield.core.ragged import divide
from cranfield.core.states.sums import Sums
from cranfield.measures.cost.order_statistics import share_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.coded import Coded
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.policy import Policy

__all__ = ["MILLISECONDS", "CostMeasure", "ShareOfRequests", "groups_of"]

MILLISECONDS = 1000.0  # in a second

# what is shown of a request, in this order, where it is known; times in milliseconds
_SHOWN = {"intended": 1e3, "sent": 1e3, "ended": 1e3, "engine": 1e3, "timeout": 1e3, "bytes": 1, "results": 1}


def groups_of(batch: Batch) -> Coded | None:
    """The query of each request, if queries were sent again: whole ones are drawn."""
    return batch.coded("group") if "group" in batch else None


class CostMeasure(Measure):
    """A measure of cost."""

    family: ClassVar[str] = "cost"
    amount: ClassVar[bool] = True

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:  # noqa: ARG002 (the same for all policies)
        """A request of which nothing is known takes no part, whatever the policy."""
        return "left-out", {}

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """What is known of the request."""
        names, numbers = [], []
        for name, times in _SHOWN.items():
            if name in batch and not np.isnan(batch.array(name)[index]):
                names.append(name)
                numbers.append(float(batch.array(name)[index]) * times)
        if "error" in batch and batch.array("failed")[index]:
            error = batch.coded("error")
            names.append("error")
            return (Listing("shown-request", {"fact": names, "amount": [*numbers, error.names[error.codes[index]]]}),)
        return (Listing("shown-request", {"fact": names, "amount": numbers}),) if names else ()


class ShareOfRequests(CostMeasure):
    """A share of the requests; its interval is that of Clopper and Pearson."""

    @property
    def summed(self) -> str:
        """The mean of ones and zeros."""
        return "arithmetic"

    @abstractmethod
    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """1 or 0 for each request; nan where it has neither."""

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """One or zero, and whether it is known."""
        return Sums.known(self, batch, self.values(batch, note), groups_of(batch))

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """The share."""
        return divide(total[..., 0], total[..., 1])

    def interval_of(self, state: Any, confidence: float) -> tuple[float, float] | None:
        """Where the share lies, by the binomial distribution, unless requests of one query belong together."""
        if state.clustered or state.sessions:
            return None
        above, count = state.total().tolist()
        return share_interval(int(above), int(count), confidence) if count else None

    def interval_when_flat(self, state: Any, confidence: float) -> tuple[float, float] | None:
        """No query with an error, or none without: that of so many queries, as requests of one query are alike."""
        above, count = state.total().tolist()
        queries = len(state.population)
        return share_interval(queries if above else 0, queries, confidence) if count else None
