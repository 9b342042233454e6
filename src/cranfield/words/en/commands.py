"""What goes wrong with a command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["COMMANDS"]

COMMANDS: dict[str, Template] = {
    "unknown-command": "there is no command {name!r}[; did you mean {near}?]",
    "interrupted": "interrupted",
    "broken-install": "this installation is broken ({why}); install cranfield again in a new environment",
    "choose-with-name": "--choose shows all questions, not only those of {name}; leave out one of both",
    "against-all-pairs": "--against {name} and --pairs all contradict each other; leave out one of both",
    "stdout-closed": "standard output is closed; name a file with -o",
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
    "text-fields-together": "text: --references names a field of a table; name the field of the generated text by"
    " --candidate too",
    "text-one-table": "text: with --candidate the tables hold everything; name references by --references FIELD, not by"
    " --ref",
    "field-twice": "text: --candidate {field} is given twice",
    "text-given-of-table": "text: --given names a field of a table; give --candidate too",
    "text-ids-of-table": "text: --ids names a field of a table; give --candidate and --references too",
    "text-stdin-references": "text: references from standard input (-) can be read only once; give one system and no"
    " --ref",
    "no-groups-in-explain": "--groups: an explanation is about one unit; leave it out",
    "only-without-groups": "--only names a group; give the groups too, with --groups FILE or with --by COLUMN",
    "no-such-group": "--only: there is no group {name!r}; there are {names:listed}[; did you mean {near}?]",
    "needs-both-runs": "{option}: needs the data of both systems, and the baseline is a file of results; give its run"
    " instead of --baseline",
    "query-of-few": "--query: shows two systems side by side, up to {most} times, and here are {count:pairs}; give"
    " fewer systems, or leave out --pairs all",
    "no-verdicts": "--format {form}: shows what became of rules; give some with --fail-if or --require",
    "one-how": "--judgments: shows one coefficient at a time; give one --how",
    "correlate-one-measure": "{name} alone has no order to be compared with; give at least two measures with -m",
    "unknown-ending": "the ending {ending} stands for no format; use one of {endings:all}, or name one with --format",
    "output-is-input": "is one of the inputs; choose another file for the results",
    "not-writable": "cannot be written ({why}); choose another file",
    "folder-not-writable": "cannot be written ({why}); choose another folder",
}
