"""The same numbers as krippendorff, scikit-learn, statsmodels, irrCAC and pingouin on random ratings."""

import warnings

import numpy as np
import pytest

from cranfield import evaluate
from ratings.made_ratings import KRIPPENDORFF, of_lines, of_table, random_table

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


def irr(table, weights="identity"):
    """irrCAC on a table with a row for each item; its own old scipy is not needed for the coefficients."""
    raw = pytest.importorskip("irrCAC.raw")
    import pandas as pd

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        known = sorted({*np.asarray(table)[~np.isnan(table)].tolist()})  # or it takes nan for a value
        return raw.CAC(pd.DataFrame(np.asarray(table).T), weights=weights, categories=known)


@pytest.mark.parametrize("seed", range(6))
def test_gwets_coefficients_are_those_of_irrcac(seed):
    table = random_table(seed, raters=2 + seed % 3, items=60, missing=0.2)
    assert {*table[~np.isnan(table)].tolist()} == {1, 2, 3, 4, 5}
    assert value(table, "AC1") == pytest.approx(irr(table).gwet()["est"]["coefficient_value"], abs=1.1e-5)
    for weights in ("linear", "quadratic", "ordinal"):
        expected = irr(table, weights).gwet()["est"]["coefficient_value"]
        assert value(table, f"AC2(weights='{weights}')") == pytest.approx(expected, abs=1.1e-5), weights


def test_ordinal_weights_of_irrcac_are_not_krippendorffs_ordinal_alpha():
    table = [[np.nan if cell == "*" else float(cell) for cell in line.split()] for line in KRIPPENDORFF]
    theirs = irr(table, "ordinal").krippendorff()["est"]["coefficient_value"]
    assert theirs == pytest.approx(0.83364, abs=1e-5)
    assert evaluate(of_lines(KRIPPENDORFF), "Alpha")["Alpha"].value == pytest.approx(0.81539, abs=1e-5)
    assert irr(table).fleiss()["est"]["coefficient_value"] == pytest.approx(0.76117, abs=1e-5)


@pytest.mark.parametrize("seed", SEEDS)
def test_intraclass_correlations_are_those_of_pingouin(seed):
    pingouin = pytest.importorskip("pingouin")
    import pandas as pd

    table = random_table(seed, raters=2 + seed % 4, items=20, missing=0)
    rows = [(item, rater, table[rater, item]) for rater in range(len(table)) for item in range(table.shape[1])]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = pingouin.intraclass_corr(
            pd.DataFrame(rows, columns=["item", "rater", "value"]), targets="item", raters="rater", ratings="value"
        )
    expected = [float(each) for each in found["ICC"]]
    ours = ["ICC(type='1')", "ICC", "ICC(type='C')", "ICC(type='1', average=True)", "ICC(average=True)",
            "ICC(type='C', average=True)"]  # fmt: skip
    assert [value(table, each) for each in ours] == pytest.approx(expected, abs=1e-8)
