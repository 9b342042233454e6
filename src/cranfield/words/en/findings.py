"""What the user should know: about the data, about values that are not there, about how an answer was ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.words.telling import Template

__all__ = ["FINDINGS"]


def _place(source: str | None, line: int | None, row: int | None) -> str:
    where = "" if source is None else source if line is None else f"{source} line {line}"
    return (f"{where}: " if where else "") + ("" if row is None else f"row {row}: ")


def _lines(lines: Sequence[int], most: int = 3) -> str:
    shown = ", ".join(map(str, lines[:most]))
    return f" (line{'s' if len(lines) > 1 else ''} {shown}{', ...' if len(lines) > most else ''})"


def _details(details: Mapping[str, str], **_: object) -> str:
    return ", ".join(f"{name} {value}" for name, value in details.items())


FINDINGS: dict[str, Template] = {
    # where, and about whom
    "place": _place,
    "lines": _lines,
    "about": "{about}: ",
    "some-names": "{names:all}[ and {rest:,} more]",
    # evaluation
    "no-group": "{count:,} of {total:,} {noun} without a group count in no group mean",
    "group-without-unit": "{count:{noun}} of the group file not evaluated",
    "undefined": "undefined for {count:,} of {total:,} {noun} ({why:said}), {treatment:said}",
    "details": _details,
    "max-grade": "max_grade={top:g}, the highest grade of the judgments",
    "max-grade-of-profile": "max_grade={top:g}, as in {profile}",
    "tie-across-cutoff": "{count:queries} with judged documents in a tie across rank {k}; {ties:=ties} decided",
    "low-threshold": "grades go up to {top:g}, and every grade of at least 1 counts as relevant in {names:few}; set rel"
    " where only higher grades should",
    "unspaced-text": "{count:,} of {total:,} references are Chinese or Japanese, which tokenize={tokenize!r}"
    " [lost?finds no tokens in][lost!does not cut]; use tokenize='zh'",
    "large-session": "the session {name:quoted} has {count:rows} of {total:,}, {times:,} times the mean of"
    " {sessions:sessions}; leave it out if it is a robot",
    "bounded-search": "the search for the best alignment was cut short for {count:,} of {total:,} segments; their"
    " scores may be a little low",
    # why there is no value, and what becomes of it
    "when-no-relevant": "no relevant document is judged",
    "when-none-known": "the user knew no relevant document",
    "when-none-found": "no relevant document was found",
    "when-no-gain": "no judged document is worth anything",
    "when-no-gain-or-grade": "no judged document is worth anything, or none has the grade rel",
    "when-nothing-returned": "nothing was returned",
    "when-no-gram": "there is no n-gram of this length",
    "when-candidate-too-short": "the candidate has no n-gram of this length",
    "when-empty-reference": "the reference is empty",
    "when-single-segment": "there is only one segment, so no n-gram is rarer than another",
    "when-not-given": "no value was given",
    "when-no-nugget": "there is no such nugget",
    "when-alone": "there is no other candidate",
    "when-no-example": "no example has the label",
    "when-none-positive": "no example is positive",
    "when-none-negative": "no example is negative",
    "when-never-guessed": "the label is never guessed",
    "when-neither": "the label is neither true nor guessed anywhere",
    "when-all-equal": "all true numbers or all scores are equal",
    "when-no-chance": "all examples or none have the label and were given it",
    "when-no-spread": "all or no examples have or were given the label",
    "when-one-class": "the examples are all of one class",
    "when-one-class-session": "the session has only one class",
    "edits-count": "what it inserts counts in the whole",
    "adds-nothing": "which adds nothing to the whole",
    "counted-as": "counted as {worst:exact}",
    "shown-as": "shown as {worst:exact}",
    "left-out": "left out",
    # judgments and runs
    "unjudged-top-10": "{share:.1%} of the first 10 documents are unjudged[ ({count:,} of {shown:,})]",
    # several systems, and what a format has no place for
    "options-without-effect": "{options:and} do[one?es] not change {names:all}",
    "rel-without-effect": "{=rel=...} does not change {names:all}",
    "positive-without-effect": "{=positive=...} changes nothing; the measures are about all labels or name their own",
    "different-units": "systems are averaged over different {noun}; compare with {=missing=zero}",
    "same-run": "{first} and {second} are the same run, byte for byte",
    "undefined-without-line": "{count:undefined values} {count:has|have} no line in this format",
    "groups-without-lines": "groups have no lines in this format; choose another one, such as csv",
    "query-named-all": "a query is named all, as the lines for all queries are; choose another format, such as csv",
    # explanations
    "no-answer": "the run does not answer {unit}",
    "unjudged-documents": "{count:,} of the first {end:results} {count:is|are} unjudged and {count:counts|count} as not"
    " relevant",
    "unjudged-seen": "{count:,} of the first {end:results} {count:is|are} unjudged",
    "beyond-cutoff": "{count:results} below rank {k} {count:is|are} not looked at[, {judged:,} of them judged]",
    "judged-not-returned": "{count:judged documents} {count:was|were} not returned[, {relevant:,} of them relevant"
    " (grade >= {rel:exact})]",
    "unjudged-removed": "unjudged documents are taken out before anything is ranked",
    "ties-averaged": "judged documents are tied (ranks {ranks:all}[ and {more} more]); every number is the mean over"
    " all orders of the tied documents",
    "ties-ordered": "judged documents are tied (ranks {ranks:all}[ and {more} more]); {ties:=ties} put them in this"
    " order",
    "as-it-counts": "as it counts in the mean",
}
