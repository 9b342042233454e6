"""What reports about several systems say: comparisons, orders, power."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["COMPARE"]

COMPARE: dict[str, Template] = {
    "head-measure": "measure",
    "head-system": "system",
    # orders of systems
    "correlation-title": "{name} between the orders of {systems:systems}",
    "places-title": "value and place of each system",
    "places-left-out": "{count:more systems} in the other formats",
    "coefficient-told": "{name}: {how:said}",
    "how-tau": "pairs of systems in the same order minus pairs in the opposite order, over all pairs; a tie is neither",
    "how-tau-b": "pairs of systems in the same order minus pairs in the opposite order, corrected for ties",
    "how-tau-ap": "as tau, but systems near the top count more; the mean of both directions, ties corrected",
    "how-spearman": "the correlation of the places",
    "how-rbo": "rank-biased overlap: how much of the tops of both orders is the same",
    "robustness-title": "{name} with the order of {systems:systems} by all judgments, mean of {repeats:repetitions}",
    "lowest-to-highest": "range",
    "robustness-kept": "judgments kept: {counts:all}",
    "robustness-closest": "closest to the order by all judgments: {names:all}",
    "robustness-undefined": "{count:repetitions} left all systems equal, which is no order; they are in no mean",
    "robustness-settings": "each query keeps the same share of its relevant and of its other judgments, at least one"
    " of each; {repeats:repetitions}, seed {seed}",
    # comparisons
    "head-difference": "difference",
    "head-interval": "{percent:g}% interval",
    "head-p-corrected": "p ({correction})",
    "head-wins": "+/=/−",
    "head-better": "P(better)",
    "head-negligible": "P(negligible)",
    "head-change": "change",
    "head-group": "group",
    "head-told-apart": "+/?/−",
    "values-title": "Values with {percent:g}% intervals",
    "difference-title": "{system} minus {baseline}",
    "differences-from": "{measure}: difference from {baseline}",
    "differences-of": "{measure}: differences",
    "gained-title": "{measure}: the {noun} that gained most",
    "lost-title": "{measure}: the {noun} that lost most",
    "rose-title": "{measure}: the {noun} that rose most",
    "fell-title": "{measure}: the {noun} that fell most",
    "in-one-title": "{measure}: {noun} with a value in only one of both",
    "units-title": "{measure}, each {kind}",
    "groups-title": "{measure} in each group",
    "best-of-column": "* best of the column",
    "best-of-row": "* best of the row",
    "mark-letters": "raised letters: significantly better than the system with that letter (p < {alpha:g})",
    "mark-dagger": "† significant (p < {alpha:g})",
    "mark-columns": "d: Cohen's d of the paired differences; +/=/−: better, equal, worse",
    "pairs-left-out": "+/?/−: significantly better than so many systems, not told apart from, worse than;"
    " {count:pairs} one by one in the other formats",
    "tied-for-best": "{measure}: tied for best, as no difference between them was shown: {names:all}",
    "alone-best": "{measure}: {names:all} is best, and nothing is tied with it",
    "anova-told": "{measure}: two-way analysis of variance, F({systems_df}, {error_df}) = {f:.2f}, p {shown}",
    "not-shown": "{measure}: no difference between {system} and {baseline} was shown; {units:{noun}} can show"
    " {detectable:.2g} with 80% power[needed?; {needed:{noun}} would show the {difference:+.2g} seen]",
    "not-shown-side": "{measure}: that {system} differs from {baseline} to this side, {side:said}, was not shown, and"
    " the {difference:+.2g} seen cannot be shown in this direction, however many {noun} there are; {units:{noun}} can"
    " show {detectable:.2g} with 80% power",
    "not-shown-many": "{measure}: {count:,} of {total:,} differences were not shown; {units:{noun}} can show"
    " {least:.2g} to {most:.2g} with 80% power",
    "test-t": "paired t-test",
    "test-wilcoxon": "Wilcoxon signed-rank test",
    "test-sign": "sign test",
    "test-randomization": "randomization test",
    "test-bootstrap": "paired bootstrap test",
    "test-delong": "DeLong's test",
    "test-mcnemar": "McNemar's test",
    "test-welch": "Welch's t-test",
    "test-fisher": "Fisher's exact test",
    "test-resampled": "bootstrap test of two samples",
    "test-maxt": "MaxT",
    "test-tukey": "randomised Tukey HSD",
    "side-two": "two-sided",
    "side-better": "one-sided (better)",
    "side-worse": "one-sided (worse)",
    "correction-holm": "Holm",
    "correction-bonferroni": "Bonferroni",
    "correction-bh": "Benjamini-Hochberg",
    "correction-none": "none",
    "p-corrected": "p is corrected for the number of comparisons ({correction:said}); intervals, and how many {noun}"
    " are needed, are those of each comparison by itself",
    "intervals-by-poisson": "rows are not in memory together, so intervals draw whole units {draws:,} times by their"
    " names, {=interval=poisson}; in memory others are usual",
    "intervals-without-lines": "intervals have no lines in this format; choose another {=format=...}",
    "interval-settings": "{percent:g}% intervals[: {methods:and}][cut?, cut at the bounds of the measure][ |"
    " {resamples:,} resamples, seed {seed}][by? | whole groups drawn]",
    "comparison-settings": "{tests:and}, {side:said} | correction: {correction:said}[ over {sizes:all} comparisons of a"
    " measure] | {percent:g}% intervals[: {methods:and}][ | {resamples:,} resamples, seed {seed}][by? | whole"
    " groups drawn][as_? | as {as_}][ | rope {rope:g}]",
    # one unit, two systems
    "head-rank": "rank",
    "head-grade": "grade",
    "head-was": "was at",
    "head-document": "document",
    "beside-title": "{kind} {unit}",
    "beside-new": "new",
    "beside-told": "was at: the rank in {baseline}, and whether the document went up or down; grade -: nobody judged"
    " it",
    "wanted-title": "the rank of each relevant document",
    "wanted-left-out": "{count:more relevant documents} in the other formats",
    "settle-not-counted": "how many judgments would settle it is not looked for among so many documents; a"
    " cutoff such as @10 helps",
    # gates
    "baseline-values-only": "{source} holds only the value of {names:all}, not those of single units, so there is no"
    " test; make it with -q",
    "baseline-whole-only": "{source} holds the value of {names:all}, but not the data for an interval or a test, and no"
    " file of results does; give the data of both systems instead (two runs, files or columns of scores)",
    "values-only-title": "Values without a test",
    # power
    "head-seen": "seen",
    "head-spread": "spread",
    "head-to-show": "to show",
    "head-needed": "needed",
    "head-have": "have",
    "head-chance": "chance",
    "head-detectable": "can show",
    "power-told": "{name}: {needed:{noun}} would show a difference of {difference:.4g} with {power:.0%} power;"
    " {units:{noun}} do so with {chance:.0%}, and can show {detectable:.2g} with {power:.0%}",
    "power-none": "{name}: no number of {noun} that anybody could judge would show a difference of {difference:.4g};"
    " {units:{noun}} can show {detectable:.2g} with {power:.0%} power",
    "power-side": "{name}: a difference of {difference:+.4g} cannot be shown in this direction, {side:said}, however"
    " many {noun} there are; {units:{noun}} can show {detectable:.2g} with {power:.0%} power",
    "power-settings": "paired t-test, {side:said}, p < {alpha:g} | power {power:.0%} | spread: standard deviation of"
    " the differences between two systems",
}
