"""-Z: each value as its distance from a mean, in standard deviations, both read from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.compat.trec_eval.lines import field_lines
from cranfield.compat.trec_eval.options import BAD_ZSCORES, TrecEvalError, leading_float
from cranfield.errors import InputError
from cranfield.io.bytes.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["MISSING", "ZScores"]

MISSING = -1000000.0  # printed where the file has no mean


class ZScores:
    """Mean and standard deviation for each topic and measure: lines of `topic measure mean deviation`."""

    def __init__(self, path: str) -> None:
        self.known: dict[tuple[str, str], tuple[float, float]] = {}
        try:
            source = Source(path, hashed="never")
            for _, (topic, measure, mean, deviation) in field_lines(source, "topic measure mean deviation"):
                self.known.setdefault((topic, measure), (leading_float(mean), leading_float(deviation)))
        except InputError as error:
            raise TrecEvalError("te-zscores", BAD_ZSCORES, error=str(error)) from None

    def convert(self, name: str, topics: Sequence[str], values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The values of one measure, each by the mean and deviation of its topic."""
        return np.array([self._one(name, topic, value) for topic, value in zip(topics, values.tolist(), strict=True)])

    def _one(self, name: str, topic: str, value: float) -> float:
        mean, deviation = self.known.get((topic, name), (None, 0.0))
        if mean is None:
            return MISSING
        if deviation:
            return (value - mean) / deviation
        return 0.0 if value == mean else MISSING
