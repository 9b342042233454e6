"""How robust measures are to missing judgments: they are taken away at random and the systems are ordered again.

Buckley and Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.correlate import coefficient, side
from cranfield.compare.resample import SEED
from cranfield.core.arguments import ANY_SEED, CHOICE, DRAWS, SHARE, checked, items
from cranfield.core.correlation import Kept, Robustness
from cranfield.core.evaluate import ready, require_batch
from cranfield.core.ranked import judgment_rows, thinned
from cranfield.core.spec import parse_named
from cranfield.errors import MeasureError
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.spec import Measures

__all__ = ["SHARES", "Kept", "Robustness", "parse_shares", "robustness"]

SHARES = (1.0, 0.5, 0.2, 0.1, 0.05)


def parse_shares(text: str) -> tuple[float, ...]:
    """Read `100%,50%,0.2`."""
    found = []
    for part in text.split(","):
        number = part.strip().removesuffix("%")
        try:
            found.append(float(number) / (100 if part.strip().endswith("%") else 1))
        except ValueError:
            raise MeasureError("share", given=shown(part.strip())) from None
    return _checked_shares(found)


@checked(repeats=DRAWS, seed=ANY_SEED, how=CHOICE, p=SHARE)
def robustness(
    batches: Sequence[Batch], measures: Measures | None = None, *, shares: Iterable[float] = SHARES,
    repeats: int = 20, seed: int = SEED, how: str = "tau-b", p: float = 0.9,
) -> Robustness:  # fmt: skip
    """Take judgments away at random and say how far each measure still orders the systems as it does with all.

    Each query keeps the same share of its relevant and of its other judgments, at least one of each; smaller shares of
    one repetition are part of its larger ones, and all systems and measures lose the same judgments.
    """
    compute, kept_shares = coefficient(how, p), _checked_shares(shares)
    listed = items("robustness", "batches", batches, error=MeasureError)
    _require_same_judgments(listed)
    asked = parse_named(listed[0].family.defaults(listed[0]) if measures is None else measures, listed[0].family)
    if measures is None:
        asked = {name: each for name, each in asked.items() if each.better is not None}
    used = {name: ready(each, listed[0]) for name, each in asked.items()}
    sides = {name: side(each, name) for name, each in used.items()}
    whole = {name: _values(listed, each) * sides[name] for name, each in used.items()}
    for name, values in whole.items():
        if np.isnan(values).any():
            raise MeasureError("correlate-no-value", name=name, system=listed[int(np.isnan(values).argmax())].system)
    drawn: dict[tuple[str, float], list[tuple[float, float]]] = {}
    counts: dict[float, int] = {}
    for repeat in range(repeats):
        rng = np.random.default_rng([seed, repeat])
        for share, marks in _thinnings(listed[0], kept_shares, rng):
            fewer = [thinned(each, marks) for each in listed]
            counts[share] = int(np.count_nonzero(marks))
            for name, measure in used.items():
                values = _values(fewer, measure)
                found = compute(whole[name], values * sides[name])
                drawn.setdefault((name, share), []).append((found, float(values.mean())))
    rows = [_row(name, share, counts[share], drawn[name, share]) for name in used for share in kept_shares]
    return Robustness(how, tuple(each.system for each in listed), repeats, seed, tuple(rows))


def _checked_shares(shares: Iterable[float]) -> tuple[float, ...]:
    found = []
    for each in items("robustness", "shares", shares, error=MeasureError):
        if isinstance(each, bool) or not isinstance(each, int | float) or not 0 < each <= 1:
            raise MeasureError("share", given=shown(each))
        found.append(float(each))
    if not found:
        raise MeasureError("share", given="nothing")
    return tuple(dict.fromkeys(found))


def _require_same_judgments(batches: Sequence[Batch]) -> None:
    for each in batches:
        require_batch(each, "robustness")
        if "judged" not in each:
            raise MeasureError("thin-no-judgments", family=each.family.name)
    if len(batches) < 2:
        raise MeasureError("correlate-few", count=len(batches))
    first = batches[0]
    for each in batches[1:]:
        if list(each.units) != list(first.units):
            raise MeasureError("thin-other-units", one=first.system, two=each.system, noun=first.noun)
        same = np.array_equal(each.ragged("judged").values, first.ragged("judged").values, equal_nan=True)
        if not same or not np.array_equal(each.array("first_judgment"), first.array("first_judgment")):
            raise MeasureError("thin-other-judgments", one=first.system, two=each.system)


def _thinnings(
    batch: Batch, shares: Sequence[float], rng: np.random.Generator
) -> list[tuple[float, NDArray[np.bool_]]]:
    """For each share the rows of the judgments that are kept: first in a random order of each query and kind."""
    judged, rows = batch.ragged("judged"), judgment_rows(batch).values
    there = np.flatnonzero(judged.values >= 0)
    kind = 2 * judged.owner[there] + (judged.values[there] > 0)
    order = np.lexsort((rng.random(len(there)), kind))
    sizes = np.bincount(kind, minlength=2 * len(batch))
    place = np.arange(len(there)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    found = []
    for share in shares:
        wanted = np.maximum(np.floor(share * sizes + 0.5), 1)
        marks = np.zeros(int(rows.max(initial=-1)) + 1, bool)
        marks[rows[there[order[place < np.repeat(wanted, sizes)]]]] = True
        found.append((share, marks))
    return found


def _values(batches: Sequence[Batch], measure: Measure) -> NDArray[np.float64]:
    return np.array([float(measure.finish(measure.stats(each).total())) for each in batches])


def _row(name: str, share: float, judgments: int, drawn: Sequence[tuple[float, float]]) -> Kept:
    found = np.array([each for each, _ in drawn])
    defined = found[~np.isnan(found)]
    spread = float(defined.std(ddof=1)) if len(defined) > 1 else math.nan
    mean, low, high = (defined.mean(), defined.min(), defined.max()) if len(defined) else (math.nan,) * 3
    value = float(np.mean([each for _, each in drawn]))
    undefined = len(found) - len(defined)
    return Kept(name, share, judgments, float(mean), float(low), float(high), spread, value, undefined)
