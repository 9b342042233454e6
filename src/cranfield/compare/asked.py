"""What somebody asks a comparison for, checked: systems, baselines, measures and settings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cranfield.compare.bout import TESTS
from cranfield.compare.choices import SIDES, check_choice
from cranfield.compare.corrections import CORRECTIONS, RESAMPLED
from cranfield.core.arguments import (
    ANY_SEED,
    CHOICE,
    CONFIDENCE,
    DRAWS,
    Rule,
    is_number,
    is_text,
    items,
    optional,
    require,
)
from cranfield.core.finding import Finding
from cranfield.core.result import Results
from cranfield.core.spec import parse_named
from cranfield.errors import MeasureError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.compared import Settings
    from cranfield.core.spec import Measures

__all__ = [
    "baselines_of", "checked_settings", "chosen_test", "left_out", "measures_of",
    "systems_of",
]  # fmt: skip

_CHOICES = {
    "test": TESTS,
    "alternative": tuple(SIDES),
    "correction": (*CORRECTIONS, *RESAMPLED),
    "pairs": ("baseline", "all"),
    "interval": ("auto", "t", "order", "percentile", "bca", "delong", "none"),
}
_ROPE = Rule("be-rope", lambda value: is_number(value) and 0 < value < float("inf"), MeasureError)
_RULES = dict.fromkeys(_CHOICES, CHOICE) | {
    "confidence": CONFIDENCE, "resamples": DRAWS, "seed": ANY_SEED, "rope": optional(_ROPE), "as_": optional(CHOICE),
}  # fmt: skip
_BASELINE = Rule("be-system", is_text, MeasureError)


def systems_of(systems: Any, *, least: int = 2) -> list[Results]:
    """The results of systems with names of their own."""
    listed = [systems] if isinstance(systems, Results) else items("compare", "systems", systems, error=MeasureError)
    for each in listed:
        if not isinstance(each, Results):
            raise MeasureError("compare-no-results", kind=type(each).__name__)
    if len(listed) < least:
        raise MeasureError("compare-few", count=len(listed))
    names = [each.system for each in listed]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise MeasureError("compare-twice", name=twice)
    return listed


def baselines_of(names: Sequence[str], given: str | Sequence[str] | None, pairs: str) -> tuple[str, ...]:
    """The systems that the others are compared with."""
    wanted = names[:1] if given is None else [given] if is_text(given) else items("compare", "baseline", given)
    for each in wanted:
        _BASELINE.check("compare", "baseline", each)
    for each in wanted:
        if each not in names:
            raise MeasureError("compare-no-baseline", name=each, names=list(names), near=nearest(str(each), names))
    if not wanted or (len(set(wanted)) == len(names) and pairs != "all"):
        raise MeasureError("compare-all-baselines", count=len(names))
    return tuple(dict.fromkeys(wanted))


def measures_of(systems: Sequence[Results], measures: Measures | None, alternative: str) -> dict[str, Any]:
    """The measures by the names that were used; by default all that the systems share and that know what is better."""
    if measures is not None:
        asked: dict[str, Any] = dict(parse_named(measures, systems[0].family))
    else:
        shared = [name for name in systems[0] if all(name in each for each in systems)]
        kept = [name for name in shared if systems[0][name].measure.better is not None]
        asked = {name: name for name in kept or shared}
    if not asked:
        raise MeasureError("compare-no-measures")
    for name, measure in asked.items():
        if alternative != "two-sided" and name in systems[0] and systems[0][measure].measure.better is None:
            raise MeasureError("compare-no-direction", name=name, alternative=alternative)
    return asked


def left_out(systems: Sequence[Results], measures: Measures | None) -> tuple[Finding, ...]:
    """What to know of measures that not all systems have, and that nobody asked for by name."""
    if measures is not None:
        return ()
    every = dict.fromkeys(name for each in systems for name in each)
    lacking = [name for name in every if not all(name in each for each in systems)]
    return (Finding("compare-left-out", len(lacking), {"names": lacking}),) if lacking else ()


def chosen_test(test: str | None, as_: str | None) -> str:
    """The test that was asked for; without one the t-test, or what the tool whose p-values are wanted does itself."""
    return test if test is not None else "t" if as_ is None else "bootstrap"


def checked_settings(settings: Settings, *, who: str = "compare") -> Settings:
    """The settings in plain numbers, whatever kind they were given in; what is no setting is refused."""
    require(who, _RULES, vars(settings))
    for name, choices in _CHOICES.items():
        check_choice(name, getattr(settings, name), choices)
    if settings.correction == "tukey" and settings.pairs != "all":
        raise MeasureError("tukey-all")
    if settings.correction == "tukey" and settings.alternative != "two-sided":
        raise MeasureError("tukey-two-sided", given=settings.alternative)
    if settings.as_ not in (None, "sacrebleu"):
        raise MeasureError("bad-as", given=settings.as_)
    if settings.as_ is not None and settings.test not in ("bootstrap", "randomization"):
        raise MeasureError("as-test", given=settings.test)
    if settings.as_ is not None and settings.alternative != "two-sided":
        raise MeasureError("as-two-sided", given=settings.alternative)
    rope = None if settings.rope is None else float(settings.rope)
    return replace(
        settings, confidence=float(settings.confidence), resamples=int(settings.resamples), seed=int(settings.seed),
        rope=rope,
    )  # fmt: skip
