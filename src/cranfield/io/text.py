"""`text(candidates=..., references=...)`: the one door from generated texts and their references to a batch."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import NAME, PROGRESS, door, optional
from cranfield.core.batch import Batch
from cranfield.core.finding import Finding
from cranfield.core.order import in_order
from cranfield.core.policy import POLICY, Policy
from cranfield.core.ragged import Ragged
from cranfield.core.registry import family
from cranfield.errors import InputError, nearest
from cranfield.io.columns.beside_texts import given_values, nugget_columns
from cranfield.io.columns.tabs import TABS, untabbed
from cranfield.io.columns.texts import ORIENTATIONS, Texts, by_segment, read_fields, read_texts
from cranfield.io.ranking import system_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["BLANK", "text"]

BLANK = ("keep", "skip")
_AT_ONCE = 4096  # texts of which one copy is made


@door(
    orientation=optional(NAME), blank_references=NAME, tabs=optional(NAME), policy=POLICY, input_format=optional(NAME),
    system=optional(NAME), progress=PROGRESS,
)  # fmt: skip
def text(
    *, candidates: Any = None, references: Any = None, data: Any = None, ids: Any = None, given: Any = None,
    nuggets: Any = None, orientation: str | None = None,
    blank_references: str = "keep", tabs: str | None = None, policy: Policy | str = "default",
    input_format: str | None = None, system: str | None = None, progress: Callable[[int, int], None] | None = None,
) -> Batch:  # fmt: skip
    """A batch of segments: candidates and their references, as lists, paths, or fields of one table.

    `references` is one list, one list a segment, or several lists that are each as long as `candidates`
    (`orientation='segments'` or `'aligned'` where that could mean both); None stands for no reference.
    Measures of variety need no references at all.
    `given` holds values that another tool computed, by name: `{"COMET": [0.81, ...]}`, or the fields that hold them.
    `nuggets` holds for each answer a list of `{"text", "importance", "assignment"}`, and needs no candidates.
    In a file of references `tabs='split'` says that tabs join several of a segment, `tabs='keep'` that they are text.
    Paths (for several: `pathlib.Path` objects) hold one segment a line. With `data`, a path or an Arrow table,
    `candidates`, `references` and `ids` are names of its fields.

    >>> batch = text(candidates=["the cat sat"], references=["the cat is"])
    >>> batch.units
    ['1']
    """
    if orientation is not None and orientation not in ORIENTATIONS:
        near = nearest(str(orientation), ORIENTATIONS)
        raise InputError("unknown-orientation", choices=list(ORIENTATIONS), given=orientation, near=near)
    if blank_references not in BLANK:
        near = nearest(str(blank_references), BLANK)
        raise InputError("unknown-blank-references", choices=list(BLANK), given=blank_references, near=near)
    if tabs is not None and tabs not in TABS:
        raise InputError("unknown-tabs", choices=list(TABS), given=tabs, near=nearest(tabs, TABS))
    asked = _Given(candidates, references, ids, _named(given), nuggets)
    read = asked.from_lists(input_format, progress) if data is None else asked.from_table(data, input_format, progress)
    made: dict[str, Any] = {
        "policy": Policy.named(policy) if isinstance(policy, str) else policy,
        "inputs": read.inputs,
        "system": system or system_name(data if data is not None else candidates),
    }
    if read.candidates is None:
        return _of_nuggets(read, made)
    hypotheses = read.candidates
    absent = next((at for at, one in enumerate(hypotheses.texts) if not isinstance(one, str)), None)
    if absent is not None:
        raise InputError(
            "candidate-text", source=hypotheses.source, given=absent + 1, kind=_kind(hypotheses.texts[absent])
        )
    alone = read.references is None
    found = untabbed(read.references, hypotheses, tabs) if data is None else read.references
    listed = [] if found is None else by_segment(found, hypotheses, orientation)
    if not hypotheses.texts:
        raise InputError("no-candidates-no-references", source=hypotheses.source if data is not None else "text")
    units = _units(None if read.ids is None else read.ids.texts, len(hypotheses.texts))
    rows = [[]] * len(units) if alone else [_there(row) for row in listed]
    del found, listed
    findings = _findings(hypotheses.texts, [] if alone else rows, blank_references, units)
    if blank_references == "skip" and not alone:
        rows = [[one for one in row if one.strip()] or row[:1] for row in rows]
    candidate = _column(hypotheses.texts, "the candidate", lambda at: units[at])
    sizes = np.fromiter(map(len, rows), np.int64, len(rows))
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    flat = list(chain.from_iterable(rows))
    del rows
    reference = _column(flat, "a reference", lambda at: units[int(np.searchsorted(offsets, at, "right")) - 1])
    held = Ragged(reference, offsets)
    return Batch(
        family=family("text"),
        units=units,
        columns={"candidate": candidate} | ({} if alone else {"reference": held}) | read.beside(units),
        facts={
            "texts": candidate,  # what SelfBLEU compares a text with, also when the batch is split
            **({"alone": held} if alone else {"pool": held}),  # in which CIDEr looks for n-grams, likewise
            "given": list(read.given),  # the names of its columns
            **_order(read, units),
        },
        findings=findings,
        **made,
    )


def _of_nuggets(read: _Read, made: dict[str, Any]) -> Batch:
    """A batch of answers of which only the nuggets are known."""
    if read.nuggets is None:
        raise InputError("text-needs-candidates")
    units = _units(None if read.ids is None else read.ids.texts, len(read.nuggets.texts))
    if not units:
        raise InputError("no-candidates-no-references", source=read.nuggets.source)
    facts = {**_order(read, units), "given": list(read.given)}
    return Batch(family("text"), units, read.beside(units), facts=facts, **made)


def _order(read: _Read, units: Sequence[str]) -> dict[str, Any]:
    """The places of ids as given, since a merge of parts orders by name; numbers are in order anyway."""
    return {} if read.ids is None else {"order": {name: at for at, name in enumerate(units)}}


def _named(given: Any) -> dict[str, Any]:
    """Values of other tools by name; fields of a table may be named alone."""
    if given is None:
        return {}
    if isinstance(given, str):
        return {given: given}
    if isinstance(given, Mapping):
        return {str(name): each for name, each in given.items()}
    if isinstance(given, list | tuple) and all(isinstance(each, str) for each in given):
        return {each: each for each in given}
    raise InputError("given-mapping", kind=_kind(given))


@dataclass(frozen=True)
class _Read:
    """What was read of each role."""

    candidates: Texts | None
    references: Texts | list[Texts] | None
    ids: Texts | None
    given: Mapping[str, Texts]
    nuggets: Texts | None

    def beside(self, units: Sequence[str]) -> dict[str, Any]:
        """The columns beside the texts."""
        values = [given_values(name, each.texts, units) for name, each in self.given.items()]
        found: dict[str, Any] = {"given": np.column_stack(values)} if values else {}
        return found | ({} if self.nuggets is None else nugget_columns(self.nuggets.texts, units))

    @property
    def inputs(self) -> tuple[Mapping[str, Any], ...]:
        """The files for the signature, each once; one that holds everything has no role of its own."""
        given = self.references
        several = given if isinstance(given, list) else [] if given is None else [given]
        named = (("candidates", self.candidates), ("ids", self.ids), ("nuggets", self.nuggets))
        every = [(role, each) for role, each in named if each is not None]
        every[1:1] = [("references", each) for each in several]
        files = [(role, each.describe) for role, each in every if each.describe is not None]
        whole = len(files) == len(every) and all(each == files[0][1] for _, each in files)
        found = [{"role": "data" if whole else role, **each} for role, each in files]
        return tuple(each for at, each in enumerate(found) if each not in found[:at])


@dataclass(frozen=True)
class _Given:
    """What the user gave for each role."""

    candidates: Any
    references: Any
    ids: Any
    given: Mapping[str, Any]
    nuggets: Any

    def from_lists(self, form: str | None, progress: Callable[[int, int], None] | None) -> _Read:
        """Texts in memory, or files of lines."""
        several = list(self.references) if isinstance(self.references, list | tuple) else []
        candidates = None if self.candidates is None else read_texts(self.candidates, "candidates", form, progress)
        references: Texts | list[Texts] | None
        if self.references is None:
            references = None
        elif several and all(isinstance(each, os.PathLike) for each in several):
            references = [read_texts(each, "references", form, progress) for each in several]
        else:
            references = read_texts(self.references, "references", form, progress)
        ids = None if self.ids is None else read_texts(self.ids, "ids", form, progress)
        given = {name: read_texts(each, name, form, progress) for name, each in self.given.items()}
        nuggets = None if self.nuggets is None else read_texts(self.nuggets, "nuggets")
        return _Read(candidates, references, ids, given, nuggets)

    def from_table(self, data: Any, form: str | None, progress: Callable[[int, int], None] | None) -> _Read:
        """Fields of one table."""
        several = isinstance(self.references, list | tuple)
        listed = list(self.references) if several else [] if self.references is None else [self.references]
        wanted = {} if self.candidates is None else {"candidates": self.candidates}
        wanted |= {f"references {at}" if several else "references": each for at, each in enumerate(listed, 1)}
        wanted |= {} if self.ids is None else {"ids": self.ids}
        wanted |= {f"given {name}": each for name, each in self.given.items()}
        wanted |= {} if self.nuggets is None else {"nuggets": self.nuggets}
        for role, name in wanted.items():
            if not isinstance(name, str):
                raise InputError("data-name-field", role=role, kind=_kind(name))
        found = read_fields(data, wanted, form, progress)
        references = [each for role, each in found.items() if role.startswith("references")]
        chosen = references if several else references[0] if references else None
        given = {name: found[f"given {name}"] for name in self.given}
        return _Read(found.get("candidates"), chosen, found.get("ids"), given, found.get("nuggets"))


def _kind(what: Any) -> str:
    return "None" if what is None else f"a {type(what).__name__}"


def _units(ids: Sequence[Any] | None, count: int) -> list[str]:
    """The names of the segments, in the order of the input; without ids they are counted from 1."""
    if ids is None:
        return [str(at) for at in range(1, count + 1)]
    names = [str(each) for each in ids]
    if len(names) != count:
        raise InputError("ids-candidates", count=len(names), count2=count)
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InputError("id-given-twice", name=name)
        seen.add(name)
    return names


def _findings(candidates: Sequence[str], rows: list[list[str]], blank: str, names: list[str]) -> tuple[Finding, ...]:
    for at, row in enumerate(rows):
        wrong = next((one for one in row if not isinstance(one, str)), None)
        if wrong is not None:
            raise InputError("references-segment-texts", names=names[at], kind=_kind(wrong))
        if not row:
            raise InputError("segment-has-no-reference", names=names[at])
    found = []
    empty = [at for at, one in enumerate(candidates) if not one.strip()]
    if empty:
        examples = tuple(in_order([names[at] for at in empty])[:5])  # the same whatever order the rows came in
        found.append(Finding("empty-candidate", len(empty), {"total": len(candidates)}, "warning", examples))
    blanks = sum(not one.strip() for row in rows for one in row)
    if blanks:
        kept = blank == "keep"
        found.append(Finding("empty-reference", blanks, {"kept": kept}, "warning" if kept else "note"))
    return tuple(found)


def _there(row: list[Any]) -> list[Any]:
    return [one for one in row if one is not None] if any(one is None for one in row) else row


def _column(
    texts: Sequence[str], role: str, unit_of: Callable[[int], str]
) -> np.ndarray[Any, np.dtype[np.object_]]:  # fmt: skip
    for start in range(0, len(texts), _AT_ONCE):
        some = "".join(texts[start : start + _AT_ONCE])
        try:
            some.isascii() or some.encode()
        except UnicodeEncodeError:
            at = next(at for at, one in enumerate(texts) if any("\ud800" <= char <= "\udfff" for char in one))
            raise InputError("segment-holds-half-surrogate-pair", role=role, units=unit_of(at)) from None
    column = np.empty(len(texts), object)
    column[:] = texts
    return column
