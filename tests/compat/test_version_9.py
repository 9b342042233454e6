"""Version 9 against pytrec_eval-terrier, which wraps trec_eval 9.0.8."""

import pytest

from compat.made import as_text, collection, table

WORDS = ["P.3,1", "recall.2", "ndcg_cut.3", "map_cut.4", "success.2", "iprec_at_recall.0.25,0.33", "Rprec_mult.0.5,1.3",
         "relative_P.7", "11pt_avg.0.2,0.5", "set_F.0.5"]  # fmt: skip


def name_there(name):
    """pytrec_eval prints the bare name of a measure with a single value."""
    return name.split("_0.")[0] if name.startswith(("set_F_", "11pt_avg_")) else name


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("words", [["all_trec"], WORDS], ids=["all_trec", "parameters"])
def test_every_value_is_that_of_pytrec_eval(trec, seed, words):
    pytrec_eval = pytest.importorskip("pytrec_eval")
    qrels, run = collection(seed)
    level = 1 + seed % 2
    theirs = pytrec_eval.RelevanceEvaluator(qrels, set(words), relevance_level=level).evaluate(run)
    measures = [each for word in words for each in ("-m", word)]
    status, out, err = trec(*as_text(qrels, run), "--as", "9", "-q", "-l", level, *measures)
    assert (status, err) == (0, "")
    shown = table(out)
    assert set(shown) == {*theirs, "all"}
    summary_only = {"num_q", "gm_map", "gm_bpref", "runid"}
    for topic, values in theirs.items():
        assert {name_there(name) for name in shown[topic]} == set(values) - summary_only
        for name, text in shown[topic].items():
            if name != "relstring":
                assert float(text) == float(f"{values[name_there(name)]:.4f}"), name
    for name, text in shown["all"].items():
        if name == "runid":
            continue
        values = [values[name_there(name)] for values in theirs.values()]
        value = pytrec_eval.compute_aggregated_measure(name, values)
        assert abs(float(text) - value) <= 0.00005 + 1e-9, name


@pytest.mark.parametrize("seed", range(6))
def test_complete_adds_nothing_for_topics_without_an_answer(trec, seed):
    qrels, run = collection(seed + 100, answered=0.3)
    files = as_text(qrels, run)
    words = ["-m", "map", "-m", "yaap", "-m", "utility.1,-1,-1,0", "-m", "num_q", "-m", "num_ret", "-m", "gm_map"]
    short, whole = (table(trec(*files, "--as", "9", "-q", *flags, *words)[1]) for flags in ([], ["-c"]))
    answered = len(run.keys() & qrels.keys())
    assert set(short) == set(whole) == {*(run.keys() & qrels.keys()), "all"}
    for name in ("map", "yaap", "utility_1,-1,-1,0"):
        total = sum(float(short[topic][name]) for topic in short if topic != "all")
        assert abs(float(whole["all"][name]) - total / len(qrels)) < 0.0002
    assert whole["all"]["num_q"] == str(len(qrels))
    assert short["all"]["num_q"] == str(answered)
    assert whole["all"]["num_ret"] == short["all"]["num_ret"]


def test_a_topic_that_was_not_answered_has_the_floor_in_a_geometric_mean(trec):
    out = trec("1 0 a 1\n2 0 a 1\n", "1 Q0 a 1 1 x\n", "--as", "9", "-c", "-m", "gm_map")[1]
    assert table(out)["all"]["gm_map"] == f"{0.00001**0.5:6.4f}"


def test_recall_levels_are_rounded_differently(trec):
    qrels = "1 0 a 1\n1 0 b 1\n1 0 c 1\n1 0 d 1\n"
    run = "1 Q0 a 1 9 x\n1 Q0 y 2 8 x\n1 Q0 b 3 7 x\n1 Q0 z 4 6 x\n1 Q0 c 5 5 x\n"
    values = [table(trec(qrels, run, "--as", v, "-m", "iprec_at_recall.0.8")[1])["all"] for v in ("9", "10")]
    assert values == [{"iprec_at_recall_0.80": "0.0000"}, {"iprec_at_recall_0.80": "0.6000"}]
