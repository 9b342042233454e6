"""What is wrong with the cost of requests, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["COST_ERRORS"]

COST_ERRORS: dict[str, Template] = {
    # the table of a pass
    "pass-mode": "the mode of a pass must be one of {modes:all}, not {mode!r:.40}",
    "cost-column": "the table of a pass has no column {name!r:.40}; it has {names:all}",
    "cost-metadata": "what stands beside its columns under cranfield.cost is damaged; measure again",
    # the door
    "be-phase": "cold, warm-up or measured",
    "be-part": "search, freshness or space",
    "be-time-unit": "s, ms, us or ns",
    "be-seconds": "a number of seconds above 0",
    "cost-role": "there is no role {role!r:.40} of a column; give one of {roles:all}[near?; did you mean {near}?]",
    "no-cost-columns": "no column is about the cost of requests; there are {names:listed}; say which is what, as in"
    " {=columns=...}",
    "cost-unit": "the name of the column {column!r:.60} does not say its unit; write it as {column:clip}_ms, or give"
    " {=time_unit=ms} (one of {units:all})",
    "ended-without-sent": "the column {column!r:.60} says when requests ended, and none says when they were sent; name"
    " it with {=columns=...}",
    "no-requests": "there are no requests; give at least one row",
    "no-such-requests": "no row is about {part}[phases? in the phase {phase}][parts?; rows are about"
    " {parts:all}][phases?; the phases are {phases:all}]",
    "no-space": "no column says how many bytes the index takes; name it with {=columns=...} as value",
    "cost-word": "{role} must be one of {known:all}, not {value!r:.40}",
    "cost-numbers": "the column of the {role} must hold numbers",
    "cost-number": "the {role} must be a finite number of at least 0, not {value:g}",
    "cost-beyond": "the {role} is {value:g}; numbers up to 1e100 are read",
    "cost-backwards": "{role} comes before {other}; times must be of one clock",
    "cell-no-text": "the {role} must be text, not {value!r:.40}",
    "failed-without-timeout": "{count:,} of {total:requests} failed, and nothing says after what time each would have"
    " been given up, which is what it counts as; name a column as timeout with {=columns=...}, or give {=timeout=...}"
    " in seconds",
    # the command line
    "too-few-files-cost": "give a table with a row for each request, such as the one that cranfield live writes",
    "cost-twice": "the file is given twice; give each once",
    "cost-nowhere": "{measure}: nothing in the files is about it; they are about {parts:and}",
    "cost-for-each-run": "give one {=cost=...} for each run, in the order of the runs: there are {count:files} of cost"
    " and {runs:runs}",
    "cost-not-given": "{names:and}: nothing says what all runs cost; give {=cost=...} for each of them, or a column of"
    " the run such as latency_ms",
    # data that measures lack
    "give-latency": "name the column of the latency with {=columns=...}, or give when requests were sent and ended",
    "give-sent": "give when requests were sent and ended, as cranfield live writes it",
    "give-engine": "name the column of the engine's own time with {=columns=...} as engine",
    "give-bytes": "name the column of the bytes with {=columns=...} as bytes",
    "give-results": "name the column of the number of results with {=columns=...} as results",
    "give-freshness": "measure it with cranfield live, and give {=part=freshness} if there is more in the file",
    "give-space": "measure it with cranfield live, and give {=part=space} if there is more in the file",
    "give-documents": "name the column of the number of documents with {=columns=...} as results",
}
