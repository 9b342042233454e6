"""Comparisons of systems next to their peers: tests of all pairs, intervals, and sacrebleu's paired tests.

Alone: `python benchmarks/bench_compare.py significance --scale 0.2`; the scale is that of the number of trials.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from text_data import make_pairs
from turns import here, take_turns

DATA = Path(__file__).parent / "data"
MEASURES = {"AP": "map", "nDCG@10": "ndcg@10", "RR": "mrr"}
QUERIES = 250


def _judged(systems: int) -> tuple[dict[str, dict[str, int]], list[dict[str, dict[str, float]]]]:
    """Judgments and runs that grow a little better from one to the next."""
    rng = np.random.default_rng(1)
    qrels = {f"q{at}": {f"d{doc}": int(rng.random() < 0.3) for doc in range(50)} for at in range(QUERIES)}
    for grades in qrels.values():
        grades["d0"] = 1
    runs = [
        {q: {d: g * (0.5 + 0.02 * at) + rng.random() for d, g in grades.items()} for q, grades in qrels.items()}
        for at in range(systems)
    ]
    return qrels, runs


def significance(scale: float) -> list[dict[str, Any]]:
    """All pairs of a few systems against ranx and scipy, and ours alone on many."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import ranx
    from scipy import stats

    from cranfield import compare, evaluate, ranking

    trials, few = round(10_000 * scale), 5
    qrels, runs = _judged(few)
    batches = [ranking(qrels, run, system=f"s{at}") for at, run in enumerate(runs)]
    gold, theirs = ranx.Qrels(qrels), [ranx.Run(run, name=f"s{at}") for at, run in enumerate(runs)]

    def ours(**options: Any) -> float:
        made = [evaluate(batch, list(MEASURES)) for batch in batches]
        return compare(made, pairs="all", resamples=trials, **options)["AP"].pairs[0].others["randomization"]

    def by_ranx() -> float:
        report = ranx.compare(gold, theirs, list(MEASURES.values()), stat_test="fisher", n_permutations=trials)
        return report.comparisons["s0", "s1"]["map"]["p_value"]

    values = [{name: np.array(evaluate(b, list(MEASURES))[name].values) for name in MEASURES} for b in batches]

    def by_scipy() -> float:
        found = {}
        for name in MEASURES:
            for one, two in combinations(range(few), 2):
                gaps = values[two][name] - values[one][name]
                stats.ttest_rel(values[two][name], values[one][name])
                found[name, one, two] = stats.permutation_test(
                    (gaps,), np.mean, permutation_type="samples", vectorized=True, n_resamples=trials, batch=1000,
                    rng=np.random.default_rng(1),
                ).pvalue  # fmt: skip
        return float(found["AP", 0, 1])

    contestants = {"cranfield": here(ours), "ranx": here(by_ranx), "scipy, a loop": here(by_scipy)}
    for contestant in contestants.values():
        contestant()  # everything is loaded and compiled
    work = f"t-test and {trials:,} permutations, all pairs of {few} systems, {QUERIES} queries, three measures"
    line = {"work": work, "ours": "cranfield", "peers": ["ranx", "scipy, a loop"]}
    return [
        {"title": work, "rows": take_turns(contestants, 3, agree=0.05), "readme": [line]},
        _alone(trials),
    ]


def _alone(trials: int) -> dict[str, Any]:
    from cranfield import compare, evaluate, ranking

    qrels, runs = _judged(50)
    made = [evaluate(ranking(qrels, run, system=f"s{at}"), list(MEASURES)) for at, run in enumerate(runs)]
    ways: dict[str, dict[str, Any]] = {
        "against a baseline": {},
        "with BCa intervals": {"interval": "bca"},
        "all pairs, MaxT": {"pairs": "all", "correction": "maxt"},
        "all pairs, randomised Tukey": {"pairs": "all", "correction": "tukey"},
    }
    contestants = {
        name: here(lambda options=options: compare(made, resamples=trials, **options)["AP"].pairs[0].p)
        for name, options in ways.items()
    }
    title = f"50 systems, {QUERIES} queries, {trials:,} resamples, three measures; ours alone"
    return {"title": title, "rows": take_turns(contestants, 3, agree=1e-12), "readme": []}


def paired_text(scale: float) -> list[dict[str, Any]]:
    """Two systems from what was counted of their segments to p, as sacrebleu has it: the same p."""
    from sacrebleu.metrics import BLEU
    from sacrebleu.significance import PairedTest

    from cranfield import evaluate, paired, text

    count, found = 1000, []
    first, references = json.loads(make_pairs(DATA, count).read_text("utf-8"))
    second = [each if at % 5 else references[at] for at, each in enumerate(first)]
    systems = {"a": first, "b": second}
    made = [
        evaluate(text(candidates=each, references=references, system=name), "BLEU") for name, each in systems.items()
    ]
    counted = {
        id(each): BLEU(references=[references])._extract_corpus_statistics(each, None) for each in (first, second)
    }

    class Counted(BLEU):
        """What was counted is not counted again."""

        def _extract_corpus_statistics(self, hypotheses, references):  # noqa: ARG002
            return counted[id(hypotheses)]

    for test, theirs, trials in (("bootstrap", "bs", 1000), ("randomization", "ar", 10_000)):
        number = round(trials * scale)

        def ours(test: str = test, number: int = number) -> float:
            return paired(*made, "BLEU", test=test, as_="sacrebleu", resamples=number).p

        def peer(theirs: str = theirs, number: int = number) -> float:
            metrics = {"BLEU": Counted(references=[references])}
            return PairedTest(list(systems.items()), metrics, None, theirs, number)()[1]["BLEU"][1].p_value

        contestants = {"cranfield": here(ours), "sacrebleu": here(peer)}
        work = f"paired {test} of BLEU, {count:,} segments, {number:,} trials"
        line = {"work": work, "ours": "cranfield", "peers": ["sacrebleu"]}
        found.append({"title": work, "rows": take_turns(contestants, 3, agree=0), "readme": [line]})
    return found


def main() -> None:
    """Print the tables of one section."""
    import report

    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("section", choices=["significance", "paired_text"])
    parser.add_argument("--scale", type=float, default=1.0)
    chosen = parser.parse_args()
    for table in globals()[chosen.section](chosen.scale):
        sys.stdout.write("\n".join(report.table_lines(table)) + "\n")


if __name__ == "__main__":
    main()
