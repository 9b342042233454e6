"""What goes wrong when systems are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["COMPARISON"]

COMPARISON: dict[str, Template] = {
    "compare-no-results": "compare: takes the results of systems, not {kind}; make them with evaluate(...)",
    "compare-few": "a comparison needs at least two systems, not {count}; give another one",
    "compare-twice": "two systems are called {name!r}; name them with system=...",
    "compare-no-baseline": "there is no system {name!r} to compare with; there are {names:listed}[; did you mean"
    " {near}?]",
    "compare-no-measures": "the systems share no measure; compute the same for all of them",
    "compare-all-baselines": "{count:,} systems are all baselines, so nothing is compared; leave one out, or compare"
    " {=pairs=all}",
    "compare-no-direction": "{name} does not say which system is better, so none can be {alternative}; test both sides",
    "compare-choice": "{name} must be one of {choices:all}, not {given!r}[; did you mean {near}?]",
    "bad-as": "as_ must be 'sacrebleu' or nothing, not {given!r}",
    "as-test": "sacrebleu has the tests bootstrap and randomization, not {given}; choose one, or leave out"
    " {=as=sacrebleu}",
    "as-two-sided": "sacrebleu tests both sides, not {given!r}; leave out {=as=sacrebleu}",
    "tukey-all": "Tukey's test is for all pairs of systems; add {=pairs=all}, or choose {=correction=holm}",
    "bad-difference": "the difference to be shown must be a number other than 0 or a share of the baseline such as"
    " '1%', not {given}",
    "power-share-of-nothing": "{name} of {system} is 0 or has no value, so no difference is a share of it; give a"
    " number",
    "tukey-two-sided": "Tukey's test is about both sides, not {given!r}; leave out the alternative, or choose"
    " {=correction=maxt}",
    "few-draws": "interval: a {percent:g}% interval needs at least {wanted:,} resamples, not {resamples:,}; draw more",
    "power-two": "power is about two systems, not {count}; give two",
    "power-below-alpha": "a power of {power:g} is not above {alpha:g}, which chance alone reaches; ask for more,"
    " such as 0.8",
    "power-no-measures": "no measure of {names:all} says which system is better; choose one that does, such as nDCG",
    "power-no-mean": "{name} is no mean over {noun:noun}, so how many it needs is not known; choose a mean such as nDCG"
    " or ROUGE",
    "power-few": "{name}: {count:{noun}} with a value in both systems; at least two are needed",
    "power-no-spread": "{name}: the differences of the {noun:noun} do not vary, so nothing tells how many are needed",
    "difference-measures": "{who}: both must be of one measure, not of {one} and {other}; take the same for both",
    "difference-units": "difference: both must be of one {noun}, not of {one!r} and {other!r}; explain the same",
    "compare-lacks": "{name:clip 60} was not computed for {system}; compute it for all systems",
    "not-compared": "{name} was not compared; there are {names:listed}[; did you mean {near}?]",
}
