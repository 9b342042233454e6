"""Parameters of measures: a default, a rule and one line of help beside each other."""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cranfield.errors import MeasureError, nearest
from cranfield.words import shown, translated

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Param", "custom", "flag", "integer", "number", "show", "word"]


LARGEST = 1e100  # its square and its sums are still numbers
LARGEST_WHOLE = 10**15  # exact in a float too


@dataclass(frozen=True)
class Param:
    """The rule of one parameter; `check` gives the clean value or a ValueError, which may hold the key of a reason."""

    default: Any
    check: Callable[[Any], Any]
    rule: str
    help: str
    show: Callable[[Any], str]
    choices: tuple[str, ...] = ()  # the words it may be, for a slip of the pen

    def help_in(self, language: str = "en") -> str:
        """What it means, in a language."""
        return translated(self.help, language=language)

    def rule_in(self, language: str = "en") -> str:
        """What it may be, in a language."""
        return translated(self.rule, language=language)

    def refusal(self, measure: str, name: str, given: Any, error: ValueError) -> MeasureError:
        """What is wrong with a value that was given."""
        return MeasureError(
            "bad-parameter", measure=measure, name=name, rule=self.rule, given=_written(given), why=str(error),
            near=nearest(given, self.choices),
        )  # fmt: skip


def _written(value: Any) -> str:
    """What was given as Python writes it, or its kind where it cannot be written."""
    try:
        return repr(value)
    except Exception:  # noqa: BLE001 (a huge number, or an object that refuses)
        return shown(value)


def show(value: Any) -> str:
    """A value as the measure language writes it: 2.0 as 2, text in quotes."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value)


def custom(
    default: Any, *, check: Callable[[Any], Any], rule: str, help: str, show: Callable[[Any], str] = show,
    choices: tuple[str, ...] = (),
) -> Any:  # fmt: skip
    """A parameter with a rule of its own; `check` returns the clean value or raises ValueError, if need be with why."""

    def checked(value: Any) -> Any:
        return None if value is None and default is None else check(value)

    return Param(default, checked, rule, help, show, choices)


def number(
    default: float | None,
    *,
    help: str,
    lo: float | None = None,
    hi: float | None = None,
    above: bool = False,
    below: bool = False,
    whole: bool = False,
) -> Any:
    """A number between bounds; `above` and `below` exclude the bound itself."""
    parts = ["a whole number" if whole else "a number"]
    if lo is not None:
        parts.append(f"above {show(float(lo))}" if above else f"of at least {show(float(lo))}")
    if hi is not None:
        parts.append(f"below {show(float(hi))}" if below else f"of at most {show(float(hi))}")
    rule = parts[0] + (" " + " and ".join(parts[1:]) if len(parts) > 1 else "")

    largest = LARGEST_WHOLE if whole else LARGEST

    def check(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise ValueError  # noqa: TRY004 (the parameter tells it)
        given: Any = value
        if abs(given) > largest:
            raise ValueError("too-large")
        if not math.isfinite(given) or (whole and given != int(given)):
            raise ValueError
        if lo is not None and (given < lo or (above and given == lo)):
            raise ValueError
        if hi is not None and (given > hi or (below and given == hi)):
            raise ValueError
        return int(given) if whole else float(given)

    return custom(default, check=check, rule=rule, help=help)


def integer(default: int | None, *, help: str, lo: int | None = None, hi: int | None = None) -> Any:
    """A whole number between bounds."""
    return number(default, help=help, lo=lo, hi=hi, whole=True)


def word(default: str | None, *choices: str, help: str) -> Any:
    """One of several words."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError
        return str(value)

    rule = "one of " + ", ".join(map(repr, choices))
    return custom(default, check=check, rule=rule, help=help, choices=choices)


def flag(*, help: str, default: bool = False) -> Any:
    """On or off, off by default."""

    def check(value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError  # noqa: TRY004 (the parameter tells it)
        return value

    return custom(default, check=check, rule="True or False", help=help)
