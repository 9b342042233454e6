"""Measures of labels, one plain loop each; `None` is undefined."""

from math import log, sqrt


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
    return sum(w for t, g, w in zip(truth, guess, weight, strict=True) if t == g) / sum(weight)


def balanced_accuracy(truth, guess, weight):
    shares = [recall(truth, guess, weight, label) for label in sorted(set(truth), key=str)]
    shares = [share for share in shares if share is not None]
    return sum(shares) / len(shares)


def correlation(truth, guess, weight):
    """Pearson's correlation of the indicator vectors, summed over labels."""
    names, whole = sorted({*truth, *guess}, key=str), sum(weight)
    covariance = spread_truth = spread_guess = 0.0
    for name in names:
        mean_truth = sum(w for t, w in zip(truth, weight, strict=True) if t == name) / whole
        mean_guess = sum(w for g, w in zip(guess, weight, strict=True) if g == name) / whole
        for t, g, w in zip(truth, guess, weight, strict=True):
            covariance += w * ((t == name) - mean_truth) * ((g == name) - mean_guess)
            spread_truth += w * ((t == name) - mean_truth) ** 2
            spread_guess += w * ((g == name) - mean_guess) ** 2
    below = sqrt(spread_truth * spread_guess)
    return covariance / below if below > 1e-12 else None


def auc(positive, score, weight):
    """Every pair."""
    won = pairs = 0.0
    for p, s, w in zip(positive, score, weight, strict=True):
        for q, t, v in zip(positive, score, weight, strict=True):
            if p and not q:
                pairs += w * v
                won += w * v * (1 if s > t else 0.5 if s == t else 0)
    return won / pairs if pairs else None


def grouped_auc(positive, score, weight, group, heavy=None):
    above = below = 0.0
    for session in dict.fromkeys(group):
        rows = [i for i, g in enumerate(group) if g == session]
        value = auc([positive[i] for i in rows], [score[i] for i in rows], [weight[i] for i in rows])
        if value is None:
            continue
        size = {
            None: 1.0,
            "rows": sum(weight[i] for i in rows),
            "positives": sum(weight[i] for i in rows if positive[i]),
        }[heavy]
        above, below = above + size * value, below + size
    return above / below if below else None


def average_precision(positive, score, weight):
    whole = sum(w for p, w in zip(positive, weight, strict=True) if p)
    if not whole:
        return None
    area = before = 0.0
    for threshold in sorted(set(score), reverse=True):
        kept = [(p, w) for p, s, w in zip(positive, score, weight, strict=True) if s >= threshold]
        found = sum(w for p, w in kept if p)
        if found:
            area += (found - before) / whole * found / sum(w for _, w in kept)
        before = found
    return area


def log_loss(chances, weight, eps):
    """`chances` are the probabilities of the true labels."""
    return sum(-w * log(min(max(p, eps), 1 - eps)) for p, w in zip(chances, weight, strict=True)) / sum(weight)


def brier(truth, rows, names, weight):
    """`rows` are probabilities by label."""
    total = 0.0
    for t, row, w in zip(truth, rows, weight, strict=True):
        total += w * sum((p - (name == t)) ** 2 for name, p in zip(names, row, strict=True))
    return total / sum(weight) / (2 if len(names) == 2 else 1)


def top_k(truth, rows, names, weight, k):
    """Of equal scores the later label comes first."""
    right = 0.0
    for t, row, w in zip(truth, rows, weight, strict=True):
        ranked = sorted(range(len(names)), key=lambda at, row=row: (row[at], at), reverse=True)
        right += w * (t in [names[at] for at in ranked[:k]])
    return right / sum(weight)
