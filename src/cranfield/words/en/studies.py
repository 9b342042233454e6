"""What goes wrong with a study of judgments: its file or server, its settings, its people and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["STUDIES"]

STUDIES: dict[str, Template] = {
    # where it is kept
    "no-postgres": "a study on a PostgreSQL server needs psycopg; install it with pip install 'cranfield[[postgres]'",
    "no-web": "{what} needs {package}; install it with pip install 'cranfield[[web]'",
    "study-address": "is no place for a study; give the path of a file, or a postgresql:// address",
    "study-there": "is there already; choose another place for the new study, or let cranfield pool add to it",
    "study-missing": "there is no such study; make one with cranfield study new",
    "study-no-study": "is no study of Cranfield's; make one with cranfield study new",
    "study-newer": "was written by a newer Cranfield (format {version}, and this one knows {known}); install the newer"
    " one",
    "study-busy": "is in use by others, and was not free within {seconds:exact} s; nothing was changed, try again",
    "study-full": "the disk is full; nothing was changed, make room and try again",
    "study-disk": "cannot be read or written ({why}); nothing was changed, look at the disk and try again",
    "study-server": "the server does not answer ({why:clip 200}); nothing was changed, try again",
    "study-read-only": "cannot be written; copy it to a place where it can, and open the copy",
    "study-not-opened": "cannot be opened; look at its permissions and those of its folder",
    "study-damaged": "is damaged ({why}); go back to a copy",
    # its settings
    "study-kind": "kind must be one of {kinds:all}, not {kind!r}",
    "study-order": "order must be one of {orders:all}, not {order!r}",
    "study-setting": "{name} must be a number from {least:exact} to {most:exact}, not {value!r}",
    "study-dimensions": "a study of kind {kind} judges from 1 to {most:dimensions}, not {count}",
    "study-dimension-name": "each dimension needs a name of its own, and {name!r} is none",
    "scale-choices": "{name}: a scale has from 2 to {most} choices with different values, not {count}",
    "scale-range": "the scale {text!r} must go up, with at most {most} steps; write it like 1-5",
    "unreadable-scale": "cannot read the scale {text!r}; write it like 1-5, like '0=no,1=partly,2=yes', or like"
    " 'bad|fair|good'",
    # its items
    "item-id": "the id of a {noun} must be text of at most 2,000 characters without NUL, not {name!r:.60}",
    "item-outputs": "query {query:clip}, document {doc:clip}: an item of kind {kind} has {needed:outputs}",
    "item-priority": "query {query:clip}, document {doc:clip}: the priority must be a number, not {priority}",
    "item-unknown": "there is no item {name!r}",
    "item-not-yours": "the item {name!r} was not given to you",
    # its people
    "annotator-name": "a name is one line of 1 to {most} characters, not {name!r}",
    "annotator-role": "a role must be one of {roles:all}, not {role!r}",
    "annotator-there": "{name} takes part already; give each a name of its own",
    "annotator-alike": "{known} takes part already, and {name} differs from it by capitals only; give each a name of"
    " its own",
    "annotator-none": "nobody called {name!r} takes part[; did you mean {near}?]",
    "annotator-unknown": "there is no annotator with the number {number}",
    "annotator-revoked": "annotator {number} does not take part any more",
    "adjudicator-role": "{name} may not decide: that is for adjudicators and admins",
    # answers
    "answer-kind": "an answer is a grade, a skip or cannot, not {kind!r}",
    "answer-value": "{dimension}: must be one of {choices:listed}, not {value!r}",
    "answer-dimension": "there is no dimension {name!r}; there are {names:all}",
    "answer-event": "an answer needs a key of its own of at most 200 characters",
    "answer-event-again": "the key {event!r} was used for another answer; an answer needs a key of its own",
    "answer-reason": "say why it cannot be judged",
    "answer-long": "the {name} has at most {most:characters}",
    "answer-time": "times must be numbers and not negative, not {value!r}",
    "answer-span": "the text has no span from {start} to {end}",
    "answer-side": "the outputs were not shown as {side!r}",
    # what comes out
    "export-rule": "the rule must be one of {rules:all}, not {rule!r}",
    "export-preferences": "holds preferences, which are no grades; export raw judgments to .jsonl, .csv or .parquet",
    "export-dimension": "has several dimensions; choose one of {names:all} with {=dimension=...}",
    "export-names": "{dimension}: its choices are names without order, which have no {rule}; use {=rule=majority}",
    "export-blank": "{name:quoted} has blanks or begins with #, which files of judgments have no place for; export raw"
    " judgments to .csv",
    "export-by-rule": "{count:judgments}[ of {title:clip 200}] ({dimension}) by the rule {rule}: {how:said}"
    "[; {decided} decided by an adjudicator][; {gold} known before]",
    "rule-median": "the middle answer, of two in the middle the lower",
    "rule-dawid-skene": "the most probable grade by Dawid and Skene 1979, given how each annotator mistakes each grade;"
    " grades are names to it",
    "export-few": "the rule needs three answers an item and ten items an annotator; fewer have {items:items} and"
    " {people:annotators}, so compare with the median",
    "rule-majority": "the most frequent answer",
    "rule-mean": "the mean of the answers",
    "rule-adjudicated": "the middle answer where answers are near each other, else what an adjudicator decided",
    "export-disputed": "{count:items} {count:is|are} in dispute and not decided[; {left_out} of them {left_out:is|are}"
    " left out]",
    "export-uncovered": "{count:items} without a grade {count:is|are} left out",
    # files of items, and what the commands print
    "items-kind": "an item must have the fields query and doc, or id and output, or id, first and second; there are"
    " {names:listed}",
    "items-field": "an item of kind {kind} needs the field {name}; add it",
    "items-other-field": "there is no field {name!r} of items; the fields are {names:all}",
    "items-number": "{name} must be a number, not {value!r}",
    "items-list": "{name} must be a list such as {example}, not {value!r}",
    "items-ranks": "there are {systems:systems} and {ranks:ranks}; give each system its rank, or none of them",
    "items-flag": "html must be true or false, not {value!r}",
    "items-twice": "query {query:clip} and document {doc:clip} are there twice (first on line {first}); remove one",
    "records-no-json": "must be a JSON object on each line",
    "records-header": "each column needs a name of its own; there are {names:listed}",
    "records-cells": "has {count:cells}, and the header has {wanted}",
    "records-csv": "cannot be read as CSV ({why})",
    "records-parquet": "cannot be read as Parquet ({why:clip 100})",
    "unreadable-share": "{text!r} is no share from 0% to 50%; write it like 5% or 0.05",
    "preferences-without-scale": "a study of preferences needs no scale; leave out {=scale=...}",
    "study-made": "{study}: {items:items} of kind {kind} ({dimensions:all})[ and {gold} with a known answer],"
    " for {overlap:annotators} each",
    "study-known": "{count:items} {count:was|were} among those with a known answer",
    "study-next": "next: cranfield serve {study} {=annotators=NAME,NAME}",
    "study-once": "shown only now, and each works once",
    "study-revoked": "{name} takes part no more; what was said stays",
}
