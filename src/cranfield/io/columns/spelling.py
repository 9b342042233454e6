"""One name for each label of a whole, whose parts may spell it differently, and what is odd about the labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cranfield.core.coded import Coded, merge_names, order_names, same_labels
from cranfield.core.finding import Finding
from cranfield.errors import InputError
from cranfield.io.columns.encode import merged
from cranfield.io.read.values import label_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["Spelling", "distinct", "names_of"]


@dataclass(frozen=True)
class Spelling:
    """How labels are written in each column, the one name of each, and all labels that there are."""

    written: Mapping[str, Sequence[str]]  # by column
    same: Mapping[str, str]  # other names for labels that are written in several ways
    declared: tuple[str, ...] | None  # the classes that were listed
    scored: tuple[str, ...]  # the labels that have a column of scores
    names: tuple[str, ...]

    @classmethod
    def of(cls, written: Mapping[str, Sequence[str]], classes: Any = None, score: Sequence[Any] = ()) -> Spelling:
        """From the labels of each column as they are written; `classes` and `score` list labels, if anything does."""
        scored = [str(label_name(label)) for label in score]
        listed = None if classes is None else names_of(classes)
        same = same_labels(*written.values(), listed or (), scored)

        def plain(names: Sequence[str]) -> list[str]:
            return [same.get(name, name) for name in names]

        declared = None if listed is None else distinct(plain(listed), "classes", classes)
        told = distinct(plain(scored), "score", list(score)) if scored else ()
        names = declared or merge_names(*(plain(each) for each in written.values()))
        return cls(written, same, declared, told, names)

    def spelt(self, found: Mapping[str, Coded]) -> dict[str, Coded]:
        """Columns of labels, all or some rows of the whole, with the same names in each."""
        respelt = {role: self._respelt(each) for role, each in found.items()}
        if self.declared is not None:
            for role, coded in respelt.items():
                self._refuse_unknown(role, coded)
        return {role: coded.renamed(self.names) for role, coded in respelt.items()}

    def _respelt(self, column: Coded) -> Coded:
        if not self.same:
            return column
        changed = merged(Coded(column.codes, [self.same.get(name, name) for name in column.names]))
        return changed.renamed(order_names(list(changed.names)))

    def _refuse_unknown(self, role: str, coded: Coded) -> None:
        declared = self.declared or ()
        known = set(declared)
        unknown = next((name for name in coded.names if name not in known), None)
        if unknown is not None:
            row = int(coded.is_label(unknown).argmax())
            shown = ", ".join(declared[:6])
            raise InputError("has-label-which-one-classes", given=row + 1, role=role, unknown=unknown, join=shown)

    def findings(self, rows: int, count: Callable[[str, Sequence[str]], int]) -> list[Finding]:
        """What is odd about the labels; `count` tells how many rows of a column have one of some written labels."""
        return [*self._unknown(rows, count), *self._respellings()]

    def _unknown(self, rows: int, count: Callable[[str, Sequence[str]], int]) -> list[Finding]:
        if "guess" not in self.written or self.declared is not None:
            return []
        truth, guess = (
            order_names(list(dict.fromkeys(self.same.get(name, name) for name in self.written[role])))
            for role in ("truth", "guess")
        )
        known = set(truth)  # there may be as many labels as rows, where somebody took a column of ids
        strange = [name for name in guess if name not in known]
        if not strange:
            return []
        if len(strange) == len(guess):
            facts: dict[str, Any] = {"truth": truth[0], "guess": strange[0]}
            return [Finding("unknown-label", rows, facts, "warning", tuple(strange[:5]), wording="no-common-label")]
        unknown = set(strange)
        written = [name for name in self.written["guess"] if self.same.get(name, name) in unknown]
        facts = {"labels": len(strange), "names": [f"{name!r:.30}" for name in strange[:4]], "total": rows}
        return [Finding("unknown-label", count("guess", written), facts, examples=tuple(strange[:5]))]

    def _respellings(self) -> list[Finding]:
        """Numbers that are written in several ways."""
        found: dict[str, list[str]] = {}
        for name in dict.fromkeys(name for names in self.written.values() for name in names):
            if name not in ("True", "False"):
                found.setdefault(self.same.get(name, name), []).append(name)
        several = [names for names in found.values() if len(names) > 1]
        if not several:
            return []
        facts = {"names": several[0][:3], "more": len(several) - 1}
        return [Finding("same-number", len(several), facts, examples=tuple(names[0] for names in several[:5]))]


def names_of(given: Any, who: str = "classes") -> list[str]:
    """The names of labels that were listed."""
    if isinstance(given, str | bytes) or not hasattr(given, "__iter__"):
        raise InputError("list-of-labels", who=who, given=given)
    names = [label_name(each) for each in given]
    if not names or None in names:
        raise InputError("labels-each-once", who=who, list=list(given))
    return [name for name in names if name is not None]


def distinct(names: Sequence[str], who: str, given: Any) -> tuple[str, ...]:
    """The names, none of which may be there twice."""
    if len(set(names)) < len(names):
        raise InputError("labels-each-once", who=who, list=list(given))
    return tuple(names)
