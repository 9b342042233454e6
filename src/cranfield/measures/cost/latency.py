"""How long requests take: as somebody who waits sees it, from sending, by the engine's clock, and before sending."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.measures.cost.base import MILLISECONDS
from cranfield.measures.cost.spread import Spread

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["EngineTime", "Lag", "Latency", "Service"]

_TENE = "Tene, How not to measure latency, Strange Loop 2015"
_OMISSION = (Elsewhere("wrk, ab, locust, hey", "elsewhere-omitted"), Elsewhere("numpy, pandas", "elsewhere-between"))


class _Timed(Spread):
    """A time between two moments of a request, in milliseconds."""

    column: ClassVar[str] = ""
    begins: ClassVar[str] = ""  # the moments it lies between, where they are known
    ends: ClassVar[str] = ""
    step: ClassVar[str] = ""
    undefined_when: ClassVar[str] = "when-no-end"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The time of each request."""
        moments = {name: batch.array(name) * MILLISECONDS for name in (self.begins, self.ends) if name in batch}
        if "intended" in moments:
            note.unit("moment-intended", moments["intended"])
        if "sent" in moments:
            note.unit("moment-sent", moments["sent"])
        if "ended" in moments:
            note.unit("moment-ended", moments["ended"])
        if self.ends == "ended" and "timeout" in batch and bool(batch.array("failed").any()):
            note.unit("moment-timeout", batch.array("timeout") * MILLISECONDS)
        return note.unit(self.step, batch.array(self.column) * MILLISECONDS, name=self.name)


class Latency(_Timed):
    """The response time in milliseconds, from when the request should have been sent to the last byte of the answer."""

    name: ClassVar[str] = "Latency"
    reads: ClassVar[tuple[str, ...]] = ("response",)
    column, begins, ends, step = "response", "intended", "ended", "response-time"
    formula: ClassVar[str] = "end - intended start; of a request that failed at least its timeout"
    source: ClassVar[str] = _TENE
    chinese: ClassVar[str] = "响应时间（毫秒）：从请求本应发出的时刻到收到回答的最后一个字节。"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = _OMISSION
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("ResponseTime", tool="cranfield"), Alias("p50", {"p": 50.0}, tool="k6"),
        Alias("p75", {"p": 75.0}, tool="k6"), Alias("p90", {"p": 90.0}, tool="k6"),
        Alias("p95", {"p": 95.0}, tool="k6"), Alias("p99", {"p": 99.0}, tool="k6"),
        Alias("p99.9", {"p": 99.9}, tool="k6"),
    )  # fmt: skip


class Service(_Timed):
    """The service time in milliseconds, from sending the request to the last byte of the answer."""

    name: ClassVar[str] = "Service"
    reads: ClassVar[tuple[str, ...]] = ("service",)
    column, begins, ends, step = "service", "sent", "ended", "service-time"
    formula: ClassVar[str] = "end - send; of a request that failed at least its timeout"
    source: ClassVar[str] = _TENE
    chinese: ClassVar[str] = "服务时间（毫秒）：从实际发出请求到收到回答的最后一个字节。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("service_time", tool="Rally"),)


class Lag(_Timed):
    """How many milliseconds later than intended the client sent the request, as it was busy or had no free slot."""

    name: ClassVar[str] = "Lag"
    reads: ClassVar[tuple[str, ...]] = ("lag",)
    column, begins, ends, step = "lag", "intended", "sent", "lag-time"
    formula: ClassVar[str] = "send - intended start"
    source: ClassVar[str] = _TENE
    chinese: ClassVar[str] = "客户端比预定时刻晚多少毫秒才发出请求。"
    undefined_when: ClassVar[str] = "when-never-sent"


class EngineTime(_Timed):
    """The time in milliseconds that the engine itself says it took, which leaves out network and waiting."""

    name: ClassVar[str] = "EngineTime"
    reads: ClassVar[tuple[str, ...]] = ("engine",)
    column, step = "engine", "engine-time"
    formula: ClassVar[str] = "the time that the engine reports in its answer"
    source: ClassVar[str] = "the answers of Elasticsearch, OpenSearch, Solr and Vespa"
    chinese: ClassVar[str] = "引擎自己报告的耗时（毫秒），不含网络与排队。"
    undefined_when: ClassVar[str] = "when-engine-silent"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("took", tool="Elasticsearch"), Alias("QTime", tool="Solr"))
