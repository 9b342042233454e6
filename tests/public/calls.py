"""One good call of everything public, of which one argument at a time is replaced."""

from __future__ import annotations

import cranfield as cf
from cranfield.testing import assert_not_worse

QRELS = {"q1": {"d1": 2, "d2": 0}, "q2": {"d1": 1, "d3": 0}}
RUN = {"q1": {"d1": 2.0, "d2": 1.0, "d9": 0.5}, "q2": {"d3": 2.0, "d1": 1.0}}
OTHER = {"q1": {"d2": 2.0, "d1": 1.0, "d8": 0.5}, "q2": {"d1": 2.0, "d3": 1.0}}
TRUTH, GUESS, SCORE = ["a", "b", "a", "b"], ["a", "b", "b", "b"], [0.1, 0.9, 0.6, 0.8]
COLUMNS = {"y": TRUTH, "g": GUESS, "s": SCORE, "w": [1, 2, 1, 2], "c": ["x", "x", "z", "z"]}

RATED = {"item": list("aabb"), "rater": list("xyxy"), "value": [1, 2, 3, 3], "query": ["q1", "q1", "q2", "q2"]}
SIDES = {"item": list("ab"), "rater": list("xx"), "value": ["s", "tie"], "system": ["s", "t"], "other": ["t", "s"]}
DOCUMENTS = {
    "item": ["d1", "d1", "d2", "d2", "d1", "d3"], "rater": list("xyxyxx"), "value": [2, 1, 0, 0, 1, 0],
    "query": ["q1"] * 4 + ["q2"] * 2,
}  # fmt: skip

JUDGED = cf.judgments(QRELS)
POOLED = cf.judgments(QRELS, pooled=[RUN, OTHER])
BATCH, OTHER_BATCH = cf.ranking(POOLED, RUN), cf.ranking(POOLED, OTHER, system="other")
RESULTS, OTHER_RESULTS = (cf.evaluate(each, ["P@2", "AP", "nDCG"]) for each in (BATCH, OTHER_BATCH))
WHERE = cf.explain(BATCH, "AP", "q1")
WHOLE = cf.overview(BATCH, "AP")
LABELLED = cf.labels(truth=TRUTH, guess=GUESS, score=SCORE)
COMPARED = cf.compare([RESULTS, OTHER_RESULTS], resamples=20)


class Mine(cf.UnitMean):
    """A measure that is never registered."""

    def values(self, batch, note=None):
        """Nothing."""


# name: (what is called, positional arguments, keywords); every keyword that there is
CALLS = {
    "Batch": (
        cf.Batch,
        (),
        {
            "family": "ranking",
            "units": ["q1"],
            "columns": {},
            "facts": {},
            "policy": cf.Policy(),
            "findings": (),
            "inputs": (),
            "system": "s",
            "left_out": frozenset(),
            "unjudged": frozenset(),
            "row_names": None,
        },
    ),
    "Policy": (cf.Policy, (), cf.Policy().as_dict()),
    "Policy.named": (cf.Policy.named, ("default",), cf.Policy().as_dict()),
    "agreement": (
        cf.agreement,
        (cf.ratings(**RATED), ["Alpha"]),
        {"confidence": 0.9, "resamples": 20, "seed": 1},
    ),
    "bounds": (cf.bounds, (BATCH, "P@2"), {"grades": [0, 1, 2]}),
    "changes": (cf.changes, (WHOLE, cf.overview(OTHER_BATCH, "AP")), {}),
    "compare": (
        cf.compare,
        ([RESULTS, OTHER_RESULTS], ["AP"]),
        {
            "baseline": "run",
            "test": "bootstrap",
            "alternative": "two-sided",
            "correction": "maxt",
            "pairs": "all",
            "confidence": 0.9,
            "interval": "percentile",
            "resamples": 20,
            "seed": 1,
            "by": None,
            "rope": 0.1,
            "jobs": 1,
            "as_": None,
        },
    ),
    "confusion": (cf.confusion, (LABELLED,), {}),
    "correlate": (cf.correlate, ([RESULTS, OTHER_RESULTS], ["AP", "P@2"]), {"how": "rbo", "p": 0.8}),
    "curve pr": (cf.curve, (BATCH, "pr"), {"points": 3, "rel": 1.0, "query": "q1"}),
    "curve gain": (cf.curve, ([BATCH, OTHER_BATCH], "gain"), {"measure": ["P", "nDCG"], "depth": 2, "query": "q1"}),
    "curve roc": (cf.curve, (LABELLED, "roc"), {"positive": "b"}),
    "curve prc": (cf.curve, (LABELLED, "prc"), {"positive": "b"}),
    "curve calibration": (cf.curve, (LABELLED, "calibration"), {"bins": 2, "by": "count", "positive": "b"}),
    "curve scores": (cf.curve, (LABELLED, "scores"), {"bins": 2, "positive": "b"}),
    "curve confusion": (cf.curve, (LABELLED, "confusion"), {}),
    "curve queries": (cf.curve, ([RESULTS, OTHER_RESULTS], "queries"), {"measure": "AP"}),
    "difference": (cf.difference, (WHERE, cf.explain(OTHER_BATCH, "AP", "q1")), {}),
    "evaluate": (cf.evaluate, (BATCH, ["AP"]), {"groups": {"q1": "a", "q2": "b"}}),
    "explain": (cf.explain, (BATCH, "AP", "q1"), {}),
    "from_arrow": (cf.from_arrow, (RESULTS["AP"].state.to_arrow(),), {}),
    "groups": (cf.groups, (b"q1 a\nq2 b\n",), {}),
    "interval": (cf.interval, (RESULTS["AP"],), {"confidence": 0.9, "resamples": 20, "seed": 1, "by": None}),
    "intervals": (
        cf.intervals,
        (RESULTS, ["AP"]),
        {"confidence": 0.9, "interval": "bca", "resamples": 20, "seed": 1, "by": None, "jobs": 1},
    ),
    "judgments": (
        cf.judgments,
        (QRELS,),
        {"policy": "default", "known": None, "pooled": [RUN], "input_format": None, "columns": None},
    ),
    "labels": (
        cf.labels,
        (),
        {
            "data": None,
            "truth": TRUTH,
            "guess": GUESS,
            "score": SCORE,
            "group": list("xxyy"),
            "by": list("uuvv"),
            "weight": [1, 2, 1, 1],
            "classes": ["a", "b"],
            "threshold": None,
            "positive": None,
            "policy": "default",
            "input_format": None,
            "system": None,
            "progress": None,
        },
    ),
    "labels of a table": (
        cf.labels,
        (COLUMNS,),
        {
            "truth": "y",
            "guess": None,
            "score": "s",
            "group": "c",
            "by": None,
            "weight": "w",
            "classes": None,
            "threshold": 0.5,
            "positive": "b",
        },
    ),
    "each_rated": (
        cf.each_rated,
        (None,),
        {
            **SIDES,
            "query": None,
            "dimension": None,
            "scale": None,
            "absent": ["x"],
            "again": "last",
            "policy": "default",
            "input_format": None,
            "name": "study",
            "progress": None,
        },
    ),
    "live": (
        cf.live,
        (lambda query, size: [f"{query}-{at}" for at in range(min(size, 3))], {"q1": "words"}),
        {
            "size": 3,
            "rate": None,
            "duration": 0.01,
            "schedule": "fixed",
            "repetitions": 1,
            "seed": 0,
            "warm_up": False,
            "errors": "count",
            "in_flight": 2,
            "pause": 0.0,
            "source": None,
            "yes": False,
            "progress": None,
        },
    ),
    "median_judgments": (cf.median_judgments, (cf.ratings(**DOCUMENTS),), {}),
    "moved": (cf.moved, (RESULTS, OTHER_RESULTS, "AP"), {"limit": 1}),
    "overview": (cf.overview, (BATCH, "AP"), {}),
    "paired": (
        cf.paired,
        (RESULTS, OTHER_RESULTS, "AP"),
        {"test": "bootstrap", "resamples": 20, "seed": 1, "by": None, "as_": "sacrebleu"},
    ),
    "parse": (cf.parse, ("P@5", "ranking"), {}),
    "parse_all": (cf.parse_all, (["P@5", "AP"], "ranking"), {}),
    "picture": (cf.picture, (cf.curve(BATCH, "pr"),), {"kind": "pr", "language": "zh"}),
    "picture of a comparison": (cf.picture, (COMPARED.estimates(),), {"kind": "intervals"}),
    "pool": (
        cf.pool,
        ([RUN, OTHER],),
        {
            "method": "rrf",
            "depth": 2,
            "budget": 3,
            "per_query": 2,
            "order": "query",
            "k": 10,
            "p": 0.5,
            "measure": "P@2",
            "grades": [0, 1],
            "qrels": QRELS,
            "queries": b"q1\tfirst\nq2\tsecond\n",
            "without": [("q1", "d9")],
            "docs": b"d8\teight\nd9\tnine\n",
            "policy": "default",
            "seed": 1,
            "input_format": None,
            "columns": None,
        },
    ),
    "pool in decisive order": (cf.pool, ({"a": RUN, "b": OTHER},), {"method": "decisive", "measure": "nDCG@2"}),
    "race": (
        cf.race,
        ([RUN, OTHER], QRELS),
        {
            "measure": "P@2",
            "depth": 2,
            "grades": [0, 1, 2],
            "policy": "default",
            "input_format": None,
            "columns": None,
        },
    ),
    "power": (
        cf.power,
        ([RESULTS, OTHER_RESULTS], "AP"),
        {"difference": 0.1, "power": 0.8, "alpha": 0.05, "alternative": "better", "by": None},
    ),
    "precision_recall_curve": (cf.precision_recall_curve, (LABELLED,), {"positive": "b"}),
    "ranking": (
        cf.ranking,
        (QRELS, RUN),
        {
            "policy": None,
            "known": None,
            "input_format": None,
            "qrels_format": None,
            "run_format": None,
            "columns": None,
            "system": None,
            "keep": 0,
            "memory": "1GB",
            "progress": None,
        },
    ),
    "ranking of files": (
        cf.ranking,
        (b"q1 0 d1 1\nq2 0 d1 0\n", b"q1 Q0 d1 1 1.5 t\nq2 Q0 d1 1 1 t\n"),
        {
            "policy": "default",
            "known": b"q1 0 d1 1\n",
            "input_format": "trec",
            "qrels_format": "trec",
            "run_format": "trec",
            "columns": None,
            "system": "s",
            "keep": 3,
            "progress": lambda _done, _all: None,
        },
    ),
    "ranking of judgments": (cf.ranking, (JUDGED, RUN), {"policy": None, "known": None}),
    "rater_orders": (
        cf.rater_orders,
        ([BATCH, OTHER_BATCH], cf.ratings(**DOCUMENTS), "P@2"),
        {"resamples": 5, "seed": 1},
    ),
    "ratings": (
        cf.ratings,
        (None,),
        {
            **RATED,
            "system": None,
            "dimension": None,
            "other": None,
            "scale": [1, 2, 3],
            "absent": ["x"],
            "again": "last",
            "policy": "default",
            "input_format": None,
            "name": "study",
            "progress": None,
        },
    ),
    "ratings of a table": (
        cf.ratings,
        ({"i": list("aabb"), "r": list("xyxy"), "v": ["1", "2", "3", "x"]},),
        {"item": "i", "rater": "r", "value": "v", "scale": None, "absent": ["x"]},
    ),
    "register": (cf.register, (Mine,), {}),
    "robustness": (
        cf.robustness,
        ([BATCH, OTHER_BATCH], ["AP"]),
        {"shares": (1.0, 0.5), "repeats": 2, "seed": 1, "how": "tau-b", "p": 0.9},
    ),
    "roc_curve": (cf.roc_curve, (LABELLED,), {"positive": "b"}),
    "settle": (cf.settle, (BATCH, OTHER_BATCH, "P@2"), {"grades": [0, 1, 2], "least": True}),
    "text": (
        cf.text,
        (),
        {
            "candidates": ["a b", "c"],
            "references": ["a b", "d"],
            "data": None,
            "ids": ["x", "y"],
            "orientation": None,
            "blank_references": "keep",
            "tabs": "keep",
            "policy": "default",
            "input_format": None,
            "system": None,
            "progress": None,
        },
    ),
    "text of a table": (
        cf.text,
        (),
        {
            "candidates": "c",
            "references": ["r"],
            "ids": "i",
            "data": b'{"c": "a", "r": "a b", "i": "1"}\n{"c": "b", "r": "b", "i": "2"}\n',
            "input_format": "jsonl",
        },
    ),
    "assert_not_worse": (
        assert_not_worse,
        (RESULTS, RESULTS, "AP"),
        {"margin": 0.9, "confidence": 0.9, "system": None},
    ),
}
# what is no function, and has a test of its own or nothing to call
NOT_CALLED = {
    "Changes",
    "CranfieldError",
    "Difference",
    "Explanation",
    "InputError",
    "Measure",
    "MeasureError",
    "NoSuchMeasureError",
    "Overview",
    "PolicyError",
    "Result",
    "Results",
    "UnitMean",
    "__version__",
}
