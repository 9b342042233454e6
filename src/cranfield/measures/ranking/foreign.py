"""What ir_measures and ranx write in another way, and what they have that we do not: said instead of guessed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core.registry import registry
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from cranfield.core.measure import Measure

__all__ = ["NICKNAMES", "REFUSED", "translated"]

# why a name is refused, by the key of a sentence: its numbers would not be those of the tool it comes from
REFUSED: dict[str, str] = {
    **dict.fromkeys(("nerr8", "nerr9", "nerr10", "nerr11"), "refused-user-model"),
    "sdcg": "refused-sdcg",
    "hits": "refused-hits",
    "all": "refused-all",
}  # fmt: skip

# trec_eval's names for sets of measures
_CUT = "5,10,15,20,30,100,200,500,1000"
NICKNAMES: dict[str, list[str]] = {
    "official": (
        "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall "
        f"P.{_CUT}"
    ).split(),
    "set": [
        "num_q", "num_ret", "num_rel", "num_rel_ret", "utility",
        "set_P", "set_recall", "set_relative_P", "set_map", "set_F",
    ],
    "all_trec": (
        "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall "
        f"P.{_CUT} recall.{_CUT} infAP gm_bpref Rprec_mult utility 11pt_avg binG G ndcg ndcg_rel Rndcg "
        f"ndcg_cut.{_CUT} map_cut.{_CUT} relative_P.{_CUT} success.1,5,10 "
        "set_P set_relative_P set_recall set_map set_F num_nonrel_judged_ret"
    ).split(),
}  # fmt: skip


def translated(
    text: str, measure: type[Measure], name: str, given: dict[str, Any], *, cut: bool
) -> tuple[type[Measure], dict[str, Any]]:
    """The measure and its parameters in our words; `name` is what the text calls it, `cut` whether it has an @."""
    values = dict(given)
    if "docs" in measure.params() and measure.name == "Accuracy" and not cut and not values.keys() & {"docs", "cutoff"}:
        raise MeasureError("accuracy-without-docs")
    if name == "SetF" and values.get("beta", 1) != 1:
        raise MeasureError("setf-beta", text=text, beta=values["beta"])
    if name == "SetP" and values.pop("relative", False) is True:
        measure = registry("ranking")["relative_P"]
    if "cutoff" in values and "cutoff" not in measure.params() and not cut:
        values["@"] = values.pop("cutoff")
    if "max_grade" in measure.params() and "max_rel" in values:
        values["max_grade"] = values.pop("max_rel")
        if values.get("min_rel") == 0:
            del values["min_rel"]
    if "gain" in measure.params():
        if "gains" in values:
            values["gain"] = values.pop("gains")
        if values.get("dcg") == "exp-log2" and "gain" not in values:
            values["gain"] = "exp"
        if values.get("dcg") in ("log2", "exp-log2"):
            del values["dcg"]
    return measure, values
