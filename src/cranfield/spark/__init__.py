"""The same measures on Spark: `labels`, `ranking` and `text` say what a DataFrame holds, and `evaluate` measures it.

Workers get whole buckets of rows through `mapInArrow` and send home states, never rows; `cranfield.scale` does on each
worker what it does on one machine, so that every digit is the same. It needs the extra [spark].
"""

from __future__ import annotations

from cranfield.errors import MissingPackageError

try:
    import pyspark  # noqa: F401 (an extra)
except ImportError:
    raise MissingPackageError("no-spark") from None

from cranfield.spark.evaluate import evaluate
from cranfield.spark.labels import LabelsFrame, labels
from cranfield.spark.ranking import RankingFrame, ranking, read_run
from cranfield.spark.ship import ship
from cranfield.spark.text import TextFrame, text

__all__ = ["LabelsFrame", "RankingFrame", "TextFrame", "evaluate", "labels", "ranking", "read_run", "ship", "text"]
