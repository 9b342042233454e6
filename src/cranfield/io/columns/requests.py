"""Rows of requests made ready for a batch: which of them count, how long each took, and what each is called."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from cranfield.core.coded import Coded
from cranfield.core.finding import Finding
from cranfield.errors import InputError
from cranfield.io.columns.encode import encode
from cranfield.io.cost_table import KINDS, PHASES, Pass
from cranfield.io.ids.arrow_arrays import objects

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["PARTS", "Made", "Requests", "batch_columns"]

PARTS = ("search", "freshness", "space")
_PART_OF = {kind: kind.split("-")[0] for kind in KINDS}
_PHASES = dict(zip(PHASES, PHASES, strict=True))
_CHANGES = ("add", "update", "delete")
_LARGEST = 1e100  # of any unit: sums and squares of such numbers are finite
_YES_OR_NO = {"true": True, "1": True, "1.0": True, "false": False, "0": False, "0.0": False}
_FAILED = 400  # the first status that is an error


class Made(NamedTuple):
    """What a batch of requests is made of."""

    units: Sequence[str]
    columns: dict[str, Any]
    facts: dict[str, Any]
    findings: list[Finding]


@dataclass(frozen=True, eq=False)
class Requests:
    """Rows as they were read, by role."""

    columns: Mapping[str, Any]
    seconds: Mapping[str, float]  # by what times are divided to be in seconds
    about: Pass | None
    timeout: float | None  # seconds, where no column says it
    source: str

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def about_what(self) -> list[tuple[str, str]]:
        """What rows are about and their phase, each once: searches that are measured first."""
        if not len(self):
            raise InputError("no-requests", source=self.source)
        parts = _words(self, "kind", _PART_OF) or ["search"] * len(self)
        phases = _words(self, "phase", _PHASES) or ["measured"] * len(self)
        there = {(part, phase if part == "search" else "measured") for part, phase in zip(parts, phases, strict=True)}
        every = [(part, phase) for part in PARTS for phase in ("measured", "cold", "warm-up")]
        return [each for each in every if each in there and each[1] != "warm-up"] or [min(there)]

    def text(self, role: str) -> list[str | None] | None:
        """The words of a role; None where it has no column."""
        if role not in self.columns:
            return None
        return [None if each is None or each != each or each == "" else str(each)  # noqa: PLR0124 (nan is not itself)
                for each in _listed(self.columns[role])]  # fmt: skip

    def numbers(self, role: str) -> Numbers | None:
        """The numbers of a role, times in seconds and nan where there is none; None where it has no column."""
        if role not in self.columns:
            return None
        try:
            found = np.array([np.nan if each is None else each for each in _listed(self.columns[role])], np.float64)
        except (TypeError, ValueError, OverflowError):
            raise InputError("cost-numbers", source=self.source, role=role) from None
        wrong = np.isinf(found) | ((found < 0) & (role not in ("intended", "sent", "ended")))
        if wrong.any():
            at = int(np.flatnonzero(wrong)[0])
            raise InputError("cost-number", source=self.source, row=at + 1, role=role, value=float(found[at]))
        large = np.abs(found) > _LARGEST
        if large.any():
            at = int(np.flatnonzero(large)[0])
            raise InputError("cost-beyond", source=self.source, row=at + 1, role=role, value=float(found[at]))
        return found / self.seconds.get(role, 1.0)


def _listed(column: Any) -> list[Any]:
    if isinstance(column, pa.Array | pa.ChunkedArray):
        return objects(column)
    return list(column.tolist() if isinstance(column, np.ndarray) else column)


def batch_columns(requests: Requests, *, phase: str, part: str | None) -> Made:
    """The rows of one phase and one part, with what was left out."""
    size = len(requests)
    if not size:
        raise InputError("no-requests", source=requests.source)
    findings: list[Finding] = []
    chosen = np.ones(size, bool)
    parts = _words(requests, "kind", _PART_OF)
    if parts is not None:
        wanted = part or next(each for each in PARTS if each in parts)
        others = Counter(each for each in parts if each != wanted)
        chosen &= np.array([each == wanted for each in parts])
        if part is None:
            findings += [Finding("left-out-part", others[each], {"part": each}) for each in PARTS if others[each]]
    else:
        wanted = part or "search"
    phases = _words(requests, "phase", _PHASES)
    if phases is not None and wanted == "search":
        others = Counter(each for each, here in zip(phases, chosen.tolist(), strict=True) if here and each != phase)
        chosen &= np.array([each == phase for each in phases])
        if phase == "measured":
            findings += [Finding("left-out-phase", others[each], {"phase": each}) for each in PHASES if others[each]]
    rows = np.flatnonzero(chosen)
    if not len(rows):
        there = sorted({*(parts or ())}), sorted({*(phases or ())})
        raise InputError("no-such-requests", source=requests.source, part=wanted, phase=phase, parts=there[0],
                         phases=there[1])  # fmt: skip
    columns = _space(requests) if wanted == "space" else _timed(requests, chosen)
    if wanted == "freshness":
        columns["freshness"] = columns.pop("response")
        kinds = [str(each).removeprefix("freshness-") for each in requests.text("kind") or ["add"] * size]
        columns["change"] = Coded(
            np.array([_CHANGES.index(each) if each in _CHANGES else 0 for each in kinds], np.int32), _CHANGES
        )
    columns = {name: column[rows] for name, column in columns.items()}
    units, queries = _names(requests, rows)
    if queries is not None:
        columns["query"] = queries
        again = len(queries.names) < len(rows)
        if again and (requests.about is None or requests.about.mode != "load"):
            columns["group"] = queries
    facts = _facts(requests.about, wanted, phase)
    findings += _failures(columns)
    partial = int(columns.pop("partial", np.zeros(0)).sum())
    if partial:
        facts["partial"] = partial
        findings.append(Finding("partial-answers", partial, {"total": len(rows)}, "warning"))
    if wanted == "freshness" and facts.get("resolution"):
        findings.append(Finding("freshness-resolution", 1, {"milliseconds": 1e3 * facts["resolution"]}))
    return Made(units, columns, facts, findings)


def _words(requests: Requests, role: str, known: Mapping[str, str]) -> list[str] | None:
    """The word of each row for what it stands for; a word that nobody knows is refused."""
    found = requests.text(role)
    if found is None:
        return None
    usual = list(known)[-1 if role == "phase" else 0]
    for at, each in enumerate(found):
        if each is not None and each not in known:
            raise InputError("cost-word", source=requests.source, row=at + 1, role=role, value=each, known=list(known))
    return [known[each or usual] for each in found]


def _facts(about: Pass | None, part: str, phase: str) -> dict[str, Any]:
    found: dict[str, Any] = {"part": part, "phase": phase, "paired": about is None or about.mode != "load"}
    if about is not None:
        found |= {"mode": about.mode, "rate": about.rate, "limited": about.limited, "resolution": about.resolution}
    return found


def _space(requests: Requests) -> dict[str, Any]:
    space = requests.numbers("value")
    if space is None:
        raise InputError("no-space", source=requests.source)
    documents = requests.numbers("results")
    return {"space": space} | ({} if documents is None or np.isnan(documents).all() else {"documents": documents})


def _timed(requests: Requests, chosen: NDArray[np.bool_]) -> dict[str, Any]:
    """How long each request took, by what is known: moments, or a time that was measured elsewhere."""
    numbers = {role: requests.numbers(role) for role in requests.columns if role not in ("query", "kind", "phase",
               "error", "repetition", "partial", "value")}  # fmt: skip
    there = {role: each for role, each in numbers.items() if each is not None and not np.isnan(each[chosen]).all()}
    error, failed = _failed(requests, there.get("status"))
    sent, intended, ended = (there.get(role) for role in ("sent", "intended", "ended"))
    columns: dict[str, Any] = {"failed": failed}
    if ended is not None:
        sent = intended if sent is None else sent
        assert sent is not None  # a role without the other was refused
        intended = sent if intended is None else np.where(np.isnan(intended), sent, intended)
        _in_time(requests, sent, ended, "sent")
        _in_time(requests, intended, sent, "intended")
        there |= {"latency": ended - intended, "service": ended - sent}
        columns |= {"intended": intended, "sent": sent, "ended": ended, "lag": sent - intended}
    timeout = _timeouts(requests, there, failed & chosen)
    for role, name in (("latency", "response"), ("service", "service")):
        if role in there:
            longest = np.fmax(there[role], timeout)
            columns[name] = np.where(failed, longest, there[role])
    columns |= {role: np.where(failed, np.nan, there[role]) for role in ("engine", "results") if role in there}
    columns |= {role: there[role] for role in ("bytes", "status") if role in there}
    if not np.isnan(timeout).all():
        columns["timeout"] = timeout
    if error is not None:
        columns["error"] = error
    partial = _partial(requests)
    return columns if partial is None else {**columns, "partial": partial & ~failed}


def _in_time(requests: Requests, first: Numbers, last: Numbers, role: str) -> None:
    early = np.flatnonzero(last < first - 1e-9)
    if len(early):
        at, other = int(early[0]), {"sent": "ended", "intended": "sent"}[role]
        raise InputError("cost-backwards", source=requests.source, row=at + 1, role=other, other=role)


def _failed(requests: Requests, status: Numbers | None) -> tuple[Coded | None, NDArray[np.bool_]]:
    """Which requests failed, and why: by the error that is written, or by the status."""
    words = requests.text("error") or [None] * len(requests)
    if status is not None:
        bad = status >= _FAILED
        words = [f"http-{int(status[at])}" if each is None and bad[at] else each for at, each in enumerate(words)]
    failed = np.array([each is not None for each in words])
    if not failed.any():
        return None, failed
    return encode([each or "none" for each in words], "error"), failed


def _partial(requests: Requests) -> NDArray[np.bool_] | None:
    """Which requests were answered from a part of the index only; None where nothing says it."""
    words = requests.text("partial")
    if words is None or not any(words):
        return None
    found = [_YES_OR_NO.get((each or "false").lower()) for each in words]
    if None in found:
        at = found.index(None)
        known = ["true", "false"]
        raise InputError("cost-word", source=requests.source, row=at + 1, role="partial", value=words[at], known=known)
    return np.array(found, bool)


def _timeouts(requests: Requests, there: Mapping[str, Numbers], failed: NDArray[np.bool_]) -> Numbers:
    """The timeout of each request, in seconds; a request that failed must have one."""
    timeout = there.get("timeout", np.full(len(requests), np.nan))
    if requests.timeout is not None:
        timeout = np.where(np.isnan(timeout), requests.timeout, timeout)
    lacking = failed & np.isnan(timeout)
    if lacking.any() and there.keys() & {"latency", "service"}:
        count = int(lacking.sum())
        raise InputError("failed-without-timeout", source=requests.source, count=count, total=len(requests))
    return timeout


def _failures(columns: Mapping[str, Any]) -> list[Finding]:
    failed = columns.get("failed")
    if failed is None or not failed.any():
        return []
    error = columns["error"]
    often = Counter(error.names[code] for code in error.codes[failed].tolist())
    why = [f"{key} {count:,}" for key, count in often.most_common()]
    facts = {"total": len(failed), "why": why}
    return [Finding("failed-requests", int(failed.sum()), facts, "warning")]


def _names(requests: Requests, rows: NDArray[np.int64]) -> tuple[list[str], Coded | None]:
    """A name for each request: its query, with a number where the query was sent again; and the queries themselves."""
    queries = requests.text("query")
    if queries is None:
        return [str(at + 1) for at in range(len(rows))], None
    chosen = [queries[at] or "" for at in rows.tolist()]
    often = Counter(chosen)
    if len(often) == len(chosen):
        return chosen, encode(chosen, "query")
    repetition = requests.numbers("repetition")
    numbers = None
    if repetition is not None and not np.isnan(repetition[rows]).any():
        numbers = [int(each) for each in repetition[rows]]
        if len({*zip(chosen, numbers, strict=True)}) < len(chosen):
            numbers = None
    if numbers is None:
        seen: Counter[str] = Counter()
        numbers = []
        for each in chosen:
            seen[each] += 1
            numbers.append(seen[each])
    units = [f"{query} #{number}" if often[query] > 1 else query
             for query, number in zip(chosen, numbers, strict=True)]  # fmt: skip
    if len({*units}) < len(units):  # a query is called as another with its number
        units = [f"{at + 1} {unit}" for at, unit in enumerate(units)]
    return units, encode(chosen, "query")
