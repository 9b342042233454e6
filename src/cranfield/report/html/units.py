"""Every unit by every measure and system, column by column, and which of them the systems differ on most."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cranfield.core.unit_measure import UnitSum
from cranfield.report.html.rounding import rounded
from cranfield.words import LANGUAGES, noun, singular

if TYPE_CHECKING:
    from cranfield.report.html.material import Material

__all__ = ["MOST_UNITS", "most_changed", "units_data"]

MOST_UNITS = 20_000


def units_data(material: Material) -> dict[str, Any]:
    """The units of each kind once, and for each measure the values of all systems in their order."""
    kinds: dict[tuple[str, tuple[str, ...]], int] = {}
    described, measures, left_out = [], [], []
    groups = {name: at for at, name in enumerate(dict.fromkeys(material.groups.values()))}
    for name in material.measures:
        first = material.results[0][name]
        units = tuple(dict.fromkeys(unit for each in material.results for unit in each[name].units))
        if len(units) > MOST_UNITS:
            left_out.append((name, len(units), first.noun))
            continue
        if len(units) < 2 and first.noun != material.results[0].noun:
            continue  # a measure of the whole has no parts
        key = (first.noun, units)
        if key not in kinds:
            kinds[key] = len(kinds)
            described.append(_kind(material, first.noun, units, groups))
        columns = [each[name].units for each in material.results]
        values = [[rounded(column.get(unit)) for unit in units] for column in columns]
        measures.append({
            "name": name, "better": first.measure.better, "kind": kinds[key], "values": values,
            "digits": 0 if isinstance(first.measure, UnitSum) else material.digits,
        })  # fmt: skip
    return {"kinds": described, "measures": measures, "groups": list(groups), "left_out": left_out}


def _kind(material: Material, word: str, units: tuple[str, ...], groups: dict[str, int]) -> dict[str, Any]:
    """What the units are called, which they are, and what they say."""
    own = word == material.results[0].noun
    told = {language: noun(singular(word), language=language) for language in LANGUAGES}
    texts = [_words(material, unit) for unit in units] if own and material.queries else None
    inside = [groups.get(material.groups.get(unit, ""), -1) for unit in units] if own and groups else None
    return {"noun": told, "units": list(units), "texts": texts, "groups": inside, "own": own}


def _words(material: Material, unit: str) -> str:
    caption = material.queries.get(unit)
    return "" if caption is None else caption.title or caption.text


def most_changed(material: Material) -> list[str]:
    """The units of the data, those first on which the systems differ most by the first measure about them."""
    units = [str(each) for each in material.batches[0].units]
    home = material.results[0].noun
    name = next((each for each in material.measures if material.results[0][each].noun == home), None)
    if name is None:
        return units
    columns = [each[name].units for each in material.results]

    def spread(unit: str) -> float:
        values = [value for column in columns if not math.isnan(value := column.get(unit, math.nan))]
        return max(values) - min(values) if len(values) > 1 else 0.0

    return sorted(units, key=spread, reverse=True) if len(columns) > 1 else units
