"""Version 10 against plain loops, written from its conventions and not from our measures."""

from math import exp, log, sqrt

import pytest

from compat.made import as_text, collection, rankings, table
from oracles import (
    ap,
    bing,
    bpref,
    dcg,
    f,
    g,
    idcg,
    infap,
    iprec,
    ndcg,
    ndcg_rel,
    p,
    r,
    rbp,
    rbpresidual,
    relative_p,
    rndcg,
    rprec,
    rprec_mult,
    rr,
    set_map,
    success,
    unjudged,
    utility,
    yaap,
)

CUTS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
TENTHS = [i / 10 for i in range(11)]


def relevant(qrels, level):
    return [doc for doc, grade in qrels.items() if grade >= level]


def expected(qrels, ranking, level):
    """Every value of `-m all_trec` and of the names outside it, for one topic."""
    wanted = relevant(qrels, level)
    found = [doc for doc in ranking if doc in wanted]
    curve = [iprec.oracle(qrels, ranking, at, level, "trec_eval-10") or 0.0 for at in TENTHS]
    values = {
        "num_ret": len(ranking), "num_rel": len(wanted), "num_rel_ret": len(found),
        "map": ap.oracle(qrels, ranking, rel=level), "Rprec": rprec.oracle(qrels, ranking, level),
        "bpref": bpref.oracle(qrels, ranking, rel=level), "recip_rank": rr.oracle(qrels, ranking, rel=level),
        "infAP": infap.oracle(qrels, ranking, level), "utility": utility.oracle(qrels, ranking, rel=level),
        "11pt_avg": sum(curve) / 11, "binG": bing.oracle(qrels, ranking, level), "G": g.oracle(qrels, ranking),
        "dcg": dcg.oracle(qrels, ranking), "ideal_dcg": idcg.oracle(qrels, ranking),
        "ndcg": ndcg.oracle(qrels, ranking), "ndcg_rel": ndcg_rel.oracle(qrels, ranking),
        "Rndcg": rndcg.oracle(qrels, ranking, rel=level), "set_P": p.oracle(qrels, ranking, rel=level),
        "set_relative_P": relative_p.oracle(qrels, ranking, rel=level),
        "set_recall": r.oracle(qrels, ranking, rel=level), "set_map": set_map.oracle(qrels, ranking, level),
        "set_F": f.oracle(qrels, ranking, rel=level), "yaap": yaap.oracle(qrels, ranking, level),
        "num_nonrel_judged_ret": sum(1 for doc in ranking if 0 <= qrels.get(doc, -1) < level),
        "rbp": rbp.oracle(qrels, ranking, None, p=0.9, scale="topic"),
        "rbp_resid": rbpresidual.oracle(qrels, ranking, p=0.9, beyond="if-unjudged"),
    }  # fmt: skip
    values |= {f"iprec_at_recall_{at:.2f}": height for at, height in zip(TENTHS, curve, strict=True)}
    values |= {
        f"Rprec_mult_{at / 5:.2f}": rprec_mult.oracle(qrels, ranking, at / 5, level, "trec_eval-9")
        for at in range(1, 11)
    }
    for k in CUTS:
        values |= {
            f"P_{k}": p.oracle(qrels, ranking, k, level), f"recall_{k}": r.oracle(qrels, ranking, k, level),
            f"ndcg_cut_{k}": ndcg.oracle(qrels, ranking, k), f"map_cut_{k}": ap.oracle(qrels, ranking, k, rel=level),
            f"relative_P_{k}": relative_p.oracle(qrels, ranking, k, level),
        }  # fmt: skip
    values |= {f"success_{k}": success.oracle(qrels, ranking, k, level) for k in (1, 5, 10)}
    values |= {f"unj_{k}": unjudged.oracle(qrels, ranking, k) for k in (5, 10, 20)}
    return {name: value or 0.0 for name, value in values.items()}


def near(text, value):
    return abs(float(text) - value) <= 0.00005 + 1e-9


FLAGS = [([], 1, None, False), (["-l2"], 2, None, False), (["-J", "-M9"], 1, 9, True), (["-M3"], 1, 3, False)]


@pytest.mark.parametrize("seed", range(12))
def test_every_value_of_every_topic_and_the_summary(trec, seed):
    qrels, run = collection(seed)
    flags, level, depth, judged_only = FLAGS[seed % len(FLAGS)]
    extra = ["-m", "yaap", "-m", "dcg", "-m", "ideal_dcg"]
    status, out, err = trec(*as_text(qrels, run), "-qc", "-m", "all_trec", *extra, *flags)
    assert (status, err) == (0, "")
    shown = table(out)
    ranked = rankings(qrels, run, depth=depth, judged_only=judged_only)
    values = {topic: expected(qrels[topic], ranked[topic], level) for topic in qrels}
    assert list(shown) == [*sorted(qrels), "all"]
    for topic in qrels:
        assert {name: text for name, text in shown[topic].items() if name != "relstring"}.keys() == values[topic].keys()
        wrong = {n: (shown[topic][n], v) for n, v in values[topic].items() if not near(shown[topic][n], v)}
        assert not wrong
    for name in values[next(iter(qrels))]:
        total = sum(values[topic][name] for topic in qrels)
        assert near(shown["all"][name], total if name.startswith("num_") else total / len(qrels)), name
    for name, plain in (("gm_map", "map"), ("gm_bpref", "bpref")):
        logs = [log(max(values[topic][plain], 0.00001)) for topic in qrels]
        assert near(shown["all"][name], exp(sum(logs) / len(logs)))
    assert shown["all"]["num_q"] == str(len(qrels))
    assert shown["all"]["runid"] == "tag"


@pytest.mark.parametrize("seed", range(4))
def test_parameters(trec, seed):
    qrels, run = collection(seed)
    words = [
        "P.3,1", "iprec_at_recall.0.05,.2", "set_F.0.5", "utility.2,-1,0,0", "ndcg.1=3,2=9", "Rprec_mult.0.5",
        "success.1,3", "rbp.p=0.8", "rbp_resid.p=0.8", "relstring.4", "unj.2", "11pt_avg.0.25,0.5,0.75",
        "G.1=3,2=9", "ndcg_rel.1=3,2=9", "Rndcg.1=3,2=9", "dcg.1=3,2=9", "ndcg_cut.3", "relative_P.4",
        "utility.1,-1,0,0.25",
    ]  # fmt: skip
    status, out, err = trec(
        *as_text(qrels, run), "-qc", "-N", "500", *(each for word in words for each in ("-m", word))
    )
    assert (status, err) == (0, "")
    shown = table(out)
    gain = {1: 3, 2: 9}
    for topic, grades in qrels.items():
        ranking = rankings(qrels, run)[topic]
        values = {
            "P_1": p.oracle(grades, ranking, 1), "P_3": p.oracle(grades, ranking, 3),
            "iprec_at_recall_0.05": iprec.oracle(grades, ranking, 0.05, 1, "trec_eval-10"),
            "iprec_at_recall_0.20": iprec.oracle(grades, ranking, 0.2, 1, "trec_eval-10"),
            "set_F_0.5": f.oracle(grades, ranking, beta=sqrt(0.5)),
            "utility_2,-1,0,0": utility.oracle(grades, ranking, a=2),
            "ndcg_1=3,2=9": ndcg.oracle(grades, ranking, gain=gain), "G_1=3,2=9": g.oracle(grades, ranking, gain),
            "ndcg_rel_1=3,2=9": ndcg_rel.oracle(grades, ranking, gain),
            "Rndcg_1=3,2=9": rndcg.oracle(grades, ranking, gain), "dcg_1=3,2=9": dcg.oracle(grades, ranking, gain=gain),
            "Rprec_mult_0.50": rprec_mult.oracle(grades, ranking, 0.5, 1, "trec_eval-9"),
            "success_1": success.oracle(grades, ranking, 1), "success_3": success.oracle(grades, ranking, 3),
            "rbp_p=0.8": rbp.oracle(grades, ranking, None, p=0.8, scale="topic"),
            "rbp_resid_p=0.8": rbpresidual.oracle(grades, ranking, p=0.8, beyond="if-unjudged"),
            "unj_2": unjudged.oracle(grades, ranking, 2), "ndcg_cut_3": ndcg.oracle(grades, ranking, 3),
            "relative_P_4": relative_p.oracle(grades, ranking, 4),
            "11pt_avg_0.25,0.5,0.75": sum(
                iprec.oracle(grades, ranking, at, 1, "trec_eval-10") or 0 for at in (0.25, 0.5, 0.75)
            ) / 3,
        }  # fmt: skip
        wrong = {n: (shown[topic][n], v) for n, v in values.items() if not near(shown[topic][n], v or 0.0)}
        assert not wrong
        marks = [grades.get(doc) for doc in ranking[:4]]
        text = "".join("-" if mark is None else "." if mark < 0 else str(mark) for mark in marks)
        assert shown[topic]["relstring_4"] == f"'{text}'"
    # the first list of parameters wins
    assert "utility_1,-1,0,0.25" not in shown["all"]


def test_the_fourth_coefficient_of_utility_uses_the_collection(trec):
    out = trec("1 0 a 1\n1 0 b 1\n", "1 Q0 a 1 1 x\n1 Q0 c 1 0 x\n", "-N", "100", "-m", "utility.1,-1,0,0.25")[1]
    assert table(out)["all"]["utility_1,-1,0,0.25"] == f"{1 - 1 + 0.25 * 97:6.4f}"


def test_scores_are_doubles_in_version_10_and_floats_in_version_9(trec):
    qrels, run = "1 0 b 1\n", "1 Q0 a 1 0.123456788 x\n1 Q0 b 2 0.123456789 x\n1 Q0 c 3 0.123456788 x\n"
    assert table(trec(qrels, run, "-m", "recip_rank")[1])["all"]["recip_rank"] == "1.0000"
    assert table(trec(qrels, run, "--as", "9", "-m", "recip_rank")[1])["all"]["recip_rank"] == "0.5000"


def test_relstring_marks(trec):
    qrels = "1 0 a 12\n1 0 b 9\n1 0 c 0\n1 0 d -1\n"
    run = "".join(f"1 Q0 {doc} 0 {-i} x\n" for i, doc in enumerate("abcde"))
    assert table(trec(qrels, run, "-q", "-m", "relstring")[1]) == {"1": {"relstring": "'>90.-'"}}
