"""Cranfield measures how good search, ranking, classification and generated text are.

>>> from cranfield import evaluate, ranking
>>> batch = ranking({"q1": {"d1": 1, "d2": 0}}, {"q1": {"d2": 2.0, "d1": 1.0}})
>>> evaluate(batch, ["RR"])["RR"].value
0.5
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cranfield.core.registry import provide
from cranfield.core.shown import provide_views
from cranfield.version import __version__

if TYPE_CHECKING:
    from cranfield.compare.agreement import agreement
    from cranfield.compare.annotators import median_judgments, rater_orders
    from cranfield.compare.bounds import bounds
    from cranfield.compare.contests import compare, intervals
    from cranfield.compare.correlate import correlate
    from cranfield.compare.moved import moved
    from cranfield.compare.paired import paired
    from cranfield.compare.poisson import poisson_interval, poisson_paired
    from cranfield.compare.power import power
    from cranfield.compare.resample import interval
    from cranfield.compare.robustness import robustness
    from cranfield.compare.settle import settle
    from cranfield.core.batch import Batch
    from cranfield.core.difference import Changes, Difference, changes, difference
    from cranfield.core.evaluate import evaluate
    from cranfield.core.explain import Explanation, explain
    from cranfield.core.measure import Measure
    from cranfield.core.overview import Overview, overview
    from cranfield.core.poisson import poisson_weights
    from cranfield.core.policy import Policy
    from cranfield.core.registry import register
    from cranfield.core.result import Result, Results
    from cranfield.core.spec import parse, parse_all
    from cranfield.core.states.read import from_arrow
    from cranfield.core.unit_measure import UnitMean
    from cranfield.curves.curve import curve
    from cranfield.curves.thresholds import confusion, precision_recall_curve, roc_curve
    from cranfield.errors import CranfieldError, InputError, MeasureError, NoSuchMeasureError, PolicyError
    from cranfield.io.cost import cost
    from cranfield.io.groups import groups
    from cranfield.io.labels import labels
    from cranfield.io.ranking import judgments, ranking
    from cranfield.io.ratings import each_rated, ratings
    from cranfield.io.text import text
    from cranfield.live.measure import live
    from cranfield.pools.clicks import clicks
    from cranfield.pools.interleaving import interleaving
    from cranfield.pools.overlap import overlap
    from cranfield.pools.pool import pool, race
    from cranfield.report.pictures.choose import picture
    from cranfield.trust.judges import judges

__all__ = [
    "Batch",
    "Changes",
    "CranfieldError",
    "Difference",
    "Explanation",
    "InputError",
    "Measure",
    "MeasureError",
    "NoSuchMeasureError",
    "Overview",
    "Policy",
    "PolicyError",
    "Result",
    "Results",
    "UnitMean",
    "__version__",
    "agreement",
    "bounds",
    "changes",
    "clicks",
    "compare",
    "confusion",
    "correlate",
    "cost",
    "curve",
    "difference",
    "each_rated",
    "evaluate",
    "explain",
    "from_arrow",
    "groups",
    "interleaving",
    "interval",
    "intervals",
    "judges",
    "judgments",
    "labels",
    "live",
    "median_judgments",
    "moved",
    "overlap",
    "overview",
    "paired",
    "parse",
    "parse_all",
    "picture",
    "poisson_interval",
    "poisson_paired",
    "poisson_weights",
    "pool",
    "power",
    "precision_recall_curve",
    "race",
    "ranking",
    "rater_orders",
    "ratings",
    "register",
    "robustness",
    "roc_curve",
    "settle",
    "text",
]

# names are fetched when first asked for, so that `import cranfield` costs nothing
_HOME = {
    "Batch": "core.batch",
    "Changes": "core.difference",
    "CranfieldError": "errors",
    "Difference": "core.difference",
    "InputError": "errors",
    "Measure": "core.measure",
    "MeasureError": "errors",
    "NoSuchMeasureError": "errors",
    "Overview": "core.overview",
    "Policy": "core.policy",
    "PolicyError": "errors",
    "Result": "core.result",
    "Results": "core.result",
    "UnitMean": "core.unit_measure",
    "agreement": "compare.agreement",
    "bounds": "compare.bounds",
    "changes": "core.difference",
    "clicks": "pools.clicks",
    "compare": "compare.contests",
    "confusion": "curves.thresholds",
    "correlate": "compare.correlate",
    "cost": "io.cost",
    "curve": "curves.curve",
    "difference": "core.difference",
    "each_rated": "io.ratings",
    "evaluate": "core.evaluate",
    "Explanation": "core.explain",
    "explain": "core.explain",
    "from_arrow": "core.states.read",
    "groups": "io.groups",
    "interleaving": "pools.interleaving",
    "interval": "compare.resample",
    "intervals": "compare.contests",
    "judges": "trust.judges",
    "judgments": "io.ranking",
    "labels": "io.labels",
    "live": "live.measure",
    "median_judgments": "compare.annotators",
    "moved": "compare.moved",
    "overlap": "pools.overlap",
    "overview": "core.overview",
    "paired": "compare.paired",
    "parse": "core.spec",
    "parse_all": "core.spec",
    "picture": "report.pictures.choose",
    "poisson_interval": "compare.poisson",
    "poisson_paired": "compare.poisson",
    "poisson_weights": "core.poisson",
    "pool": "pools.pool",
    "power": "compare.power",
    "precision_recall_curve": "curves.thresholds",
    "race": "pools.pool",
    "ranking": "io.ranking",
    "rater_orders": "compare.annotators",
    "ratings": "io.ratings",
    "register": "core.registry",
    "robustness": "compare.robustness",
    "roc_curve": "curves.thresholds",
    "settle": "compare.settle",
    "text": "io.text",
}

# the families that come along, in the order in which people look for them
for _family in ("ranking", "labels", "text", "ratings", "cost"):
    provide(_family, lambda name=_family: import_module(f"cranfield.measures.{name}.family").FAMILY)  # type: ignore[misc]

# what shows objects of the core, which knows nothing of reports itself
provide_views(lambda: import_module("cranfield.report.views"))


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        message = f"module 'cranfield' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"cranfield.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
