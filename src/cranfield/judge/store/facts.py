"""What a study holds and gives: items, people, answers and what became of them; plain values without a database."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa

__all__ = [
    "Added", "Ahead", "Annotator", "Answer", "Dispute", "Given", "Invite", "Item", "Output", "Past", "Progress",
    "Qrels", "Receipt", "Standing", "Status",
]  # fmt: skip

Role = Literal["annotator", "admin", "adjudicator"]
Value = float | str  # a number of the scale; of a preference left, right or tie, as it was shown


@dataclass(frozen=True)
class Output:
    """A document, or what a system wrote, as people see it; `html` is True where the text is HTML."""

    id: str
    text: str = ""
    title: str = ""
    html: bool = False
    systems: Mapping[str, int | None] = field(default_factory=dict)  # which returned it, and at which rank


@dataclass(frozen=True)
class Item:
    """Something to be judged: a document for a query, an output for a source, or two outputs for one source.

    What an annotator gets is blind: it has no systems, priority, gold answer and no trace of being a repeat, and of
    two outputs the left one comes first, whichever that is.
    """

    query: str  # id of the query or of the source
    output: Output
    query_text: str = ""
    other: Output | None = None  # the second of two outputs
    priority: float = 0.0  # higher comes first
    gold: Mapping[str, Value] | None = None  # the known answer, by dimension; of a preference first, second or tie
    repeat_of: str | None = None
    id: str = ""  # made by the study: opaque, the same for the same query and outputs
    side: str = ""  # of two outputs, for an annotator: "kept" if the first is on the left, else "swapped"

    def blind(self, *, side: str = "") -> Item:
        """The item as an annotator may see it."""
        first, second = replace(self.output, systems={}), self.other and replace(self.other, systems={})
        if side == "swapped" and second is not None:
            first, second = second, first
        return replace(
            self, output=first, other=second, priority=0.0, gold=None, repeat_of=None, side=side if second else ""
        )


@dataclass(frozen=True)
class Added:
    """How many items were new, how many known, and how many of these known with other texts, which stay."""

    new: int
    known: int
    differing: int = 0


@dataclass(frozen=True)
class Annotator:
    """Somebody who takes part."""

    id: int
    name: str
    role: Role
    revoked: bool = False


@dataclass(frozen=True)
class Invite:
    """A new annotator and the token of the invite link, which is told only here and can be used once."""

    annotator: Annotator
    token: str


@dataclass(frozen=True)
class Answer:
    """What an annotator says about an item; `event` is a key of the client's own, so that it can be sent again."""

    item: str
    event: str
    kind: Literal["grade", "skip", "cannot"] = "grade"
    values: Mapping[str, Value] = field(default_factory=dict)  # by dimension
    reason: str = ""  # why it cannot be judged
    comment: str = ""
    span: tuple[int, int] | None = None  # characters of the text that decided, from and up to
    side: str = ""  # of two outputs, how they were shown: as in the item
    shown_at: int | None = None  # by the client's clock, in ms
    seconds: float | None = None  # that the annotator spent on it


@dataclass(frozen=True)
class Receipt:
    """What became of an answer: it is kept, whatever happens next.

    `late` means that the lease was over and others have taken the item, so that the answer is kept but not counted;
    `known` that the same event had been recorded before.
    """

    event: str
    number: int
    at: int
    late: bool = False
    known: bool = False


@dataclass(frozen=True)
class Past:
    """An answer of the annotator's own that stands, newest first in a history."""

    item: Item
    answer: Answer
    at: int
    late: bool = False


@dataclass(frozen=True)
class Progress:
    """How far an annotator is."""

    done: int  # graded, or said that it cannot be judged
    skipped: int
    left: int  # that can be had now
    seconds: float  # spent on what is done

    @property
    def total(self) -> int:
        """All that the annotator has done or could do now."""
        return self.done + self.left


@dataclass(frozen=True)
class Ahead:
    """What a page needs after each step: items that it has not got, and how far the annotator is."""

    items: tuple[Item, ...]
    progress: Progress
    receipt: Receipt | None = None  # of the answer that came before
    undone: Item | None = None


@dataclass(frozen=True)
class Given:
    """One answer to a disputed item, without the name where the page is blind."""

    annotator: str
    values: Mapping[str, Value]
    comment: str
    at: int


@dataclass(frozen=True)
class Dispute:
    """An item whose answers differ too much, the dimensions in which they do, and the answers."""

    item: Item
    dimensions: tuple[str, ...]
    answers: tuple[Given, ...]


@dataclass(frozen=True)
class Standing:
    """Where one annotator stands; `gold_right` of `gold_seen` known answers were met."""

    annotator: Annotator
    done: int
    cannot: int
    skipped: int
    late: int
    undone: int
    gold_seen: int
    gold_right: int
    repeats: int
    median_seconds: float | None
    last_at: int | None
    behind: bool


@dataclass(frozen=True)
class Status:
    """Where the whole study stands."""

    title: str
    kind: str
    items: int  # without gold items and repeats
    gold: int
    wanted: int  # answers: items times overlap
    given: int
    complete: int  # items that have all their answers
    begun: int  # items that have some; these three are all items
    untouched: int
    leased: int  # given out at the moment, whatever answers there are
    disputed: int  # undecided
    decided: int
    nobody_could: int  # items about which nobody could say anything
    people: tuple[Standing, ...]


@dataclass(frozen=True)
class Qrels:
    """One grade for each query and document, by a named rule.

    `disputed` counts items about which the answers differ too much and nobody decided, `left_out` those of them that
    the rule gives no grade, `uncovered` items without any grade, `decided` those whose grade an adjudicator gave.
    """

    table: pa.Table  # query, doc, grade, answers
    rule: str
    dimension: str
    disputed: int
    left_out: int
    uncovered: int
    decided: int
    gold: int
    few_answers: int = 0  # items and annotators with fewer answers than the rule needs to mean anything
    few_items: int = 0
