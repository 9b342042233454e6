"""CIDEr and CIDEr-D (Vedantam et al. 2015) of (candidate, references) pairs of token lists."""

from math import exp, log, sqrt

from oracles.text.bleu import grams


def oracle(pairs, n, weights=None, *, sigma=None):
    """The value of each segment; `sigma` is given for CIDEr-D."""
    if len(pairs) < 2:
        return [None] * len(pairs)
    weights = weights or [1] * n
    values = []
    for candidate, references in pairs:
        total = 0.0
        for order in range(1, n + 1):

            def weighed(tokens, order=order):
                found = {}
                for gram, count in grams(tokens, order).items():
                    common = sum(any(gram in grams(each, order) for each in refs) for _, refs in pairs)
                    found[gram] = count * (log(len(pairs)) - log(max(common, 1)))
                return found

            mine, similar = weighed(candidate), 0.0
            for reference in references:
                theirs = weighed(reference)
                dot = 0.0
                for gram, weight in mine.items():
                    other = theirs.get(gram, 0.0)
                    dot += (weight if sigma is None else min(weight, other)) * other
                norms = sqrt(sum(w * w for w in mine.values())) * sqrt(sum(w * w for w in theirs.values()))
                apart = max(len(candidate) - 1, 0) - max(len(reference) - 1, 0)
                factor = 1.0 if sigma is None else exp(-(apart**2) / (2 * sigma**2))
                similar += factor * dot / norms if norms else 0.0
            total += weights[order - 1] / sum(weights) * similar / len(references)
        values.append(10 * total)
    return values
