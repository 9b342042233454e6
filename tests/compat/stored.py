"""The stored outputs of trec_eval 9.0.4 and 10 on real runs, where they are at hand."""

import gzip
import io
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from cranfield.compat.trec_eval.program import run

DATA = Path(os.environ.get("CRANFIELD_DATA", Path(__file__).parents[3] / "shared" / "data"))
EDGE = DATA / "ir_edge_open"
VERSIONS = {"te904": "9", "te10": "10"}


@dataclass(frozen=True)
class Case:
    """One command line and what it printed."""

    name: str
    arguments: tuple[str, ...]
    expected: Path


def stored(name):
    """What a file of expected output holds."""
    return gzip.decompress(name.read_bytes()).decode()


def flags_of(text):
    """`q-c-M1000-all_trec` as options."""
    return ["-m" + part if part == "all_trec" else "-" + part for part in text.split("-")]


def _cases():
    for collection in ("ir_covid_r1", "ir_robust03", "ir_cedr_web", "col_cacm", "col_cranfield"):
        folder = DATA / collection
        qrels = next(iter(sorted(folder.glob("qrels.txt*"))), None)
        for expected in sorted((folder / "expected").glob("*.te*.txt.gz")):
            found = re.fullmatch(r"(.+)\.(te904|te10)\.(.+)\.txt\.gz", expected.name)
            run_file = next((folder / "runs").glob(f"{found[1]}*.gz"))
            arguments = ["--as", VERSIONS[found[2]], *flags_of(found[3]), str(qrels), str(run_file)]
            yield Case(f"{collection}/{expected.name}", tuple(arguments), expected)


CASES = list(_cases())


def edge_cases():
    """Each folder, tool and set of flags, with the exit status."""
    for folder in sorted(EDGE.glob("*/")) if EDGE.exists() else []:
        told = json.loads((folder / "case.json").read_text())
        for tool, outcome in told.items():
            if tool == "note":
                continue
            arguments = [
                "--as",
                VERSIONS[tool.split(".")[0]],
                *outcome["args"],
                str(folder / "qrels"),
                str(folder / "run"),
            ]
            yield folder.name, tool, tuple(arguments), outcome["rc"], folder / f"{tool}.out.gz"


def call(*arguments):
    """Exit status, output and messages of our trec_eval."""
    out, err = io.StringIO(), io.StringIO()
    status = run([str(each) for each in arguments], out=out, err=err)
    return status, out.getvalue(), err.getvalue()


def without_rbp(text):
    """RBP of version 10 reads memory that was never set, so the stored outputs leave it out."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("rbp"))
