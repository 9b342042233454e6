"""One search of one engine, whatever the engine is: an address, a function or a recording."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, Self

from cranfield.live.answer import Answer, parsed, read_answer
from cranfield.live.failure import Failed, Failure

if TYPE_CHECKING:
    from cranfield.errors import InputError
    from cranfield.live.calls import Call, Request
    from cranfield.live.engine import Engine
    from cranfield.live.queries import Query
    from cranfield.live.reply import Reply

__all__ = ["Asker", "Client", "FunctionAsker", "HttpAsker", "Outcome"]

_THREADS = 64  # calls of a function at once


@dataclass(frozen=True)
class Outcome:
    """How a search went; times are of `time.perf_counter`."""

    query: str
    sent: float
    ended: float
    shown: str
    status: int | None = None
    size: int = 0
    answer: Answer | None = None
    failure: Failure | None = None

    def error(self) -> InputError:
        """The failure as what stops a pass."""
        assert self.failure is not None
        return self.failure.error(self.query, self.shown)


class Client(Protocol):
    """Sends requests: over the network, or from a recording."""

    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *_: object) -> None: ...
    async def ask(self, request: Request) -> Reply:
        """Send one, and wait for the answer."""
        ...


class Asker(Protocol):
    """Searches one engine."""

    engine: Engine

    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *_: object) -> None: ...
    async def search(self, query: Query, size: int) -> Outcome:
        """Ask one query."""
        ...


class HttpAsker:
    """Searches an engine by requests."""

    def __init__(self, engine: Engine, client: Client) -> None:
        self.engine, self.client = engine, client

    async def __aenter__(self) -> Self:
        await self.client.__aenter__()
        return self

    async def __aexit__(self, *given: object) -> None:
        await self.client.__aexit__(*given)

    async def search(self, query: Query, size: int) -> Outcome:
        """Ask one query."""
        request = self.engine.request(query.values(size))
        reply = await self.client.ask(request)
        answer, failure = None, self._with_reason(reply, request)
        if failure is None:
            assert self.engine.answer is not None
            try:
                document = parsed(reply.body)
                self._refuse_error(document, request)
                answer = read_answer(document, self.engine.answer)
            except Failed as failed:
                failure = replace(failed.failure, status=reply.status)
        return Outcome(query.id, reply.sent, reply.ended, request.shown, reply.status, reply.size, answer, failure)

    async def call(self, call: Call, values: Mapping[str, Any]) -> tuple[Reply, Any, str]:
        """Any other request: what came back, its JSON (None where it is none), and the address for people."""
        request = self.engine.filled(call, values)
        reply = await self.client.ask(request)
        failure = self._with_reason(reply, request)
        document = None
        if failure is None and reply.body.strip():
            try:
                document = parsed(reply.body)
                self._refuse_error(document, request)
            except Failed as failed:
                if failed.failure.key == "live-error":
                    failure = replace(failed.failure, status=reply.status)
        return replace(reply, failure=failure), document, request.shown

    def _refuse_error(self, document: Any, request: Request) -> None:
        """Some engines answer with 200 and say in the answer that it went wrong, as GraphQL does."""
        said = self._said(document)
        if said:
            raise Failed("live-error", said=" ".join(request.without_secrets(said).split()))

    def _said(self, document: Any) -> str:
        """The engine's words about what went wrong, where its file says that they stand."""
        paths = self.engine.answer
        found = [] if paths is None or paths.error is None else paths.error.find(document)
        return found[0].strip() if found and isinstance(found[0], str) else ""

    def _with_reason(self, reply: Reply, request: Request) -> Failure | None:
        """A failure with what the engine itself says about it, in a few words."""
        failure = reply.failure
        if failure is None or "said" not in failure.fields:
            return failure
        try:
            document = parsed(reply.body)
            said = request.without_secrets(self._said(document) or _usual_words(document))
        except Failed:
            said = ""
        return replace(failure, fields={**failure.fields, "said": " ".join((said or failure.fields["said"]).split())})


class FunctionAsker:
    """Calls a function in place of an engine: `search(query, size)` gives ids, pairs of id and score, or a mapping."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.threads = ThreadPoolExecutor(_THREADS)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)

    async def search(self, query: Query, size: int) -> Outcome:
        """Call the function in a thread, so that several may run at once."""
        assert self.engine.function is not None
        sent = time.perf_counter()
        failure, answer, found = None, None, None
        try:
            async with asyncio.timeout(self.engine.timeout):
                call = partial(self.engine.function, query.text, size, **self.engine.parameters)
                found = await asyncio.get_running_loop().run_in_executor(self.threads, call)
        except TimeoutError:
            failure = Failure("live-timeout", {"timeout": self.engine.timeout})
        except Exception as error:  # noqa: BLE001 (what a function of the user's raises is a failed request)
            failure = Failure("live-function", {"why": f"{type(error).__name__}: {error}"})
        ended = time.perf_counter()
        if failure is None:
            try:
                answer = _answer_of(found)
            except Failed as failed:
                failure = failed.failure
        return Outcome(query.id, sent, ended, self.engine.name, None, 0, answer, failure)


def _usual_words(document: Any) -> str:
    """What most engines call their words about a failure, for requests other than searches and for other versions."""
    named = (document.get(name) for name in ("message", "error", "detail")) if isinstance(document, dict) else ()
    return next((each for each in named if isinstance(each, str)), "")


def _answer_of(found: Any) -> Answer:
    """What a function gave, held to the same rules as an answer of an engine."""
    from cranfield.live.engine import AnswerPaths  # noqa: PLC0415 (beside its only use)
    from cranfield.live.jsonpath import parse_path  # noqa: PLC0415

    try:
        pairs = list(found.items()) if isinstance(found, Mapping) else list(found)
    except TypeError:
        raise Failed("live-function-answer", given=type(found).__name__) from None
    scored = all(isinstance(each, tuple | list) and len(each) == 2 for each in pairs) and pairs != []
    rows = [[_plain(part) for part in each] if scored else [_plain(each)] for each in pairs]
    scores = parse_path("$[*][1]") if scored else None
    return read_answer(rows, AnswerPaths(parse_path("$[*][0]"), scores))


def _plain(value: Any) -> Any:
    """Numbers of numpy as Python's own."""
    return value.item() if hasattr(value, "item") else value
