"""A pool as a study, or added to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.cli.studies.opened import need_store, opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.judge.store import Item
    from cranfield.pools.pooled import Pool

__all__ = ["add_to_study", "is_study", "known_to", "make_study"]

_STUDIES = (".db", ".sqlite", ".sqlite3")


def is_study(output: str | None) -> bool:
    """Whether the name of an output is that of a study."""
    return output is not None and (output.startswith("postgresql") or output.lower().endswith(_STUDIES))


def known_to(place: str) -> dict[str, Any]:
    """What a pool is to know of a study: its pairs, its grades so far, and the grades that there are."""
    with opened(place) as study:
        rows = study.qrels().table.to_pylist()
        grades = [choice.value for choice in study.settings.scale]
        pairs = study.pairs()
    judged: dict[str, dict[str, float]] = {}
    for row in rows:
        judged.setdefault(row["query"], {})[row["doc"]] = row["grade"]
    return {"without": pairs, "qrels": judged or None, "grades": grades}


def make_study(
    found: Pool, place: str, *, scale: str, overlap: int, title: str, guidelines: str, language: str, seed: int,
    elsewhere: bool, by_query: bool,
) -> int:  # fmt: skip
    """Make a study of the documents, some of whose runs may be judged `elsewhere`; how many there are.

    `by_query` people are given them in the order of the list, which has the documents of a query together.
    """
    need_store()
    from cranfield.judge.store import Settings, Study  # noqa: PLC0415 (loaded only when it is needed)

    others: dict[str, Any] = {
        "overlap": overlap, "title": title, "guidelines": guidelines, "language": language, "seed": seed,
    }  # fmt: skip
    if found.race is not None and not elsewhere:
        others["measure"] = str(found.race.measure)
        others["order"] = "decisive"  # what decides changes with every answer
    settings = Settings.of_grades(scale, **others)
    with Study.create(place, settings) as study:
        return study.add_items(_items(found, elsewhere=elsewhere, by_query=by_query)).new


def add_to_study(found: Pool, place: str, *, elsewhere: bool) -> int:
    """Add the documents to a study, and to those that it has where the runs return them; how many are new to it."""
    with opened(place) as study:
        new = study.add_items(_items(found, elsewhere=elsewhere)).new
        study.returned_by(found.ranks_of_known())
        if found.race is not None:
            study.prioritise(_urgency(found))
        return new


def _urgency(found: Pool) -> dict[tuple[str, str], float]:
    """How much each document of the study can change now: what decides comes first, also of what it had before."""
    assert found.race is not None
    weighed = found.race.urgent()
    return {pair: weighed.get(pair, 0.0) for pair in found.ranks_of_known()}


def _items(found: Pool, *, elsewhere: bool, by_query: bool = False) -> Iterator[Item]:
    """Items with their ranks, by which the pages tell what is settled; not where judgments elsewhere decide too."""
    from cranfield.judge.store import Item, Output  # noqa: PLC0415 (loaded only when it is needed)

    for place, each in enumerate(found):
        ranks = dict.fromkeys(each.ranks) if elsewhere else each.ranks
        output = Output(each.doc, text=each.text or "", title=each.title or "", systems=ranks)
        yield Item(each.query, output, query_text=each.query_text or "",
                   priority=-float(place) if by_query else each.priority)  # fmt: skip
