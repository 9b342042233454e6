"""What an explanation shows of a candidate and its references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from cranfield.core.exhibit import Links
from cranfield.measures.text.shown_grams import frequent_grams, shared_exhibits, texts_shown, words_of
from cranfield.measures.text.shown_links import chunks_of, common_words, matched_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.measures.text.word_classes import Lexicon

__all__ = ["alignment_shown", "common_shown", "frequent_shown", "grams_shown"]


class _Cut(Protocol):
    """A measure that cuts texts into tokens."""

    @property
    def tokenize(self) -> Any:
        """How texts are cut."""

    @property
    def lowercase(self) -> bool:
        """Whether upper and lower case are one."""


def grams_shown(measure: _Cut, batch: Batch, index: int, orders: Sequence[int]) -> Sequence[Exhibit]:
    """The texts, and the n-grams of the candidate that a reference has too."""
    texts = [batch.array("candidate")[index], *batch.ragged("reference")[index].tolist()]
    candidate, *references = words_of(texts, measure.tokenize, lowercase=measure.lowercase)
    return [*texts_shown(candidate, references), *shared_exhibits(candidate, references, orders)]


def frequent_shown(measure: _Cut, batch: Batch, index: int, n: int) -> Sequence[Exhibit]:
    """The n-grams of the candidate and how often it has them."""
    (words,) = words_of([batch.array("candidate")[index]], measure.tokenize, lowercase=measure.lowercase)
    return frequent_grams(words, n)


def common_shown(mine: Sequence[str], theirs: Sequence[str], several: int, weight: float = 1.0) -> Sequence[Exhibit]:
    """The longest common subsequence as links; the texts alone where it would take too long."""
    links = common_words(mine, theirs, weight)
    if not links:
        return texts_shown(mine, [theirs])
    return (Links("shown-common-words", mine, theirs, links, {"several": several if several > 1 else 0}),)


def alignment_shown(
    words: Sequence[str], pair: tuple[list[int], list[int]], lexicon: Lexicon, counts: tuple[int, int, int]
) -> Sequence[Exhibit]:
    """The words that match and the chunks that they form; `counts` are matches, chunks and references."""
    matches, chunks, several = counts
    mine, theirs = ([words[at] for at in side] for side in pair)
    links = matched_words(*pair, lexicon, matches, chunks) if matches else []
    if not links:
        return texts_shown(mine, [theirs])
    listed = [f"[{' '.join(mine[row] for row, _, _ in chunk)}]" for chunk in chunks_of(links)]
    facts = {"chunks": len(listed), "listed": listed, "several": several if several > 1 else 0}
    return (Links("shown-links", mine, theirs, links, facts),)
