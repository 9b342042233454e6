"""Curves of real runs and clicks are what trec_eval and scikit-learn said of them; skipped where the data is absent."""

import gzip
import json
from pathlib import Path

import pytest

from cranfield import Policy, curve, labels, ranking
from cranfield.core.tidy import facts_of

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
RUNS, CLICKS = DATA / "ir_covid_r1", DATA / "cl_tiangong"
LEVELS = [f"iprec_at_recall_{level / 10:.2f}" for level in range(11)]


@pytest.mark.skipif(not RUNS.is_dir(), reason="the runs are not here")
@pytest.mark.parametrize("name", ["BERT", "BBGhelani1", "Technion-RRF"])
@pytest.mark.parametrize(("version", "profile"), [("te904", "trec_eval-9"), ("te10", "trec_eval-10")])
def test_eleven_points_of_real_runs(name, version, profile):
    text = gzip.decompress((RUNS / f"expected/{name}.{version}.q-c-M1000-all_trec.txt.gz").read_bytes()).decode()
    lines = [line.split("\t") for line in text.splitlines()]
    told = {(measure.strip(), query): float(value) for measure, query, value in lines if measure.startswith("iprec")}
    # -c: queries without an answer count 0
    policy = Policy.named(profile, missing="zero", depth=1000)
    batch = ranking(RUNS / "qrels.txt", RUNS / f"runs/{name}.gz", policy=policy)
    ours = curve(batch, "pr")["precision"].to_pylist()
    assert ours == pytest.approx([told[level, "all"] for level in LEVELS], abs=0.5001e-4)
    for query in list(batch.units)[:8]:
        if (LEVELS[0], query) in told:
            rows = curve(batch, "pr", query=query).to_pylist()
            heights = [row["precision"] for row in rows if row["line"] == "interpolated"]
            assert heights == pytest.approx([told[level, query] for level in LEVELS], abs=0.5001e-4)


@pytest.mark.skipif(not CLICKS.is_dir(), reason="the click log is not here")
def test_the_area_of_a_click_log():
    expected = json.loads((CLICKS / "expected.sklearn.json").read_text())["overall"]
    batch = labels(CLICKS / "predictions.tsv.gz", truth="label", score="score")
    assert facts_of(curve(batch, "roc"))["areas"]["predictions"] == pytest.approx(expected["roc_auc"], abs=1e-9)
