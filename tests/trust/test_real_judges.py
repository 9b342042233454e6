"""Real judgments: TREC-COVID's systems under a judge that is made worse on purpose, and people who judged dialogues."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from cranfield import Policy, judges

DATA = Path(__file__).parents[3] / "shared" / "data"
COVID, DIALOGUES = DATA / "ir_covid_r1", DATA / "hr_dialsummeval"
OFFICIAL = Policy.named("trec_eval-9", missing="zero")
needs = pytest.mark.skipif(not DATA.is_dir(), reason="the shared data is absent")


@needs
def test_all_systems_of_trec_covid_under_a_lenient_judge(tmp_path):
    rng = np.random.default_rng(1)
    lines = [line.split() for line in (COVID / "qrels.txt").read_text().splitlines()]
    lenient = "".join(
        f"{query} 0 {doc} {min(int(float(grade)) + int(rng.random() < 0.25), 2)}\n" for query, _, doc, grade in lines
    )
    (tmp_path / "llm.qrels").write_text(lenient)
    runs = sorted(str(path) for path in (COVID / "runs").iterdir())
    found = judges(str(COVID / "qrels.txt"), str(tmp_path / "llm.qrels"), runs, resamples=200, policy=OFFICIAL).judges[
        0
    ]
    assert found.counts.shared == len(lines)
    assert found.bias.low > 0
    assert found.grades[0].over == pytest.approx(0.25, abs=0.02)
    assert found.grades[-1].under == 0
    order = found.orders[0]
    leaders = {row.split(",")[0]: row for row in (COVID / "leaderboard.csv").read_text().splitlines()}
    for name, value in zip(order.systems, order.human, strict=True):  # the official figures
        cells = leaders[name].split(",")
        assert any(cell == f"{value:.4f}" or cell == f"{value:.4f}".lstrip("0") for cell in cells), (name, value, cells)
    assert len(order.pairs) == len(runs) * (len(runs) - 1) // 2
    assert 0.5 < order.coefficients["tau-b"].value <= 1
    assert order.kinds()["turned"] == 0
    assert "nothing" in order.remarks[-1].key  # the judge judged the same queries


@needs
def test_a_person_as_a_judge_of_another_gets_the_coefficients_of_scikit_learn():
    with gzip.open(DIALOGUES / "ratings.tsv.gz", "rt") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    expected = json.loads((DIALOGUES / "expected.json").read_text())
    for dimension in ("coherence", "consistency"):
        chosen = [row for row in rows if row[2] == dimension]
        sides = [
            {
                "id": [row[0] for row in chosen],
                "model": [row[1] for row in chosen],
                "score": [row[at] for row in chosen],
            }
            for at in (3, 4)
        ]
        found = judges(*sides, item="id", value="score", system="model", resamples=100).judges[0]
        known = expected[dimension]["pairs"]["0-1"]
        assert found.estimates["Agreement"].value == pytest.approx(known["percent"])
        assert found.estimates["Kappa"].value == pytest.approx(known["cohen"])
        assert found.estimates["Kappa(weights='quadratic')"].value == pytest.approx(known["cohen_quadratic"])
        assert len(found.orders[0].systems) == len({row[1] for row in chosen})
