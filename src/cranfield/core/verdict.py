"""What became of a rule: passed, failed or not to be decided, with the numbers that decided it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Reason", "Verdict", "exit_code"]

_KINDS = {"fail-if": "gate-fail-if", "require": "gate-require"}
_STATUSES = {"passed": "gate-passed", "failed": "gate-failed", "undecided": "gate-undecided"}


@dataclass(frozen=True)
class Reason:
    """One condition of a rule with its numbers; `holds` is None where a number is not known."""

    key: str
    fields: Mapping[str, Any]
    holds: bool | None

    def told(self, *, language: str = "en") -> str:
        """The numbers in a sentence."""
        return say(self.key, self.fields, language=language)

    def as_dict(self) -> dict[str, Any]:
        """For programs: the facts, and the sentence for people."""
        return {"key": self.key, "holds": self.holds, "message": self.told(), "fields": dict(self.fields)}


@dataclass(frozen=True)
class Verdict:
    """A rule as it was written, what it was applied to, and what became of it.

    `kind` is `fail-if` (the rule says what must not be) or `require` (what must be); `status` is `passed`, `failed` or
    `undecided`. `system` and `baseline` are None where the rule names its own.
    """

    rule: str
    kind: str
    status: str
    system: str | None = None
    baseline: str | None = None
    reasons: Sequence[Reason] = field(default=())

    @property
    def passed(self) -> bool:
        """Whether nothing stands against it; what cannot be decided has not passed."""
        return self.status == "passed"

    def title(self, *, language: str = "en") -> str:
        """The rule, how it is meant and what it was applied to."""
        facts = {"rule": self.rule, "system": self.system, "baseline": self.baseline}
        return say(_KINDS[self.kind], facts, language=language)

    def because(self, *, language: str = "en") -> str:
        """The numbers that decided it."""
        return "; ".join(each.told(language=language) for each in self.reasons)

    def told(self, *, language: str = "en") -> str:
        """The whole sentence."""
        facts = {"title": self.title(language=language), "because": self.because(language=language)}
        return say(_STATUSES[self.status], facts, language=language)

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return {
            "rule": self.rule, "kind": self.kind, "status": self.status, "system": self.system,
            "baseline": self.baseline, "message": self.told(), "reasons": [each.as_dict() for each in self.reasons],
        }  # fmt: skip

    def __str__(self) -> str:
        return self.told()


def exit_code(verdicts: Sequence[Verdict]) -> int:
    """What a program ends with: 0 if all rules passed, 1 if one failed, 2 if one could not be decided."""
    found = {each.status for each in verdicts}
    return 1 if "failed" in found else 2 if "undecided" in found else 0
