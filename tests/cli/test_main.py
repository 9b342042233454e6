from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields

import click
import pytest

from cranfield import __version__
from cranfield.cli import main as entry
from cranfield.core.policy import Policy


def loaded_after(*arguments: str) -> set[str]:
    """The top-level modules that a command line leaves behind in a fresh process."""
    script = (
        "import sys; from cranfield.cli.main import run; status = run(sys.argv[1:]);"
        "print('MODULES', status, *{name.split('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True)
    status, *names = done.stdout.split("MODULES ")[1].split()
    assert status == "0"
    return set(names)


def test_version_is_printed_without_loading_numpy():
    assert not loaded_after("--version") & {"numpy", "pyarrow", "rich"}


def test_help_answers_without_pyarrow_and_numpy():
    assert not loaded_after("--help") & {"numpy", "pyarrow"}
    assert not loaded_after("eval", "--help") & {"numpy", "pyarrow"}


def test_files_of_trec_are_measured_without_pyarrow_which_takes_35_megabytes(files):
    for name in ("eval", "trec_eval"):
        assert "pyarrow" not in loaded_after(name, str(files / "qrels.txt"), str(files / "a.run"))


@pytest.mark.parametrize(("wanted", "given"), [(None, "1"), ("4", "4")])
def test_no_threads_of_linear_algebra_take_cores_from_the_command_line(wanted, given, files):
    script = (
        "import os, sys\n"
        "def heard(event, given):\n"
        "    if event == 'import' and given[0] == 'numpy': print('THREADS', os.environ.get('OPENBLAS_NUM_THREADS'))\n"
        "sys.addaudithook(heard)\n"
        "from cranfield.cli.start import main\n"
        "main()"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    environment |= {} if wanted is None else {"OPENBLAS_NUM_THREADS": wanted}
    for name in ("eval", "trec_eval"):
        command = [sys.executable, "-c", script, name, "qrels.txt", "a.run"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=files)
        assert f"THREADS {given}\n" in done.stdout


@pytest.mark.parametrize("arguments", [["measures"], ["measures", "nDCG"], ["measures", "official"]])
def test_measures_answers_without_pyarrow(arguments):
    assert "pyarrow" not in loaded_after(*arguments)


def test_version(cranfield):
    assert cranfield("--version").out == f"cranfield {__version__}\n"


def test_help_lists_every_command(cranfield):
    shown = cranfield("--help").out
    assert all(f"  {name}" in shown and text in shown for name, text in entry.COMMANDS.items())


def test_no_argument_shows_the_help(cranfield):
    outcome = cranfield()
    assert (outcome.status, outcome.out) == (0, cranfield("--help").out)


def test_every_command_explains_itself_with_the_sentence_of_the_overview(cranfield):
    for name, text in entry.COMMANDS.items():
        outcome = cranfield(name, "--help")
        assert outcome.status == 0
        assert text in outcome.out


def test_eval_and_explain_have_an_option_for_every_decision(cranfield):
    for command in ("eval", "explain"):
        shown = cranfield(command, "--help").out
        for field in (each for each in fields(Policy) if each.metadata.get("family", "ranking") == "ranking"):
            assert "--" + field.name.replace("_", "-") in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evl"], "there is no command 'evl'; did you mean eval?"),
        (["eval", "x"], "give the judgments first, then at least one run; see cranfield eval --help"),
        (["eval", "no.qrels", "no.run"], "no.qrels: there is no such file; check the path"),
        (["eval", "-", "-"], "standard input (-) can be given only once"),
        (["eval", "q", "r", "--columns", "query"], "--columns: cannot read 'query'; write it like query=topic,doc=pid"),
        (["eval", "q", "r", "-M", "0"], "policy: depth must be a whole number of at least 1, not 0"),
        (["eval", "q", "r", "-m", "nDGC"], "unknown measure 'nDGC'; did you mean nDCG?"),
        (["measures", "nDGC"], "unknown measure 'nDGC'; did you mean nDCG?"),
    ],
)
def test_what_the_user_can_mend_is_one_sentence_and_status_2(cranfield, arguments, message):
    outcome = cranfield(*arguments)
    assert (outcome.status, outcome.out, outcome.err) == (2, "", f"cranfield: {message}\n")


def test_a_wrong_choice_names_the_right_ones(cranfield):
    outcome = cranfield("eval", "q", "r", "--ties", "random")
    assert outcome.status == 2
    assert "'docid-desc', 'docid-asc', 'rank', 'input', 'expected'" in outcome.err
    assert outcome.err.count("\n") == 1


def test_an_output_that_cannot_be_written_is_one_sentence(cranfield, files):
    target = files / "missing" / "out.json"
    outcome = cranfield("eval", files / "qrels.txt", files / "a.run", "-m", "AP", "-o", target)
    assert outcome.status == 2
    assert outcome.err == f"cranfield: {target}: cannot be written (No such file or directory); choose another file\n"


def test_an_interrupt_is_one_word_and_status_130(cranfield, monkeypatch):
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(click.Command, "invoke", interrupted)
    outcome = cranfield("demo")
    assert (outcome.status, outcome.out, outcome.err.strip()) == (130, "", "cranfield: interrupted")


def test_a_run_that_was_killed_while_it_spilled_has_not_succeeded(cranfield, monkeypatch):
    def killed(*_: object, **__: object) -> None:
        raise SystemExit(143)

    monkeypatch.setattr(click.Command, "invoke", killed)
    outcome = cranfield("demo")
    assert (outcome.status, outcome.out, outcome.err.strip()) == (143, "", "cranfield: interrupted")


def test_ids_reach_a_pipe_unharmed_whatever_the_locale(files):
    (files / "u.txt").write_text("查询 0 d1 1\n", encoding="utf-8")
    (files / "u.run").write_text("查询 Q0 d1 1 1 x\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "cranfield", "eval", "u.txt", "u.run", "-m", "RR", "-q", "--format", "csv"],
        cwd=files, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=True,
    )  # fmt: skip
    assert "u,query,查询,1.0\n" in done.stdout.decode("utf-8").replace("\r", "")


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently there")
def test_a_reader_that_stops_early_sees_no_traceback(files):
    lines = "".join(f"q{i} 0 d{i} 1\n" for i in range(30_000))
    (files / "many.txt").write_text(lines)
    (files / "many.run").write_text("".join(f"q{i} Q0 d{i} 1 1 x\n" for i in range(30_000)))
    command = [sys.executable, "-m", "cranfield", "eval", "many.txt", "many.run", "-m", "AP", "-q", "--format", "trec"]
    with subprocess.Popen(command, cwd=files, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("map ")
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()


def test_a_broken_installation_is_not_blamed_on_the_data(cranfield, monkeypatch, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 d1 1\n")
    monkeypatch.setattr("cranfield.io.ranking.open_input", _broken)
    done = cranfield("eval", str(tmp_path / "qrels.txt"), str(tmp_path / "qrels.txt"))
    assert done.status == 2
    assert done.err == (
        "cranfield: this installation is broken (pyarrow requires NumPy 2.0 or newer); install cranfield again in a new"
        " environment\n"
    )


def _broken(*_given, **_options):
    message = "pyarrow requires NumPy 2.0 or newer"
    raise ImportError(message)
