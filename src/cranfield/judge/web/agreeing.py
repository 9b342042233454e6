"""Whether people agree, from the answers of a study: numbers for all together, and a share for every pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow.compute as pc

from cranfield.core.spec import parse
from cranfield.judge.agreeing import counted_rows
from cranfield.words import say

if TYPE_CHECKING:
    import pyarrow as pa

    from cranfield.core.agreed import Agreed
    from cranfield.core.measure import Measure
    from cranfield.judge.store import Study
    from cranfield.judge.store.settings import Dimension

__all__ = ["agreement_parts"]

_RESAMPLES = 500
_SHADES = (0.2, 0.4, 0.6, 0.8)  # where a darker shade begins


def agreement_parts(study: Study, language: str) -> list[dict[str, Any]]:
    """For each dimension what the page shows; nothing while no item was judged twice."""
    table = counted_rows(study.judgments())
    table = table.filter(pc.invert(table["repeat"]))  # people are compared by what they said first
    parts = []
    for dimension in study.settings.dimensions:
        rows = table.filter(pc.equal(table["dimension"], dimension.name))
        if len(rows) > len(pc.unique(rows["item"])):
            parts.append(_part(rows, dimension, language))
    return parts


def _part(rows: pa.Table, dimension: Dimension, language: str) -> dict[str, Any]:
    from cranfield.compare.agreement import agreement  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.io.ratings import ratings  # noqa: PLC0415
    from cranfield.report.agreement_words import meaning  # noqa: PLC0415

    columns = {name: rows[name].to_pylist() for name in ("item", "rater", "query", "value")}
    if not dimension.ordered:
        columns["value"] = rows["label"].to_pylist()
    found = agreement(ratings(**columns), resamples=_RESAMPLES)
    names = sorted({name for pair in found.pairs for name in (pair.one, pair.two)})
    return {
        "dimension": dimension.name, "meaning": meaning(found, language), "names": names,
        "grid": [[_cell(found, one, two) for two in names] for one in names],
        "rows": [_row(found, name, language) for name in found.estimates],
    }  # fmt: skip


def _row(found: Agreed, name: str, language: str) -> dict[str, str]:
    """A coefficient with its interval, and what it is."""
    estimate = found.estimates[name]
    measure = parse(name, "ratings")
    if estimate.value is None or estimate.value != estimate.value:
        return {"name": name, "shown": "–", "interval": "", "told": _why_none(found, str(measure), language)}
    interval = "" if estimate.low is None else f"{estimate.low:.2f} … {estimate.high:.2f}"
    return {"name": name, "shown": f"{estimate.value:.2f}", "interval": interval, "told": _told(measure, language)}


def _told(measure: Measure, language: str) -> str:
    """What a coefficient is, and where it can be asked for in several ways, which of them it is."""
    told, how_far = measure.definition(language), getattr(measure, "how_far", None)
    if how_far is None or not vars(measure):
        return told
    return say("web-apart", {"told": told, "how_far": how_far}, language=language)


def _why_none(found: Agreed, measure: str, language: str) -> str:
    """Why these answers give no value, as the measure itself says."""
    about = [each for each in found.results.findings if each.subject == measure]
    reasons = [each for each in about if each.severity != "note"] or about  # notes count units beside the reason
    return " ".join(each.sentence(language=language) for each in reasons)


def _cell(found: Agreed, one: str, two: str) -> dict[str, Any]:
    """Two people: the share of the same answers, over what both judged."""
    pair = found.between(one, two) if one != two else None
    if pair is None:
        return {"shade": "none", "shown": "–" if one == two else "", "count": None if one == two else 0}
    shade = sum(pair.agreement >= each for each in _SHADES)
    return {"shade": f"s{shade}", "shown": f"{pair.agreement:.0%}", "count": pair.items}
