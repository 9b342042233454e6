"""The fast reader of plain text sees what the careful reader sees, or leaves the block to it."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cranfield.errors import InputError
from cranfield.io.read.trec_fields import NotPlainError, parse_rows
from cranfield.io.read.trec_lines import read_carefully

ids = st.one_of(
    st.sampled_from(["1", "q10", "documents", "clueweb09-en0006-52-19717", "d" * 60, "文档", "#a", "a#b", "-1", "."]),
    st.text("abc0123-.", min_size=1, max_size=12),
)
numbers = st.one_of(
    st.sampled_from(["1", "0", "-0", "-0.0", "+1.5", ".5", "-.5", "5.", "1e3", "-1E-3", "nan", "nan(abc)", "-inf",
                     "Infinity", "0x10", "1_0", "-", ".", "1.2.3", "1.0000000000000001", "9007199254740993",
                     "12345678.12345678", "0.1234567890123456", "0.30000000000000004", "000012.50", "123456789",
                     "1" * 30]),
    st.integers(-(10**6), 10**6).map(str),
    st.floats(-1e6, 1e6).map(repr),
    st.builds(lambda value, digits: f"{value:.{digits}f}", st.floats(-1e4, 1e4), st.integers(0, 17)),
)  # fmt: skip
ranks = st.one_of(
    st.integers(0, 10**9).map(str), st.sampled_from(["-1", "+3", "x", "1.0", "007", "0x3", "-0X3", "9" * 20])
)
fields = {
    "run": st.tuples(ids, st.just("Q0"), ids, ranks, numbers, st.sampled_from(["t", "tag", "t more"])),
    "qrels": st.tuples(ids, st.just("0"), ids, numbers),
    "msmarco": st.tuples(ids, ids, ranks),
}
gaps = st.sampled_from([" ", " ", " ", "\t", "  ", " \t ", "\x0b", "\x01"])
ends = st.sampled_from(["\n", "\n", "\n", "\n", "\r\n", " \n", "\n\n", "\n# a comment\n", "\n  # another\n", "\n \t\n"])


@st.composite
def texts(draw, uniform):
    """Lines of a layout; uniform ones as a program prints them, others as people mend them."""
    layout = draw(st.sampled_from(sorted(fields)))
    rows = draw(st.lists(fields[layout], min_size=1, max_size=12))
    gap, end = draw(gaps), draw(ends)
    digits = draw(st.integers(0, 17))
    lines = []
    for row in rows:
        cells = list(row)
        if uniform and layout != "msmarco":
            value = draw(st.floats(-1e4, 1e4))
            cells[4 if layout == "run" else 3] = f"{value:.{digits}f}"
        lines.append((gap if uniform else draw(gaps)).join(cells) + (end if uniform else draw(ends)))
    return layout, draw(st.sampled_from(["", "# first\n", "\n"])) + "".join(lines)


def kind_of(layout):
    return ("run", "msmarco") if layout == "msmarco" else (layout, "trec")


def cells_of(rows):
    rank = [None] * len(rows) if rows.rank is None else rows.rank.tolist()
    return list(zip(rows.queries(), rows.doc.texts(), rows.value.view(np.int64).tolist(), rank, strict=True))


def agree(layout, text):
    kind, form = kind_of(layout)
    try:
        fast = parse_rows(np.frombuffer(text.encode(), np.uint8), kind, form)
    except NotPlainError:
        return False
    assert cells_of(fast) == cells_of(read_carefully(text.encode(), "data", kind, form))
    return True


@given(texts(uniform=True))
@example(("run", "1 Q0 d 1 nan t\n1 Q0 e 2 -nan t\n"))
@example(("run", "1 Q0 d 1 0.5 t\n" * 2 + "1 Q0 d 1 0.5 \n"))
def test_what_programs_print_is_read_as_the_careful_reader_reads_it(given_text):
    layout, text = given_text
    try:
        agree(layout, text)
    except InputError as error:
        pytest.fail(f"the fast reader took what the careful one refuses: {error}")


@given(texts(uniform=False))
@example(("run", "1 Q0 a 1 1.5 t\n1 Q0  a 1 1\n"))
@example(("run", " 1 Q0 a 1 1.5 t\n"))
@example(("run", " 1 0 55 1 1.5 t\n"))
@example(("qrels", "1 0 a 1\n1 0 a\n"))
def test_what_people_mend_is_read_as_the_careful_reader_reads_it(given_text):
    layout, text = given_text
    try:
        agree(layout, text)
    except InputError as error:
        pytest.fail(f"the fast reader took what the careful one refuses: {error}")


@pytest.mark.parametrize(
    "text",
    [
        "1 Q0 d 1 12.345678 t\n1 Q0 e 2 1.250000 t\n",
        "1\tQ0\td\t1\t-12.3\tt\n1\tQ0\te\t2\t-1.2\tt\n",
        "1  Q0 d 1 1.5   t\n\n1 Q0 e 2\t1.25 t \n",
        "1 Q0 d 1 1.5 t\r\n1 Q0 e 2 1.25 t\r\n",
        "# said\n1 Q0 d 1 1.5 t\n# so\n2 Q0 e 2 0.8234567890123456 t\n",
        f"{'q' * 40} Q0 {'d' * 50} 1 1.5 t\n" * 3,
        f"{'q' * 90} Q0 {'d' * 90} 1 1.5 t\n" * 3,
        "1 Q0 文档 1 1.5 t and more\n2 Q0 文 2 1.5 t\n",
        "1 Q0 d +1 1e-3 t\n2 Q0 e 2 5 t\n",
        "9 Q0 d 1 1.5 t\n10 Q0 e 2 1.25 t\n",
    ],
)
def test_usual_runs_take_the_fast_way(text):
    assert agree("run", text) or "+1" in text


@given(
    st.lists(
        st.builds(lambda value, digits: f"{value:.{digits}f}", st.floats(-1e9, 1e9), st.integers(0, 20)), min_size=1
    )
)
def test_scores_are_rounded_as_python_rounds_them(written):
    text = "".join(f"q Q0 d{i} 1 {score} t\n" for i, score in enumerate(written))
    block = parse_rows(np.frombuffer(text.encode(), np.uint8), "run")
    assert block.value.tolist() == [float(score) for score in written]


@given(st.lists(st.integers(0, 10**15 - 1), min_size=1), st.integers(1, 15), st.booleans())
def test_fixed_decimals_are_rounded_as_python_rounds_them(digits, decimals, minus):
    texts = [str(number).zfill(decimals + 1) for number in digits]
    written = ["-" * minus + text[:-decimals] + "." + text[-decimals:] for text in texts]
    text = "".join(f"q Q0 d{i} 1 {score} t\n" for i, score in enumerate(written))
    block = parse_rows(np.frombuffer(text.encode(), np.uint8), "run")
    assert block.value.tolist() == [float(score) for score in written]


@pytest.mark.parametrize("length", range(50, 75))
@pytest.mark.parametrize("others", [0, 1, 40])
def test_fields_at_the_edge_of_a_window_are_read(length, others):
    doc = "d" * (length - len("q1 Q0  1"))
    text = f"q1 Q0 {doc} 1 9.5 t\n" + "".join(f"q1 Q0 e {at + 2} 1.5 t\n" for at in range(others))
    block = parse_rows(np.frombuffer(text.encode(), np.uint8), "run")
    assert (block.doc.text(0), block.rank[0], block.value[0]) == (doc, 1, 9.5)


FIELD = st.sampled_from([1, 2, 7, 20, 40, 55, 56, 57, 58, 70]).map("d".__mul__)


@given(st.lists(st.tuples(FIELD, FIELD, FIELD, FIELD), min_size=1))
def test_fields_of_any_length_are_found(rows):
    written = [f"{query} {other} {doc} {at} {at}.5 {tag}\n" for at, (query, other, doc, tag) in enumerate(rows)]
    block = parse_rows(np.frombuffer("".join(written).encode(), np.uint8), "run")
    assert block.doc.texts() == [row[2] for row in rows]
    assert [block.query_at(row) for row in range(len(rows))] == [row[0] for row in rows]
    assert (block.rank.tolist(), block.value.tolist()) == ([*range(len(rows))], [at + 0.5 for at in range(len(rows))])


@pytest.mark.parametrize("before", range(1, 9))
def test_a_line_without_a_tag_is_noticed_wherever_it_ends(before):
    for length in range(30, 70):
        text = f"{'q' * before} Q0 d 1 1.5 t\nq Q0 {'d' * length} 1 1.5 \nq Q0 e 2 1.5 t\n"
        with pytest.raises(NotPlainError):
            parse_rows(np.frombuffer(text.encode(), np.uint8), "run")


def test_a_line_beyond_a_megabyte_is_left_to_the_careful_reader():
    line = b"1 Q0 d 1 1.5 " + b"t" * (1 << 20) + b"\n"
    for text in (line, b"1 Q0 c 1 2.5 t\n" + line, line.replace(b" Q0", b"  Q0")):
        with pytest.raises(NotPlainError):
            parse_rows(np.frombuffer(text, np.uint8), "run")
