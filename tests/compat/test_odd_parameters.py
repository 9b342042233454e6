"""Parameters and options outside their usual range; the expected output is that of trec_eval 9.0.8."""

import pytest

from compat.made import table

QRELS = "1 0 a 1\n1 0 b 2\n1 0 c 0\n2 0 a 1\n"
RUN = "1 Q0 a 1 3 r\n1 Q0 b 2 2 r\n1 Q0 z 3 1 r\n2 Q0 b 1 3 r\n2 Q0 a 2 2 r\n"


@pytest.mark.parametrize("version", ["9", "10"])
@pytest.mark.parametrize(
    ("measure", "shown"),
    [
        ("iprec_at_recall.-0.5", {"iprec_at_recall_-0.50": "0.7500"}),
        ("iprec_at_recall.nan", {"iprec_at_recall_nan": "0.7500"}),
        ("11pt_avg.-0.5,nan,1", {"11pt_avg_-0.5,nan,1": "0.7500"}),
        ("Rprec_mult.-1,0,1", {"Rprec_mult_-1.00": "0.0000", "Rprec_mult_0.00": "0.0000", "Rprec_mult_1.00": "0.5000"}),
        ("Rprec_mult.nan", {"Rprec_mult_nan": "0.0000"}),
    ],
)
def test_a_level_below_0_needs_no_document(trec, version, measure, shown):
    status, out, err = trec(QRELS, RUN, "--as", version, "-m", measure)
    assert (status, err) == (0, "")
    assert table(out)["all"] == shown


def test_with_c_relevant_documents_are_counted_in_the_judgments_also_with_means(trec, tmp_path):
    (tmp_path / "z").write_text("1 num_rel 1 1\n2 num_rel 0.5 2\n")
    words = ("--as", "9", "-q", "-m", "num_rel", "-Z", tmp_path / "z")
    assert table(trec(QRELS, RUN, *words, "-c")[1]) == {
        "1": {"Znum_rel": "1.0000"},
        "2": {"Znum_rel": "0.2500"},
        "all": {"Znum_rel": "3.0000"},
    }
    assert table(trec(QRELS, RUN, *words)[1])["all"] == {"Znum_rel": "1.2500"}
    assert table(trec(QRELS + "3 0 a 1\n", RUN, *words, "-c")[1])["all"] == {"Znum_rel": "4.0000"}


@pytest.mark.parametrize("version", ["9", "10"])
def test_the_number_of_topics_needs_no_results(trec, version):
    words = ("--as", version, "-m", "num_q", "-m", "runid")
    # the first topic has no judgment that counts, which stops any other measure
    qrels = "1 0 a -1\n2 0 a 1\n"
    assert table(trec(qrels, RUN, *words)[1])["all"] == {"runid": "r", "num_q": "2"}
    assert trec(qrels, RUN, *words, "-m", "map")[0] == 4


def test_the_number_of_topics_stops_at_no_missing_one_in_version_10(trec):
    assert table(trec(QRELS + "3 0 a 1\n", RUN, "-m", "num_q")[1])["all"] == {"num_q": "3"}
    assert trec(QRELS + "3 0 a 1\n", RUN, "-m", "num_q", "-m", "num_ret")[0] == 4


def test_what_is_wrong_with_a_file_comes_before_coefficients(trec):
    status, out, err = trec(QRELS, "", "-m", "utility.1")
    assert (status, out) == (2, "")
    assert "is empty" in err
    assert trec(QRELS, RUN, "-m", "utility.1")[0] == 4


PREFERENCES = "1 j s a 1\n1 j s b 0\n2 j s a 1\n2 j s a 2\n"


@pytest.mark.parametrize("version", ["9", "10"])
def test_topics_before_one_of_contradicting_preferences_are_printed(trec, version):
    status, out, err = trec(PREFERENCES, RUN, "--as", version, "-q", "-R", "prefs", "-m", "prefs_simp")
    assert (status, out) == (4, "prefs_simp            \t1\t1.0000\n")
    assert err == "cranfield trec_eval: topic 2, judge j: a document has two levels; give it one\n"


def test_contradicting_preferences_are_no_fault_of_a_topic_that_is_not_evaluated(trec):
    run = RUN[: RUN.index("2 Q0")]
    words = ("-R", "prefs", "-m", "prefs_simp")
    for options in (["--as", "9"], ["--as", "9", "-D0.1"], ["-D0.1"]):
        assert table(trec(PREFERENCES, run, *words, *options)[1])["all"] == {"prefs_simp": "1.0000"}
    assert trec(PREFERENCES, run, *words, "-c")[0] == 4


def test_a_level_below_0_contradicts_no_other_sitting(trec):
    # c before a before b, and so c before b: two of three, as trec_eval 9.0.8 prints
    prefs = "1 j s a 1\n1 j s b 0\n1 j t a -1\n1 j t c 0\n"
    run = "1 Q0 a 0 3 x\n1 Q0 c 0 2 x\n1 Q0 b 0 1 x\n"
    assert table(trec(prefs, run, "-R", "prefs", "-m", "prefs_simp")[1])["all"] == {"prefs_simp": "0.6667"}


@pytest.mark.parametrize("version", ["9", "10"])
@pytest.mark.parametrize("comment", ["# x y 1\n", " # x y 1\n", "\t#x y z 1\n"])
def test_a_comment_may_be_indented(trec, version, comment):
    words = ("--as", version, "-q")
    assert trec(comment + QRELS, RUN, *words) == trec(QRELS, RUN, *words)
    for form, measure in (("qrels_jg", "map_avgjg"), ("qrels_prefs", "prefs_simp")):
        others = (*words, "-R", form, "-m", measure)
        assert trec(comment + QRELS, RUN, *others) == trec(QRELS, RUN, *others)
