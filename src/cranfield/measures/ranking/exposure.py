"""How exposure is shared among groups of documents: attention-weighted rank fairness, and expected exposure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, number, word
from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import QueryMean, rel_param
from cranfield.measures.ranking.between_groups import Open, divergence_ends, open_groups, product_ends, squares_ends

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.measures.ranking.between import Ends

    FindEnds = Callable[[NDArray[np.float64], Open, NDArray[np.float64]], tuple[float, float]]

_KEPT = 1000  # ranks whose groups the door keeps
_TOLD = 10  # groups that an explanation names each; of more only the sums

__all__ = ["AWRF", "EED", "EEL", "EER"]


def _of_groups(
    batch: Batch, owner: NDArray[np.int64], group: NDArray[Any], weight: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The sum of weights of each query and group; documents without a group have no part in it."""
    count, there = len(batch.facts["document_groups"]), group >= 0
    place = owner[there] * count + group[there]
    found = np.bincount(place, weights=weight[there], minlength=len(batch) * count)
    return found.astype(np.float64, copy=False).reshape(len(batch), count)


def _tell_groups(batch: Batch, note: Note, values: NDArray[np.float64], *, due: bool) -> None:
    """What each group has of it, or should have, where there are not too many to be read."""
    groups = batch.facts["document_groups"]
    for at, group in enumerate(groups if len(groups) <= _TOLD else ()):
        if due:
            note.unit("target-of-group", values[:, at], group=group)
        else:
            note.unit("share-of-group", values[:, at], group=group)


class _Exposure(QueryMean):
    """A measure of the exposure of groups."""

    reads: ClassVar[tuple[str, ...]] = ("document_group", "judged_group", "judged")
    judging: ClassVar[str | None] = "apart"
    at: ClassVar[str | None] = "k"

    k: int | None = integer(None, lo=1, help="look only at the first k results, of which 1,000 are kept")
    rel: float = rel_param()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.k is not None and self.k > _KEPT:
            raise MeasureError("beyond-kept", measure=self.name, most=_KEPT, given=self.k)

    def exposure(self, batch: Batch, weight: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each group of each query gets of the weights of the ranks."""
        top = batch.ragged("document_group")
        here = weight[top.position - 1]
        here = here if self.k is None else np.where(top.position <= self.k, here, 0.0)
        return _of_groups(batch, top.owner, top.values, here)

    def ranks(self, batch: Batch) -> int:
        """How many ranks need a weight."""
        judged = batch.ragged("judged").sizes.max(initial=0)
        return int(max(batch.ragged("document_group").sizes.max(initial=0), judged, 1))


class AWRF(_Exposure):
    """Attention-weighted rank fairness: how near the attention that groups get is to what they should get."""

    name: ClassVar[str] = "AWRF"
    undefined_when: ClassVar[str] = "when-no-exposure"
    formula: ClassVar[str] = "1 - Jensen-Shannon divergence of the groups' attention and their target, in bits"
    source: ClassVar[str] = "Sapiezynski et al., Quantifying the impact of user attention on group representation, 2019"
    chinese: ClassVar[str] = "按注意力加权的排序公平性：各组得到的注意力与应得份额的接近程度，1 为完全一致。"

    target: str = word(
        "judged",
        "judged",
        "equal",
        help="what groups should get: their share of the relevant documents, or all the same",
    )

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """One minus the divergence; attention falls as 1 / log2 of the rank, with 1 at the first two."""
        got = self.exposure(batch, self._attention(batch))
        total = note.unit("attention-together", got.sum(axis=1), k=self.k)
        _tell_groups(batch, note, got, due=False)
        wanted = self._target(batch)
        equal = self.target == "equal"
        whole = note.unit(
            "target-together", wanted.sum(axis=1), target="target-equal" if equal else "target-judged",
            rel=None if equal else self.rel,
        )  # fmt: skip
        _tell_groups(batch, note, wanted, due=True)
        lacking = (total == 0) | (whole == 0)
        with np.errstate(invalid="ignore", divide="ignore"):
            one, other = got / total[:, None], wanted / whole[:, None]
            middle = (one + other) / 2
            terms = [np.where(each > 0, each * np.log2(each / middle), 0.0).sum(axis=1) / 2 for each in (one, other)]
        divergence = note.unit("divergence-of-both", np.where(lacking, np.nan, np.clip(terms[0] + terms[1], 0.0, 1.0)))
        return note.unit("fair-share", 1 - divergence, name=str(self))

    def apart(self, batch: Batch) -> Ends:
        """How far the shares of groups among the relevant documents may be from what they get."""
        now = self.values(batch)
        low, high = now.copy(), now.copy()
        got = self.exposure(batch, self._attention(batch))
        for at, groups in enumerate(open_groups(batch, self.rel) if self.target == "judged" else ()):
            if got[at].sum() > 0 and groups.more:
                near, far = divergence_ends(got[at] / got[at].sum(), groups)
                low[at], high[at] = (1 - far if groups.relevant.any() else 0.0), 1 - near
        return low, high

    def _attention(self, batch: Batch) -> NDArray[np.float64]:
        """What each rank gets of it."""
        return np.asarray(1 / np.log2(np.maximum(np.arange(1, self.ranks(batch) + 1, dtype=np.float64), 2.0)))

    def _target(self, batch: Batch) -> NDArray[np.float64]:
        if self.target == "equal":
            return np.ones((len(batch), len(batch.facts["document_groups"])))
        grades = batch.ragged("judged")
        good = np.asarray(np.nan_to_num(grades.values, nan=-1.0) >= self.rel, np.float64)
        return _of_groups(batch, grades.owner, batch.ragged("judged_group").values, good)


class _Expected(_Exposure):
    """A measure of what groups get beside what they would get if equally relevant documents had equal chances."""

    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    source: ClassVar[str] = "Diaz et al., Evaluating stochastic rankings with expected exposure, CIKM 2020"

    p: float = number(0.5, lo=0, hi=1, above=True, below=True, help="how likely the user goes on to the next result")

    def given_and_wanted(self, batch: Batch, note: Note) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The exposure of each group, and its target."""
        weight = np.power(self.p, np.arange(self.ranks(batch), dtype=np.float64))
        got, wanted = self.exposure(batch, weight), self._target(batch, weight)
        note.unit("exposure-given", got.sum(axis=1), p=self.p, k=self.k)
        _tell_groups(batch, note, got, due=False)
        note.unit("exposure-wanted", wanted.sum(axis=1), rel=self.rel)
        _tell_groups(batch, note, wanted, due=True)
        return got, wanted

    def ends(self, batch: Batch, find: FindEnds) -> Ends:
        """The ends of each query that has unjudged documents; the others are as they are."""
        now = self.values(batch)
        low, high = now.copy(), now.copy()
        ranks = int((batch.ragged("judged").sizes + batch.array("num_ret")).max(initial=1))
        weight = np.power(self.p, np.arange(max(ranks, self.ranks(batch)), dtype=np.float64))
        got = self.exposure(batch, weight)
        for at, groups in enumerate(open_groups(batch, self.rel)):
            if groups.more:
                low[at], high[at] = find(got[at], groups, weight)
        return low, high

    def _target(self, batch: Batch, weight: NDArray[np.float64]) -> NDArray[np.float64]:
        """Relevant documents by grade, best first, where those of one grade share their ranks evenly."""
        grades = batch.ragged("judged")
        value = np.nan_to_num(grades.values, nan=-1.0)
        rows = np.flatnonzero(value >= self.rel)
        rows = rows[np.lexsort((-value[rows], grades.owner[rows]))]
        owner, level = grades.owner[rows], value[rows]
        new = np.concatenate(([True], (np.diff(owner) != 0) | (np.diff(level) != 0)))[: len(rows)]
        block = np.cumsum(new) - 1
        first = np.searchsorted(owner, np.arange(len(batch)))
        here = weight[np.arange(len(rows)) - first[owner]]
        shared = np.bincount(block, weights=here) / np.bincount(block) if len(rows) else here
        return _of_groups(batch, owner, batch.ragged("judged_group").values[rows], shared[block])


class EEL(_Expected):
    """Expected exposure loss: the squared distance between the exposure that groups get and what they should get."""

    name: ClassVar[str] = "EE_L"
    better: ClassVar[str | None] = "lower"
    formula: ClassVar[str] = "sum over groups of (exposure - target)^2"
    chinese: ClassVar[str] = "期望曝光损失：各组得到的曝光与应得曝光之差的平方和。"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The squared distance."""
        got, wanted = self.given_and_wanted(batch, note)
        return note.unit("exposure-loss", ((got - wanted) ** 2).sum(axis=1), name=str(self))

    def apart(self, batch: Batch) -> Ends:
        """The target of each group has two ends."""
        return self.ends(batch, squares_ends)


class EED(_Expected):
    """Expected exposure disparity: how unevenly exposure is spread over groups."""

    name: ClassVar[str] = "EE_D"
    better: ClassVar[str | None] = "lower"
    judging: ClassVar[str | None] = "reached"
    formula: ClassVar[str] = "sum over groups of exposure^2"
    chinese: ClassVar[str] = "期望曝光差异：各组所得曝光的平方和，越小越均匀。"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The sum of squares."""
        got, _ = self.given_and_wanted(batch, note)
        return note.unit("exposure-disparity", (got**2).sum(axis=1), name=str(self))

    def apart(self, batch: Batch) -> Ends:
        """Grades have no part in it."""
        return self.values(batch), self.values(batch)


class EER(_Expected):
    """Expected exposure relevance: how far the exposure that groups get goes where the relevant documents are."""

    name: ClassVar[str] = "EE_R"
    formula: ClassVar[str] = "sum over groups of exposure x target"
    chinese: ClassVar[str] = "期望曝光相关性：各组所得曝光与应得曝光之积的和。"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The sum of products."""
        got, wanted = self.given_and_wanted(batch, note)
        return note.unit("exposure-relevance", (got * wanted).sum(axis=1), name=str(self))

    def apart(self, batch: Batch) -> Ends:
        """Relevant documents of groups with most exposure come first, or last."""
        return self.ends(batch, product_ends)
