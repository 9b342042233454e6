"""The last printed digit: values are rounded to four digits, so the order in which they are computed shows."""

import math
import random

import pytest

from compat.made import as_text, table, to_the_last_bit
from cranfield import evaluate, ranking
from cranfield.compat import pytrec_eval as ours

CHANGED = ("iprec_at_recall", "11pt_avg", "dcg", "ideal_dcg", "rbp", "unj")  # new or other in version 10


def small(seed):
    """Short rankings, whose values often lie in the middle between two printed ones."""
    chance = random.Random(seed)
    qrels, run = {}, {}
    for topic in map(str, range(1, chance.randint(2, 10))):
        docs = [f"d{i}" for i in range(chance.choice([4, 8, 16, 40]))]
        highest = chance.choice([1, 3])
        qrels[topic] = {doc: chance.choice([-1, 0, *range(highest + 1)]) for doc in docs if chance.random() < 0.7}
        qrels[topic] |= {"zz": 0, "y": highest}
        returned = chance.sample([*docs, "x1", "x2"], chance.randint(1, len(docs)))
        run[topic] = {doc: float(chance.randint(0, chance.choice([3, 900]))) for doc in returned}
    return qrels, run


def grades_of(qrels, run, topic):
    """The grades down the ranking; below 0 where a document was not judged."""
    listed = sorted(sorted(run[topic], reverse=True), key=lambda doc: -run[topic][doc])
    return [qrels[topic].get(doc, -1) for doc in listed]


@pytest.mark.parametrize("version", ["9", "10"])
def test_f_multiplies_precision_and_recall(trec, version):
    # 5 of 58 relevant documents among 6: 10 / 64 = 0.15625 in one division, and a little more as 2 x 5/6 x 5/58 / (...)
    qrels = "".join(f"1 0 r{i} 1\n" for i in range(58))
    run = "".join(f"1 Q0 r{i} 0 {9 - i} x\n" for i in range(5)) + "1 Q0 other 0 1 x\n"
    out = trec(qrels, run, "--as", version, "-m", "set_F")[1]
    assert out == "set_F                 \tall\t0.1563\n"
    assert f"{10 / 64:.4f}" == "0.1562"


def test_the_levels_of_recall_are_added_from_the_highest_on(trec):
    qrels = "".join(f"1 0 r{rank} 1\n" for rank in (30, 31, 32, 50))
    run = "".join(f"1 Q0 {'r' if rank in (30, 31, 32, 50) else 'x'}{rank} 0 {100 - rank} t\n" for rank in range(1, 51))
    assert trec(qrels, run, "-m", "11pt_avg")[1] == "11pt_avg              \tall\t0.0913\n"
    assert table(trec(qrels, run, "-m", "11pt_avg.0.25,0.75,1")[1])["all"] == {"11pt_avg_0.25,0.75,1": "0.0892"}


@pytest.mark.parametrize("seed", range(40))
def test_every_value_has_all_bits_of_pytrec_evals(seed):
    theirs = pytest.importorskip("pytrec_eval")
    qrels, run = small(seed)
    measures = {"all_trec"} if seed % 4 else {"set_F_2", "11pt_avg_0.2,0.5,0.8", "Rprec_mult_0.5", "P_3", "ndcg_cut_3"}
    for level in (1, 2):
        expected = theirs.RelevanceEvaluator(qrels, measures, level).evaluate(run)
        found = ours.RelevanceEvaluator(qrels, measures, level).evaluate(run)
        assert found == {query: to_the_last_bit(values) for query, values in expected.items()}


@pytest.mark.parametrize("seed", range(20))
def test_version_9_prints_pytrec_evals_values_and_their_means(trec, seed):
    theirs = pytest.importorskip("pytrec_eval")
    qrels, run = small(seed)
    values = theirs.RelevanceEvaluator(qrels, {"all_trec"}).evaluate(run)
    shown = table(trec(*as_text(qrels, run), "--as", "9", "-q", "-m", "all_trec")[1])
    topics = sorted(values)
    for name, text in shown["all"].items():
        if name == "runid":
            continue
        column = [values[topic][name] for topic in topics]
        if not name.startswith("gm_") and name != "num_q":
            assert [shown[topic][name] for topic in topics] == [printed(name, value) for value in column], name
        total = 0.0
        for value in column:
            total += value
        mean = total if name.startswith("num_") else total / len(column)
        assert text == printed(name, math.exp(mean) if name.startswith("gm_") else mean), name


def printed(name, value):
    return f"{value:.0f}" if name.startswith("num_") else f"{value:6.4f}"


@pytest.mark.parametrize("seed", range(20))
def test_version_10_prints_what_version_9_does_where_it_did_not_change(trec, seed):
    files = as_text(*small(seed))
    nine, ten = (trec(*files, "--as", version, "-q", "-m", "all_trec")[1].splitlines() for version in ("9", "10"))
    assert [line for line in ten if not line.startswith(CHANGED)] == [
        line for line in nine if not line.startswith(CHANGED)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_what_changed_in_version_10_is_added_in_its_order(seed):
    qrels, run = small(seed)
    found = evaluate(ranking(qrels, run, policy="trec_eval-10"), ["IAP", "RBPResidual(p=0.9, beyond='if-unjudged')"])
    curve, residual = found.values()
    for topic in qrels:
        grades = grades_of(qrels, run, topic)
        relevant = sum(grade >= 1 for grade in qrels[topic].values())
        assert curve.units[topic] == eleven_points(grades, relevant), topic
        assert residual.units[topic] == rest(grades, 0.9), topic


def eleven_points(grades, relevant):
    """The highest precision from each level of recall on, added while walking up from the end of the ranking."""
    needed = [math.floor(level / 10 * relevant + 0.5) for level in range(11)]
    left = sum(grade >= 1 for grade in grades)
    level, total, highest = 10, 0.0, 0.0
    while level >= 0 and needed[level] > left:
        level -= 1
    for rank in range(len(grades), 0, -1):
        highest = max(highest, left / rank)
        if grades[rank - 1] >= 1:
            while level >= 0 and left == needed[level]:
                total, level = total + highest, level - 1
            left -= 1
        if not left:
            break
    for _ in range(level + 1):
        total += highest
    return total / 11


def rest(grades, p):
    """The weight beyond the ranking and that of its unjudged documents."""
    total, weight = 0.0, 1.0
    for grade in grades:
        total, weight = total + weight * (grade < 0), weight * p
    return weight + (1 - p) * total if min(grades) < 0 else 0.0
