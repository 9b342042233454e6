"""What is wrong with rules, baselines, orders of systems and bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["GATE"]

GATE: dict[str, Template] = {
    # rules of a gate
    "rule-kind": "a rule is of the kind {kinds:or}, not {kind!r}",
    "rule-text": "a rule must be text, such as 'nDCG@10 drops 0.01', not {given!r}",
    "rule-expected": "cannot read the rule {rule!r} at {word!r}, character {place}: here comes {possible:all}[; did"
    " you mean {near}?]",
    "rule-ends": "the rule {rule!r} ends too soon: here comes {possible:all}",
    "rule-quote": "cannot read the rule {rule!r} at {word!r}, character {place}: the quote is not closed",
    "rule-bracket": "cannot read the rule {rule!r} at {word!r}, character {place}: the bracket is not closed",
    "rule-deep": "cannot read the rule {rule!r}: it has more than {most} brackets inside each other; write several"
    " rules",
    "rule-amount": "cannot read the rule {rule!r} at {word!r}, character {place}: an amount is above 0, such as 0.01"
    " or 1%; the word before it says the direction",
    "rule-time": "cannot read the rule {rule!r} at {word!r}, character {place}: {name} is no time; write a number",
    "rule-percent": "cannot read the rule {rule!r} at {word!r}, character {place}: only change and p are compared with"
    " a percentage; write a number, or 'change of'",
    "rule-named-twice": "cannot read the rule {rule!r} at {word!r}, character {place}: '{taken}' is there already;"
    " name one",
    "rule-whose": "the rule {rule!r} does not say which measure {quantity} is of[ ({names:or})]; write '{quantity} of"
    " {example}'",
    "rule-capital-p": "the rule {rule!r} could mean precision or a p-value; write p for the p-value, or set_P for the"
    " precision of everything returned",
    "rule-measure": "the rule {rule!r}: {why}",
    "rule-several": "the rule {rule!r}: {name} stands for several measures ({first} to {last}); write a rule for each",
    "rule-lower-is-better": "the rule {rule!r} can be read in two ways, because {name} is better when it is lower;"
    " write 'is worse[ by {amount}]' or 'is better[ by {amount}]'",
    "rule-no-direction": "the rule {rule!r}: {name} is neither better nor worse when it is higher; write drops or"
    " rises",
    "rule-wants-require": "the rule {rule!r} says what must be shown, and a gate fails if a rule of this kind holds;"
    " give it as {=require=RULE}, or write '{name} is worse[ by {amount}]'",
    "rule-wants-margin": "the rule {rule!r} has no margin; write by how much, as in '{name} is not worse by 0.01', or"
    " 'difference of {name} >= 0' for the bare numbers",
    "rule-wants-fail-if": "the rule {rule!r} would demand that nothing gets better; give it as {=fail_if=RULE}, or"
    " write '{name} is better[ by {amount}]'",
    "rule-no-system": "the rule {rule!r}: there is no system {name!r}; there are {names:listed}[; did you mean"
    " {near}?]",
    "rule-no-baseline": "the rule {rule!r}: there is no baseline {name!r}; there are {names:listed}[; did you mean"
    " {near}?]",
    "rule-no-facts": "the rule {rule!r}: {name} of {system} was not computed; compute it too",
    "rule-without-baseline": "the rule {rule!r}: there is nothing to compare {name} of {system} with; give a baseline",
    "unreadable-amount": "a margin must be a number above 0 or a share such as '1%', not {given}",
    "margin-lacks": "margin: there is none for {name}, only for {names:listed}; give one for each measure",
    "lost-most": "the {noun} that lost most: {each:all}",
    # baselines
    "baseline-unreadable": "cannot be read ({why}); name a file that cranfield eval -q --format json wrote",
    "baseline-too-large": "is larger than {limit} MB, as no baseline is; give the file that cranfield eval -q"
    " --format json wrote",
    "baseline-not-json": "is no JSON; a baseline is a file that cranfield eval -q --format json wrote",
    "baseline-not-results": "holds no results with a family and a signature; make it again with cranfield eval -q"
    " --format json",
    "baseline-several": "holds several systems; name one of them: {names:listed}",
    "baseline-no-system": "holds no system {name!r}; there are {names:listed}[; did you mean {near}?]",
    "baseline-system-twice": "holds several systems called {name!r}; keep one of them",
    "baseline-key-twice": "says twice what {name!r} is; make it again with cranfield eval -q --format json",
    "baseline-other-measure": "calls {other} {name}; make it again with cranfield eval -q --format json",
    "baseline-beyond": "{name} of {of} cannot be {value:g}; make it again with cranfield eval -q --format json",
    "baseline-contradiction": "{name} is {value:.6g} there, but its units make {units:.6g}; make it again with"
    " cranfield eval -q --format json",
    "baseline-lacks": "has no {name}, only {names:listed}; make it again with this measure",
    "baseline-stale": "the baseline is stale: [the family is another one ({family}); ][the judgments or references are"
    " others ({inputs:all}); ][measures are defined otherwise ({measures:listed}); ][decisions are others"
    " ({policy:listed}); ][the number of {noun} is another one ({count}); ][{noun} that it has are gone"
    " ({gone:few}); ][{noun} that it lacks have come ({come:few}); ]make it again",
    # orders of systems
    "order-shapes": "two orders must be of the same things, not of {first} and {second}",
    "order-short": "an order needs at least two things, not {count}",
    "order-nan": "a score is nan, which has no place in an order; leave the system out",
    "order-ties": "tau-ap knows no ties; use tau_ap_b, which does",
    "order-persistence": "p must be a number between 0 and 1, not {p!r}",
    "order-rbo-ties": "ties must be one of {choices:all}, not {ties!r}",
    "correlate-how": "unknown coefficient {how!r}; there are {choices:all}[; did you mean {near}?]",
    "correlate-no-results": "correlate: takes the results of systems, not {kind}; make them with evaluate(...)",
    "correlate-few": "an order needs at least two systems, not {count}; give more",
    "correlate-no-measures": "the systems share no measure that says which one is better; name at least one",
    "correlate-no-direction": "{name} does not say which system is better; choose a measure of quality",
    "correlate-no-value": "{name} has no value for {system}, so it has no place in the order; leave it out",
    "share": "a share of the judgments is above 0 and at most 1, such as 50% or 0.5, not {given}",
    "thin-no-judgments": "only rankings have judgments of documents that can be taken away, not {family}",
    "thin-other-units": "{one} and {two} are judged on different {noun}; read them with {=missing=zero}",
    "thin-other-judgments": "{one} and {two} were read with different judgments; read them with the same",
    # bounds
    "bounds-unproved": "{measure}: nothing is proved about its value when unjudged documents are judged, so it has no"
    " bounds: {why:said}; nDCG, AP, P, R, RR, Bpref and most others have",
    "bounds-no-ranking": "bounds come from documents that nobody judged, which only rankings have, not {family}",
    "bounds-ties": "{measure}: has no bounds with {=ties='expected'}, because unjudged documents of a tie are not kept;"
    " choose another tie rule",
    "bounds-judged-only": "{measure}: has no bounds where unjudged documents were taken out before ranking; leave out"
    " {=judged_only=True}",
    "bounds-too-long": "{measure}: with {count:unjudged documents} of one query, its bounds are not looked for, because"
    " each number of relevant ones among them would have to be tried; read shorter rankings, such as {=depth=1000}",
    "bounds-grades": "grades must be at least two finite numbers that start with 0, not {given:listed}",
    "bounds-above-scale": "{measure}: grades end at {top:g}, not at {given:g}; give a longer scale to the measure",
    "settle-not-pooled": "{system}: its unjudged documents are not told apart; read both systems with the documents"
    " of both: gold = judgments(qrels, pooled=[[one, two]), then ranking(gold, one) and ranking(gold, two)",
    "settle-apart": "{measure}: whether judging more could turn the difference around is not found out, because its"
    " documents have more than one grade; bounds(batch, measure) says what each system could have",
    "bounds-not-separate": "{measure}: what it is divided by depends on all unjudged documents together, so its bounds"
    " are not known; use averages of the queries, and {=undefined=zero}",
}
