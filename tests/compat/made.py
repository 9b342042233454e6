"""Judgments and runs made by chance, as dicts and as files."""

import math
import random

import numpy as np
import pytest

from contracts.made_data import ordered

# numpy 1.26 has logarithms of its own that differ from C's in the last bit; all that is made of them does too
_MANY = np.arange(2.0, 2000.0)
SAME_LOGARITHMS = bool((np.log(_MANY) == [math.log(each) for each in _MANY]).all())


def to_the_last_bit(values):
    """What values must be equal to, given how well this numpy takes logarithms."""
    return values if SAME_LOGARITHMS else pytest.approx(values, rel=1e-14, abs=1e-14)


def collection(seed, *, answered=0.8, float32=False):
    """Ties, unjudged, pooled and graded documents; each topic has a judgment that is not negative."""
    chance = random.Random(seed)
    qrels, run = {}, {}
    for topic in chance.sample(["10", "9", "q-3", "7b", "Ä", "1"], chance.randint(1, 5)):
        docs = [f"d{i}" for i in range(60)]
        qrels[topic] = {
            doc: chance.choice([-1, 0, 0, 1, 1, 2, 3]) for doc in chance.sample(docs, chance.randint(2, 40))
        }
        qrels[topic]["zz"] = 0
        if chance.random() < answered or not run:
            scores = [round(chance.uniform(-3, 3), chance.choice([0, 1, 6])) for _ in range(chance.randint(1, 50))]
            run[topic] = dict(
                zip(chance.sample([*docs, "zz", "new1", "new2", "new3"], len(scores)), scores, strict=True)
            )
    if not float32:
        first = next(iter(run.values()))
        first["near1"], first["near2"] = 0.123456789, 0.123456788  # equal in single precision
    return qrels, run


def as_text(qrels, run):
    """The same as TREC files, lines in any order."""
    judged = [f"{topic} 0 {doc} {grade}\n" for topic, grades in qrels.items() for doc, grade in grades.items()]
    ranked = [f"{topic} Q0 {doc} 0 {score!r} tag\n" for topic, scores in run.items() for doc, score in scores.items()]
    return "".join(judged), "".join(ranked)


def rankings(qrels, run, *, depth=None, judged_only=False):
    """Document ids, best first, after the cut and then without unjudged documents."""
    found = {}
    for topic in qrels:
        ranking = ordered(run.get(topic, {}))[:depth]
        found[topic] = [doc for doc in ranking if not judged_only or qrels[topic].get(doc, -1) >= 0]
    return found


def table(out):
    """Printed lines as {topic: {name: text}}."""
    found = {}
    for line in out.splitlines():
        name, topic, value = line.split("\t")
        found.setdefault(topic, {})[name.strip()] = value
    return found
