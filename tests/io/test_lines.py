"""The careful reader of lines, wherever the bytes are cut."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.io.bytes.source import BOM
from cranfield.io.read.lines import cut_lines, locate
from cranfield.io.read.oddities import Seen
from cranfield.io.read.trec_lines import read_carefully
from io_samples import RUN, RUNS

TEXT = [name for name, (_, form) in RUNS.items() if form == "trec"]


def cut(data, places):
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[a:b] for a, b in itertools.pairwise(edges)]


@pytest.mark.parametrize("name", TEXT)
def test_the_careful_reader_reads_every_spelling_of_a_run(name):
    rows = read_carefully(RUNS[name][0].removeprefix(BOM), "x", "run")
    assert list(zip(rows.queries(), rows.doc.texts(), rows.rank.tolist(), rows.value.tolist(), strict=True)) == RUN


@given(st.lists(st.sampled_from([b"a", b"", b"bcd", b"\r"])), st.lists(st.integers(0, 1000), max_size=6))
def test_cutting_gives_every_line_once(lines, places):
    data = b"".join(line + b"\n" for line in lines)
    assert [line for some in cut_lines(cut(data, places)) for line in some] == lines


@pytest.mark.parametrize("name", TEXT)
def test_a_row_is_located_on_its_line(name):
    data = RUNS[name][0]
    located = locate([data.removeprefix(BOM)], range(len(RUN)))
    assert sorted(located) == list(range(len(RUN)))
    lines = data.removeprefix(BOM).split(b"\n")
    for row, line in located.items():
        assert lines[line - 1].split()[2].decode() == RUN[row][1]


def test_bad_lines_are_no_rows():
    data = b"q Q0 a 1 2 t\nbad\nq Q0 b 2 1 t\n"
    assert locate([data], [0, 1], bad={2}) == {0: 1, 1: 3}


def test_a_header_line_and_comments_of_a_csv_are_told_apart():
    assert locate([b"qid,docid\n\n#1,a\n2,b\n"], [0, 1], skip=1, comments=False) == {0: 3, 1: 4}


def test_reported_lines_are_left_out_and_the_rest_is_read():
    data = b"q Q0 a 1 2 t\nq Q0\nq Q0 b 2 x t\nq Q0 \xff 3 1 t\n\n# c\nq Q0 c 4 0 u\r\n"
    seen = Seen(limit=2)
    assert read_carefully(data, "x", "run", seen=seen).doc.texts() == ["a", "c"]
    assert sorted(seen.bad_lines) == [2, 3, 4]
    assert [error.line for error in seen.faults] == [2, 3]
    assert (seen.blanks, seen.comments, seen.carriage_returns, dict(seen.tags)) == (1, 1, 1, {b"t": 2, b"u": 1})
