"""English synonyms from WordNet 3.0, shipped with the package (see data/WORDNET-LICENSE.txt)."""

from __future__ import annotations

import lzma
from functools import cache, lru_cache
from pathlib import Path

__all__ = ["synonym_sets"]

_TABLE = Path(__file__).parent / "data" / "synonyms.txt.xz"

# endings of inflected forms and what the base form has instead
_ENDINGS = (
    ("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("men", "man"),
    ("es", "e"), ("s", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
)  # fmt: skip


@cache
def _table() -> tuple[dict[str, tuple[int, ...]], dict[str, list[str]]]:
    """The numbers of the sets of each word, and the base forms of irregular ones."""
    sets, _, forms = lzma.decompress(_TABLE.read_bytes()).decode().partition("\n\n")
    found: dict[str, list[int]] = {}
    for number, line in enumerate(sets.split("\n")):
        for word in line.split(" "):
            found.setdefault(word, []).append(number)
    bases = {form: base for form, *base in (line.split(" ") for line in forms.splitlines())}
    return {word: tuple(numbers) for word, numbers in found.items()}, bases


@lru_cache(maxsize=1 << 17)
def synonym_sets(word: str) -> tuple[int, ...]:
    """The numbers of the sets of synonyms that a word in lower case belongs to.

    A form that is in no set is looked up by its base form: an irregular one by the list, others by their ending.

    >>> bool(set(synonym_sets("cars")) & set(synonym_sets("automobile")))
    True
    """
    table, bases = _table()
    if word in table:
        return table[word]
    if word in bases:
        return tuple(sorted({number for base in bases[word] for number in table[base]}))
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and (found := table.get(word[: -len(ending)] + instead)):
            return found
    return ()
