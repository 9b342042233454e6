"""What ir_measures writes in another way, and what it has that we do not: said in one sentence instead of guessed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from cranfield.core.measure import Measure

__all__ = ["refusal", "translated"]

_SUBTOPICS = "needs judgments of subtopics, which Cranfield does not read"
_USERS = "follows a model of the user's patience that Cranfield does not have; RBP and ERR are the nearest"
_REFUSED = {
    **dict.fromkeys(("alpha_DCG", "alpha_nDCG", "α_DCG", "α_nDCG", "ERR_IA", "nERR_IA", "AP_IA", "MAP_IA", "P_IA",
                     "NRBP", "nNRBP", "StRecall"), _SUBTOPICS),
    **dict.fromkeys(("BPM", "INST", "INSQ", "NERR8", "NERR9", "NERR10", "NERR11"), _USERS),
    "SDCG": "divides by a constant instead of the query's best ranking; nDCG and DCG are the nearest",
    "Compat": "compares rankings with rank-biased overlap, which Cranfield does not have",
}  # fmt: skip
_LOWERED = {name.lower(): (name, why) for name, why in _REFUSED.items()}


def refusal(name: str) -> MeasureError | None:
    """Why a measure of ir_measures is not here; None if it is not one of them."""
    if name.lower() not in _LOWERED:
        return None
    written, why = _LOWERED[name.lower()]
    return MeasureError(f"{written} {why}")


def translated(
    text: str, measure: type[Measure], name: str, given: dict[str, Any], others: dict[str, type[Measure]], *, cut: bool
) -> tuple[type[Measure], dict[str, Any]]:
    """The measure and its parameters in our words; `name` is what the text calls it, `cut` whether it has an @."""
    values = dict(given)
    if "docs" in measure.params() and measure.name == "Accuracy" and not cut and not values.keys() & {"docs", "cutoff"}:
        message = (
            "Accuracy: docs must be given, the size of the collection; write Accuracy(docs=100000)"
            " (the accuracy of ir_measures, which compares pairs, is not here)"
        )
        raise MeasureError(message)
    if name == "SetF" and values.get("beta", 1) != 1:
        message = f"{text}: ir_measures takes beta for its own square; write F(beta={values['beta']}), or its root"
        raise MeasureError(message)
    if name == "SetP" and values.pop("relative", False) is True:
        measure = others["relative_P"]
    if "cutoff" in values and "cutoff" not in measure.params() and not cut:
        values["@"] = values.pop("cutoff")
    if "gain" in measure.params():
        if "gains" in values:
            values["gain"] = values.pop("gains")
        if values.get("dcg") == "exp-log2" and "gain" not in values:
            values["gain"] = "exp"
        if values.get("dcg") in ("log2", "exp-log2"):
            del values["dcg"]
    return measure, values
