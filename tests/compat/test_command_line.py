"""Options as getopt reads them, and exit statuses for the user's mistakes."""

import subprocess
import sys

import pytest

from compat.stored import call
from cranfield.cli.main import run as cranfield

QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 2\n2 0 a 1\n2 0 d 0\n"
RUN = "1 Q0 b 1 3 x\n1 Q0 a 2 2 x\n1 Q0 z 3 1 x\n2 Q0 a 1 9 x\n2 Q0 d 2 8 y\n"


def names(out):
    return [line.split("\t")[0].strip() for line in out.splitlines()]


def test_the_default_is_official_in_trec_evals_columns(trec):
    status, out, err = trec(QRELS, RUN)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "runid                 \tall\ty"
    assert out.splitlines()[1] == "num_q                 \tall\t2"
    assert "map                   \tall\t0.6250\n" in out
    assert names(out)[:12] == [
        "runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank",
        "iprec_at_recall_0.00", "iprec_at_recall_0.10",
    ]  # fmt: skip
    assert len(names(out)) == 30


@pytest.mark.parametrize(
    "arguments",
    [
        ["-q", "-c", "-m", "P.1,2", "-M", "2", "-l", "2"],
        ["-qc", "-mP.1,2", "-M2", "-l2"],
        ["-cqmP.1,2", "-M2", "-l2"],
        ["--query_eval_wanted", "--complete", "--measure=P.1,2", "--Max_retrieved_per_topic", "2", "--level_for_rel=2"],
        ["-q", "-c", "-m", "P.2,1", "-m", "P.9", "-M", "2x", "-l", " 2"],
        ["-o", "-q", "-c", "-m", "P.1,2", "-M2", "-l2", "-T", "trec_results", "-R", "qrels", "--as", "10"],
    ],
)
def test_options_are_read_as_getopt_reads_them(trec, arguments):
    status, out, _ = trec(QRELS, RUN, *arguments)
    assert status == 0
    assert out == (
        "P_1                   \t1\t0.0000\nP_2                   \t1\t0.0000\n"
        "P_1                   \t2\t0.0000\nP_2                   \t2\t0.0000\n"
        "P_1                   \tall\t0.0000\nP_2                   \tall\t0.0000\n"
    )


def test_options_may_follow_the_files_and_dashes_end_them(tmp_path):
    (tmp_path / "q").write_text(QRELS)
    (tmp_path / "r").write_text(RUN)
    assert call(tmp_path / "q", tmp_path / "r", "-m", "map") == call("-m", "map", "--", tmp_path / "q", tmp_path / "r")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["-x"], 1, "there is no option -x"),
        (["-m"], 1, "expected two files"),
        (["--wrong"], 1, "the option --wrong does not exist"),
        (["--Max=3", "--Rel=qrels", "extra"], 1, "expected two files"),
        (["--R=x"], 1, "the option --R could be Rel_info_format or Results_format"),
        (["-m", "mapp"], 1, "there is no measure 'mapp'; did you mean map?"),
        (["-m", "P."], 1, "P.: the parameters behind the dot are missing"),
        (["--as", "9", "-m", "rbp"], 1, "trec_eval 9 has no measure 'rbp', version 10 has"),
        (["--as", "8"], 1, "--as must be 9 or 10"),
        (["-l", "-1"], 1, "-l must be at least 0"),
        (["-m", "P.5,5"], 2, "P.5,5: the same value is given twice"),
        (["-m", "P.0"], 2, "P.0: a cutoff must be at least 1"),
        (["-m", "P.x"], 2, "P.x: a cutoff must be at least 1"),
        (["-m", "ndcg.1"], 2, "ndcg.1: parameters must be pairs"),
        (["-m", "iprec_at_recall.0.2,.2"], 2, "the same value is given twice"),
        (["-R", "wrong"], 2, "-R must be one of"),
        (["-T", "wrong"], 2, "-T must be trec_results"),
        (["-m", "utility.1,2"], 4, "utility: there must be 4 coefficients"),
        (["-m", "utility.1,2,0,1"], 4, "give it with -N"),
        (["-m", "utility.1,2,0,1", "-N", "2"], 4, "docs must be the size of the collection"),
        (["-m", "map_avgjg"], 4, "map_avgjg needs judgments in the format qrels_jg"),
        (["-R", "qrels_jg"], 4, "num_ret needs judgments in the format qrels"),
        (["-Z", "/nowhere"], 255, "/nowhere: there is no such file"),
    ],
)
def test_mistakes_have_trec_evals_exit_status_and_one_sentence(trec, arguments, status, message):
    found, out, err = trec(QRELS, RUN, *arguments)
    assert (found, out) == (status, "")
    assert err.startswith("cranfield trec_eval: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("qrels", "run", "status", "message"),
    [
        ("", RUN, 2, "is empty"),
        (QRELS, "", 2, "is empty"),
        ("1 0 a\n", RUN, 2, "4 fields"),
        ("1 0 a 1 1\n", RUN, 2, "4 fields"),
        ("1 0 a 1\n\n1 0 b 1\n", RUN, 2, "line 2: is blank"),
        ("1 0 a 1\n\n", RUN, 2, "line 2: is blank"),
        ("1 0 a 1\n1 0 a 0\n2 0 a 1\n", RUN, 4, "judges document a twice"),
        ("1 0 a -1\n2 0 a 1\n", RUN, 4, "topic 1, the first, has only negative judgments"),
        (QRELS, "1 Q0 a 1 2\n", 2, "6 fields"),
        (QRELS, RUN + "2 Q0 a 3 1 y\n", 4, "lists document a twice"),
        (
            "1 0 a 1\n3 0 a 1\n",
            RUN,
            4,
            "topic 3 is judged but the run does not answer it; with -c it counts as 0, and with --as 9 it is left out",
        ),
        ("7 0 a 1\n", RUN, 4, "topic 7 is judged"),
    ],
)
def test_bad_files_have_trec_evals_exit_status(trec, qrels, run, status, message):
    found, _, err = trec(qrels, run)
    assert found == status
    assert message in err


def test_no_common_topic_is_status_7_in_version_9_and_zeros_with_c_in_version_10(trec):
    assert trec("7 0 a 1\n", RUN, "--as", "9")[0] == 7
    assert trec("7 0 a 1\n", RUN, "--as", "9", "-c")[0] == 7
    status, out, _ = trec("7 0 a 1\n", RUN, "-c", "-m", "map", "-m", "num_rel", "-m", "num_ret", "-m", "num_q")
    assert status == 0
    assert [line.split("\t")[2] for line in out.splitlines()] == ["1", "0", "1", "0.0000"]


def test_version_10_prints_the_topics_before_the_one_that_stops_it(trec):
    status, out, _ = trec("1 0 a 1\n3 0 a 1\n", RUN, "-q", "-m", "map")
    assert (status, out) == (4, "map                   \t1\t0.5000\n")


def test_blank_lines_and_extra_fields_are_fine_in_a_run(trec):
    assert trec(QRELS, "\n" + RUN.replace(" x\n", " x more\n\n"))[:2] == trec(QRELS, RUN)[:2]


def test_an_unused_parameter_is_said_and_changes_nothing(trec):
    status, out, err = trec(QRELS, RUN, "-m", "map.10")
    assert (status, out) == trec(QRELS, RUN, "-m", "map")[:2]
    assert err == "note: map takes no parameters; '10' is not used, as in trec_eval\n"


def test_no_summary_and_one_query(trec):
    assert trec(QRELS, RUN, "-n", "-m", "map")[:2] == (0, "")
    assert names(trec(QRELS, RUN, "-qn", "-D0.2", "-m", "map")[1]) == ["map"]
    assert trec(QRELS, RUN, "-D0.9")[0] == 7


def test_depth_0_leaves_nothing(trec):
    assert trec(QRELS, RUN, "-M0", "-m", "num_ret", "-m", "set_P")[1] == (
        "num_ret               \tall\t0\nset_P                 \tall\t0.0000\n"
    )


def test_help_and_version(trec):
    status, out, _ = trec(QRELS, RUN, "-h", "-m", "P", "-m", "relstring", "-m", "rbp")
    assert status == 0
    assert "usage: cranfield trec_eval" in out
    assert "\nP\n" in out
    assert "RBP(" in out
    assert "Name measures with -m" in call("--help")[1]
    assert call("-v")[0] == 0
    assert "10.0" in call("-v")[2]
    assert "9.0.8" in call("--as=9", "-v")[2]


def test_standard_input_and_compressed_files(tmp_path):
    import gzip

    (tmp_path / "q").write_text(QRELS)
    (tmp_path / "r.gz").write_bytes(gzip.compress(RUN.encode()))
    command = [sys.executable, "-m", "cranfield", "trec_eval", "-q", str(tmp_path / "q"), "-"]
    done = subprocess.run(command, input=RUN, capture_output=True, text=True, check=True)
    assert done.stdout == call("-q", tmp_path / "q", tmp_path / "r.gz")[1]


def test_the_process_ends_with_the_status_and_reads_no_click():
    script = "import sys; sys.argv = ['cranfield', 'trec_eval', '-x']\nfrom cranfield.cli.start import main\n"
    script += "try:\n    main()\nexcept SystemExit as end:\n    print(end.code, 'click' in sys.modules)\n"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "1 False\n"


def test_it_is_a_command_of_cranfield_too(tmp_path, capsys):
    (tmp_path / "q").write_text(QRELS)
    (tmp_path / "r").write_text(RUN)
    assert cranfield(["trec_eval", "-q", "-m", "map", str(tmp_path / "q"), str(tmp_path / "r")]) == 0
    assert capsys.readouterr().out == call("-q", "-m", "map", tmp_path / "q", tmp_path / "r")[1]
    assert cranfield(["trec_eval", "-m", "mapp", "q", "r"]) == 1


def test_a_small_evaluation_loads_neither_pandas_nor_the_slow_parts_of_pyarrow(tmp_path):
    (tmp_path / "q").write_text(QRELS)
    (tmp_path / "r").write_text(RUN)
    script = (
        "import io, sys; import numpy; its_own = set(sys.modules);"  # numpy 1.26 loads some of them by itself
        "from cranfield.compat.trec_eval.program import run; run(sys.argv[1:], out=io.StringIO());"
        "slow = {'pandas', 'pyarrow.compute', 'numpy.ma', 'rich', 'click', 'hashlib'};"
        "print(sorted(slow & set(sys.modules) - its_own))"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "q"), str(tmp_path / "r")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"
