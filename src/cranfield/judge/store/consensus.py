"""One grade an item by Dawid and Skene, and whether there are enough answers for it to mean anything."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.dawid_skene import dawid_skene

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.judge.store.counted import Counted
    from cranfield.judge.store.settings import Dimension

__all__ = ["FEWEST_ANSWERS", "FEWEST_ITEMS", "Agreed", "agreed"]

FEWEST_ANSWERS, FEWEST_ITEMS = 3, 10  # of an item, and of an annotator


@dataclass(frozen=True)
class Agreed:
    """The most probable grade of each item, by its number; and how many items and annotators have too few answers."""

    grades: Mapping[int, float]
    few_answers: int
    few_items: int


def agreed(dimension: Dimension, answers: Mapping[int, Sequence[Counted]]) -> Agreed:
    """What the answers that stand say together."""
    scale = {choice.value: at for at, choice in enumerate(dimension.choices)}
    people = {
        name: at for at, name in enumerate(sorted({each.annotator for some in answers.values() for each in some}))
    }
    rows = [
        (at, people[each.annotator], scale[each.numbers[dimension.name]])
        for at, some in enumerate(answers.values())
        for each in some
    ]
    item, rater, value = np.array(rows, np.int64).reshape(-1, 3).T
    found = dawid_skene(item, rater, value, items=len(answers), raters=len(people), values=len(scale))
    chosen = [float(dimension.choices[at].value) for at in found.chosen.tolist()]
    per_person = Counter(each.annotator for some in answers.values() for each in some)
    return Agreed(
        dict(zip(answers, chosen, strict=True)),
        sum(len(some) < FEWEST_ANSWERS for some in answers.values()),
        sum(count < FEWEST_ITEMS for count in per_person.values()),
    )
