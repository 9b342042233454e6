"""Edit distances (Levenshtein 1966), answers as SQuAD compares them (Rajpurkar et al. 2016), and nuggets."""

import re
import string
from collections import Counter


def distance(one, other):
    """The whole table, cell by cell."""
    table = {(row, 0): row for row in range(len(one) + 1)} | {(0, column): column for column in range(len(other) + 1)}
    for row in range(1, len(one) + 1):
        for column in range(1, len(other) + 1):
            table[row, column] = min(
                table[row - 1, column] + 1,
                table[row, column - 1] + 1,
                table[row - 1, column - 1] + (one[row - 1] != other[column - 1]),
            )
    return table[len(one), len(other)]


def error_rate(pairs):
    """Of (candidate, references): edits over length, of the reference with the lowest rate; None without any length."""
    edits = length = 0
    for candidate, references in pairs:
        rates = []
        for reference in references:
            found = distance(candidate, reference)
            rate = found / len(reference) if reference else float("inf") if found else 0.0
            rates.append((rate, found, len(reference)))
        _, found, size = min(rates, key=lambda each: each[0])
        edits += found
        length += size
    return edits / length if length else None


def normal(answer):
    """Lower text, then remove punctuation, articles and extra blanks."""
    answer = "".join(char for char in answer.lower() if char not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", answer).split())


def exact(candidate, references):
    usable = [each for each in references if each] or [""]
    return 100.0 * max(candidate == each for each in usable)


def token_f1(candidate, references, cut):
    best = 0.0
    for reference in [each for each in references if each] or [""]:
        mine, theirs = cut(candidate), cut(reference)
        same = sum((Counter(mine) & Counter(theirs)).values())
        if not mine or not theirs:
            best = max(best, float(mine == theirs))
        elif same:
            p, r = same / len(mine), same / len(theirs)
            best = max(best, 2 * p * r / (p + r))
    return 100.0 * best


def nugget_recall(nuggets, over, *, partial):
    """Of (vital, support) pairs; support is 0, 1 (in part) or 2."""
    below = above = 0.0
    for vital, support in nuggets:
        weight = 1.0 if vital or over == "all" else 0.5 if over == "weighted" else 0.0
        below += weight
        above += weight * (1.0 if support == 2 else 0.5 if support == 1 and partial else 0.0)
    return above / below if below else None
