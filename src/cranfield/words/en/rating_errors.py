"""What is wrong with ratings, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["RATING_ERRORS"]

RATING_ERRORS: dict[str, Template] = {
    # the door
    "ratings-of-other-length": "the {role} has {count:,} rows, the item has {expected:,}; give one for each rating",
    "no-ratings": "there are no ratings; give at least one row with a value",
    "dimension-twice": "the columns {names:all} are dimensions already; leave out {=dimension=...}, or name one column",
    "bad-scale": "scale must be values, each once, from the lowest to the highest, not {scale!r:.80}",
    "value-beyond-scale": "the value {value!r:.40} ({count:rows}) is not on the scale {names:listed}; mend the rows,"
    " add it to the scale, or say with {=absent=...} that it stands for no rating",
    "be-again": "first or last",
    "other-without-system": "{=other=...} is the second of two systems side by side; name the first with {=system=...}",
    "scale-of-preferences": "preferences have no scale; leave out {=scale=...}",
    "system-named-tie": "a system is called {name!r}, which stands for no preference; rename it",
    "preferred-to-itself": "{count:rows} {count:compares|compare} {system:quoted} with itself; mend or remove"
    " {count:it|them}",
    "preferred-is-absent": "{value:quoted} is preferred in {count:rows} about {systems:and}; mend {count:it|them}",
    "no-preference": "the value {value:quoted} is no preference; write the name of a system ({systems:listed}), left,"
    " right, or one of {ties:all}",
    # the command line
    "too-few-files-ratings": "give a file of ratings, and the names of its columns with {=item=...}, {=rater=...} and"
    " {=value=...}",
    "no-value": "name the column of the ratings with {=value=...}; in a table with a column for each rater, give all of"
    " these as {=rater=...}",
    "raters-and-value": "columns of raters hold the ratings themselves; leave out {=value=...}",
    "no-column-option": "name the column of the {option}: --{option} COLUMN",
    "several-dimensions": "there are {names:all}; compare systems in one dimension at a time: name one column with"
    " {=value=...}, or use cranfield ratings, which compares them all",
    # measures
    "needs-numbers": "{measure}: needs values that are numbers, and there are {values:quotes}; give their order with"
    " {=scale=...}, or say with {=absent=...} which stand for no rating",
    "value-no-number": "{measure}: the value {value!r:.40} is no number; give the order of the values with"
    " {=scale=...}",
    "ratio-below-zero": "{measure}: a ratio needs values of at least 0, and there is {value}; use level='interval'",
    "rating-too-large": "{given:g} is too large a number for a rating or a grade, which may be {most:g} at most; mend"
    " it, or divide all by the same number",
    "too-many-values": "{measure}: compares each two values, and there are {count:,}; round the ratings to at most"
    " {most:,} values, or use ICC",
    "too-many-values-of-items": "{measure}: compares each two values of an item, which are {pairs:,} pairs; round the"
    " ratings, or use ICC",
    "too-many-pairs": "{measure}: {pairs:pairs of raters} with {values:values} are too many to compare two by two; use"
    " Alpha",
    "too-many-compared": "{measure}: {pairs:pairs of ratings} of the same items are too many to compare two by two; use"
    " Alpha",
    "which-system": "{measure}: which system is it about? There are {systems:listed}; name it with"
    " {measure}(system=...), or take them one by one with each_rated(...)",
    "no-such-system": "{measure}: there is no system {system:quoted}; there are {systems:listed}[; did you mean"
    " {near}?]",
    "give-numbers": "give values that are numbers, or their order with {=scale=...}",
    "give-other": "name the system that was shown beside it with {=other=...}",
}
