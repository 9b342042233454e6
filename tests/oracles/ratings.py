"""Ratings as papers define their measures: loops over items, raters and pairs, None where there is no value."""

from itertools import combinations
from math import exp, log, sqrt


def mean(values):
    return sum(values) / len(values) if values else None


def z_scores(rated):
    """{(item, rater): z} over everything that was rated; None where the rater has no spread."""
    by_rater = {}
    for (_, rater), value in rated.items():
        by_rater.setdefault(rater, []).append(value)
    found = {}
    for (item, rater), value in rated.items():
        values = by_rater[rater]
        middle = sum(values) / len(values)
        spread = sqrt(sum((each - middle) ** 2 for each in values) / (len(values) - 1)) if len(values) > 1 else 0.0
        found[item, rater] = (value - middle) / spread if len(set(values)) > 1 else None
    return found


def agreement(values, within=0):
    """The share of pairs of one item that agree."""
    pairs = list(combinations(values, 2))
    if not pairs:
        return None
    return sum(one == two or (bool(within) and abs(one - two) <= within) for one, two in pairs) / len(pairs)


def distance(one, two, level, counts, order):
    """Krippendorff's difference functions, squared."""
    if level == "nominal":
        return float(one != two)
    if level == "interval":
        return (one - two) ** 2
    if level == "ratio":
        return ((one - two) / (one + two)) ** 2 if one + two else 0.0
    low, high = sorted((order.index(one), order.index(two)))
    between = sum(counts[each] for each in order[low : high + 1])
    return (between - (counts[one] + counts[two]) / 2) ** 2 if low != high else 0.0


def alpha(items, level):
    """The value of the whole and of each item: 1 - its own disagreement over that by chance."""
    pairable = {name: values for name, values in items.items() if len(values) > 1}
    order = sorted({value for values in pairable.values() for value in values})
    counts = {value: sum(values.count(value) for values in pairable.values()) for value in order}
    size = sum(counts.values())
    units, total = {}, 0.0
    expected = None
    if size > 1:
        expected = sum(
            counts[one] * counts[two] * distance(one, two, level, counts, order) for one in order for two in order
        ) / (size * (size - 1))
    for name, values in items.items():
        if name not in pairable:
            units[name] = None
            continue
        apart = sum(
            distance(values[i], values[j], level, counts, order)
            for i in range(len(values))
            for j in range(len(values))
            if i != j
        ) / (len(values) - 1)
        total += apart
        units[name] = 1 - apart / len(values) / expected if expected else None
    return (1 - total / size / expected if expected else None), units


def kappa(rated, raters, cost, *, pooled=False):
    """Cohen's kappa, or Scott's pi, of all pairs of raters, and of each item what its pairs have on average."""
    items = sorted({item for item, _ in rated})
    values, parts = [], {item: [] for item in items}
    seen = dict.fromkeys(items, 0)
    for one, two in combinations(raters, 2):
        both = [(rated[item, one], rated[item, two]) for item in items if (item, one) in rated and (item, two) in rated]
        if not both:
            continue
        first, second = [a for a, _ in both], [b for _, b in both]
        if pooled:
            first = second = first + second
        expected = sum(cost(a, b) for a in first for b in second) / (len(first) * len(second))
        observed = sum(cost(a, b) for a, b in both) / len(both)
        if expected:
            values.append(1 - observed / expected)
        for item in items:
            if (item, one) in rated and (item, two) in rated:
                seen[item] += 1
                if expected:
                    parts[item].append(cost(rated[item, one], rated[item, two]) / expected)
    units = {item: 1 - mean(each) if each else None for item, each in parts.items()}
    return mean(values), units


def conger(rated, raters, items, cost):
    """Conger's kappa: chance is a pair of different raters, each of whom gives any of their own ratings."""
    own = {rater: [value for (_, who), value in rated.items() if who == rater] for rater in raters}
    chances = [mean([cost(a, b) for a in own[one] for b in own[two]]) for one in raters for two in raters if one != two]
    expected = mean(chances)
    inside = {name: mean([cost(a, b) for a, b in combinations(values, 2)]) for name, values in items.items()}
    if not expected:
        return None, dict.fromkeys(items)
    units = {name: None if each is None else 1 - each / expected for name, each in inside.items()}
    known = [each for each in inside.values() if each is not None]
    return (1 - mean(known) / expected if known else None), units


def fleiss(items):
    """Fleiss' kappa; None where items have different numbers of ratings."""
    sizes = {len(values) for values in items.values() if values}
    if len(sizes) != 1 or sizes == {1}:
        return None, dict.fromkeys(items)
    known = {value for values in items.values() for value in values}
    rated = {name: values for name, values in items.items() if values}
    share = {each: sum(v.count(each) for v in rated.values()) / (len(rated) * next(iter(sizes))) for each in known}
    chance = sum(each**2 for each in share.values())
    if len(known) == 1:
        return None, dict.fromkeys(items)
    units = {name: (agreement(v) - chance) / (1 - chance) if v else None for name, v in items.items()}
    return (mean([agreement(v) for v in rated.values()]) - chance) / (1 - chance), units


def gwet(items, values, weight):
    """AC1 and AC2; `values` is the whole scale."""
    rated = {name: each for name, each in items.items() if each}
    shares = {each: mean([v.count(each) / len(v) for v in rated.values()]) for each in values}
    inside = {}
    for name, given in items.items():
        pairs = [(a, b) for i, a in enumerate(given) for j, b in enumerate(given) if i != j]
        inside[name] = mean([weight(a, b) for a, b in pairs])
    known = [each for each in inside.values() if each is not None]
    if len(values) < 2 or not known:
        return None, dict.fromkeys(items)
    whole = sum(weight(a, b) for a in values for b in values)
    chance = whole / (len(values) * (len(values) - 1)) * sum(p * (1 - p) for p in shares.values())
    units = {name: None if each is None else (each - chance) / (1 - chance) for name, each in inside.items()}
    return (mean(known) - chance) / (1 - chance), units


def icc(rated, raters, kind, *, average):
    """Shrout and Fleiss; McGraw and Wong: from sums of squares that are written out."""
    names = sorted({item for item, _ in rated})
    rows = {name: {r: rated[name, r] for r in raters if (name, r) in rated} for name in names}
    full = {name: row for name, row in rows.items() if (row if kind == "1" else len(row) == len(raters))}
    units = dict.fromkeys(names)
    every = [value for row in full.values() for value in row.values()]
    count = len(full)
    if count < 2 or len(raters) < 2:
        return None, units
    middle = mean(every)
    means = {name: mean(list(row.values())) for name, row in full.items()}
    inside = {name: sum((v - means[name]) ** 2 for v in row.values()) for name, row in full.items()}
    between = sum(len(row) * (means[name] - middle) ** 2 for name, row in full.items()) / (count - 1)
    if kind == "1":
        size = (len(every) - sum(len(row) ** 2 for row in full.values()) / len(every)) / (count - 1)
        degrees = len(every) - count
        if not degrees:
            return None, units
        error = sum(inside.values()) / degrees
        spread = between if average else (between + (size - 1) * error) / size
        errors = {name: each / (degrees / count) for name, each in inside.items()}
    else:
        k = len(raters)
        columns = {r: mean([row[r] for row in full.values()]) for r in raters}
        raters_square = count * sum((each - middle) ** 2 for each in columns.values()) / (k - 1)
        left = {
            name: sum((row[r] - means[name] - columns[r] + middle) ** 2 for r in raters) for name, row in full.items()
        }
        rest = sum(left.values()) / ((count - 1) * (k - 1))
        if kind == "C":
            error = rest
            spread = between if average else (between + (k - 1) * rest) / k
            errors = {name: each / (k - 1) * count / (count - 1) for name, each in left.items()}
        else:
            error = sum(inside.values()) / (count * (k - 1))
            bias = (raters_square - rest) / count
            spread = between + bias if average else (between + (k - 1) * rest + k * bias) / k
            errors = {name: each / (k - 1) for name, each in inside.items()}
    if len(set(every)) == 1 or spread <= 1e-12:
        return None, units
    return 1 - error / spread, units | {name: 1 - each / spread for name, each in errors.items()}


def strengths(systems, wins):
    """Bradley and Terry by the old way: p = wins / sum of games / (p + q), again and again; None if not finite."""

    def reached(start):
        seen, left = {start}, [start]
        while left:
            here = left.pop()
            for other in systems:
                if other not in seen and wins.get((here, other), 0) > 0:
                    seen.add(other)
                    left.append(other)
        return seen

    if len(systems) < 2 or any(len(reached(each)) < len(systems) for each in systems):
        return dict.fromkeys(systems)
    worth = dict.fromkeys(systems, 1.0)
    for _ in range(100_000):
        before = dict(worth)
        for each in systems:
            won = sum(wins.get((each, other), 0) for other in systems)
            games = sum(
                (wins.get((each, other), 0) + wins.get((other, each), 0)) / (worth[each] + worth[other])
                for other in systems
                if other != each
            )
            worth[each] = won / games
        middle = exp(sum(log(each) for each in worth.values()) / len(systems))
        worth = {each: value / middle for each, value in worth.items()}
        if max(abs(log(worth[each] / before[each])) for each in systems) < 1e-15:
            break
    return {each: log(value) for each, value in worth.items()}
