"""What the page about judges says: whether a judge, such as a language model, may stand in for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["JUDGES", "JUDGE_ERRORS"]

JUDGES: dict[str, Template] = {
    "judges-title": "{judge} beside {human}: how far they agree",
    "head-constant": "always the same",
    "head-people": "people",
    "row-auc": "AUC of relevant (grade >= {rel:exact})",
    "row-bias": "mean of judge - people",
    "judges-counts": "both judged {shared:{things}} of {queries:{noun}}; people judged {human:,} of"
    " {human_queries:{noun}}, {judge} {count:,} of {judge_queries:{noun}}",
    "judges-told": "{judge} gives the grade of people in {share:.0%} of cases; who always says {grade:exact} does in"
    " {constant:.0%}; beyond chance that is alpha = {alpha:.2f}, {reads:said}"
    "[, as far as {few:{noun}} can tell][; its interval begins at {low:.2f}, which is {lower:said}]",
    "judge-reliable": "good enough to stand in for people",
    "judge-tentative": "enough for tentative conclusions, not more",
    "judge-weak": "too little to rely on single grades; look at what it does to systems, and correct means",
    "judge-chance": "about what chance gives: it does not measure what people do",
    "judges-no-better": "the share of equal grades says little here: who always says {grade:exact} may agree as"
    " often;"
    " look at what is beyond chance",
    "judges-too-high": "it is too generous: {bias:+.2f} grades on average[, {over:.0%} of what people grade"
    " {grade:exact} gets more]",
    "judges-too-low": "it is too strict: {bias:+.2f} grades on average[, {under:.0%} of what people grade"
    " {grade:exact} gets less]",
    "confusion-title": "What {judge} says of everything that people gave one grade",
    "head-human-grade": "people",
    "head-alike": "alike",
    "head-over": "higher",
    "head-under": "lower",
    "head-bias": "judge - people",
    "lengths-title": "The same by length in characters",
    "head-length": "characters",
    "length-longer": "among {noun:noun} that people grade alike, longer ones get higher grades from {judge}:"
    " rho = {value:+.2f} ({low:.2f} to {high:.2f})",
    "length-shorter": "among {noun:noun} that people grade alike, longer ones get lower grades from {judge}:"
    " rho = {value:+.2f} ({low:.2f} to {high:.2f})",
    "length-none": "among {noun:noun} that people grade alike, length makes no difference that could be told from"
    " chance: rho = {value:+.2f}[ ({low:.2f} to {high:.2f})]",
    "again-told": "{name} was asked again about {count:{things}} and said the same in {share:.0%} of cases[; quadratic"
    " kappa with itself {kappa:.2f}]",
    "threshold-told": "{judge}'s grade counts as relevant from {chosen:exact} on, if that is chosen by {by} on one half"
    " ({queries:{noun}}, {here:.3f}); on the other half ({tested:,}) it reaches {there:.3f}"
    "[ ({low:.3f} to {high:.3f})], precision {precision:.3f} and recall {recall:.3f}"
    "[usual?; the threshold {rel:exact} of people reaches {usual:.3f}]",
    "threshold-shaky": "other halves choose other thresholds: this one only in {share:.0%} of {repeats:,}",
    "order-title": "{measure} of each system by people and by {judge}, on {units:{noun}}",
    "head-by-people": "people",
    "head-by-judge": "judge",
    "head-rank-people": "rank",
    "head-rank-judge": "rank",
    "head-excess": "excess",
    "order-coefficients": "The order of systems",
    "head-coefficient": "coefficient",
    "order-told": "{judge} orders the systems as people do with tau-b = {value:.2f}",
    "judges-coverage": "of the first ten documents, people judged {human:.0%} and {judge} {theirs:.0%}",
    "verdicts-told": "of {total:pairs} of systems, {same:,} {same:gets|get} the same verdict ({test} test,"
    " {correction})[; {lost:,} {lost:is|are} significant by people only]"
    "[; {invented:,} {invented:is|are} significant by {judge} only][; {turned:,} {turned:is|are} turned round]",
    "verdicts-title": "Pairs whose verdict is another one by {judge}[ ({more} more in json)]",
    "head-two-systems": "systems",
    "head-p": "p",
    "head-verdict": "verdict",
    "verdict-lost": "significant by people only",
    "verdict-invented": "significant by the judge only",
    "verdict-turned": "turned round",
    "favour-told": "excess is how much more {judge} gives a system than people do, beyond what it gives the others",
    "favour-more": "{judge} favours {names:all}",
    "favour-less": "{judge} disfavours {names:all}",
    "favour-nobody": "no system or family is favoured by more than chance",
    "families-title": "Families of systems",
    "head-family": "family",
    "head-members": "systems",
    "corrected-title": "{measure} corrected: people judged {labelled:{noun}}, {judge} {unlabelled:,} more"
    " (prediction-powered inference)",
    "head-people-alone": "people alone",
    "head-judge-alone": "judge alone",
    "head-both": "corrected",
    "head-weight": "weight",
    "corrected-flat": "people gave {names:all} one value on all {labelled:{noun}}, so that an interval without a width"
    " says nothing of it",
    "differences-title": "Differences, corrected in the same way[ ({more} more in json)]",
    "worth-told": "for {system}, the judge makes {labelled:{noun}} of people worth {effective:,.0f}[; however much it"
    " judges, at most {at_most:,.0f}]; an interval half as wide takes {for_half:,.0f} judged by people",
    "worth-ratio": "one more judged by people narrows the interval as much as {ratio:,.1f} more by the judge: worth it"
    " while it costs less than that many times as much",
    "worth-free": "more by the judge would narrow the interval by nothing; only people do",
    "worth-best": "what was spent would best have bought {human:,.0f} by people and {judge_units:,.0f} by the judge,"
    " not {labelled:,} and {all:,}",
    "worth-people": "what was spent would best have bought {human:,.0f} by people and none by the judge, not"
    " {labelled:,} and {all:,}",
    "signed-judge": "judge {name}[prompt_sha256?, prompt {prompt} sha256 {prompt_sha256}][, {date}][, map {map}]",
    # what is odd, and why a number is missing
    "judges-unjudged-by-judge": "{count:,} of {total:,} that people judged {count:was|were} not judged by the judge",
    "judges-unjudged-by-people": "{count:,} of {total:,} that the judge judged {count:was|were} not judged by people",
    "judges-people-constant": "people gave the grade {grade:exact} to all {count:,}: nothing can be told apart",
    "judges-judge-constant": "the judge gave the grade {grade:exact} to all {count:,}: it tells nothing apart",
    "judges-other-scale": "the judge gives {count:grades} that people never give ({grades:few}); if its scale is"
    " another one, give a map from it to that of people[, such as {line} with the ends that both scales have]",
    "judges-between-grades": "the judge gives {count:grades} between those of people ({grades:few}), which never equal"
    " theirs: Agreement, Kappa and AC1 count each as wrong, and a threshold such as 1 cuts off 0.99; {=rounded} takes"
    " each to the nearest grade; AUC, Alpha, AC2, quadratic kappa and nDCG need no rounding",
    "judges-people-between": "people gave {count:grades} between those of the judge ({grades:few}), as medians of"
    " several people are, which the judge never equals: Agreement, Kappa and AC1 count each as wrong; look at AUC,"
    " Alpha, AC2 and quadratic kappa",
    "judges-few-queries": "{count} are few; intervals from drawing them again are rough for fewer than {enough}",
    "judges-without-text": "{count:,} of {total:,} have no text",
    "judges-no-coefficient": "{name}: {why}",
    "judges-one-class": "people call [all?everything][all!nothing] relevant from grade {rel:exact} on; choose"
    " another with {=rel}",
    "judges-no-length": "[flat?all have the same length][flat!the judge never differs where people agree]",
    "judges-no-order": "{flat:said}",
    "judges-flat-people": "all systems are equal by people",
    "judges-flat-judge": "all systems are equal by the judge",
    "judges-one-unit": "{count} is too few for an interval",
    "judges-few-labelled": "people and judge both judged {count}, and a corrected mean needs two",
    "judges-one-system": "{system} is the only system: one has no order",
    "judges-no-shared-query": "people and judge share no query with a value of {measure}",
    "judges-nothing-more": "{judge} judged nothing that people did not judge: there is nothing to correct, and the"
    " means of people stand",
}

JUDGE_ERRORS: dict[str, Template] = {
    "judges-share-nothing": "{judge} judged nothing that {human} judged[; they share {queries:queries}]: one has"
    " {theirs!r}, the other {ours!r}; check that both use the same ids of queries and documents",
    "judges-nothing-judged": "{name} holds no judgment: every grade is below 0",
    "judges-none": "give at least one judge beside people",
    "judges-names": "the names {given:all} do not fit {count:judges}; give each a name of its own",
    "judges-settings": "{option} was given {given:times}, but there are {count:judges}; give it once for all, or once"
    " for each",
    "judges-map-lacks": "{name}: the map {known:clip 60} says nothing of the grade {grade:exact} ({count:judgments})",
    "judges-map-negative": "{name}: the map {known:clip 60} makes {becomes:exact} of the grade {grade:exact}, and a"
    " grade below 0 says that nobody judged; map it to 0 or more",
    "judges-map-flat": "all grades are {grade:exact}, and no line leads from one grade to several; give a map",
    "judges-map-kind": "a map is text such as '0=0,1=1,2=1', a dict or a file, not {kind}",
    "judges-map-unreadable": "the map says {entry:quoted}; write grades as 0=0,1=1,2=1, stretches as"
    " 0..2.5=0,2.5..10=1 and a line as 0..100=0..3",
    "judges-no-mean": "{measure} is no mean over queries, and judges are compared query by query; use AP,"
    " nDCG@10 or P@10",
    "judges-need-numbers": "ratings must be numbers to compare them, not {values:few}; give their order with"
    " {=scale=...}",
    "judges-empty-family": "no system belongs to the family {name} ({patterns:listed}); the systems are"
    " {systems:listed}",
    "judges-whole-family": "all systems belong to the family {name} ({patterns:listed}), and nothing is left to compare"
    " it with",
    "judges-bad-family": "the family {name!r} has no pattern; write it as name=pattern, such as gpt=gpt*",
    "judges-costs": "costs are two numbers, of a query judged by people (above 0) and by the judge, not {given:listed}",
    "judges-runs-of-ratings": "ratings of texts name their systems in a column; leave out the runs and give"
    " {=system=...}",
    "judges-only-ratings": "{option} is about ratings of texts; name the columns {=item=...} and {=value=...} too",
    "judges-docs-of-ratings": "the texts of ratings stand in a column; name it with {=text=...} and leave out {=docs}",
    "judges-strange-texts": "has text for none of the documents, such as {example!r}; is it a file of other ids?",
    "judges-too-few-files": "give the judgments of people, those of one judge or more, and runs",
    "judges-which-files": "{path} could be judgments or a run; say how many judges there are with {=judges=...}",
}
