"""What the measures of text share: tokens that are made once for all of them, pairs of texts, and signatures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakKeyDictionary

import numpy as np

from cranfield.core.finding import Finding
from cranfield.core.measure import Measure
from cranfield.core.ragged import Ragged
from cranfield.core.unit_measure import UnitMean
from cranfield.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = [
    "READS", "SACREBLEU", "TextMean", "TextMeasure", "all_texts", "nrefs", "pair_up", "remember", "signature_of",
    "unspaced_references",
]  # fmt: skip

READS = ("candidate", "reference")
SACREBLEU = "2.6.0"  # the version of sacrebleu that our values are tested against


# What was made of the texts of a batch, for as long as the batch lives; the candidates are kept to be recognised.
_MADE: WeakKeyDictionary[Ragged, tuple[Any, dict[Any, Any]]] = WeakKeyDictionary()


def remember(batch: Batch, key: Any, make: Callable[[], Any]) -> Any:
    """The result of `make`, computed once for a batch and a key."""
    references, candidates = references_of(batch), batch.array("candidate")
    held = _MADE.get(references)
    if held is None or held[0] is not candidates:
        held = (candidates, {})
        _MADE[references] = held
    if key not in held[1]:
        held[1][key] = make()
    return held[1][key]


def references_of(batch: Batch) -> Ragged:
    """The references; where none were given, what stands for them as long as the batch lives."""
    alone: Ragged = batch.ragged("reference") if "reference" in batch else batch.facts["alone"]
    return alone


def all_texts(batch: Batch) -> list[str]:
    """The candidates, then all references."""
    return [*batch.array("candidate").tolist(), *references_of(batch).values.tolist()]


def pair_up(batch: Batch, tokens: Ragged) -> tuple[Ragged, Ragged]:
    """Of tokens of `all_texts`: the candidate and the reference of every pair; a candidate once for each reference."""
    references = batch.ragged("reference")
    units = len(batch)
    if (references.sizes == 1).all():
        candidate = Ragged(tokens.values[: tokens.offsets[units]], tokens.offsets[: units + 1])
    else:
        candidate = tokens.take(references.owner)
    start = tokens.offsets[units]
    return candidate, Ragged(tokens.values[start:], tokens.offsets[units:] - start)


def nrefs(batch: Batch) -> str:
    """The number of references of a segment, or `var`."""
    if "reference" not in batch:
        return "0"
    sizes = batch.ragged("reference").sizes
    return "var" if len(sizes) == 0 or (sizes != sizes[0]).any() else str(sizes[0])


def signature_of(batch: Batch, **settings: object) -> str:
    """Settings in the way of sacrebleu: `nrefs:1|case:mixed|...|version:0.1`."""
    parts = {"nrefs": nrefs(batch), **settings, "version": f"cranfield-{__version__}"}
    return "|".join(f"{name}:{value}" for name, value in parts.items())


_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")  # kana and Chinese characters
_BLANK_BASED = ("none", "13a", "intl", "rouge")  # tokenisers that expect blanks between words


def unspaced_references(batch: Batch) -> int:
    """How many references (or candidates without any) are mostly in characters that no blanks separate."""
    texts = references_of(batch).values.tolist() or batch.array("candidate").tolist()
    joined = "".join(texts)
    if joined.isascii() or not _UNSPACED.search(joined):
        return 0
    odd = [one for one in texts if not one.isascii() and _UNSPACED.search(one)]
    return sum(2 * len(_UNSPACED.findall(one)) > len("".join(one.split())) for one in odd)


def _cautions(measure: Measure, batch: Batch) -> list[Finding]:
    tokenize = vars(measure).get("tokenize")
    if tokenize not in _BLANK_BASED:
        return []
    # a batch may stand for a whole that was counted in parts
    told = batch.facts.get("unspaced")
    count: int = remember(batch, "unspaced", lambda: unspaced_references(batch)) if told is None else told
    if not count:
        return []
    total = batch.facts.get("references", len(references_of(batch).values) or len(batch))
    facts = {"total": total, "tokenize": tokenize, "lost": tokenize == "rouge"}
    return [Finding("unspaced-text", count, facts, "warning", subject=str(measure))]


class TextMeasure(Measure):
    """A measure of candidates and references."""

    family: ClassVar[str] = "text"
    reads: ClassVar[tuple[str, ...]] = READS

    def cautions(self, batch: Batch) -> list[Finding]:
        """Warn where the tokeniser cannot cut the texts."""
        return _cautions(self, batch)


class TextMean(UnitMean):
    """A measure with a value for each segment."""

    family: ClassVar[str] = "text"
    reads: ClassVar[tuple[str, ...]] = READS

    def cautions(self, batch: Batch) -> list[Finding]:
        """Warn where the tokeniser cannot cut the texts."""
        return _cautions(self, batch)


def best_of(batch: Batch, scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """The pair with the highest score of each unit, the first of equal ones."""
    references = batch.ragged("reference")
    order = np.lexsort((np.arange(len(scores)), -scores, references.owner))
    return order[references.offsets[:-1]]
