"""Reads what an engine answered: ids in order, their scores, and the time that the engine says it took."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.core.parsed import parsed_json
from cranfield.live.failure import Failed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.live.engine import AnswerPaths
    from cranfield.live.jsonpath import Path

__all__ = ["Answer", "parsed", "read_answer"]


class Answer(NamedTuple):
    """What was found, best first; scores are None where the engine gives none."""

    ids: tuple[str, ...]
    scores: tuple[float, ...] | None = None
    engine: float | None = None  # seconds
    partial: str | None = (
        None  # what says that only a part was searched; empty where nothing does, None if nothing could
    )


def parsed(raw: bytes) -> Any:
    """The JSON of an answer."""
    if not raw.strip():
        raise Failed("live-no-body")
    try:
        return parsed_json(raw)
    except (ValueError, UnicodeDecodeError) as error:
        why = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        at = error.pos if isinstance(error, json.JSONDecodeError) else 0
        raise Failed("live-not-json", why=why, at=at, begins=raw[:60].decode("utf-8", "replace")) from None


def read_answer(document: Any, paths: AnswerPaths) -> Answer:
    """Ids, scores, the time of the engine, and whether it searched all that it has."""
    hits, wanted = _hits(document, paths.ids, optional=paths.optional)
    ids = tuple(_id(wanted.find(hit), place) for place, hit in enumerate(hits, 1))
    if len(set(ids)) != len(ids):
        twice = next(each for each in ids if ids.count(each) > 1)
        raise Failed("live-duplicate-id", id=twice, first=ids.index(twice) + 1, times=ids.count(twice))
    scores = None if paths.scores is None else _scores(document, paths.scores, ids, optional=paths.optional)
    partial = _partial(document, paths)
    if partial and paths.whole:
        raise Failed("live-partial", said=partial)
    return Answer(ids, scores, _engine_time(document, paths), partial)


def _hits(document: Any, path: Path, *, optional: bool) -> tuple[list[Any], Path]:
    """Every hit, and where in it something stands; a list that is not there at all is a wrong path."""
    before, wanted = path.halves()
    hits = before.find(document)
    if not hits and not optional:
        listed = type(path)(path.text, before.steps[:-1]).find(document) if before.steps else []
        if not any(isinstance(each, list | dict) for each in listed):
            raise Failed("live-no-path", path=path.text, names=_names(document))
    return hits, wanted


def _names(document: Any) -> list[str]:
    """What stands at the root of an answer, to say where to look."""
    return list(map(str, document))[:12] if isinstance(document, dict) else []


def _id(found: Sequence[Any], place: int) -> str:
    if len(found) != 1 or isinstance(found[0], bool) or not isinstance(found[0], str | int) or found[0] == "":
        raise Failed("live-no-id", place=place)
    name = str(found[0])
    try:
        name.encode()
    except UnicodeEncodeError:  # half of a character, which no file can hold
        raise Failed("live-strange-id", place=place) from None
    return name


def _scores(document: Any, path: Path, ids: Sequence[str], *, optional: bool) -> tuple[float, ...]:
    hits, wanted = _hits(document, path, optional=optional)
    found = [wanted.find(hit) for hit in hits]
    if len(found) != len(ids):
        raise Failed("live-scores-differ", scores=len(found), ids=len(ids))
    return tuple(_score(each, name) for each, name in zip(found, ids, strict=True))


def _score(found: Sequence[Any], name: str) -> float:
    """A finite number; some engines write theirs as text."""
    value = found[0] if len(found) == 1 else None
    try:
        score = float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else math.nan
    except (ValueError, OverflowError):
        score = math.nan
    if not math.isfinite(score):
        raise Failed("live-score", id=name, given="null" if value is None else value)
    return score


def _partial(document: Any, paths: AnswerPaths) -> str | None:
    """What says that only a part of the index was searched: true, how many parts failed, or a word such as omitted."""
    said = ((path, value) for path in paths.partial for value in path.find(document) if _means_yes(value))
    found = next((f"{path.text} = {json.dumps(value, ensure_ascii=False)}" for path, value in said), "")
    return found if paths.partial else None


def _means_yes(value: Any) -> bool:
    """Whether something is said at all; `false` may be a text."""
    return value not in (None, False, 0, "", [], {}) and str(value).lower() != "false"


def _engine_time(document: Any, paths: AnswerPaths) -> float | None:
    found = [] if paths.time is None else paths.time.find(document)
    if len(found) != 1 or isinstance(found[0], bool) or not isinstance(found[0], int | float):
        return None
    try:
        took = float(found[0]) * paths.unit
    except OverflowError:  # a whole number beyond what any clock says
        return None
    return took if math.isfinite(took) and took >= 0 else None
