"""Where something stands in an answer: a part of JSONPath (RFC 9535) that names members and elements.

$  .name  ['name']  [0]  [-1]  [*]  .*  [1:]  [0:10:2]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from cranfield.errors import InputError

__all__ = ["Path", "parse_path"]

_STEP = re.compile(
    r"""\.(?P<name>[^\W\d][\w-]*)|\.(?P<any>\*)
    |\[\s*(?:(?P<each>\*)|(?P<slice>-?\d*\s*:\s*-?\d*(?:\s*:\s*-?\d+)?)|(?P<at>-?\d+)
    |'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)")\s*\]""",
    re.VERBOSE,
)
_Step = str | int | slice


@dataclass(frozen=True)
class Path:
    """The steps from the root of a document."""

    text: str
    steps: tuple[_Step, ...]

    def find(self, document: Any) -> list[Any]:
        """Every value that is there; what is missing gives none."""
        found = [document]
        for step in self.steps:
            found = [value for each in found for value in _below(each, step)]
        return found

    def halves(self) -> tuple[Path, Path]:
        """Up to the last step that means many, and the rest: a hit, and what is wanted of it."""
        many = [at for at, step in enumerate(self.steps) if isinstance(step, slice)]
        cut = many[-1] + 1 if many else 0
        return Path(self.text, self.steps[:cut]), Path(self.text, self.steps[cut:])


def _below(value: Any, step: _Step) -> list[Any]:
    if isinstance(step, slice):
        if isinstance(value, list):
            return value[step]
        return list(value.values()) if isinstance(value, dict) and step == slice(None) else []
    if isinstance(step, str):
        return [value[step]] if isinstance(value, dict) and step in value else []
    return [value[step]] if isinstance(value, list) and -len(value) <= step < len(value) else []


def parse_path(text: str) -> Path:
    """The path that is written."""
    if not text.startswith("$"):
        raise InputError("engine-path", text=text)
    steps: list[_Step] = []
    at = 1
    while at < len(text):
        found = _STEP.match(text, at)
        if found is None or _step_of_zero(found["slice"]):
            raise InputError("engine-path", text=text)
        steps.append(_step(found))
        at = found.end()
    return Path(text, tuple(steps))


def _step_of_zero(text: str | None) -> bool:
    return text is not None and text.count(":") == 2 and int(text.rpartition(":")[2]) == 0


def _step(found: re.Match[str]) -> _Step:
    if found["name"] is not None:
        return found["name"]
    if found["any"] or found["each"]:
        return slice(None)
    if found["slice"] is not None:
        return slice(*(int(each) if each.strip() else None for each in found["slice"].split(":")))
    if found["at"] is not None:
        return int(found["at"])
    quoted = found["single"] if found["single"] is not None else found["double"]
    return re.sub(r"\\(.)", r"\1", quoted)
