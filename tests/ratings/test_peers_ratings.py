"""The same numbers as krippendorff, scikit-learn, statsmodels, irrCAC and pingouin on random ratings."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from cranfield import evaluate
from ratings.made_ratings import of_lines, of_table, random_table

SEEDS = range(12)
SCALES = ((1, 2, 3, 4, 5), (0, 1), (0, 0.5, 2.5, 10), (1, 2, 3))


def value(table, measure):
    return evaluate(of_table(table), measure)[measure].value


@pytest.mark.parametrize("seed", SEEDS)
def test_alpha_is_that_of_krippendorff(seed):
    krippendorff = pytest.importorskip("krippendorff")
    table = random_table(seed, raters=2 + seed % 4, values=SCALES[seed % 4], missing=0.1 * (seed % 5))
    for level in ("nominal", "ordinal", "interval", "ratio"):
        expected = krippendorff.alpha(reliability_data=table, level_of_measurement=level)
        assert value(table, f"Alpha(level='{level}')") == pytest.approx(expected, rel=1e-10, abs=1e-12), level


@pytest.mark.parametrize("seed", SEEDS)
def test_alpha_of_words_is_that_of_their_codes(seed):
    krippendorff = pytest.importorskip("krippendorff")
    table = random_table(seed, values=(0, 1, 2))
    words = [[None if np.isnan(each) else ("no", "yes", "可能")[int(each)] for each in row] for row in table]
    expected = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    assert value(words, "Alpha(level='nominal')") == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("seed", SEEDS)
def test_kappa_of_two_raters_is_that_of_scikit_learn(seed):
    from sklearn.metrics import cohen_kappa_score

    table = random_table(seed, raters=2, missing=0)
    for weights in ("none", "linear", "quadratic"):
        given = None if weights == "none" else weights
        expected = cohen_kappa_score(*table.astype(int), weights=given, labels=[1, 2, 3, 4, 5])
        assert value(table, f"Kappa(weights='{weights}')") == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("seed", SEEDS)
def test_kappa_of_several_raters_is_the_mean_over_pairs(seed):
    from itertools import combinations

    from sklearn.metrics import cohen_kappa_score

    table = random_table(seed, raters=4, items=80, missing=0.2)
    found = []
    for one, two in combinations(table, 2):
        both = ~np.isnan(one) & ~np.isnan(two)
        found.append(cohen_kappa_score(one[both].astype(int), two[both].astype(int)))
    assert value(table, "Kappa") == pytest.approx(np.mean(found), rel=1e-10)


def test_scikit_learn_counts_places_and_not_values():
    from sklearn.metrics import cohen_kappa_score

    table = np.array([[1, 2, 5, 5, 1, 2], [1, 5, 5, 2, 2, 2]], float)
    theirs = cohen_kappa_score(*table.astype(int), weights="linear")
    places = np.searchsorted([1, 2, 5], table).astype(float)
    assert value(places, "Kappa(weights='linear')") == pytest.approx(theirs, rel=1e-12)
    assert abs(value(table, "Kappa(weights='linear')") - theirs) > 0.01


@pytest.mark.parametrize("seed", SEEDS)
def test_fleiss_kappa_is_that_of_statsmodels(seed):
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    table = random_table(seed, raters=3 + seed % 3, missing=0)
    counts, _ = aggregate_raters(table.T.astype(int))
    assert value(table, "FleissKappa") == pytest.approx(fleiss_kappa(counts), rel=1e-10)


RECORDED = json.loads((Path(__file__).parent / "recorded.json").read_text("utf-8"))
IRRCAC, PINGOUIN = (each["tables"] for each in RECORDED)  # made by tools/record_agreement.py


def test_what_is_recorded_says_of_which_tool_it_is():
    assert [(each["tool"], each["version"]) for each in RECORDED] == [("irrCAC", "0.4.4"), ("pingouin", "0.7.0")]


def recorded(tables, name):
    return of_lines(tables[name]["ratings"]), tables[name]["values"]


@pytest.mark.parametrize("name", IRRCAC)
def test_gwets_congers_and_krippendorffs_coefficients_are_those_of_irrcac(name):
    batch, theirs = recorded(IRRCAC, name)
    same = {
        "AC1": theirs["gwet"]["identity"],
        **{f"AC2(weights='{each}')": theirs["gwet"][each] for each in ("linear", "quadratic", "ordinal")},
        "CongerKappa": theirs["conger"]["identity"],
        **{f"CongerKappa(weights='{each}')": theirs["conger"][each] for each in ("linear", "quadratic")},
        "Alpha(level='nominal')": theirs["krippendorff"]["identity"],
        "Alpha(level='interval')": theirs["krippendorff"]["quadratic"],
    }
    for measure, expected in same.items():
        assert evaluate(batch, measure)[measure].value == pytest.approx(expected, abs=2e-12), measure


def test_ordinal_weights_of_irrcac_are_not_krippendorffs_ordinal_alpha():
    batch, theirs = recorded(IRRCAC, "Krippendorff 2011")
    assert theirs["krippendorff"]["ordinal"] == pytest.approx(0.83364, abs=1e-5)
    assert evaluate(batch, "Alpha")["Alpha"].value == pytest.approx(0.81539, abs=1e-5)


def test_irrcac_gives_fleiss_kappa_where_items_have_unequal_ratings_and_we_give_none():
    batch, theirs = recorded(IRRCAC, "Krippendorff 2011")
    assert theirs["fleiss"]["identity"] == pytest.approx(0.76117, abs=1e-5)
    assert math.isnan(evaluate(batch, "FleissKappa")["FleissKappa"].value)


@pytest.mark.parametrize("seed", SEEDS)
def test_congers_kappa_of_two_raters_is_cohens(seed):
    table = random_table(seed, raters=2, missing=0)
    for weights in ("none", "linear", "quadratic"):
        expected = value(table, f"Kappa(weights='{weights}')")
        assert value(table, f"CongerKappa(weights='{weights}')") == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", PINGOUIN)
def test_intraclass_correlations_are_those_of_pingouin(name):
    batch, theirs = recorded(PINGOUIN, name)
    ours = {
        "ICC(1,1)": "ICC(type='1')", "ICC(A,1)": "ICC", "ICC(C,1)": "ICC(type='C')",
        "ICC(1,k)": "ICC(type='1', average=True)", "ICC(A,k)": "ICC(average=True)",
        "ICC(C,k)": "ICC(type='C', average=True)",
    }  # fmt: skip
    for kind, measure in ours.items():
        assert evaluate(batch, measure)[measure].value == pytest.approx(theirs[kind], rel=1e-9, abs=1e-9), measure
