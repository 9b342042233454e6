"""What a newcomer meets on the first day: unequal runs, foreign ids, other tools' habits, slips of the pen."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest


@pytest.fixture
def at_home(files, monkeypatch):
    """Paths as a user types them."""
    monkeypatch.chdir(files)
    return files


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.usefixtures("at_home")
def test_systems_averaged_over_different_queries_are_never_called_best(cranfield):
    outcome = cranfield(
        "eval", "qrels.txt", "a.run", "b.run", "-m", "RR", "--missing", "skip", "--groups", "groups.tsv"
    )
    assert "*" not in outcome.out
    assert "queries: a 2, b 1" in outcome.out
    assert "long (1, 0)" in outcome.out
    warning = "warning: systems are averaged over different queries; compare with --missing zero\n"
    assert outcome.err.count(warning) == 1
    assert outcome.err.startswith(warning)
    systems = json.loads(
        cranfield("eval", "qrels.txt", "a.run", "b.run", "-m", "RR", "--missing", "skip", "--format", "json").out
    )["systems"]
    assert [each["queries"] for each in systems] == [2, 1]


@pytest.mark.usefixtures("at_home")
def test_a_measure_that_skips_other_queries_for_each_system_marks_none(cranfield):
    arguments = ("eval", "qrels.txt", "a.run", "b.run", "-m", "Judged@2", "-m", "RR", "--undefined", "skip")
    lines = cranfield(*arguments).out.splitlines()
    assert [("*" in line) for line in lines if line.startswith(("Judged", "RR"))] == [False, True]


def test_documents_that_nobody_judged_are_a_warning_with_an_id_of_each_side(cranfield, at_home):
    (at_home / "c.run").write_text("q9 Q0 d1 1 2 c\nq1 Q0 DOC-1 1 3 c\nq1 Q0 DOC-2 2 2 c\n")
    outcome = cranfield("eval", "qrels.txt", "c.run", "-m", "RR")
    message = (
        "none of its documents is judged (it has DOC-1, the judgments have d1);"
        " check that both use the same document ids"
    )
    assert outcome.status == 0
    assert f"warning: c: {message}\n" in outcome.err
    assert "of the first 10 documents" not in outcome.err
    checked = cranfield("check", "qrels.txt", "c.run")
    assert checked.status == 1
    assert f"error: c.run: {message}\n" in checked.out


@pytest.mark.usefixtures("at_home")
def test_trec_lines_keep_their_names_with_a_threshold_and_hold_no_blank(cranfield):
    arguments = ("eval", "qrels.txt", "a.run", "--format", "trec", "-l", "2", "-m", "official", "-m", "P(rel=1)@5")
    lines = [line.split("\t") for line in cranfield(*arguments).out.splitlines()]
    assert [name.strip() for name, *_ in lines[:8]] == [
        "runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec",
    ]  # fmt: skip
    assert all(len(name.rstrip().split()) == 1 for name, *_ in lines)
    blank = cranfield("eval", "qrels.txt", "a.run", "--format", "trec", "-m", "AP(rel=2, mean='geometric')").out
    assert blank.split("\t")[0].rstrip() == "AP(rel=2,mean='geometric')"


@pytest.mark.usefixtures("at_home")
def test_trec_lines_of_a_query_are_those_of_trec_eval(cranfield):
    outcome = cranfield("eval", "qrels.txt", "a.run", "--format", "trec", "-q", "-m", "official", "-m", "gm_bpref")
    lines = [line.split("\t") for line in outcome.out.splitlines()]
    of_queries = {name.strip() for name, query, _ in lines if query != "all"}
    assert not of_queries & {"runid", "num_q", "gm_map", "gm_bpref"}
    assert {"num_ret", "map", "P_5"} < of_queries
    whole = [(name.strip(), value) for name, query, value in lines if query == "all"]
    assert whole[0] == ("runid", "a")
    assert {"num_q", "gm_map", "gm_bpref"} < dict(whole).keys()
    assert "runid" not in cranfield("eval", "qrels.txt", "a.run", "--format", "trec", "-m", "num_q").out


def test_the_run_id_is_the_tag_of_the_run(cranfield, at_home):
    (at_home / "other-name.run").write_text((at_home / "a.run").read_text())
    outcome = cranfield("eval", "qrels.txt", "other-name.run", "--format", "trec", "-m", "official")
    assert outcome.out.splitlines()[0].split() == ["runid", "all", "a"]


def test_trec_lines_say_what_they_have_no_place_for(cranfield, at_home):
    (at_home / "all.txt").write_text("all 0 d1 0\nq1 0 d1 1\n")
    (at_home / "all.run").write_text("all Q0 d1 1 1 x\nq1 Q0 d1 1 1 x\n")
    (at_home / "groups.tsv").write_text("q1\tshort\n")
    outcome = cranfield(
        "eval", "all.txt", "all.run", "--format", "trec", "-q", "-m", "map", "--undefined", "skip",
        "--groups", "groups.tsv",
    )  # fmt: skip
    assert [line.split()[1] for line in outcome.out.splitlines()] == ["q1", "all"]
    assert "note: 1 undefined value has no line in this format\n" in outcome.err
    assert "note: groups have no lines in this format; choose another one, such as csv\n" in outcome.err
    assert "warning: a query is named all, as the lines for all queries are" in outcome.err


def test_a_query_named_all_is_told_from_the_total(cranfield, at_home):
    (at_home / "all.txt").write_text("all 0 d1 1\nq1 0 d1 1\n")
    (at_home / "all.run").write_text("all Q0 d2 1 2 x\nall Q0 d1 2 1 x\nq1 Q0 d1 1 1 x\n")
    outcome = cranfield("eval", "all.txt", "all.run", "-m", "RR", "-q", "--format", "csv")
    assert [(row["level"], row["query"], row["RR"]) for row in rows_of(outcome.out)] == [
        ("query", "all", "0.5"), ("query", "q1", "1.0"), ("all", "", "0.75"),
    ]  # fmt: skip


@pytest.mark.usefixtures("at_home")
def test_counts_are_whole_numbers_everywhere(cranfield):
    arguments = ("eval", "qrels.txt", "a.run", "-m", "num_q", "-m", "num_ret", "-q")
    assert rows_of(cranfield(*arguments, "--format", "csv").out)[-1]["num_ret"] == "5"
    assert '"num_ret": 5\n' in cranfield(*arguments, "--format", "json").out


@pytest.mark.parametrize(
    ("ending", "start"), [("json", "{"), ("jsonl", "{"), ("csv", "system,"), ("tsv", "system\t"), ("md", "| measure"),
                          ("tex", "% needs"), ("txt", "measure  ")],
)  # fmt: skip
def test_the_ending_of_the_output_chooses_the_format(cranfield, at_home, ending, start):
    assert cranfield("eval", "qrels.txt", "a.run", "-m", "RR", "-o", f"out.{ending}").status == 0
    assert (at_home / f"out.{ending}").read_text().startswith(start)
    cranfield("eval", "qrels.txt", "a.run", "-m", "RR", "-o", f"out.{ending}", "--format", "trec")
    assert (at_home / f"out.{ending}").read_text().startswith("recip_rank")


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("form", ["table", "markdown", "latex", "trec"])
def test_the_number_of_digits_can_be_chosen(cranfield, form):
    outcome = cranfield("eval", "qrels.txt", "a.run", "-m", "AP", "--digits", "7", "--format", form)
    assert re.search(r"\b0\.6666667\b", outcome.out)


@pytest.mark.usefixtures("at_home")
def test_quiet_keeps_only_warnings(cranfield):
    loud = cranfield("eval", "qrels.txt", "b.run", "-m", "AP", "-m", "nDCG", "-l", "2", "--format", "csv")
    quiet = cranfield("eval", "qrels.txt", "b.run", "-m", "AP", "-m", "nDCG", "-l", "2", "--format", "csv", "--quiet")
    assert quiet.out == loud.out
    assert {"note", "sha256 qrels.txt"} <= {line.split(":")[0][:16] for line in loud.err.splitlines()}
    assert [line.split(":")[0] for line in quiet.err.splitlines()] == ["warning"]


def test_notes_of_several_runs_are_one_line_with_short_names(cranfield, at_home):
    (at_home / "deep").mkdir()
    for name, unjudged in (("x", 1), ("y", 2)):
        lines = [f"q1 Q0 d1 1 9 {name}", *(f"q1 Q0 u{i} 2 {i} {name}" for i in range(unjudged))]
        (at_home / "deep" / f"{name}.run").write_text("\n".join(lines))
    outcome = cranfield("eval", "qrels.txt", "deep/x.run", "deep/y.run", "-m", "RR")
    assert "note: x 50.0%, y 66.7% of the first 10 documents are unjudged\n" in outcome.err
    assert "warning: x, y: 1 of 2 judged queries (q2) has no answer, counted as 0\n" in outcome.err
    assert "deep" not in outcome.err
    systems = json.loads(
        cranfield("eval", "qrels.txt", "deep/x.run", "deep/y.run", "-m", "RR", "--format", "json").out
    )["systems"]
    assert [{one["source"] for one in each["findings"]} for each in systems] == [{"deep/x.run"}, {"deep/y.run"}]


def test_the_same_run_under_two_names_is_noticed(cranfield, at_home):
    (at_home / "c.run").write_text((at_home / "a.run").read_text())
    outcome = cranfield("eval", "qrels.txt", "a.run", "b.run", "c.run", "-m", "RR")
    assert "warning: a and c are the same run, byte for byte\n" in outcome.err


@pytest.mark.usefixtures("at_home")
def test_a_scale_that_comes_from_the_data_is_said_once(cranfield):
    outcome = cranfield("eval", "qrels.txt", "a.run", "b.run", "-m", "ERR", "-m", "RBP", "-m", "ERR(max_grade=4)")
    assert outcome.err.count("note: ERR, RBP: max_grade=2, the highest grade of the judgments\n") == 1


def test_each_input_can_have_its_own_format(cranfield, at_home):
    (at_home / "m.tsv").write_text("q1\td3\t1\nq1\td1\t2\n")
    outcome = cranfield("eval", "qrels.txt", "m.tsv", "--run-format", "msmarco", "-m", "RR", "--format", "csv")
    assert rows_of(outcome.out)[0]["RR"] == "0.25"
    assert cranfield("check", "qrels.txt", "m.tsv", "--run-format", "msmarco", "--qrels-format", "trec").status == 0
    both = cranfield("eval", "qrels.txt", "m.tsv", "--input-format", "msmarco")
    assert (both.status, both.err) == (
        2,
        (
            "cranfield: qrels.txt: msmarco is a format of runs; MS MARCO's judgments are trec,"
            " and each file can have its own format\n"
        ),
    )


def test_the_signature_names_the_profile_and_every_file(cranfield, at_home):
    (at_home / "known.txt").write_text("q1 0 d1 1\n")
    arguments = (
        "eval", "qrels.txt", "a.run", "-m", "Novelty", "--profile", "trec_eval-9", "--missing", "zero",
        "--known", "known.txt", "--groups", "groups.tsv",
    )  # fmt: skip
    assert "policy: profile trec_eval-9, missing=zero" in cranfield(*arguments).out
    signature = json.loads(cranfield(*arguments, "--format", "json").out)["signature"]
    assert signature["profile"] == "trec_eval-9"
    assert [each["role"] for each in signature["inputs"]] == ["judgments", "known", "run", "groups"]
    assert all(len(each["sha256"]) == 64 for each in signature["inputs"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("z1 0 d1 1\n", "none of its queries has judgments (it has z1, the judgments have q1); check that both use"),
        ("q1 Q0 d1 1 1 x\n", "looks like a run; known documents are written as judgments: query 0 document 1"),
    ],
)
def test_known_documents_that_fit_nothing_are_refused(cranfield, at_home, content, message):
    (at_home / "known.txt").write_text(content)
    outcome = cranfield("eval", "qrels.txt", "a.run", "-m", "Novelty", "--known", "known.txt")
    assert outcome.status == 2
    assert outcome.err.startswith(f"cranfield: known.txt: {message}")


def test_known_documents_that_nobody_judged_are_a_warning(cranfield, at_home):
    (at_home / "known.txt").write_text("q1 0 elsewhere 1\n")
    outcome = cranfield("eval", "qrels.txt", "a.run", "-m", "Novelty", "--known", "known.txt")
    assert "warning: known.txt: none of its 1 known documents is judged for its query\n" in outcome.err


@pytest.mark.parametrize(
    ("qrels", "run", "options", "message"),
    [
        ("topic,pid,points\nq1,d1,1\n", "q1 Q0 d1 1 1 x\n", ["--columns", "query=topic,doc=pid"],
         "x.txt: has no column for the grade; there are topic, pid, points; name it, as in --columns grade=points"),
        ("q1 0 d1 1\nq1 0 d1 2\n", "q1 Q0 d1 1 1 x\n", [],
         ("x.txt line 2: query q1 judges document d1 twice (first on line 1);"
         " remove one or choose --duplicates first, last or best")),
        ("q1 0 d1 1\n", "q1 Q0 d1 1 nan x\n", [],
         ("x.run line 1: the score of document d1 is nan; scores must be finite numbers"
         " (--nonfinite sort keeps them, nan last)")),
        ("q1 0 d1 1\nq2 0 d1 1\n", "q1 Q0 d1 1 1 x\n", ["--missing", "error"],
         ("x.run: does not answer 1 of 2 judged queries (q2); --missing error refuses that,"
         " --missing zero or skip allows it")),
        ("q1 0 d1 1\n", "q1 d1 12.5\nq1 d2 3.25\n", [],
         ("x.run: 3 columns are read as query, document and rank, and '12.5' is no rank;"
         " for scores add a first line query doc score")),
        ("q1 1 d1 1\nq1 2 d2 1\nq1 2 d1 1\n", "q1 Q0 d1 1 1 x\n", ["--subtopics", "error"],
         ("x.txt: holds judgments of subtopics (query q1 judges one document for 1 and for 2); read them with"
         " --subtopics best or --qrels-format ndeval, or give one judgment for each query and document")),
        ('{"q1": ["d1"]}', "q1 Q0 d1 1 1 x\n", [],
         ("x.txt: query 'q1' must hold an object {document: grade}, not a list;"
         " use the shape {query: {document: number}}")),
    ],
)  # fmt: skip
def test_advice_speaks_the_command_line(cranfield, at_home, qrels, run, options, message):
    (at_home / "x.txt").write_text(qrels)
    (at_home / "x.run").write_text(run)
    outcome = cranfield("eval", "x.txt", "x.run", "-m", "RR", *options)
    assert (outcome.status, outcome.err) == (2, f"cranfield: {message}\n")


def test_a_run_in_json_may_list_documents_best_first(cranfield, at_home):
    for text in ('{"q1": ["d3", "d1"], "q2": ["d4"]}', '{\n "q1": [\n "d3", "d1"], "q2": ["d4"]}'):
        (at_home / "l.json").write_text(text)
        outcome = cranfield("eval", "qrels.txt", "l.json", "-m", "RR", "-q", "--format", "csv")
        assert [row["RR"] for row in rows_of(outcome.out)] == ["0.5", "1.0", "0.75"]


@pytest.mark.parametrize("arguments", [["help"], ["help", "eval"]])
def test_help_is_a_command_too(cranfield, arguments):
    assert cranfield(*arguments).out == cranfield(*arguments[1:], "--help").out


def test_blocks_of_a_wide_table_are_apart(cranfield, at_home):
    runs = []
    for index in range(5):
        runs.append(f"system-number-{index}.run")
        (at_home / runs[-1]).write_text((at_home / "a.run").read_text())
    lines = cranfield("eval", "qrels.txt", *runs, "-m", "AP", columns=60).out.splitlines()
    heads = [index for index, line in enumerate(lines) if line.startswith("measure")]
    assert len(heads) > 1
    assert all(lines[index - 1] == "" for index in heads[1:])


def test_saving_the_demo_again_says_what_it_replaces(cranfield, at_home):
    assert cranfield("demo", "--save", "demo").out.startswith("wrote bm25-synonyms.run, ")
    assert cranfield("demo", "--save", "demo").out.startswith("replaced bm25-synonyms.run, ")
    (at_home / "demo" / "bm25.run").unlink()
    assert cranfield("demo", "--save", "demo").out.startswith("wrote bm25.run to demo and replaced bm25-synonyms.run, ")


def test_the_demo_says_how_to_call_a_program_that_the_shell_does_not_find(cranfield, at_home, monkeypatch):
    (at_home / ".venv" / "bin").mkdir(parents=True)
    (at_home / ".venv" / "bin" / "cranfield").write_text("")
    monkeypatch.setattr("sys.argv", [str(at_home / ".venv" / "bin" / "cranfield"), "demo"])
    monkeypatch.setenv("PATH", "")
    assert "\nTry next (with .venv/bin/ in front of cranfield):\n" in cranfield("demo").out
