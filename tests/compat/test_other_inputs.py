"""Several groups of judges, and deviations from a mean."""

import pytest

from compat.made import as_text, collection, rankings, table
from oracles import ap, p, rprec_mult

RUN = "1 Q0 b 1 3 x\n1 Q0 a 2 2 x\n1 Q0 z 3 1 x\n2 Q0 a 1 9 x\n"
QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 1\n"


def test_groups_of_judges_are_averaged_inside_a_topic(trec):
    judges = {"A": {"1": {"a": 1, "b": 0}, "2": {"a": 1}}, "B": {"1": {"b": 2, "c": 1}}, "C": {"1": {"z": 0}}}
    qrels = "".join(
        f"{topic} {group} {doc} {grade}\n"
        for group, topics in judges.items()
        for topic, grades in topics.items()
        for doc, grade in grades.items()
    )
    status, out, err = trec(qrels, RUN, "-q", "-R", "qrels_jg", "-m", "qrels_jg")
    assert (status, err) == (0, "")
    shown = table(out)
    ranking = {"1": ["b", "a", "z"], "2": ["a"]}
    for topic, groups in {"1": "ABC", "2": "A"}.items():
        grades = [judges[group][topic] for group in groups]
        for name, values in {
            "map_avgjg": [ap.oracle(each, ranking[topic]) for each in grades],
            "P_avgjg_5": [p.oracle(each, ranking[topic], 5) for each in grades],
            "Rprec_mult_avgjg_1.00": [
                rprec_mult.oracle(each, ranking[topic], 1.0, 1, "trec_eval-9") for each in grades
            ],
        }.items():
            mean = sum(value or 0.0 for value in values) / len(values)
            assert shown[topic][name] == f"{mean:6.4f}"
    assert shown["all"]["num_q"] == "2"
    assert shown["all"]["map_avgjg"] == f"{(1 / 3 + 1) / 2:6.4f}"


def test_a_group_that_judges_twice_is_refused(trec):
    status, _, err = trec("1 A a 1\n1 A a 0\n", RUN, "-R", "qrels_jg", "-m", "map_avgjg")
    assert status == 2
    assert "topic 1 judges document a twice in group A" in err


@pytest.mark.parametrize("seed", range(3))
def test_one_group_of_judges_is_ordinary_judgments(trec, seed):
    qrels, run = collection(seed)
    files = as_text(qrels, run)
    grouped = table(trec(*files, "-qc", "-R", "qrels_jg", "-m", "map_avgjg")[1])
    plain = table(trec(*files, "-qc", "-m", "map")[1])
    assert {t: v["map_avgjg"] for t, v in grouped.items()} == {t: v["map"] for t, v in plain.items()}
    assert set(rankings(qrels, run)) == set(grouped) - {"all"}


def zscores(tmp_path, text):
    (tmp_path / "z").write_text(text)
    return ["-Z", tmp_path / "z"]


def test_values_become_deviations_from_the_mean(trec, tmp_path):
    known = zscores(tmp_path, "1 map 0.25 0.5\n2 map 1.0 0\n1 num_ret 1 2\n2 num_ret 4 1\n1 P_1 0.5 0\n")
    status, out, err = trec(
        QRELS, RUN, "-q", *known, "-m", "map", "-m", "num_ret", "-m", "P.1", "-m", "runid", "-m", "num_q"
    )
    assert (status, err) == (0, "")
    assert out == (
        "Znum_ret               \t1\t1.0000\n"
        "Zmap                   \t1\t0.5000\n"
        "ZP_1                   \t1\t-1000000.0000\n"
        "Znum_ret               \t2\t-3.0000\n"
        "Zmap                   \t2\t0.0000\n"
        "ZP_1                   \t2\t-1000000.0000\n"
        "runid                 \tall\tx\n"
        "Znum_q                 \tall\t2.0000\n"
        "Znum_ret               \tall\t-2.0000\n"
        "Zmap                   \tall\t0.2500\n"
        "ZP_1                   \tall\t-1000000.0000\n"
    )


@pytest.mark.parametrize("text", ["", "1 map 0.5\n", "1 map 0.5 1 2\n"])
def test_a_bad_file_of_means_ends_with_status_255(trec, tmp_path, text):
    status, out, err = trec(QRELS, RUN, *zscores(tmp_path, text))
    assert (status, out) == (255, "")
    assert "topic" in err
