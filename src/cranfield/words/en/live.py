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
    "live-timeout": "query {query}: {url:clip 160} did not answer in full within {timeout:g} s",
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
    "live-no-body": "query {query}: {url:clip 160} answers with nothing",
    "live-not-json": "query {query}: {url:clip 160}: the answer is no JSON ({why}, character {at:,})[; it begins with"
    " {begins:quoted 60}]",
    "live-no-path": "query {query}: {url:clip 160}: the answer has no {path}[; at its root are {names:listed}]",
    "live-no-id": "query {query}: {url:clip 160}: hit {place} of the answer has no id that is text or a whole number",
    "live-strange-id": "query {query}: {url:clip 160}: the id of hit {place} is no text that UTF-8 could hold",
    "live-duplicate-id": "query {query}: {url:clip 160}: the answer has the id {id:quoted 60} {count} times, first as"
    " hit"
    " {first}",
    "live-scores-differ": "query {query}: {url:clip 160}: the answer has {scores:scores} of {ids:hits}",
    "live-score": "query {query}: {url:clip 160}: the score of {id:quoted 60} is no number, but {given:quoted 40}",
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
    "live-failed": "{count:,} of {total:requests} failed; such as: {what}",
    "live-all-empty": "none of {count:queries} got any result; is the index empty, or does the search look at other"
    " fields?",
    "live-unanswered": "{count:,} of {total:queries} have no answer; in the run they find nothing",
    "live-changed": "{count:,} of {total:queries} were answered differently when asked again, such as {examples:few};"
    " the"
    " run has the first answers",
    "live-turned": "{count:,} of {total:queries} list a hit before another with a higher score, such as {examples:few};"
    " evaluation goes by scores: leave out answer.scores to write places instead",
    "live-limited": "limited by this client, not valid: 99 % of requests were sent up to {lag:.1f} ms late, of"
    " {response:.1f}"
    " ms that they took, at {achieved:.1f} of {wanted:.1f} requests a second",
}
