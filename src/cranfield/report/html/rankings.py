"""What each system returned for each query, as numbers: documents by their place in the list of the query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core.ranked import judgment_rows
from cranfield.report.html.rounding import fronted, rounded
from cranfield.words.telling import clip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.batch import Batch
    from cranfield.report.html.material import Material

__all__ = ["rankings_data", "unjudged_share"]

_LONGEST_TEXT, _LONGEST_TITLE = 700, 200
_DIGITS = frozenset(range(10))
_MOST_CAPTIONS = 40_000
_TITLES, _TEXTS = 2_000_000, 3_000_000  # characters for all of them


def unjudged_share(batch: Batch, first: int = 10) -> float | None:
    """The share of unjudged documents among the first ones of all queries."""
    shown = int(batch.array("num_ret").clip(max=first).sum())
    rank = batch.ragged("rank")
    return 1 - int((rank.values <= first).sum()) / shown if shown else None


def rankings_data(material: Material) -> dict[str, Any]:
    """For each query its documents with their grades, and for each system which stand first and where the rest is.

    Documents of all queries are numbered once; a query lists the numbers of its own, and everything else about it
    counts along this list.
    """
    lists = [_Lists(batch, material.top) for batch in material.batches]
    known: dict[str, int] = {}
    nearest: dict[str, int] = {}  # the best rank that any system gave a document
    queries: list[dict[str, Any]] = []
    systems: list[dict[str, list[Any]]] = [{"top": [], "far": [], "length": []} for _ in lists]
    for unit in map(str, material.batches[0].units):
        local: dict[str, int] = {}
        grades: dict[str, float] = {}
        answers = [each.of(unit) for each in lists]
        for each in answers:
            grades |= each.grades
            for rank, doc in enumerate(each.top):
                local.setdefault(doc, len(local))
                nearest[doc] = min(rank, nearest.get(doc, rank))
        for doc, grade in lists[0].best(unit):
            local.setdefault(doc, len(local))
            grades[doc] = grade
        for held, each in zip(systems, answers, strict=True):
            held["top"].append([local[doc] for doc in each.top])
            far = [(local[doc], rank) for doc, rank in each.far if doc in local]
            held["far"].append([number for pair in far for number in pair])
            held["length"].append(each.length)
        queries.append({
            "docs": _steps([known.setdefault(doc, len(known)) for doc in local]),
            "grades": _grades([grades.get(doc) for doc in local]),
        })  # fmt: skip
    found = {
        "kind": "rankings", "units": list(map(str, material.batches[0].units)), "docs": fronted(list(known)),
        "queries": queries, "systems": systems, "top": material.top,
        "highest": rounded(max(float(material.batches[0].facts.get("max_grade", 1.0)), 1.0)),
    }  # fmt: skip
    return found | _captions(material, list(known), nearest)


def _steps(numbers: list[int]) -> list[int]:
    """The first number and the way from each to the next, which is shorter as most are new."""
    return [after - before for before, after in zip([0, *numbers], numbers, strict=False)]


def _grades(grades: list[float | None]) -> str | list[float | int | None]:
    """A character for each grade from 0 to 9 and for what nobody judged, or the numbers themselves."""
    if all(grade is None or grade in _DIGITS for grade in grades):
        return "".join("?" if grade is None else str(int(grade)) for grade in grades)
    return [rounded(grade) for grade in grades]


def _captions(material: Material, docs: list[str], nearest: Mapping[str, int]) -> dict[str, Any]:
    """Titles and texts of the documents that are shown, those that stand first before others, while there is room."""
    if material.documents is None:
        return {}
    order = sorted(range(len(docs)), key=lambda at: nearest.get(docs[at], material.top))
    asked = order[:_MOST_CAPTIONS]
    found = material.documents({docs[at] for at in asked})
    titles: dict[int, str] = {}
    texts: dict[int, str] = {}
    room, left, cut = [_TITLES, _TEXTS], len(docs) - len(asked), 0
    for at in asked:
        if (caption := found.get(docs[at])) is None:
            continue
        title, text = clip(caption.title, _LONGEST_TITLE), clip(caption.text, _LONGEST_TEXT)
        cut += text != caption.text
        room = [room[0] - len(title), room[1] - len(text)]
        titles |= {at: title} if title and room[0] >= 0 else {}
        texts |= {at: text} if text and room[1] >= 0 else {}
        left += bool(text) and room[1] < 0
    return {
        "titles": titles, "texts": texts, "cut": _LONGEST_TEXT if cut else None, "left_texts": left,
        "unknown": len(asked) - len(found),
    }  # fmt: skip


class _Answer:
    """One query of one system."""

    def __init__(self, top: Sequence[str], far: list[tuple[str, int]], grades: dict[str, float], length: int) -> None:
        self.top, self.far, self.grades, self.length = top, far, grades, length


class _Lists:
    """The rankings of one system as plain lists, which are faster one by one than arrays."""

    def __init__(self, batch: Batch, top: int) -> None:
        self.most = top
        self.places = {str(unit): at for at, unit in enumerate(batch.units)}
        self.names = batch.row_names() if batch.row_names else ()
        self.length = batch.array("num_ret").tolist()
        rows = judgment_rows(batch)
        self.judged_rows, self.judged = rows.values.tolist(), batch.ragged("judged").values.tolist()
        self.judged_from = rows.offsets.tolist()
        rank = batch.ragged("rank")
        self.rank, self.row = rank.values.tolist(), batch.ragged("judgment").values.tolist()
        self.rank_from = rank.offsets.tolist()
        # where unjudged documents were taken out, the first ones of the run stand at other ranks
        kept = batch.ragged("top") if "top" in batch and not batch.policy.judged_only else None
        self.kept = None if kept is None else (kept.values.tolist(), kept.offsets.tolist())

    def of(self, unit: str) -> _Answer:
        """What was returned for a query."""
        at = self.places.get(unit)
        if at is None:
            return _Answer((), [], {}, 0)
        begin, end = self.judged_from[at : at + 2]
        grade = dict(zip(self.judged_rows[begin:end], self.judged[begin:end], strict=True))
        begin, end = self.rank_from[at : at + 2]
        found = [(self.rank[place], self.names[self.row[place]], grade[self.row[place]]) for place in range(begin, end)]
        near = [(doc, held) for rank, doc, held in found if rank <= self.most]
        far = [(doc, rank) for rank, doc, held in found if rank > self.most and held > 0]
        top: list[str] = [doc for doc, _ in near]
        if self.kept is not None:
            docs, starts = self.kept
            top = [str(doc) for doc in docs[starts[at] : min(starts[at + 1], starts[at] + self.most)]]
        return _Answer(top, far, dict(near), self.length[at])

    def best(self, unit: str) -> list[tuple[str, float]]:
        """The documents that should stand first, with their grades."""
        at = self.places[unit]
        begin, end = self.judged_from[at : at + 2]
        judged = [(self.judged_rows[place], self.judged[place]) for place in range(begin, end)]
        judged = sorted((each for each in judged if each[1] > 0), key=lambda each: -each[1])
        return [(self.names[row], held) for row, held in judged[: self.most]]
