"""chrF (Popović 2015) and chrF++ (2017): F of character and word n-grams, averaged over the orders that occur."""

from oracles.text.bleu import grams

TINY = 1e-16  # what chrF++.py takes for a share that is none


def counts(candidate, reference, orders, words, *, whitespace=False):
    """For each order n-grams of the candidate, of the reference and of both; those of characters first."""
    pairs = [(candidate, reference) if whitespace else ("".join(candidate.split()), "".join(reference.split()))]
    sides = [(pair, n) for pair in pairs for n in range(1, orders + 1)]
    sides += [((candidate.split(), reference.split()), n) for n in range(1, words + 1)]
    found = []
    for (left, right), n in sides:
        mine, theirs = grams(left, n), grams(right, n)
        both = sum(min(count, theirs[gram]) for gram, count in mine.items())
        found.append((sum(mine.values()) if theirs else 0, sum(theirs.values()), both))
    return found


def score(found, beta=2, *, every_order=False):
    if every_order:  # as chrF++.py: an order that does not occur has a tiny share
        total = 0.0
        for held, wanted, both in found:
            p, r = both / held if held else TINY, both / wanted if wanted else TINY
            below = beta**2 * p + r
            total += (1 + beta**2) * p * r / below if below > 0 else TINY
        return 100 * total / len(found)
    shares = [(both / held, both / wanted) for held, wanted, both in found if held and wanted]
    if not shares:
        return 0.0
    p, r = (sum(side) / len(shares) for side in zip(*shares, strict=True))
    return 100 * (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else 0.0
