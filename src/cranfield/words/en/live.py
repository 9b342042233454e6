"""What goes wrong with a request to an engine, and what is said of a pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FAILURES", "LIVE"]

FAILURES: dict[str, Template] = {
    "live-refused": "query {query}: {url:clip 160} refuses the connection; is the engine running, and is this its"
    " port?",
    "live-unreachable": "query {query}: {url:clip 160} cannot be reached ({why:clip 120})",
    "live-no-host": "query {query}: {url:clip 160}: there is no such host",
    "live-bad-url": "query {query}: {url:clip 160} is no address",
    "live-tls": "query {query}: {url:clip 160} has no certificate that this machine trusts ({why:clip 160}); name its"
    " authority with ca, or say verify = false for a machine of your own",
    "live-no-tls": "query {query}: {url:clip 160} does not speak TLS; does its address begin with http:// ?",
    "live-timeout": "query {query}: {url:clip 160} did not answer in full within {timeout:g} s; raise timeout if it"
    " may take longer",
    "live-cut-off": "query {query}: {url:clip 160} broke off its answer ({why:clip 120})",
    "live-redirect": "query {query}: {url:clip 160} answers with {status}, a redirect to {location:quoted 120}; it is"
    " not"
    " followed: name the final address",
    "live-unauthorized": "query {query}: {url:clip 160} answers with {status}: it wants other credentials"
    "[ ({said:clip 160})]; send them in a header, as in {example}",
    "live-too-many": "query {query}: {url:clip 160} answers with 429: too many requests[; it asks to wait {wait} s];"
    " use a"
    " lower {=rate} or a longer {=pause}",
    "live-status": "query {query}: {url:clip 160} answers with {status}[: {said:clip 160}]",
    "live-error": "query {query}: {url:clip 160} answers with {status}, but says an error: {said:clip 160}",
    "live-partial": "query {query}: {url:clip 160} searched only a part of the index ({said:clip 80})",
    "live-no-body": "query {query}: {url:clip 160} answers with nothing",
    "live-not-json": "query {query}: {url:clip 160}: the answer is no JSON ({why}, character {at:,})[; it begins with"
    " {begins:quoted 60}]",
    "live-no-path": "query {query}: {url:clip 160}: the answer has no {path}[; at its root are {names:listed}]; mend"
    " the path in the engine's file",
    "live-no-id": "query {query}: {url:clip 160}: hit {place} of the answer has no id that is text or a whole number;"
    " mend answer.ids in the engine's file",
    "live-strange-id": "query {query}: {url:clip 160}: the id of hit {place} is no text that UTF-8 could hold",
    "live-duplicate-id": "query {query}: {url:clip 160}: the answer has the id {id:quoted 60} {times} times, first as"
    " hit"
    " {first}",
    "live-scores-differ": "query {query}: {url:clip 160}: the answer has {scores:scores} of {ids:hits}",
    "live-score": "query {query}: {url:clip 160}: the score of {id:quoted 60} is no number, but {given:quoted 40};"
    " mend answer.scores in the engine's file, or leave it out to write places as scores",
    "live-too-large": "query {query}: {url:clip 160}: the answer is larger than {most:,} bytes; ask for less, or raise"
    " largest in the engine's file",
    "live-encoding": "query {query}: {url:clip 160}: the answer is packed as {encoding:quoted 40}, which was not asked"
    " for",
    "live-unpacked": "query {query}: {url:clip 160}: the answer cannot be unpacked as {encoding}",
    "live-not-fresh": "{query}: {url:clip 160}: no search showed the change within {limit:g} s",
    "live-function": "query {query}: {url} raised {why:clip 160}",
    "live-function-answer": "query {query}: {url} gave {given}; it must give ids, pairs of id and score, or a dict",
}

LIVE: dict[str, Template] = {
    "live-failed": "{count:,} of {total:requests} failed (in times each counts as its timeout, or as what it took if"
    " that is more); such as: {what:said}",
    "live-partly": "{count:,} of {total:requests} {count:was|were} answered from a part of the index only ({said:clip"
    " 80}), such as query {query}: {url:clip 160}; {=whole} makes {count:it a failure|them failures}",
    "live-all-empty": "none of {count:queries} got any result; is the index empty, or does the search look at other"
    " fields?",
    "live-unanswered": "{count:,} of {total:queries} have no answer; in the run they find nothing",
    "live-changed": "{count:,} of {total:queries} were answered differently when asked again, such as {examples:few};"
    " the"
    " run has the first answers",
    "live-turned": "{count:,} of {total:queries} list a hit before another with a higher score, such as {examples:few};"
    " evaluation goes by scores: leave out answer.scores to write places instead",
    "live-rate-found": "{system} holds {objective} up to {rate:,.4g} requests a second",
    "live-rate-highest": "{system} holds {objective} at {rate:,.4g} requests a second, the most that was tried",
    "live-unwritten": "nothing is written to {files:all}: that would be the pass at the largest rate that holds",
    "live-rate-none": "{system} does not hold {objective} at any rate that was tried",
    "live-rate-interrupted": "interrupted: the largest rate at which {system} holds {objective} is not known yet[rate?;"
    " it holds at {rate:,.4g} requests a second]",
    "live-rate-limited": "{system} holds {objective} at [rate?{rate:,.4g}][rate!no] requests a second; above that this"
    " client is the limit, so that the engine may hold more",
    "live-cold": "{system}: the first pass, cold, took {mean:.1f} ms a request, over {count:requests}[;"
    " {warm:requests} more"
    " until times had settled are left out]",
    "live-interrupted": "interrupted after {count:requests} to {system}; what was measured is kept",
    "live-changes": "{system}: {told:all}",
    "live-change": "{kind:said} {mean:.0f} ms",
    "live-add": "add",
    "live-update": "update",
    "live-delete": "delete",
    "live-so-far": "{done:,} of {total:,}[, {speed}], {errors:,} failed",
    "live-space": "{system}: {bytes:,} bytes[documents? for {documents:documents}]",
    "live-rates-title": "{system}, rates that were tried for {objective}",
    "live-head-rate": "rate",
    "live-head-share": "p{share:g} ms",
    "live-head-errors": "errors",
    "live-head-requests": "requests",
    "live-step-holds": "holds",
    "live-step-fails": "does not hold",
    "live-step-limited": "limited by this client",
    "sweep-title": "{count:settings} on {train:queries}, where one is chosen",
    "sweep-head-setting": "setting",
    "sweep-head-value": "{measure}",
    "sweep-head-difference": "difference",
    "sweep-head-p": "p, corrected",
    "sweep-head-time": "median ms",
    "sweep-best": "{setting} is best; on {held:held-out queries} its {measure} is {value}[low? (95 % from {low} to"
    " {high})]; it was"
    " {train} where it was chosen",
    "sweep-stay": "no other setting is better than the engine as it is",
    "sweep-gain": "there it differs from the engine as it is by {difference}[from? (95 % from {from} to {to})][p?, p"
    " {p}]",
    "sweep-no-gain": "there it cannot be told from the engine as it is: {difference}[from? (95 % from {from} to"
    " {to})][p?, p {p}]",
    "live-demo-start": "A small BM25 engine runs on this machine over the help pages of an outdoor shop; what follows"
    " is asked of"
    " it, in {folder}.",
    "live-demo-pass": "Two settings of the engine take turns, one request after the other: quality and cost of the same"
    " requests.",
    "live-demo-load": "The same queries by a schedule, a hundred a second, whatever the answers do.",
    "live-demo-rate": "The largest rate at which 95 % are answered in 50 ms.",
    "live-demo-fresh": "How soon changes are found; the engine refreshes every tenth of a second.",
    "live-demo-space": "How large the index is.",
    "live-demo-sweep": "How much a word of a title should count: chosen on half of the queries, tried on the others.",
    "live-demo-replay": "The same again from what was recorded; no engine is asked.",
    "live-demo-cost": "And any time later, the cost of the two settings beside each other.",
    "live-demo-end": "Everything is in {folder}: {files:all}.",
}
