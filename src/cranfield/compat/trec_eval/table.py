"""trec_eval's measures in the order in which it prints them, each with the measure of the registry that it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cranfield.core.measure import Measure

__all__ = ["NICKNAMES", "TABLE", "Entry", "names_in"]

_CUT = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
_TENTHS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
_MULTIPLES = (0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0)


@dataclass(frozen=True)
class Entry:
    """One name of trec_eval's table.

    `takes` says how its parameters are read: none, cutoffs (one value each), levels (the same with fractions), numbers
    or pairs (one value in all). `shown` says where it is printed: each query, the summary, or both.
    """

    name: str
    module: str = ""  # of cranfield.measures.ranking; empty for what is not a number
    kind: str = ""
    preset: dict[str, Any] = field(default_factory=dict)
    leveled: bool = False  # -l is its relevance level
    whole: bool = False  # printed as a whole number
    takes: str = "none"
    default: tuple[float, ...] = ()
    at: str = "k"  # what a cutoff or a level sets
    shown: str = "both"
    versions: tuple[int, ...] = (9, 10)
    format: str = "qrels"  # the format of judgments that it needs

    def make(self, level: int, **changes: Any) -> Measure:
        """The measure of the registry, loaded alone: the whole registry would cost more than a small evaluation."""
        values = {**self.preset, **({"rel": level} if self.leveled else {}), **changes}
        kind: type[Measure] = getattr(import_module(f"cranfield.measures.ranking.{self.module}"), self.kind)
        return kind(**values)


def _count(name: str, kind: str, *, leveled: bool = False, shown: str = "both") -> Entry:
    return Entry(name, "counts", kind, leveled=leveled, whole=True, shown=shown)


def _mean(name: str, module: str, kind: str, **rest: Any) -> Entry:
    return Entry(name, module, kind, leveled=True, **rest)


def _cut(name: str, module: str, kind: str, default: tuple[float, ...] = _CUT, **rest: Any) -> Entry:
    return Entry(name, module, kind, takes="cutoffs", default=default, **{"leveled": True, **rest})


def _gain(name: str, module: str, kind: str, **rest: Any) -> Entry:
    return Entry(name, module, kind, takes="pairs", **rest)


def _prefs(name: str) -> Entry:
    return Entry(f"prefs_{name}", whole=name.startswith("num_"), format="prefs")


_LOGS = {"mean": "geometric"}
_AVERAGED = {"format": "qrels_jg"}
TABLE: tuple[Entry, ...] = (
    Entry("runid", shown="summary"),
    _count("num_q", "NumQ", shown="summary"),
    _count("num_ret", "NumRet"),
    _count("num_rel", "NumRel", leveled=True),
    _count("num_rel_ret", "NumRelRet", leveled=True),
    _mean("map", "average_precision", "AveragePrecision"),
    _mean("gm_map", "average_precision", "AveragePrecision", preset=_LOGS, shown="summary"),
    _mean("Rprec", "rprec", "RPrecision"),
    _mean("bpref", "bpref", "Bpref"),
    _mean("recip_rank", "reciprocal_rank", "ReciprocalRank"),
    _mean("iprec_at_recall", "interpolated_precision", "InterpolatedPrecision", takes="levels", default=_TENTHS,
          at="recall"),
    _cut("P", "precision", "Precision"),
    Entry("relstring", takes="numbers", default=(10.0,), shown="queries"),
    _cut("recall", "recall", "Recall"),
    _mean("infAP", "inferred_average_precision", "InferredAveragePrecision"),
    _mean("gm_bpref", "bpref", "Bpref", preset=_LOGS, shown="summary"),
    _mean("Rprec_mult", "rprec", "RPrecisionMultiple", takes="levels", default=_MULTIPLES, at="multiple"),
    _mean("utility", "utility", "Utility", takes="numbers", default=(1.0, -1.0, 0.0, 0.0)),
    _mean("11pt_avg", "interpolated_precision", "InterpolatedAveragePrecision", takes="numbers", default=_TENTHS),
    _mean("binG", "normalized_gain", "BinaryG"),
    _gain("G", "normalized_gain", "G"),
    _gain("dcg", "ndcg", "DCG", versions=(10,)),
    _gain("ideal_dcg", "ndcg", "IDCG", versions=(10,)),
    _gain("ndcg", "ndcg", "NDCG"),
    _gain("ndcg_rel", "ndcg_averages", "NDCGAtRelevant"),
    _gain("Rndcg", "ndcg_averages", "NDCGAtLevels", leveled=True),
    _cut("ndcg_cut", "ndcg", "NDCG", leveled=False),
    _cut("map_cut", "average_precision", "AveragePrecision"),
    _cut("relative_P", "relative_precision", "RelativePrecision"),
    _cut("success", "reciprocal_rank", "Success", (1, 5, 10)),
    _mean("set_P", "precision", "Precision"),
    _mean("set_relative_P", "relative_precision", "RelativePrecision"),
    _mean("set_recall", "recall", "Recall"),
    _mean("set_map", "relative_precision", "SetAveragePrecision"),
    _mean("set_F", "f_measure", "FMeasure", takes="numbers", default=(1.0,)),
    _count("num_nonrel_judged_ret", "NumNonrelJudgedRet", leveled=True),
    *map(_prefs, (
        "num_prefs_poss", "num_prefs_ful", "num_prefs_ful_ret", "simp", "pair", "avgjg", "avgjg_Rnonrel", "simp_ret",
        "pair_ret", "avgjg_ret", "avgjg_Rnonrel_ret", "simp_imp", "pair_imp", "avgjg_imp",
    )),
    _mean("map_avgjg", "average_precision", "AveragePrecision", **_AVERAGED),
    _cut("P_avgjg", "precision", "Precision", _CUT, **_AVERAGED),
    _mean("Rprec_mult_avgjg", "rprec", "RPrecisionMultiple", takes="levels", default=_MULTIPLES, at="multiple",
          **_AVERAGED),
    _mean("yaap", "yaap", "Yaap"),
    _gain("rbp", "rank_biased_precision", "RBP", preset={"p": 0.9, "scale": "topic"}, versions=(10,)),
    _gain("rbp_resid", "rank_biased_precision", "RBPResidual", preset={"p": 0.9, "beyond": "if-unjudged"},
          versions=(10,)),
    _cut("unj", "judged", "Unjudged", (5, 10, 20), leveled=False, versions=(10,)),
)  # fmt: skip

_START = ("runid", "num_q", "num_ret", "num_rel", "num_rel_ret")
_OFFICIAL = (*_START, "map", "gm_map", "Rprec", "bpref", "recip_rank", "iprec_at_recall", "P")
_SET = ("set_P", "set_recall", "set_relative_P", "set_map", "set_F")
_ALL = (
    *_OFFICIAL, "relstring", "recall", "infAP", "gm_bpref", "Rprec_mult", "utility", "11pt_avg", "binG", "G", "ndcg",
    "ndcg_rel", "Rndcg", "ndcg_cut", "map_cut", "relative_P", "success", *_SET, "num_nonrel_judged_ret",
    "rbp", "rbp_resid", "unj",
)  # fmt: skip
NICKNAMES: dict[str, tuple[str, ...]] = {
    "official": _OFFICIAL,
    "set": (*_START, "utility", *_SET),
    "all_trec": _ALL,
    "all_prefs": ("runid", "num_q", *(entry.name for entry in TABLE if entry.format == "prefs")),
    "prefs": (
        "runid",
        "num_q",
        *(
            f"prefs_{name}"
            for name in (
                "num_prefs_poss",
                "num_prefs_ful",
                "num_prefs_ful_ret",
                "simp",
                "pair",
                "avgjg",
            )
        ),
    ),
    "qrels_jg": ("runid", "num_q", "map_avgjg", "P_avgjg", "Rprec_mult_avgjg"),
}


def names_in(version: int) -> dict[str, Entry]:
    """The table of one version."""
    return {entry.name: entry for entry in TABLE if version in entry.versions}
