"""Numbers of papers and textbooks, to all digits that they print."""

import numpy as np
import pytest

from cranfield import each_rated, evaluate, parse
from cranfield.measures.ratings.kappa import Kappa
from ratings.made_ratings import GWET, KRIPPENDORFF, SHROUT_FLEISS, WIKIPEDIA, of_confusion, of_counts, of_lines

FLEISS_1971 = """
0 0 0 6 0/0 3 0 0 3/0 1 4 0 1/0 0 0 0 6/0 3 0 3 0/2 0 4 0 0/0 0 4 0 2/2 0 3 1 0/2 0 0 4 0/0 0 0 0 6/1 0 0 5 0/1 1 0 4 0
0 3 3 0 0/1 0 0 5 0/0 2 0 3 1/0 0 5 0 1/3 0 0 1 2/5 1 0 0 0/0 2 0 4 0/1 0 2 0 3/0 0 0 0 6/0 1 0 5 0/0 2 0 1 3/2 0 0 4 0
1 0 0 4 1/0 5 0 1 0/4 0 0 0 2/0 2 0 4 0/1 0 5 0 0/0 0 0 0 6
"""
FLEISS_WIKIPEDIA = (
    "0 0 0 0 14/0 2 6 4 2/0 0 3 5 6/0 3 9 2 0/2 2 8 1 1/7 7 0 0 0/3 2 6 3 0/2 5 3 2 2/6 5 2 1 0/0 2 2 3 7"
)
BASEBALL = {  # the American League of 1987; Agresti, Categorical data analysis, 2002, table 10.10
    "Mil": "- 7 9 7 7 9 11", "Det": "6 - 7 5 11 9 9", "Tor": "4 6 - 7 7 8 12", "NY": "6 8 6 - 6 7 10",
    "Bos": "6 2 6 7 - 7 12", "Cle": "4 4 5 6 6 - 6", "Bal": "2 4 1 3 1 7 -",
}  # fmt: skip


def value(batch, measure):
    return evaluate(batch, measure)[measure].value


@pytest.mark.parametrize(
    ("lines", "level", "expected"),
    [
        (KRIPPENDORFF, "nominal", 0.743421), (KRIPPENDORFF, "ordinal", 0.815388), (KRIPPENDORFF, "interval", 0.849107),
        (KRIPPENDORFF, "ratio", 0.797403), (WIKIPEDIA, "nominal", 0.691358), (WIKIPEDIA, "ordinal", 0.806721),
        (WIKIPEDIA, "interval", 0.810845), (WIKIPEDIA, "ratio", 0.808944),
    ],
)  # fmt: skip
def test_alpha_of_krippendorff_and_of_wikipedia(lines, level, expected):
    assert value(of_lines(lines), f"Alpha(level='{level}')") == pytest.approx(expected, abs=5e-7)


def test_fleiss_kappa_of_the_paper_and_of_wikipedia():
    rows = [list(map(int, row.split())) for row in FLEISS_1971.strip().replace("\n", "/").split("/")]
    assert len(rows) == 30
    assert value(of_counts(rows), "FleissKappa") == pytest.approx(0.430245, abs=5e-7)
    rows = [list(map(int, row.split())) for row in FLEISS_WIKIPEDIA.split("/")]
    assert value(of_counts(rows), "FleissKappa") == pytest.approx(0.209931, abs=5e-7)


def test_cohens_kappa_of_1960_and_of_two_by_two():
    assert value(of_confusion([[88, 14, 18], [10, 40, 10], [2, 6, 12]]), "Kappa") == pytest.approx(0.491525, abs=5e-7)
    assert value(of_confusion([[20, 5], [10, 15]]), "Kappa") == pytest.approx(0.4, abs=1e-12)


def test_cohens_weighted_kappa_of_1968():
    class Psychiatry(Kappa):
        def far(self, names):  # noqa: ARG002 (the costs are those of the paper)
            return np.array([[0, 1, 3], [1, 0, 6], [3, 6, 0]], float)

    cells = np.array([[88, 14, 18], [10, 40, 10], [2, 6, 12]], float)
    assert float(Psychiatry().of_cells(cells, "123")) == pytest.approx(0.347826, abs=5e-7)


def test_gwets_four_raters():
    batch = of_lines(GWET)
    assert value(batch, "AC1") == pytest.approx(0.77544, abs=5e-6)
    assert value(batch, "CongerKappa") == pytest.approx(0.76282, abs=5e-6)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("ICC(type='1')", 0.1657), ("ICC", 0.2898), ("ICC(type='C')", 0.7148), ("ICC(type='1', average=True)", 0.4428),
        ("ICC(average=True)", 0.6201), ("ICC(type='C', average=True)", 0.9093),
    ],
)  # fmt: skip
def test_shrout_and_fleiss(measure, expected):
    assert value(of_lines(SHROUT_FLEISS), measure) == pytest.approx(expected, abs=5e-5)


def test_names_of_other_tools_lead_to_the_same():
    assert parse("ICC2k", "ratings") == parse("ICC(average=True)", "ratings")
    assert parse("ICC1", "ratings") == parse("ICC(type='1')", "ratings")
    assert parse("krippendorff_alpha", "ratings") == parse("Alpha", "ratings")


def test_bradley_and_terry_on_the_baseball_of_1987():
    teams = list(BASEBALL)
    games = [
        (winner, loser)
        for winner, line in BASEBALL.items()
        for loser, count in zip(teams, line.split(), strict=True)
        for _ in range(0 if count == "-" else int(count))
    ]
    batches = each_rated(
        item=[f"g{at}" for at in range(len(games))], rater=["umpire"] * len(games), value=["left"] * len(games),
        system=[winner for winner, _ in games], other=[loser for _, loser in games],
    )  # fmt: skip
    found = {batch.system: evaluate(batch, "BradleyTerry")["BradleyTerry"].value for batch in batches}
    assert sum(found.values()) == pytest.approx(0, abs=1e-12)
    expected = {"Mil": 1.5814, "Det": 1.4364, "Tor": 1.2945, "NY": 1.2476, "Bos": 1.1077, "Cle": 0.6839}
    assert {team: found[team] - found["Bal"] for team in expected} == pytest.approx(expected, abs=5e-5)
