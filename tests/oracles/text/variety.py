"""Distinct-n (Li et al. 2016), Entropy-n (Zhang et al. 2018) and Self-BLEU (Zhu et al. 2018) of token lists."""

from collections import Counter
from math import log

from oracles.text.bleu import grams
from oracles.text.bleu import oracle as bleu


def counted(texts, n):
    found = Counter()
    for tokens in texts:
        found.update(grams(tokens, n))
    return found


def distinct(texts, n, over="ngrams", vocabulary=None):
    found = counted(texts, n)
    total = sum(found.values())
    if not total:
        return None
    if over == "expected":
        return len(found) / (vocabulary * (1 - ((vocabulary - 1) / vocabulary) ** total))
    return len(found) / (total if over == "ngrams" else sum(map(len, texts)))


def entropy(texts, n, base=None):
    found = counted(texts, n)
    total = sum(found.values())
    if not total:
        return None
    return -sum(count / total * log(count / total) for count in found.values()) / (1 if base is None else log(base))


def self_bleu(texts, n=4, smooth="exp"):
    """One value a text; None when it is alone."""
    if len(texts) < 2:
        return [None] * len(texts)
    return [
        bleu([(tokens, texts[:at] + texts[at + 1 :])], n=n, smooth=smooth, effective=True)
        for at, tokens in enumerate(texts)
    ]
