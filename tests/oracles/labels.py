"""Measures of labels, one plain loop each; `None` is undefined, and weights may be fractions, which add up exactly."""

import struct
from fractions import Fraction
from itertools import combinations
from math import inf, log, sqrt


def _counts(truth, guess, weight, label):
    right = sum(w for t, g, w in zip(truth, guess, weight, strict=True) if t == label and g == label)
    true = sum(w for t, w in zip(truth, weight, strict=True) if t == label)
    guessed = sum(w for g, w in zip(guess, weight, strict=True) if g == label)
    return right, true, guessed


def precision(truth, guess, weight, label):
    right, _, guessed = _counts(truth, guess, weight, label)
    return right / guessed if guessed else None


def recall(truth, guess, weight, label):
    right, true, _ = _counts(truth, guess, weight, label)
    return right / true if true else None


def f_measure(truth, guess, weight, label, beta=1.0):
    right, true, guessed = _counts(truth, guess, weight, label)
    if not (beta * true or guessed):
        return None
    if not right:
        return 0.0
    p, r = right / guessed, right / true
    return (1 + beta**2) * p * r / (beta**2 * p + r)


def false_positive_rate(truth, guess, weight, label):
    negative = sum(w for t, w in zip(truth, weight, strict=True) if t != label)
    wrong = sum(w for t, g, w in zip(truth, guess, weight, strict=True) if t != label and g == label)
    return wrong / negative if negative else None


def jaccard(truth, guess, weight, label):
    right, _, _ = _counts(truth, guess, weight, label)
    either = sum(w for t, g, w in zip(truth, guess, weight, strict=True) if label in (t, g))
    return right / either if either else None


def pooled_jaccard(truth, guess, weight):
    """A wrong guess is in two unions: of the true label and of the guessed one."""
    right = sum(w for t, g, w in zip(truth, guess, weight, strict=True) if t == g)
    return right / (2 * sum(weight) - right)


def weighted_kappa(truth, guess, weight, names, weights):
    """1 - mean cost of the examples / mean cost of every truth with every guess."""
    place = {name: at for at, name in enumerate(names)}

    def cost(one, two):
        away = abs(place[one] - place[two])
        return {"none": int(away > 0), "linear": away, "quadratic": away**2}[weights]

    weight, whole = [Fraction(w) for w in weight], Fraction(sum(weight))
    seen = sum(w * cost(t, g) for t, g, w in zip(truth, guess, weight, strict=True)) * whole
    chance = sum(
        v * w * cost(t, g) for t, v in zip(truth, weight, strict=True) for g, w in zip(guess, weight, strict=True)
    )
    return 1 - seen / chance if chance else None


def averaged(values, average, support, zero):
    """Macro or weighted; `zero` stands for an undefined value, None leaves it out."""
    pairs = [(zero if v is None else v, w) for v, w in zip(values, support, strict=True)]
    pairs = [(v, w if average == "weighted" else 1) for v, w in pairs if v is not None]
    if not pairs:
        return None
    if not sum(w for _, w in pairs):
        pairs = [(v, 1) for v, _ in pairs]
    return sum(v * w for v, w in pairs) / sum(w for _, w in pairs)


def accuracy(truth, guess, weight):
    whole = sum(weight)
    return sum(w for t, g, w in zip(truth, guess, weight, strict=True) if t == g) / whole if whole else None


def balanced_accuracy(truth, guess, weight, *, adjusted=False):
    shares = [recall(truth, guess, weight, label) for label in sorted(set(truth), key=str)]
    shares = [share for share in shares if share is not None]
    if not shares or (adjusted and len(shares) == 1):
        return None
    mean = sum(shares) / len(shares)
    return (mean - Fraction(1, len(shares))) / (1 - Fraction(1, len(shares))) if adjusted else mean


def correlation(truth, guess, weight):
    """Pearson's correlation of the indicator vectors, summed over labels."""
    weight = [Fraction(w) for w in weight]
    names, whole = sorted({*truth, *guess}, key=str), sum(weight)
    covariance = spread_truth = spread_guess = Fraction(0)
    if not whole:
        return None
    for name in names:
        mean_truth = sum(w for t, w in zip(truth, weight, strict=True) if t == name) / whole
        mean_guess = sum(w for g, w in zip(guess, weight, strict=True) if g == name) / whole
        for t, g, w in zip(truth, guess, weight, strict=True):
            covariance += w * ((t == name) - mean_truth) * ((g == name) - mean_guess)
            spread_truth += w * ((t == name) - mean_truth) ** 2
            spread_guess += w * ((g == name) - mean_guess) ** 2
    if not spread_truth * spread_guess:
        return None
    return float(covariance / whole) / sqrt(spread_truth / whole) / sqrt(spread_guess / whole)


def auc(positive, score, weight):
    """Every pair."""
    won = pairs = 0
    for p, s, w in zip(positive, score, weight, strict=True):
        for q, t, v in zip(positive, score, weight, strict=True):
            if p and not q:
                pairs += w * v
                won += w * v * (2 if s > t else 1 if s == t else 0)
    return won / (2 * pairs) if pairs else None


def grouped_auc(positive, score, weight, group, heavy=None):
    above = below = 0
    for session in dict.fromkeys(group):
        rows = [i for i, g in enumerate(group) if g == session]
        value = auc([positive[i] for i in rows], [score[i] for i in rows], [weight[i] for i in rows])
        if value is None:
            continue
        size = {
            None: 1,
            "rows": sum(weight[i] for i in rows),
            "positives": sum(weight[i] for i in rows if positive[i]),
        }[heavy]
        above, below = above + size * value, below + size
    return above / below if below else None


def average_precision(positive, score, weight):
    whole = sum(w for p, w in zip(positive, weight, strict=True) if p)
    if not whole:
        return None
    area = before = 0
    for threshold in sorted(set(score), reverse=True):
        kept = [(p, w) for p, s, w in zip(positive, score, weight, strict=True) if s >= threshold]
        found = sum(w for p, w in kept if p)
        if found:
            area += (found - before) * found / sum(w for _, w in kept)
        before = found
    return area / whole


def _bin(score):
    """The leading 16 bits of a score as a float32, in the order of the scores."""
    try:
        packed = struct.pack(">f", score + 0.0)
    except OverflowError:
        packed = struct.pack(">f", inf if score > 0 else -inf)
    bits = int.from_bytes(packed, "big")
    return (bits ^ 0xFFFFFFFF if bits >> 31 else bits | 1 << 31) >> 16


def scored(truth, column, names, average, value):
    """What an `average` makes of `value(positive, score, weight rows)`: the whole, and each label or pair."""
    units = {}
    if average == "ovo":
        for one, two in combinations(names, 2):
            rows = [at for at, t in enumerate(truth) if t in (one, two)]
            sides = [value([truth[at] == side for at in rows], [column[side][at] for at in rows], rows)
                     for side in (one, two)]  # fmt: skip
            units[f"{one}/{two}"] = None if None in sides else sum(sides) / 2
    else:
        everyone = range(len(truth))
        for name in names:
            units[name] = value([t == name for t in truth], column[name], everyone)
    return units


def binned(scores):
    """Scores of which only the bin is known."""
    return [_bin(score) for score in scores]


def mean_of_examples(values, weight):
    """The mean over examples; what weighs nothing adds nothing, even if it is infinite."""
    whole = sum(weight)
    if not whole:
        return None
    if any(v == inf and w for v, w in zip(values, weight, strict=True)):
        return inf
    return sum(Fraction(v) * w for v, w in zip(values, weight, strict=True) if w) / whole


def loss(chance, eps):
    """Minus the logarithm of the probability that the true label got."""
    kept = min(max(chance, eps), 1 - eps)
    return -log(kept) if kept else inf


def square(truth, row, names):
    """The squared distance between the probabilities and what happened; of two labels only one is looked at."""
    total = sum((p - (name == truth)) ** 2 for name, p in zip(names, row, strict=True))
    return total / 2 if len(names) == 2 else total


def in_top(truth, row, names, k):
    """Whether the true label is among the first; of equal scores the later label comes first."""
    ranked = sorted(range(len(names)), key=lambda at: (row[at], at), reverse=True)
    return truth in [names[at] for at in ranked[:k]]


def hinge(truth, row, names):
    """What the score of the true label lacks of being 1 above every other."""
    own = row[names.index(truth)]
    return max(0.0, 1 - (own - max(score for name, score in zip(names, row, strict=True) if name != truth)))


def _steps(positive, score, weight):
    """From the highest score down: the weight of positives and of negatives at or above it."""
    found = []
    for threshold in sorted(set(score), reverse=True):
        kept = [(p, w) for p, s, w in zip(positive, score, weight, strict=True) if s >= threshold]
        found.append((sum(w for p, w in kept if p), sum(w for p, w in kept if not p)))
    return found


def kolmogorov_smirnov(positive, score, weight):
    steps = _steps(positive, score, weight)
    positives, negatives = steps[-1]
    if not positives or not negatives:
        return None
    return max(abs(Fraction(found) / positives - Fraction(wrong) / negatives) for found, wrong in steps)


def lift(positive, score, weight, share):
    """Of documents with the score at which the top ends, so large a part counts as still fits."""
    positives = sum(w for p, w in zip(positive, weight, strict=True) if p)
    if not positives:
        return None
    room = top = share * sum(weight)
    found = Fraction(0)
    for threshold in sorted(set(score), reverse=True):
        tied = [(p, w) for p, s, w in zip(positive, score, weight, strict=True) if s == threshold]
        size = sum(w for _, w in tied)
        if size:
            part = min(Fraction(1), room / size)
            found += part * sum(w for p, w in tied if p)
            room -= part * size
    return (found / top) / (positives / Fraction(sum(weight)))


def area_pr(positive, score, weight, curve):
    steps = [each for each in _steps(positive, score, weight) if sum(each)]
    positives = steps[-1][0] if steps else 0
    if not positives:
        return None
    area, before, height_before = Fraction(0), 0, Fraction(1)
    for at, (found, wrong) in enumerate(steps):
        precision = Fraction(found) / (found + wrong)
        best = max(Fraction(one) / (one + two) for one, two in steps[at:])
        area += (found - before) * (best if curve == "interpolated" else (precision + height_before) / 2)
        before, height_before = found, precision
    return area / positives


def calibration_error(positive, score, weight, bins, by, over_bins):
    """A score on an edge belongs to the bin below it."""
    ordered, edges = sorted(score), [Fraction(at, bins) for at in range(1, bins)]
    if by == "count":
        places = [edge * (len(ordered) - 1) for edge in edges]
        low = [ordered[int(at)] for at in places]
        high = [ordered[min(int(at) + 1, len(ordered) - 1)] for at in places]
        edges = [one + float(at - int(at)) * (two - one) for at, one, two in zip(places, low, high, strict=True)]
    else:
        edges = [at / bins for at in range(1, bins)]
    sums = {}
    for p, s, w in zip(positive, score, weight, strict=True):
        held = sums.setdefault(sum(s > edge for edge in edges), [0, 0, 0])
        for at, each in enumerate((Fraction(s) * w, w * bool(p), w)):
            held[at] += each
    sums = {at: held for at, held in sums.items() if held[2]}
    if not sums:
        return None
    if over_bins == "worst":
        return max(abs(said - happened) / Fraction(size) for said, happened, size in sums.values())
    return sum(abs(said - happened) for said, happened, _ in sums.values()) / Fraction(
        sum(held[2] for held in sums.values())
    )


def explained(truth, score, weight):
    whole = sum(weight)
    if not whole:
        return None
    mean = sum(t * w for t, w in zip(truth, weight, strict=True)) / whole
    spread = sum(w * (t - mean) ** 2 for t, w in zip(truth, weight, strict=True))
    left = sum(w * (s - t) ** 2 for s, t, w in zip(score, truth, weight, strict=True))
    return 1 - left / spread if spread else None


def pearson(truth, score, weight):
    whole = sum(weight)
    if not whole:
        return None
    one, two = (sum(x * w for x, w in zip(side, weight, strict=True)) / whole for side in (truth, score))
    both = sum(w * (t - one) * (s - two) for t, s, w in zip(truth, score, weight, strict=True))
    first = sum(w * (t - one) ** 2 for t, w in zip(truth, weight, strict=True))
    second = sum(w * (s - two) ** 2 for s, w in zip(score, weight, strict=True))
    if not first or not second:
        return None
    return float(both / whole) / sqrt(first / whole) / sqrt(second / whole)


def spearman(truth, score, weight):
    """A row that weighs 3 is three rows: the rank of a value is the middle of the rows that have it."""
    ranks = [
        [sum(w for y, w in zip(side, weight, strict=True) if y < x)
         + Fraction(sum(w for y, w in zip(side, weight, strict=True) if y == x)) / 2 for x in side]
        for side in (truth, score)
    ]  # fmt: skip
    return pearson(*ranks, weight)
