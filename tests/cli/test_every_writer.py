"""Every option of every command that names a file is known as one that is read or one that is written.

What is read is never written over, and a new verb or option that nobody put here fails.
"""

import ast
import os
from contextlib import contextmanager
from pathlib import Path

import click
import pytest

import cranfield as package
from cli_commands import commands

QRELS, RUN = "q1 0 d1 1\nq1 0 d2 0\n", "q1 Q0 d1 1 1 t\n"
TABLE = "item,rater,value,t,g\na,x,1,1,1\na,y,1,1,0\nb,x,0,0,0\nb,y,1,0,1\n"
FILES = {
    "q": QRELS, "r": RUN, "s": RUN, "x": QRELS, "l.csv": TABLE, "c.csv": "query,latency_ms\nq1,3\nq2,4\n",
    "t.txt": "a b\n", "u.txt": "a b\n", "queries.jsonl": '{"query": "q1", "text": "a"}\n',
    "e.toml": 'url = "http://127.0.0.1:9/"\n[answer]\nids = "$.hits[*].id"\n',
    "k.csv": "query,doc,position,click,impression,team\nq1,d1,1,1,i,A\n",
}  # fmt: skip
RATED = ["l.csv", "--item", "item", "--rater", "rater", "--value", "value"]
# a command line that reads, and what it reads first
CALLS = {
    "eval": ["q", "r"], "labels": ["l.csv", "--truth", "t", "--guess", "g"], "text": ["t.txt", "u.txt"],
    "ratings": RATED, "cost": ["c.csv"], "agreement": RATED, "judges": ["q", "x", "r"], "compare": ["q", "r", "s"],
    "correlate": ["q", "r", "s"], "overlap": ["r", "s"], "power": ["q", "r", "s"], "explain": ["q",
    "r", "-m", "AP", "--query", "q1"],
    "plot": ["pr", "q", "r"], "report": ["q", "r"], "live": ["e.toml", "queries.jsonl"], "pool": ["r", "s"],
    "clicks": ["k.csv"], "teamdraft": ["k.csv"],
}  # fmt: skip
FILE = {"FILE", "STUDY", "FOLDER"}  # how options say that they name one
READ = {
    "--groups", "--known", "--document-groups", "--cost", "--ref", "--again", "--prompt", "--docs", "--baseline",
    "--queries", "--replay", "--qrels", "--items", "--guidelines", "--gold",
}  # fmt: skip
WRITTEN = {"--output", "--record", "--picture", "--counts", "--report", "--save", "--add"}
WRITTEN_BY_LIVE = {"--cost"}
NEEDED = {"--picture": ["--sweep", "size=1,2", "--qrels", "q"]}  # what an option means nothing without
APART = {("--record", "--replay"), ("--picture", "--replay")}  # which are never given together
# what writes in its own way: a study is added to, and a demonstration writes what it brings along
ELSEWHERE = {("pool", "--add"), ("demo", "--save"), ("demo", "--report"), ("study export", "--output")}


def named_files(command):
    return [each.opts[-1] for each in command.params if isinstance(each, click.Option) and each.metavar in FILE]


def is_written(name, option):
    return option in WRITTEN or (name == "live" and option in WRITTEN_BY_LIVE)


ALL = dict(commands())
TARGETS = [
    (name, option, read)
    for name, command in ALL.items()
    for option in named_files(command)
    if is_written(name, option) and (name, option) not in ELSEWHERE
    for read in (None, *(each for each in named_files(command) if not is_written(name, each)))
    if (option, read) not in APART
]


def test_every_option_that_names_a_file_is_known():
    found = {option for command in ALL.values() for option in named_files(command)}
    assert found == READ | WRITTEN
    assert {name for name, _, _ in TARGETS} == set(CALLS)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(("name", "option", "read"), TARGETS, ids=str)
def test_what_a_command_reads_it_never_writes(name, option, read, home, cranfield):
    given = CALLS[name]
    targets = [each for each in given if each in FILES] if read is None else ["x"]
    if read == "--baseline":
        assert cranfield("eval", "q", "r", "-q", "--format", "json", "-o", "x").status == 0
    before = {each.name: each.read_text() for each in home.iterdir()}
    for target in targets:
        more = [*NEEDED.get(option, []), *([] if read is None else [read, target])]
        done = cranfield(name, *given, *more, option, target)
        assert done.status == 2, done
        assert f"{target}: is one of the inputs" in done.err, done.err
    assert {each.name: each.read_text() for each in home.iterdir()} == before


@contextmanager
def appended_to(path):
    """Standard output at the end of a file, as `>> path` has it."""
    kept = os.dup(1)
    with path.open("ab") as file:
        os.dup2(file.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


PRINTS = {**CALLS, "check": ["q", "r"], "trec_eval": ["q", "r"], "study new": ["s.db", "--items", "queries.jsonl"]}


@pytest.mark.parametrize("name", PRINTS)
def test_what_a_command_reads_it_never_prints_over(name, home, cranfield):
    before = {each.name: each.read_text() for each in home.iterdir()}
    # a page goes to a file, and what it was written to is printed
    more = ["-o", "page.html"] if name == "report" else []
    for target in (each for each in PRINTS[name] if each in FILES):
        with appended_to(home / target):
            done = cranfield(*name.split(), *PRINTS[name], *more)
        assert (done.status, done.out) == (2, ""), done
        told = f"cranfield{' trec_eval' * (name == 'trec_eval')}: {target}: is one of the inputs"
        assert done.err == f"{told}; choose another file for the results\n"
    assert {each.name: each.read_text() for each in home.iterdir()} == before


@pytest.mark.parametrize("arguments", ["study status s.db", "study export s.db", "serve s.db", "pool r s --add s.db"])
def test_a_study_is_never_printed_over(arguments, home, cranfield):
    (home / "s.db").write_bytes(b"")
    with appended_to(home / "s.db"):
        done = cranfield(*arguments.split())
    assert (done.status, (home / "s.db").read_bytes()) == (2, b"")
    assert done.err == "cranfield: s.db: is one of the inputs; choose another file for the results\n"


# who may write files besides the one writer: pictures that Python saves, copies of the demonstration, parts on disk
OWN = {"report/pictures/choose.py", "cli/writer.py", "cli/engines/demo.py", "io/spill/buckets.py", "io/spill/folder.py"}


def writes(tree):
    """Calls of methods that write a file, or that open one to be written."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        called = method or (node.func.id if isinstance(node.func, ast.Name) else "")
        modes = [each.value for each in (*node.args, *(word.value for word in node.keywords if word.arg == "mode"))
                 if isinstance(each, ast.Constant) and each.value in ("w", "wb", "a", "x")]  # fmt: skip
        opened = called in ("open", "fdopen") and modes
        if method in ("write_text", "write_bytes") or opened:
            yield ast.unparse(node)


def test_nothing_is_written_but_by_the_one_writer():
    root = Path(package.__file__).parent
    found = {
        str(path.relative_to(root)): list(writes(ast.parse(path.read_text(encoding="utf-8"))))
        for path in root.rglob("*.py")
    }
    others = {name: calls for name, calls in found.items() if calls and name not in OWN}
    assert {name: [each for each in calls if "os.devnull" not in each] for name, calls in others.items()} in (
        {}, {"cli/main.py": []},
    )  # fmt: skip
