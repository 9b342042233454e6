"""What is to be known of a comparison of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["CONTESTS"]

CONTESTS: dict[str, Template] = {
    # why there is no p, or what it means
    "compare-no-value": "{name} of {system} has no value",
    "compare-one-unit": "{count:{noun}} with a value; at least two are needed",
    "compare-no-difference": "the systems do not differ in any of {count:{noun}}",
    "compare-flat-interval": "{name} has no interval by DeLong, whose variance is 0 for so few or so clear examples;"
    " choose the interval bca",
    "compare-no-order-interval": "{name} has no interval, as too few units lie beyond it for an interval of order"
    " statistics",
    "compare-few-draws": "{name} has no {percent:g}% interval from {resamples:,} resamples; use at least {wanted:,}",
    "compare-no-draws": "{name} has no interval, as it has no value on units that are drawn again",
    "compare-biased-draws": "{name} has no interval, as units that are drawn more than once move it to one side of its"
    " value; compare systems by a test",
    # notes
    "compare-no-variance": "{name}: DeLong's variance of the difference is 0 for {systems:few}, so p is that of the"
    " randomization test",
    "compare-side-test-left-out": "{name}: the randomization test, which stands beside other tests, is left out, as"
    " it would take minutes for {count:{noun}}; choose it as the test to have it",
    "compare-left-out": "left out, as not all systems have them: {names:listed}; compute the same measures for all",
    "compare-other-test": "{name}: tested by {test}, not by {asked}, which is not for {why:said}",
    "compare-is-no-auc": "anything but an AUC of examples",
    "compare-is-shared": "systems that were judged against each other, whose values come from one table",
    "compare-holm-instead": "{name}: corrected after Holm and not by {how}, as nothing can be swapped between systems"
    " that were judged against each other",
    "compare-is-no-mean": "what is no mean of values of {noun:noun}",
    "compare-is-a-mean": "values that are not only right or wrong",
    "compare-cut": "{name}: intervals cut at the bounds of the measure, where the t interval reaches beyond them",
    "compare-few-units": "{name}: {count:{noun}} are few; intervals and tests by t are rough for fewer than {enough}",
    "compare-other-interval": "the intervals of {name} are made by {method}, as {asked} does not suit",
    "compare-apart": "{name}: {count:{noun}} without a value in some of the systems; differences and tests are over"
    " those that both systems have a value for",
    "compare-disagree": "{name}: the t-test and the randomization test decide differently about {systems:few}; take"
    " neither as proof",
    "compare-wilcoxon": "{name}: Wilcoxon's test is about ranks of differences, not about the mean, and finds too much"
    " where differences are not symmetric; the t-test and the randomization test are safer",
    "compare-sign": "{name}: the sign test counts who wins and not by how much, and with many {noun:noun} it finds"
    " differences that the mean does not have; the t-test and the randomization test are safer",
    "compare-sacrebleu": "{name}: p as sacrebleu has it, where trials that tie with the observed difference do not"
    " count, so that even equal systems seem to differ",
    "compare-few-resamples": "{name}: {resamples:,} resamples cannot show anything in {count:,} comparisons that are"
    " corrected together; use at least {wanted:,}",
    "compare-no-tukey": "{name}: MaxT is used and not Tukey's test, which is for means that all systems have for the"
    " same units",
}
