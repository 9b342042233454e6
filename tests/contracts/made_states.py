"""Data of every family for what states must do, and the same data with its members repeated as they are drawn."""

from dataclasses import replace

import numpy as np

from contracts.samples import NAMES, measures_of
from cranfield import Policy, labels, parse, ranking, text
from cranfield.core.coded import Coded
from cranfield.core.registry import registry
from labels.test_registry import SETTINGS as OF_LABELS
from text.test_contracts_text import SETTINGS as OF_TEXT

WORDS = [
    "the", "cat", "cats", "dog", "sat", "ran", "on", "mat", "red", "news", "你好", "it's", "3.5", "running",
    "a", "b", "ab", "aa",  # written without a blank, two pairs of them are the same
]  # fmt: skip


def of_ranking(seed, **changes):
    """Queries with graded, negative and unjudged documents; ties, and queries that nobody answered."""
    chance = np.random.default_rng(seed)
    docs = [f"d{at}" for at in range(14)]
    qrels, run, known = {}, {}, {}
    for query in map(str, range(1, 15)):
        judged = chance.choice(docs, chance.integers(1, 9), replace=False).tolist()
        qrels[query] = dict(zip(judged, chance.choice([-1, 0, 0, 1, 1, 2, 3], len(judged)).tolist(), strict=True))
        if chance.random() < 0.9:
            found = chance.choice(docs, chance.integers(1, 12), replace=False).tolist()
            run[query] = dict(zip(found, chance.choice([0.1, 0.2, 0.3, 0.7, 1.0], len(found)).tolist(), strict=True))
        known[query] = {doc: 1 for doc in judged if chance.random() < 0.5}
    return ranking(qrels, run, known=known, policy=Policy(**changes))


def of_text(seed, **changes):
    """Segments with one to three references, some empty and some long."""
    chance = np.random.default_rng(seed)

    def one():
        return " ".join(chance.choice(WORDS, chance.choice([0, 2, 4, 7, 9, 25], p=[0.1, 0.1, 0.3, 0.2, 0.2, 0.1])))

    references = [[one() for _ in range(chance.integers(1, 4))] for _ in range(12)]
    candidates = [each[0] if chance.random() < 0.2 else one() for each in references]
    return text(candidates=candidates, references=references, orientation="segments", policy=Policy(**changes))


def of_labels(seed, names="abc", weighted=None, **changes):
    """Examples in sessions with guesses and probabilities, ties among them; with weights of all sizes or without.

    Of more than two labels there may be one that no example has.
    """
    chance = np.random.default_rng(seed)
    size = 40
    truth = [*names, *chance.choice(list(names), size - len(names))]
    guess = [label if chance.random() < 0.6 else names[-1] for label in truth]
    classes = [*names, "z"] if len(names) > 2 and seed % 2 == 0 else [*names]
    parts = chance.integers(0, 5, (size, len(classes))) + 0.1
    weight = None
    if weighted if weighted is not None else seed % 2:
        weight = chance.choice([0.0, 0.1, 1 / 3, 1.0, 3.25, 1e-9, 1e9], size)
        weight[: len(names)] = 1.0
    group = chance.integers(0, 9, size)
    score = parts / parts.sum(axis=1, keepdims=True)
    if len(names) == 2:
        score = score[:, 1]
        truth[5], score[5] = names[1], 0.0  # as wrong as can be
    return labels(
        truth=truth, guess=guess, score=score, group=group, weight=weight, classes=classes, policy=Policy(**changes)
    )  # fmt: skip


FAMILIES = {"ranking": of_ranking, "labels": of_labels, "text": of_text}
MEASURES = {
    "ranking": [measure for name in NAMES for measure in measures_of(name)],
    "labels": [registry("labels")[name](**each) for name, settings in OF_LABELS.items() for each in settings],
    "text": [parse(each, "text") for settings in OF_TEXT.values() for each in settings],
}
BINARY = [
    parse(each, "labels") for each in (
        "AUC(positive='b')", "AUC(exact=False, positive='b')", "AveragePrecision(positive='b')", "GAUC(positive='b')",
        "LogLoss(positive='b')", "LogLoss(positive='b', eps=0)", "Brier(positive='b')", "F1(positive='b')",
        "FPR(positive='b')",
    )
]  # fmt: skip


def cases(seed, **changes):
    """Every measure of every family with data that it can be computed on."""
    for family, make in FAMILIES.items():
        batch = make(seed, **changes)
        for measure in MEASURES[family]:
            if str(measure) != "AUC":  # it asks which of three labels
                yield batch, measure.resolve(batch)
    batch = of_labels(seed, "ab", **changes)
    for measure in BINARY:
        yield batch, measure.resolve(batch)


def of_sessions(measure):
    """Whether the members of a measure of labels are sessions, not examples."""
    return measure.name == "GAUC"


def members_of(batch, measure, *, by_group=False):
    """The rows of the batch that belong to each member."""
    if by_group or of_sessions(measure):
        codes = batch.coded("group").codes
        return [np.flatnonzero(codes == code) for code in range(len(batch.coded("group").names))]
    return [np.array([at]) for at in range(len(batch))]


def repeated(batch, members, often):
    """The batch with every member as often as it is drawn; sessions that are drawn twice are two sessions."""
    drawn = [rows for rows, times in zip(members, often, strict=True) for _ in range(times)]
    chosen = batch.select(np.concatenate(drawn))
    if "group" not in batch:
        return chosen
    codes = np.repeat(np.arange(len(drawn)), [len(rows) for rows in drawn])
    group = Coded(codes, [f"s{at}" for at in range(len(drawn))])
    return replace(chosen, columns={**chosen.columns, "group": group})
