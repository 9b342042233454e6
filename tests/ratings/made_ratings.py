"""Tables of ratings that tests share."""

import numpy as np

from cranfield import ratings

KRIPPENDORFF = (  # Krippendorff 2011, four observers and twelve units
    "1 2 3 3 2 1 4 1 2 * * *", "1 2 3 3 2 2 4 1 2 5 * 3", "* 3 3 3 2 3 4 2 2 5 1 *", "1 2 3 3 2 4 4 1 2 5 1 *",
)  # fmt: skip
GWET = (  # Gwet 2014, the same but for the last unit, which another of the raters has rated
    *KRIPPENDORFF[:1], "1 2 3 3 2 2 4 1 2 5 * *", "* 3 3 3 2 3 4 2 2 5 1 3", *KRIPPENDORFF[3:],
)  # fmt: skip
WIKIPEDIA = (
    "* * * * * 3 4 1 2 1 1 3 3 * 3", "1 * 2 1 3 3 4 3 * * * * * * *", "* * 2 1 3 4 4 * 2 1 1 3 3 * 4",
)  # fmt: skip
SHROUT_FLEISS = ("9 6 8 7 10 6", "2 1 4 1 5 2", "5 3 6 2 6 4", "8 2 8 6 9 7")


def of_lines(lines):
    """A batch of one line for each rater; * is missing."""
    return of_table([[None if cell == "*" else float(cell) for cell in line.split()] for line in lines])


def of_table(table):
    """A batch of `table[rater][item]`, None or nan where a rating is missing."""
    rows = [
        (f"i{item:04}", f"r{rater}", value)
        for rater, line in enumerate(table)
        for item, value in enumerate(line)
        if value is not None and not np.isnan(value if isinstance(value, float) else 0)
    ]
    return ratings(item=[row[0] for row in rows], rater=[row[1] for row in rows], value=[row[2] for row in rows])


def of_counts(rows):
    """A batch of how many raters gave each value to each item."""
    triples = [
        (f"i{at}", f"r{place}", str(value))
        for at, row in enumerate(rows)
        for place, value in enumerate(value for value, count in enumerate(row) for _ in range(count))
    ]
    return ratings(item=[t[0] for t in triples], rater=[t[1] for t in triples], value=[t[2] for t in triples])


def of_confusion(cells):
    """A batch of two raters from how often they gave which values."""
    one, two = [], []
    for row, line in enumerate(cells):
        for column, count in enumerate(line):
            one += [row + 1] * count
            two += [column + 1] * count
    return of_table([one, two])


def random_table(seed, *, raters=4, items=40, values=(1, 2, 3, 4, 5), missing=0.3, agree=0.5):
    """`table[rater, item]` with nan for missing ratings."""
    chance = np.random.default_rng(seed)
    truth = chance.choice(values, items)
    others = chance.choice(values, (raters, items))
    table = np.where(chance.random((raters, items)) < agree, truth, others).astype(float)
    table[chance.random((raters, items)) < missing] = np.nan
    return table
