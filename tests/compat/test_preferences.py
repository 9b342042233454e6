"""Measures of preferences: worked numbers, and a plain matrix for each judge."""

import random

import pytest

from compat.made import table

SIX = [("1", 3.0), ("2", 2.0), ("3", 0.0), ("4", 6.0), ("5", 0.0), ("6", 2.0)]


def lines(rows):
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def run_of(topics):
    return "".join(
        f"{topic} Q0 {doc} 0 {-place} tag\n" for topic, docs in topics.items() for place, doc in enumerate(docs)
    )


def shown(trec, prefs, run, *flags, form="prefs"):
    status, out, err = trec(lines(prefs), run_of(run), "-q", "-R", form, "-m", "all_prefs", *flags)
    assert (status, err) == (0, "")
    return table(out)


def test_one_judge_who_ranks_six_documents_has_13_preferences(trec):
    values = shown(trec, [("q", "j", "s", doc, level) for doc, level in SIX], {"q": ["4", "1", "2", "6", "3", "5"]})[
        "q"
    ]
    assert (values["prefs_num_prefs_poss"], values["prefs_num_prefs_ful"]) == ("13", "13")
    assert all(values[name] == "1.0000" for name in values if "num" not in name)


def test_nothing_returned_is_nothing_fulfilled(trec):
    values = shown(trec, [("q", "j", "s", doc, level) for doc, level in SIX], {"q": ["other"]})["q"]
    assert (values["prefs_num_prefs_poss"], values["prefs_num_prefs_ful"], values["prefs_simp"]) == (
        "13",
        "0",
        "0.0000",
    )


@pytest.mark.parametrize(
    ("rows", "possible"),
    [
        ([("s1", 1, 3), ("s1", 2, 2), ("s1", 3, 1), ("s2", 1, 2), ("s2", 2, 1), ("s2", 4, 3)], 6),
        ([("s1", 1, 3), ("s1", 2, 2), ("s1", 3, 1), ("s2", 2, 5), ("s2", 4, 4)], 5),
    ],
)
def test_what_follows_from_several_sittings_counts_once(trec, rows, possible):
    values = shown(trec, [("q", "j", *row) for row in rows], {"q": ["1", "2", "3", "4"]})["q"]
    assert values["prefs_num_prefs_poss"] == str(possible)


def test_judges_who_disagree_share_a_pair(trec):
    prefs = [("q", "j1", "s", "a", 2), ("q", "j1", "s", "b", 1), ("q", "j2", "s", "a", 1), ("q", "j2", "s", "b", 2),
             ("q", "j3", "s", "a", 2), ("q", "j3", "s", "b", 1), ("q", "j3", "s", "c", 0)]  # fmt: skip
    values = shown(trec, prefs, {"q": ["a", "b"]})["q"]
    assert values["prefs_num_prefs_ful"] == "4"
    assert values["prefs_simp"] == f"{4 / 5:6.4f}"
    assert values["prefs_simp_ret"] == f"{2 / 3:6.4f}"
    assert values["prefs_pair"] == f"{(2 / 3 + 1 + 1) / 3:6.4f}"
    assert values["prefs_pair_ret"] == f"{2 / 3:6.4f}"
    assert values["prefs_avgjg"] == f"{(1 + 0 + 1) / 3:6.4f}"
    assert values["prefs_avgjg_imp"] == f"{2 / 3:6.4f}"


def plain(rows, ranking):
    """Simple, by-judge and by-pair values over all pairs, from a matrix of preferences for each judge."""
    docs = sorted({doc for _, doc, _ in rows})
    order = [doc for doc in ranking if doc in docs]
    place = {doc: i for i, doc in enumerate([*order, *(doc for doc in docs if doc not in order)])}
    judges = {}
    for judge, doc, level in rows:
        judges.setdefault(judge, {})[doc] = level
    kept = possible = 0
    shares, pairs = [], {}
    for levels in judges.values():
        good = all_of_them = 0
        for a in levels:
            for b in levels:
                if levels[a] > levels[b]:
                    all_of_them += 1
                    right = a in order and place[a] < place[b]
                    good += right
                    pairs.setdefault(frozenset((a, b)), []).append(right)
        kept, possible = kept + good, possible + all_of_them
        shares.append(good / all_of_them if all_of_them else 0.0)
    return {
        "prefs_num_prefs_ful": str(kept),
        "prefs_num_prefs_poss": str(possible),
        "prefs_simp": kept / possible if possible else 0.0,
        "prefs_avgjg": sum(shares) / len(shares),
        "prefs_pair": sum(sum(each) / len(each) for each in pairs.values()) / len(pairs) if pairs else 0.0,
    }


@pytest.mark.parametrize("seed", range(8))
def test_random_judgments_against_the_matrix(trec, seed):
    chance = random.Random(seed)
    rows = {
        topic: [(judge, doc, chance.choice([0, 0, 1, 2, 3]))
                for judge in chance.sample("xyz", chance.randint(1, 3))
                for doc in chance.sample("abcdefghij", chance.randint(1, 8))]
        for topic in ("1", "2", "10")
    }  # fmt: skip
    run = {topic: chance.sample("abcdefghijklmn", chance.randint(1, 12)) for topic in rows}
    prefs = [(topic, judge, doc, level) for topic, judged in rows.items() for judge, doc, level in judged]
    found = shown(trec, prefs, run, form="qrels_prefs")
    for topic, judged in rows.items():
        for name, value in plain(judged, run[topic]).items():
            assert (
                found[topic][name] == value
                if isinstance(value, str)
                else float(found[topic][name]) == pytest.approx(value, abs=6e-5)
            )
    total = sum(float(found[topic]["prefs_simp"]) for topic in rows) / 3
    assert float(found["all"]["prefs_simp"]) == pytest.approx(total, abs=2e-4)
    assert found["all"]["prefs_num_prefs_poss"] == str(sum(int(found[t]["prefs_num_prefs_poss"]) for t in rows))


def test_as_many_unwanted_documents_as_relevant_ones(trec):
    # one relevant and no unwanted document: one success is added
    values = shown(trec, [("q", "j", "s", "a", 2), ("q", "j", "s", "b", 1)], {"q": ["b", "a"]})["q"]
    assert values["prefs_avgjg_Rnonrel"] == f"{(0 + 2 * 2) / (1 + 2 * 2):6.4f}"
    # two unwanted ones for one relevant: the first stays, and is compared with both of them too
    values = shown(
        trec, [("q", "j", "s", "a", 1), ("q", "j", "s", "b", 0), ("q", "j", "s", "c", 0)], {"q": ["b", "a", "c"]}
    )["q"]
    assert values["prefs_avgjg_Rnonrel"] == f"{0 / 3:6.4f}"
    values = shown(
        trec, [("q", "j", "s", "a", 1), ("q", "j", "s", "b", 0), ("q", "j", "s", "c", 0)], {"q": ["a", "b", "c"]}
    )["q"]
    assert values["prefs_avgjg_Rnonrel_ret"] == f"{1 / 3:6.4f}"


def test_equal_scores_put_the_smaller_id_first_here(trec):
    prefs = lines([("q", "j", "s", "a", 2), ("q", "j", "s", "b", 1)])
    out = trec(prefs, "q Q0 b 1 1 x\nq Q0 a 2 1 x\n", "-R", "prefs", "-m", "prefs_simp")[1]
    assert table(out)["all"]["prefs_simp"] == "1.0000"


def test_missing_topics_and_depth(trec):
    prefs = [(topic, "j", "s", doc, level) for topic in ("1", "2") for doc, level in (("a", 2), ("b", 1))]
    files = lines(prefs), run_of({"1": ["a", "b"]})
    words = ("-R", "prefs", "-m", "prefs_simp", "-m", "prefs_num_prefs_poss", "-m", "num_q")
    assert trec(*files, *words)[0] == 4
    assert table(trec(*files, *words, "-c")[1])["all"] == {
        "num_q": "2",
        "prefs_num_prefs_poss": "2",
        "prefs_simp": "0.5000",
    }
    nine = table(trec(*files, "--as", "9", *words, "-c")[1])["all"]
    assert nine == {"num_q": "2", "prefs_num_prefs_poss": "1", "prefs_simp": "0.5000"}
    assert table(trec(*files, *words, "-c", "-M1", "-q")[1])["1"]["prefs_simp"] == "1.0000"


@pytest.mark.parametrize(
    ("prefs", "status", "message"),
    [
        ([("q", "j", "a", 1)], 2, "line 1: must have 5 fields (topic judge sitting document level), not 4"),
        ([("q", "j", "s", "a", 1), ("q", "j", "s", "a", 2)], 4, "topic q, judge j: a document has two levels"),
        ([("q", "j", "s", "a", 1), ("q", "j", "t", "a", 0)], 4, "document a has level 0 and another one"),
        ([("q", "j", "s", "a", 2), ("q", "j", "s", "b", 1), ("q", "j", "t", "b", 2), ("q", "j", "t", "a", 1)], 4,
         "the sittings contradict each other"),
    ],
)  # fmt: skip
def test_contradictions_are_refused(trec, prefs, status, message):
    found, out, err = trec(lines(prefs), run_of({"q": ["a"]}), "-R", "prefs", "-m", "prefs")
    assert (found, out) == (status, "")
    assert message in err


def test_a_document_listed_twice_is_refused(trec):
    assert trec("q j s a 1\n", "q Q0 a 1 2 x\nq Q0 a 2 1 x\n", "-R", "prefs", "-m", "prefs")[0] == 4


def test_other_measures_need_other_judgments(trec):
    assert trec("q j s a 1\n", "q Q0 a 1 2 x\n", "-R", "prefs", "-m", "map")[0] == 4
    assert trec("q 0 a 1\n", "q Q0 a 1 2 x\n", "-m", "prefs_simp")[0] == 4
