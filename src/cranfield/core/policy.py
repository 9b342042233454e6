"""Every decision about data that is made before the measures, in one value."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from math import isnan
from typing import Any, Self

from cranfield.core.arguments import PROFILE, Rule, checked, is_text
from cranfield.errors import PolicyError, nearest
from cranfield.words import shown

__all__ = ["POLICY", "PROFILES", "Policy"]


def _written(value: Any) -> str:
    """The name of a decision that is written as a number: 0, 1 or nan."""
    if type(value) is float and isnan(value):
        return "nan"
    return {0: "0", 1: "1"}.get(value, "") if type(value) in (int, float) else ""


def _choice(default: str, *choices: str, help: str) -> Any:
    return field(default=default, metadata={"choices": (default, *choices), "help": help})


@dataclass(frozen=True, kw_only=True)
class Policy:
    """How missing, undefined, tied, repeated and odd data are treated."""

    missing: str = _choice("zero", "skip", "error", help="a judged query that the run does not answer")
    undefined: str = _choice("zero", "skip", help="a query for which a measure has no value")
    ties: str = _choice(
        "docid-desc", "docid-asc", "rank", "input", "expected", help="the order of documents with equal scores"
    )
    duplicates: str = _choice("error", "first", "last", "best", help="a document listed twice for one query")
    negative: str = _choice("unjudged", "zero", "error", help="a grade below 0")
    fractions: str = _choice("keep", "truncate", "error", help="a grade that is not a whole number")
    nonfinite: str = _choice("error", "sort", help="a score that is nan or infinite")
    scores: str = _choice("float64", "float32", help="the precision in which scores are compared")
    subtopics: str = _choice(
        "best", "count", "sum", "error",
        help="the grade of a document whose subtopics were judged: the best, how many are above 0, their sum",
    )  # fmt: skip
    recall_levels: str = _choice(
        "exact", "trec_eval-9", "trec_eval-10", help="how a recall level becomes a number of documents"
    )
    zero_division: str = _choice(
        "0", "1", "nan", help="what 0 / 0 counts in precision, recall, F, MCC and rates of labels"
    )
    judged_only: bool = field(default=False, metadata={"help": "remove unjudged documents from the rankings"})
    depth: int | None = field(default=None, metadata={"help": "keep only the first so many documents of a query"})

    def __new__(cls, **values: Any) -> Self:
        """Refuse a decision that does not exist, in our own words."""
        _refuse_unknown(values)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for each in fields(self):
            value, choices = getattr(self, each.name), each.metadata.get("choices")
            written = _written(value)
            if choices and written in choices:  # people write zero_division=1
                value = written
                object.__setattr__(self, each.name, value)
            if choices and (type(value) is not str or value not in choices):
                near = nearest(value, choices)
                raise PolicyError("bad-decision", name=each.name, choices=choices, given=shown(value), near=near)
        if not isinstance(self.judged_only, bool):
            raise PolicyError("bad-switch", name="judged_only", given=shown(self.judged_only))
        if self.depth is not None and (type(self.depth) is not int or not 1 <= self.depth < 2**53):
            raise PolicyError("bad-depth", given=shown(self.depth))
        if self.ties == "expected" and self.depth is not None:
            raise PolicyError("expected-ties-cut")

    @classmethod
    @checked(profile=PROFILE)
    def named(cls, profile: str, **changes: Any) -> Policy:
        """The policy of a profile, with single decisions changed."""
        if profile not in PROFILES:
            near = nearest(profile, PROFILES)
            raise PolicyError("unknown-profile", name=profile, profiles=list(PROFILES), near=near)
        _refuse_unknown(changes)
        if not changes:
            return PROFILES[profile]
        made = replace(PROFILES[profile], **changes)
        vars(made)["_profile"] = profile
        return made

    @property
    def profile(self) -> str:
        """The profile that it was made from."""
        return str(vars(self).get("_profile", "default"))

    def describe(self) -> str:
        """The profile and what differs from it, or the word default."""
        usual = PROFILES[self.profile].as_dict()
        changed = [f"{name}={value}" for name, value in self.as_dict().items() if value != usual[name]]
        return ", ".join([f"profile {self.profile}"] * (self.profile != "default") + changed) or "default"

    def as_dict(self) -> dict[str, Any]:
        """All decisions by name, for signatures."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def __str__(self) -> str:
        """Only what differs from the default, or the word default."""
        changed = [f"{n}={v}" for n, v in self.as_dict().items() if v != self.__dataclass_fields__[n].default]
        return " ".join(changed) or "default"


POLICY = Rule(
    "be-policy", lambda value: isinstance(value, Policy) or is_text(value), PolicyError
)  # what the doors take


def _refuse_unknown(values: dict[str, Any]) -> None:
    unknown = next((name for name in values if name not in Policy.__dataclass_fields__), None)
    if unknown is not None:
        names = list(Policy.__dataclass_fields__)
        raise PolicyError("unknown-decision", name=unknown, names=names, near=nearest(unknown, names))


_TREC_EVAL: dict[str, Any] = {"fractions": "truncate", "nonfinite": "sort"}

PROFILES: dict[str, Policy] = {
    "default": Policy(),
    # double scores, recall levels by lround; a judged topic missing from the run is fatal without -c
    "trec_eval-10": Policy(**_TREC_EVAL, recall_levels="trec_eval-10"),
    # float scores, recall levels by (x*R + 0.9), averages over the topics that were answered
    "trec_eval-9": Policy(**_TREC_EVAL, scores="float32", missing="skip", recall_levels="trec_eval-9"),
    # wraps trec_eval 9 but averages over all judged topics
    "ir_measures": Policy(**_TREC_EVAL, scores="float32", duplicates="last", recall_levels="trec_eval-9"),
    # its sort keeps the order of the input up to 15 documents and none beyond; its bpref counts negative grades
    "ranx": Policy(ties="input", duplicates="last", negative="zero", nonfinite="sort"),
}
for _name, _policy in PROFILES.items():
    vars(_policy)["_profile"] = _name  # not a field: two policies that decide alike are equal
