"""What nobody means to type or write: one sentence and a status, never a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from compat.made import table
from cranfield import InputError, ranking
from cranfield.io.ranking import judgments

QRELS = "1 0 a 1\n1 0 b 2\n1 0 c 0\n2 0 a 1\n"
RUN = "1 Q0 a 1 3 r\n1 Q0 b 2 2 r\n1 Q0 z 3 1 r\n2 Q0 b 1 3 r\n2 Q0 a 2 2 r\n"
DIGITS = "9" * 5000
FORMATS = {"qrels": "map", "qrels_jg": "map_avgjg", "qrels_prefs": "prefs_simp", "prefs": "prefs_simp"}


def refused(outcome, status, message):
    found, out, err = outcome
    assert (found, out) == (status, "")
    assert err.startswith("cranfield trec_eval: ")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("version", ["9", "10"])
def test_judgments_of_comments_alone_are_refused(trec, form, version):
    words = ("--as", version, "-R", form, "-m", FORMATS[form])
    refused(trec("# a\n# b\n", RUN, *words), 2, "comments; expected judgments")


def test_judgments_of_comments_alone_are_refused_by_our_own_door_too():
    with pytest.raises(InputError, match="bytes: holds only blank lines and comments; expected judgments"):
        judgments(b"# a\n", input_format="trec")
    with pytest.raises(InputError, match="holds only blank lines and comments"):
        ranking({"1": {"a": 1}}, {"1": {"a": 1.0}}, known=b"# a\n")


@pytest.mark.parametrize("run", ["# a\n", "\n  \n", "\n# a\n\t\n"])
@pytest.mark.parametrize("version", ["9", "10"])
@pytest.mark.parametrize("words", [[], ["-c"], ["-R", "qrels_prefs", "-m", "prefs_simp", "-c"]])
def test_a_run_without_results_is_refused_like_an_empty_file(trec, run, version, words):
    refused(trec(QRELS, run, "--as", version, *words), 2, "run: holds only blank lines and comments; expected a run")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("end", "line"), [("  ", 5), ("\t\n", 5), ("\f", 5), ("\n", 5), (" \r\n", 5), ("\n1 0 d 1\n", 5)]
)
def test_a_blank_line_of_judgments_is_refused_wherever_it_stands(trec, form, end, line):
    outcome = trec(QRELS + end, RUN, "-R", form, "-m", FORMATS[form])
    refused(outcome, 2, f"qrels line {line}: is blank; judgments must not have blank lines")


def test_a_blank_first_line_is_line_1(trec):
    refused(trec("\n" + QRELS, RUN), 2, "qrels line 1: is blank")


@pytest.mark.parametrize("mark", ["\x85", "\u2028", "\u00a0"])
@pytest.mark.parametrize("form", ["qrels_jg", "qrels_prefs"])
def test_only_ascii_blanks_separate_fields_and_only_newlines_end_lines(trec, mark, form):
    files = [text.replace(" a ", f" a{mark}b ") for text in (QRELS, RUN)]
    words = ("-q", "-R", form, "-m", FORMATS[form])
    assert trec(*files, *words) == trec(QRELS, RUN, *words)


def test_other_ascii_blanks_separate_fields(trec):
    words = ("-R", "qrels_jg", "-m", "map_avgjg")
    assert trec(QRELS.replace(" a", "\fa\v"), RUN, *words) == trec(QRELS, RUN, *words)


@pytest.mark.parametrize("form", FORMATS)
def test_ids_that_are_not_utf_8_are_refused_and_not_merged(trec, form):
    sitting = b"s " if form == "prefs" else b""
    qrels = b"1 0 " + sitting + b"\xff 1\n1 0 " + sitting + b"\xfe 0\n2 0 " + sitting + b"a 1\n"
    refused(trec(qrels, RUN, "-R", form, "-m", FORMATS[form]), 2, "qrels line 1: ")


def test_a_runid_is_printed_as_the_bytes_that_it_is(tmp_path):
    (tmp_path / "q").write_text(QRELS)
    (tmp_path / "r").write_bytes(RUN.encode()[:-2] + b"\xff\xe9\n")
    command = [sys.executable, "-m", "cranfield", "trec_eval", "-m", "runid", str(tmp_path / "q"), str(tmp_path / "r")]
    done = subprocess.run(command, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"runid                 \tall\t\xff\xe9\n", b"")


@pytest.mark.parametrize("number", ["99999999999999999999", DIGITS, "9223372036854775807", "00000000000000000000009"])
@pytest.mark.parametrize("option", ["-M", "-N"])
def test_a_number_too_large_is_the_largest_there_is(trec, option, number):
    assert trec(QRELS, RUN, option, number) == trec(QRELS, RUN)


def test_so_is_a_level_a_cutoff_and_a_grade(trec):
    assert table(trec(QRELS, RUN, "-l", DIGITS, "-m", "num_rel", "-m", "map")[1])["all"] == {
        "num_rel": "0",
        "map": "0.0000",
    }
    # as trec_eval 9.0.8 prints it
    assert trec(QRELS, RUN, "-m", f"P.{DIGITS}")[1] == "P_9223372036854775807 \tall\t0.0000\n"
    assert trec(QRELS, RUN, "-m", f"recall.{DIGITS}")[1] == "recall_9223372036854775807\tall\t1.0000\n"
    assert trec(QRELS, RUN, "-m", f"ndcg.{DIGITS}=3,1=2,2=4")[0] == 0
    assert trec(QRELS.replace("b 2", f"b {DIGITS}"), RUN, "-R", "qrels_jg", "-m", "map_avgjg")[0] == 0
    refused(trec(QRELS, RUN, "-M", f"-{DIGITS}"), 1, "-M must be at least 0, not -9223372036854775808")


@pytest.mark.parametrize("length", ["nan", "inf", "-inf", "1e30", "-3", "x", DIGITS])
def test_what_is_no_length_of_a_relstring_leaves_nothing_of_it(trec, length):
    # as trec_eval 9.0.8 does
    status, out, _ = trec(QRELS, RUN, "-qn", "-m", f"relstring.{length}")
    assert status == 0
    assert [line.split("\t")[2] for line in out.splitlines()] == ["''", "''"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_results_that_cannot_be_written_are_one_sentence(tmp_path):
    (tmp_path / "q").write_text(QRELS)
    (tmp_path / "r").write_text(RUN)
    command = [sys.executable, "-m", "cranfield", "trec_eval", str(tmp_path / "q"), str(tmp_path / "r")]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"cranfield trec_eval: the results cannot be written: No space left on device\n"
