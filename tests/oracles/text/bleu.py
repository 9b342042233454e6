"""BLEU (Papineni et al. 2002) of (candidate, references) pairs of token lists; smoothing of Chen and Cherry 2014."""

from collections import Counter
from math import exp, log


def grams(tokens, n):
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def clipped(candidate, references, n):
    matches = 0
    for gram, count in grams(candidate, n).items():
        matches += min(count, max(grams(reference, n)[gram] for reference in references))
    return matches, max(len(candidate) - n + 1, 0)


def oracle(segments, n=4, smooth="exp", value=None, *, effective=False):
    length = wanted = 0
    matches, totals = [0] * n, [0] * n
    for candidate, references in segments:
        length += len(candidate)
        wanted += min((abs(len(r) - len(candidate)), len(r)) for r in references)[1]
        for order in range(n):
            m, t = clipped(candidate, references, order + 1)
            matches[order] += m
            totals[order] += t
    if not any(matches):
        return 0.0
    value = {"floor": 0.1, "add-k": 1, "exp": 0, "none": 0}[smooth] if value is None else value
    logs, halvings, reached = 0.0, 0, 0
    for order in range(n):
        m, t = matches[order], totals[order]
        if smooth == "add-k" and order:
            m, t = m + value, t + value
        if t == 0:
            if not effective:
                return 0.0
            break
        reached += 1
        if m == 0 and smooth == "exp":
            halvings += 1
            m = 1 / 2**halvings
        if m == 0 and smooth == "floor":
            m = value
        if m == 0:
            return 0.0
        logs += log(m / t)
    penalty = 1 if length >= wanted else exp(1 - wanted / length)
    return 100 * penalty * exp(logs / (reached if effective else n))
