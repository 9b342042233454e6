"""`clicks(log)`: graded judgments from clicks over expected clicks."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import NAME, door, items, optional, whole_number
from cranfield.core.clicked import Clicked, ClickedPair
from cranfield.errors import InputError
from cranfield.io.click_log import read_log
from cranfield.io.ubi import read_ubi

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["LEAST", "THRESHOLDS", "arranged", "clicks"]

THRESHOLDS = (0.5, 1.0, 2.0)
LEAST = 10  # impressions, below which a share of clicks says little


@door(
    query=NAME, doc=NAME, position=NAME, click=NAME, min_impressions=whole_number("be-jobs", 1, 2**53 - 1, InputError),
    action=NAME, input_format=optional(NAME),
)  # fmt: skip
def clicks(
    log: Any, *, query: str = "query", doc: str = "doc", position: str = "position", click: str = "click",
    thresholds: Sequence[float] = THRESHOLDS, min_impressions: int = LEAST, events: Any = None, action: str = "click",
    input_format: str | None = None,
) -> Clicked:  # fmt: skip
    """Graded judgments from a log with a row for each result that was shown; the names are those of its columns.

    COEC is clicks over expected clicks: a result that is shown at a position is expected to be clicked as often as all
    results there together (Zhang and Jones, Comparing click logs and editorial labels, WWW 2007). The grade of a
    document is how many `thresholds` its COEC reaches. Pairs shown less than `min_impressions` times get no grade, and
    their counts are kept.

    With `events` the log is what User Behavior Insights knows of searches, and every hit of a search was shown. A hit
    is clicked if an event named `action` has its query_id and object_id; the query is what was asked, `user_query`,
    unless `query` names another field.

    >>> log = {"query": ["q"] * 4, "doc": list("abab"), "position": [1, 2, 1, 2], "click": [1, 0, 1, 1]}
    >>> clicks(log, min_impressions=2).qrels()
    {'q': {'a': 2, 'b': 2}}
    """
    cuts = _thresholds(thresholds)
    columns = {"query": query, "doc": doc, "position": position, "click": click}
    lost: Mapping[str, int] = {}
    if events is None:
        rows, source = read_log(arranged(log), columns, input_format=input_format)
    else:
        asked = "user_query" if query == "query" else query
        rows, source, lost = read_ubi(log, events, query=asked, action=action, input_format=input_format)
    shown: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    seen: dict[tuple[str, str], list[Any]] = {}
    for one, other, place, clicked in zip(*(rows[role] for role in columns), strict=True):
        shown[place][0] += 1
        shown[place][1] += clicked
        pair = seen.setdefault((one, other), [0, 0, defaultdict(int)])
        pair[0] += 1
        pair[1] += clicked
        pair[2][place] += 1
    if not any(clicked for _, clicked in shown.values()):
        raise InputError("log-no-click", source=str(source.get("name", "")))
    rate = {place: clicked / count for place, (count, clicked) in shown.items()}
    found = []
    for (one, other), (count, clicked, places) in sorted(seen.items(), key=lambda each: [x.encode() for x in each[0]]):
        expected = math.fsum(times * rate[place] for place, times in sorted(places.items()))
        coec = clicked / expected if expected else 0.0  # where nobody ever clicks, nobody clicked here
        grade = sum(coec >= cut for cut in cuts) if count >= min_impressions else None
        found.append(ClickedPair(one, other, count, clicked, expected, coec, grade))
    rates = {place: (count, clicked) for place, (count, clicked) in sorted(shown.items())}
    return Clicked(found, rates, cuts, int(min_impressions), source, lost)


def arranged(log: Any) -> Any:
    """A dict of columns as a table, which is what the readers know."""
    if not isinstance(log, dict):
        return log
    import pyarrow as pa  # noqa: PLC0415 (only needed here)

    return pa.table(log)


def _thresholds(given: Sequence[float]) -> tuple[float, ...]:
    listed = items("clicks", "thresholds", given)
    plain = all(isinstance(each, int | float) and not isinstance(each, bool) for each in listed)
    if not plain or not listed or not all(math.isfinite(each) and each > 0 for each in listed):
        raise InputError("log-thresholds", given=[str(each) for each in listed])
    cuts = tuple(float(each) for each in listed)
    if list(cuts) != sorted(set(cuts)):
        raise InputError("log-thresholds", given=[str(each) for each in listed])
    return cuts
