"""What ids print: on a terminal nothing that steers it, in files and pipes the bytes that trec_eval writes."""

import os
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty", reason="there are no terminals of this kind")

HOSTILE = "q\x1b]0;mine\x07\x9b2J"
WORDS = (sys.executable, "-m", "cranfield", "trec_eval", "-q", "-m", "runid", "-m", "map")


@pytest.fixture
def files(tmp_path):
    (tmp_path / "q").write_bytes(f"{HOSTILE} 0 d 1\nönig 0 d 1\n".encode())
    (tmp_path / "r").write_bytes(f"önig Q0 d 1 1 x\n{HOSTILE} Q0 d 1 1 ".encode() + b"r\x1b[31m\xff\n")
    return tmp_path


def on_a_terminal(folder, *words):
    ours, theirs = pty.openpty()
    with subprocess.Popen([*WORDS, *words], cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs):
        os.close(theirs)
        said = b""
        try:
            while found := os.read(ours, 1 << 16):
                said += found
        except OSError:  # how the other end of a terminal ends on Linux
            pass
    os.close(ours)
    return said.replace(b"\r\n", b"\n")


def test_ids_do_not_steer_a_terminal(files):
    said = on_a_terminal(files, "q", "r").decode()
    assert said.replace("\n", "").replace("\t", "").isprintable()
    assert "map                   \tönig\t1.0000\n" in said
    assert "map                   \tq\\x1b]0;mine\\x07\\x9b2J\t1.0000\n" in said
    assert "runid                 \tall\tr\\x1b[31m\\udcff\n" in said


def test_what_is_wrong_with_them_does_not_either(files):
    (files / "r").write_bytes(f"{HOSTILE} Q0 d 1 {HOSTILE} r\n".encode())
    said = on_a_terminal(files, "q", "r").decode()
    assert said.count("\n") == 1
    assert said[:-1].isprintable()


def test_files_and_pipes_get_the_bytes_as_they_are(files):
    said = subprocess.run([*WORDS, "q", "r"], cwd=files, capture_output=True, check=True).stdout
    assert f"map                   \t{HOSTILE}\t1.0000\n".encode() in said
    assert b"runid                 \tall\tr\x1b[31m\xff\n" in said
