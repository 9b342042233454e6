"""English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.words.telling import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.words.telling import Template

__all__ = ["NOUNS", "SENTENCES", "STEPS"]

NOUNS: dict[str, str] = {}


def _place(source: str | None, line: int | None, row: int | None) -> str:
    where = "" if source is None else source if line is None else f"{source} line {line}"
    return (f"{where}: " if where else "") + ("" if row is None else f"row {row}: ")


def _lines(lines: Sequence[int], most: int = 3) -> str:
    shown = ", ".join(map(str, lines[:most]))
    return f" (line{'s' if len(lines) > 1 else ''} {shown}{', ...' if len(lines) > most else ''})"


def _group_without_unit(count: int, noun: str, **_: object) -> str:
    return f"{counted(count, noun)} of the group file not evaluated"


def _details(details: Mapping[str, str], **_: object) -> str:
    return ", ".join(f"{name} {value}" for name, value in details.items())


def _data_lacks(measure: str, missing: Sequence[str], remedy: str) -> str:
    return f"{measure}: the data has no {', '.join(missing)}; {SENTENCES[remedy]}"


def _refused_measure(name: str, why: str) -> str:
    return f"{name} {SENTENCES[why]}"


def _no_such_unit(noun: str, unit: str, whole: str, near: str | None, first: str | None) -> str:
    hint = f"; did you mean {near}?" if near else f"; they start with {first}" if first else ""
    return f"there is no {noun} {unit!r} {SENTENCES[whole]}{hint}"


SENTENCES: dict[str, Template] = {
    "place": _place,
    "lines": _lines,
    # names of measures
    "name-taken": "{measure}: the name {name} already belongs to {holder}; choose another one",
    "unknown-family": "unknown family {name!r}; there are {families:all}[; did you mean {near}?]",
    "several-measures": "{text!r} stands for {count} measures ({first} to {last}); use parse_all",
    "no-measure": "a measure must be text or a measure, not {given!r}",
    "two-measures-one-name": "two different measures are written {name}; give their functions names of their own (def)",
    "ambiguous-measure": "{text!r} is a measure of {families:and}; say which family you mean",
    "refused-measure": _refused_measure,
    "refused-subtopics": "needs judgments of subtopics, which Cranfield does not read",
    "refused-user-model": "follows a model of the user's patience that Cranfield does not have; RBP and ERR are the"
    " nearest",
    "refused-sdcg": "divides by a constant instead of the query's best ranking; nDCG and DCG are the nearest",
    "refused-compat": "compares rankings with rank-biased overlap, which Cranfield does not have",
    "refused-hits": "is refused: ranx means the mean number of relevant documents in the first k; NumRelRet@k is their"
    " sum over all queries and Success@k the share of queries that have one",
    "refused-all": "is no name of a measure; did you mean all_trec (everything trec_eval knows) or official?",
    "measure-of-another-family": "unknown measure {name!r} of {family}; it is one of {home}: use {command} or {call}",
    "measures-in-one": "{text!r} names several measures; name them one by one: {parts:and}",
    "unreadable-measure": "cannot read {text!r} as a measure; write it like nDCG@10 or P(rel=2)@5",
    "unknown-measure": lambda name, near: (
        f"unknown measure {name!r}" + (f"; did you mean {near}?" if near else "; `cranfield measures` lists all")
    ),
    "rel-twice": "{text}: rel is given twice; write it once",
    "cutoff-twice": "{text}: the cutoff is given twice; write it once, behind the @",
    "already-set": "{text}: {alias} already sets {name}; write {measure} with the parameters you want",
    "no-suffix": "{text}: {alias} takes no parameter behind its name[; for a cutoff write {example}]",
    "unreadable-suffix": "{text}: cannot read {suffix!r} behind {alias}",
    "no-cutoff": "{text}: {measure} takes no cutoff",
    "unreadable-parameters": lambda text, measure, options: (
        f"cannot read the parameters of {text!r}; write {measure}(name=value), where name is one of"
        f" {', '.join(options) or 'none'}"
    ),
    "odd-range": "{text}: the range {part} must go up, to at most {most:,} cutoffs; write it like nDCG@1..10",
    "unreadable-cutoff": lambda text, at, several: (
        f"cannot read the cutoff {at!r} of {text!r}; write a number, as in nDCG@10"
        + (", and name several measures one by one" if several else "")
    ),
    "accuracy-without-docs": "Accuracy: docs must be given, the size of the collection; write Accuracy(docs=100000)"
    " (the accuracy of ir_measures, which compares pairs, is not here)",
    "setf-beta": "{text}: ir_measures takes beta for its own square; write F(beta={beta}), or its root",
    # measures of a user's own
    "register-class": "register: takes a class of a measure, not {given!r:.60}; write @register above class MyMeasure",
    "register-lacking": "register: {measure} lacks its {lacking:and}; a measure says what it is",
    "register-abstract": "register: {measure} does not say how to do {methods:and}; write these methods",
    "plugin-broken": "the measure {name} of another package ({value}) cannot be loaded: {error}; mend or remove it",
    # evaluation
    "no-measure-asked": "no measure was asked for; name at least one, such as nDCG@10",
    "no-batch": "{who}: the data must be a batch, not {kind}; make one with ranking(qrels, run)",
    "data-lacks": _data_lacks,
    "give-known": "give a file of known documents with --known, or ranking(..., known=...)",
    "give-guess": "give the predicted labels with --guess, or labels(..., guess=...)",
    "give-score": "give the scores with --score, or labels(..., score=...)",
    "give-group": "give the session of each example with --group, or labels(..., group=...)",
    "give-column": "give it with the data",
    "no-expected-ties": "{measure}: has no closed form for {=ties='expected'}; choose another tie rule",
    "no-groups-of-units": "groups: measures of {family} take the group of each example from labels(..., group=...), as"
    " GAUC does, or labels(..., by=...)",
    "groups-kind": "groups must be a dict of query and group, not {kind}; cranfield.groups(path) reads a file",
    "groups-elsewhere": "groups: none of the {noun} has a group; check that both use the same ids",
    "no-group": "{count:,} of {total:,} {noun} without a group count in no group mean",
    "group-without-unit": _group_without_unit,
    "undefined": "undefined for {count:,} of {total:,} {noun} ({why}), {treatment}",
    "details": _details,
    "max-grade": "max_grade={top:g}, the highest grade of the judgments",
    "max-grade-of-profile": "max_grade={top:g}, as in {profile}",
    "tie-across-cutoff": "{count:queries} with judged documents in a tie across rank {k}; {ties:=ties} decided",
    "low-threshold": "grades go up to {top:g}, and every grade of at least 1 counts as relevant in {names:few}; set rel"
    " where only higher grades should",
    "nothing-predicted": "there is nothing to compare the truth with; name a column with --guess or --score",
    # judgments and runs
    "unjudged-top-10": "{share:.1%} of the first 10 documents are unjudged[ ({count:,} of {shown:,})]",
    # units
    "in-judgments": "in the judgments",
    "in-data": "in the data",
    "unit-unjudged": "{noun} {unit!r} has no judgments, so nothing can be said of its answer",
    "unit-left-out": "the run does not answer {noun} {unit!r}, which {=missing=skip} leaves out; {=missing=zero} would"
    " count it as 0",
    "no-such-unit": _no_such_unit,
    # explanations
    "no-answer": "the run does not answer {unit}",
    "unjudged-removed": "unjudged documents are taken out before anything is ranked",
    "ties-averaged": "judged documents are tied; every number is the mean over all orders of the tied documents",
    "ties-ordered": "judged documents are tied; {ties:=ties} put them in this order",
    "as-it-counts": "as it counts in the mean",
    # the command line
    "option-of-another-family": "{option} is an option for {homes:and}, and the data is about {family}; leave it out,"
    " or name the family with --family",
    "unreadable-columns": "--columns: cannot read {text!r}; write it like query=topic,doc=pid",
    "stdin-twice": "standard input (-) can be given only once",
    "file-twice": "the run is given twice; give each run once",
    "too-few-files-ranking": "give the judgments first, then at least one run; see cranfield eval --help",
    "too-few-files-labels": "give at least one file; see cranfield labels --help",
    "too-few-files-text": "text: give the references first, then at least one system; or name --candidate and"
    " --references",
    "too-few-files-check": "give at least one file; see cranfield check --help",
    "no-truth-option": "name the column of the true labels with --truth",
    "score-twice": "--score: the column {column!r} is given twice; give each once",
    "unreadable-score": "--score: cannot read {text!r}; write it like LABEL=COLUMN",
    "score-label-twice": "--score: the label {label!r} is given twice; give each label one column",
    "text-fields-together": "text: --candidate and --references belong together; name both fields",
    "text-one-table": "text: with --candidate and --references one table holds everything; give no other files",
    "text-ids-of-table": "text: --ids names a field of a table; give --candidate and --references too",
    "text-stdin-references": "text: references from standard input (-) can be read only once; give one system and no"
    " --ref",
    "rel-without-effect": "--rel does not change {names:all}",
    "positive-without-effect": "--positive changes nothing; the measures are about all labels or name their own",
    "no-groups-in-explain": "--groups: an explanation is about one unit; leave it out",
    "unknown-ending": "the ending {ending} stands for no format; use one of {endings:all}, or name one with --format",
    "output-is-input": "is one of the inputs; choose another file for the results",
    "not-writable": "cannot be written ({why}); choose another file",
    "folder-not-writable": "cannot be written ({why}); choose another folder",
    "different-units": "systems are averaged over different {noun}; compare with {=missing=zero}",
    "same-run": "{first} and {second} are the same run, byte for byte",
    "undefined-without-line": "{count:undefined values} {count:has|have} no line in this format",
    "groups-without-lines": "groups have no lines in this format; choose another one, such as csv",
    "query-named-all": "a query is named all, as the lines for all queries are; choose another format, such as csv",
    # reports
    "sort-by-unknown": "sort: {measure} is not among the measures; they are {names:listed}",
}

# what a step of an explanation is called, and how it comes about
STEPS: dict[str, tuple[Template, Template]] = {}
