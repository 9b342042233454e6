"""Real runs and what trec_eval and gdeval said about them; skipped where the data is not there.

File names tell the tool, its version and its options: te904 is trec_eval 9.0.4, te10 is trec_eval 10.
"""

import csv
import gzip
import json
from functools import cache
from pathlib import Path

import pytest

from cranfield import InputError, Policy, evaluate, parse_all, ranking
from cranfield.core.spec import trec_name

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
NAMES = {trec_name(measure): measure for measure in parse_all(["all_trec", "unj"])}
HALF_DIGIT = 0.5001e-4


def some(*patterns):
    """Files of the data, or one absent case that skips."""
    found = [path for pattern in patterns for path in sorted(DATA.glob(pattern))] if DATA.is_dir() else []
    missing = pytest.param(None, marks=pytest.mark.skip(reason="the real data is not here"))
    return [pytest.param(path, id=str(path.relative_to(DATA))) for path in found] or [missing]


@cache
def batch_of(qrels, run, policy):
    return ranking(qrels, run, policy=policy)


def at_level(measure, level):
    if level == 1 or measure.name in ("NumRet", "nDCG") or "rel" not in measure.params():
        return measure
    return type(measure)(**{**measure.changed(), "rel": level})


def disagreements(expected, batch, level=1, skip=()):
    """The lines of a trec_eval output that we would print otherwise, and how many lines there are."""
    text = gzip.decompress(expected.read_bytes()).decode()
    lines = [line.split("\t") for line in text.splitlines()]
    lines = [(name.strip(), query, value) for name, query, value in lines if name.strip() not in ("runid", "relstring")]
    asked = {name: at_level(NAMES[name], level) for name in dict.fromkeys(name for name, _, _ in lines)}
    results = evaluate(batch, asked.values())
    wrong = []
    for name, query, value in lines:
        result = results[asked[name]]
        ours = result.value if query == "all" else result.units[query]
        if name not in skip and abs(ours - float(value)) > HALF_DIGIT:
            wrong.append((name, query, ours, value))
    return wrong, len(lines)


def profile(path, **changes):
    return Policy.named("trec_eval-9" if ".te904." in path.name else "trec_eval-10", **changes)


@pytest.mark.parametrize("expected", some("ir_robust03/expected/*"))
def test_trec_2003_robust_runs(expected):
    folder, run = expected.parents[1], expected.name.partition(".te")[0]
    batch = batch_of(folder / "qrels.txt.gz", folder / "runs" / f"{run}.gz", profile(expected, missing="zero"))
    wrong, lines = disagreements(expected, batch)
    assert lines > 9000
    assert wrong == []


@pytest.mark.parametrize("expected", some("ir_cedr_web/expected/*all_trec*"))
def test_web_track_runs(expected):
    folder, run = expected.parents[1], expected.name.partition(".te")[0]
    options = expected.name.split(".")[-3]
    policy = profile(expected, missing="zero" if "-c" in options else "skip", judged_only="-J" in options)
    level = 2 if "-l2" in options else 1
    # with -l 2 trec_eval's Rndcg is 0 for a topic without grade 2, although its gains start at grade 1
    skip = ("Rndcg",) if level == 2 else ()
    batch = batch_of(folder / "qrels.txt.gz", folder / "runs" / f"{run}.gz", policy)
    wrong, lines = disagreements(expected, batch, level, skip)
    assert lines > 4000
    assert wrong == []


@pytest.mark.parametrize("expected", some("ir_cedr_web/expected/*gdeval*.csv"))
def test_web_track_gain_measures_of_gdeval(expected):
    folder, run = expected.parents[1], expected.name.partition(".gdeval")[0]
    with expected.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    depth = expected.name.split(".")[-2].removeprefix("k")
    pairs = {f"ndcg@{depth}": f"nDCG(gain='exp')@{depth}", f"err@{depth}": f"ERR(max_grade=4)@{depth}"}
    batch = batch_of(folder / "qrels.txt.gz", folder / "runs" / f"{run}.gz", Policy(missing="skip"))
    results = evaluate(batch, list(pairs.values()))
    assert len(rows) == 51
    for row in rows:
        for theirs, ours in pairs.items():
            value = results[ours].value if row["topic"] == "amean" else results[ours].units[row["topic"]]
            assert value == pytest.approx(float(row[theirs]), abs=0.5001e-5), (row["topic"], ours)


@pytest.mark.parametrize("case", some("ir_edge_open/*"))
def test_rewritings_of_one_run(case):
    about = json.loads((case / "case.json").read_text(encoding="utf-8"))
    seen = 0
    for tool, told in about.items():
        if not isinstance(told, dict):
            continue
        missing = "zero" if tool.endswith(".c") else "skip"
        policy = Policy.named("trec_eval-9" if tool.startswith("te904") else "trec_eval-10", missing=missing)
        seen += 1
        if "not found in qrels" in told["stderr"]:
            continue  # version 10 refuses a run without some topic unless -c is given; we leave the topic out
        if told["rc"] != 0:
            with pytest.raises(InputError):
                ranking(case / "qrels", case / "run", policy=policy)
            continue
        wrong, lines = disagreements(case / f"{tool}.out.gz", ranking(case / "qrels", case / "run", policy=policy))
        assert lines > 80
        assert wrong == [], tool
    assert seen == 4


@pytest.mark.parametrize("expected", some("col_*/expected/*"))
def test_runs_on_whole_collections(expected):
    folder, run = expected.parents[1], expected.name.partition(".te904")[0]
    batch = batch_of(folder / "qrels.txt", folder / "runs" / f"{run}.run.gz", profile(expected, missing="zero"))
    wrong, lines = disagreements(expected, batch)
    assert lines > 4000
    assert wrong == []
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))[run]
    results = evaluate(batch, [NAMES[name] for name in summary])
    for name, value in summary.items():
        assert results[NAMES[name]].value == pytest.approx(float(value), abs=HALF_DIGIT)


LEADERBOARD = {
    "ndcg@10": "nDCG@10",
    "p@5": "P@5",
    "RBP(p=.5)": "RBP(p=0.5, max_grade=2)",
    "bpref": "Bpref",
    "MAP": "AP",
}


@pytest.mark.parametrize("run", some("ir_covid_r1/runs/*"))
def test_the_leaderboard_of_trec_covid_round_1(run):
    folder = run.parents[1]
    with (folder / "leaderboard.csv").open(encoding="utf-8") as lines:
        official = {row["run"]: row for row in csv.DictReader(lines)}[run.name.removesuffix(".gz")]
    policy = Policy.named("trec_eval-9", missing="zero", depth=1000)
    results = evaluate(batch_of(folder / "qrels.txt", run, policy), list(LEADERBOARD.values()))
    for column, measure in LEADERBOARD.items():
        assert results[measure].value == pytest.approx(float(official[column]), abs=HALF_DIGIT), column


@pytest.mark.parametrize("expected", some("ir_covid_r1/expected/*all_trec*"))
def test_trec_covid_runs(expected):
    folder, run = expected.parents[1], expected.name.partition(".te904.")[0].partition(".te10.")[0]
    policy = profile(expected, missing="zero", depth=1000)
    wrong, lines = disagreements(expected, batch_of(folder / "qrels.txt", folder / "runs" / f"{run}.gz", policy))
    assert lines > 2500
    assert wrong == []
