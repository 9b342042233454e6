"""What became of rules, what is to be known of a baseline, and what unjudged documents could do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["VERDICTS"]

VERDICTS: dict[str, Template] = {
    # baselines
    "baseline-unchecked": "nothing tells whether the judgments or references are still the same, because not both"
    " results have their hashes",
    "baseline-version": "the baseline was made by version {then}, this is {now}",
    # verdicts of a gate
    "gate-summary": "Gate: {passed:,} of {total:,} passed[, {failed:,} failed][, {undecided:,} undecided]",
    "gate-column-rule": "rule",
    "gate-column-numbers": "numbers",
    "gate-fail-if": "fail if '{rule}'[ in {system}][ against {baseline}]",
    "gate-require": "require '{rule}'[ in {system}][ against {baseline}]",
    "gate-passed": "passed: {title}[: {because}]",
    "gate-failed": "failed: {title}[: {because}]",
    "gate-undecided": "undecided: {title}[: {because}]",
    "gate-value": "{measure} of {system} is {value:.4f}; the rule says {operator} {limit}",
    "gate-baseline": "{measure} of {baseline} is {baseline_value:.4f}; the rule says {operator} {limit}",
    "gate-difference": "{measure} of {system} minus {baseline} is {difference:+.4g}; the rule says {operator} {limit}",
    "gate-change": "{measure} of {system} differs from {baseline} by {change:+.2%}; the rule says {operator} {limit}",
    "gate-low": "the {confidence:.0%} interval of the difference in {measure}, {system} minus {baseline}, begins at"
    " {low:+.4g}; the rule says {operator} {limit}",
    "gate-high": "the {confidence:.0%} interval of the difference in {measure}, {system} minus {baseline}, ends at"
    " {high:+.4g}; the rule says {operator} {limit}",
    "gate-p": "p of {measure}, {system} against {baseline}, is {p:.4g}; the rule says {operator} {limit}",
    "gate-moved": "{measure} of {system} is {value:.4f}, of {baseline} {baseline_value:.4f} ({difference:+.4g}[,"
    " {change:+.2%}])",
    "gate-within-margin": "{measure} of {system} is {value:.4f}, of {baseline} {baseline_value:.4f}"
    " ({difference:+.4g}); the {confidence:.0%} interval of the difference, {low:+.4g} to {high:+.4g}, stays inside"
    " {margin:+.4g}",
    "gate-beyond-margin": "{measure} of {system} is {value:.4f}, of {baseline} {baseline_value:.4f}"
    " ({difference:+.4g}); the {confidence:.0%} interval of the difference, {low:+.4g} to {high:+.4g}, reaches"
    " {margin:+.4g} or beyond",
    "gate-no-value": "{measure} of {system} has no value",
    "gate-no-baseline": "{measure} of {baseline} has no value",
    "gate-no-difference": "{measure} of {system} or of {baseline} has no value",
    "gate-no-change": "{measure} of {baseline} is 0 or has no value, so no change can be a share of it",
    "gate-no-interval": "there is no interval of the difference in {measure}, {system} minus {baseline}[,"
    " because {why:said}]",
    "gate-no-p": "there is no p of {measure}, {system} against {baseline}[, because {why:said}]",
    "why-values-only": "the file of the baseline has no values of single units; make it again with -q",
    "why-whole-only": "no file of results holds the data that {measure} is tested with; give the data of both systems"
    " instead (two runs, files or score columns)",
    # bounds
    "bounds-told": "{measure} of {system} is {value:.4f}; if its {unjudged:unjudged documents} were judged, it would"
    " lie between {low:.4f} and {high:.4f}",
    "bounds-told-outer": "{measure} of {system} is {value:.4f}; if its {unjudged:unjudged documents} were judged, it"
    " would lie between {low:.4f} and {high:.4f}, perhaps well inside",
    "settle-firm": "{measure} of {system} minus {baseline} is {difference:+.4g}; judging the"
    " {unjudged:unjudged documents} cannot turn that around, it stays between {low:+.4g} and {high:+.4g}",
    "settle-turns": "{measure} of {system} minus {baseline} is {difference:+.4g}; judging the"
    " {unjudged:unjudged documents} could turn that around, it lies between {low:+.4g} and {high:+.4g}"
    "[; at best {judgments:judgments} would settle it]",
    "settle-open": "{measure} of {system} minus {baseline} is {difference:+.4g}; whether judging the"
    " {unjudged:unjudged documents} could turn that around is not known, it lies between {low:+.4g} and {high:+.4g}"
    "[; at best {judgments:judgments} would settle it]",
}
