from __future__ import annotations

import pytest

from compat.stored import call


@pytest.fixture
def trec(tmp_path):
    """Our trec_eval on judgments and a run that are given as text."""

    def evaluate(qrels, run, *arguments):
        (tmp_path / "qrels").write_bytes(qrels if isinstance(qrels, bytes) else qrels.encode())
        (tmp_path / "run").write_bytes(run if isinstance(run, bytes) else run.encode())
        return call(*arguments, tmp_path / "qrels", tmp_path / "run")

    return evaluate
