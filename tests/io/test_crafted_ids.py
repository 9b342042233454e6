"""Ids made on purpose to share their hashes cost no more than others, and nothing that is printed depends on hashes."""

import os
import pickle
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest

from cranfield import evaluate, judgments, ranking
from cranfield.io.ids.ids import Ids

COUNT = 2000
PRINTABLE = (36, 127)  # a # may begin a comment

# a hash without secrets that everybody can know: words times powers of a number, from the second on with their halves
# mixed, added up; and a group times another number
MIX, GROUP, SIZE = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 2**64


def times(word):
    return np.uint64(pow(MIX, word + 1, SIZE))


def back(word):
    return np.uint64(pow(MIX, -(word + 1), SIZE))


def halved(words):
    return words ^ (words >> np.uint64(32))  # twice is not at all


def random_words(random, count):
    return random.integers(*PRINTABLE, (count, 8), np.uint8).view("<u8")[:, 0]


def printable(words):
    held = words.view(np.uint8).reshape(-1, 8)
    return ((held >= PRINTABLE[0]) & (held < PRINTABLE[1])).all(axis=1)


def crafted(words):
    """Ids of so many words, all with one number."""
    random, found, made = np.random.default_rng(words), [], 0
    before, fixed = words - 2, random_words(random, words)
    while made < COUNT:
        one = random_words(random, 1 << 20)
        found.append(ended(one, before, np.uint64(7)))
        made += len(found[-1])
    ends = np.concatenate(found)[:COUNT]
    return told(np.concatenate([np.tile(fixed[:before], (COUNT, 1)), ends], axis=1))


def crafted_for_groups():
    """An id of two words for each of many groups, all with one number together with it."""
    one, groups = random_words(np.random.default_rng(4), 1 << 15), np.arange(COUNT, dtype=np.uint64)[:, None]
    return told(np.stack([ended(one, 0, np.uint64(7) ^ group)[0] for group in groups * np.uint64(GROUP)]))


def ended(one, place, wanted):
    """Those of the words, at their place, that can be followed by another one so that both make the number."""
    own = (halved(one) if place else one) * times(place)
    other = halved((wanted - own) * back(place + 1))
    good = printable(other)
    return np.stack([one[good], other[good]], axis=1)


def told(lines):
    return [line.tobytes().decode() for line in lines]


def crafted_short():
    """Ids of one word whose numbers share their leading half."""
    low, found = np.arange(1 << 20, dtype=np.uint64), []
    for high in range(40):
        words = (low + np.uint64((5 << 32) + (high << 20))) * back(0)
        found += told(words[printable(words)])
    return found[:COUNT]


def ordinary(names):
    random = np.random.default_rng(len(names[0]))
    return [random.integers(*PRINTABLE, len(name), np.uint8).tobytes().decode() for name in names]


def as_text(names, queries):
    """Judgments and a run as files have them."""
    qrels = "".join(f"{query} 0 {name} 1\n" for query, name in zip(queries, names, strict=True)).encode()
    run = "".join(f"{q} Q0 {name} 1 {-at} t\n" for at, (q, name) in enumerate(zip(queries, names, strict=True)))
    return qrels, run.encode()


def cost(qrels, run):
    """Processor time and memory of an evaluation, the least of some."""
    spent = []
    for _ in range(4):
        began = time.process_time()
        found = evaluate(ranking(qrels, run), ["num_rel_ret"])["num_rel_ret"]
        spent.append(time.process_time() - began)
    assert found.values.sum() == run.count(b"\n")
    tracemalloc.start()
    try:
        ranking(qrels, run)
        return min(spent), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


ONE_QUERY = ["q"] * COUNT
MANY = [f"{number:04}" for number in range(COUNT)]
SETS = {
    "one word": lambda: (crafted_short(), ONE_QUERY),
    "two words": lambda: (crafted(2), ONE_QUERY),
    "three words": lambda: (crafted(3), ONE_QUERY),
    "ten words": lambda: (crafted(10), ONE_QUERY),
    "one document in each of many queries": lambda: (crafted_for_groups(), MANY),
    "queries": lambda: (["d"] * COUNT, crafted(2)),
}


@pytest.mark.parametrize("kind", SETS)
def test_ids_made_to_share_a_hash_cost_what_others_cost(kind):
    names, queries = SETS[kind]()
    assert len({*zip(queries, names, strict=True)}) == len(names)
    usual = queries if queries is ONE_QUERY else ordinary(queries)
    seconds, peak = cost(*as_text(names, queries))
    usual_seconds, usual_peak = cost(*as_text(ordinary(names), usual))
    assert seconds < 3 * usual_seconds + 0.01  # a clock has ticks
    assert peak < 3 * usual_peak


def test_zero_bytes_at_the_end_make_other_hashes():
    names = ["x" + "\0" * count for count in range(200)] + ["\0" * count for count in range(200)]
    assert len(set(Ids.of(names).hash.tolist())) == len(names)


WORK = """
import pickle, sys
from cranfield.io.check import check
from cranfield import Policy, evaluate, judgments, ranking
from cranfield.io.ids.ids import Ids
print(Ids.of(["a document"]).hash[0], file=sys.stderr)
docs = [f"d{at * 7919 % 1000}" for at in range(300)] + [f"a-document-of-some-length-{at}" for at in range(100)]
rows = [(f"q{at % 7}", doc, at % 5) for at, doc in enumerate(docs)]
rows += rows[30:60]
qrels = "".join(f"{q} 0 {doc} {grade}\\n" for q, doc, grade in rows[:400:3]).encode()
together = sorted(rows, key=lambda row: row[0])
for some in (rows, together):
    run = "".join(f"{q} Q0 {doc} {at} {score} t{at % 3}\\n" for at, (q, doc, score) in enumerate(some)).encode()
    for ties in ("docid-desc", "docid-asc", "input", "rank"):
        for duplicates in ("first", "last", "best"):
            batch = ranking(qrels, run, policy=Policy(ties=ties, duplicates=duplicates), keep=3)
            print(batch.ragged("rank").values.tolist(), batch.ragged("judgment").values.tolist(), batch.findings)
            print(batch.ragged("top").values.tolist())
            results = evaluate(batch, ["AP", "nDCG@5"])
            print({name: result.units for name, result in results.items()})
    try:
        ranking(qrels, run)
    except Exception as error:
        print(error)
    print(*check(qrels, run), sep="\\n")
gold = judgments(qrels, policy=Policy(duplicates="first"))
ranking(gold, run)
sys.stdout.flush()
sys.stdout.buffer.write(b"--\\n" + pickle.dumps(gold))
"""


def test_what_comes_out_does_not_depend_on_the_secrets_of_the_process():
    def work():
        return subprocess.run([sys.executable, "-c", WORK], capture_output=True, check=True, env={**os.environ})

    one, other = work(), work()
    assert one.stderr != other.stderr  # other hashes
    assert one.stdout == other.stdout
    assert one.stdout.count(b"\n") > 70


def test_judgments_of_another_process_find_their_documents():
    made = subprocess.run([sys.executable, "-c", WORK], capture_output=True, check=True, env={**os.environ})
    gold = pickle.loads(made.stdout[made.stdout.index(b"--\n") + 3 :])
    run = b"q0 Q0 d0 1 1 t\nq0 Q0 d433 2 0.5 t\nq1 Q0 x 1 1 t\n"
    assert evaluate(ranking(gold, run), ["num_rel_ret", "num_rel"])["num_rel"].value > 1
    fresh = judgments({query: dict(zip(gold.row_names[a:b], gold.grade[a:b].tolist(), strict=True))
                       for query, a, b in zip(gold.queries, gold.offsets, gold.offsets[1:], strict=False)})  # fmt: skip
    lines = [f"{query} Q0 {doc} 1 1 t\n" for query in gold.queries for doc in fresh.row_names]
    text = "".join(lines).encode()
    one, other = (ranking(each, text).ragged("judgment").values.tolist() for each in (gold, fresh))
    assert one == other
    assert len(one) == len(gold.grade)
