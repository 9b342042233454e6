"""What each system wrote for each segment beside the references, as far as there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.report.html.units import most_changed

if TYPE_CHECKING:
    from cranfield.report.html.material import Material

__all__ = ["segments_data"]

_ROOM = 6_000_000  # characters of texts


def segments_data(material: Material) -> dict[str, Any]:
    """References and candidates of each segment; those on which the systems differ most are never left out."""
    places = [{str(unit): at for at, unit in enumerate(batch.units)} for batch in material.batches]
    references = material.batches[0].ragged("reference")
    candidates = [batch.array("candidate").tolist() for batch in material.batches]
    room, texts = _ROOM, {}
    for unit in most_changed(material):
        given = [str(each) for each in references[places[0][unit]].tolist()]
        own = [str(held[place[unit]]) if unit in place else "" for held, place in zip(candidates, places, strict=True)]
        room -= sum(map(len, (*given, *own)))
        if room < 0:
            break
        texts[unit] = (given, own)
    units = [str(unit) for unit in material.batches[0].units if str(unit) in texts]
    return {
        "kind": "segments", "units": units, "references": [texts[unit][0] for unit in units],
        "candidates": [texts[unit][1] for unit in units], "left": len(material.batches[0]) - len(units),
    }  # fmt: skip
