"""`judges(human, judge, runs)`: whether the ground truth of a judge, such as a language model, is good enough."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cranfield.compare.corrections import CORRECTIONS
from cranfield.compare.resample import SEED, draws_wanted
from cranfield.core.arguments import (
    ANY_SEED,
    CHOICE,
    COLUMNS,
    CONFIDENCE,
    DRAWS,
    NAME,
    NUMBER,
    SWITCH,
    Rule,
    door,
    is_text,
    optional,
    whole_number,
)  # fmt: skip
from cranfield.core.evaluate import evaluate
from cranfield.core.policy import POLICY, Policy
from cranfield.core.trusted import Judges
from cranfield.errors import InputError, MeasureError, nearest
from cranfield.trust.agreeing import asked_again
from cranfield.trust.asked import costs_of, families_asked, listed_for, named_judges, named_runs, prompt_facts
from cranfield.trust.beside import Asked, beside
from cranfield.trust.maps import scale_of
from cranfield.trust.orders import TOP
from cranfield.trust.rated import Columns
from cranfield.trust.said import Drawn, Shared
from cranfield.trust.sides import of_judgments, of_ratings
from cranfield.trust.threshold import BY
from cranfield.trust.verdicts import TESTS, families_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.spec import Measures
    from cranfield.trust.sides import Sides

__all__ = ["judges"]

_TOP = whole_number("be-jobs", 2, 2**53 - 1)
_COLUMN = optional(NAME)
_TEXTS = optional(Rule("be-text", lambda value: is_text(value) or all(is_text(each) for each in _list(value))))
_LISTED = optional(Rule("be-list", lambda value: isinstance(value, list | tuple) and len(value) < _MOST))
_MOST = 10_000  # values of a scale


@door(
    rounded=SWITCH, rel=NUMBER, top=_TOP, threshold_by=CHOICE, test=CHOICE, correction=CHOICE, confidence=CONFIDENCE,
    resamples=DRAWS, seed=ANY_SEED, policy=POLICY, input_format=_COLUMN, qrels_format=_COLUMN, run_format=_COLUMN,
    columns=COLUMNS, item=_COLUMN, value=_COLUMN, rater=_COLUMN, system=_COLUMN, query=_COLUMN, text=_COLUMN,
    dates=_TEXTS, scale=_LISTED, absent=_LISTED,
)  # fmt: skip
def judges(
    human: Any, judge: Any, runs: Any = (), measures: Measures = "nDCG@10", *, names: Sequence[str] | None = None,
    mapping: Any = None, human_mapping: Any = None, rounded: bool = False, again: Any = None, docs: Any = None,
    families: Any = None,
    rel: float = 1.0, threshold_by: str = "kappa", top: int = TOP, test: str = "t", correction: str = "holm",
    costs: Sequence[float] | None = None, confidence: float = 0.95, resamples: int = 1000, seed: int = SEED,
    prompts: Any = None, dates: Any = None, policy: Policy | str = "default", input_format: str | None = None,
    qrels_format: str | None = None, run_format: str | None = None, columns: Mapping[str, str] | None = None,
    item: str | None = None, value: str | None = None, rater: str | None = None, system: str | None = None,
    query: str | None = None, text: str | None = None, scale: Sequence[Any] | None = None, absent: Sequence[Any] = (),
) -> Judges:  # fmt: skip
    """One judge or several beside people: how far they agree, and what that does to systems. No model is called.

    `human` and `judge` are judgments in any form that `judgments` takes, and `runs` any that `ranking` takes; several
    judges or runs are a list, or a dict by name. With `item` and `value` both sides are tables of ratings of texts
    instead, as for `ratings`, and `system` says who made each text; `rater` is a column of people's table. All
    intervals come from drawing whole queries again.

    `mapping` takes a judge's grades to people's scale: `{0: 0, 1: 1, 2: 1, 3: 2}`, the same as text, a line such
    as '0..100=0..3', 'linear' or a file; `human_mapping` changes people's. `rounded` takes what comes out, or a judge's
    own fractions, to the nearest whole grade, or to the nearest grade of people where those are fractions. Settings of
    judges (`mapping`, `again`, `prompts`, `dates`) are one for all or one for each. `again` is what a judge said when
    asked again, `docs` a file of texts, for the effect of their length, and `families` are systems by name patterns. A
    document is relevant from the grade `rel` on; `threshold_by` is kappa or F1. `test` is t, wilcoxon or sign. `costs`
    are those of one query judged by people and by the judge.

    >>> people = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "b": 1}}
    >>> model = {"q1": {"a": 1, "b": 1}, "q2": {"a": 0, "b": 1}}
    >>> judges(people, model)["judge"].estimates["Agreement"].value
    0.75
    """
    _known("test", test, tuple(TESTS))
    _known("correction", correction, tuple(CORRECTIONS))
    _known("threshold_by", threshold_by, BY)
    if resamples < (wanted := draws_wanted(confidence)):
        raise MeasureError("few-draws", percent=100 * confidence, resamples=resamples, wanted=wanted)
    bought, related = costs_of(costs), families_asked(families)
    drawn = Drawn(float(confidence), int(resamples), int(seed))
    of_table = item is not None or value is not None
    found = named_judges(judge, names, table=of_table)
    count = len(found)
    about = [
        {"name": name, **prompt_facts(prompt), **({} if date is None else {"date": str(date)})}
        for name, prompt, date in zip(
            found, listed_for("prompt", prompts, count), listed_for("date", dates, count), strict=True
        )
    ]  # fmt: skip
    scales = [scale_of(each) for each in listed_for("map", mapping, count)]
    seconds = listed_for("again", again, count)
    decided = Policy.named(policy) if isinstance(policy, str) else policy
    if of_table:
        if item is None or value is None:
            raise InputError("no-column-option", option="item" if item is None else "value")
        if list(_listed(runs)):
            raise InputError("judges-runs-of-ratings")
        if docs is not None:
            raise InputError("judges-docs-of-ratings")
        named = Columns(item, value, rater, system, query, text)
        sides = of_ratings(
            human, found, named, scales, scale_of(human_mapping), seconds, scale=scale, absent=absent,
            input_format=input_format, rounded=rounded,
        )  # fmt: skip
    else:
        given = {"rater": rater, "system": system, "query": query, "text": text, "scale": scale, "absent": absent}
        if (option := next((name for name, each in given.items() if each), None)) is not None:
            raise InputError("judges-only-ratings", option=option)
        sides = of_judgments(
            human, found, named_runs(runs), measures, scales, scale_of(human_mapping), seconds, docs=docs,
            policy=decided, qrels_format=qrels_format or input_format, run_format=run_format or input_format,
            columns=columns, rounded=rounded,
        )  # fmt: skip
    asked = Asked(
        drawn, float(rel), threshold_by, test, correction, int(top), bought,
        families_of(sides.systems, related), sides.systems, sides.signs, sides.lengths,
    )  # fmt: skip
    told = tuple(
        beside(sides.human, each, asked, second=second, about=facts | ({} if text is None else {"map": text}))
        for each, second, facts, text in zip(sides.judges, sides.seconds, about, sides.scales, strict=True)
    )
    settings = {
        "confidence": drawn.confidence, "resamples": drawn.resamples, "seed": drawn.seed, "test": test,
        "correction": correction, "rel": asked.rel,
    }  # fmt: skip
    return Judges(
        sides.human.said.name, sides.noun, sides.things, told, asked_again(sides.human.said, drawn),
        _results(sides), tuple(each for side in (sides.human, *sides.judges) for each in side.said.findings),
        settings,
    )  # fmt: skip


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise TypeError
    return list(value)


def _listed(runs: Any) -> Any:
    return () if runs is None else runs


def _known(name: str, given: str, choices: Sequence[str]) -> None:
    if given not in choices:
        raise InputError("pool-choice", name=name, given=given, choices=choices, near=nearest(given, choices))


def _results(sides: Sides) -> tuple[Any, ...]:
    """The systems under people with all inputs in their signature; without systems the agreement of the first judge."""
    given = [each for side in (sides.human, *sides.judges) for each in side.said.inputs]
    if sides.results:
        first, *rest = sides.results
        more = [each for each in given if each not in first.signature.given]
        return (replace(first, signature=replace(first.signature, given=[*first.signature.given, *more])), *rest)
    shared = Shared(sides.human.said, sides.judges[0].said)
    whole = evaluate(shared.batch(), ["Agreement"])
    return (replace(whole, signature=replace(whole.signature, given=given), findings=()),)
