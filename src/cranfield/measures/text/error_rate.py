"""WER and CER: the edits that turn the candidate into the reference, in words or in characters."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.exhibit import Links
from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import flag
from cranfield.core.ragged import divide
from cranfield.core.states.sums import Sums
from cranfield.measures.text.base import TextMeasure, all_texts, best_of, pair_up, remember, signature_of
from cranfield.measures.text.bleu import tokens_of
from cranfield.measures.text.coded import code_points
from cranfield.measures.text.edit_distance import edit_distances, edit_links
from cranfield.measures.text.shown_grams import texts_shown, words_of
from cranfield.measures.text.tokens import token_name, tokenize_param

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.policy import Policy
    from cranfield.core.ragged import Ragged
    from cranfield.core.states.state import State

__all__ = ["CER", "WER"]


class _ErrorRate(TextMeasure):
    """Edits against the reference that suits best, over its length."""

    better: ClassVar[str | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    pooled: ClassVar[bool] = True
    undefined_when: ClassVar[str] = "when-empty-reference"

    lowercase: bool = flag(help="compare in lower case")

    @abstractmethod
    def tokens(self, batch: Batch) -> Ragged:
        """What edits are counted in, of all texts."""

    @abstractmethod
    def cut(self, texts: list[str]) -> list[list[str]]:
        """The same of some texts, to be shown."""

    def _counts(self, batch: Batch) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Edits, length of the candidate and of the reference of the best pair of each segment, and that pair."""

        def make() -> tuple[NDArray[np.float64], NDArray[np.int64]]:
            candidate, reference = pair_up(batch, self.tokens(batch))
            edits, wanted = edit_distances(candidate, reference), reference.sizes
            with np.errstate(divide="ignore", invalid="ignore"):
                rates = np.where(wanted > 0, edits / wanted, np.where(edits > 0, np.inf, 0.0))
            best = best_of(batch, -rates)
            return np.column_stack((edits, candidate.sizes, wanted))[best].astype(np.float64), best

        made: tuple[NDArray[np.float64], NDArray[np.int64]] = remember(
            batch, ("edit rate", self.name, *vars(self).values()), make
        )
        return made

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """The fewest edits for their length, and the lengths."""
        counts, _ = self._counts(batch)
        self._tell(counts, note)
        return Sums.of(self, batch, counts, counts[:, 2] == 0)

    def tell_whole(self, state: State, note: Note) -> None:
        """The same steps with the summed counts."""
        self._tell(state.total()[None], note)

    def _tell(self, counts: NDArray[np.float64], note: Note) -> None:
        note.unit("plain-edits", counts[:, 0])
        note.unit("best-reference-length", counts[:, 2])
        note.unit("edits-over-reference", self.finish(counts), of=(counts[:, 0], counts[:, 2]), name=str(self))

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """Edits over the length of the references."""
        return divide(total[..., 0], total[..., 2])

    def parts(self, state: State) -> dict[str, float]:
        """The edits and the lengths."""
        return dict(zip(("edits", "length", "reference"), state.total().tolist(), strict=True))

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:  # noqa: ARG002 (the same for all)
        """A segment with an empty reference has no rate of its own, but what it inserts is wrong all the same."""
        return "edits-count", {}

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """Which words are kept and replaced."""
        _, best = self._counts(batch)
        texts = [batch.array("candidate")[index], batch.ragged("reference").values[best[index]]]
        mine, theirs = self.cut(texts)
        links = edit_links(mine, theirs)
        if links is None:
            return texts_shown(mine, [theirs])
        return (Links("shown-edits", mine, theirs, links, {"shifts": 0}),)


class WER(_ErrorRate):
    """How many words must be replaced, inserted or dropped to make the candidate the reference, by its words."""

    name: ClassVar[str] = "WER"
    formula: ClassVar[str] = "(replaced + inserted + dropped words) / words of the reference"
    source: ClassVar[str] = (
        "Levenshtein, Binary codes capable of correcting deletions, insertions and reversals, 1966; as jiwer counts"
    )
    chinese: ClassVar[str] = "词错误率：把候选改成参考所需的最少替换、插入、删除词数与参考词数之比；越低越好。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("wer", tool="jiwer"), Alias("word_error_rate", tool="torchmetrics"))

    tokenize: Any = tokenize_param("none")

    def tokens(self, batch: Batch) -> Ragged:
        """Words."""
        return tokens_of(batch, self.tokenize, lowercase=self.lowercase).tokens

    def cut(self, texts: list[str]) -> list[list[str]]:
        """Words."""
        return words_of(texts, self.tokenize, lowercase=self.lowercase)

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Case and tokeniser."""
        case = "lc" if self.lowercase else "mixed"
        return {"cranfield": signature_of(batch, case=case, tok=token_name(self.tokenize))}


class CER(_ErrorRate):
    """How many characters must be replaced, inserted or dropped to make the candidate the reference, by its length."""

    name: ClassVar[str] = "CER"
    formula: ClassVar[str] = "(replaced + inserted + dropped characters) / characters of the reference"
    source: ClassVar[str] = (
        "Levenshtein, Binary codes capable of correcting deletions, insertions and reversals, 1966; as jiwer counts"
    )
    chinese: ClassVar[str] = "字错误率：把候选改成参考所需的最少替换、插入、删除字符数与参考字符数之比；越低越好。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("cer", tool="jiwer"), Alias("char_error_rate", tool="torchmetrics"))

    ignore_blanks: bool = flag(
        help="leave blanks out, as for Chinese; otherwise those inside a text are characters too"
    )

    def _ready(self, texts: list[str]) -> list[str]:
        return [one.strip().lower() if self.lowercase else one.strip() for one in texts]

    def tokens(self, batch: Batch) -> Ragged:
        """Characters."""
        made: Ragged = remember(
            batch, ("stripped", self.lowercase, self.ignore_blanks),
            lambda: code_points(self._ready(all_texts(batch)), blanks=not self.ignore_blanks),
        )  # fmt: skip
        return made

    def cut(self, texts: list[str]) -> list[list[str]]:
        """Characters."""
        points = code_points(self._ready(texts), blanks=not self.ignore_blanks)
        return [[chr(point) for point in points[at].tolist()] for at in range(len(texts))]

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Case, and whether blanks count."""
        case = "lc" if self.lowercase else "mixed"
        return {"cranfield": signature_of(batch, case=case, tok="char", space="no" if self.ignore_blanks else "yes")}
