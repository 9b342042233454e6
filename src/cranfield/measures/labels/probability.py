"""Losses of scores: logarithmic and quadratic loss of probabilities, and hinge loss of any scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from cranfield.core.coded import Scores
from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.param import number
from cranfield.measures.labels.base import ExampleMean, check_probability, positive_param

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["Brier", "Hinge", "LogLoss"]


def _of_truth(batch: Batch, score: Scores) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The column of the true label in each row, and its probability."""
    truth = batch.coded("truth")
    place = {name: at for at, name in enumerate(score.names)}
    column = np.asarray([place.get(name, 0) for name in truth.names])[truth.codes]
    return column, score.values[np.arange(len(column)), column].astype(np.float64)


def _precision(batch: Batch) -> float:
    score = batch.columns["score"]
    kind = score.values.dtype if isinstance(score, Scores) else batch.array("score").dtype
    return float(np.finfo(kind).eps)


class LogLoss(ExampleMean):
    """The mean of minus the logarithm of the probability that was given to the true label."""

    name: ClassVar[str] = "LogLoss"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("", "elsewhere-no-clipping", {"eps": 0.0}),)
    reads: ClassVar[tuple[str, ...]] = ("truth", "score")
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    better: ClassVar[str | None] = "lower"
    formula: ClassVar[str] = "mean of -ln(probability of the true label), kept between eps and 1 - eps"
    source: ClassVar[str] = "Good, Rational decisions, Journal of the Royal Statistical Society B 1952"
    chinese: ClassVar[str] = "真实类别所得概率的负对数的平均（交叉熵），越小越好。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("log_loss", tool="scikit-learn"),)

    eps: float | None = number(
        None, lo=0, hi=0.5, help="the smallest probability that is believed; not given: the precision of the scores"
    )
    positive: str | None = positive_param()

    def resolve(self, batch: Batch) -> Self:
        """With the positive label and the smallest probability filled in."""
        ready = super().resolve(batch)
        return ready if self.eps is not None else ready.replace(eps=_precision(batch))

    def values(self, batch: Batch) -> NDArray[np.float64]:
        """The loss of each example."""
        score = batch.columns["score"]
        if isinstance(score, Scores):
            check_probability(self, score.values)
            _, likely = _of_truth(batch, score)
        else:
            check_probability(self, batch.array("score"))
            given = batch.array("score").astype(np.float64)
            likely = np.where(batch.coded("truth").is_label(self.positive or ""), given, 1 - given)
        eps = _precision(batch) if self.eps is None else self.eps
        with np.errstate(divide="ignore"):  # eps=0 lets a probability of 0 be infinitely wrong
            return -np.log(np.clip(likely, eps, 1 - eps))


class Brier(ExampleMean):
    """The mean squared distance between the probabilities and what happened."""

    name: ClassVar[str] = "Brier"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("Brier 1950", "elsewhere-half-brier"),)
    reads: ClassVar[tuple[str, ...]] = ("truth", "score")
    bounds: ClassVar[tuple[float, float]] = (0.0, 2.0)
    better: ClassVar[str | None] = "lower"
    formula: ClassVar[str] = "two labels: mean of (p - y)^2; more: mean of the sum over labels of (p - y)^2"
    source: ClassVar[str] = "Brier, Verification of forecasts expressed in terms of probability, 1950"
    chinese: ClassVar[str] = "预测概率与实际结果之差的平方的平均，越小越好。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("brier_score_loss", tool="scikit-learn"),)

    positive: str | None = positive_param()

    def values(self, batch: Batch) -> NDArray[np.float64]:
        """The squared distance of each example."""
        score = batch.columns["score"]
        if isinstance(score, Scores):
            check_probability(self, score.values)
            _, likely = _of_truth(batch, score)
            # (1 - p)^2 for the true label and p^2 for the others
            squares = (score.values.astype(np.float64) ** 2).sum(axis=1) - likely**2 + (1 - likely) ** 2
            return squares / 2 if score.values.shape[1] < 3 else squares
        check_probability(self, batch.array("score"))
        marked = batch.coded("truth").is_label(self.positive or "")
        return (batch.array("score").astype(np.float64) - marked) ** 2


class Hinge(ExampleMean):
    """The mean of what each score lacks of a margin of 1 on the right side of 0, or over the best other label."""

    name: ClassVar[str] = "Hinge"
    reads: ClassVar[tuple[str, ...]] = ("truth", "score")
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    better: ClassVar[str | None] = "lower"
    unbounded: ClassVar[bool] = True
    formula: ClassVar[str] = (
        "mean of max(0, 1 - margin), margin y s with y = 1 or -1; more labels: s of the true - best other"
    )
    source: ClassVar[str] = (
        "Cortes and Vapnik, Support-vector networks, Machine Learning 1995; several labels: Crammer and Singer, Journal"
        " of Machine Learning Research 2001"
    )
    chinese: ClassVar[str] = "得分离正确一侧的间隔 1（或高出其他类别最高得分 1）还差多少的平均，越小越好。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("hinge_loss", tool="scikit-learn"),)

    positive: str | None = positive_param()

    def values(self, batch: Batch) -> NDArray[np.float64]:
        """The loss of each example."""
        score = batch.columns["score"]
        if isinstance(score, Scores):
            column, own = _of_truth(batch, score)
            others = score.values.astype(np.float64)
            others[np.arange(len(column)), column] = -np.inf
            with np.errstate(invalid="ignore"):  # infinity less infinity is refused later
                margin = own - others.max(axis=1)
        else:
            given = batch.array("score").astype(np.float64)
            margin = np.where(batch.coded("truth").is_label(self.positive or ""), given, -given)
        return np.maximum(0.0, 1 - margin)
