"""`cranfield demo`: the main job on the built-in collection, and what to try next."""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from contextlib import chdir, redirect_stderr
from pathlib import Path

import click

from cranfield.cli.called import Called
from cranfield.cli.output import render, uses_colour
from cranfield.cli.writer import replace_file, write_text
from cranfield.demo import FOLDER, JUDGMENTS, RUNS
from cranfield.errors import InputError

__all__ = ["NEXT", "REPORT", "command"]

REPORT = "cranfield-demo.html"

# every line works as it is printed, once the files are saved
NEXT = (
    ("cranfield demo --save demo", "write the files of this collection to a folder"),
    ("cranfield eval demo/qrels.txt demo/bm25.run", "judge one run"),
    ("cranfield eval demo/qrels.txt demo/*.run -m nDCG@10 -m 'P(rel=2)@5' -q", "choose measures, see each query"),
    ("cranfield eval demo/qrels.txt demo/*.run -m AP --groups demo/groups.tsv", "by class of query"),
    ("cranfield compare demo/qrels.txt demo/bm25.run demo/bm25-synonyms.run", "did it help, and which queries"),
    ("cranfield explain demo/qrels.txt demo/bm25.run -m nDCG@10 --query q01", "how a value comes about"),
    ("cranfield report demo/qrels.txt demo/*.run --docs demo/docs.jsonl -o r.html", "everything on one page"),
    ("cranfield check demo/qrels.txt demo/*.run", "what is odd about the files"),
    ("cranfield measures nDCG", "what a measure means"),
)


@click.command("demo")
@click.option("--save", metavar="FOLDER", help="write the files of the collection to a folder")
@click.option("--report", metavar="FILE", default=REPORT, show_default=True, help="where the report goes")
def command(save: str | None, report: str) -> None:
    """Judge three systems on the built-in collection.

    Customers of an outdoor shop search its help pages; three rankers answer; the first seven pages were judged.
    """
    if save is not None:
        write_text(_save(Path(save)), None)
        return

    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (numpy and pyarrow are loaded when they are needed)
    from cranfield.io.bytes.source import Source  # noqa: PLC0415
    from cranfield.io.ranking import judgments, ranking  # noqa: PLC0415

    with chdir(FOLDER):  # so that notes name the files, not the place where the package is installed
        gold = judgments(Source(JUDGMENTS.name, hashed="now"))
        results = [evaluate(ranking(gold, Source(run.name, hashed="now"), system=run.stem)) for run in RUNS]
    write_text(
        "Customers of an outdoor shop search its help pages. Three rankers answer;\n"
        "the first seven pages of each were judged from 0 (no help) to 3 (answers it).\n\n",
        None,
    )
    write_text(render(results, "table", per_query=False, colour=uses_colour()), None)
    count = sum(len(each.findings) for each in results)
    write_text(f"{count} notes on this data are left out here; cranfield eval prints them\n", None)
    lines = [f"  # {meaning}\n  {line}\n" for line, meaning in NEXT]
    write_text("\nTry next" + _where() + ":\n\n" + "".join(lines), None)
    write_text(f"\nAll of it on one page, to be opened in a browser:\n\n  {_write_report(Path(report))}\n", None)


def _write_report(target: Path) -> Path:
    """The report, as if the files had been saved; where this folder is closed, it goes to the temporary ones."""
    from cranfield.cli import report  # noqa: PLC0415 (numpy is loaded only when it is needed)

    place = target.absolute()
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        target = place = Path(tempfile.mkdtemp(prefix="cranfield-")) / target.name
    files = [JUDGMENTS.name, *(run.name for run in RUNS)]
    named = {"--queries": "queries.tsv", "--docs": "docs.jsonl", "--groups": "groups.tsv"}
    options = [each for pair in named.items() for each in pair]
    saved = [f"demo/{each}" if each in (*files, *named.values()) else each for each in (*files, *options)]
    called = Called(("report", *saved, "-o", target.name), "demo")
    with chdir(FOLDER), redirect_stderr(io.StringIO()):  # what was odd stands in the report
        arguments = [*files, *options, "-o", str(place), "--quiet"]
        report.command.main(arguments, standalone_mode=False, obj=called)
    return target


def _where() -> str:
    """How to call the program, when the shell would not find it."""
    program = Path(sys.argv[0])
    if program.name != "cranfield" or shutil.which("cranfield") or not program.is_file():
        return ""
    return f" (with {os.path.relpath(program.parent)}{os.sep} in front of cranfield)"


def _save(folder: Path) -> str:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = sorted(path.name for path in FOLDER.iterdir() if path.is_file())
        there = [name for name in names if (folder / name).exists()]
        for name in names:
            replace_file(folder / name, (FOLDER / name).read_bytes())
    except OSError as error:
        raise InputError("folder-not-writable", source=str(folder), why=error.strerror or str(error)) from None
    replaced = f" and replaced {', '.join(there)}" if there else ""
    new = ", ".join(name for name in names if name not in there)
    return f"wrote {new} to {folder}{replaced}\n" if new else f"replaced {', '.join(there)} in {folder}\n"
