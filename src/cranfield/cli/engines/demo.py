"""`cranfield live --demo`: everything once, on a small engine of our own over the built-in collection."""

from __future__ import annotations

import shlex
import tempfile
from contextlib import chdir
from pathlib import Path

from cranfield.cli.language import locale_language
from cranfield.cli.writer import write_text
from cranfield.words import say

__all__ = ["run_demo"]

_SECONDS = 5  # of the load

# every line works as it is printed, in the folder that the demo leaves behind
_STEPS = (
    (
        "live-demo-pass",
        "live title.toml plain.toml queries.tsv --qrels qrels.txt -o {name}.run --cost {name}.cost.parquet",
    ),
    ("live-demo-load", "live plain.toml queries.tsv --rate 100 --duration {seconds}"),
    (
        "live-demo-rate",
        "live plain.toml queries.tsv --slo 'p95<=50ms' --find-rate --rate 100 --duration 1 --picture rates.svg",
    ),
    ("live-demo-fresh", "live plain.toml --freshness 7"),
    ("live-demo-space", "live plain.toml --space"),
    (
        "live-demo-sweep",
        "live plain.toml queries.tsv --sweep title=0:4:1 --qrels qrels.txt --record answers.jsonl --picture sweep.svg",
    ),
    ("live-demo-replay", "live plain.toml queries.tsv --sweep title=0:4:1 --qrels qrels.txt --replay answers.jsonl"),
    ("live-demo-cost", "cost title.cost.parquet plain.cost.parquet"),
)


def run_demo(quiet: bool, language: str = "en") -> int:  # noqa: FBT001 (a flag of the command line)
    """Start the engine, walk through all steps, and say where everything is."""
    from cranfield.cli.main import run  # noqa: PLC0415 (each step is a command of its own)
    from cranfield.demo import FOLDER  # noqa: PLC0415
    from cranfield.live.small_engine import engine_text, small_engine  # noqa: PLC0415

    folder = Path(tempfile.mkdtemp(prefix="cranfield-live-"))
    for name in ("queries.tsv", "qrels.txt"):
        (folder / name).write_bytes((FOLDER / name).read_bytes())
    write_text(say("live-demo-start", {"folder": str(folder)}, language=language) + "\n", None)
    with small_engine(FOLDER / "docs.jsonl") as port, chdir(folder):
        Path("plain.toml").write_text(engine_text(port, "plain", 0.0), encoding="utf-8")
        Path("title.toml").write_text(engine_text(port, "title", 2.0), encoding="utf-8")
        for key, step in _STEPS:
            line = step.replace("{seconds}", str(_SECONDS)) + (
                "" if language == locale_language() else f" --lang {language}"
            )
            write_text(f"\n{say(key, {}, language=language)}\n  cranfield {line}\n\n", None)
            status = run([*shlex.split(line), "--quiet"] if quiet else shlex.split(line))
            if status:
                return status
    facts = {"folder": str(folder), "files": sorted(each.name for each in folder.iterdir())}
    write_text(f"\n{say('live-demo-end', facts, language=language)}\n", None)
    return 0
