"""ROUGE (Lin 2004) of token lists: n-grams, subsequences, weighted subsequences and skip-bigrams."""

from collections import Counter
from itertools import combinations

from oracles.text.bleu import grams


def f_of(precision, recall):
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def shares(both, held, wanted):
    precision, recall = both / held if held else 0.0, both / wanted if wanted else 0.0
    return precision, recall, f_of(precision, recall)


def overlap(mine, theirs):
    return sum(min(count, theirs[key]) for key, count in mine.items())


def rouge_n(candidate, reference, n):
    mine, theirs = grams(candidate, n), grams(reference, n)
    return shares(overlap(mine, theirs), sum(mine.values()), sum(theirs.values()))


def lcs(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if x == y else max(table[i - 1][j], table[i][j - 1])
    return table[-1][-1]


def rouge_l(candidate, reference):
    return shares(lcs(candidate, reference), len(candidate), len(reference))


def wlcs(a, b, weight):
    """The table of section 3.3: c holds scores, w the length of the run that ends here."""
    c = [[0.0] * (len(b) + 1) for _ in range(len(a) + 1)]
    w = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            if x == y:
                k = w[i - 1][j - 1]
                c[i][j] = c[i - 1][j - 1] + (k + 1) ** weight - k**weight
                w[i][j] = k + 1
            else:
                c[i][j] = max(c[i - 1][j], c[i][j - 1])
    return c[-1][-1]


def rouge_w(candidate, reference, weight):
    value = wlcs(reference, candidate, weight)
    p = (value / len(candidate) ** weight) ** (1 / weight) if candidate else 0.0
    r = (value / len(reference) ** weight) ** (1 / weight) if reference else 0.0
    return p, r, f_of(p, r)


def skips(tokens, gap, single):
    found = Counter()
    for i, j in combinations(range(len(tokens)), 2):
        if gap is None or j - i <= gap + 1:
            found[tokens[i], tokens[j]] += 1
    if single:
        found.update((token,) for token in tokens)
    return found


def rouge_s(candidate, reference, gap, *, single=False):
    mine, theirs = skips(candidate, gap, single), skips(reference, gap, single)
    return shares(overlap(mine, theirs), sum(mine.values()), sum(theirs.values()))


def lcs_places(reference, sentence):
    """The places of the reference in one longest common subsequence, found from the back (of equals, up first)."""
    table = [[0] * (len(sentence) + 1) for _ in range(len(reference) + 1)]
    for i, x in enumerate(reference, 1):
        for j, y in enumerate(sentence, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if x == y else max(table[i - 1][j], table[i][j - 1])
    i, j, places = len(reference), len(sentence), set()
    while i and j:
        if reference[i - 1] == sentence[j - 1]:
            i, j = i - 1, j - 1
            places.add(i)
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return places


def rouge_lsum(candidate, reference):
    """Of lists of sentences: the union of subsequences with each sentence, clipped by how often both have a token."""
    mine = Counter(token for sentence in candidate for token in sentence)
    held = sum(mine.values())
    wanted = sum(map(len, reference))
    both = 0
    for sentence in reference:
        union = set().union(*(lcs_places(sentence, each) for each in candidate))
        for place in sorted(union):
            if mine[sentence[place]]:
                mine[sentence[place]] -= 1
                both += 1
    return shares(both, held, wanted)


# what ROUGE-1.5.5.pl counts: shared, of the candidate and of the reference, to be added up over references


def counts_n(candidate, reference, n):
    mine, theirs = grams(candidate, n), grams(reference, n)
    return overlap(mine, theirs), sum(mine.values()), sum(theirs.values())


def counts_su(candidate, reference, gap, *, program):
    mine, theirs = (skips(text, gap, single=not program) for text in (candidate, reference))
    if program:  # its loop over first words ends before the last
        for found, text in ((mine, candidate), (theirs, reference)):
            found.update((token,) for token in text[:-1])
    return overlap(mine, theirs), sum(mine.values()), sum(theirs.values())


def counts_w(candidate, reference, weight, *, program):
    if not program:
        return wlcs(reference, candidate, weight), len(candidate) ** weight, len(reference) ** weight
    mine = Counter(token for sentence in candidate for token in sentence)
    held, hits, base = sum(mine.values()), 0.0, 0.0
    for sentence in reference:
        base += len(sentence) ** weight
        mask = [False] * len(sentence)
        for each in candidate:
            mark(sentence, each, weight, mask)
        run = 0
        for place, token in enumerate(sentence):
            if mask[place] and mine[token] > 0:
                run += 1
                if place + 1 == len(sentence) or not mask[place + 1]:
                    hits += run**weight
                    run = 0
                mine[token] -= 1
    return hits, held**weight, base**weight


def mark(model, peer, weight, mask):
    c = [[0.0] * (len(peer) + 1) for _ in range(len(model) + 1)]
    w = [[0] * (len(peer) + 1) for _ in range(len(model) + 1)]
    for i, x in enumerate(model, 1):
        for j, y in enumerate(peer, 1):
            if x == y:
                k = w[i - 1][j - 1]
                c[i][j], w[i][j] = c[i - 1][j - 1] + (k + 1) ** weight - k**weight, k + 1
            else:
                c[i][j] = max(c[i - 1][j], c[i][j - 1])
    i, j = len(model), len(peer)
    while i and j:
        if model[i - 1] == peer[j - 1]:
            i, j = i - 1, j - 1
            mask[i] = True
        elif c[i - 1][j] >= c[i][j - 1]:
            i -= 1
        else:
            j -= 1
