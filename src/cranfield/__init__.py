"""Cranfield measures how good search, ranking, classification and generated text are.

>>> from cranfield import evaluate, ranking
>>> batch = ranking({"q1": {"d1": 1, "d2": 0}}, {"q1": {"d2": 2.0, "d1": 1.0}})
>>> evaluate(batch, ["RR"])["RR"].value
0.5
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cranfield.version import __version__

if TYPE_CHECKING:
    from cranfield.core.batch import Batch
    from cranfield.core.evaluate import evaluate, explain
    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy
    from cranfield.core.result import Result, Results
    from cranfield.core.spec import parse, parse_all
    from cranfield.errors import CranfieldError, InputError, MeasureError, PolicyError
    from cranfield.io.ranking import judgments, ranking

__all__ = [
    "Batch",
    "CranfieldError",
    "InputError",
    "Measure",
    "MeasureError",
    "Policy",
    "PolicyError",
    "Result",
    "Results",
    "__version__",
    "evaluate",
    "explain",
    "judgments",
    "parse",
    "parse_all",
    "ranking",
]

# names are fetched when first asked for, so that `import cranfield` costs nothing
_HOME = {
    "Batch": "core.batch",
    "CranfieldError": "errors",
    "InputError": "errors",
    "Measure": "core.measure",
    "MeasureError": "errors",
    "Policy": "core.policy",
    "PolicyError": "errors",
    "Result": "core.result",
    "Results": "core.result",
    "evaluate": "core.evaluate",
    "explain": "core.evaluate",
    "judgments": "io.ranking",
    "parse": "core.spec",
    "parse_all": "core.spec",
    "ranking": "io.ranking",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        message = f"module 'cranfield' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"cranfield.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
