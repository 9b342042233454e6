"""What a report needs beside numbers: groups, curves that suit the data, bounds, and the words behind ids."""

from __future__ import annotations

import math
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.cli.groups import groups_in
from cranfield.errors import CranfieldError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import pyarrow as pa

    from cranfield.cli.inputs.given import Given
    from cranfield.core.batch import Batch
    from cranfield.core.compared import Compared, Remark
    from cranfield.core.finding import Finding
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results

__all__ = ["best_of", "bounds_of", "captions_of", "checked_of", "groups_of", "tables_of"]

# the curves of data with a column, in the order in which they are shown
_CURVES = {"num_ret": ("pr", "gain"), "guess": ("confusion",), "score": ("roc", "prc", "calibration", "scores")}
_IN_PANELS = {"confusion": "picture-confusion", "scores": "picture-scores"}  # a picture for each system
_MOST_PANELS = 6  # systems of which each has a picture of its own
_MOST_FAULTS = 20  # that are listed one by one
_MOST_PAIRS = 3  # systems whose units are drawn next to those of the baseline
_MOST_BARS = 2000  # units that can be seen beside each other
_MOST_LINES = 10  # systems in a picture of lines
_MOST_BOUNDED = 1500  # units of all systems and measures whose bounds are looked for, a millisecond each


def captions_of(path: str | None) -> Mapping[str, Any] | None:
    """Id to words, if there is a file of them."""
    if path is None:
        return None
    from cranfield.io.captions import captions  # noqa: PLC0415

    return captions(path)


def groups_of(batch: Batch, grouping: Mapping[str, str] | None) -> dict[str, str]:
    """Unit to group."""
    return {str(batch.units[at]): name for name, places in groups_in(batch, grouping).items() for at in places}


class Bounded(NamedTuple):
    """What values could be if all were judged; measures of which that takes long, and why it is not known of others."""

    found: list[Any]
    left: list[str]
    unproved: list[CranfieldError]


def bounds_of(batches: Sequence[Batch], wanted: Mapping[str, Measure], *, however_long: bool) -> Bounded:
    """What each value could be if all returned documents had been judged."""
    from cranfield.compare.bounds import bounds  # noqa: PLC0415 (numpy is loaded only when it is needed)

    made = Bounded([], [], [])
    if "num_ret" not in batches[0]:
        return made
    room = sum(map(len, batches))
    for at, name in enumerate(wanted, 1):
        if room * at > _MOST_BOUNDED and not however_long:
            made.left.append(name)
            continue
        try:
            found = [bounds(batch, wanted[name]) for batch in batches]
        except CranfieldError as error:  # nothing is proved about this measure, or ties are averaged
            made.unproved.append(error)
            continue
        made.found.extend(
            SimpleNamespace(name=name, system=each.system, low=each.low, high=each.high) for each in found
        )
    return made


def checked_of(given: Given, results: Sequence[Results]) -> list[Finding]:
    """What `check` finds beyond what was said when the data was read, where these differ."""
    if given.inputs.check is None:
        return []
    said = {(each.key, each.source) for result in results for each in result.findings}
    return [each for each in given.inputs.check(given, _MOST_FAULTS) if (each.key, each.source) not in said]


def tables_of(
    batches: Sequence[Batch], results: Sequence[Results], found: Compared | None, given: Given
) -> tuple[list[tuple[str, pa.Table | CranfieldError]], list[Remark]]:
    """The curves that suit the data, or why one cannot be drawn; and which are left out."""
    from cranfield.core.compared import Remark  # noqa: PLC0415
    from cranfield.core.tidy import tidy  # noqa: PLC0415
    from cranfield.curves.curve import curve, options_of  # noqa: PLC0415

    made: list[tuple[str, Any]] = []
    omitted: list[Remark] = []
    first, count, noun = next(iter(results[0])), len(batches), results[0].noun
    if found is not None:
        estimates = found.estimates()
        rows = [at for at, name in enumerate(estimates["measure"].to_pylist()) if name == first]
        made.append(("intervals", tidy(estimates.take(rows), kind="intervals")))
        if len(found) > 1:
            omitted.append(Remark("report-first-measure", {"measure": first}))
        if results[0].about_units and count > _MOST_PAIRS + 1:
            about = {"count": count, "most": _MOST_PAIRS + 1, "noun": noun}
            omitted.append(Remark("report-no-bars-of-systems", about))
        elif results[0].about_units and len(batches[0]) > _MOST_BARS:
            about = {"count": len(batches[0]), "most": _MOST_BARS, "noun": noun}
            omitted.append(Remark("report-no-bars-of-units", about))
        elif results[0].about_units:
            made.append(("queries", _tried(partial(curve, results, "queries", measure=first))))
    lined = best_of(batches, results, found)
    for column, kinds in _CURVES.items():
        for kind in kinds if column in batches[0] else ():
            if kind in _IN_PANELS and count > _MOST_PANELS:
                facts = {"what": _IN_PANELS[kind], "kind": kind, "count": count, "most": _MOST_PANELS}
                omitted.append(Remark("report-no-panels", facts))
                continue
            given_to = {name: given.options[name] for name in ("positive", "rel")
                        if given.options.get(name) is not None and name in options_of(kind)}  # fmt: skip
            made.append((kind, _tried(partial(_curve, lined, kind, **given_to))))
    return made, omitted


def best_of(batches: Sequence[Batch], results: Sequence[Results], found: Compared | None) -> list[Batch]:
    """The systems that a picture has room for: the baseline, and the best by the first measure."""
    if found is None or len(batches) <= _MOST_LINES:
        return list(batches)
    first = next(iter(results[0]))
    sign = 1 if results[0][first].measure.better == "lower" else -1
    values = {each.system: sign * each[first].value for each in results}
    best = sorted(batches, key=lambda batch: (math.isnan(values[batch.system]), values[batch.system]))[:_MOST_LINES]
    chosen = {batch.system for batch in best} | set(found.baselines[:1])
    return [batch for batch in batches if batch.system in chosen]


def _curve(batches: Sequence[Batch], kind: str, **options: Any) -> pa.Table:
    """A curve that can be drawn."""
    from cranfield.curves.curve import curve  # noqa: PLC0415
    from cranfield.report.pictures.rows import refuse_wide  # noqa: PLC0415

    if kind == "confusion":
        refuse_wide(max(len(batch.coded("truth").names) for batch in batches))
    return curve(batches, kind, **options)


def _tried(draw: Callable[[], pa.Table]) -> pa.Table | CranfieldError:
    try:
        return draw()
    except CranfieldError as error:
        return error
