"""Cost: what the steps of explanations are called, what is shown beside them, and what the user should know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["COST", "STEPS"]

STEPS: dict[str, tuple[Template, Template]] = {
    "moment-intended": ("intended", "when it should have been sent, in milliseconds since the start of the pass"),
    "moment-sent": ("sent", "when it was sent"),
    "moment-ended": ("ended", "when the last byte of the answer had come, or it was given up"),
    "moment-timeout": ("timeout", "after how many milliseconds it would be given up; what failed took at least this"),
    "response-time": ("{name}", "ended - intended, in milliseconds; at least the timeout if it failed"),
    "service-time": ("{name}", "ended - sent, in milliseconds; at least the timeout if it failed"),
    "lag-time": ("{name}", "sent - intended, in milliseconds"),
    "engine-time": ("{name}", "what the engine itself reports, in milliseconds"),
    "freshness-time": ("{name}", "first search that shows the change - its acknowledgement, in milliseconds"),
    "answer-bytes": ("{name}", "bytes of the answer"),
    "request-failed": ("{name}", "1 if it failed, else 0"),
    "results-of-request": ("results", "how many results it had; none if it failed"),
    "any-result": ("{name}", "1 if there is at least one, else 0"),
    "index-bytes": ("bytes", "of the index, as the engine says"),
    "index-documents": ("documents", "in the index, as the engine says"),
    "space-taken": ("{name}", "bytes, or bytes / documents"),
    "answered-in-its-time": ("{name}", "1 / (ended - intended) in seconds, if it was answered"),
    "answered-requests": ("answered", "requests that were answered without an error"),
    "seconds-passed": ("seconds", "from the first intended start to the last end"),
    "answered-over-seconds": ("{name}", "answered / seconds"),
    "requests-in-order": ("requests", "how many there are, ordered from the fastest to the slowest"),
    "rank-of-percentile": ("rank", "{p:exact} of 100 of these, rounded up"),
    "value-at-rank": ("{name}", "the value at this rank"),
}

COST: dict[str, Template] = {
    # about the data
    "left-out-part": "{count:rows} about {part} {count:is|are} left out; {part:=part} measures {count:it|them}",
    "left-out-phase": "{count:requests} of the {phase} phase {count:is|are} left out; {phase:=phase} measures"
    " {count:it|them}",
    "left-out-warm-up": "{count:requests} that warmed the engine up {count:is|are} left out",
    "failed-requests": "{count:,} of {total:requests} failed ({why:all}); in times each counts as its timeout, or as"
    " what it took if that is more",
    "partial-answers": "{count:,} of {total:requests} {count:was|were} answered from a part of the index only, so that"
    " neither results nor times are those of the whole",
    "run-times-vary": "the rows of {count:queries} do not agree on {column}; the largest counts",
    "freshness-resolution": "a search looked every {milliseconds:.3g} ms, so that no time is known more exactly",
    "pooled-passes": "the {count:files} are of passes that were not made alike; their requests are pooled all the same",
    "too-few-requests": "no value, as it needs at least {needed:{noun}} and there {count:is|are} {count:,}; send more,"
    " or ask for a lower percentile",
    "cost-units": "times in milliseconds, Throughput in requests a second, Bytes and Space in bytes",
    # whether the numbers are about the engine
    "limited-by-lag": "limited by this client, not valid: p99 of its lag is {lag:,.3g} ms, more than {percent:g} % of"
    " p99 of the response ({response:,.3g} ms); send slower, from a faster machine or with more connections",
    "limited-by-rate": "limited by this client, not valid: it sent {achieved:,.4g} requests a second, less than"
    " {percent:g} % of the {rate:,.4g} that were wanted; send slower, or from a faster machine",
    "limited-as-said": "limited by this client, not valid: it said so itself when it measured",
    # whether two passes can be compared
    "passes-other-queries": "{one} and {other} were asked other queries, so that a difference may be due to these",
    "passes-other-template": "{one} and {other} were asked with other templates; if that is not what is compared,"
    " measure again",
    "passes-other-parameters": "{one} and {other} were asked with other parameters; if that is not what is compared,"
    " measure again",
    "passes-other-fact": "{one} and {other} differ in {name}: {mine} and {theirs}",
    "passes-other-index": "the index of {one} and that of {other} are not the same, as the engines describe them",
    "passes-apart": "{name}: the requests of the systems are not the same ones, so they are compared as samples of"
    " their own",
    # why a request has no value
    "when-no-end": "nothing says when it ended",
    "when-never-sent": "nothing says when it was sent",
    "when-engine-silent": "the engine did not say how long it took",
    "when-no-answer": "nothing says how long the answer is",
    "when-results-unknown": "nothing says how many results it had",
    "when-other-change": "it is a change of another kind, or nothing says when it was found",
    "when-space-unknown": "the engine did not say",
    # beside the steps
    "shown-request": "What is known of the request; times in milliseconds",
    # other tools
    "elsewhere-omitted": "a request that waits for another is not counted as waiting, so that a frozen engine"
    " looks fast",
    "elsewhere-between": "a percentile lies between two values where ours is one of them, and is printed for any number"
    " of requests",
}
