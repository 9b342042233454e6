"""Porter's stemmer with the changes that NLTK made to it, which gives the stems of rouge-score.

Porter, An algorithm for suffix stripping, Program 1980. NLTK's changes: some words have stems of their own, words of
one or two letters stay, `ies` and `ied` keep their `e` in words of four letters, `y` becomes `i` behind a consonant
that is not the whole rest, a rest of vowel and consonant counts as short, and step 2 knows `bli`, `fulli` and `logi`
and goes on behind `alli`.
"""

from __future__ import annotations

from functools import lru_cache

__all__ = ["stem"]

_OWN = {
    "skies": "sky", "sky": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news", "innings": "inning",
    "inning": "inning", "outings": "outing", "outing": "outing", "cannings": "canning", "canning": "canning",
    "howe": "howe", "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip

# suffix and what replaces it, if what is left has a vowel followed by a consonant
_STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble",
    "fulli": "ful", "logi": "log",
}  # fmt: skip
_STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_STEP_4 = dict.fromkeys(
    ("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti",
     "ous", "ive", "ize"), ""
)  # fmt: skip


def _by_end(rules: dict[str, str]) -> dict[str, list[tuple[str, str]]]:
    """Rules by the last two letters, longest suffix first: only the longest that fits is tried."""
    found: dict[str, list[tuple[str, str]]] = {}
    for suffix in sorted(rules, key=len, reverse=True):
        found.setdefault(suffix[-2:], []).append((suffix, rules[suffix]))
    return found


_RULES_2, _RULES_3, _RULES_4 = _by_end(_STEP_2), _by_end(_STEP_3), _by_end(_STEP_4)


def _shape(word: str) -> str:
    """`c` for each consonant and `v` for each vowel; y is a vowel behind a consonant."""
    shape = "v"
    for letter in word:
        shape += "v" if letter in "aeiou" or (letter == "y" and shape[-1] == "c") else "c"
    return shape[1:]


def _measure(word: str) -> int:
    """How often a vowel is followed by a consonant."""
    return _shape(word).count("vc")


def _short(word: str) -> bool:
    """Whether the word ends in consonant, vowel, consonant (but not w, x or y), or is a vowel and a consonant."""
    shape = _shape(word)
    return shape == "vc" or (shape.endswith("cvc") and word[-1] not in "wxy")


def _longest(word: str, rules: dict[str, list[tuple[str, str]]]) -> tuple[str, str, str] | None:
    """The rest, the suffix and its replacement for the longest suffix that the word has."""
    for suffix, new in rules.get(word[-2:], ()):
        if word.endswith(suffix):
            return word[: -len(suffix)], suffix, new
    return None


def _step_1(word: str) -> str:
    """Plurals, past forms and -ing; a final y."""
    if word[-1] == "s":
        if word.endswith("ies"):
            word = word[:-1] if len(word) == 4 else word[:-2]
        elif word.endswith("sses"):
            word = word[:-2]
        elif not word.endswith("ss"):
            word = word[:-1]
    word = _step_1b(word)
    if word.endswith("y") and len(word) > 2 and _shape(word[:-1])[-1] == "c":
        return word[:-1] + "i"
    return word


def _step_1b(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    rest = word[:-2] if word.endswith("ed") else word[:-3] if word.endswith("ing") else ""
    if "v" not in _shape(rest):
        return word
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if len(rest) > 1 and rest[-1] == rest[-2] and _shape(rest)[-1] == "c":
        return rest if rest[-1] in "lsz" else rest[:-1]
    return rest + "e" if _measure(rest) == 1 and _short(rest) else rest


def _step_2(word: str) -> str:
    found = _longest(word, _RULES_2)
    if found is None:
        return word
    rest, suffix, new = found
    # of "logi" the l belongs to what is left
    if _measure(rest + "l" if suffix == "logi" else rest) == 0:
        return word
    return _step_2(rest + new) if suffix == "alli" else rest + new


def _step_4(word: str) -> str:
    found = _longest(word, _RULES_4)
    if found is None or _measure(found[0]) < 2 or (found[1] == "ion" and found[0][-1] not in "st"):
        return word
    return found[0]


def _step_5(word: str) -> str:
    if word.endswith("e"):
        rest = word[:-1]
        measure = _measure(rest)
        if measure > 1 or (measure == 1 and not _short(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


@lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """The stem of a word in lower case.

    >>> stem("running"), stem("happily"), stem("skies")
    ('run', 'happili', 'sky')
    """
    if word in _OWN:
        return _OWN[word]
    if len(word) <= 2:
        return word
    word = _step_2(_step_1(word))
    found = _longest(word, _RULES_3)
    if found is not None and _measure(found[0]) > 0:
        word = found[0] + found[2]
    return _step_5(_step_4(word))
