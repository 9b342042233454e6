"""Ratings of dialogue summaries: 1,400 summaries, three raters, four dimensions, against stored numbers of peers."""

import csv
import gzip
import json
from pathlib import Path

import pytest

from cranfield import agreement, evaluate, ratings

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "hr_dialsummeval"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the ratings are not here")
ICC = {"ICC(1,1)": "ICC(type='1')", "ICC(A,1)": "ICC", "ICC(C,1)": "ICC(type='C')", "ICC(A,k)": "ICC(average=True)",
       "ICC(1,k)": "ICC(type='1', average=True)", "ICC(C,k)": "ICC(type='C', average=True)"}  # fmt: skip


@pytest.mark.parametrize("dimension", ["coherence", "consistency", "fluency", "relevance"])
def test_every_coefficient_is_that_of_the_peers(dimension):
    with gzip.open(FOLDER / "ratings.tsv.gz", "rt", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["dimension"] == dimension]
    expected = json.loads((FOLDER / "expected.json").read_text())[dimension]
    given = [(f"{row['item']} {row['model']}", rater, row[rater]) for row in rows for rater in ("r1", "r2", "r3")]
    batch = ratings(item=[g[0] for g in given], rater=[g[1] for g in given], value=[g[2] for g in given])
    assert len(batch) == expected["units"]
    names = {
        "Alpha(level='nominal')": expected["alpha_nominal"], "Alpha": expected["alpha_ordinal"],
        "Alpha(level='interval')": expected["alpha_interval"], "FleissKappa": expected["fleiss_kappa"],
        **{ours: expected["icc"][theirs] for theirs, ours in ICC.items()},
    }  # fmt: skip
    assert evaluate(batch, list(names)).to_dict() == pytest.approx(names, rel=1e-9)
    found = agreement(batch, ["Agreement"], resamples=100)
    for pair in found.pairs:
        theirs = expected["pairs"][f"{int(pair.one[1]) - 1}-{int(pair.two[1]) - 1}"]
        assert (pair.agreement, pair.kappa) == pytest.approx((theirs["percent"], theirs["cohen"]), rel=1e-9)
