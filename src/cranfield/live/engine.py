"""What is known of an engine: how to ask it, how to read its answers, and how to write, weigh and identify it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from cranfield.live.calls import Call, Request
    from cranfield.live.jsonpath import Path

__all__ = ["TIMEOUT", "AnswerPaths", "Engine", "Probe"]

TIMEOUT = 10.0  # seconds
LARGEST = 32 << 20  # bytes of an answer; hits are few, and what is larger is a fault or an attack


@dataclass(frozen=True)
class AnswerPaths:
    """Where things stand in an answer."""

    ids: Path
    scores: Path | None = None
    time: Path | None = None
    unit: float = 1e-3  # seconds in one of the engine's units
    error: Path | None = None
    partial: tuple[Path, ...] = ()  # what says that only a part of the index was searched
    whole: bool = False  # whether such an answer is a failure
    optional: bool = False  # whether the list of hits may be missing where there are none


@dataclass(frozen=True)
class Probe:
    """A question about the engine itself, and where its answers stand; or a folder that is weighed."""

    call: Call | None
    paths: Mapping[str, Path] = field(default_factory=dict)
    folder: str | None = None


@dataclass(frozen=True)
class Engine:
    """An engine as its file describes it, or a function in its place."""

    name: str
    source: str
    kind: str | None = None  # the template
    search: Call | None = None
    answer: AnswerPaths | None = None
    function: Callable[..., Any] | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = TIMEOUT
    largest: int = LARGEST
    verify: bool = True
    ca: str | None = None
    version: Probe | None = None
    space: Probe | None = None
    writes: Mapping[str, Call] = field(default_factory=dict)
    told: Mapping[str, Any] = field(default_factory=dict)  # its file with its template, as it stands

    def with_parameters(self, values: Mapping[str, Any], name: str | None = None) -> Engine:
        """The same with other values of some of its parameters."""
        for each in values:
            if each not in self.parameters and self.function is None:
                raise InputError(
                    "engine-no-parameter",
                    source=self.source, name=each, names=list(self.parameters), near=nearest(each, self.parameters),
                )  # fmt: skip
        return replace(self, parameters={**self.parameters, **values}, name=name or self.name)

    def only_whole(self) -> Engine:
        """The same, where an answer from a part of the index is a failure."""
        if self.answer is None or not self.answer.partial:
            raise InputError("engine-no-partial", source=self.source)
        return replace(self, answer=replace(self.answer, whole=True))

    def request(self, values: Mapping[str, Any]) -> Request:
        """A search; `values` are the query, the size and what else the file of queries says."""
        assert self.search is not None
        return self.filled(self.search, values)

    def filled(self, call: Call, values: Mapping[str, Any]) -> Request:
        """A request with the parameters of the engine."""
        try:
            return call.request({**self.parameters, **values})
        except InputError as error:
            raise error.at(source=self.source) from None

    def require(self, call: Call, given: Iterable[str]) -> None:
        """Refuse a hole that nothing fills."""
        known = {*self.parameters, *given}
        missing = next((name for name in call.names if name not in known), None)
        if missing is not None:
            raise InputError(
                "engine-hole",
                source=self.source,
                hole=f"{{{missing}}}",
                name=missing,
                names=sorted(known),
                near=nearest(missing, known),
            )

    def hashes(self) -> dict[str, str]:
        """What the file says without parameters, and the parameters: two engines of equal hashes are asked alike."""
        rest = {name: each for name, each in self.told.items() if name not in ("name", "parameters")}
        if self.function is not None:
            rest = {"function": f"{self.function.__module__}.{self.function.__qualname__}"}
        return {"template": digest(rest), "parameters": digest(dict(self.parameters))}


def digest(what: Any) -> str:
    """A short hash of anything that JSON can hold."""
    text = json.dumps(what, sort_keys=True, ensure_ascii=True, default=str)
    return sha256(text.encode()).hexdigest()[:16]
