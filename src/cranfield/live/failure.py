"""What goes wrong with one request: a key and its fields, told with the query and the address."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Failed", "Failure"]


@dataclass(frozen=True)
class Failure:
    """Why there is no good answer."""

    key: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    status: int | None = None

    @property
    def short(self) -> str:
        """The key as it stands in tables: refused, timeout, http-500."""
        return f"http-{self.status}" if self.key == "live-status" else self.key.removeprefix("live-")

    def facts(self, query: str, shown: str) -> dict[str, Any]:
        """What its sentence is made of, which names the query and the address."""
        return {"query": query, "url": shown, "status": self.status, **self.fields}

    def error(self, query: str, shown: str) -> InputError:
        """The failure as what stops a pass."""
        return InputError(self.key, **self.facts(query, shown))


class Failed(Exception):  # noqa: N818 (no error of the program: it is counted)
    """Carries a failure to who counts it."""

    def __init__(self, key: str, *, status: int | None = None, **fields: Any) -> None:
        super().__init__(key)
        self.failure = Failure(key, fields, status)
