"""-Z: each value as its distance from a mean, in standard deviations, both read from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compat.trec_eval.options import BAD_ZSCORES, TrecEvalError, leading_float

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["MISSING", "ZScores"]

MISSING = -1000000.0  # printed where the file has no mean


class ZScores:
    """Mean and standard deviation for each topic and measure: lines of `topic measure mean deviation`."""

    def __init__(self, path: str) -> None:
        try:
            lines = Path(path).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise TrecEvalError("te-zscores-unreadable", BAD_ZSCORES, path=path, error=str(error)) from None
        if not lines:
            raise TrecEvalError("te-zscores-empty", BAD_ZSCORES, path=path)
        self.known: dict[tuple[str, str], tuple[float, float]] = {}
        for number, line in enumerate(lines, 1):
            fields = line.split()
            if len(fields) != 4:
                raise TrecEvalError("te-zscores-fields", BAD_ZSCORES, path=path, line=number, found=len(fields))
            topic, measure, mean, deviation = fields
            self.known.setdefault((topic, measure), (leading_float(mean), leading_float(deviation)))

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
