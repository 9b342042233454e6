"""Precision, recall and their harmonic mean, for each label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.param import number
from cranfield.measures.labels.confused import ClassQuotient

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.confusion import Confusion

__all__ = ["F1", "FMeasure", "Jaccard", "Precision", "Recall"]


def _aliases(name: str, function: str) -> tuple[Alias, ...]:
    """scikit-learn's names: of the function, and of the scorers."""
    scorers = tuple(
        Alias(f"{name}_{average}", {"average": average}, tool="scikit-learn")
        for average in ("macro", "micro", "weighted")
    )
    return (Alias(function, tool="scikit-learn"), *scorers)


class Precision(ClassQuotient):
    """Of the examples that were given a label, the share that has it."""

    name: ClassVar[str] = "Precision"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("scikit-learn", "elsewhere-warns-of-0"),)
    needs: ClassVar[str] = "guess"
    divides: ClassVar[str] = "right-over-guessed"
    formula: ClassVar[str] = "TP / (TP + FP)"
    source: ClassVar[str] = "Manning, Raghavan and Schütze, Introduction to Information Retrieval, 2008, section 13.6"
    chinese: ClassVar[str] = "被判为某一类的样本中，真正属于该类的比例。"
    undefined_when: ClassVar[str] = "when-never-guessed"
    aliases: ClassVar[tuple[Alias, ...]] = _aliases("precision", "precision_score")

    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """Right guesses over guesses."""
        return confusion.right, confusion.guess


class Recall(ClassQuotient):
    """Of the examples that have a label, the share that was given it."""

    name: ClassVar[str] = "Recall"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("scikit-learn", "elsewhere-warns-of-0"),)
    needs: ClassVar[str] = "truth"
    divides: ClassVar[str] = "right-over-true"
    formula: ClassVar[str] = "TP / (TP + FN)"
    source: ClassVar[str] = "Manning, Raghavan and Schütze, Introduction to Information Retrieval, 2008, section 13.6"
    chinese: ClassVar[str] = "真正属于某一类的样本中，被正确判为该类的比例。"
    undefined_when: ClassVar[str] = "when-no-example"
    aliases: ClassVar[tuple[Alias, ...]] = _aliases("recall", "recall_score")

    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """Right guesses over true examples."""
        return confusion.right, confusion.truth


class F1(ClassQuotient):
    """The harmonic mean of precision and recall, for each label."""

    name: ClassVar[str] = "F1"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("scikit-learn", "elsewhere-warns-of-0"),
        Elsewhere("", "elsewhere-macro-of-means"),
    )
    needs: ClassVar[str] = "either"
    divides: ClassVar[str] = "twice-right-over-both"
    formula: ClassVar[str] = "2 P R / (P + R) = 2 TP / (2 TP + FP + FN)"
    source: ClassVar[str] = "van Rijsbergen, Information Retrieval, 1979"
    chinese: ClassVar[str] = "每一类精确率与召回率的调和平均。"
    undefined_when: ClassVar[str] = "when-neither"
    aliases: ClassVar[tuple[Alias, ...]] = _aliases("f1", "f1_score")

    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """Twice the right guesses over true examples and guesses."""
        return 2 * confusion.right, confusion.truth + confusion.guess


class FMeasure(ClassQuotient):
    """The weighted harmonic mean of precision and recall; beta above 1 favours recall, below 1 precision."""

    name: ClassVar[str] = "F"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("scikit-learn", "elsewhere-warns-of-0"),
        Elsewhere("", "elsewhere-macro-of-means"),
    )
    divides: ClassVar[str] = "weighted-right-over-both"
    formula: ClassVar[str] = "(1 + beta^2) P R / (beta^2 P + R) = (1 + beta^2) TP / (beta^2 (TP + FN) + TP + FP)"
    source: ClassVar[str] = "van Rijsbergen, Information Retrieval, 1979"
    chinese: ClassVar[str] = "每一类精确率与召回率的加权调和平均；beta 大于 1 时偏重召回率。"
    undefined_when: ClassVar[str] = "when-neither"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("fbeta_score", tool="scikit-learn"),)

    beta: float = number(1.0, lo=0, help="how many times more recall matters than precision")

    @property
    def needs(self) -> str:  # type: ignore[override]
        """Without a part of recall, only guesses are in the denominator."""
        return "guess" if self.beta == 0 else "either"

    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """Weighted right guesses over true examples and guesses."""
        squared = self.beta * self.beta
        return (1 + squared) * confusion.right, squared * confusion.truth + confusion.guess


class Jaccard(ClassQuotient):
    """Of the examples that have a label or were given it, the share with both."""

    name: ClassVar[str] = "Jaccard"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("scikit-learn", "elsewhere-warns-of-0"),)
    needs: ClassVar[str] = "either"
    divides: ClassVar[str] = "right-over-either"
    formula: ClassVar[str] = "TP / (TP + FP + FN)"
    source: ClassVar[str] = "Jaccard, The distribution of the flora in the alpine zone, New Phytologist 1912"
    chinese: ClassVar[str] = "真正属于某一类或被判为该类的样本中，两者兼具的比例。"
    undefined_when: ClassVar[str] = "when-neither"
    aliases: ClassVar[tuple[Alias, ...]] = _aliases("jaccard", "jaccard_score")

    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """Right guesses over examples with the label or given it."""
        return confusion.right, confusion.right + confusion.missed + confusion.wrong
