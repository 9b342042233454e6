from __future__ import annotations

from dataclasses import dataclass

import pytest

from cranfield.cli.main import run


@dataclass
class Outcome:
    status: int
    out: str
    err: str


@pytest.fixture
def cranfield(capsys, monkeypatch):
    """Run a command line in this process, with a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments: object, columns: int | None = None) -> Outcome:
        if columns is not None:
            monkeypatch.setenv("COLUMNS", str(columns))
        capsys.readouterr()
        status = run([str(each) for each in arguments])
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return call


@pytest.fixture
def files(tmp_path):
    """Two queries with graded judgments and two runs; q2 of `b` is missing, q3 of `a` has no judgments."""
    (tmp_path / "qrels.txt").write_text("q1 0 d1 2\nq1 0 d2 1\nq1 0 d3 0\nq2 0 d1 0\nq2 0 d4 1\n")
    (tmp_path / "a.run").write_text(
        "q1 Q0 d1 1 3 a\nq1 Q0 d3 2 2 a\nq1 Q0 d2 3 1 a\nq2 Q0 d1 1 2 a\nq2 Q0 d4 2 1 a\nq3 Q0 d9 1 1 a\n"
    )
    (tmp_path / "b.run").write_text("q1 Q0 d3 1 3 b\nq1 Q0 d1 2 2 b\nq1 Q0 d8 3 1 b\n")
    (tmp_path / "groups.tsv").write_text("query\tgroup\nq1\tshort\nq2\tlong\n")
    return tmp_path
