"""What a study is about: its kind, scales, dimensions and rules; kept as JSON in the study."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from cranfield.errors import StudyError

__all__ = ["PREFERENCE", "SIDES", "Choice", "Dimension", "Kind", "Settings", "read_scale"]

Kind = Literal["grade", "rate", "prefer"]
Order = Literal["priority", "random", "decisive"]  # decisive: by priority too, which is weighed again after answers
SIDES = {"left": 1.0, "tie": 0.0, "right": -1.0}  # of two outputs as they are shown, the better one
_LONGEST_SCALE = 100
_MOST_DIMENSIONS = 20
_LIMITS = {  # setting: the least and the most that it may be
    "overlap": (1, 1000), "shared_first": (0, 1_000_000), "lease_seconds": (1, 7 * 86_400),
    "repeat_gap": (1, 1_000_000), "gold_share": (0.0, 0.5), "repeat_share": (0.0, 0.5), "adjudicate_over": (0.0, 1e9),
}  # fmt: skip


@dataclass(frozen=True)
class Choice:
    """One grade of a scale: its number and what it is called."""

    value: float
    label: str

    @property
    def number(self) -> int | float:
        """The value as people write it: 2, not 2.0."""
        return int(self.value) if float(self.value).is_integer() else self.value


@dataclass(frozen=True)
class Dimension:
    """Something that is judged, such as fluency, and its choices; `ordered` is False for mere names."""

    name: str
    choices: tuple[Choice, ...]
    ordered: bool = True

    def knows(self, value: Any) -> bool:
        """Whether a value is one of the choices."""
        return any(each.value == value for each in self.choices) and not isinstance(value, bool)

    def number(self, value: float) -> int | float:
        """A value as it is kept: 2, not 2.0."""
        return next(each.number for each in self.choices if each.value == value)

    def label(self, value: float) -> str:
        """What a value is called."""
        return next(each.label for each in self.choices if each.value == value)


@dataclass(frozen=True)
class Settings:
    """Everything that is decided when a study is made."""

    kind: Kind = "grade"
    dimensions: tuple[Dimension, ...] = ()  # of `grade` one, of others at least one
    title: str = ""
    guidelines: str = ""  # a little Markdown: headings, lists, bold
    overlap: int = 1  # annotators an item
    shared_first: int = 10  # items that are filled to the overlap before others are begun, for an early agreement
    gold_share: float = 0.1  # of the items that an annotator sees, those whose answer is known
    repeat_share: float = 0.0  # and those that the annotator has answered before
    repeat_gap: int = 20  # answers that lie between an item and its repeat
    adjudicate_over: float = 1.0  # a larger difference between answers needs a decision
    language: str = "en"
    seed: int = 0
    lease_seconds: int = 900
    order: Order = "priority"
    measure: str = "nDCG@10"  # by which the systems that returned the items are compared

    def __post_init__(self) -> None:
        """Refuse what no study can be."""
        if self.kind not in get_args(Kind):
            raise StudyError("study-kind", kind=self.kind, kinds=list(get_args(Kind)))
        if self.order not in get_args(Order):
            raise StudyError("study-order", order=self.order, orders=list(get_args(Order)))
        for name, (least, most) in _LIMITS.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
                raise StudyError("study-setting", name=name, value=value, least=least, most=most)
        _check_dimensions(self.kind, self.dimensions)

    @property
    def scale(self) -> tuple[Choice, ...]:
        """The choices of the first dimension: the scale of a study of grades."""
        return self.dimensions[0].choices

    def dimension(self, name: str) -> Dimension:
        """A dimension by its name."""
        return next(each for each in self.dimensions if each.name == name)

    def to_json(self) -> str:
        """As it is kept in the study."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """As it was kept; what a later version left out has its default."""
        held = json.loads(text)
        dimensions = tuple(
            Dimension(each["name"], tuple(Choice(**choice) for choice in each["choices"]), each["ordered"])
            for each in held.pop("dimensions")
        )
        return cls(dimensions=dimensions, **held)

    @classmethod
    def of_grades(cls, scale: str = "0-3", **others: Any) -> Settings:
        """Settings of a study of documents and grades; two grades are adjudicated when they differ at all."""
        choices = read_scale(scale)
        made = cls("grade", (Dimension("relevance", choices),), **others)
        return made if "adjudicate_over" in others else replace(made, adjudicate_over=float(len(choices) > 2))


def _check_dimensions(kind: str, dimensions: tuple[Dimension, ...]) -> None:
    names = [each.name for each in dimensions]
    if not names or len(names) > _MOST_DIMENSIONS or (kind == "grade" and len(names) != 1):
        raise StudyError("study-dimensions", kind=kind, count=len(names), most=1 if kind == "grade" else 20)
    for name in names:
        if not name.strip() or names.count(name) > 1:
            raise StudyError("study-dimension-name", name=name)
    for each in dimensions:
        values = [choice.value for choice in each.choices]
        if not 2 <= len(values) <= _LONGEST_SCALE or len(set(values)) < len(values):
            raise StudyError("scale-choices", name=each.name, count=len(values), most=_LONGEST_SCALE)


def read_scale(text: str) -> tuple[Choice, ...]:
    """A scale as people write it: `1-5`, `0=not relevant,1=related,2=relevant`, or names: `bad|fair|good`."""
    first, dash, last = text.strip().partition("-")
    if dash and first.isdecimal() and last.isdecimal():
        if not 1 <= int(last) - int(first) < _LONGEST_SCALE:
            raise StudyError("scale-range", text=text, most=_LONGEST_SCALE)
        return tuple(Choice(float(value), str(value)) for value in range(int(first), int(last) + 1))
    if "|" in text:
        return tuple(Choice(float(value), label.strip()) for value, label in enumerate(text.split("|")))
    found = []
    for part in text.split(","):
        number, equals, label = part.partition("=")
        try:
            value = float(number)
        except ValueError:
            value = math.nan
        if not equals or not math.isfinite(value) or not label.strip():
            raise StudyError("unreadable-scale", text=text)
        found.append(Choice(value, label.strip()))
    return tuple(found)


# the default of a study of preferences: what may be said of two outputs
PREFERENCE = tuple(Choice(value, name) for name, value in SIDES.items())
