"""Dawid and Skene: the anaesthetists of the paper, and a plain loop on random ratings."""

from itertools import pairwise
from math import log

import numpy as np
import pytest

from cranfield.compare.dawid_skene import dawid_skene
from ratings.made_ratings import random_table

# 45 patients, five anaesthetists, of whom the first looked three times; Dawid and Skene 1979, table 1
PATIENTS = """
111 1 1 1 1/333 4 3 3 4/112 2 1 2 2/222 3 1 2 1/222 3 2 2 2/222 3 3 2 2/122 2 1 1 1/333 3 4 3 3/222 2 2 2 3/232 2 2 2 3
444 4 4 4 4/222 3 3 4 3/111 1 1 1 1/222 3 2 1 2/121 1 1 1 1/111 2 1 1 1/111 1 1 1 1/111 1 1 1 1/222 2 2 2 1/222 1 3 2 2
222 2 2 2 2/222 2 2 2 1/222 3 2 2 2/221 2 2 2 2/111 1 1 1 1/111 1 1 1 1/232 2 2 2 2/111 1 1 1 1/111 1 1 1 1/112 1 1 2 1
111 1 1 1 1/333 3 2 3 3/111 1 1 1 1/222 2 2 2 2/222 3 2 3 2/433 4 3 4 3/221 2 2 3 2/232 3 2 3 3/333 3 4 3 2/111 1 1 1 1
111 1 1 1 1/121 2 1 1 1/232 2 2 2 2/121 1 1 1 1/222 2 2 2 2
"""


def of_patients():
    rows = [
        (item, rater, int(sign) - 1)
        for item, line in enumerate(PATIENTS.strip().replace("\n", "/").split("/"))
        for rater, signs in enumerate(line.split())
        for sign in signs
    ]
    return np.array(rows).T


def test_the_patients_of_the_paper():
    item, rater, value = of_patients()
    assert (len(item), item.max()) == (45 * 7, 44)
    found = dawid_skene(item, rater, value, items=45, raters=5, values=4)
    assert found.share == pytest.approx([0.3996, 0.4220, 0.1118, 0.0667], abs=5e-5)
    assert found.share.round(2).tolist() == [0.40, 0.42, 0.11, 0.07]  # as printed
    assert found.log_likelihood == pytest.approx(-192.891, abs=5e-4)
    assert (found.chosen[[0, 10, 20]] + 1).tolist() == [1, 4, 2]  # about whom all agree
    assert found.probability.sum(axis=1) == pytest.approx(np.ones(45))


def loop(rows, items, raters, values, steps):
    """EM as the paper has it, with dicts; the likelihood before each step."""
    belief = {}
    for item in range(items):
        own = [value for at, _, value in rows if at == item]
        belief[item] = [own.count(value) / len(own) for value in range(values)]
    told = []
    for _ in range(steps):
        share = [sum(each[value] for each in belief.values()) / items for value in range(values)]
        rates = {}
        for rater in range(raters):
            for true in range(values):
                given = [0.0] * values
                for item, who, value in rows:
                    given[value] += belief[item][true] if who == rater else 0.0
                rates[rater, true] = [each / sum(given) if sum(given) else 0.0 for each in given]
        total = 0.0
        for item in range(items):
            likely = list(share)
            for at, who, value in rows:
                for true in range(values):
                    likely[true] *= rates[who, true][value] if at == item else 1.0
            total += log(sum(likely))
            belief[item] = [each / sum(likely) for each in likely]
        told.append(total)
    return belief, told


@pytest.mark.parametrize("seed", range(4))
def test_random_ratings_with_gaps_are_those_of_a_plain_loop(seed):
    table = random_table(seed, raters=3 + seed % 2, items=15, values=(0, 1, 2), missing=0.15)
    rows = [(item, rater, int(table[rater, item])) for rater, item in zip(*np.nonzero(~np.isnan(table)), strict=True)]
    rated = sorted({item for item, _, _ in rows})
    rows = [(rated.index(item), rater, value) for item, rater, value in rows]
    item, rater, value = np.array(rows).T
    found = dawid_skene(item, rater, value, items=len(rated), raters=len(table), values=3)
    belief, told = loop(rows, len(rated), len(table), 3, found.steps)
    assert found.log_likelihood == pytest.approx(told[-1], rel=1e-10)
    assert found.probability == pytest.approx(np.array(list(belief.values())), abs=1e-8)
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(told))


def test_one_rater_is_believed_and_nothing_breaks_without_ratings():
    none = np.zeros(0, np.int64)
    found = dawid_skene(np.array([0, 1]), np.array([0, 0]), np.array([1, 0]), items=2, raters=1, values=2)
    assert found.chosen.tolist() == [1, 0]
    assert dawid_skene(none, none, none, items=0, raters=0, values=3).chosen.tolist() == []
