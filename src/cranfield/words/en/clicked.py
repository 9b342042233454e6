"""What clicks say: sentences about interleaving and judgments from logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["CLICKED", "CLICKED_ERRORS"]

CLICKED: dict[str, Template] = {
    "interleaved-differ": "{better} is better: of {impressions:impressions}, {first} won {wins_first:,} and {second}"
    " {wins_second:,}, {ties:,} were tied ({silent:,} without a click); {first} won {share:.3f} of the {decided:,} with"
    " a winner, {percent:g}% interval {low:.3f} to {high:.3f}, p = {p:.3g} (two-sided sign test)",
    "interleaved-alike": "no difference is shown: of {impressions:impressions}, {first} won {wins_first:,} and {second}"
    " {wins_second:,}, {ties:,} were tied ({silent:,} without a click); {first} won {share:.3f} of the {decided:,} with"
    " a winner, {percent:g}% interval {low:.3f} to {high:.3f}, p = {p:.3g} (two-sided sign test)",
    "interleaved-undecided": "no impression has a winner: all {impressions:,} are tied, {silent:,} of them without a"
    " click",
    "clicked-told": "{pairs:,} pairs of query and document got a grade by clicks over expected clicks, with thresholds"
    " {thresholds:all} ({grades:all})[; {few:,} were shown less than {least:,} times and got none]",
}

CLICKED_ERRORS: dict[str, Template] = {
    "log-click": "a click must be 0 or 1, not {given:quoted}",
    "log-position": "a position must be a whole number from 1 on, not {given:quoted}",
    "log-no-click": "holds no click at all, so that nothing can be learnt from it",
    "log-thresholds": "thresholds must be numbers above 0 that rise, such as 0.5,1,2, not {given:all}",
    "log-teams": "must have results of two systems, not of {count} ({names:quotes}); name the column with {=team=...}",
    "log-no-team": "has no results of {given:quoted}; the systems are {names:quotes}",
    "log-blank-name": "{name:quoted} has blanks in it, which lines of judgments cannot hold; give the ids",
}
