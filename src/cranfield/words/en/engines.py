"""What is wrong with an engine's file or with what is asked of engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["ENGINES"]

ENGINES: dict[str, Template] = {
    "no-live": "measuring running engines needs {package}, which is not installed; install it with: pip install"
    " 'cranfield[live]'",
    "be-above-zero": "a number above 0 and at most 1,000,000",
    "be-from-zero": "a number from 0 to 1,000,000",
    "be-source": "a Source, which records or has a recording",
    # engine.toml
    "engine-unreadable": "cannot be read ({why})",
    "engine-utf-8": "is not UTF-8; save it as such",
    "engine-toml": "is no TOML: {why}",
    "engine-template": "there is no template {name!r}; there are {names:all}[near?; did you mean {near}?]",
    "engine-key": "does not know the key {key!r}[ in {table:clip}]; it takes {names:all}[near?; did you mean {near}?]",
    "engine-missing": 'has no {key}; say it, or start from a template with template = "elasticsearch"',
    "engine-type": "{key} must be {kind:said}, not {given!r}",
    "text": "text",
    "table": "a table",
    "true-or-false": "true or false",
    "engine-number": "{key} must be a number above 0, not {given!r}",
    "engine-method": "{key} must be one of {names:all}, not {given!r}",
    "engine-unit": "answer.unit must be one of {names:all}, not {given!r}",
    "engine-url": "{key} must be an address such as http://localhost:9200/..., not {given:quoted}",
    "engine-url-secret": "{key} holds a user or a password; send them in a header from the environment, as in"
    " {example}",
    "engine-secret": "{key} looks like a secret; keep it out of the file and write {example}, where NAME is a"
    " variable of the environment",
    "engine-no-variable": "needs the variable {name} of the environment, which is not set; set it with: export"
    " {name}=...",
    "engine-header": "the header {name!r} has a name or a value that HTTP does not allow",
    "engine-parameter-name": "parameters: {name!r} is no name that a hole could have; use letters, digits and _",
    "engine-parameter-taken": "parameters: {name} is given by each request itself; choose another name",
    "engine-parameter-value": "parameters: {name} is nothing that JSON could hold",
    "engine-no-parameter": "has no parameter {name!r}; there are {names:all}[near?; did you mean {near}?]",
    "engine-hole": "nothing fills the hole {hole}; add {name} to [[parameters] or to the queries; there are"
    " {names:all}[near?; did you mean {near}?]",
    "engine-body": "{key} is no JSON once its holes are filled: {why} in its line {at}",
    "engine-not-finite": "a value for a hole is nan or infinite, which JSON cannot hold",
    "engine-path": "[{key}: ]cannot read {text:quoted 80} as a path; it is made of $, .name, [['name'], [[0], [[-1],"
    " [[*], .* and [[1:]",
    "engine-ca": "ca: cannot use {file} ({why})",
    "engine-no-space": "does not say where the engine tells its size; add [[space] with url and bytes, or with folder",
    "engine-no-bytes": "the engine does not tell the bytes of its index; name its folder in space.folder",
    "engine-folder": "space.folder: there is no folder {folder}",
    "engine-no-partial": "does not say where the engine tells that it searched only a part; add partial to [[answer],"
    ' as in partial = "$.timed_out"',
    "engine-no-writes": "does not say how to {what:and} a document; add {tables:and}",
    # what is asked for
    "live-choice": "{name} must be one of {names:all}, not {given!r}",
    "live-no-engine": "an engine must be a file such as engine.toml, a dict of the same keys or a function, not"
    " {given}",
    "live-name-twice": 'two engines are called {name!r}; say name = "..." in one of their files',
    "live-no-queries": "there are no queries",
    "live-query-empty": "the query {name!r} has no words",
    "live-record-function": "a function cannot be recorded; {=record} and {=replay} are for engines behind an address",
    "live-not-of-functions": "a function has neither an index nor documents; only engines behind an address do",
    "live-replay-load": "a recording cannot be loaded; leave out {=rate} or {=replay}",
    "live-not-here": "{host} is not this machine, and {rate:g} requests a second are more than {most:g}; say {=yes} if"
    " you may load it",
    "live-run-ending": "the ending {ending:quoted} stands for no format of runs; use one of {endings:all}",
    "live-id-with-room": "the id {id:quoted 60} has a space or a control character, which TREC's lines cannot hold;"
    " write the run as .jsonl or .parquet",
    "cassette-version": "is a recording of version {given}, which this release does not know",
    "cassette-line": "is no line of a recording",
    "cassette-empty": "holds no exchange; was it made with {=record}?",
    "cassette-missing": "has no answer to {url:clip 120}[ with {body:clip 120}]; record it again with the same queries,"
    " template and parameters",
    # rates and sweeps
    "live-objective": "cannot read the objective {text!r}; write it like 'p99<=200ms' or 'p95<=0.5s, errors<=1%'",
    "sweep-text": "cannot read {text!r} as values of a parameter; write it like alpha=0:1:0.1 or ranking=bm25,semantic",
    "sweep-twice": "{text!r} has a value twice",
    "sweep-many": "there are {count:,} settings to try, more than {most:,}; take larger steps or fewer parameters",
    "sweep-share": "the share of held-out queries must be above 0 and below 1, not {given}",
    "sweep-few": "only {count:queries} {count:is|are} judged; at least {least} are needed to choose a setting and"
    " {least}"
    " others to try it",
    "sweep-one": "{text!r} gives a parameter several values; try several with {=sweep=...}",
    "sweep-no-qrels": "a sweep goes by judgments; give them with {=qrels=...}",
    "sweep-one-engine": "a sweep is of one engine by one measure",
    # the command line
    "live-no-files": "give an engine's file and a file of queries; {=demo} shows how, and {=template=elasticsearch}"
    " prints a"
    " file to start from",
    "live-no-engines": "give an engine's file",
    "live-idle": "{option} means nothing [what?with {what}][what!without a sweep or a rate to find]; leave it out",
    "live-one-thing": "{names:and} are asked for at once; ask for one at a time",
    "live-slo": "{=find_rate} and {=slo=...} go together: the rate that is looked for is the largest that holds the"
    " rule",
    "live-one-file": "{option} {path}: several engines need a file each; write {example} for their names",
    "live-record-replay": "give either {=record=...} or {=replay=...}",
}
