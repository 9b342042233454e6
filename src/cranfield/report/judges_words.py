"""What judges beside people say, in sentences: whether to rely on one, where it is off, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.report.agreement_words import RELIABLE, TENTATIVE
from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.core.trusted import Judges, Repeats, Trusted

__all__ = ["again", "meaning", "signed"]

_CHANCE = 0.1  # of alpha
FEW_QUERIES = 10  # intervals from drawing fewer again are rough
_SHAKY = 0.5  # of other halves: a threshold that fewer of them choose is not settled


def meaning(found: Judges, judge: Trusted, language: str, voice: str = "python") -> list[str]:
    """What there is, whether it can be relied on beside a constant guess, and where the judge is off."""
    counts = judge.counts
    facts: dict[str, Any] = {
        "judge": judge.name, "shared": counts.shared, "queries": counts.shared_queries, "noun": found.noun,
        "things": found.things, "human": counts.human, "human_queries": counts.human_queries, "count": counts.judge,
        "judge_queries": counts.judge_queries,
    }  # fmt: skip
    told = [say("judges-counts", facts, language=language)]
    told += _agreed(found, judge, language)
    told += _off(judge, language)
    if judge.repeats is not None:
        told.append(again(found, judge.name, judge.repeats, language))
    told += _threshold(found, judge, language)
    if judge.separates.reason is not None:
        told.append("AUC: " + judge.separates.reason.told(language=language))
    return [*told, *(each.told(language=language, voice=voice) for each in judge.remarks)]


def _agreed(found: Judges, judge: Trusted, language: str) -> list[str]:
    share, alpha = judge.estimates["Agreement"], judge.estimates.get("Alpha")
    constant = judge.constant.get("Agreement")
    if alpha is None or alpha.value != alpha.value or constant is None:
        return []
    facts = {
        "judge": judge.name, "share": share.value, "constant": constant[0], "grade": constant[1],
        "alpha": alpha.value, "reads": _reads(alpha.value), "noun": found.noun,
    }  # fmt: skip
    if _reads(alpha.value) != "judge-chance":
        if judge.counts.shared_queries < FEW_QUERIES:
            facts["few"] = judge.counts.shared_queries
        elif alpha.low is not None and _reads(alpha.low) != _reads(alpha.value):
            facts |= {"low": alpha.low, "lower": _reads(alpha.low)}
    told = [say("judges-told", facts, language=language)]
    if (share.low if share.low is not None else share.value) <= constant[0]:
        told.append(say("judges-no-better", {"grade": constant[1]}, language=language))
    return told


def _reads(alpha: float) -> str:
    if alpha >= RELIABLE:
        return "judge-reliable"
    if alpha >= TENTATIVE:
        return "judge-tentative"
    return "judge-weak" if alpha > _CHANCE else "judge-chance"


def _off(judge: Trusted, language: str) -> list[str]:
    """Whether it is too generous or too strict, and where most."""
    bias = judge.bias
    if bias.low is not None and bias.low > 0:
        worst = max(judge.grades, key=lambda each: each.over, default=None)
        facts = {
            "bias": bias.value, "over": worst.over if worst else None, "grade": worst.grade if worst else None
        }  # fmt: skip
        return [say("judges-too-high", facts, language=language)]
    if bias.high is not None and bias.high < 0:
        worst = max(judge.grades, key=lambda each: each.under, default=None)
        facts = {
            "bias": bias.value, "under": worst.under if worst else None, "grade": worst.grade if worst else None
        }  # fmt: skip
        return [say("judges-too-low", facts, language=language)]
    return []


def again(found: Judges, name: str, repeats: Repeats, language: str) -> str:
    """How often somebody says the same again."""
    kappa = repeats.estimates["Kappa(weights='quadratic')"].value
    facts = {
        "name": name, "count": repeats.count, "things": found.things, "share": repeats.estimates["Agreement"].value,
        "kappa": None if kappa != kappa else kappa,  # noqa: PLR0124 (nan is not itself)
    }  # fmt: skip
    return say("again-told", facts, language=language)


def _threshold(found: Judges, judge: Trusted, language: str) -> list[str]:
    chosen = judge.threshold
    if chosen is None:
        return []
    facts = {
        "judge": judge.name, "chosen": chosen.chosen, "by": chosen.by, "queries": chosen.queries,
        "tested": chosen.tested, "noun": found.noun, "here": chosen.here, "there": chosen.there.value,
        "low": chosen.there.low, "high": chosen.there.high, "precision": chosen.precision, "recall": chosen.recall,
        "usual": None if chosen.usual is None or chosen.chosen == chosen.rel else chosen.usual, "rel": chosen.rel,
    }  # fmt: skip
    told = [say("threshold-told", facts, language=language)]
    if chosen.stable < _SHAKY:
        told.append(say("threshold-shaky", {"share": chosen.stable, "repeats": chosen.repeats}, language=language))
    return told


def signed(judge: Trusted, language: str) -> str:
    """Who judged, with which prompt and when, as far as it was said."""
    about = judge.about
    shown = about.get("prompt_sha256")
    facts = {
        "name": about["name"], "prompt": about.get("prompt"), "prompt_sha256": shown and shown[:12],
        "date": about.get("date"), "map": about.get("map"),
    }  # fmt: skip
    return say("signed-judge", facts, language=language)
