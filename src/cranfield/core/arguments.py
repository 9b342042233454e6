"""What may be given to the public functions: rules for their arguments, which one place checks.

`checked` refuses an argument that breaks its rule. `door` does the same for functions that read data, whose kinds are
without number: what the data itself raises while it is read becomes an InputError too, with the cause behind it.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from cranfield.errors import CranfieldError, InputError, MeasureError, PolicyError
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "ANY_SEED",
    "CHOICE",
    "COLUMNS",
    "CONFIDENCE",
    "COUNT",
    "DRAWS",
    "JOBS",
    "LIMIT",
    "NAME",
    "NUMBER",
    "PART",
    "PHASES",
    "PROFILE",
    "PROGRESS",
    "ROWS",
    "SHARE",
    "SWITCH",
    "TEXT",
    "Rule",
    "checked",
    "door",
    "instance",
    "is_number",
    "is_text",
    "items",
    "optional",
    "place_among",
    "require",
    "whole_number",
]  # fmt: skip

_P = ParamSpec("_P")
_R = TypeVar("_R")

MOST_DRAWS = 10_000_000  # their values are held at once


@dataclass(frozen=True)
class Rule:
    """What an argument must be, by the key of its words; a test that raises refuses, too."""

    key: str
    test: Callable[[Any], bool]
    error: type[CranfieldError] = InputError
    blamed: Callable[[Any], str] = shown  # what of the value is told

    def check(self, who: str, name: str, value: Any) -> None:
        """Refuse a value that breaks the rule."""
        try:
            allowed = bool(self.test(value))
        except Exception:  # noqa: BLE001 (the value may be anything, and so may be what its methods raise)
            allowed = False
        if not allowed:
            raise self.error("bad-argument", who=who, name=name, rule=self.key, given=self.blamed(value))


def optional(rule: Rule) -> Rule:
    """The same rule, and None."""
    return replace(rule, test=lambda value: value is None or rule.test(value))


def instance(key: str, *kinds: type, error: type[CranfieldError] = InputError) -> Rule:
    """An object of a kind."""
    return Rule(key, lambda value: isinstance(value, kinds), error)


def _whole(value: Any) -> bool:
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def whole_number(key: str, least: int, most: int, error: type[CranfieldError] = MeasureError) -> Rule:
    """A whole number from one to another."""
    return Rule(key, lambda value: _whole(value) and bool(least <= value <= most), error)


def is_number(value: Any) -> bool:
    """Whether it is a number that fits a float, and not nan."""
    try:
        return isinstance(value, numbers.Real) and not isinstance(value, bool) and not math.isnan(float(value))
    except Exception:  # noqa: BLE001 (too large a number, or one that cannot say what it is)
        return False


def is_text(value: Any) -> bool:
    """Whether it is text that can be compared, looked up and shown, as not every kind of text can."""
    try:
        return isinstance(value, str) and hash(value) == hash(str(value)) and bool(value == str(value))
    except Exception:  # noqa: BLE001 (as above)
        return False


def _pair_of_others(value: Any) -> str:
    """The first pair of a dict that is not of texts."""
    try:
        pairs = value.items() if type(value) is dict else ()
        odd = next((pair for pair in pairs if not all(isinstance(each, str) for each in pair)), None)
    except Exception:  # noqa: BLE001 (as above)
        odd = None
    return shown(value) if odd is None else f"{{{shown(odd[0])}: {shown(odd[1])}}}"


NAME = Rule("be-text", is_text)
CHOICE = Rule("be-text", is_text, MeasureError)
PROFILE = Rule("be-profile", is_text, PolicyError)
TEXT = Rule("be-unit", lambda value: is_text(value) or (_whole(value) and len(str(value)) > 0))
PROGRESS = optional(Rule("be-progress", callable))
PHASES = optional(Rule("be-phases", callable))
SWITCH = Rule("be-switch", lambda value: isinstance(value, bool))
NUMBER = Rule("be-number", is_number)
PART = Rule("be-fraction", lambda value: is_number(value) and 0 <= value <= 1, MeasureError)
SHARE = Rule("be-share", lambda value: is_number(value) and 0 < value < 1, MeasureError)
# beyond it, 1 - confidence has too few digits for a quantile
CONFIDENCE = Rule("be-confidence", lambda value: is_number(value) and 0 < value <= 1 - 1e-9, MeasureError)
COUNT = whole_number("be-count", 0, 2**53 - 1, InputError)
LIMIT = optional(whole_number("be-count", 0, 2**53 - 1))
ROWS = optional(whole_number("be-jobs", 1, 2**53 - 1, InputError))
JOBS = optional(whole_number("be-jobs", 1, 2**53 - 1))
ANY_SEED = whole_number("be-seed", 0, 2**63 - 1)
DRAWS = whole_number("be-draws", 1, MOST_DRAWS)
COLUMNS = optional(
    Rule(
        "be-columns",
        lambda value: (
            isinstance(value, Mapping) and all(isinstance(each, str) for pair in value.items() for each in pair)
        ),
        blamed=_pair_of_others,
    )
)


def require(who: str, rules: Mapping[str, Rule], values: Mapping[str, Any]) -> None:
    """Refuse the first value that breaks its rule."""
    for name, value in values.items():
        rule = rules.get(name)
        if rule is not None:
            rule.check(who, name, value)


def items(who: str, name: str, values: Any, *, error: type[CranfieldError] = InputError) -> list[Any]:
    """What a list, an array or another iterable of a user's holds, and of a mapping the pairs."""
    try:
        if isinstance(values, Mapping):
            return [(key, values[key]) for key in values]
        if not isinstance(values, str | bytes) and isinstance(values, Iterable):
            return list(values)
    except Exception as cause:
        raise error("bad-argument", who=who, name=name, rule="be-list", given=shown(values)) from cause
    raise error("bad-argument", who=who, name=name, rule="be-list", given=shown(values))


def place_among(who: str, name: str, given: Any, known: Sequence[Any]) -> int:
    """Where something is among what there is; anything else is refused."""
    if is_text(given) or type(given) in (int, float):
        found = next((at for at, each in enumerate(known) if each == given), None)
        if found is not None:
            return found
    raise InputError("not-there", who=who, name=name, given=shown(given), known=list(map(str, known)))


def checked(**rules: Rule) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """A function whose arguments of these names keep these rules."""

    def mark(function: Callable[_P, _R]) -> Callable[_P, _R]:
        code, who = function.__code__, function.__name__
        names = code.co_varnames[: code.co_argcount]

        @wraps(function)
        def called(*given: _P.args, **options: _P.kwargs) -> _R:
            require(who, rules, dict(zip(names, given, strict=False)) | options)
            return function(*given, **options)

        return called

    return mark


def door(**rules: Rule) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """As `checked`, for a function that reads data of a user's: what the data raises is told as ours."""

    def mark(function: Callable[_P, _R]) -> Callable[_P, _R]:
        inner, who = checked(**rules)(function), function.__name__

        @wraps(function)
        def called(*given: _P.args, **options: _P.kwargs) -> _R:
            theirs: list[Exception] = []
            try:
                return inner(*given, **_heard(options, theirs))
            except CranfieldError:
                raise
            except (MemoryError, ImportError):  # which are about the machine
                raise
            except Exception as error:
                if error in theirs or _miscalled(error):
                    raise
                raise InputError("odd-data", who=who, kind=type(error).__name__, why=shown(error)) from error

        return called

    return mark


def _miscalled(error: Exception) -> bool:
    """Whether nothing was called at all, because the arguments do not fit the function: that is Python's to say."""
    frames = [] if error.__traceback__ is None else list(walk_tb(error.__traceback__))
    return isinstance(error, TypeError) and len(frames) == 2  # `called` of door and of checked


def _heard(options: dict[str, Any], theirs: list[Exception]) -> dict[str, Any]:
    """The options, with a progress function whose exceptions are remembered: they are for whoever gave it."""
    progress = options.get("progress")
    if not callable(progress):
        return options

    def heard(*given: Any) -> None:
        try:
            progress(*given)
        except Exception as error:
            theirs.append(error)
            raise

    return {**options, "progress": heard}
