"""Output of many queries takes the memory of some of them."""

import subprocess
import sys

import pytest

QUERIES = 200_000
MOST = 500  # MB
# started by a small process, as the memory of whoever starts one counts as its own
WATCHED = """
import os, subprocess, sys
started = subprocess.Popen(sys.argv[1:])
_, status, used = os.wait4(started.pid, 0)
print(used.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.slow
def test_every_query_of_a_long_run_is_printed_in_little_memory(tmp_path):
    (tmp_path / "q").write_text("".join(f"{at} 0 d{at % 7} 1\n{at} 0 e 0\n" for at in range(QUERIES)))
    (tmp_path / "r").write_text("".join(f"{at} Q0 d{at % 7} 1 2.5 t\n{at} Q0 e 2 1 t\n" for at in range(QUERIES)))
    with (tmp_path / "out").open("wb") as out:
        call = [sys.executable, "-c", WATCHED, sys.executable, "-m", "cranfield", "trec_eval", "-q", "q", "r"]
        done = subprocess.run(call, cwd=tmp_path, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0
    assert int(done.stderr.splitlines()[-1]) / 1024 < MOST
    with (tmp_path / "out").open("rb") as written:
        assert sum(1 for line in written if line.startswith(b"map ")) == QUERIES + 1


def test_parts_of_the_output_are_the_whole(tmp_path, monkeypatch, capsys):
    from cranfield.compat.trec_eval import output
    from cranfield.compat.trec_eval.program import run

    (tmp_path / "q").write_text("".join(f"{at} 0 d 1\n" for at in range(50)))
    (tmp_path / "r").write_text("".join(f"{at} Q0 {'d' if at % 3 else 'e'} 1 2.5 t\n" for at in range(50)))
    arguments = ["-q", "-m", "map", "-m", "relstring", "-m", "num_ret", str(tmp_path / "q"), str(tmp_path / "r")]
    shown = []
    for topics in (2000, 7, 1):
        monkeypatch.setattr(output, "_TOPICS", topics)
        assert run(arguments) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0].count("\n") == 50 * 3 + 2
    assert shown[1] == shown[2] == shown[0]
