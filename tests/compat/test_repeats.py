"""A document twice: the topics before it are printed, then the exit status is 4, as in trec_eval 9.0.8 and 10.0."""

import gzip

import pytest

from compat.stored import call

QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 1\n2 0 b 0\n3 0 a 1\n3 0 b 0\n"
RUN = "1 Q0 a 0 3 t\n1 Q0 b 0 2 t\n2 Q0 a 0 3 t\n2 Q0 a 0 2 t\n2 Q0 b 0 1 t\n3 Q0 a 0 1 t\n"
FIRST = "map                   \t1\t1.0000\n"
FORMS = {"qrels": "map", "qrels_jg": "map_avgjg", "qrels_prefs": "prefs_simp"}
VERSIONS = pytest.mark.parametrize("version", ["9", "10"])


@VERSIONS
@pytest.mark.parametrize("form", FORMS)
def test_topics_before_a_document_that_is_listed_twice_are_printed(trec, version, form):
    status, out, err = trec(QRELS, RUN, "--as", version, "-q", "-R", form, "-m", FORMS[form])
    assert (status, out) == (4, f"{FORMS[form]:<22}\t1\t1.0000\n")
    assert err.startswith("cranfield trec_eval: ")
    assert err.endswith("run line 4: query 2 lists document a twice (first on line 3)\n")


@VERSIONS
def test_without_q_nothing_is_printed(trec, version):
    assert trec(QRELS, RUN, "--as", version)[:2] == (4, "")


@VERSIONS
@pytest.mark.parametrize("iteration", ["0", "1"])
def test_a_document_that_is_judged_twice_stops_in_its_turn_too(trec, version, iteration):
    qrels = QRELS + f"2 {iteration} a 0\n"  # the second field is not looked at
    run = RUN.replace("2 Q0 a 0 2 t\n", "")
    status, out, err = trec(qrels, run, "--as", version, "-q", "-m", "map")
    assert (status, out) == (4, FIRST)
    assert err.endswith("qrels line 7: query 2 judges document a twice (first on line 3)\n")


@VERSIONS
def test_nothing_comes_before_the_first_topic(trec, version):
    assert trec(QRELS, RUN + "1 Q0 b 0 7 t\n", "--as", version, "-q", "-m", "map")[:2] == (4, "")


@VERSIONS
@pytest.mark.parametrize("form", FORMS)
def test_beyond_the_depth_it_is_not_seen(trec, version, form):
    words = ("--as", version, "-q", "-R", form, "-m", FORMS[form])
    once = RUN.replace("2 Q0 a 0 2 t\n", "")
    for depth in ("-M0", "-M1"):
        status, out, err = trec(QRELS, RUN, *words, depth)
        assert (status, out, err) == trec(QRELS, once, *words, depth)
        assert status == 0
    assert trec(QRELS, RUN, *words, "-M2")[0] == 4


@VERSIONS
def test_the_depth_counts_scores_as_the_version_keeps_them(trec, version):
    # of equal scores the larger id comes first: as floats b, b, a and as doubles b, a, b
    run = "1 Q0 b 0 0.12345678903 t\n1 Q0 a 0 0.12345678902 t\n1 Q0 b 0 0.12345678901 t\n"
    assert trec("1 0 a 1\n", run, "--as", version, "-M2", "-m", "map")[0] == {"9": 4, "10": 0}[version]


@VERSIONS
def test_in_a_topic_that_is_not_evaluated_it_does_no_harm(trec, version):
    run = RUN.replace("2 Q0 a 0 2 t\n", "") + "9 Q0 a 0 2 t\n9 Q0 a 0 1 t\n"
    assert trec(QRELS, run, "--as", version, "-q", "-m", "map")[0] == 0
    assert trec(QRELS, RUN, "--as", version, "-q", "-m", "map", "-D0.1") == (
        0, f"{FIRST}map                   \tall\t1.0000\n", "",
    )  # fmt: skip


def test_version_9_does_not_look_at_judgments_that_it_does_not_need(trec):
    qrels, run = QRELS + "4 0 a 1\n4 0 a 1\n", RUN.replace("2 Q0 a 0 2 t\n", "")
    assert trec(qrels, run, "--as", "9", "-q", "-m", "map")[0] == 0
    assert trec(qrels, run, "--as", "9", "-q", "-m", "map", "-c")[0] == 0
    assert trec(qrels, run, "-q", "-m", "map", "-c")[:2] == (
        4, "".join(f"map                   \t{topic}\t1.0000\n" for topic in "123"),
    )  # fmt: skip


@VERSIONS
def test_the_number_of_topics_needs_no_documents(trec, version):
    words = ("--as", version, "-m", "num_q", "-m", "runid")
    assert trec(QRELS, RUN, *words)[0] == 0
    assert trec(QRELS + "2 0 a 1\n", RUN, *words)[0] == 0


@VERSIONS
def test_what_is_wrong_with_a_line_comes_first(trec, version):
    assert trec(QRELS, RUN + "3 Q0 b 0\n", "--as", version, "-q", "-m", "map")[:2] == (2, "")


def test_lines_in_any_order_and_a_compressed_run(tmp_path):
    (tmp_path / "qrels").write_text(QRELS)
    (tmp_path / "run.gz").write_bytes(gzip.compress("".join(sorted(RUN.splitlines(True), reverse=True)).encode()))
    status, out, err = call("-q", "-m", "map", tmp_path / "qrels", tmp_path / "run.gz")
    assert (status, out) == (4, FIRST)
    assert "run.gz line 4: query 2 lists document a twice (first on line 3)" in err
