"""chrF (Popović 2015) of one candidate and one reference, precision and recall averaged over the orders that occur."""

from oracles.text.bleu import grams


def oracle(candidate, reference, order=6, beta=2):
    left, right = "".join(candidate.split()), "".join(reference.split())
    precisions, recalls = [], []
    for n in range(1, order + 1):
        mine, theirs = grams(left, n), grams(right, n)
        both = sum(min(count, theirs[gram]) for gram, count in mine.items())
        if mine and theirs:
            precisions.append(both / sum(mine.values()))
            recalls.append(both / sum(theirs.values()))
    if not precisions:
        return 0.0
    p, r = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
    return 100 * (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else 0.0
