"""TER: the edits that turn the candidate into the reference."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.exhibit import Links
from cranfield.core.measure import Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import flag
from cranfield.core.states.sums import Sums
from cranfield.measures.text.base import SACREBLEU, TextMeasure, nrefs, remember, signature_of
from cranfield.measures.text.coded import Coded, encode
from cranfield.measures.text.edits import count_edits, told_edits
from cranfield.measures.text.tokens.tercom import cut_tercom

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.states.state import State

__all__ = ["TER"]


class TER(TextMeasure):
    """How many edits (replace, insert, drop, move a block) it takes to make the candidate the reference."""

    name: ClassVar[str] = "TER"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("tercom -s", "elsewhere-case-matters", {"case_sensitive": True}),
    )
    better: ClassVar[str | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    formula: ClassVar[str] = "100 x fewest edits to a reference / mean length of the references"
    source: ClassVar[str] = "Snover et al., A study of translation edit rate with targeted human annotation, AMTA 2006"
    chinese: ClassVar[str] = "把候选改成参考所需的最少编辑次数（替换、插入、删除、整块移动）与参考长度之比；越低越好。"

    normalized: bool = flag(help="set punctuation apart first, as tercom does")
    no_punct: bool = flag(help="remove punctuation first")
    asian_support: bool = flag(help="let normalized and no_punct treat Chinese and Japanese characters too")
    case_sensitive: bool = flag(help="do not compare in lower case")

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """The fewest edits to a reference, and the mean length of the references."""
        counts: NDArray[np.float64] = remember(batch, ("edits", *self._settings()), lambda: self._count(batch))
        if note is not SILENT:
            self._tell(counts, note)
        return Sums.of(self, batch, counts)

    def tell_whole(self, state: State, note: Note) -> None:
        """The same steps with the summed counts."""
        self._tell(state.total()[None], note)

    def _tell(self, counts: NDArray[np.float64], note: Note) -> None:
        note.unit("edits", counts[:, 0])
        note.unit("mean-reference-length", counts[:, 1])
        note.unit("edits-over-length", self.finish(counts), name=str(self))

    def _settings(self) -> tuple[bool, ...]:
        return self.normalized, self.no_punct, self.asian_support, self.case_sensitive

    def _cut(self, batch: Batch) -> Coded:
        cut = partial(
            cut_tercom,
            normalized=self.normalized,
            no_punct=self.no_punct,
            asian_support=self.asian_support,
            case_sensitive=self.case_sensitive,
        )
        # sacrebleu normalises references twice, which may cut more: "..5" gives ". .5" and then ". . 5"
        texts = [*batch.array("candidate").tolist(), *(" ".join(cut(one)) for one in batch.ragged("reference").values)]
        return encode(texts, cut)

    def _count(self, batch: Batch) -> NDArray[np.float64]:
        coded, rows = self._cut(batch), np.zeros((len(batch), 2))
        for unit in range(len(batch)):
            words, targets = _tokens(coded, batch, unit)
            rows[unit] = min(count_edits(words, each) for each in targets), np.mean([len(each) for each in targets])
        return rows

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """Which words are kept and replaced on the way to the reference that is nearest."""
        coded = self._cut(batch)
        words, targets = _tokens(coded, batch, index)
        nearest = min(targets, key=lambda each: count_edits(words, each))
        shifts, moved, links = told_edits(words, nearest)
        mine, theirs = ([coded.words[at] for at in side] for side in (moved, nearest))
        return (Links("shown-edits", mine, theirs, links, {"shifts": shifts}),)

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """Edits over lengths; 100 where there is nothing to become but something to drop."""
        edits, lengths = total[..., 0], total[..., 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            return 100.0 * np.where(lengths > 0, edits / lengths, np.where(edits > 0, 1.0, 0.0))

    def parts(self, state: State) -> dict[str, float]:
        """The edits and the words of the references."""
        edits, length = state.total().tolist()
        return {"edits": edits, "reference": length}

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Ours and sacrebleu's."""
        settings = {
            "case": "mixed" if self.case_sensitive else "lc",
            "tok": "tercom",
            "norm": "yes" if self.normalized else "no",
            "punct": "no" if self.no_punct else "yes",
            "asian": "yes" if self.asian_support else "no",
        }
        theirs = "|".join(f"{k}:{v}" for k, v in {"nrefs": nrefs(batch), **settings, "version": SACREBLEU}.items())
        return {"cranfield": signature_of(batch, **settings), "sacrebleu": theirs}


def _tokens(coded: Coded, batch: Batch, unit: int) -> tuple[list[int], list[list[int]]]:
    """The words of a candidate and of each of its references."""
    offsets = batch.ragged("reference").offsets
    targets = [coded.tokens[len(batch) + at].tolist() for at in range(offsets[unit], offsets[unit + 1])]
    return coded.tokens[unit].tolist(), targets
