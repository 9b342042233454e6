"""What must stay together where data is cut, and the proof that it did."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import InputError, MeasureError
from cranfield.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy

__all__ = [
    "Cut",
    "cuts_of",
    "name_of_plan",
    "packed_bucket",
    "packed_names",
    "require_apart",
    "require_fed",
    "unpacked_names",
]


@dataclass(frozen=True)
class Cut:
    """One way to cut the data, and the measures (by their places in the plan) that are worked out on its parts.

    `together` is what no two parts may share: a `unit`, a `group`, or a `score`, of which parts hold ranges that do
    not overlap. `column` is the column that says so; without one, rows may be dealt out in any way.
    """

    together: str
    column: str | None
    measures: tuple[int, ...]


def cuts_of(
    measures: Sequence[Measure], batch: Batch, columns: Mapping[str, str | None], *, drawn: bool = False
) -> tuple[Cut, ...]:
    """As few cuts as the measures need; a measure that needs all rows at once is refused.

    Where whole sessions are `drawn`, they stay together for measures of single rows too.

    Measures of single rows go along with any cut, because data that moves anyway should move once.
    """
    needs = [measure.together(batch) for measure in measures]
    needs = ["group" if drawn and need == "unit" else need for need in needs]
    refused = [str(measure) for measure, need in zip(measures, needs, strict=True) if need == "all"]
    if refused:
        binned = any(name.startswith("AUC") for name in refused)
        raise MeasureError("needs-all-rows", names=refused, count=len(refused), binned=binned or None)
    found = {need: [at for at, each in enumerate(needs) if each == need] for need in ("group", "score")}
    free = [at for at, each in enumerate(needs) if each == "unit"]
    kinds = [need for need, places in found.items() if places]
    if not kinds:
        return (Cut("unit", columns.get("unit"), tuple(free)),)
    found[kinds[0]] = sorted(found[kinds[0]] + free)
    return tuple(Cut(need, columns.get(need), tuple(found[need])) for need in kinds)


def require_fed(measures: Iterable[Measure], absent: Callable[[str], bool]) -> None:
    """Refuse a measure that reads what parts do not carry, before any of them is read."""
    for measure in measures:
        missing = [name for name in measure.reads if absent(name)]
        if missing:
            raise MeasureError("parts-lack-columns", measure=str(measure), missing=missing)


def name_of_plan(measures: Iterable[Measure], policy: Policy, **more: Any) -> str:
    """A name that two plans share only if they do the same."""
    told = [__version__, [each.told_parameters() for each in measures], policy.as_dict(), more]
    return hashlib.blake2b(json.dumps(told, sort_keys=True, default=str).encode(), digest_size=12).hexdigest()


def packed_names(names: Iterable[str]) -> str:
    """A number for each name, the same in every process, as text that travels."""
    digests = (hashlib.blake2b(name.encode(), digest_size=8).digest() for name in names)
    return base64.b64encode(b"".join(digests)).decode()


def packed_bucket(bucket: int | Iterable[int]) -> str:
    """The number of a bucket, or of several that are one part, in the same way."""
    numbers = [bucket] if isinstance(bucket, int) else list(bucket)
    return base64.b64encode(np.array(numbers, "<u8").tobytes()).decode()


def unpacked_names(text: str) -> NDArray[np.uint64]:
    """The numbers that were packed."""
    return np.frombuffer(base64.b64decode(text), "<u8")


def require_apart(parts: Iterable[NDArray[Any]], noun: str) -> None:
    """Refuse parts that share a bucket or a name: what belongs together was torn apart, and no number would say so."""
    seen = np.concatenate([np.asarray(part, np.uint64) for part in parts] or [np.zeros(0, np.uint64)])
    ordered = np.sort(seen)
    torn = int(np.count_nonzero(ordered[1:] == ordered[:-1]))
    if torn:
        raise InputError("torn-apart", count=torn, noun=noun)
