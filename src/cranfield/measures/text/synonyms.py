"""English synonyms from WordNet 3.0, shipped with the package (see data/WORDNET-LICENSE.txt)."""

from __future__ import annotations

import lzma
from functools import cache, lru_cache

__all__ = ["synonym_sets"]

# endings of nouns, verbs and adjectives and what the base form has instead, in the order in which METEOR 1.5 tries them
_ENDINGS = (
    ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y"),
    ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
    ("er", ""), ("est", ""), ("er", "e"), ("est", "e"),
)  # fmt: skip
_SHORTEST = 3  # letters that a form has at least
# words of grammar that only look like forms of others: his is no plural of hi
_NO_FORMS = frozenset(("does", "ever", "her", "his", "its", "need", "per", "yes"))


@cache
def _table() -> tuple[dict[str, tuple[int, ...]], dict[str, list[str]]]:
    """The numbers of the sets of each word, and the base forms of irregular ones."""
    from importlib.resources import files  # noqa: PLC0415 (takes long to load, and reads from archives too)

    packed = files("cranfield.measures.text").joinpath("data", "synonyms.txt.xz").read_bytes()
    sets, _, forms = lzma.decompress(packed).decode().partition("\n\n")
    found: dict[str, list[int]] = {}
    for number, line in enumerate(sets.split("\n")):
        for word in line.split(" "):
            found.setdefault(word, []).append(number)
    bases = {form: base for form, *base in (line.split(" ") for line in forms.splitlines())}
    return {word: tuple(numbers) for word, numbers in found.items()}, bases


@lru_cache(maxsize=1 << 17)
def synonym_sets(word: str) -> tuple[int, ...]:
    """The numbers of the sets of synonyms that a word in lower case belongs to.

    They are the sets of the word itself together with those of its base forms: of an irregular form by the list, of
    others by the first ending that leaves a word.

    >>> bool(set(synonym_sets("cars")) & set(synonym_sets("automobile")))
    True
    """
    table, bases = _table()
    sets = {number for each in (word, *_base_forms(word, table, bases)) for number in table.get(each, ())}
    return tuple(sorted(sets))


def _base_forms(word: str, table: dict[str, tuple[int, ...]], bases: dict[str, list[str]]) -> list[str]:
    if word in bases:
        return bases[word]
    if len(word) < _SHORTEST or word.endswith("ss") or word in _NO_FORMS:
        return []
    made = (word.removesuffix(ending) + instead for ending, instead in _ENDINGS if word.endswith(ending))
    return [base for base in made if base in table][:1]
