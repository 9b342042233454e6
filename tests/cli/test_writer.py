"""Nothing is ever overwritten or half written."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

QRELS, RUN = "q1 0 d1 1\n", "q1 Q0 d1 1 1 t\n"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"q": QRELS, "r": RUN, "g": "q1 x\n", "k": QRELS}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def run(*arguments, **options):
    call = [sys.executable, "-m", "cranfield", *arguments]
    return subprocess.run(call, capture_output=True, text=True, check=False, **options)


@pytest.mark.parametrize(
    ("arguments", "target"),
    [
        (["q", "r"], "q"), (["q", "r"], "r"), (["q", "r", "--groups", "g"], "g"),
        (["q", "r", "--known", "k", "-m", "Novelty"], "k"),
    ],
)  # fmt: skip
def test_an_input_is_never_the_output(home, cranfield, arguments, target):
    before = (home / target).read_text()
    for name in (target, f"./{target}", str(home / target)):
        done = cranfield("eval", *arguments, "-o", name, "--format", "csv")
        assert done.status == 2
        assert done.err == f"cranfield: {name}: is one of the inputs; choose another file for the results\n"
    (home / "link").symlink_to(target)
    os.link(home / target, home / "hard")
    for name in ("link", "hard"):
        assert cranfield("eval", *arguments, "-o", name, "--format", "csv").status == 2
    assert (home / target).read_text() == before


def test_standard_input_is_never_the_output(home):
    with (home / "r").open() as stream:
        done = run("eval", "q", "-", "-o", "r", "--format", "csv", stdin=stream)
    assert (done.returncode, (home / "r").read_text()) == (2, RUN)
    assert "r: is one of the inputs" in done.stderr


@pytest.mark.parametrize("more", ["", "-o -", "-o /dev/stdout", "-o /dev/fd/1", "-o /proc/self/fd/1"])
@pytest.mark.parametrize("redirected", [">>", "1<>"])
def test_an_input_is_never_printed_over(home, more, redirected):
    call = f"{sys.executable} -m cranfield eval q r --format csv {more} {redirected} r"
    done = subprocess.run(["bash", "-c", call], capture_output=True, text=True, check=False)
    assert (done.returncode, (home / "r").read_text()) == (2, RUN)
    name = more.removeprefix("-o ") if "/" in more else "r"
    assert done.stderr == f"cranfield: {name}: is one of the inputs; choose another file for the results\n"


def test_standard_input_is_never_printed_over(home):
    call = f"{sys.executable} -m cranfield eval q - < r >> r"
    done = subprocess.run(["bash", "-c", call], capture_output=True, text=True, check=False)
    assert (done.returncode, (home / "r").read_text()) == (2, RUN)
    assert done.stderr == "cranfield: standard input: is one of the inputs; choose another file for the results\n"


@pytest.mark.parametrize(
    ("name", "stream"),
    [("/dev/stdout", ""), ("/dev/fd/1", ""), ("/proc/self/fd/1", ""), ("link", ""), ("/dev/stderr", "2>&1"),
     ("/dev/fd/5", "5>&1"), ("/proc/self/fd/5", "5>&1")],
)  # fmt: skip
def test_what_is_open_already_goes_on_where_it_is(home, name, stream):
    (home / "link").symlink_to("/dev/stdout")
    program = f"{sys.executable} -m cranfield"
    call = f"(echo first; {program} eval q r -m AP -o {name} --format csv --quiet {stream}; echo last) > log"
    done = subprocess.run(["bash", "-c", call], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (home / "log").read_text() == "first\nsystem,level,query,AP\nr,all,,1.0\nlast\n"
    assert (home / "link").is_symlink()


def test_a_page_on_standard_output_is_followed_by_nothing(home):
    call = f"{sys.executable} -m cranfield report q r -o /dev/stdout > page"
    done = subprocess.run(["bash", "-c", call], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert (home / "page").read_text().endswith("</html>\n")


def test_a_stream_that_is_not_open_for_writing_is_one_sentence(home):
    call = f"{sys.executable} -m cranfield eval q r -m AP -o /dev/fd/5 --format csv 5< g"
    done = subprocess.run(["bash", "-c", call], capture_output=True, text=True, check=False)
    assert (done.returncode, (home / "g").read_text()) == (2, "q1 x\n")
    assert done.stderr == "cranfield: /dev/fd/5: cannot be written (Bad file descriptor); choose another file\n"


@pytest.mark.parametrize(
    "arguments",
    ["eval q r --format csv", "report q r", "explain q r -m AP --query q1 --format json", "pool r --format csv"],
)
def test_a_loop_of_links_is_one_sentence(home, cranfield, arguments):
    (home / "loop").symlink_to("loop")
    done = cranfield(*arguments.split(), "-o", "loop")
    assert done.status == 2
    told = "cranfield: loop: cannot be written (Too many levels of symbolic links); choose another file\n"
    assert done.err.endswith(told)
    assert (home / "loop").is_symlink()


def test_further_references_are_never_the_output(home, cranfield):
    (home / "a.txt").write_text("a b\n")
    (home / "b.txt").write_text("a b\n")
    (home / "s.txt").write_text("a b\n")
    assert cranfield("text", "a.txt", "s.txt", "--ref", "b.txt", "-o", "b.txt").status == 2
    assert (home / "b.txt").read_text() == "a b\n"


def test_a_full_disk_leaves_the_old_output_and_nothing_else(home):
    (home / "out.json").write_text("old")

    def small():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    done = run("eval", "q", "r", "-o", "out.json", preexec_fn=small, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    assert done.returncode == 2
    assert done.stderr == "cranfield: out.json: cannot be written (File too large); choose another file\n"
    assert (home / "out.json").read_text() == "old"
    assert {each.name for each in home.iterdir()} == {"q", "r", "g", "k", "out.json"}


def test_a_full_disk_leaves_saved_files_as_they_were(home):
    (home / "f").mkdir()
    assert run("demo", "--save", "f").returncode == 0
    before = {each.name: each.read_bytes() for each in (home / "f").iterdir()}
    last = max(before, key=lambda name: len(before[name]))
    before[last] = b"old"
    (home / "f" / last).write_bytes(b"old")

    def small():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

    done = run("demo", "--save", "f", preexec_fn=small, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    assert done.returncode == 2
    assert done.stderr == "cranfield: f: cannot be written (File too large); choose another folder\n"
    assert {each.name: each.read_bytes() for each in (home / "f").iterdir()} == before


def test_a_run_whose_name_is_not_utf8_is_written(home):
    name = os.fsdecode(b"r\xff.run")
    (home / name).write_text(RUN)
    for ending in ("json", "csv", "md", "tex", "txt", "jsonl", "tsv"):
        done = run("eval", "q", name, "-o", f"out.{ending}")
        assert done.returncode == 0, done.stderr
        assert b"AP" in (home / f"out.{ending}").read_bytes()


def test_a_link_stays_a_link_and_permissions_stay(home, cranfield):
    (home / "real.csv").write_text("old")
    (home / "real.csv").chmod(0o640)
    (home / "link.csv").symlink_to("real.csv")
    assert cranfield("eval", "q", "r", "-m", "AP", "-o", "link.csv").status == 0
    assert (home / "link.csv").is_symlink()
    assert (home / "real.csv").read_text().startswith("system,")
    assert (home / "real.csv").stat().st_mode & 0o777 == 0o640
    assert cranfield("eval", "q", "r", "-m", "AP", "-o", "/dev/null", "--format", "csv").status == 0
    assert Path("/dev/null").is_char_device()


def test_a_long_table_takes_no_longer_than_its_csv(home, cranfield):
    from time import process_time

    lines = range(7000)
    (home / "Q").write_text("".join(f"{at} 0 d1 1\n" for at in lines))
    (home / "R").write_text("".join(f"{at} Q0 d1 1 1 t\n" for at in lines))
    taken = {}
    for form in ("csv", "table", "csv", "table"):
        began = process_time()
        assert cranfield("eval", "Q", "R", "-q", "--format", form).status == 0
        taken[form] = min(taken.get(form, 99), process_time() - began)
    assert taken["table"] < 2 * taken["csv"] + 0.3  # what it takes before it prints is in both


@pytest.mark.parametrize("text", ["P@5if", "P(rel=2if)@5", "nDCG@0x"])
def test_what_python_would_warn_about_is_unreadable(home, cranfield, text):  # noqa: ARG001 (its folder)
    done = cranfield("eval", "q", "r", "-m", text)
    assert (done.status, done.err.count("\n")) == (2, 1)


def test_a_number_of_jobs_beyond_reason_is_refused(home, cranfield):  # noqa: ARG001 (its folder)
    done = cranfield("eval", "q", "r", "--jobs", "9" * 20)
    assert done.status == 2
    assert "1<=x<=1024" in done.err


def test_a_reader_that_goes_away_is_no_failure(home):
    for arguments in ("eval q r -m AP", "measures", "--help", "demo"):
        call = f"{sys.executable} -m cranfield {arguments} | true; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", call], cwd=home, capture_output=True, text=True, check=False)
        assert done.returncode == 0, arguments
        assert "Traceback" not in done.stderr


def test_a_first_line_beyond_64_kb_is_read(home, cranfield):
    doc = "d" * 70_000
    (home / "Q").write_text(f"q1 0 {doc} 1\nq1 0 d2 0\n")
    (home / "R").write_text(f"q1 Q0 {doc} 1 2 t\nq1 Q0 d2 2 1 t\n")
    done = cranfield("eval", "Q", "R", "-m", "AP", "--format", "csv")
    assert (done.status, done.out.splitlines()[1]) == (0, "R,all,,1.0")
