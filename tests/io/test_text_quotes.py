"""Quotes and tabs in tables and lines of text: kept, obeyed, or asked about."""

import pytest

from cranfield import InputError, text

QUOTED = '"a b" c d e'


def candidates(path, **options):
    return text(data=path, candidates="o", references="r", **options).array("candidate").tolist()


def test_a_tsv_keeps_its_quotes(tmp_path):
    path = tmp_path / "t.tsv"
    path.write_text(f'o\tr\n{QUOTED}\tx\n"whole"\ty\nan "open\tz\n"open\tz\n')
    assert candidates(path) == [QUOTED, '"whole"', 'an "open', '"open']
    assert candidates(path, input_format="tsv") == [QUOTED, '"whole"', 'an "open', '"open']


def test_a_quoted_header_or_the_format_says_that_cells_are_quoted(tmp_path):
    quoted, plain = tmp_path / "q.tsv", tmp_path / "p.tsv"
    quoted.write_text('"o"\t"r"\n"say ""hi"""\t"x"\n')
    plain.write_text('o\tr\n"say ""hi"""\t"x"\n')
    assert candidates(quoted) == ['say "hi"']
    assert candidates(plain, input_format="csv") == ['say "hi"']
    assert candidates(plain) == ['"say ""hi"""']


def test_a_csv_has_its_own_rules(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('o,r\n"a, ""b""\nc",x\n')
    assert candidates(path) == ['a, "b"\nc']


@pytest.mark.parametrize(
    ("content", "line"),
    [('o,r\nx,y\n"a b,c\nd,e\nf,g\n', 3), ('o,r\n"p\nq",y\nx,"a b\nd,e\n', 4), ('o,r\n"a ""b"" c",x\n"d,e\n', 3)],
)
def test_a_quote_that_nobody_closes_names_its_line(tmp_path, content, line):
    path = tmp_path / "t.csv"
    path.write_text(content)
    with pytest.raises(InputError, match=rf"t\.csv line {line}: a quote opens here that is never closed"):
        candidates(path)


def test_references_joined_by_tabs_are_asked_about(tmp_path):
    out, ref = tmp_path / "out.txt", tmp_path / "ref.txt"
    out.write_text("a b\nc d\n")
    ref.write_text("a b\ta c\nc\td\n")
    with pytest.raises(InputError, match=r"every line holds 2 texts.*tabs=split"):
        text(candidates=out, references=ref)
    split = text(candidates=out, references=ref, tabs="split")
    assert [split.ragged("reference")[at].tolist() for at in range(2)] == [["a b", "a c"], ["c", "d"]]
    kept = text(candidates=out, references=ref, tabs="keep")
    assert kept.ragged("reference").values.tolist() == ["a b\ta c", "c\td"]
    with pytest.raises(InputError, match="did you mean split"):
        text(candidates=out, references=ref, tabs="spilt")
    ref.write_text("a b\ta c\nc\n")
    assert len(text(candidates=out, references=ref).ragged("reference").values) == 2
