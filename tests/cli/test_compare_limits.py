"""Options that contradict each other are refused, and a verdict stands when nobody reads it."""

import os
import subprocess
import sys

import pytest

FEW = (
    "1 0 a 1\n1 0 b 0\n2 0 a 0\n2 0 b 1\n",
    "1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n2 Q0 b 1 2 x\n",
    "1 Q0 b 1 2 y\n2 Q0 a 1 1 y\n",
)


@pytest.fixture
def three(tmp_path):
    for name, lines in zip(("qrels.txt", "old.run", "new.run"), FEW, strict=True):
        (tmp_path / name).write_text(lines)
    return tmp_path


@pytest.mark.parametrize(("rule", "status"), [("AP drops 0.1", 1), ("AP rises 0.1", 0)])
def test_a_verdict_stands_when_its_reader_is_gone(three, rule, status):
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "cranfield", "compare", "qrels.txt", "old.run", "new.run", "--fail-if", rule]
    done = subprocess.run(command, cwd=three, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert done.returncode == status
    assert "Traceback" not in done.stderr


def test_what_contradicts_itself_is_refused(cranfield, three):
    files = [three / name for name in ("qrels.txt", "old.run", "new.run")]
    outcome = cranfield("compare", *files, "--against", "old.run", "--pairs", "all")
    assert outcome.status == 2
    assert "--against old.run and --pairs all contradict each other" in outcome.err
    outcome = cranfield("measures", "AP", "--choose")
    assert outcome.status == 2
    assert "--choose shows all questions, not only those of AP" in outcome.err


def test_power_of_what_has_no_better_side_is_one_sentence(cranfield, three):
    outcome = cranfield("power", *[three / name for name in ("qrels.txt", "old.run", "new.run")], "-m", "NumRet")
    assert outcome.status == 2
    assert "no measure of NumRet says which system is better" in outcome.err
